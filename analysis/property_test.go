package analysis_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

type ratioMethod func(base, other []float64, confidence float64) analysis.Estimate

var ratioMethods = map[string]ratioMethod{"log-ratio t": analysis.LogRatioT, "BCa": analysis.RatioBCa}

func draw(rng *rand.Rand, n int, mean float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = mean * math.Exp(0.2*rng.NormFloat64())
	}
	return x
}

func scaled(x []float64, by float64) []float64 {
	y := slices.Clone(x)
	for i := range y {
		y[i] *= by
	}
	return y
}

func same(t *testing.T, want, got analysis.Estimate) {
	t.Helper()
	assert.InEpsilon(t, want.Value.V, got.Value.V, 1e-12)
	require.True(t, want.HasInterval() && got.HasInterval())
	assert.InEpsilon(t, want.Low.V, got.Low.V, 1e-9)
	assert.InEpsilon(t, want.High.V, got.High.V, 1e-9)
}

func TestSwappingTheSidesInvertsTheRatioAndItsInterval(t *testing.T) {
	for name, f := range ratioMethods {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 1))
			for range 20 {
				b, o := draw(rng, 21+rng.IntN(9), 50), draw(rng, 21+rng.IntN(9), 60)
				there, back := f(b, o, 0.95), f(o, b, 0.95)
				back.Value.V, back.Low.V, back.High.V = 1/back.Value.V, 1/back.High.V, 1/back.Low.V
				same(t, there, back)
			}
		})
	}
}

func TestScalingBothSidesChangesNothing(t *testing.T) {
	for name, f := range ratioMethods {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(2, 2))
			for range 20 {
				b, o := draw(rng, 25, 50), draw(rng, 25, 60)
				k := math.Exp(10 * rng.NormFloat64())
				same(t, f(b, o, 0.95), f(scaled(b, k), scaled(o, k), 0.95))
			}
		})
	}
}

func TestTheVerdictDoesNotDependOnTheMagnitudeOfTheNumbers(t *testing.T) {
	scaled := func(name string, by float64, vs ...float64) *analysis.Sweep {
		for i := range vs {
			vs[i] *= by
		}
		return sweepOf(name, map[int][]float64{8: vs})
	}
	of := func(by float64) analysis.LevelDelta {
		return compare(t, scaled("a", by, 100, 104, 96), scaled("b", by, 100, 107, 99), parse.TPS, analysis.CompareOptions{}).Levels[0]
	}
	want := of(1)
	require.Equal(t, analysis.Inconclusive, want.Verdict)
	for _, by := range []float64{1e-300, 1e-170, 1e-160, 1e160, 1e170, 1e300} {
		got := of(by)
		assert.Equal(t, want.Verdict, got.Verdict, "× %g", by)
		assert.InDelta(t, want.Delta.Low.V, got.Delta.Low.V, 1e-9, "× %g", by)
		assert.InDelta(t, want.Delta.High.V, got.Delta.High.V, 1e-9, "× %g", by)
		assert.InEpsilon(t, want.Base.High.V, got.Base.High.V/by, 1e-9, "× %g", by)
		w := analysis.Welch([]float64{100 * by, 104 * by, 96 * by}, []float64{100 * by, 107 * by, 99 * by}, 0.95)
		assert.InDelta(t, 2/math.Sqrt(16.0/3+19.0/3), w.T.V, 1e-9, "× %g", by) // means 100 and 102, variances 16 and 19
		assert.True(t, w.Difference.HasInterval(), "× %g", by)
	}
}

func TestTheOrderOfTheRunsChangesNothing(t *testing.T) {
	for name, f := range ratioMethods {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(3, 3))
			b, o := draw(rng, 25, 50), draw(rng, 22, 60)
			want := f(b, o, 0.95)
			for range 20 {
				b2, o2 := slices.Clone(b), slices.Clone(o)
				rng.Shuffle(len(b2), func(i, j int) { b2[i], b2[j] = b2[j], b2[i] })
				rng.Shuffle(len(o2), func(i, j int) { o2[i], o2[j] = o2[j], o2[i] })
				same(t, want, f(b2, o2, 0.95))
			}
		})
	}
}

func TestNoRoutineChangesItsArguments(t *testing.T) {
	x, y := []float64{5, 3, 9, 1, 7}, []float64{2, 8, 4, 6, 10}
	x0, y0 := slices.Clone(x), slices.Clone(y)
	analysis.LogRatioT(x, y, 0.95)
	analysis.RatioBCa(x, y, 0.95)
	analysis.MannWhitney(x, y)
	analysis.Welch(x, y, 0.95)
	analysis.Holm(x)
	analysis.Kneedle(x, y)
	analysis.EffectiveSampleSize(x)
	_, _ = analysis.FitUSL(x, y, 0)
	assert.Equal(t, x0, x)
	assert.Equal(t, y0, y)
}

