package plotting

import (
	"math"
	"slices"
	"strings"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// even is the margin within which an alt text calls two systems even: the
// default margin of comparisons.
const even = 0.05

// leaderAlt states what a figure of a metric over threads shows: for two systems
// how they compare, for more of them who is best where, for one how it moves.
func (b *builder) leaderAlt(all []series, m parse.Metric) string {
	all = slices.DeleteFunc(slices.Clone(all), func(s series) bool { return len(s.at) == 0 })
	switch len(all) {
	case 0:
		return ""
	case 1:
		s := all[0]
		first, last := s.at[0], s.at[len(s.at)-1]
		if first.threads == last.threads {
			return b.t("plot.alt.point", b.name(s.system), b.value(first.mean.Value.V, m), b.threads(first.threads))
		}
		best := slices.MaxFunc(s.at, func(x, y measured) int { return signOf(x.mean.Value.V-y.mean.Value.V) * int(m.Better) })
		return b.t("plot.alt.one", b.name(s.system), b.shortMetric(m), b.amount(first.mean.Value.V), b.threads(first.threads),
			b.value(last.mean.Value.V, m), b.threads(last.threads), b.value(best.mean.Value.V, m), b.threads(best.threads))
	case 2:
		c, err := analysis.Compare(all[0].sweep, all[1].sweep, m, analysis.CompareOptions{Confidence: b.opts.Confidence})
		if err != nil {
			return b.t("plot.alt.no-common", b.name(all[0].system), b.name(all[1].system))
		}
		return b.deltaAlt(c)
	}
	best := func(s series) measured {
		return slices.MaxFunc(s.at, func(x, y measured) int { return signOf(x.mean.Value.V-y.mean.Value.V) * int(m.Better) })
	}
	key := "plot.alt.peaks"
	if m.Better == parse.LowerIsBetter {
		key = "plot.alt.lows"
		if top := highestCommon(all); top > 0 { // the lightest load has the lowest latency, which says little
			key = "plot.alt.at-top"
			best = func(s series) measured {
				return s.at[slices.IndexFunc(s.at, func(p measured) bool { return p.threads == top })]
			}
		}
	}
	slices.SortStableFunc(all, func(x, y series) int { return signOf(best(y).mean.Value.V-best(x).mean.Value.V) * int(m.Better) })
	var parts []string
	for _, s := range all[:min(len(all), 6)] {
		top := best(s)
		parts = append(parts, b.t("plot.alt.best-of", b.name(s.system), b.value(top.mean.Value.V, m), b.threads(top.threads)))
	}
	if more := len(all) - len(parts); more > 0 {
		parts = append(parts, b.t("plot.alt.more", more))
	}
	return b.t(key, b.shortMetric(m), b.list(parts))
}

// highestCommon is the highest level that all have, 0 for none.
func highestCommon(all []series) int {
	for _, p := range slices.Backward(all[0].at) {
		if !slices.ContainsFunc(all, func(s series) bool {
			return !slices.ContainsFunc(s.at, func(q measured) bool { return q.threads == p.threads })
		}) {
			return p.threads
		}
	}
	return 0
}

func signOf(v float64) int {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

// outcome is how two systems stand to each other at a level.
type outcome int

const (
	higher       outcome = iota // other is higher; of costs: other is cheaper
	lower                       // other is lower; of costs: base is cheaper
	near                        // within the margin
	inconclusive                // the interval leaves it open
	noRatio                     // base is zero
)

// outcomeOf is the outcome at a level: the verdict where there is one, else the
// ratio alone.
func outcomeOf(l analysis.LevelDelta, margin float64) outcome {
	d := l.Delta.Value
	switch {
	case !known(d):
		return noRatio
	case l.Verdict == analysis.Inconclusive:
		return inconclusive
	case l.Verdict == analysis.Equivalent,
		l.Verdict == analysis.NoVerdict && d.V <= margin && d.V >= 1/(1+margin)-1:
		return near
	case d.V > 0:
		return higher
	}
	return lower
}

// stretch holds the levels with one outcome.
type stretch struct {
	outcome     outcome
	levels      []int
	least, most float64 // fractions, without sign
}

// stretches gathers levels by their outcome, in the order in which the outcomes
// first appear.
type stretches []stretch

func (all *stretches) add(threads int, o outcome, by float64) {
	by = math.Abs(by)
	for i := range *all {
		if s := &(*all)[i]; s.outcome == o {
			s.levels = append(s.levels, threads)
			s.least, s.most = min(s.least, by), max(s.most, by)
			return
		}
	}
	*all = append(*all, stretch{o, []int{threads}, by, by})
}

// by writes how far apart the systems are: "11.8–26.8 %".
func (b *builder) by(s stretch) string {
	least, most := lang.Percent(b.lang, s.least), lang.Percent(b.lang, s.most)
	if least == most {
		return most
	}
	return lang.Number(s.least*100, 1) + "–" + most
}

// places writes where each stretch lies: "1, 4–64 threads". A range holds only
// neighbours among all levels, those with one system included, so that it never names a level
// that was not compared. Where that takes many ranges it is "3 of 9 levels".
func (b *builder) places(all stretches, levels []int) []string {
	levels = slices.Compact(slices.Sorted(slices.Values(levels)))
	compared, ranges := 0, 0
	texts := make([]string, len(all))
	for i, s := range all {
		compared += len(s.levels)
		var parts []string
		for from := 0; from < len(s.levels); {
			at, _ := slices.BinarySearch(levels, s.levels[from])
			to := from
			for to+1 < len(s.levels) && at+to+1-from < len(levels) && levels[at+to+1-from] == s.levels[to+1] {
				to++
			}
			text := b.levelList(s.levels[from : from+1])
			if to > from {
				text += "–" + b.levelList(s.levels[to:to+1])
			}
			parts = append(parts, text)
			from = to + 1
		}
		ranges += len(parts)
		if texts[i] = b.level("plot.alt.levels", b.list(parts)); len(s.levels) == 1 {
			texts[i] = b.threads(s.levels[0])
		}
	}
	if ranges > 8 {
		for i, s := range all {
			texts[i] = b.t("plot.alt.of-levels", len(s.levels), compared)
		}
	}
	return texts
}

// deltaAlt states how other stands to base, and where: "TPS, x86 relative to
// Graviton: 11.8–26.8 % higher at 2–64 threads; within 5 % at 96–128 threads."
func (b *builder) deltaAlt(c *analysis.Comparison) string {
	margin := c.Margin
	if margin == 0 {
		margin = even
	}
	var all stretches
	levels := slices.Concat(c.OnlyBase, c.OnlyOther)
	for _, l := range c.Levels {
		levels = append(levels, l.Threads)
		all.add(l.Threads, outcomeOf(l, margin), l.Delta.Value.V)
	}
	var parts []string
	for i, where := range b.places(all, levels) {
		switch s := all[i]; s.outcome {
		case higher:
			parts = append(parts, b.t("plot.alt.higher", b.by(s), where))
		case lower:
			parts = append(parts, b.t("plot.alt.lower", b.by(s), where))
		case near:
			parts = append(parts, b.t("plot.alt.close", lang.Number(margin*100, 0), where))
		case inconclusive:
			parts = append(parts, b.t("plot.alt.open", where))
		case noRatio:
			parts = append(parts, b.t("plot.alt.no-ratio", where, b.name(c.Base)))
		}
	}
	return b.t("plot.alt.delta", b.shortMetric(c.Metric), b.name(c.Other), b.name(c.Base), b.clauses(parts))
}

// clauses joins the parts of a sentence.
func (b *builder) clauses(parts []string) string {
	if b.lang == "zh" {
		return strings.Join(parts, "；")
	}
	return strings.Join(parts, "; ")
}

// estimated writes an estimate with its interval, where there is one: "1.15 [0.8, 1.5]".
func estimated(e analysis.Estimate, text func(float64) string) string {
	s := text(e.Value.V)
	if interval(e) {
		s += " [" + text(e.Low.V) + ", " + text(e.High.V) + "]"
	}
	return s
}
