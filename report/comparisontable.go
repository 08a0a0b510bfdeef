package report

import (
	"fmt"
	"strings"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// comparisonTable has the levels down and the systems across; each other system
// has its delta, the base of which is named in the head. Of many others the deltas alone
// stand there, a column each.
func (r *run) comparisonTable(q *query, rest []string, chosen analysis.LevelSet) (*Table, error) {
	m := throughput(r.n.base())
	if len(rest) > 0 && (q.vsAt < 0 || len(rest) == 3) {
		found, err := parse.MetricNamed(rest[0])
		if err != nil {
			return nil, fail("table \"comparison\": %v", err)
		}
		m, rest = found, rest[1:]
	}
	base, others := r.n.base(), r.n.others()
	if len(rest) > 0 {
		other, b, err := r.pairOrBase(q, rest)
		if err != nil {
			return nil, err
		}
		base, others = b, []*System{other}
	}
	if len(others) == 0 {
		return nil, fail("table \"comparison\": there is only one system")
	}
	t := &Table{
		Caption: r.capital(r.withUnit(m)),
		Head:    []string{r.t("threads"), base.short()},
	}
	var cs []*analysis.Comparison
	verdicts := false
	for _, o := range others {
		c, err := r.compared(base, o, m, chosen)
		if err != nil {
			return nil, err
		}
		cs = append(cs, c)
		for _, l := range c.Levels {
			verdicts = verdicts || l.Verdict != analysis.NoVerdict
		}
	}
	compact := len(others) >= surveyFrom // a column a system, or no page is wide enough
	if compact {
		t.Caption += r.t("comma.text") + r.t("table.all-relative", base.short())
	}
	for _, o := range others {
		if compact {
			t.Head = append(t.Head, o.short())
			continue
		}
		t.Head = append(t.Head, o.short(), lang.Text(r.l, "report.table.relative", o.short(), base.short()))
		if verdicts {
			t.Head = append(t.Head, r.t("verdict"))
		}
	}
	print := plainMetric(m)
	for _, threads := range unionLevels(base, others, m, chosen) {
		row := []string{fmt.Sprint(threads), absent}
		if l := base.Sweep.Level(threads); l != nil {
			row[1] = r.estimate(l.Mean(m, r.n.confidence()), print)
		}
		for i, o := range others {
			value, delta, verdict := absent, absent, absent
			if l := o.Sweep.Level(threads); l != nil {
				value = r.estimate(l.Mean(m, r.n.confidence()), print)
			}
			for _, l := range cs[i].Levels {
				if l.Threads == threads {
					delta = r.estimate(l.Delta, printDelta)
					if l.Verdict != analysis.NoVerdict {
						verdict = lang.Text(r.l, "verdict."+string(l.Verdict))
					}
				}
			}
			if compact {
				if verdict != absent {
					delta += r.t("comma.text") + verdict
				}
				row = append(row, delta)
				continue
			}
			row = append(row, value, delta)
			if verdicts {
				row = append(row, verdict)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	overall := func(name string, pick func(*analysis.Overall) string, focus, measured bool) {
		row := []string{name, ""}
		some := false
		for _, c := range cs {
			o := &c.Overall
			if focus {
				o = c.Focus
			}
			text, verdict := "", ""
			if o != nil && o.N > 1 {
				text, some = pick(o), true
				if o.Verdict != analysis.NoVerdict && measured {
					verdict = lang.Text(r.l, "verdict."+string(o.Verdict))
				}
			}
			if compact {
				if verdict != "" {
					text += r.t("comma.text") + verdict
				}
				row = append(row, text)
				continue
			}
			row = append(row, "", text)
			if verdicts {
				row = append(row, verdict)
			}
		}
		if some {
			t.Rows = append(t.Rows, row)
		}
	}
	overall(r.t("table.mean"), func(o *analysis.Overall) string { return printDelta(r.l, o.Mean, -1) }, false, false)
	overall(r.t("table.median"), func(o *analysis.Overall) string { return printDelta(r.l, o.Median, -1) }, false, false)
	overall(r.t("table.geomean"), func(o *analysis.Overall) string {
		e := o.Measured
		if !e.Value.OK {
			e.Value = parse.Some(o.Geomean)
		}
		return r.estimate(e, printDelta)
	}, false, true) // the verdict rests on this figure's interval
	if len(r.n.Focus) > 0 && len(chosen) == 0 {
		overall(r.t("table.focus", r.n.Focus.String()), func(o *analysis.Overall) string { return printDelta(r.l, o.Mean, -1) }, true, false)
	}
	for i, o := range others {
		t.Notes = append(t.Notes, r.comparisonNotes(cs[i], base, o)...)
	}
	t.Notes = dedupe(t.Notes)
	return t, nil
}

// comparisonNotes are the footnotes of a comparison.
func (r *run) comparisonNotes(c *analysis.Comparison, base, other *System) []string {
	var out []string
	o := c.Overall
	if o.N > 1 {
		out = append(out, r.t("note.base", other.short(), base.short(), r.deltaIn(o.OtherBaseMean)))
		if o.Spread.Low.OK && o.Spread.High.OK {
			out = append(out, r.t("note.spread", other.short(), r.deltaRange(o.Spread.Low.V, o.Spread.High.V)))
		}
	}
	var more []string
	for _, l := range c.Levels {
		if l.MoreRepeats > 0 {
			more = append(more, r.t("note.repeats-at", l.MoreRepeats, l.Threads))
		}
	}
	if len(more) > 0 {
		out = append(out, r.t("note.repeats", strings.Join(more, r.t("comma"))))
	}
	var holm []int
	for _, l := range c.Levels {
		for _, n := range l.Delta.Notes {
			if n.Code == "note.holm-inconclusive" {
				holm = append(holm, l.Threads)
			}
		}
	}
	if len(holm) > 0 {
		out = append(out, r.t("note.holm-at", and(r.l, texts(holm))))
	}
	if len(c.OnlyBase) > 0 {
		out = append(out, r.t("note.unmatched", base.short(), blanks(c.OnlyBase)))
	}
	if len(c.OnlyOther) > 0 {
		out = append(out, r.t("note.unmatched", other.short(), blanks(c.OnlyOther)))
	}
	for _, n := range append(c.Notes[:len(c.Notes):len(c.Notes)], o.Notes...) {
		out = append(out, r.sentence(n.In(r.l)))
	}
	return out
}

func dedupe(texts []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, t := range texts {
		if !seen[t] {
			out = append(out, t)
		}
		seen[t] = true
	}
	return out
}

// withUnit is a metric in words with its unit, where the words do not say it.
func (r *run) withUnit(m parse.Metric) string {
	if m.IsLatency() || m.Name == "mibps" {
		return r.t("brackets", r.metricName(m.Name), m.Unit)
	}
	return r.metricName(m.Name)
}

func unionLevels(base *System, others []*System, m parse.Metric, chosen analysis.LevelSet) []int {
	have := map[int]bool{}
	for _, s := range append([]*System{base}, others...) {
		for _, t := range allLevels(s, m) {
			if chosen.Contains(t) {
				have[t] = true
			}
		}
	}
	return sortedKeys(have)
}