func TestAConstantSampleGivesAnIntervalWithoutWidthAndANote(t *testing.T) {
	for name, f := range ratioMethods {
		e := f([]float64{4, 4, 4}, []float64{5, 5, 5}, 0.95)
		assert.Equal(t, []float64{1.25, 1.25, 1.25}, []float64{e.Value.V, e.Low.V, e.High.V}, name)
		assert.Equal(t, []string{"all runs gave the same value: the interval has no width"}, notesOf(e.Notes), name)
	}
	e := analysis.BatchMeans(slices.Repeat([]float64{7}, 120), 0.95)
	assert.Equal(t, []float64{7, 7, 7}, []float64{e.Value.V, e.Low.V, e.High.V})
	w := analysis.Welch([]float64{2, 2}, []float64{3, 3}, 0.95)
	assert.Equal(t, []float64{1, 1, 1}, []float64{w.Difference.Value.V, w.Difference.Low.V, w.Difference.High.V})
	assert.False(t, w.P.OK)
}

func TestTheMethodFollowsTheNumberOfRuns(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, w := range []struct {
		base, other  int
		method, note string
	}{
		{1, 1, "", "one run a level: no interval, no verdict; 3 repeats would give one"},
		{1, 5, "", "one side has a single run: no interval"},
		{2, 2, "method.log-ratio-t", ""},
		{3, 3, "method.log-ratio-t", ""},
		{19, 40, "method.log-ratio-t", ""},
		{20, 20, "method.bca", ""},
	} {
		e := analysis.Ratio(draw(rng, w.base, 5), draw(rng, w.other, 5), 0)
		assert.Equal(t, w.method, e.Method)
		assert.Equal(t, 0.95, e.Confidence)
		if w.note != "" {
			assert.Equal(t, []string{w.note}, notesOf(e.Notes))
		}
	}
}

func TestDegenerateSamplesGetANoteInPlaceOfANumber(t *testing.T) {
	for _, w := range []struct {
		base, other []float64
		note        string
	}{
		{nil, nil, "no measurement"},
		{nil, []float64{1}, "no measurement"},
		{[]float64{0, 0, 0}, []float64{1, 2, 3}, "the base is zero: no ratio"},
		{[]float64{1, 2, 3}, []float64{0, 0, 0}, "the other side is zero: no interval of the ratio"},
		{[]float64{math.NaN(), 1}, []float64{1, 2}, "a value is no finite number"},
		{[]float64{1, 2}, []float64{math.Inf(1), 2}, "a value is no finite number"},
		{[]float64{-1, -2}, []float64{1, 2}, "a mean is negative: no ratio"},
	} {
		for name, f := range map[string]ratioMethod{"t": analysis.LogRatioT, "BCa": analysis.RatioBCa, "chosen": analysis.Ratio} {
			e := f(w.base, w.other, 0.95)
			assert.False(t, e.HasInterval(), name)
			assert.Equal(t, []string{w.note}, notesOf(e.Notes), name)
		}
	}
	assert.Equal(t, []string{"run too short: 60 interval lines, 100 are needed"}, notesOf(analysis.BatchMeans(make([]float64, 60), 0.95).Notes))
	assert.False(t, analysis.Autocorrelation([]float64{3, 3, 3, 3}, 1).OK)
	assert.False(t, analysis.Autocorrelation([]float64{3}, 1).OK)
	assert.False(t, analysis.EffectiveSampleSize([]float64{3, 3, 3, 3}).OK)
	_, p := analysis.MannWhitney(nil, []float64{1})
	assert.False(t, p.OK)
	assert.False(t, analysis.Kneedle([]float64{1, 2, 3}, []float64{3, 2, 1}).OK, "a falling curve has no knee")
	assert.False(t, analysis.Kneedle([]float64{1, 2, 3, 4}, []float64{1, 2, 3, 4}).OK, "a line bends nowhere")
}

