package analysis_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

var long = flag.Bool("coverage", false, "run the coverage simulations twenty times as long")

// trials returns the trials of a simulation: n, or 20 n with -coverage.
func trials(n int) int {
	if *long {
		return 20 * n
	}
	return n
}

// coverage is the share of trials whose interval holds the truth.
func coverage(n int, truth float64, estimate func() analysis.Estimate) float64 {
	hits := 0
	for range n {
		if e := estimate(); e.HasInterval() && e.Low.V <= truth && truth <= e.High.V {
			hits++
		}
	}
	return float64(hits) / float64(n)
}

func TestTheLogRatioIntervalCovers95PercentFromThreeRunsASide(t *testing.T) {
	for _, n := range []int{3, 5, 10} {
		for name, draw := range map[string]func(*rand.Rand) float64{
			"normal":     func(r *rand.Rand) float64 { return 1 + 0.08*r.NormFloat64() },
			"log-normal": func(r *rand.Rand) float64 { return math.Exp(0.15*r.NormFloat64() - 0.15*0.15/2) },
		} {
			t.Run(fmt.Sprintf("%s, n=%d", name, n), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(3, uint64(n)))
				sample := func(mean float64) []float64 {
					x := make([]float64, n)
					for i := range x {
						x[i] = mean * draw(rng)
					}
					return x
				}
				c := coverage(trials(10_000), 1.2, func() analysis.Estimate { return analysis.LogRatioT(sample(1000), sample(1200), 0.95) })
				t.Logf("covers %.1f %%", 100*c)
				assert.GreaterOrEqual(t, c, 0.93)
				assert.LessOrEqual(t, c, 0.97)
			})
		}
	}
}

func TestTheMeanOfAFewRunsIsCoveredByTAndNotByTwoSigma(t *testing.T) {
	for n, naive := range map[int]float64{3: 0.75, 5: 0.85, 10: 0.90} {
		rng := rand.New(rand.NewPCG(12, uint64(n)))
		k := trials(5000)
		byT, bySigma := 0, 0
		for range k {
			var runs []*parse.Run
			var sum, sq float64
			for i := range n {
				v := 100 + 5*rng.NormFloat64()
				sum, sq = sum+v, sq+v*v
				runs = append(runs, run("a", 8, i+1, v, 10))
			}
			e := analysis.Sweeps(runs)[0].Level(8).Mean(parse.TPS, 0.95)
			if e.Low.V <= 100 && 100 <= e.High.V {
				byT++
			}
			// mean ± 1.96 σ/√n with the population's formula, as many tools do.
			m := sum / float64(n)
			if math.Abs(m-100) <= 1.959964*math.Sqrt((sq/float64(n)-m*m)/float64(n)) {
				bySigma++
			}
		}
		assert.InDelta(t, 0.95, float64(byT)/float64(k), 0.012, "t, n=%d", n)
		assert.InDelta(t, naive, float64(bySigma)/float64(k), 0.015, "1.96 σ/√n, n=%d", n)
	}
}

func TestABootstrapOfAFewRunsCoversTooLittleWhichIsWhyTheyGetTheTInterval(t *testing.T) {
	for _, w := range []struct {
		n     int
		share float64
	}{{3, 0.80}, {5, 0.89}} {
		rng := rand.New(rand.NewPCG(13, uint64(w.n)))
		c := coverage(trials(400), 1, func() analysis.Estimate { return analysis.RatioBCa(draw(rng, w.n, 100), draw(rng, w.n, 100), 0.95) })
		assert.InDelta(t, w.share, c, 0.045, "n=%d", w.n)
	}
}

func TestTheBootstrapCoversItsShareFromTwentyRunsASide(t *testing.T) {
	for _, n := range []int{20, 40} {
		rng := rand.New(rand.NewPCG(4, uint64(n)))
		sample := func(mean float64) []float64 {
			x := make([]float64, n)
			for i := range x {
				x[i] = mean * math.Exp(0.3*rng.NormFloat64()-0.3*0.3/2)
			}
			return x
		}
		c := coverage(trials(400), 1.2, func() analysis.Estimate { return analysis.RatioBCa(sample(1000), sample(1200), 0.95) })
		t.Logf("n=%d covers %.1f %%", n, 100*c)
		assert.GreaterOrEqual(t, c, 0.91)
		assert.LessOrEqual(t, c, 0.975)
	}
}

// ar1 is a stationary series with mean 0 and lag-1 autocorrelation phi.
func ar1(rng *rand.Rand, n int, phi float64) []float64 {
	x := make([]float64, n)
	x[0] = rng.NormFloat64() / math.Sqrt(1-phi*phi)
	for i := 1; i < n; i++ {
		x[i] = phi*x[i-1] + rng.NormFloat64()
	}
	return x
}

