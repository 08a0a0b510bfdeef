package report

import (
	"fmt"
	"strings"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// What logs hold beyond their totals: interval lines and histograms.

// metricFirst takes a metric off the head of names, where one stands there.
func (r *run) metricFirst(names []string, def parse.Metric) (parse.Metric, []string) {
	if len(names) > 0 {
		if _, err := r.n.system(names[0]); err != nil {
			if m, err := parse.MetricNamed(names[0]); err == nil {
				return m, names[1:]
			}
		}
	}
	return def, names
}

// named are the systems that a call names, or all of them.
func (r *run) named(names []string) ([]*System, error) {
	var out []*System
	for i := range r.n.Systems {
		if len(names) == 0 {
			out = append(out, &r.n.Systems[i])
		}
	}
	for _, name := range names {
		s, err := r.n.system(name)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// steadinessTable says how steady each run was: table "steadiness" "tps" "A" (at 16).
func (r *run) steadinessTable(rest []string, chosen analysis.LevelSet) (*Table, error) {
	m, rest := r.metricFirst(rest, throughput(r.n.base()))
	systems, err := r.named(rest)
	if err != nil {
		return nil, err
	}
	t := &Table{Caption: r.t("table.steadiness", r.withUnit(m)), Left: []bool{true},
		Head: []string{r.t("system"), r.t("threads"), r.t("table.run"), r.t("table.lines"), r.t("table.mean"), r.t("table.cv"),
			r.t("table.lag1"), r.t("table.effective"), r.t("table.warmup"), r.t("table.stalls")}}
	number := func(n parse.Num, dec int) string {
		if !n.OK {
			return absent
		}
		return lang.Number(n.V, dec)
	}
	for _, s := range systems {
		for _, l := range s.Sweep.Levels {
			if !chosen.Contains(l.Threads) {
				continue
			}
			for i, run := range l.Runs {
				st := analysis.SteadinessOf(run, m, 0, r.n.confidence())
				if st.N == 0 {
					continue
				}
				cv := absent
				if st.CV.OK {
					cv = printPercent(r.l, st.CV.V, 1)
				}
				var stalls []string
				for _, at := range st.Stalls {
					stalls = append(stalls, r.t("seconds", lang.Number(at.FromSec, 0)+"–"+lang.Number(at.ToSec, 0)))
				}
				if len(stalls) == 0 {
					stalls = []string{absent}
				}
				t.Rows = append(t.Rows, []string{s.short(), fmt.Sprint(l.Threads), fmt.Sprint(i + 1), fmt.Sprint(st.N), r.estimate(st.Mean, plainMetric(m)),
					cv, number(st.Lag1, 2), number(st.Effective, 0), number(st.WarmupSec, 0), strings.Join(stalls, r.t("comma"))})
				for _, n := range append(st.Mean.Notes[:len(st.Mean.Notes):len(st.Mean.Notes)], st.Notes...) {
					if n.Code != "note.warmup-proposed" { // in its column
						t.Notes = append(t.Notes, r.sentence(n.In(r.l)))
					}
				}
			}
		}
	}
	if len(t.Rows) == 0 {
		return nil, lack(fmt.Errorf("no run has interval lines with %s; run sysbench with --report-interval=1", m.Name))
	}
	t.Notes = append([]string{r.t("note.steadiness")}, dedupe(t.Notes)...)
	return t, nil
}

// pairs prints how many pairs of repeats of one system a test on their interval lines
// would tell apart: pairs "tps".
func (r *run) pairs(args ...any) (*result, error) {
	q, err := readQuery("pairs", args)
	if err != nil {
		return nil, err
	}
	if q.vsAt >= 0 || q.stat != "" || len(q.levels) > 0 || q.focus {
		return nil, fail("pairs: expected a metric, and systems where not all are meant: pairs \"tps\" %q", r.n.base().Name)
	}
	m, rest := r.metricFirst(q.names, throughput(r.n.base()))
	systems, err := r.named(rest)
	if err != nil {
		return nil, err
	}
	var sweeps []*analysis.Sweep
	for _, s := range systems {
		sweeps = append(sweeps, s.Sweep)
	}
	differ, pairs := analysis.SamePairs(sweeps, m, r.n.confidence())
	if pairs == 0 {
		return nil, lack(fmt.Errorf("no two runs of one system at one level have interval lines with %s", m.Name))
	}
	r.used["pairs"] = true
	return &result{kind: words_, text: r.t("pairs", differ, pairs), decimals: -1, metric: m.Name, unit: "pairs",
		parts: []amount{{v: float64(differ)}, {v: float64(pairs)}}}, nil
}

// merged prints a percentile of all transactions of a system at a level, from the merged
// histograms of its runs: merged "p99" "TLS" (at 16).
func (r *run) merged(args ...any) (*result, error) {
	q, err := readQuery("merged", args)
	if err != nil {
		return nil, err
	}
	if len(q.names) != 2 || q.vsAt >= 0 || q.stat != "" {
		return nil, fail("merged: expected a percentile and a system: merged \"p99\" %q (at 16)", r.n.base().Name)
	}
	m, err := parse.MetricNamed(q.names[0])
	rank, ok := m.Rank()
	if err != nil || !ok {
		return nil, fail("merged: %q is no percentile; write p50, p95, p99.9 …", q.names[0])
	}
	s, err := r.n.system(q.names[1])
	if err != nil {
		return nil, err
	}
	chosen, err := r.chosen(q)
	if err != nil {
		return nil, err
	}
	res := &result{decimals: -1, print: printMetric(m), metric: m.Name, unit: m.Unit, system: s.Name}
	for i := range s.Sweep.Levels {
		l := &s.Sweep.Levels[i]
		if !chosen.Contains(l.Threads) {
			continue
		}
		if e := l.MergedPercentile(rank); e.Value.OK {
			res.parts = append(res.parts, amount{v: e.Value.V, threads: l.Threads}) // its bucket is rounding, not an interval
			res.levels = append(res.levels, l.Threads)
		}
	}
	if len(res.parts) == 0 || len(chosen) == 0 && len(res.parts) > 1 {
		return nil, lack(fmt.Errorf("merged: expected a level with histograms, such as (at 16); %s has them at: %s", s.Name, blanks(res.levels)))
	}
	r.used["merged"] = true
	return res, nil
}

// percentilesTable has percentiles of all transactions by level, from merged histograms:
// table "percentiles" "p50" "p99".
func (r *run) percentilesTable(rest []string, chosen analysis.LevelSet) (*Table, error) {
	var ranks []parse.Metric
	for len(rest) > 0 {
		m, after := r.metricFirst(rest, parse.Metric{})
		if _, ok := m.Rank(); !ok {
			break
		}
		ranks, rest = append(ranks, m), after
	}
	if len(ranks) == 0 {
		ranks = []parse.Metric{parse.Pct(50), parse.Pct(95), parse.Pct(99)}
	}
	systems, err := r.named(rest)
	if err != nil {
		return nil, err
	}
	t := &Table{Caption: r.t("table.percentiles"), Head: []string{r.t("threads")}}
	for _, m := range ranks {
		for _, s := range systems {
			t.Head = append(t.Head, r.t("table.of", m.Name, s.short()))
		}
	}
	levels := map[int]bool{}
	for _, s := range systems {
		for i := range s.Sweep.Levels {
			l := &s.Sweep.Levels[i]
			if chosen.Contains(l.Threads) && l.MergedPercentile(50).Value.OK {
				levels[l.Threads] = true
			}
		}
	}
	if len(levels) == 0 {
		return nil, lack(fmt.Errorf("no run has a histogram; run sysbench with --histogram=on"))
	}
	for _, threads := range sortedKeys(levels) {
		row := []string{fmt.Sprint(threads)}
		for _, m := range ranks {
			rank, _ := m.Rank()
			for _, s := range systems {
				cell := absent
				if l := s.Sweep.Level(threads); l != nil {
					e := l.MergedPercentile(rank)
					if e.Value.OK {
						cell = plainMetric(m)(r.l, e.Value.V, -1)
					}
					for _, n := range e.Notes {
						t.Notes = append(t.Notes, r.sentence(s.short()+r.t("colon")+n.In(r.l)))
					}
				}
				row = append(row, cell)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	r.used["merged"] = true
	t.Notes = dedupe(t.Notes)
	return t, nil
}

// repeats prints how many repeats a side would likely settle a level that is
// inconclusive: repeats "tps" "B" vs "A" (at 1).
func (r *run) repeats(args ...any) (*result, error) {
	d, q, err := r.compare("repeats", args)
	if err != nil {
		return nil, err
	}
	if d.comparison == nil || q.stat != "" {
		return nil, fail("repeats: a metric of the runs at a level, such as repeats \"tps\" %q vs %q (at 16)", d.other.Name, d.base.Name)
	}
	res := &result{decimals: -1, metric: d.metric, unit: "repeats a side", system: d.other.Name, base: d.base.Name, print: printFixed(0, "")}
	whole, err := r.compared(d.base, d.other, d.comparison.Metric, nil) // verdicts are adjusted over all levels
	if err != nil {
		return nil, err
	}
	for _, l := range d.levels {
		for _, w := range whole.Levels {
			if w.Threads != l.threads {
				continue
			}
			if w.MoreRepeats == 0 {
				return nil, lack(fmt.Errorf("%s: no more repeats are needed, or more than 1,000: the verdict is %q", nThreads(w.Threads), w.Verdict))
			}
			res.parts = append(res.parts, amount{v: float64(w.MoreRepeats), threads: w.Threads})
			res.levels = append(res.levels, w.Threads)
		}
	}
	return res, nil
}
