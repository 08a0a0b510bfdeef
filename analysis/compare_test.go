package analysis_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

func verdictOf(t *testing.T, base, other []float64, m parse.Metric) analysis.Verdict {
	t.Helper()
	mk := func(name string, vs []float64) *analysis.Sweep {
		var runs []*parse.Run
		for k, v := range vs {
			runs = append(runs, run(name, 8, k+1, v, v))
		}
		return analysis.Sweeps(runs)[0]
	}
	c := compare(t, mk("a", base), mk("b", other), m, analysis.CompareOptions{})
	return c.Levels[0].Verdict
}

func TestVerdictsFollowTheIntervalAndTheMargin(t *testing.T) {
	tight := []float64{1000, 1001, 999, 1000.5}
	for _, w := range []struct {
		other []float64
		want  analysis.Verdict
	}{
		{[]float64{1200, 1201, 1199, 1202}, analysis.Better},
		{[]float64{800, 801, 799, 802}, analysis.Worse},
		{[]float64{1020, 1021, 1019, 1022}, analysis.Equivalent}, // differs, but within 5 %
		{[]float64{1000, 1002, 998, 1001}, analysis.Equivalent},
		{[]float64{700, 1500, 900, 1300}, analysis.Inconclusive},
	} {
		assert.Equal(t, w.want, verdictOf(t, tight, w.other, parse.TPS), "%v", w.other)
	}
	assert.Equal(t, analysis.NoVerdict, verdictOf(t, []float64{1000}, []float64{2000}, parse.TPS))
	assert.Equal(t, analysis.NoVerdict, verdictOf(t, []float64{1000}, []float64{2000, 2001, 2002}, parse.TPS), "one side has one run")
}

func TestSwappingBaseAndOtherSwapsBetterAndWorse(t *testing.T) {
	opposite := map[analysis.Verdict]analysis.Verdict{
		analysis.Better: analysis.Worse, analysis.Worse: analysis.Better,
		analysis.Equivalent: analysis.Equivalent, analysis.Inconclusive: analysis.Inconclusive,
	}
	tight := []float64{1000, 1001, 999, 1000.5}
	for _, other := range [][]float64{{1200, 1201, 1199, 1202}, {800, 801, 799, 802}, {1020, 1021, 1019, 1022}, {700, 1500, 900, 1300}, {1049, 1050, 1051, 1052}} {
		for _, m := range []parse.Metric{parse.TPS, parse.P95} {
			assert.Equal(t, opposite[verdictOf(t, tight, other, m)], verdictOf(t, other, tight, m), "%s %v", m.Name, other)
		}
	}
}

func TestLowerLatencyIsBetter(t *testing.T) {
	assert.Equal(t, analysis.Better, verdictOf(t, []float64{100, 101, 99}, []float64{50, 51, 49}, parse.P95))
	assert.Equal(t, analysis.Worse, verdictOf(t, []float64{50, 51, 49}, []float64{100, 101, 99}, parse.P95))
}

func TestAnInconclusiveLevelSaysHowManyRepeatsWouldSettleIt(t *testing.T) {
	// Mean ratio 1.10 with 8 % scatter. By hand, 20 a side: se = .08·√(2/20) = .0253,
	// (t₀.₉₇₅ + t₀.₈)(38) = 2.024 + .851, product .0727 < log 1.1 = .0953; 12 a side: .0327·2.932 = .0958 > .0953.
	base, other := []float64{92, 108}, []float64{101.2, 118.8} // sd/mean = 11.3 % each
	var a, b []*parse.Run
	for k := range base {
		a, b = append(a, run("a", 8, k+1, base[k], 1)), append(b, run("b", 8, k+1, other[k], 1))
	}
	c := compare(t, analysis.Sweeps(a)[0], analysis.Sweeps(b)[0], parse.TPS, analysis.CompareOptions{})
	l := c.Levels[0]
	assert.Equal(t, analysis.Inconclusive, l.Verdict)
	// With cv² = 2·.08² = .0128 a side: smallest n with (t(2n−2)) · √(.0256/n) ≤ .0953. n = 23: 2.0154+.8502 = 2.8656, ·.03336 = .0956; n = 24: ·.03266 = .0935.
	assert.Equal(t, 24, l.MoreRepeats)
}

