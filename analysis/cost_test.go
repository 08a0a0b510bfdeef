package analysis_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

func TestPricesReadTheWayPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]analysis.Price{
		"0.836USD/h":      {Amount: 0.836, Currency: "USD", Per: "hour"},
		"600 CNY/month":   {Amount: 600, Currency: "CNY", Per: "month"},
		"$0.94/hour":      {Amount: 0.94, Currency: "USD", Per: "hour"},
		"eur 1,200 / mo":  {Amount: 1200, Currency: "EUR", Per: "month"},
		"1.61 cny per hr": {Amount: 1.61, Currency: "CNY", Per: "hour"},
		"12,345.6USD/mo":  {Amount: 12345.6, Currency: "USD", Per: "month"},
	} {
		p, err := analysis.ParsePrice(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, p)
	}
	for text, says := range map[string]string{
		"0USD/h": "a price is a positive number", "NaN USD/h": "is not written as", "-1USD/h": "is not written as",
		"0.8": "is not written as", "0.8USD/week": "per hour or per month", "¥3/h": "write CNY or JPY", "1.2.3USD/h": "is no number",
		"1,5USD/h":   "decimals follow a point",
		"0,836USD/h": "write 0.836, not 0,836", "012,345USD/h": "is no number", "1234,567USD/h": "is no number", "1,23,456USD/h": "is no number", "": "is not written as", "1" + strings.Repeat("0", 304) + "USD/h": "no database costs that", "0." + strings.Repeat("0", 20) + "1USD/h": "no database costs that",
	} {
		_, err := analysis.ParsePrice(text)
		assert.ErrorContains(t, err, says, text)
	}
}

func TestPricesAddUpToOneAmountAnHourInOneCurrency(t *testing.T) {
	h, c, err := analysis.Hourly([]analysis.Price{{Amount: 0.8, Currency: "USD", Per: "hour"}, {Amount: 73, Currency: "usd", Per: "month"}})
	require.NoError(t, err)
	assert.InDelta(t, 0.9, h, 1e-12)
	assert.Equal(t, "USD", c)
	for says, ps := range map[string][]analysis.Price{
		"USD and CNY cannot be added":  {{Amount: 1, Currency: "USD"}, {Amount: 1, Currency: "CNY"}},
		"no price given":               nil,
		"a price is a positive number": {{Amount: math.NaN(), Currency: "USD"}},
		"has no currency":              {{Amount: 1}},
		"per hour or per month":        {{Amount: 1, Currency: "USD", Per: "week"}},
	} {
		_, _, err := analysis.Hourly(ps)
		assert.ErrorContains(t, err, says)
	}
	_, _, err = analysis.Hourly([]analysis.Price{{Amount: math.Inf(1), Currency: "USD"}})
	assert.Error(t, err)
	_, _, err = analysis.Hourly([]analysis.Price{{Amount: 1.7e308, Currency: "USD"}, {Amount: 1.7e308, Currency: "USD"}})
	assert.ErrorContains(t, err, "no database costs that")
}

func TestTwoCurrenciesAreNeverCompared(t *testing.T) {
	a, b := sweepOf("a", map[int][]float64{8: {100}}), sweepOf("b", map[int][]float64{8: {120}})
	ac, err := analysis.CostAt(a, usd(1), 8, 0)
	require.NoError(t, err)
	bc, err := analysis.CostAt(b, cny(1), 8, 0)
	require.NoError(t, err)
	_, err = analysis.PricePerformance(ac, bc)
	assert.EqualError(t, err, `"a" is priced in USD and "b" in CNY; convert one of them`)
	_, err = analysis.Pareto([]analysis.Cost{ac, bc})
	assert.Error(t, err)
	_, err = analysis.BreakEvenOf(a, b, usd(1), cny(1), 0)
	assert.Error(t, err)
}

func TestCostsCarryTheIntervalOfTheThroughput(t *testing.T) {
	s := sweepOf("a", map[int][]float64{8: {95, 100, 105}, 16: {150, 160, 170}})
	c, err := analysis.CostAt(s, usd(2), 8, 0)
	require.NoError(t, err)
	tps := s.Level(8).Mean(parse.TPS, 0.95)
	assert.InDelta(t, 2000/tps.High.V, c.Per1000.Low.V, 1e-12)
	assert.InDelta(t, 2000/tps.Low.V, c.Per1000.High.V, 1e-12)
	assert.Equal(t, 3, c.Per1000.N)
	peak, err := analysis.CostAtPeak(s, usd(2), 0)
	require.NoError(t, err)
	assert.Equal(t, 16, peak.Threads)

	wild := sweepOf("w", map[int][]float64{8: {10, 200}})
	c, err = analysis.CostAt(wild, usd(2), 8, 0)
	require.NoError(t, err)
	assert.False(t, c.Per1000.HasInterval())
	assert.Contains(t, notesOf(c.Per1000.Notes), "the interval of the throughput reaches zero: the cost has no upper bound")
}

