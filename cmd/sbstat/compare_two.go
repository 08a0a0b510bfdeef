package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// measured reports whether any level has an interval.
func measured(c *analysis.Comparison) bool {
	return slices.ContainsFunc(c.Levels, func(l analysis.LevelDelta) bool { return l.Delta.Low.OK })
}

// comparison writes a comparison of two systems: levels down, both systems and
// the delta across, the overall figures below.
func (a *app) comparison(d *document, c *analysis.Comparison) {
	base, other := c.Base, c.Other
	repeats := measured(c)
	cols := []column{left(a.levelHead(c.Metric)), right(base), right(other), left(a.text("cmd.compare.relative", other, base))}
	if repeats {
		cols = append(cols, left(a.text("cmd.interval", lang.Confidence(c.Confidence))), left(a.text("cmd.verdict")), left("n"))
	}
	cols = append(cols, left(""))
	var rows [][]string
	for _, l := range c.Levels {
		row := []string{threadCell(l.Threads), number(l.Base.Value), number(l.Other.Value), a.delta(l.Delta.Value)}
		if repeats {
			row = append(row, a.deltaInterval(l.Delta), a.verdict(d, l.Verdict, l.Delta), samples(l))
		}
		rows = append(rows, append(row, a.extreme(c, l.Threads)))
	}
	d.table(cols, rows)
	a.overall(d, c)
	a.footnotes(d, c)
}

// levelHead is the head of the column of levels: the metric in English, where a
// column of thread counts explains itself, "并发" in Chinese.
func (a *app) levelHead(m parse.Metric) string {
	head := metricHead(m)
	if a.flags.lang == "zh" {
		head = a.text("cmd.threads")
	}
	return text.Pad(head, 7, ' ')
}

// extreme marks the levels with the largest and the smallest delta.
func (a *app) extreme(c *analysis.Comparison, threads int) string {
	largest, smallest := c.Overall.Max, c.Overall.Min
	if largest.Delta < 0 { // where all are losses, the largest is the lowest
		largest, smallest = smallest, largest
	}
	switch {
	case len(c.Levels) < 3, c.Overall.N == 0:
		return ""
	case threads == largest.Threads:
		return a.text("cmd.compare.largest")
	case threads == smallest.Threads:
		return a.text("cmd.compare.smallest")
	}
	return ""
}

// samples writes how many runs a side a level has: "3+3".
func samples(l analysis.LevelDelta) string { return fmt.Sprintf("%d+%d", l.Base.N, l.Other.N) }

// verdict writes a verdict, coloured by what it means; the data's own reason
// stands where there is none.
func (a *app) verdict(d *document, v analysis.Verdict, e analysis.Estimate) string {
	t := plain
	switch v {
	case analysis.NoVerdict:
		return absent
	case analysis.Better:
		t = good
	case analysis.Worse:
		t = bad
	case analysis.Equivalent, analysis.Inconclusive:
		t = dim
	}
	return d.tint(t, a.text("verdict."+string(v)))
}

// overall writes the figures over all levels.
func (a *app) overall(d *document, c *analysis.Comparison) {
	o := &c.Overall
	if o.N == 0 {
		return
	}
	l := a.flags.lang
	if o.N > 1 {
		line := a.text("cmd.compare.mean", rawInt(o.N), c.Other, metricLabel(c.Metric), lang.Delta(l, o.Mean), lang.Delta(l, o.Median))
		if c.Focus != nil && c.Focus.N > 0 {
			line += a.text("cmd.compare.focus", a.flags.focus.String(), lang.Delta(l, c.Focus.Mean))
		}
		d.line(line)
	}
	if o.Measured.Value.OK && o.Measured.Low.OK {
		line := a.text("cmd.compare.measured", a.delta(o.Measured.Value), a.deltaInterval(o.Measured))
		if o.Verdict != analysis.NoVerdict {
			line += a.text("cmd.compare.overallverdict", a.verdict(d, o.Verdict, o.Measured))
		}
		d.line(line)
	}
	d.line(a.text("cmd.compare.otherbase", c.Base, c.Other, lang.Delta(l, o.OtherBaseMean)))
}

// footnotes writes what the numbers do not show by themselves.
func (a *app) footnotes(d *document, c *analysis.Comparison) {
	l, o := a.flags.lang, &c.Overall
	if o.N > 2 && o.Spread.Low.OK && o.PerDoubling.OK {
		d.line(a.text("cmd.compare.spread", lang.Delta(l, o.Geomean), a.delta(o.PerDoubling), lang.Signed(l, o.Spread.Low.V), lang.Signed(l, o.Spread.High.V), lang.Confidence(c.Confidence)))
	}
	for _, r := range a.remarks(c) {
		if r.levels == nil {
			d.line(r.text)
		} else {
			d.line(a.text("cmd.about", a.text("cmd.atlevels", a.threads(r.levels)), r.text))
		}
	}
	a.repeatsToSettle(d, c)
}