func TestSeveralLevelsAreAdjustedByHolmAndTheOutputSaysSo(t *testing.T) {
	// One comparison alone at p = 0.03 decides; among four of which three are noise it does not.
	noise := map[int][]float64{1: {100, 110, 90}, 2: {100, 110, 90}, 4: {100, 110, 90}, 8: {100, 103, 97}}
	signal := map[int][]float64{1: {101, 90, 112}, 2: {99, 111, 91}, 4: {104, 89, 110}, 8: {110, 106, 114}}
	all := compare(t, sweepOf("a", noise), sweepOf("b", signal), parse.TPS, analysis.CompareOptions{})
	alone := compare(t, sweepOf("a", noise), sweepOf("b", signal), parse.TPS, analysis.CompareOptions{Levels: levels(t, "8")})
	raw := alone.Levels[0].P.V
	require.Less(t, raw, 0.05)
	assert.Equal(t, analysis.Better, alone.Levels[0].Verdict)
	last := all.Levels[3]
	assert.InDelta(t, 4*raw, last.P.V, 1e-12, "the smallest of four p values counts four times")
	assert.Equal(t, analysis.Inconclusive, last.Verdict)
	assert.True(t, last.Delta.Low.V > 0, "the interval shown is not adjusted")
	assert.Contains(t, notesOf(last.Delta.Notes), "the interval alone would decide, but not after Holm's adjustment over 4 comparisons")
	assert.Contains(t, notesOf(all.Notes), "verdicts are Holm-adjusted over 4 comparisons")
	assert.Empty(t, notesOf(alone.Notes))
}

func TestSeveralSystemsAgainstOneBaseShareTheAdjustment(t *testing.T) {
	base := sweepOf("a", map[int][]float64{8: {100, 103, 97}})
	b, c := sweepOf("b", map[int][]float64{8: {110, 106, 114}}), sweepOf("c", map[int][]float64{8: {104, 96, 101}})
	both, err := analysis.CompareAll(base, []*analysis.Sweep{b, c}, parse.TPS, analysis.CompareOptions{})
	require.NoError(t, err)
	alone := compare(t, base, b, parse.TPS, analysis.CompareOptions{})
	assert.InDelta(t, 2*alone.Levels[0].P.V, both[0].Levels[0].P.V, 1e-12)
	assert.Contains(t, notesOf(both[0].Notes), "verdicts are Holm-adjusted over 2 comparisons")
}

func TestUnmatchedLevelsAreListedAndNotCompared(t *testing.T) {
	a := sweepOf("a", map[int][]float64{2: {10}, 4: {20}, 6: {25}})
	b := sweepOf("b", map[int][]float64{4: {22}, 8: {40}})
	c := compare(t, a, b, parse.TPS, analysis.CompareOptions{})
	assert.Equal(t, []int{4}, c.Overall.Levels)
	assert.Equal(t, []int{2, 6}, c.OnlyBase)
	assert.Equal(t, []int{8}, c.OnlyOther)
	assert.Contains(t, notesOf(c.Notes), "only a has levels: 2, 6")
	assert.Contains(t, notesOf(c.Notes), "only b has levels: 8")
}

func TestALevelWithoutRepeatsHasNoIntervalBesideLevelsThatHaveOne(t *testing.T) {
	a := sweepOf("a", map[int][]float64{2: {10, 11, 10.5}, 4: {20}})
	b := sweepOf("b", map[int][]float64{2: {12, 12.5, 12.2}, 4: {22, 23, 24}})
	c := compare(t, a, b, parse.TPS, analysis.CompareOptions{})
	assert.True(t, c.Levels[0].Delta.HasInterval())
	assert.False(t, c.Levels[1].Delta.HasInterval())
	assert.Contains(t, notesOf(c.Notes), "no interval at levels with a single run on a side: 4")
	assert.False(t, c.Overall.Measured.HasInterval())
	assert.Equal(t, []string{"some levels have a single run on a side: no interval over all of them"}, notesOf(c.Overall.Measured.Notes))
}