func TestPricePerformanceHasTheIntervalOfTheThroughputRatio(t *testing.T) {
	x, y := []float64{95, 100, 105}, []float64{118, 120, 122}
	a, err := analysis.CostAt(sweepOf("a", map[int][]float64{8: x}), usd(2), 8, 0)
	require.NoError(t, err)
	b, err := analysis.CostAt(sweepOf("b", map[int][]float64{8: y}), usd(3), 8, 0)
	require.NoError(t, err)
	adv, err := analysis.PricePerformance(a, b)
	require.NoError(t, err)
	r := analysis.LogRatioT(x, y, 0.95)
	for _, p := range [][2]float64{{r.Value.V, adv.MorePerMoney.Value.V}, {r.Low.V, adv.MorePerMoney.Low.V}, {r.High.V, adv.MorePerMoney.High.V}} {
		assert.InDelta(t, p[0]*2/3-1, p[1], 1e-12)
	}
	assert.InDelta(t, 1-1/(r.Low.V*2/3), adv.Cheaper.Low.V, 1e-12)
	back, err := analysis.PricePerformance(b, a)
	require.NoError(t, err)
	assert.InDelta(t, 1/(1+adv.MorePerMoney.Value.V), 1+back.MorePerMoney.Value.V, 1e-12)
}

func TestASystemThatIsCheaperEverywhereHasNoBreakEvenAndANote(t *testing.T) {
	a, b := sweepOf("a", map[int][]float64{2: {10}, 4: {20}}), sweepOf("b", map[int][]float64{2: {20}, 4: {40}, 8: {50}})
	be, err := analysis.BreakEvenOf(a, b, usd(1), usd(1.5), 0)
	require.NoError(t, err)
	assert.Empty(t, be.Crossings)
	assert.Equal(t, []string{"b is cheaper at every level"}, notesOf(be.Notes))
	assert.Equal(t, []int{8}, be.OnlyOther)
	same, err := analysis.BreakEvenOf(a, a, usd(1), usd(1), 0)
	require.NoError(t, err)
	assert.Equal(t, []string{"both cost the same at every level"}, notesOf(same.Notes))
}

func TestABreakEvenOnALevelIsThatLevel(t *testing.T) {
	a, b := sweepOf("a", map[int][]float64{2: {10}, 4: {20}, 8: {30}}), sweepOf("b", map[int][]float64{2: {11}, 4: {20}, 8: {25}})
	be, err := analysis.BreakEvenOf(a, b, usd(1), usd(1), 0)
	require.NoError(t, err)
	require.Len(t, be.Crossings, 1)
	c := be.Crossings[0]
	assert.Equal(t, []any{4, 4, 4.0, "a"}, []any{c.Below, c.Above, c.Threads.Value.V, c.Cheaper})
}

func TestABreakEvenWithinTheNoiseIsCalledUncertain(t *testing.T) {
	a := sweepOf("a", map[int][]float64{2: {100, 108, 92}, 4: {200, 216, 184}})
	b := sweepOf("b", map[int][]float64{2: {101, 109, 93}, 4: {198, 214, 182}})
	be, err := analysis.BreakEvenOf(a, b, usd(1), usd(1), 0)
	require.NoError(t, err)
	require.Len(t, be.Crossings, 1)
	assert.Contains(t, notesOf(be.Crossings[0].Threads.Notes), "at a level beside it the costs do not differ by more than the repeats vary: it may lie elsewhere, or not exist")
	assert.Equal(t, "note.crossing-uncertain", be.Crossings[0].Threads.Notes[len(be.Crossings[0].Threads.Notes)-1].Code)

	// The same crossing, where the repeats tell the systems apart on both sides of it.
	a = sweepOf("a", map[int][]float64{2: {100, 101, 99}, 4: {200, 201, 199}})
	b = sweepOf("b", map[int][]float64{2: {120, 121, 119}, 4: {160, 161, 159}})
	be, err = analysis.BreakEvenOf(a, b, usd(1), usd(1), 0)
	require.NoError(t, err)
	require.Len(t, be.Crossings, 1)
	assert.True(t, be.Crossings[0].Threads.HasInterval())
	assert.NotContains(t, be.Crossings[0].Threads.Notes, analysis.Note{Code: "note.crossing-uncertain"})
}