func TestBatchMeansCoverWhereIndependentSecondsDoNot(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	n := trials(3000)
	batch, naive := 0, 0
	for range n {
		x := ar1(rng, 900, 0.8)
		if e := analysis.BatchMeans(x, 0.95); e.Low.V <= 0 && 0 <= e.High.V {
			batch++
		}
		// As if the seconds were independent: mean ± 1.96 s/√n.
		var sum, sq float64
		for _, v := range x {
			sum, sq = sum+v, sq+v*v
		}
		m := sum / 900
		if math.Abs(m) <= 1.959964*math.Sqrt((sq/900-m*m)/899) {
			naive++
		}
	}
	b, i := float64(batch)/float64(n), float64(naive)/float64(n)
	t.Logf("batch means cover %.1f %%, independent seconds %.1f %%", 100*b, 100*i)
	assert.GreaterOrEqual(t, b, 0.90)
	assert.LessOrEqual(t, b, 0.97)
	assert.GreaterOrEqual(t, i, 0.44)
	assert.LessOrEqual(t, i, 0.53)
}

func TestTheEffectiveSampleSizeOfAnAR1SeriesIsTheTheoreticalOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	for _, phi := range []float64{0, 0.5, 0.8} {
		want := 4000 * (1 - phi) / (1 + phi)
		var sum float64
		const n = 40
		for range n {
			sum += analysis.EffectiveSampleSize(ar1(rng, 4000, phi)).V
		}
		assert.InEpsilon(t, want, sum/n, 0.12, "φ = %v", phi)
	}
}

func TestMSER5CutsTheWarmUpAndLittleMore(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	for range 50 {
		x := make([]float64, 600)
		for i := range x {
			x[i] = 1000 + 20*rng.NormFloat64()
			if i < 100 {
				x[i] -= 400 * (1 - float64(i)/100)
			}
		}
		cut, ok := analysis.MSER5(x)
		require.True(t, ok)
		assert.GreaterOrEqual(t, cut, 75)
		assert.LessOrEqual(t, cut, 200)
	}
	rising := make([]float64, 600)
	for i := range rising {
		rising[i] = float64(i)
	}
	_, ok := analysis.MSER5(rising)
	assert.False(t, ok, "a series that never settles has no cut")
}

func TestTheLawIsRecoveredFromNoisyDataAndItsStandardErrorsAreRight(t *testing.T) {
	const alpha, beta, gamma = 0.03, 1e-4, 90.0
	threads := []float64{1, 2, 4, 8, 16, 32, 48, 64, 96, 128, 192, 256}
	rng := rand.New(rand.NewPCG(8, 0))
	n := trials(400)
	in := map[string]int{}
	var a, b, g float64
	for range n {
		x := make([]float64, len(threads))
		for i, v := range threads {
			x[i] = gamma*v/(1+alpha*(v-1)+beta*v*(v-1)) + 20*rng.NormFloat64()
		}
		u, err := analysis.FitUSL(threads, x, 0)
		require.NoError(t, err)
		a, b, g = a+u.Alpha/float64(n), b+u.Beta/float64(n), g+u.Gamma/float64(n)
		const t975 = 2.262 // 9 degrees of freedom
		for name, off := range map[string]float64{
			"alpha": math.Abs(u.Alpha-alpha) / u.SEAlpha.V,
			"beta":  math.Abs(u.Beta-beta) / u.SEBeta.V,
			"gamma": math.Abs(u.Gamma-gamma) / u.SEGamma.V,
		} {
			if off <= t975 {
				in[name]++
			}
		}
		peak := math.Sqrt((1 - alpha) / beta)
		if e := u.PeakThreads; e.HasInterval() && e.Low.V <= peak && peak <= e.High.V {
			in["peak"]++
		}
	}
	assert.InEpsilon(t, alpha, a, 0.02)
	assert.InEpsilon(t, beta, b, 0.02)
	assert.InEpsilon(t, gamma, g, 0.01)
	for name, k := range in {
		c := float64(k) / float64(n)
		t.Logf("%s covered in %.1f %%", name, 100*c)
		assert.GreaterOrEqual(t, c, 0.92, name)
		assert.LessOrEqual(t, c, 0.985, name)
	}
	assert.Len(t, in, 4)
}

// noisySweep has repeats whose throughput and latency vary together, as in a closed
// loop, with a tail latency of its own.
func noisySweep(rng *rand.Rand, name string, factor func(threads int) float64, repeats int) *analysis.Sweep {
	var runs []*parse.Run
	for _, n := range []int{8, 16, 32, 64} {
		for k := range repeats {
			tps := factor(n) * trueTPS(n) * math.Exp(0.03*rng.NormFloat64())
			p95 := 1.5 * 1000 * float64(n) / tps * math.Exp(0.05*rng.NormFloat64())
			runs = append(runs, run(name, n, k+1, tps, p95))
		}
	}
	return analysis.Sweeps(runs)[0]
}