func TestRepeatsOnOneSideAloneAreNotCalledOneRunALevel(t *testing.T) {
	a := sweepOf("a", map[int][]float64{2: {10, 11, 10.5}, 4: {20}})
	b := sweepOf("b", map[int][]float64{2: {12}, 4: {22}})
	c := compare(t, a, b, parse.TPS, analysis.CompareOptions{})
	const says = "no level has repeats on both sides: no interval, no verdict; 3 repeats a side would give one"
	assert.Contains(t, notesOf(c.Notes), says)
	assert.Equal(t, []string{says}, notesOf(c.Overall.Measured.Notes))
	assert.Equal(t, []string{"one side has a single run: no interval"}, notesOf(c.Levels[0].Delta.Notes))
	for _, n := range slices.Concat(notesOf(c.Notes), notesOf(c.Overall.Notes)) {
		assert.NotContains(t, n, "one run a level")
	}
}

func TestOneMeasurementUnderTwoNamesIsSaidWhereItIsCompared(t *testing.T) {
	mk := func(name string, tps float64) *analysis.Sweep {
		return analysis.Sweeps([]*parse.Run{run(name, 2, 1, tps, 10), run(name, 4, 1, 2*tps, 12)})[0]
	}
	const says = "x and y hold the identical run at levels 2, 4: one measurement under two names"
	assert.Contains(t, notesOf(compare(t, mk("x", 100), mk("y", 100), parse.TPS, analysis.CompareOptions{}).Notes), says)
	assert.NotContains(t, notesOf(compare(t, mk("x", 100), mk("y", 101), parse.TPS, analysis.CompareOptions{}).Notes), says)
}

func TestASweepIsNotComparedWithNothingOrItself(t *testing.T) {
	s := sweepOf("a", map[int][]float64{2: {10}})
	for says, pair := range map[string][2]*analysis.Sweep{"one of them is nil": {nil, s}, "a comparison needs two sweeps": {s, nil}, `"a" cannot be compared with itself`: {s, s}} {
		_, err := analysis.Compare(pair[0], pair[1], parse.TPS, analysis.CompareOptions{})
		assert.ErrorContains(t, err, says)
	}
}

func TestPercentilesThatAllReadOneHistogramStepApartDecideNothing(t *testing.T) {
	mk := func(name, version string, levels map[int]float64) *analysis.Sweep {
		var runs []*parse.Run
		for _, n := range []int{8, 16} {
			for k := range 3 {
				if p95, ok := levels[n]; ok {
					r := run(name, n, k+1, 100+float64(k), p95)
					r.Version = version
					runs = append(runs, r)
				}
			}
		}
		return analysis.Sweeps(runs)[0]
	}
	// sysbench's grid 0.001 · 1e8^(k/1023) has 10.27, 10.46 and 10.65 in a row.
	of := func(version string, other map[int]float64) *analysis.Comparison {
		return compare(t, mk("a", version, map[int]float64{8: 10.27, 16: 10.27}), mk("b", version, other), parse.P95, analysis.CompareOptions{Margin: 0.01})
	}
	const says = "p95 differs by one step of sysbench's histogram (1.8 %) at levels: 8"
	one := of("sysbench 1.0.20", map[int]float64{8: 10.46})
	assert.Equal(t, analysis.Inconclusive, one.Levels[0].Verdict)
	assert.Equal(t, analysis.Inconclusive, one.Overall.Verdict)
	assert.Contains(t, notesOf(one.Notes), says)
	assert.Equal(t, analysis.Inconclusive, of("sysbench 1.0.20", map[int]float64{8: 10.46, 16: 10.46}).Overall.Verdict)
	two := of("sysbench 1.0.20", map[int]float64{8: 10.65})
	assert.Equal(t, analysis.Worse, two.Levels[0].Verdict)
	assert.NotContains(t, notesOf(two.Notes), says)
}

func TestTheIntervalOfAThroughputIsCutAtZero(t *testing.T) {
	// t(0.975, 1) = 12.706: 73.16 ± 12.706 × 33.33 reaches far below zero.
	e := sweepOf("a", map[int][]float64{2: {39.83, 106.49}}).Level(2).Mean(parse.TPS, 0.95)
	assert.Equal(t, parse.Some(0), e.Low)
	assert.InDelta(t, 73.16+12.706*33.33, e.High.V, 0.1)
	assert.Equal(t, []string{"the interval is cut at 0, below which no value lies"}, notesOf(e.Notes))
	c, err := analysis.CostAt(sweepOf("a", map[int][]float64{2: {39.83, 106.49}}), usd(1), 2, 0)
	require.NoError(t, err)
	assert.Equal(t, parse.Some(0), c.TPS.Low)
	assert.False(t, c.Per1000.HasInterval())
}

