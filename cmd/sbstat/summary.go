package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

func (a *app) summaryCommand() *cobra.Command {
	var within bool
	cmd := &cobra.Command{
		Use:   "summary [flags] FILE…",
		Short: "Show each system's throughput and latency by thread count",
		Long: `summary shows one table a system: levels down, metrics across. Where a level was
measured several times, each number is the mean of its runs with its confidence interval.
Failed runs are listed and never used as zeros.

--within looks into single runs by their interval lines: how steady each was, where it
stalled, which warm-up could be cut. It says nothing about the next run.`,
		Example: `  sbstat summary run.log
  sbstat summary --metric p99 old=logs/old new=logs/new
  sbstat summary --within run.log
  ssh db cat run.log | sbstat summary -`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := needInput(cmd, args); err != nil {
				return err
			}
			d, err := a.load(args, parse.Options{Fold: !within}, false)
			if err != nil {
				return err
			}
			s, err := a.systems(d)
			if err != nil {
				return err
			}
			if within {
				return a.showWithin(s)
			}
			return a.showSummary(s)
		},
	}
	a.common(cmd, []string{"table", "markdown", "csv", "json"}, baseFlag, metricFlag, levelsFlag, confidenceFlag, patternFlag, transactionFlag)
	cmd.Flags().BoolVar(&within, "within", false, "how steady each run was, by its interval lines")
	return cmd
}

// levelJSON is a level of a system in the JSON of summary.
type levelJSON struct {
	Threads *int                    `json:"threads"` // null: unknown
	Runs    int                     `json:"runs"`
	Failed  int                     `json:"failed"`
	Copies  int                     `json:"copies"`
	Metrics map[string]estimateJSON `json:"metrics"`
}

// estimateJSON is an estimate in JSON: null where absent.
type estimateJSON struct {
	Value parse.Num `json:"value"`
	Low   parse.Num `json:"low"`
	High  parse.Num `json:"high"`
	N     int       `json:"n"`
	Unit  string    `json:"unit,omitempty"`
	From  string    `json:"from,omitempty"` // fromHistograms
}

func toEstimate(e analysis.Estimate, unit string) estimateJSON {
	return estimateJSON{Value: e.Value, Low: e.Low, High: e.High, N: e.N, Unit: unit}
}

func (a *app) showSummary(s *systems) error {
	confidence := float64(a.flags.confidence)
	metrics := func(w *analysis.Sweep) ([]parse.Metric, error) {
		ms := w.Metrics()
		if m := a.flags.metric; m != nil {
			if !slices.Contains(ms, *m) && !fromHistograms(w, *m) {
				return nil, noMetric(*m, w)
			}
			return []parse.Metric{*m}, nil
		}
		if slices.Contains(ms, parse.TPS) { // of SQL tests, events are the transactions again
			ms = slices.DeleteFunc(slices.Clone(ms), func(m parse.Metric) bool { return m == parse.EPS })
		}
		usual := usualPercentiles(ms)
		ms = slices.DeleteFunc(slices.Clone(ms), func(m parse.Metric) bool {
			_, is := m.Rank()
			return is && !slices.Contains(usual, m)
		})
		return ms, nil
	}
	for _, w := range s.sweeps {
		if _, err := metrics(w); err != nil {
			return err
		}
	}
	return a.show(view{
		doc: func(d *document) {
			for i, w := range s.sweeps {
				if i > 0 {
					d.blank()
				}
				ms, _ := metrics(w)
				d.heading(s.short[w.System] + " · " + a.extent(w))
				a.summaryTable(d, w, ms)
				named := *w
				named.System = s.short[w.System]
				for _, n := range named.MixedRepeats() {
					d.line(a.note(n))
				}
				if kinds := w.Kinds(); len(kinds) > 1 { // of which the latency is that of one
					d.line(a.text("cmd.summary.kinds", kinds[0], strings.Join(kinds[1:], a.text("cmd.comma"))))
				}
			}
			a.captions(d, s)
		},
		records: func() [][]string {
			out := [][]string{{"system", "threads", "metric", "unit", "value", "low", "high", "n", "failed", "copies"}}
			for _, w := range s.sweeps {
				ms, _ := metrics(w)
				for _, l := range w.Levels {
					if !a.flags.levels.Contains(l.Threads) {
						continue
					}
					for _, m := range ms {
						e := levelEstimate(w, &l, m, confidence)
						out = append(out, []string{csvText(w.System), orEmpty(l.Threads), m.Name, m.Unit, raw(e.Value), raw(e.Low), raw(e.High), rawInt(e.N), rawInt(len(l.Failed)), rawInt(len(l.Copies))})
					}
				}
			}
			return out
		},
		json: func() (any, error) {
			type systemJSON struct {
				System string      `json:"system"`
				Levels []levelJSON `json:"levels"`
				Notes  []noteJSON  `json:"notes"`
			}
			out := []systemJSON{}
			for _, w := range s.sweeps {
				ms, _ := metrics(w)
				j := systemJSON{w.System, []levelJSON{}, toNotes(w.MixedRepeats(), a.flags.lang)}
				for _, l := range w.Levels {
					if !a.flags.levels.Contains(l.Threads) {
						continue
					}
					lj := levelJSON{threadsJSON(l.Threads), len(l.Runs), len(l.Failed), len(l.Copies), map[string]estimateJSON{}}
					for _, m := range ms {
						e := toEstimate(levelEstimate(w, &l, m, confidence), m.Unit)
						if fromHistograms(w, m) {
							e.From = "merged histograms"
						}
						lj.Metrics[m.Name] = e
					}
					j.Levels = append(j.Levels, lj)
				}
				out = append(out, j)
			}
			return map[string]any{"schema_version": schemaVersion, "confidence": float64(a.flags.confidence), "systems": out}, nil
		},
	})
}

