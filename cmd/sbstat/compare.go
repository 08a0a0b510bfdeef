package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

func (a *app) compareCommand() *cobra.Command {
	var failIf []string
	var inconclusiveOK bool
	cmd := &cobra.Command{
		Use:   "compare [flags] FILE…",
		Short: "Compare systems level by level and overall",
		Long: `compare sets every system against the base, the first one or --base. A delta is other
relative to base. With repeats (three or more runs a level) each has a confidence
interval and a verdict, Holm-adjusted over the levels; one run a level has neither,
whatever its interval lines say: noise within a run says nothing about the next run.

--fail-if makes it a gate for scripts. METRIC is any metric, or cost with --price;
@LEVELS looks at each of these levels, else the overall figure decides:
  --fail-if 'tps < -5%'       throughput lost more than 5 %
  --fail-if 'p95@64 > 10%'    p95 at 64 threads rose by more than 10 %
It exits 1 where the difference is that large and its interval excludes no
difference; 0 where the interval excludes a difference that large; else 3, inconclusive
(0 with --inconclusive-ok). Without repeats there is nothing to decide on: 3.

JSON (schema version 1): metric, unit, base, other, levels, overall, notes; deltas are
fractions in full precision, absent numbers null. Several others give a list of these.`,
		Example: `  sbstat compare old.log new.log
  sbstat compare --base Graviton --focus 4-64 aws.txt
  sbstat compare --metric p95 --levels 4-64 old=logs/old new=logs/new
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
			if err := a.showCompare(s); err != nil || len(gates) == 0 {
				return err
			}
			return a.decide(gates, s, prices, inconclusiveOK)
		},
	}
	a.common(cmd, []string{"table", "markdown", "csv", "json"}, "base", "metric", "levels", "focus", "margin", "confidence", "price", "pattern")
	cmd.Flags().StringArrayVar(&failIf, "fail-if", nil, "exit 1 if this `condition` holds: 'tps < -5%'; may be given several times")
	cmd.Flags().BoolVar(&inconclusiveOK, "inconclusive-ok", false, "exit 0 where a --fail-if is inconclusive")
	return cmd
}

func (a *app) compareOptions() analysis.CompareOptions {
	f := &a.flags
	return analysis.CompareOptions{Levels: f.levels, Focus: f.focus, Confidence: f.confidence, Margin: f.margin}
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
			} else {
				a.comparisons(d, shown)
				a.ranking(d, sweeps, m)
			}
			if a.flags.metric == nil {
				a.alsoLatency(d, s)
			}
			a.captions(d, s)
		},
		records: func() [][]string { return compareRecords(full) },
		json: func() (any, error) {
			var out []comparisonJSON
			for _, c := range full {
				out = append(out, toComparison(c, a.flags.lang))
			}
			if len(out) == 1 {
				return out[0], nil
			}
			return out, nil
		},
	})
}

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
		cols = append(cols, left(a.text("cmd.interval", asPercent(c.Confidence))), left(a.text("cmd.verdict")), left("n"))
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
	case len(c.Levels) < 3:
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
		if c.Focus != nil {
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
		d.line(a.text("cmd.compare.spread", lang.Delta(l, o.Geomean), a.delta(o.PerDoubling), lang.Signed(l, o.Spread.Low.V), lang.Signed(l, o.Spread.High.V), asPercent(c.Confidence)))
	}
	for _, t := range a.notesOf(c) {
		d.line(t)
	}
}

// note makes a note a sentence. A system's name at its start keeps its letters.
func (a *app) note(n analysis.Note) string {
	t := n.In(a.flags.lang)
	if len(n.Args) > 0 && strings.HasPrefix(t, fmt.Sprint(n.Args[0])) {
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

// notesOf gathers the notes of a comparison, each once: those of the whole
// first, then those of its levels with the levels that they concern.
func (a *app) notesOf(c *analysis.Comparison) []string {
	var out []string
	add := func(s string) {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	for _, n := range slices.Concat(c.Notes, c.Overall.Notes) {
		add(a.note(n))
	}
	type group struct {
		text   string
		levels []int
	}
	var groups []group
	var more []string
	for _, l := range c.Levels {
		for _, n := range slices.Concat(l.Delta.Notes, l.Base.Notes, l.Other.Notes) {
			if n.Code == "note.single-run" {
				continue // the delta's own note says it
			}
			t := a.note(n)
			if slices.Contains(out, t) {
				continue
			}
			i := slices.IndexFunc(groups, func(g group) bool { return g.text == t })
			if i < 0 {
				groups = append(groups, group{text: t})
				i = len(groups) - 1
			}
			if !slices.Contains(groups[i].levels, l.Threads) {
				groups[i].levels = append(groups[i].levels, l.Threads)
			}
		}
		if l.MoreRepeats > 0 {
			more = append(more, a.text("cmd.compare.moreat", a.count("cmd.nthreads", l.Threads), rawInt(l.MoreRepeats)))
		}
	}
	for _, g := range groups {
		if len(g.levels) == len(c.Levels) {
			add(g.text)
		} else {
			add(a.text("cmd.about", a.text("cmd.atlevels", levelList(g.levels)), g.text))
		}
	}
	if len(more) > 0 {
		add(a.text("cmd.compare.morelist", strings.Join(more, a.text("cmd.comma"))))
	}
	return out
}

// alsoLatency adds one line on the latency where nobody asked for a metric: a
// reader of throughput wants to know whether it was bought with the tail.
func (a *app) alsoLatency(d *document, s *systems) {
	percentiles := usualPercentiles(s.sweeps[0].Metrics())
	if len(percentiles) == 0 {
		return
	}
	m := percentiles[0]
	if slices.Contains(percentiles, parse.P95) {
		m = parse.P95
	}
	sweeps := s.shown()
	cs, err := analysis.CompareAll(sweeps[0], sweeps[1:], m, a.compareOptions())
	if err != nil {
		return // the others lack it
	}
	for _, c := range cs {
		if c.Overall.N > 0 {
			d.line(a.text("cmd.compare.latency", metricLabel(m), c.Other, lang.Delta(a.flags.lang, c.Overall.Mean), lang.Delta(a.flags.lang, c.Overall.Median)))
		}
	}
}

// comparisons writes several systems against one base: levels down, systems
// across.
func (a *app) comparisons(d *document, cs []*analysis.Comparison) {
	base := cs[0].Base
	cols := []column{left(a.levelHead(cs[0].Metric)), right(base)}
	var levels []int
	repeats := false
	for _, c := range cs {
		cols = append(cols, right(c.Other), right(a.text("cmd.compare.vsbase")))
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
				row = append(row, absent, absent)
				continue
			}
			l := c.Levels[i]
			row[1] = number(l.Base.Value)
			row = append(row, number(l.Other.Value), a.marked(d, l.Delta, l.Verdict))
		}
		rows = append(rows, row)
	}
	for _, o := range []struct {
		key string
		get func(*analysis.Overall) parse.Num
	}{
		{"cmd.compare.rowmean", func(o *analysis.Overall) parse.Num { return parse.Some(o.Mean) }},
		{"cmd.compare.rowgeomean", func(o *analysis.Overall) parse.Num { return parse.Some(o.Geomean) }},
		{"cmd.compare.rowmedian", func(o *analysis.Overall) parse.Num { return parse.Some(o.Median) }},
	} {
		row := []string{a.text(o.key), ""}
		for _, c := range cs {
			row = append(row, "", a.delta(o.get(&c.Overall)))
		}
		rows = append(rows, row)
	}
	if a.flags.focus != nil {
		row := []string{a.text("cmd.compare.rowfocus", a.flags.focus.String()), ""}
		for _, c := range cs {
			var n parse.Num
			if c.Focus != nil {
				n = parse.Some(c.Focus.Mean)
			}
			row = append(row, "", a.delta(n))
		}
		rows = append(rows, row)
	}
	if repeats {
		row := []string{a.text("cmd.compare.rowmeasured"), ""}
		for _, c := range cs {
			row = append(row, "", a.marked(d, c.Overall.Measured, c.Overall.Verdict))
		}
		rows = append(rows, row)
	}
	d.table(cols, rows)
	d.line(a.text("cmd.compare.allvs", base))
	if repeats {
		d.line(a.text("cmd.compare.marks", asPercent(cs[0].Confidence)))
	}
	// What holds for all is said once, the rest with the system that it concerns.
	count := map[string]int{}
	for _, c := range cs {
		for _, t := range a.notesOf(c) {
			count[t]++
		}
	}
	for i, c := range cs {
		for _, t := range a.notesOf(c) {
			switch {
			case count[t] < len(cs):
				d.line(a.text("cmd.about", c.Other, t))
			case i == 0:
				d.line(t)
			}
		}
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
}