func TestLatencyRepeatsThroughputOnlyWhereTheNumbersSaySo(t *testing.T) {
	fit := func(name string, tps, off float64) *analysis.Sweep { // avg = threads / TPS, and off it
		r := run(name, 8, 1, tps, 100)
		r.Latency.Avg = parse.Some(8 / tps * 1000 * off)
		return analysis.Sweeps([]*parse.Run{r})[0]
	}
	const says = "average latency is threads ÷ TPS here: it repeats the throughput and is no second evidence"
	assert.Contains(t, notesOf(compare(t, fit("a", 100, 1), fit("b", 120, 1.01), parse.Avg, analysis.CompareOptions{}).Notes), says)
	assert.NotContains(t, notesOf(compare(t, fit("a", 100, 1), fit("b", 120, 1.5), parse.Avg, analysis.CompareOptions{}).Notes), says)
}

func TestEachDoublingOfTheThreadsWeighsTheSame(t *testing.T) {
	// Deltas 0 at 1, 0.2 at 2, 0.4 at 8: trapezoids .1·1 + .3·2 over 3 doublings.
	a := sweepOf("a", map[int][]float64{1: {100}, 2: {100}, 8: {100}})
	b := sweepOf("b", map[int][]float64{1: {100}, 2: {120}, 8: {140}})
	c := compare(t, a, b, parse.TPS, analysis.CompareOptions{})
	assert.InDelta(t, 0.7/3, c.Overall.PerDoubling.V, 1e-12)
	assert.InDelta(t, 0.2, c.Overall.Mean, 1e-12)
}

func TestRankTestsStandBesideTheIntervalFromFourRunsASide(t *testing.T) {
	three := compare(t, sweepOf("a", map[int][]float64{2: {1, 2, 3}}), sweepOf("b", map[int][]float64{2: {4, 5, 6}}), parse.TPS, analysis.CompareOptions{})
	assert.False(t, three.Levels[0].RankP.OK)
	four := compare(t, sweepOf("a", map[int][]float64{2: {1, 2, 3, 4}}), sweepOf("b", map[int][]float64{2: {5, 6, 7, 8}}), parse.TPS, analysis.CompareOptions{})
	assert.InDelta(t, 2.0/70, four.Levels[0].RankP.V, 1e-12)
}

func TestALevelWhereTheBaseIsZeroIsLeftOutAndSaid(t *testing.T) {
	a := sweepOf("a", map[int][]float64{2: {0}, 4: {20}})
	b := sweepOf("b", map[int][]float64{2: {12}, 4: {22}})
	c := compare(t, a, b, parse.TPS, analysis.CompareOptions{})
	assert.False(t, c.Levels[0].Delta.Value.OK)
	assert.Equal(t, []int{4}, c.Overall.Levels)
	assert.Equal(t, []string{"left out, since no positive ratio exists, at: 2"}, notesOf(c.Overall.Notes))
}

func TestRankingSharesARankWhereIntervalsOverlapAndNamesWhoIsClearlyBetter(t *testing.T) {
	// Means 100, 97, 94 with neighbours overlapping, the ends not; 50 by itself.
	ss := []*analysis.Sweep{
		sweepOf("last", map[int][]float64{8: {49.9, 50, 50.1}}),
		sweepOf("low", map[int][]float64{8: {93.2, 94, 94.8}}),
		sweepOf("top", map[int][]float64{8: {99.2, 100, 100.8}}),
		sweepOf("middle", map[int][]float64{8: {96.2, 97, 97.8}}),
	}
	ranked, err := analysis.Ranking(ss, parse.TPS, analysis.CompareOptions{})
	require.NoError(t, err)
	var order []string
	var ranks []int
	for _, r := range ranked {
		order, ranks = append(order, r.System), append(ranks, r.Rank)
	}
	assert.Equal(t, []string{"top", "middle", "low", "last"}, order)
	assert.Equal(t, []int{1, 1, 1, 4}, ranks)
	assert.Equal(t, []string{"top"}, ranked[2].Behind)
	assert.Empty(t, ranked[1].Behind)

	// One run of "low" says nothing clear about it, though the others still link it to "top".
	single := slices.Clone(ss)
	single[1] = sweepOf("low", map[int][]float64{8: {96.3}})
	ranked, err = analysis.Ranking(single, parse.TPS, analysis.CompareOptions{})
	require.NoError(t, err)
	require.Equal(t, "low", ranked[2].System)
	assert.Equal(t, 1, ranked[2].Rank)
	assert.Empty(t, ranked[2].Behind)

	byLatency, err := analysis.Ranking(ss, parse.Avg, analysis.CompareOptions{})
	require.NoError(t, err)
	assert.Equal(t, "top", byLatency[0].System, "less latency is better")
	assert.Equal(t, "last", byLatency[3].System)
}

