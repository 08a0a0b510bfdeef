package analysis

import (
	"fmt"
	"math"
	"slices"

	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// Overall is a comparison over several levels. Where none of them has a ratio, N is 0, Notes
// say so, and no figure holds.
type Overall struct {
	N               int       // levels that have a ratio
	Levels          []int     // which
	Mean            float64   // arithmetic mean of the level deltas: what articles give
	Geomean         float64   // geometric mean of the ratios, − 1: the same from either base
	Median          float64   // median of the level deltas
	Min, Max        LevelPick // smallest and largest level delta
	PerDoubling     parse.Num // mean delta at equal weight per doubling of threads: trapezoid over log2 threads
	OtherBaseMean   float64   // mean of base/other − 1: the figure with the other system as base
	OtherBaseMedian float64
	Spread          Estimate // t interval of the level deltas across levels: how levels differ, not measurement error
	Measured        Estimate // geometric mean − 1 with the interval of the measurement, from the repeats; of one level, that level's Delta
	Verdict         Verdict  // of Measured, not adjusted
	Notes           []Note
}

// LevelPick is a level and the delta there, a fraction.
type LevelPick struct {
	Threads int
	Delta   float64
}

// overallOf summarises the levels within a set. Levels whose ratio is absent or zero
// have no place in a mean of ratios, which a note says.
func (c *Comparison) overallOf(set LevelSet) (*Overall, error) {
	o := &Overall{}
	var ratios []ratio
	var deltas, inverse []float64
	var leftOut, offered []int
	for _, l := range c.Levels {
		offered = append(offered, l.Threads)
		switch {
		case !set.Contains(l.Threads):
		case !l.ratio.value.OK || l.ratio.value.V <= 0:
			leftOut = append(leftOut, l.Threads)
		default:
			o.Levels = append(o.Levels, l.Threads)
			ratios = append(ratios, l.ratio)
			deltas = append(deltas, l.ratio.value.V-1)
			inverse = append(inverse, 1/l.ratio.value.V-1)
		}
	}
	if len(leftOut) > 0 {
		o.Notes = append(o.Notes, Note{"note.no-ratio-at", []any{levelList(leftOut)}})
	}
	switch {
	case len(deltas) > 0:
	case len(leftOut) > 0:
		return o, nil
	default:
		return nil, fmt.Errorf("none of the compared levels lies within %s; they are %s", set, levelList(offered))
	}
	o.N = len(deltas)
	o.Mean, o.OtherBaseMean = mean(deltas), mean(inverse)
	o.Median, o.OtherBaseMedian = median(deltas), median(inverse)
	o.Min, o.Max = LevelPick{o.Levels[0], deltas[0]}, LevelPick{o.Levels[0], deltas[0]}
	for i, d := range deltas {
		if d < o.Min.Delta {
			o.Min = LevelPick{o.Levels[i], d}
		}
		if d > o.Max.Delta {
			o.Max = LevelPick{o.Levels[i], d}
		}
	}
	o.PerDoubling = perDoubling(o.Levels, deltas)
	o.Spread = tEstimate(deltas, c.Confidence)
	if o.Spread.HasInterval() {
		o.Spread.Method, o.Spread.Notes = "method.spread", nil
	} else {
		o.Spread.Notes = notes("note.one-level")
	}

	all, how := combineRepeats(ratios, c.Metric, c.sides(o.Levels)...)
	o.Geomean = all.value.V - 1
	if !all.known && o.N > 1 {
		all.note = notes("note.one-run")
		switch {
		case slices.ContainsFunc(ratios, func(r ratio) bool { return r.known }):
			all.note = notes("note.some-one-run")
		case slices.ContainsFunc(ratios, func(r ratio) bool { return r.n > 2 }):
			all.note = notes("note.no-repeats")
		}
	}
	o.Measured = all.estimate(c.Confidence).mapped(func(r float64) float64 { return r - 1 })
	if o.Measured.HasInterval() {
		if o.N > 1 {
			o.Measured.Method = how.method("method.measured")
		}
		alpha := 1 - c.Confidence
		differ, equal := all.pDiffer(), all.pEquivalent(c.Margin)
		o.Verdict = verdict(all, c.Metric, alpha, [2]float64{differ, differ}, [2]float64{equal, equal})
	}
	return o, nil
}

// sides returns the levels of base and of other at the given thread counts.
func (c *Comparison) sides(threads []int) [][]*Level {
	var base, other []*Level
	for i := range c.Levels {
		if l := &c.Levels[i]; slices.Contains(threads, l.Threads) {
			base, other = append(base, l.base), append(other, l.other)
		}
	}
	return [][]*Level{base, other}
}

// perDoubling is the mean of the deltas over log2 threads, by trapezoids: each
// doubling of the threads weighs the same, however many levels lie in it.
func perDoubling(threads []int, deltas []float64) parse.Num {
	if len(threads) < 2 {
		return parse.Num{}
	}
	var area float64
	for i := 1; i < len(threads); i++ {
		area += (deltas[i-1] + deltas[i]) / 2 * math.Log2(float64(threads[i])/float64(threads[i-1]))
	}
	return parse.Some(area / math.Log2(float64(threads[len(threads)-1])/float64(threads[0])))
}

// dominated reports the level without which the mean would move by more than
// the margin, and the mean without it.
func (o *Overall) dominated(c *Comparison) (threads int, without float64, ok bool) {
	if o.N < 4 {
		return 0, 0, false
	}
	n, most := float64(o.N), c.Margin
	for _, l := range c.Levels {
		if !slices.Contains(o.Levels, l.Threads) {
			continue
		}
		rest := (o.Mean*n - l.Delta.Value.V) / (n - 1)
		if d := math.Abs(rest - o.Mean); d > most {
			threads, without, ok, most = l.Threads, rest, true, d
		}
	}
	return threads, without, ok
}

// percent writes a signed fraction as the number of a message: "+11.8", "−1.0".
func percent(fraction float64) string {
	s := lang.Number(100*fraction, 1)
	if fraction > 0 && s != "0.0" {
		return "+" + s
	}
	return s
}

func differenceList(ds []Difference) string {
	list := ""
	for _, d := range ds {
		list += fmt.Sprintf(", %s: %q / %q", d.Key, d.Base, d.Other)
	}
	return list[2:]
}
