package report

import (
	"fmt"
	"slices"
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
	if len(others) > 1 {
		t.Notes = r.notesOnMany(cs, base, others)
		return t, nil
	}
	t.Notes = dedupe(r.notesOnPair(cs[0], base, others[0]))
	return t, nil
}

// notesOnPair are the footnotes of a comparison of two systems.
func (r *run) notesOnPair(c *analysis.Comparison, base, other *System) []string {
	var out []string
	o := c.Overall
	if o.N > 1 {
		out = append(out, r.t("note.base", other.short(), base.short(), r.deltaIn(o.OtherBaseMean)))
		if o.Spread.Low.OK && o.Spread.High.OK {
			out = append(out, r.t("note.spread", other.short(), r.deltaRange(o.Spread.Low.V, o.Spread.High.V), lang.Confidence(c.Confidence)))
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
	if holm := notAfterHolm(c); len(holm) > 0 {
		out = append(out, r.t("note.holm-at", and(r.l, texts(holm))))
	}
	return append(out, r.comparisonNotes(c, base, other)...)
}

// notAfterHolm are the levels at which the interval alone would decide.
func notAfterHolm(c *analysis.Comparison) []int {
	var levels []int
	for _, l := range c.Levels {
		if slices.ContainsFunc(l.Delta.Notes, func(n analysis.Note) bool { return n.Code == "note.holm-inconclusive" }) {
			levels = append(levels, l.Threads)
		}
	}
	return levels
}

// notesOnMany are the footnotes of several systems against one base: each kind once, with what it
// says of each system.
func (r *run) notesOnMany(cs []*analysis.Comparison, base *System, others []*System) []string {
	var swapped, spread, repeats, holm, rest []string
	for i, c := range cs {
		name, o := others[i].short(), c.Overall
		if o.N > 1 {
			swapped = append(swapped, r.t("table.value-of", name, r.deltaIn(o.OtherBaseMean)))
		}
		if o.N > 1 && o.Spread.Low.OK && o.Spread.High.OK {
			spread = append(spread, r.t("table.value-of", name, r.deltaRange(o.Spread.Low.V, o.Spread.High.V)))
		}
		least, most := 0, 0
		for _, l := range c.Levels {
			if n := l.MoreRepeats; n > 0 {
				most = max(most, n)
				if least == 0 || n < least {
					least = n
				}
			}
		}
		switch {
		case most > least:
			repeats = append(repeats, r.t("table.value-of", name, fmt.Sprintf("%d–%d", least, most)))
		case most > 0:
			repeats = append(repeats, r.t("table.value-of", name, fmt.Sprint(most)))
		}
		if levels := notAfterHolm(c); len(levels) > 0 {
			holm = append(holm, r.t("brackets", name, strings.Join(texts(levels), r.t("comma"))))
		}
		rest = append(rest, r.comparisonNotes(c, base, others[i])...)
	}
	var out []string
	add := func(key string, of []string, args ...any) {
		if len(of) > 0 {
			out = append(out, r.t(key, append(args, strings.Join(of, r.t("comma.text")))...))
		}
	}
	add("note.base.many", swapped, base.short())
	add("note.spread.many", spread, lang.Confidence(cs[0].Confidence))
	add("note.repeats.many", repeats)
	add("note.holm-at.many", holm)
	return append(out, dedupe(rest)...)
}

// comparisonNotes are the footnotes of a comparison that the analysis gives.
func (r *run) comparisonNotes(c *analysis.Comparison, base, other *System) []string {
	var out []string
	if len(c.OnlyBase) > 0 {
		out = append(out, r.t("note.unmatched", base.short(), blanks(c.OnlyBase)))
	}
	if len(c.OnlyOther) > 0 {
		out = append(out, r.t("note.unmatched", other.short(), blanks(c.OnlyOther)))
	}
	for _, n := range append(c.Notes[:len(c.Notes):len(c.Notes)], c.Overall.Notes...) {
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