func TestARankingOfSingleRunsIsAnOrderAndSaysSo(t *testing.T) {
	ranked, err := analysis.Ranking([]*analysis.Sweep{sweepOf("a", map[int][]float64{8: {10}}), sweepOf("b", map[int][]float64{8: {20}})}, parse.TPS, analysis.CompareOptions{})
	require.NoError(t, err)
	assert.Equal(t, "b", ranked[0].System)
	assert.Equal(t, []int{1, 2}, []int{ranked[0].Rank, ranked[1].Rank})
	assert.Equal(t, []string{"one run a level: the order of the values, no interval"}, notesOf(ranked[0].Value.Notes))
}

func TestLevelSetsReadTheWayPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]string{"4-64": "4–64", "96,128": "96, 128", "2,16-64": "2, 16–64", "4–64": "4–64", " 2  4 ": "2, 4", "": "", "1，2": "1, 2"} {
		set, err := analysis.ParseLevels(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, set.String())
		again, err := analysis.ParseLevels(set.String())
		require.NoError(t, err)
		assert.Equal(t, set, again)
	}
	for _, bad := range []string{"x", "64-4", "0", "-4", "4-", ",", "2..4"} {
		_, err := analysis.ParseLevels(bad)
		assert.Error(t, err, bad)
	}
	set := levels(t, "4-64,96")
	for n, in := range map[int]bool{3: false, 4: true, 64: true, 65: false, 96: true} {
		assert.Equal(t, in, set.Contains(n))
	}
	assert.True(t, analysis.LevelSet(nil).Contains(7))
}

func TestAverageLatencyUnderAnImposedRateIsNotCalledARepetitionOfTheThroughput(t *testing.T) {
	a, b := plain("a", 4, 100), plain("b", 4, 100)
	says := "average latency is threads ÷ TPS here: it repeats the throughput and is no second evidence"
	one := func(r *parse.Run) *analysis.Sweep { return analysis.Sweeps([]*parse.Run{r})[0] }
	assert.Contains(t, notesOf(compare(t, one(a), one(b), parse.Avg, analysis.CompareOptions{}).Notes), says)
	b.TargetRate = parse.Some(100)
	assert.NotContains(t, notesOf(compare(t, one(a), one(b), parse.Avg, analysis.CompareOptions{}).Notes), says)
}

func TestWithoutAnyRatioAComparisonHoldsTheValuesAndNoFigure(t *testing.T) {
	base := analysis.Sweeps([]*parse.Run{run("a", 1, 1, 0, 5), run("a", 2, 1, 0, 5)})[0]
	other := analysis.Sweeps([]*parse.Run{run("b", 1, 1, 10, 5), run("b", 2, 1, 20, 5)})[0]
	c := compare(t, base, other, parse.TPS, analysis.CompareOptions{Focus: analysis.LevelSet{{Lo: 2, Hi: 2}}})
	require.Len(t, c.Levels, 2)
	assert.Equal(t, parse.Some(20), c.Levels[1].Other.Value)
	assert.False(t, c.Levels[1].Delta.Value.OK)
	for _, o := range []*analysis.Overall{&c.Overall, c.Focus} {
		assert.Zero(t, o.N)
		assert.False(t, o.Measured.Value.OK)
		assert.Equal(t, "note.no-ratio-at", o.Notes[0].Code)
	}
	lost, err := analysis.OverheadOf(base, other, analysis.OverheadOptions{})
	require.NoError(t, err)
	assert.False(t, lost.Lost.Value.OK)
}
