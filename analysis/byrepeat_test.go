package analysis_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

// renumbered changes the repeat numbers of a sweep's runs.
func renumbered(s *analysis.Sweep, number func(threads, repeat int) int) *analysis.Sweep {
	for _, l := range s.Levels {
		for _, r := range l.Runs {
			r.Repeat = number(l.Threads, r.Repeat)
		}
	}
	return s
}

const (
	byOrder     = "the runs carry no repeat numbers: at each level they are taken for repeats 1, 2, … in input order"
	independent = "the interval over all levels takes them for independent, since their runs do not line up by repeat (one run of each repeat at each level)"
)

func TestRunsOfOneRepeatAreOneSampleOfTheWholeSweep(t *testing.T) {
	// Each repeat is fast or slow at both levels by the same 10 %: three values 1, 1.1, 0.9 a side, sd 0.1.
	// se = √(2 · 0.01/3), 4 degrees of freedom, t = 2.776445.
	a := func() *analysis.Sweep {
		return sweepOf("a", map[int][]float64{2: {100, 110, 90}, 4: {200, 220, 180}})
	}
	b := func() *analysis.Sweep {
		return sweepOf("b", map[int][]float64{2: {200, 180, 220}, 4: {400, 360, 440}})
	}
	together := 2.776445 * math.Sqrt(2*0.01/3)
	apart := 2.306004 * math.Sqrt(4*0.25*0.01/3) // as if independent: 8 degrees of freedom
	none := func(int, int) int { return 0 }
	for _, w := range []struct {
		name   string
		a, b   *analysis.Sweep
		half   float64
		method string
		note   string
	}{
		{"numbered", a(), b(), together, "method.measured-repeats", ""},
		{"numbered otherwise on each side", a(), renumbered(b(), func(_, k int) int { return 7 + k }), together, "method.measured-repeats", ""},
		{"in input order", renumbered(a(), none), b(), together, "method.measured-repeats", byOrder},
		{"a repeat more at one level", a(), renumbered(b(), func(n, k int) int { return n + k }), apart, "method.measured", independent},
		{"all runs of one number", a(), renumbered(b(), func(int, int) int { return 1 }), apart, "method.measured", independent},
	} {
		c := compare(t, w.a, w.b, parse.TPS, analysis.CompareOptions{})
		e := c.Overall.Measured
		assert.InDelta(t, 1, e.Value.V, 1e-12, w.name)
		assert.InDelta(t, 2*math.Exp(-w.half)-1, e.Low.V, 1e-6, w.name)
		assert.InDelta(t, 2*math.Exp(w.half)-1, e.High.V, 1e-6, w.name)
		assert.Equal(t, w.method, e.Method, w.name)
		swapped := compare(t, w.b, w.a, parse.TPS, analysis.CompareOptions{}).Overall.Measured
		assert.InDelta(t, 1/(1+e.High.V)-1, swapped.Low.V, 1e-12, "swapped, %s", w.name)
		for _, note := range []string{byOrder, independent} {
			assert.Equal(t, note == w.note, contains(notesOf(c.Notes), note), "%s: %s", w.name, note)
		}
	}
	// Where a repeat is fast at one level and slow at the other, the mean over the levels does not vary.
	c := compare(t, sweepOf("a", map[int][]float64{2: {100, 110, 90}, 4: {200, 180, 220}}), sweepOf("b", map[int][]float64{2: {100, 90, 110}, 4: {100, 110, 90}}), parse.TPS, analysis.CompareOptions{})
	assert.InDelta(t, c.Overall.Measured.Low.V, c.Overall.Measured.High.V, 1e-12)
}

func contains(list []string, s string) bool {
	for _, v := range list {
		if v == s {
			return true
		}
	}
	return false
}

func TestOverheadAndRankingTakeTheRepeatsAsWholesToo(t *testing.T) {
	// As above, with the mean ratio (0.9 + 0.8)/2: each repeat varies by 10 % at both levels.
	a := sweepOf("a", map[int][]float64{2: {100, 110, 90}, 4: {200, 220, 180}})
	b := sweepOf("b", map[int][]float64{2: {90, 81, 99}, 4: {160, 144, 176}})
	o, err := analysis.OverheadOf(a, b, analysis.OverheadOptions{})
	require.NoError(t, err)
	half := 2.776445 * math.Sqrt(2*0.01/3)
	assert.InDelta(t, 1-0.85*math.Exp(half), o.Lost.Low.V, 1e-6)
	assert.InDelta(t, 1-0.85*math.Exp(-half), o.Lost.High.V, 1e-6)
	assert.Equal(t, "method.measured-repeats", o.Lost.Method)

	// One side: geometric mean √(100 · 200), t(2) = 4.302653.
	ranked, err := analysis.Ranking([]*analysis.Sweep{a}, parse.TPS, analysis.CompareOptions{})
	require.NoError(t, err)
	assert.InDelta(t, math.Sqrt(20000)*math.Exp(-4.302653*0.1/math.Sqrt(3)), ranked[0].Value.Low.V, 1e-4)
	assert.Equal(t, "method.measured-repeats", ranked[0].Value.Method)
}

func TestOverOneLevelTheOverallIsThatLevel(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 0))
	a, b := sweepOf("a", map[int][]float64{8: draw(rng, 20, 100)}), sweepOf("b", map[int][]float64{8: draw(rng, 20, 110)})
	c := compare(t, a, b, parse.TPS, analysis.CompareOptions{})
	assert.Equal(t, "method.bca", c.Levels[0].Delta.Method)
	assert.Equal(t, c.Levels[0].Delta, c.Overall.Measured)
	o, err := analysis.OverheadOf(a, b, analysis.OverheadOptions{})
	require.NoError(t, err)
	assert.Equal(t, -c.Levels[0].Delta.High.V, o.Lost.Low.V)
}

func TestTheOverallIntervalCoversWhereTheRunsOfARepeatShareConditions(t *testing.T) {
	for _, repeats := range []int{3, 5} {
		rng := rand.New(rand.NewPCG(15, uint64(repeats)))
		sweep := func(name string, factor float64) *analysis.Sweep {
			var runs []*parse.Run
			for k := range repeats {
				shared := 0.03 * rng.NormFloat64()
				for _, n := range []int{1, 2, 4, 8, 16, 32} {
					runs = append(runs, run(name, n, k+1, factor*trueTPS(n)*math.Exp(shared+0.03*rng.NormFloat64()), 10))
				}
			}
			return analysis.Sweeps(runs)[0]
		}
		n := trials(2000)
		lost := 0
		overall := coverage(n, 0.2, func() analysis.Estimate {
			a, b := sweep("a", 1), sweep("b", 1.2)
			c, err := analysis.Compare(a, b, parse.TPS, analysis.CompareOptions{})
			require.NoError(t, err)
			o, err := analysis.OverheadOf(a, b, analysis.OverheadOptions{})
			require.NoError(t, err)
			if o.Lost.Low.V <= -0.2 && -0.2 <= o.Lost.High.V {
				lost++
			}
			return c.Overall.Measured
		})
		t.Logf("%d repeats: overall %.1f %%, lost %.1f %%", repeats, 100*overall, 100*float64(lost)/float64(n))
		for _, share := range []float64{overall, float64(lost) / float64(n)} {
			assert.GreaterOrEqual(t, share, 0.93)
			assert.LessOrEqual(t, share, 0.98)
		}
	}
}