// note makes a note a sentence. A system's name at its start keeps its letters.
func (a *app) note(n analysis.Note) string {
	t := shortLists(n.In(a.flags.lang))
	if a.flags.lang == "en" && len(n.Args) > 0 && strings.HasPrefix(t, fmt.Sprint(n.Args[0])) {
		return strings.TrimSuffix(clean(t), ".") + "."
	}
	return a.sentence(t)
}

// sentence makes a note a sentence: a capital first, a full stop last.
func (a *app) sentence(s string) string {
	s = clean(s)
	if a.flags.lang == "zh" {
		return strings.TrimSuffix(s, "。") + "。"
	}
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + strings.TrimSuffix(s[n:], ".") + "."
}

// remarkOn is a note of a comparison and the levels that it concerns.
type remarkOn struct {
	text   string
	levels []int // nil: the comparison as a whole, or each level
}

// remarks gathers the notes of a comparison, each once: those of the whole first, then those
// of its levels.
func (a *app) remarks(c *analysis.Comparison) []remarkOn {
	var out []remarkOn
	whole := map[string]bool{}
	for _, n := range slices.Concat(c.Notes, c.Overall.Notes) {
		if t := a.note(n); !whole[t] {
			whole[t] = true
			out = append(out, remarkOn{text: t})
		}
	}
	of := len(out)
	for _, l := range c.Levels {
		for _, n := range slices.Concat(l.Delta.Notes, l.Base.Notes, l.Other.Notes) {
			t := a.note(n)
			if n.Code == "note.single-run" || whole[t] {
				continue // the delta's own note says it
			}
			i := slices.IndexFunc(out, func(r remarkOn) bool { return r.text == t })
			if i < 0 {
				i = len(out)
				out = append(out, remarkOn{text: t})
			}
			if !slices.Contains(out[i].levels, l.Threads) {
				out[i].levels = append(out[i].levels, l.Threads)
			}
		}
	}
	for i := of; i < len(out); i++ {
		if len(out[i].levels) == len(c.Levels) {
			out[i].levels = nil
		}
	}
	return out
}

// repeatsToSettle lists the repeats that would likely settle the inconclusive levels.
func (a *app) repeatsToSettle(d *document, c *analysis.Comparison) {
	var at []string
	for _, l := range c.Levels {
		if l.MoreRepeats > 0 {
			at = append(at, a.text("cmd.compare.moreat", a.count("cmd.nthreads", l.Threads), rawInt(l.MoreRepeats)))
		}
	}
	if len(at) > 0 {
		d.line(a.text("cmd.compare.morelist", strings.Join(at, a.text("cmd.comma"))))
	}
}

// tail compares the latency percentile that is said beside the throughput where nobody asked for
// a metric: a reader wants to know whether it was bought with the tail. nil where there is none.
func (a *app) tail(s *systems) []*analysis.Comparison {
	percentiles := usualPercentiles(s.sweeps[0].Metrics())
	if len(percentiles) == 0 || a.flags.metric != nil {
		return nil
	}
	m := percentiles[0]
	if slices.Contains(percentiles, parse.P95) {
		m = parse.P95
	}
	sweeps := s.shown()
	cs, err := analysis.CompareAll(sweeps[0], sweeps[1:], m, a.compareOptions())
	if err != nil {
		return nil // the others lack it
	}
	return cs
}

// tailLine says the tail of a comparison of two.
func (a *app) tailLine(d *document, c *analysis.Comparison) {
	if c.Overall.N == 0 {
		return
	}
	line := a.text("cmd.compare.latency", metricLabel(c.Metric), c.Other, lang.Delta(a.flags.lang, c.Overall.Mean), lang.Delta(a.flags.lang, c.Overall.Median))
	if why := dominated(c); why != nil {
		line += a.text("cmd.compare.but", clean(why.In(a.flags.lang)))
	}
	d.line(line)
}

// dominated is the note that one level moves the mean; nil where none does.
func dominated(c *analysis.Comparison) *analysis.Note {
	for i, n := range c.Notes {
		if n.Code == "note.dominated" {
			return &c.Notes[i]
		}
	}
	return nil
}