func TestTheParetoFrontLeavesOutWhatAnotherBeats(t *testing.T) {
	cost := func(name string, price, tps float64) analysis.Cost {
		c, err := analysis.CostAt(sweepOf(name, map[int][]float64{8: {tps}}), usd(price), 8, 0)
		require.NoError(t, err)
		return c
	}
	front, err := analysis.Pareto([]analysis.Cost{
		cost("cheap", 1, 100), cost("dear and slow", 3, 150), cost("middle", 2, 200), cost("same as middle", 2, 200), cost("fast", 4, 300), cost("as fast, dearer", 5, 300),
	})
	require.NoError(t, err)
	assert.Equal(t, []bool{true, false, true, true, true, false}, front)
	none, err := analysis.Pareto(nil)
	require.NoError(t, err)
	assert.Empty(t, none)
}

func TestLatencyLimitsReadTheWayPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]string{
		"p95=80ms": "p95 ≤ 80 ms", "avg=0.1s": "avg ≤ 100 ms", "p99=50": "p99 ≤ 50 ms", "P95 <= 1.5 s": "p95 ≤ 1500 ms", "p99.9≤250us": "p99.9 ≤ 0.25 ms", "p95=100": "p95 ≤ 100 ms",
	} {
		slo, err := analysis.ParseSLO(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, slo.String())
	}
	for _, bad := range []string{"p95", "tps=80", "p95=0", "p95=-1ms", "p95=x", "p95=NaN", "p95=Inf", "p200=5", ""} {
		_, err := analysis.ParseSLO(bad)
		assert.Error(t, err, bad)
	}
}

// byLatency is a sweep with one run a level of the given throughput and p95.
func byLatency(points ...[3]float64) *analysis.Sweep {
	var runs []*parse.Run
	for _, p := range points {
		runs = append(runs, run("a", int(p[0]), 1, p[1], p[2]))
	}
	return analysis.Sweeps(runs)[0]
}

func TestCapacityNeverExtrapolates(t *testing.T) {
	limit := analysis.SLO{Metric: parse.P95, LimitMs: 50}
	c, err := analysis.CapacityAt(byLatency([3]float64{2, 100, 10}, [3]float64{4, 180, 20}), limit, 0)
	require.NoError(t, err)
	assert.Equal(t, 180.0, c.TPS.Value.V)
	assert.Equal(t, []int{4, 0}, []int{c.Below, c.Above})
	assert.Equal(t, []string{"the highest level still meets the limit: the capacity is at least this"}, notesOf(c.Notes))

	c, err = analysis.CapacityAt(byLatency([3]float64{2, 100, 70}, [3]float64{4, 180, 60}), limit, 0)
	require.NoError(t, err)
	assert.False(t, c.TPS.Value.OK)
	assert.Equal(t, []int{0, 2}, []int{c.Below, c.Above})
	assert.Equal(t, []string{"no level meets the limit; the lowest is 60 ms at 4 threads"}, notesOf(c.Notes))
	_, err = analysis.CostAtSLO(byLatency([3]float64{2, 100, 70}), usd(1), limit, 0)
	assert.EqualError(t, err, `"a" never meets p95 ≤ 50 ms, so no cost at it exists`)
}

func TestCapacityIsTheHighestThroughputWithinTheLimit(t *testing.T) {
	// The throughput falls after 4 threads, well before the limit is reached.
	c, err := analysis.CapacityAt(byLatency([3]float64{2, 100, 10}, [3]float64{4, 300, 20}, [3]float64{8, 200, 40}, [3]float64{16, 150, 90}), analysis.SLO{Metric: parse.P95, LimitMs: 50}, 0)

	require.NoError(t, err)
	assert.Equal(t, 300.0, c.TPS.Value.V)
	assert.Equal(t, 4.0, c.Threads.V)
	assert.Equal(t, []int{4, 8, 16}, []int{c.At, c.Below, c.Above})
	assert.Equal(t, []string{"the throughput within the limit is highest at 4 threads and falls before the limit is reached"}, notesOf(c.Notes))
}

