package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

func (a *app) compareCommand() *cobra.Command {
	var failIf []string
	var overhead string
	var inconclusiveOK bool
	cmd := &cobra.Command{
		Use:   "compare [flags] FILE…",
		Short: "Compare systems level by level and overall",
		Long: `compare sets every system against the base, the first one or --base. A delta is other
relative to base. With repeats, two or more runs a side (three or more are better: two give
wide intervals), each level has a confidence interval and a verdict, Holm-adjusted over the
levels; one run a side has neither, whatever its interval lines say: noise within a run
says nothing about the next run.

--overhead shows what a feature costs (high availability, TLS, a disk) against the base, the
system without it: the throughput lost, and the milliseconds of average latency added. It
names the setting that is meant to differ, and is refused where others differ as well; "any"
lets all differ.

--fail-if makes it a gate for scripts. METRIC is any metric, or cost with --price;
@LEVELS looks at each of these levels, else the overall figure decides:
  --fail-if 'tps < -5%'       throughput lost more than 5 %
  --fail-if 'p95@64 > 10%'    p95 at 64 threads rose by more than 10 %
It exits 1 where the difference is that large and its interval excludes no
difference, or a level that it names failed; 0 where the interval excludes a difference
that large; else 3, inconclusive (0 with --inconclusive-ok): where there are no repeats, no
ratio because the base is 0, or a level of the base was not run.

JSON (schema version 1): metric, unit, base, other, levels, overall, notes; deltas are
fractions in full precision, absent numbers null. Several others give a list of these.`,
		Example: `  sbstat compare old.log new.log
  sbstat compare --base Graviton --focus 4-64 aws.txt
  sbstat compare --metric p95 --levels 4-64 old=logs/old new=logs/new
  sbstat compare --overhead any plain=logs/plain tls=logs/tls
  sbstat compare --fail-if 'tps < -5%' --fail-if 'p95 > 10%' old=logs/old new=logs/new`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := needInput(cmd, args); err != nil {
				return err
			}
			gates, err := parseGates(failIf)
			if err != nil {
				return err
			}
			d, err := a.load(args, parse.Options{Fold: true}, false)
			if err != nil {
				return err
			}
			s, err := a.pair(d)
			if err != nil {
				return err
			}
			prices, err := a.pricesOf(s)
			if err != nil {
				return err
			}
			if changed(cmd, "overhead") {
				err = a.showOverhead(s, overhead)
			} else {
				err = a.showCompare(s)
			}
			if err != nil || len(gates) == 0 {
				return err
			}
			return a.decide(gates, s, prices, inconclusiveOK)
		},
	}
	a.common(cmd, []string{"table", "markdown", "csv", "json"}, baseFlag, metricFlag, levelsFlag, focusFlag, marginFlag, confidenceFlag, priceFlag, patternFlag, transactionFlag)
	cmd.Flags().StringVar(&overhead, "overhead", "", "what the feature costs that this `setting` turns on: throughput lost, milliseconds added; any: whatever differs")
	cmd.Flags().StringArrayVar(&failIf, "fail-if", nil, "exit 1 if this `condition` holds: 'tps < -5%'; may be given several times")
	cmd.Flags().BoolVar(&inconclusiveOK, "inconclusive-ok", false, "exit 0 where a --fail-if is inconclusive")
	return cmd
}

func (a *app) compareOptions() analysis.CompareOptions {
	f := &a.flags
	return analysis.CompareOptions{Levels: f.levels, Focus: f.focus, Confidence: float64(f.confidence), Margin: float64(f.margin)}
}

// chosenMetric is --metric, or the first metric that all systems have.
func (a *app) chosenMetric(s *systems) (parse.Metric, error) {
	if m := a.flags.metric; m != nil {
		for _, w := range s.sweeps {
			if !slices.Contains(w.Metrics(), *m) {
				return *m, noMetric(*m, w)
			}
		}
		return *m, nil
	}
	for _, m := range s.sweeps[0].Metrics() {
		if !slices.ContainsFunc(s.sweeps, func(w *analysis.Sweep) bool { return !slices.Contains(w.Metrics(), m) }) {
			return m, nil
		}
	}
	var have []string
	for _, w := range s.sweeps {
		if len(w.Metrics()) == 0 {
			return parse.Metric{}, noMetric(parse.TPS, w)
		}
		var names []string
		for _, m := range w.Metrics() {
			names = append(names, m.Name)
		}
		have = append(have, fmt.Sprintf("%s has %s", w.System, strings.Join(names, " ")))
	}
	return parse.Metric{}, fmt.Errorf("the systems share no metric: %s", strings.Join(have, "; "))
}

func (a *app) showCompare(s *systems) error {
	m, err := a.chosenMetric(s)
	if err != nil {
		return err
	}
	full, err := analysis.CompareAll(s.sweeps[0], s.sweeps[1:], m, a.compareOptions())
	if err != nil {
		return err
	}
	sweeps := s.shown()
	shown, err := analysis.CompareAll(sweeps[0], sweeps[1:], m, a.compareOptions())
	if err != nil {
		return err
	}
	return a.show(view{
		doc: func(d *document) {
			if len(shown) == 1 {
				a.comparison(d, shown[0])
				for _, c := range a.tail(s) {
					a.tailLine(d, c)
				}
			} else {
				a.comparisons(d, shown, a.tail(s))
				a.ranking(d, sweeps, m)
			}
			a.captions(d, s)
		},
		records: func() [][]string { return compareRecords(full) },
		json: func() (any, error) {
			out := []comparisonJSON{}
			for _, c := range full {
				out = append(out, toComparison(c, a.flags.lang))
			}
			return map[string]any{"schema_version": schemaVersion, "confidence": float64(a.flags.confidence), "comparisons": out}, nil
		},
	})
}
