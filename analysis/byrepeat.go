package analysis

import (
	"slices"

	"github.com/sbstat/sbstat/parse"
)

// Runs of one repeat are made one after the other and share its conditions: a slow hour is slow at
// every level. So the errors of the levels are not independent, and a mean over levels gets
// its error from the repeats as wholes, as a design with one random factor does (Cochran &
// Cox 1957).

// howRepeats says how the runs of several levels are assigned to repeats.
type howRepeats int

const (
	numbered    howRepeats = iota // each level has one run of each repeat number
	inputOrder                    // no run has a number, and each level has the same number of runs
	independent                   // neither: levels are taken for independent
)

// byRepeat returns the values of each level in the order of its side's repeats; none where
// the runs do not line up or are fewer than two.
func byRepeat(levels []*Level, m parse.Metric) (values [][]float64, how howRepeats) {
	var repeats []int // of the first level, ascending
	for i, l := range levels {
		var runs []*parse.Run
		for _, r := range l.Runs {
			if v, ok := r.Value(m); ok && finite(v) {
				runs = append(runs, r)
			}
		}
		slices.SortStableFunc(runs, func(a, b *parse.Run) int { return a.Repeat - b.Repeat })
		var numbers []int
		var vs []float64
		for _, r := range runs {
			v, _ := r.Value(m)
			numbers, vs = append(numbers, r.Repeat), append(vs, v)
		}
		if i == 0 {
			repeats = numbers
		}
		if len(vs) < 2 || !slices.Equal(numbers, repeats) {
			return nil, independent
		}
		values = append(values, vs)
	}
	switch distinct := len(slices.Compact(slices.Clone(repeats))); {
	case len(repeats) == 0:
		return nil, independent
	case distinct == len(repeats) && repeats[0] > 0:
		return values, numbered
	case distinct == 1 && repeats[0] == 0:
		return values, inputOrder
	}
	return nil, independent
}

// sideError returns the relative variance of Σ wₗ·meanₗ over one side's levels, and its degrees of
// freedom: each repeat's Σ wₗ·xₗₖ/meanₗ is one value of a sample.
func sideError(values [][]float64, weights []float64) (variance, df float64) {
	z := make([]float64, len(values[0]))
	for l, vs := range values {
		m := mean(vs)
		for k, v := range vs {
			z[k] += weights[l] * v / m
		}
	}
	_, sd := meanSD(z)
	return sd * sd / float64(len(z)), float64(len(z) - 1)
}

// repeatErrors returns the error of Σ wₗ·log(ratioₗ) side by side, from the repeats as wholes; each of
// sides holds one side's levels. Nothing but independent where the runs of a side do not line up.
func repeatErrors(weights []float64, m parse.Metric, sides ...[]*Level) (variances, dfs []float64, how howRepeats) {
	for _, levels := range sides {
		values, h := byRepeat(levels, m)
		if h == independent {
			return nil, nil, independent
		}
		how = max(how, h)
		v, df := sideError(values, weights)
		variances, dfs = append(variances, v), append(dfs, df)
	}
	return variances, dfs, how
}

// combineRepeats is [combine] with equal weights for levels whose runs may share their repeats: the
// estimate is the same, its error that of the repeats as wholes where the runs line up. One level is that level's
// ratio.
func combineRepeats(rs []ratio, m parse.Metric, sides ...[]*Level) (c ratio, how howRepeats) {
	if len(rs) == 1 {
		return rs[0], numbered
	}
	weights := slices.Repeat([]float64{1 / float64(len(rs))}, len(rs))
	c = combine(rs, weights)
	if !c.known {
		return c, independent
	}
	vs, dfs, how := repeatErrors(weights, m, sides...)
	if how != independent {
		c.setError(vs, dfs)
	}
	c.note = append(c.note[:len(c.note):len(c.note)], how.notes()...)
	return c, how
}

func (h howRepeats) notes() []Note {
	switch h {
	case inputOrder:
		return notes("note.repeats-by-order")
	case independent:
		return notes("note.levels-independent")
	}
	return nil
}

// method is the method of an interval over several levels; independently is its name where
// the levels are taken for independent.
func (h howRepeats) method(independently string) string {
	if h == independent {
		return independently
	}
	return "method.measured-repeats"
}