// extent says how much was measured: "10 levels × 1 run · 300 s". Runs of unknown level
// stand apart.
func (a *app) extent(w *analysis.Sweep) string {
	var runs, levels, fewest, most, unknown int
	var shortest, longest parse.Num
	for _, l := range w.Levels {
		n := len(l.Runs)
		if n == 0 {
			continue
		}
		if l.Threads == 0 {
			unknown += n
		} else {
			if levels == 0 || n < fewest {
				fewest = n
			}
			most = max(most, n)
			levels++
			runs += n
		}
		for _, r := range l.Runs {
			if e := r.ElapsedSec; e.OK {
				if !shortest.OK || e.V < shortest.V {
					shortest = e
				}
				if !longest.OK || e.V > longest.V {
					longest = e
				}
			}
		}
	}
	var parts []string
	switch s := a.count("cmd.levels", levels); {
	case runs == 0 && unknown == 0:
		parts = append(parts, s)
	case runs == 0:
	case fewest == most:
		parts = append(parts, s+" × "+a.count("cmd.runs", fewest))
	default:
		parts = append(parts, s, a.count("cmd.runs", runs))
	}
	if unknown > 0 {
		parts = append(parts, a.count("cmd.unknown", unknown))
	}
	if shortest.OK {
		from, to := lang.Number(shortest.V, 0), lang.Number(longest.V, 0)
		if from != to {
			from += "–" + to
		}
		parts = append(parts, a.text("cmd.seconds", from))
	}
	return strings.Join(parts, " · ")
}

// count writes a number of things, singular or plural. Thread counts and the like
// are no quantities to be grouped by thousands, so that they go in as text.
func (a *app) count(key string, n int) string {
	if n == 1 {
		return a.text(key+".one", rawInt(n))
	}
	return a.text(key+".many", rawInt(n))
}

func (a *app) summaryTable(d *document, w *analysis.Sweep, metrics []parse.Metric) {
	repeated := slices.ContainsFunc(w.Levels, func(l analysis.Level) bool { return len(l.Runs) > 1 })
	cols := []column{right(a.text("cmd.threads"))}
	for i, m := range metrics {
		cols = append(cols, right(metricHead(m)))
		if i == 0 && repeated {
			cols = append(cols, left(a.text("cmd.interval", lang.Confidence(float64(a.flags.confidence)))))
		}
	}
	cols = append(cols, left(a.text("cmd.status")))
	var rows [][]string
	for _, l := range w.Levels {
		if !a.flags.levels.Contains(l.Threads) {
			continue
		}
		row := []string{threadCell(l.Threads)}
		for i, m := range metrics {
			e := levelEstimate(w, &l, m, float64(a.flags.confidence))
			if i == 0 && repeated {
				value, interval := estimate(e)
				row = append(row, value, interval)
			} else {
				row = append(row, number(e.Value))
			}
		}
		rows = append(rows, append(row, a.levelStatus(d, &l)))
	}
	d.table(cols, rows)
	for _, m := range metrics {
		if fromHistograms(w, m) {
			d.line(a.text("cmd.summary.merged", metricLabel(m)))
		}
	}
}

