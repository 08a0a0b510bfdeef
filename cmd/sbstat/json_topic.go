package main

import "github.com/spf13/cobra"

// jsonTopic is the documentation of the JSON output: "sbstat help json".
func jsonTopic() *cobra.Command {
	return &cobra.Command{
		Use:   "json",
		Short: "The keys of the JSON output",
		Long: `Schema version 1: schema_version in each object of a command, and sbstat --version for
the lists of parse. Within a version keys are only added.
Units stand in the keys, or in "unit"; deltas are fractions (0.153 is +15.3 %); absent
numbers and verdicts are null; an interval is low and high, and "confidence"
of the object is theirs. Codes of notes are stable.

parse (jsonl: an object a line; json: a list of them)
  system file line repeat workload version threads
                    threads is null where the level is unknown
  status            complete, truncated, failed or empty
  elapsed_sec transactions queries tps qps eps
  iops mibps tpmc   of fio, sysbench fileio and TPC-C clients
  latency_min_ms latency_avg_ms latency_max_ms
  percentiles       list of {rank, ms}
  kinds             of a TPC-C client: list of {name, count, errors, per_min,
                    latency_avg_ms, latency_max_ms, percentiles}
  errors reconnects counts of the run
  intervals         number of interval lines
  config            object of settings, in the order of the input
  problems          list of {line, column, token, msg}

parse --intervals (an object an interval line)
  system file line time_sec threads tps qps eps reads_per_sec writes_per_sec
  others_per_sec latency_ms latency_rank errors_per_sec reconnects_per_sec
  queue_length concurrency read_mib_per_sec write_mib_per_sec

summary
  systems           list of {system, levels: list of {threads, runs, failed, copies,
                    metrics: object by metric of {value, low, high, n, unit, from}},
                    notes: list of {code, text}};
                    threads is null where the level is unknown: a run by itself;
                    from is there where a percentile comes from merged histograms

summary --within
  runs              list of {system, file, line, threads, metric, intervals, mean,
                    cv, lag1, effective_n, warmup_sec, stalls: list of {from_sec, to_sec}}

check
  findings          list of {where, severity, system, threads, code, text};
                    severity is bad, warn or note
  systems runs failed truncated skipped_lines

compare
  comparisons       list, one for each other system, of
  metric unit base other
  levels            list of {threads, base, other, delta, low, high, n_base, n_other, verdict,
                    p, more_repeats, notes};
                    verdict is better, worse, equivalent or inconclusive; p is Holm-adjusted;
                    more_repeats a side would likely settle an inconclusive level
  overall, focus    mean_delta geomean_delta median_delta min max
                    other_base_mean_delta other_base_median_delta per_doubling_delta
                    spread_low spread_high (across levels)
                    measured_delta measured_low measured_high (from repeats)
                    min_threads max_threads verdict levels
  notes             list of {code, text}

compare --overhead
  overheads         list of {without, with, lost: {value, low, high, n}, levels: list of
                    {threads, without_tps, with_tps, lost, added_ms}, notes}; lost and
                    added_ms are {value, low, high, n}

cost
  currency
  rows              list of {at, systems: list of {system, threads, tps, price_per_hour,
                    per_1000_tps_per_hour, per_million_transactions}}
  break_even        list of {base, other, levels: list of {threads, cheaper, more_per_money,
                    max_price_per_hour, cheaper_low, cheaper_high, more_per_money_low,
                    more_per_money_high, max_price_per_hour_low, max_price_per_hour_high,
                    notes}, crossings: list of {threads, below, above, cheaper_above,
                    threads_low, threads_high, notes}, notes}

capacity
  capacities        list of {system, metric, limit_ms, tps, threads, below, above,
                    exceeded_at_threads, per_1000_tps_per_hour, currency, notes,
                    per_1000_tps_per_hour_low, per_1000_tps_per_hour_high}

scaling
  systems           list of
  system alpha beta gamma
  se                {alpha, beta, gamma}
  peak_threads peak_threads_low peak_threads_high peak_tps peak_tps_low peak_tps_high
  amdahl_limit_tps residual_tps df r_squared notes knee_threads`,
	}
}