func TestTheLawRefusesWhatItCannotFit(t *testing.T) {
	for name, w := range map[string][2][]float64{
		"three levels":             {{1, 2, 4}, {1, 2, 3}},
		"three distinct levels":    {{1, 2, 2, 4}, {1, 2, 2, 3}},
		"unequal lengths":          {{1, 2, 4, 8}, {1, 2, 3}},
		"a throughput of zero":     {{1, 2, 4, 8}, {0, 2, 3, 4}},
		"a throughput of NaN":      {{1, 2, 4, 8}, {math.NaN(), 2, 3, 4}},
		"less than one thread":     {{0, 2, 4, 8}, {1, 2, 3, 4}},
		"an infinite thread count": {{1, 2, 4, math.Inf(1)}, {1, 2, 3, 4}},
	} {
		_, err := analysis.FitUSL(w[0], w[1], 0)
		assert.Error(t, err, name)
	}
	// Curves that are no scaling curve at all still give finite coefficients.
	for _, x := range [][]float64{{5, 5, 5, 5}, {9, 4, 2, 1}, {1, 100, 1, 100}, {1e-9, 2e-9, 3e-9, 4e-9}, {1e12, 2e12, 4e12, 8e12}} {
		u, err := analysis.FitUSL([]float64{1, 2, 4, 8}, x, 0)
		require.NoError(t, err)
		for _, v := range []float64{u.Alpha, u.Beta, u.Gamma, u.Residual, u.RSquared, u.At(3)} {
			assert.False(t, math.IsNaN(v) || math.IsInf(v, 0), "%v: %+v", x, u)
		}
		assert.True(t, u.Alpha >= 0 && u.Beta >= 0)
	}
}

// sweepOf is a sweep with the given throughputs by level.
func sweepOf(name string, tps map[int][]float64) *analysis.Sweep {
	var runs []*parse.Run
	for _, n := range slices.Sorted(func(yield func(int) bool) {
		for n := range tps {
			if !yield(n) {
				return
			}
		}
	}) {
		for k, v := range tps[n] {
			runs = append(runs, run(name, n, k+1, v, 10))
		}
	}
	if runs == nil {
		return &analysis.Sweep{System: name}
	}
	return analysis.Sweeps(runs)[0]
}

func TestDegenerateSweepsGetAnErrorThatSaysWhatWasFound(t *testing.T) {
	some := sweepOf("a", map[int][]float64{2: {10}, 4: {20}})
	same := sweepOf("a", map[int][]float64{2: {10}, 4: {20}})
	far := sweepOf("b", map[int][]float64{8: {30}})
	empty := sweepOf("c", nil)
	none := sweepOf("d", map[int][]float64{2: {math.NaN()}})

	_, err := analysis.Compare(some, far, parse.TPS, analysis.CompareOptions{})
	assert.EqualError(t, err, `no common level with tps: "a" has 2, 4; "b" has 8`)
	_, err = analysis.Compare(some, empty, parse.TPS, analysis.CompareOptions{})
	assert.EqualError(t, err, `"c" has no tps; it has: no usable run`)
	_, err = analysis.Compare(some, none, parse.TPS, analysis.CompareOptions{})
	assert.ErrorContains(t, err, `"d" has no tps`)
	_, err = analysis.Compare(some, same, parse.P99, analysis.CompareOptions{})
	assert.EqualError(t, err, `"a" has no p99; it has: tps avg p95`)
	_, err = analysis.Compare(some, same, parse.TPS, analysis.CompareOptions{Levels: levels(t, "100-200")})
	assert.EqualError(t, err, `no common level with tps within 100–200: "a" has 2, 4; "a" has 2, 4`)
	_, err = analysis.Compare(some, same, parse.TPS, analysis.CompareOptions{Focus: levels(t, "100-200")})
	assert.EqualError(t, err, "none of the compared levels lies within 100–200; they are 2, 4")
	_, err = analysis.Compare(some, same, parse.TPS, analysis.CompareOptions{Confidence: 95})
	assert.EqualError(t, err, "confidence 95: it lies between 0 and 1, as 0.95")
	_, err = analysis.Compare(some, same, parse.TPS, analysis.CompareOptions{Margin: -1})
	assert.ErrorContains(t, err, "margin -1")

	_, err = analysis.CapacityAt(empty, analysis.SLO{Metric: parse.P95, LimitMs: 5}, 0)
	assert.Error(t, err)
	_, err = analysis.CapacityAt(some, analysis.SLO{Metric: parse.TPS, LimitMs: 5}, 0)
	assert.Error(t, err)
	_, err = analysis.CostAt(some, usd(1), 3, 0)
	assert.EqualError(t, err, `"a" has no TPS at 3 threads; levels with TPS are: 2, 4`)
	_, err = analysis.CostAtPeak(empty, usd(1), 0)
	assert.Error(t, err)
	_, err = analysis.BreakEvenOf(some, far, usd(1), usd(1), 0)
	assert.EqualError(t, err, `no common level with tps: "a" has 2, 4; "b" has 8`)
	_, err = analysis.Scaling(some, 0)
	assert.EqualError(t, err, `"a": 2 levels: the law has three coefficients and needs four levels or more`)
	_, err = analysis.Scaling(empty, 0)
	assert.Error(t, err)
	_, err = analysis.Ranking(nil, parse.TPS, analysis.CompareOptions{})
	assert.Error(t, err)
	_, err = analysis.Ranking([]*analysis.Sweep{some, far}, parse.TPS, analysis.CompareOptions{})
	assert.EqualError(t, err, `no level with tps that all systems have: "a" has 2, 4; "b" has 8`)
	assert.Empty(t, analysis.Findings(nil))
	assert.Empty(t, analysis.Sweeps(nil))
}