// fromHistograms reports whether a percentile that no run printed can be read from the
// system's histograms.
func fromHistograms(w *analysis.Sweep, m parse.Metric) bool {
	rank, ok := m.Rank()
	return ok && !slices.Contains(w.Metrics(), m) &&
		slices.ContainsFunc(w.Levels, func(l analysis.Level) bool { return l.MergedPercentile(rank).Value.OK })
}

// levelEstimate is the mean of a level's runs, or the percentile of all their
// transactions where only histograms have it: without an interval, for the bounds of a
// bucket are rounding.
func levelEstimate(w *analysis.Sweep, l *analysis.Level, m parse.Metric, confidence float64) analysis.Estimate {
	if !fromHistograms(w, m) {
		return l.Mean(m, confidence)
	}
	rank, _ := m.Rank()
	runs := 0
	for _, r := range l.Runs {
		if r.Histogram != nil {
			runs++
		}
	}
	return analysis.Estimate{Value: l.MergedPercentile(rank).Value, N: runs}
}

// levelStatus counts what became of the runs of a level: "complete",
// "2 complete, 1 failed", "complete, 1 copy".
func (a *app) levelStatus(d *document, l *analysis.Level) string {
	var order []parse.Status
	counts := map[parse.Status]int{}
	for _, r := range slices.Concat(l.Runs, l.Failed) {
		if counts[r.Status] == 0 {
			order = append(order, r.Status)
		}
		counts[r.Status]++
	}
	var parts []string
	for _, s := range order {
		word := a.status(d, s)
		if len(l.Runs)+len(l.Failed) > 1 {
			word = rawInt(counts[s]) + " " + word
		}
		parts = append(parts, word)
	}
	if n := len(l.Copies); n > 0 {
		parts = append(parts, a.count("cmd.copies", n))
	}
	return strings.Join(parts, ", ")
}

// usualPercentiles are the percentiles that a table has room for: all up to three,
// of more (fio prints twenty) those that people quote.
func usualPercentiles(metrics []parse.Metric) []parse.Metric {
	var all, quoted []parse.Metric
	for _, m := range metrics {
		if _, ok := m.Rank(); !ok {
			continue
		}
		all = append(all, m)
		if slices.Contains([]parse.Metric{parse.Pct(50), parse.P95, parse.P99, parse.Pct(99.9)}, m) {
			quoted = append(quoted, m)
		}
	}
	if len(all) <= 3 || len(quoted) == 0 {
		return all
	}
	return quoted
}

// metricsOf lists the metrics that any of the runs has, in the order of
// a summary.
func metricsOf(runs []*parse.Run) []parse.Metric {
	all := &analysis.Sweep{Levels: []analysis.Level{{Runs: runs}}}
	return all.Metrics()
}

// allLevels lists the levels that any of the sweeps has, ascending.
func allLevels(sweeps []*analysis.Sweep) []int {
	var levels []int
	for _, w := range sweeps {
		for _, l := range w.Levels {
			levels = append(levels, l.Threads)
		}
	}
	slices.Sort(levels)
	return slices.Compact(levels)
}

// noMetric explains that a system lacks a metric.
func noMetric(m parse.Metric, w *analysis.Sweep) error {
	var have []string
	for _, m := range w.Metrics() {
		have = append(have, m.Name)
	}
	if len(have) == 0 {
		return fmt.Errorf("%s has no usable run", w.System)
	}
	return fmt.Errorf("%s has no %s; its metrics are: %s", w.System, m.Name, strings.Join(have, " "))
}
