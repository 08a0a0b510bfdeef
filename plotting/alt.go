package plotting

import (
	"math"
	"slices"

	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// even is the margin within which an alt text calls two systems even: the
// default margin of comparisons.
const even = 0.05

// leaderAlt states what a figure of a metric over threads shows: for two systems
// who leads where and by how much, for more of them who is best where, for one
// how it moves.
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
			b.value(last.mean.Value.V, m), last.threads, b.value(best.mean.Value.V, m), b.threads(best.threads))
	case 2:
		return b.twoAlt(all[0], all[1], m)
	}
	best := func(s series) measured {
		return slices.MaxFunc(s.at, func(x, y measured) int { return signOf(x.mean.Value.V-y.mean.Value.V) * int(m.Better) })
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
	key := "plot.alt.peaks"
	if m.Better == parse.LowerIsBetter {
		key = "plot.alt.lows"
	}
	return b.t(key, b.shortMetric(m), b.list(parts))
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

// stretch is a run of neighbouring levels with the same outcome: +1 the second
// system ahead, −1 the first, 0 even.
type stretch struct {
	outcome     int
	first, last int // threads
	least, most float64
	levels      int
}

// stretches groups levels by who is ahead beyond the margin; delta is the
// second relative to the first, better whichever way that is.
func stretches(threads []int, deltas []float64, better parse.Direction, margin float64) []stretch {
	var out []stretch
	for i, d := range deltas {
		outcome := 0
		if d > margin || d < 1/(1+margin)-1 {
			outcome = signOf(d) * int(better)
		}
		a := math.Abs(d)
		if n := len(out); n > 0 && out[n-1].outcome == outcome {
			s := &out[n-1]
			s.last, s.levels = threads[i], s.levels+1
			s.least, s.most = min(s.least, a), max(s.most, a)
			continue
		}
		out = append(out, stretch{outcome, threads[i], threads[i], a, a, 1})
	}
	return out
}

func (b *builder) twoAlt(first, second series, m parse.Metric) string {
	var threads []int
	var deltas []float64
	for _, p := range first.at {
		for _, q := range second.at {
			d := parse.Some(q.mean.Value.V/p.mean.Value.V - 1) // absent where it overflows
			if p.threads == q.threads && p.mean.Value.V > 0 && known(d) {
				threads = append(threads, p.threads)
				deltas = append(deltas, d.V)
			}
		}
	}
	return b.deltaAlt(b.name(first.system), b.name(second.system), m, threads, deltas, even)
}

// deltaAlt states who is ahead where: "TPS of x86 relative to Graviton: x86 ahead
// by 11.8–26.8 % at 2–64 threads; within 5 % at 96–128 threads."
func (b *builder) deltaAlt(base, other string, m parse.Metric, threads []int, deltas []float64, margin float64) string {
	if len(threads) == 0 {
		return b.t("plot.alt.no-common", base, other)
	}
	var parts []string
	all := stretches(threads, deltas, m.Better, margin)
	where := func(s stretch) string {
		if s.first == s.last {
			return b.threads(s.first)
		}
		return b.t("plot.levels", s.first, s.last)
	}
	by := func(s stretch) string {
		lo, hi := lang.Number(s.least*100, 1), lang.Percent(b.lang, s.most)
		if s.levels == 1 || lang.Percent(b.lang, s.least) == hi {
			return hi
		}
		return lo + "–" + hi
	}
	if len(all) <= 5 {
		for _, s := range all {
			switch {
			case s.outcome == 0:
				parts = append(parts, b.t("plot.alt.even", lang.Number(margin*100, 0), where(s)))
			case s.outcome > 0:
				parts = append(parts, b.t("plot.alt.ahead", other, by(s), where(s)))
			default:
				parts = append(parts, b.t("plot.alt.ahead", base, by(s), where(s)))
			}
		}
	} else {
		var ahead, behind, same int
		for _, s := range all {
			switch {
			case s.outcome > 0:
				ahead += s.levels
			case s.outcome < 0:
				behind += s.levels
			default:
				same += s.levels
			}
		}
		parts = append(parts, b.t("plot.alt.counts", other, ahead, base, behind, same, len(threads)))
	}
	sep := "; "
	if b.lang == "zh" {
		sep = "；"
	}
	text := ""
	for i, p := range parts {
		if i > 0 {
			text += sep
		}
		text += p
	}
	return b.t("plot.alt.delta", b.shortMetric(m), other, base, text)
}