func TestOneLevelHasNoSpread(t *testing.T) {
	a, b := sweepOf("a", map[int][]float64{4: {10, 11, 12}}), sweepOf("b", map[int][]float64{4: {20, 21, 22}})
	c := compare(t, a, b, parse.TPS, analysis.CompareOptions{})
	assert.False(t, c.Overall.Spread.HasInterval())
	assert.Equal(t, []string{"a single level: no spread over levels"}, notesOf(c.Overall.Spread.Notes))
	assert.True(t, c.Overall.Measured.HasInterval())
	assert.False(t, c.Overall.PerDoubling.OK)
}

func FuzzNoRoutineGivesNaNOrPanics(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
	f.Add(binary.LittleEndian.AppendUint64(nil, math.Float64bits(math.NaN())))
	f.Add(make([]byte, 8*44))
	f.Fuzz(func(t *testing.T, data []byte) {
		var x []float64
		for len(data) >= 8 && len(x) < 80 {
			x = append(x, math.Float64frombits(binary.LittleEndian.Uint64(data)))
			data = data[8:]
		}
		a, b := x[:len(x)/2], x[len(x)/2:]
		check := func(name string, ns ...parse.Num) {
			for _, n := range ns {
				if math.IsNaN(n.V) || math.IsInf(n.V, 0) || !n.OK && n.V != 0 {
					t.Fatalf("%s gives %+v for %v and %v", name, n, a, b)
				}
			}
		}
		estimate := func(name string, e analysis.Estimate) { check(name, e.Value, e.Low, e.High) }
		estimate("LogRatioT", analysis.LogRatioT(a, b, 0.95))
		estimate("RatioBCa", analysis.RatioBCa(a, b, 0.95))
		estimate("BatchMeans", analysis.BatchMeans(x, 0.95))
		w := analysis.Welch(a, b, 0.95)
		estimate("Welch", w.Difference)
		check("Welch", w.T, w.DF, w.P)
		_, p := analysis.MannWhitney(a, b)
		check("MannWhitney", p)
		check("Autocorrelation", analysis.Autocorrelation(x, 1))
		check("EffectiveSampleSize", analysis.EffectiveSampleSize(x))
		check("Kneedle", analysis.Kneedle(a, b))
		if u, err := analysis.FitUSL(a, b, 0); err == nil {
			check("FitUSL", parse.Num{V: u.Alpha, OK: true}, parse.Num{V: u.Beta, OK: true}, parse.Num{V: u.Gamma, OK: true},
				parse.Num{V: u.Residual, OK: true}, parse.Num{V: u.RSquared, OK: true}, u.SEAlpha, u.SEBeta, u.SEGamma, u.AmdahlLimit, u.Knee)
			estimate("FitUSL", u.PeakThreads)
			estimate("FitUSL", u.PeakTPS)
		}
		s, o := &analysis.Sweep{System: "s"}, &analysis.Sweep{System: "o"}
		for i, v := range a {
			s = addRun(s, i%5+1, v)
		}
		for i, v := range b {
			o = addRun(o, i%5+1, v)
		}
		if c, err := analysis.Compare(s, o, parse.TPS, analysis.CompareOptions{}); err == nil {
			for _, l := range c.Levels {
				estimate("Compare", l.Delta)
				check("Compare", l.P, l.RankP)
			}
			estimate("Spread", c.Overall.Spread)
			estimate("Measured", c.Overall.Measured)
			check("Overall", parse.Num{V: c.Overall.Mean, OK: true}, parse.Num{V: c.Overall.Geomean, OK: true}, parse.Num{V: c.Overall.OtherBaseMean, OK: true}, c.Overall.PerDoubling)
		}
		if c, err := analysis.CapacityAt(s, analysis.SLO{Metric: parse.Avg, LimitMs: 10}, 0); err == nil {
			estimate("CapacityAt", c.TPS)
			check("CapacityAt", c.Threads)
		}
		if be, err := analysis.BreakEvenOf(s, o, usd(1), usd(2), 0); err == nil {
			for _, c := range be.Crossings {
				estimate("BreakEvenOf", c.Threads)
			}
		}
		analysis.Findings([]*analysis.Sweep{s, o})
	})
}

func addRun(s *analysis.Sweep, threads int, tps float64) *analysis.Sweep {
	var runs []*parse.Run
	for _, l := range s.Levels {
		runs = append(runs, l.Runs...)
	}
	r := run(s.System, threads, len(runs), tps, 10)
	r.Latency.Avg = parse.Some(1000 * float64(threads) / tps)
	return analysis.Sweeps(append(runs, r))[0]
}