// times is a factor that is the same at every level.
func times(f float64) func(int) float64 { return func(int) float64 { return f } }

func trueTPS(n int) float64 {
	return 100 * float64(n) / (1 + 0.02*float64(n-1) + 2e-4*float64(n*(n-1)))
}

// run is a run with a throughput and a p95.
func run(system string, threads, repeat int, tps, p95 float64) *parse.Run {
	return &parse.Run{
		Source: parse.Source{File: system, Line: threads*100 + repeat}, System: system, Repeat: repeat, Threads: threads,
		Printed: []parse.Measure{{Metric: "tps", Value: tps}},
		Latency: parse.Latency{Avg: parse.Some(1000 * float64(threads) / tps), Pct: []parse.Percentile{{Rank: 95, Ms: p95}}},
	}
}

func TestIntervalsOfCapacityOverallAndBreakEvenCover(t *testing.T) {
	// The truth behind noisySweep: where 1.5·1000·n/TPS(n), log–log between 32 and 64, meets the limit of 36 ms.
	limit := analysis.SLO{Metric: parse.P95, LimitMs: 36}
	l1, l2 := math.Log(1500*32/trueTPS(32)), math.Log(1500*64/trueTPS(64))
	share := (math.Log(36) - l1) / (l2 - l1)
	require.True(t, share > 0.1 && share < 0.9)
	capacity := math.Exp(math.Log(trueTPS(32)) + share*math.Log(trueTPS(64)/trueTPS(32)))

	for _, repeats := range []int{3, 5} {
		rng := rand.New(rand.NewPCG(9, uint64(repeats)))
		n := trials(1000)
		c := coverage(n, capacity, func() analysis.Estimate {
			got, err := analysis.CapacityAt(noisySweep(rng, "a", times(1), repeats), limit, 0)
			require.NoError(t, err)
			return got.TPS
		})
		o := coverage(n, 0.2, func() analysis.Estimate {
			got, err := analysis.Compare(noisySweep(rng, "a", times(1), repeats), noisySweep(rng, "b", times(1.2), repeats), parse.TPS, analysis.CompareOptions{})
			require.NoError(t, err)
			return got.Overall.Measured
		})
		// Equal prices, and a throughput ratio that falls through 1 between 16 and 32 threads.
		ratio := map[int]float64{8: 1.3, 16: 1.15, 32: 0.9, 64: 0.8}
		d1, d2 := math.Log(ratio[16]), math.Log(ratio[32])
		b := coverage(n, 16*math.Pow(2, d1/(d1-d2)), func() analysis.Estimate {
			other := noisySweep(rng, "b", func(threads int) float64 { return ratio[threads] }, repeats)
			got, err := analysis.BreakEvenOf(noisySweep(rng, "a", times(1), repeats), other, usd(1), usd(1), 0)
			require.NoError(t, err)
			require.NotEmpty(t, got.Crossings)
			return got.Crossings[0].Threads
		})
		t.Logf("%d repeats: capacity %.1f %%, overall %.1f %%, break-even %.1f %%", repeats, 100*c, 100*o, 100*b)
		for _, share := range []float64{c, o, b} {
			assert.GreaterOrEqual(t, share, 0.93)
			assert.LessOrEqual(t, share, 0.99)
		}
	}
}

// A repeat shares its conditions at all levels: a slow hour is slow at each. Levels taken for
// independent would cover 84 to 91 % here.
func TestIntervalsBetweenLevelsCoverWhereTheRepeatsShareTheirConditions(t *testing.T) {
	base, other := map[int]float64{8: 800, 16: 1200, 32: 1400}, map[int]float64{8: 880, 16: 1240, 32: 1260}
	limit := analysis.SLO{Metric: parse.Avg, LimitMs: 17}
	l1, l2 := math.Log(16_000.0/1200), math.Log(32_000.0/1400)
	capacity := 1200 * math.Pow(1400.0/1200, (math.Log(17)-l1)/(l2-l1))
	d1, d2 := math.Log(1240.0/1200), math.Log(1260.0/1400)
	load := 16 * math.Pow(2, d1/(d1-d2))
	for _, repeats := range []int{3, 5, 10} {
		rng := rand.New(rand.NewPCG(21, uint64(repeats)))
		sweep := func(name string, tps map[int]float64) *analysis.Sweep {
			var runs []*parse.Run
			for k := range repeats {
				hour := 1 + 0.02*rng.NormFloat64()
				for _, n := range []int{8, 16, 32} {
					runs = append(runs, run(name, n, k+1, tps[n]*hour*(1+0.005*rng.NormFloat64()), 50))
				}
			}
			return analysis.Sweeps(runs)[0]
		}
		n := trials(1000)
		c := coverage(n, capacity, func() analysis.Estimate {
			got, err := analysis.CapacityAt(sweep("a", base), limit, 0)
			require.NoError(t, err)
			return got.TPS
		})
		b := coverage(n, load, func() analysis.Estimate {
			for {
				got, err := analysis.BreakEvenOf(sweep("a", base), sweep("b", other), usd(1), usd(1), 0)
				require.NoError(t, err)
				if len(got.Crossings) == 1 && got.Crossings[0].Below == 16 {
					return got.Crossings[0].Threads
				}
			}
		})
		t.Logf("%d repeats: capacity %.1f %%, break-even %.1f %%", repeats, 100*c, 100*b)
		for _, share := range []float64{c, b} {
			assert.GreaterOrEqual(t, share, 0.93)
			assert.LessOrEqual(t, share, 0.99)
		}
	}
}

