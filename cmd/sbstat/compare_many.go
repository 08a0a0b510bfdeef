package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// comparisons writes several systems against one base: levels down, systems across, and the
// tail latency below the throughput where there is one.
func (a *app) comparisons(d *document, cs, tail []*analysis.Comparison) {
	base := cs[0].Base
	cols := []column{left(a.levelHead(cs[0].Metric)), right(base)}
	var levels []int
	repeats := false
	// Of many systems only the deltas fit beside each other.
	values := len(cs) <= 4
	cells := func(row []string, value, delta string) []string {
		if values {
			row = append(row, value)
		}
		return append(row, delta)
	}
	for _, c := range cs {
		if values {
			cols = append(cols, right(c.Other), right(a.text("cmd.compare.vsbase")))
		} else {
			cols = append(cols, right(c.Other))
		}
		if measured(c) {
			repeats = true
		}
		for _, l := range c.Levels {
			levels = append(levels, l.Threads)
		}
	}
	slices.Sort(levels)
	var rows [][]string
	for _, threads := range slices.Compact(levels) {
		row := []string{threadCell(threads), absent}
		for _, c := range cs {
			i := slices.IndexFunc(c.Levels, func(l analysis.LevelDelta) bool { return l.Threads == threads })
			if i < 0 {
				row = cells(row, absent, absent)
				continue
			}
			l := c.Levels[i]
			row[1] = number(l.Base.Value)
			row = cells(row, number(l.Other.Value), a.marked(d, l.Delta, l.Verdict))
		}
		rows = append(rows, row)
	}
	overall := func(name string, cs []*analysis.Comparison, get func(*analysis.Overall) float64) {
		row := []string{name, ""}
		for _, c := range cs {
			var n parse.Num
			if c.Overall.N > 0 {
				n = parse.Some(get(&c.Overall))
			}
			row = cells(row, "", a.delta(n))
		}
		rows = append(rows, row)
	}
	means := func(o *analysis.Overall) float64 { return o.Mean }
	medians := func(o *analysis.Overall) float64 { return o.Median }
	overall(a.text("cmd.compare.rowmean"), cs, means)
	overall(a.text("cmd.compare.rowgeomean"), cs, func(o *analysis.Overall) float64 { return o.Geomean })
	overall(a.text("cmd.compare.rowmedian"), cs, medians)
	if a.flags.focus != nil {
		row := []string{a.text("cmd.compare.rowfocus", a.flags.focus.String()), ""}
		for _, c := range cs {
			var n parse.Num
			if c.Focus != nil && c.Focus.N > 0 {
				n = parse.Some(c.Focus.Mean)
			}
			row = cells(row, "", a.delta(n))
		}
		rows = append(rows, row)
	}
	if repeats {
		row := []string{a.text("cmd.compare.rowmeasured"), ""}
		for _, c := range cs {
			row = cells(row, "", a.marked(d, c.Overall.Measured, c.Overall.Verdict))
		}
		rows = append(rows, row)
	}
	if tail != nil {
		head := metricLabel(tail[0].Metric) + " "
		overall(head+a.text("cmd.compare.rowmean"), tail, means)
		overall(head+a.text("cmd.compare.rowmedian"), tail, medians)
	}
	d.table(cols, rows)
	d.line(a.text("cmd.compare.allvs", base))
	if repeats {
		d.line(a.text("cmd.compare.marks", lang.Confidence(cs[0].Confidence)))
	}
	a.remarksOnMany(d, cs)
	for _, c := range tail {
		if why := dominated(c); why != nil {
			d.line(a.text("cmd.about", clean(metricLabel(c.Metric)+" "+c.Other), a.note(*why)))
		}
	}
}

// remarksOnMany writes each note once, with the systems and levels that it concerns where
// these are not all.
func (a *app) remarksOnMany(d *document, cs []*analysis.Comparison) {
	type about struct {
		text  string
		who   []string
		whole int // systems that it concerns at all levels
	}
	var all []about
	for _, c := range cs {
		for _, r := range a.remarks(c) {
			i := slices.IndexFunc(all, func(o about) bool { return o.text == r.text })
			if i < 0 {
				i = len(all)
				all = append(all, about{text: r.text})
			}
			who := c.Other
			if r.levels == nil {
				all[i].whole++
			} else {
				who = a.text("cmd.compare.withlevels", who, levelList(r.levels))
			}
			all[i].who = append(all[i].who, who)
		}
	}
	for _, o := range all {
		if o.whole == len(cs) || len(o.who) == 1 && strings.HasPrefix(o.text, o.who[0]) {
			d.line(o.text)
		} else {
			d.line(a.text("cmd.about", clean(strings.Join(o.who, a.text("cmd.comma"))), o.text))
		}
	}
	var settle []string
	for _, c := range cs {
		least, most := 0, 0
		for _, l := range c.Levels {
			if n := l.MoreRepeats; n > 0 {
				most = max(most, n)
				if least == 0 || n < least {
					least = n
				}
			}
		}
		if most > 0 {
			n := rawInt(least)
			if most > least {
				n += "–" + rawInt(most)
			}
			settle = append(settle, c.Other+" "+n)
		}
	}
	if len(settle) > 0 {
		d.line(a.text("cmd.compare.settlemany", clean(strings.Join(settle, a.text("cmd.comma")))))
	}
}

// marked writes a delta with its interval and a mark for its verdict.
func (a *app) marked(d *document, e analysis.Estimate, v analysis.Verdict) string {
	s := a.delta(e.Value)
	if in := a.deltaInterval(e); in != "" {
		s += " " + in
	}
	switch v {
	case analysis.Better:
		s += d.tint(good, " ▲")
	case analysis.Worse:
		s += d.tint(bad, " ▼")
	case analysis.Equivalent:
		s += " ="
	case analysis.Inconclusive:
		s += " ?"
	}
	return s
}

// ranking lists the systems from best to worst. Systems whose intervals overlap
// share a rank.
func (a *app) ranking(d *document, sweeps []*analysis.Sweep, m parse.Metric) {
	ranked, err := analysis.Ranking(sweeps, m, a.compareOptions())
	if err != nil || len(ranked) == 0 {
		return
	}
	var parts []string
	for _, r := range ranked {
		parts = append(parts, fmt.Sprintf("%d %s (%s)", r.Rank, r.System, number(r.Value.Value)))
	}
	d.line(a.text("cmd.compare.ranking", metricHead(m), strings.Join(parts, a.text("cmd.comma"))))
	var behind []string
	for _, r := range ranked {
		if n := len(r.Behind); n > 0 {
			whom := strings.Join(r.Behind, a.text("cmd.comma"))
			if n > 3 {
				whom = a.text("cmd.compare.andmore", r.Behind[0], rawInt(n-1))
			}
			behind = append(behind, a.text("cmd.compare.behind", r.System, whom))
		}
	}
	if behind != nil {
		d.line("! " + clean(a.text("cmd.compare.linked", strings.Join(behind, a.text("cmd.semicolon")))))
	}
}