func TestACapacityNamesTheLevelWhereItsThroughputOccurs(t *testing.T) {
	limit := analysis.SLO{Metric: parse.P95, LimitMs: 50}
	between, err := analysis.CapacityAt(byLatency([3]float64{2, 100, 10}, [3]float64{4, 180, 90}), limit, 0)
	require.NoError(t, err)
	assert.Equal(t, []int{0, 2, 4}, []int{between.At, between.Below, between.Above})
	atLeast, err := analysis.CapacityAt(byLatency([3]float64{2, 180, 10}, [3]float64{4, 100, 20}), limit, 0)
	require.NoError(t, err)
	assert.Equal(t, []int{2, 4, 0}, []int{atLeast.At, atLeast.Below, atLeast.Above})
	cost, err := analysis.CostAtSLO(byLatency([3]float64{2, 180, 10}, [3]float64{4, 100, 90}), usd(1), limit, 0)
	require.NoError(t, err)
	assert.Equal(t, 2, cost.Threads)
}

func TestACapacityAtALevelIsThatLevel(t *testing.T) {
	c, err := analysis.CapacityAt(byLatency([3]float64{2, 100, 10}, [3]float64{4, 180, 50}, [3]float64{8, 200, 90}), analysis.SLO{Metric: parse.P95, LimitMs: 50}, 0)
	require.NoError(t, err)
	assert.InDelta(t, 180, c.TPS.Value.V, 1e-9)
	assert.InDelta(t, 4, c.Threads.V, 1e-9)
	assert.Equal(t, 4, c.At)
}

func TestALimitThatIsReachedJustAtALevelIsNoFallBeforeIt(t *testing.T) {
	for _, tps := range []float64{100.1, 333.33, 1234.567, 98765.4321, 7} {
		for _, next := range []float64{1.01, 1.3, 0.8} {
			c, err := analysis.CapacityAt(byLatency([3]float64{8, tps / 2, 12}, [3]float64{16, tps, 30}, [3]float64{32, tps * next, 77}), analysis.SLO{Metric: parse.P95, LimitMs: 30}, 0)
			require.NoError(t, err)
			assert.Equal(t, tps, c.TPS.Value.V)
			assert.Equal(t, 16.0, c.Threads.V)
			assert.Equal(t, 16, c.At)
			assert.Empty(t, notesOf(c.Notes))
		}
	}
}

func TestAnOverheadIsRefusedWhereMoreThanTheNamedSettingDiffers(t *testing.T) {
	mk := func(name string, config ...parse.Setting) *analysis.Sweep {
		r := run(name, 8, 1, 100, 10)
		r.Config = config
		return analysis.Sweeps([]*parse.Run{r})[0]
	}
	off := mk("off", parse.Setting{Key: "ssl", Value: "off"}, parse.Setting{Key: "tables", Value: "4"})
	on := mk("on", parse.Setting{Key: "ssl", Value: "on"}, parse.Setting{Key: "tables", Value: "4"})
	other := mk("other", parse.Setting{Key: "ssl", Value: "on"}, parse.Setting{Key: "tables", Value: "10"})

	_, err := analysis.OverheadOf(off, on, analysis.OverheadOptions{Setting: "ssl"})
	assert.NoError(t, err)
	_, err = analysis.OverheadOf(off, other, analysis.OverheadOptions{Setting: "ssl"})
	assert.EqualError(t, err, `"off" and "other" differ in more than "ssl": tables: "4" / "10"; name these as well, or force it`)
	_, err = analysis.OverheadOf(off, on, analysis.OverheadOptions{Setting: "tables"})
	assert.EqualError(t, err, `"off" and "on" do not differ in "tables"; they differ in: ssl: "off" / "on"`)
	o, err := analysis.OverheadOf(off, other, analysis.OverheadOptions{Setting: "ssl", Force: true})
	require.NoError(t, err)
	assert.Contains(t, notesOf(o.Notes), `settings differ: tables: "4" / "10"`)
}

func TestAnOverheadCarriesTheIntervalsOfRepeats(t *testing.T) {
	a := sweepOf("a", map[int][]float64{2: {100, 102, 98}, 4: {200, 204, 196}})
	b := sweepOf("b", map[int][]float64{2: {90, 92, 88}, 4: {170, 174, 166}})
	o, err := analysis.OverheadOf(a, b, analysis.OverheadOptions{})
	require.NoError(t, err)
	assert.InDelta(t, (0.10+0.15)/2, o.Lost.Value.V, 1e-12)
	assert.True(t, o.Lost.HasInterval() && o.Lost.Low.V > 0 && o.Lost.Low.V < 0.125 && o.Lost.High.V > 0.125)
	for _, l := range o.Levels {
		assert.True(t, l.Lost.HasInterval() && l.AddedMs.HasInterval())
		assert.Less(t, l.Lost.Low.V, l.Lost.High.V)
	}
	d := o.Throughput.Levels[0].Delta
	assert.InDelta(t, -d.High.V, o.Levels[0].Lost.Low.V, 1e-12)
}