func TestHolmKeepsTheChanceOfAnyFalseVerdictBelowFivePercent(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 0))
	n := trials(600)
	wrong := 0
	for range n {
		c, err := analysis.Compare(noisySweep(rng, "a", times(1), 3), noisySweep(rng, "b", times(1), 3), parse.TPS, analysis.CompareOptions{})
		require.NoError(t, err)
		for _, l := range c.Levels {
			if l.Verdict == analysis.Better || l.Verdict == analysis.Worse {
				wrong++
				break
			}
		}
	}
	share := float64(wrong) / float64(n)
	t.Logf("a false verdict in %.1f %% of comparisons", 100*share)
	assert.LessOrEqual(t, share, 0.06)
}

func TestTheAdvisedNumberOfRepeatsSettlesMostComparisons(t *testing.T) {
	// 8 % apart with runs that vary by 6 %: four repeats rarely settle it.
	rng := rand.New(rand.NewPCG(11, 0))
	draw := func(name string, mean float64, repeats int) *analysis.Sweep {
		var runs []*parse.Run
		for k := range repeats {
			runs = append(runs, run(name, 16, k+1, mean*(1+0.06*rng.NormFloat64()), 10))
		}
		return analysis.Sweeps(runs)[0]
	}
	var advice []int
	for range trials(200) {
		c, err := analysis.Compare(draw("a", 1000, 4), draw("b", 1080, 4), parse.TPS, analysis.CompareOptions{})
		require.NoError(t, err)
		if l := c.Levels[0]; l.Verdict == analysis.Inconclusive {
			require.Greater(t, l.MoreRepeats, 4)
			advice = append(advice, l.MoreRepeats)
		}
	}
	require.NotEmpty(t, advice)
	settled := 0
	n := trials(100)
	for i := range n {
		k := advice[i%len(advice)]
		c, err := analysis.Compare(draw("a", 1000, k), draw("b", 1080, k), parse.TPS, analysis.CompareOptions{})
		require.NoError(t, err)
		if c.Levels[0].Verdict != analysis.Inconclusive {
			settled++
		}
	}
	t.Logf("%d %% settled", 100*settled/n)
	assert.Greater(t, float64(settled)/float64(n), 0.8)
}

func TestTheAdvisedNumberOfRepeatsProvesEquivalenceInFourOfFiveComparisons(t *testing.T) {
	// Equal means, runs that vary by 3 %: both ends of the interval must lie within 5 %.
	rng := rand.New(rand.NewPCG(16, 0))
	sweep := func(name string, repeats int) *analysis.Sweep {
		vs := make([]float64, repeats)
		for i := range vs {
			vs[i] = 1000 + 30*rng.NormFloat64()
		}
		return sweepOf(name, map[int][]float64{16: vs})
	}
	pilot := map[int][]float64{16: {970, 1000, 1030}} // mean 1000, standard deviation 30
	l := compare(t, sweepOf("a", pilot), sweepOf("b", pilot), parse.TPS, analysis.CompareOptions{}).Levels[0]
	require.Equal(t, analysis.Inconclusive, l.Verdict)
	require.Greater(t, l.MoreRepeats, 3)
	settled := 0
	n := trials(1000)
	for range n {
		if compare(t, sweep("a", l.MoreRepeats), sweep("b", l.MoreRepeats), parse.TPS, analysis.CompareOptions{}).Levels[0].Verdict == analysis.Equivalent {
			settled++
		}
	}
	t.Logf("%d repeats prove it in %.0f %%", l.MoreRepeats, 100*float64(settled)/float64(n))
	assert.GreaterOrEqual(t, float64(settled)/float64(n), 0.78)
	assert.LessOrEqual(t, float64(settled)/float64(n), 0.90)
}
