package analysis_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat"
	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

// published reads the sweeps of one published article and finds the systems by
// selectors.
func published(t *testing.T, file string, selectors ...string) []*analysis.Sweep {
	t.Helper()
	res, err := parse.FS(sbstat.Published(), file, parse.Options{})
	require.NoError(t, err)
	all := analysis.Sweeps(res.Runs)
	var found []*analysis.Sweep
	for _, sel := range selectors {
		s, err := analysis.Find(all, sel)
		require.NoError(t, err)
		found = append(found, s)
	}
	return found
}

func aws(t *testing.T) (graviton, x86 *analysis.Sweep) {
	ss := published(t, "aws-rds-graviton-vs-x86.txt", "Graviton", "x86")
	return ss[0], ss[1]
}

func compare(t *testing.T, base, other *analysis.Sweep, m parse.Metric, opts analysis.CompareOptions) *analysis.Comparison {
	t.Helper()
	c, err := analysis.Compare(base, other, m, opts)
	require.NoError(t, err)
	return c
}

func levels(t *testing.T, s string) analysis.LevelSet {
	t.Helper()
	set, err := analysis.ParseLevels(s)
	require.NoError(t, err)
	return set
}

// percentIs asserts a fraction as the percentage that is printed for it.
func percentIs(t *testing.T, want, fraction float64, decimals int, what string) {
	t.Helper()
	p := math.Pow(10, float64(decimals))
	assert.Equal(t, want, math.Round(fraction*100*p)/p, what)
}

func delta(c *analysis.Comparison, threads int) float64 {
	for _, l := range c.Levels {
		if l.Threads == threads {
			return l.Delta.Value.V
		}
	}
	return math.NaN()
}

func usd(amount float64) []analysis.Price {
	return []analysis.Price{{Amount: amount, Currency: "USD", Per: "hour", Of: "compute only"}}
}

func cny(amount float64) []analysis.Price {
	return []analysis.Price{{Amount: amount, Currency: "CNY", Per: "hour"}}
}

func TestAWSThroughputByLevelAndOverallIsWhatTheTableGives(t *testing.T) {
	g, x := aws(t)
	c := compare(t, g, x, parse.TPS, analysis.CompareOptions{Focus: levels(t, "4-64")})
	for threads, want := range map[int]float64{2: 11.8, 8: 26.8, 16: 24.1, 96: 0.2, 128: -1.0} {
		percentIs(t, want, delta(c, threads), 1, "delta")
	}
	percentIs(t, 15.29, c.Overall.Mean, 2, "mean")
	percentIs(t, 14.94, c.Overall.Geomean, 2, "geomean")
	percentIs(t, 18.6, c.Overall.Median, 1, "median")
	percentIs(t, 20.3, c.Focus.Mean, 1, "focus")
	percentIs(t, -12.72, c.Overall.OtherBaseMean, 2, "other base")
	assert.Equal(t, 8, c.Overall.Max.Threads)
	assert.Equal(t, 128, c.Overall.Min.Threads)

	back := compare(t, x, g, parse.TPS, analysis.CompareOptions{})
	percentIs(t, -12.72, back.Overall.Mean, 2, "mean from x86")
	percentIs(t, -13.00, back.Overall.Geomean, 2, "geomean from x86")
	percentIs(t, 15.29, back.Overall.OtherBaseMean, 2, "other base from x86")
}

func TestOneRunALevelGivesNoIntervalAndNoVerdict(t *testing.T) {
	g, x := aws(t)
	c := compare(t, g, x, parse.TPS, analysis.CompareOptions{Focus: levels(t, "4-64")})
	for _, l := range c.Levels {
		assert.False(t, l.Delta.Low.OK || l.Delta.High.OK)
		assert.Equal(t, analysis.NoVerdict, l.Verdict)
		assert.False(t, l.P.OK)
	}
	assert.False(t, c.Overall.Measured.HasInterval())
	assert.Equal(t, analysis.NoVerdict, c.Overall.Verdict)
	assert.Contains(t, notesOf(c.Notes), "one run a level: no interval, no verdict; 3 repeats would give one")
	assert.Equal(t, "method.spread", c.Overall.Spread.Method)
}

func notesOf(ns []analysis.Note) []string {
	var s []string
	for _, n := range ns {
		s = append(s, n.String())
	}
	return s
}

func TestAWSLatencyIsTheMirrorOfThroughput(t *testing.T) {
	g, x := aws(t)
	c := compare(t, g, x, parse.Avg, analysis.CompareOptions{})
	percentIs(t, -12.72, c.Overall.Mean, 2, "x86 relative to Graviton")
	percentIs(t, 15.30, c.Overall.OtherBaseMean, 2, "Graviton relative to x86")
	assert.Contains(t, notesOf(c.Notes), "average latency is threads ÷ TPS here: it repeats the throughput and is no second evidence")
}

func TestAWSp95AtRealisticLevelsIsLowerAndOneLevelDominatesTheWholeMean(t *testing.T) {
	g, x := aws(t)
	c := compare(t, g, x, parse.P95, analysis.CompareOptions{Levels: levels(t, "4-64")})
	percentIs(t, -13.4, delta(c, 4), 1, "4 threads")
	percentIs(t, -19.4, delta(c, 16), 1, "16 threads")
	percentIs(t, -15.5, c.Overall.Mean, 1, "mean 4-64")
	assert.Equal(t, 7, c.Overall.N)

	all := compare(t, g, x, parse.P95, analysis.CompareOptions{})
	assert.Contains(t, notesOf(all.Notes), "one level, 2 threads, moves the mean from −12.5 % to −1.0 %")
	assert.Contains(t, notesOf(all.Notes), "p95 differs by one step of sysbench's histogram (1.8 %) at levels: 96")
}

func TestAWSCostsAreThePublishedOnes(t *testing.T) {
	g, x := aws(t)
	cost := func(s *analysis.Sweep, p float64, threads int) analysis.Cost {
		c, err := analysis.CostAt(s, usd(p), threads, 0)
		require.NoError(t, err)
		return c
	}
	for _, w := range []struct {
		threads      int
		g, x, digits float64
		cheaper      float64 // percent by which x86 is cheaper
	}{
		{2, 20.99, 21.11, 2, -0.6}, {16, 3.040, 2.754, 3, 9.4}, {96, 0.7616, 0.8545, 4, -12.2},
	} {
		gc, xc := cost(g, 0.836, w.threads), cost(x, 0.94, w.threads)
		assert.InDelta(t, w.g, gc.Per1000.Value.V, math.Pow(10, -w.digits)/2)
		assert.InDelta(t, w.x, xc.Per1000.Value.V, math.Pow(10, -w.digits)/2)
		a, err := analysis.PricePerformance(gc, xc)
		require.NoError(t, err)
		percentIs(t, w.cheaper, a.Cheaper.Value.V, 1, "x86 cheaper")
	}
	a, err := analysis.PricePerformance(cost(g, 0.836, 16), cost(x, 0.94, 16))
	require.NoError(t, err)
	percentIs(t, 10.37, a.MorePerMoney.Value.V, 2, "price/performance at 16")
	assert.InDelta(t, 0.3040, a.Base.Per(100).Value.V, 0.00005)
	assert.InDelta(t, 0.2754, a.Other.Per(100).Value.V, 0.00005)
	// A million transactions at 275.02 TPS take 1.01003 h.
	assert.InDelta(t, 0.836*1e6/(82519/300.05*3600), a.Base.PerMillion().Value.V, 1e-12)

	for threads, want := range map[int][2]float64{96: {10.86, 12.19}, 128: {11.95, 13.57}} {
		a, err := analysis.PricePerformance(cost(x, 0.94, threads), cost(g, 0.836, threads))
		require.NoError(t, err)
		percentIs(t, want[0], a.Cheaper.Value.V, 2, "cost per TPS lower")
		percentIs(t, want[1], a.MorePerMoney.Value.V, 2, "TPS per USD higher")
	}
}

func TestAWSBreaksEvenTwiceAndTheHighestPriceAt16ThreadsIs1037(t *testing.T) {
	g, x := aws(t)
	b, err := analysis.BreakEvenOf(g, x, usd(0.836), usd(0.94), 0)
	require.NoError(t, err)
	require.Len(t, b.Crossings, 2)
	low, high := b.Crossings[0], b.Crossings[1]
	assert.Equal(t, []int{2, 4, 64, 96}, []int{low.Below, low.Above, high.Below, high.Above})
	assert.InDelta(t, 2.2, low.Threads.Value.V, 0.05)
	assert.InDelta(t, 67, high.Threads.Value.V, 0.5)
	assert.Equal(t, x.System, low.Cheaper)
	assert.Equal(t, g.System, high.Cheaper)
	for _, l := range b.Levels {
		if l.Threads == 16 {
			assert.InDelta(t, 1.037, l.MaxPrice.Value.V, 0.0005)
		}
	}
	assert.False(t, low.Threads.HasInterval(), "one run a level")
}

func TestAWSCapacityIsInterpolatedAndNotMonotoneDataAreShown(t *testing.T) {
	g, x := aws(t)
	for _, w := range []struct {
		slo          string
		sweep        *analysis.Sweep
		tps          float64
		below, above int
		price, cost  float64
	}{
		{"p95=80ms", g, 681, 32, 48, 0.836, 1.228}, {"p95=80ms", x, 990, 48, 64, 0.94, 0.9500},
		{"p95=100ms", g, 961, 64, 96, 0.836, 0.8704}, {"p95=0.1s", x, 1059, 64, 96, 0.94, 0.8880},
	} {
		slo, err := analysis.ParseSLO(w.slo)
		require.NoError(t, err)
		c, err := analysis.CapacityAt(w.sweep, slo, 0)
		require.NoError(t, err)
		assert.InDelta(t, w.tps, c.TPS.Value.V, 0.5)
		assert.Equal(t, []int{w.below, w.above}, []int{c.Below, c.Above})
		assert.True(t, c.Threads.V > float64(w.below) && c.Threads.V < float64(w.above))
		if w.sweep == x {
			assert.Equal(t, []int{2}, c.Exceeded)
		} else {
			assert.Empty(t, c.Exceeded)
		}
		cost, err := analysis.CostAtSLO(w.sweep, usd(w.price), slo, 0)
		require.NoError(t, err)
		assert.InDelta(t, w.cost, cost.Per1000.Value.V, 0.0005)
	}
}

func TestTheCheaperSystemAtALimitChangesWithTheLimit(t *testing.T) {
	g, x := aws(t)
	for slo, want := range map[float64]float64{80: 22.6, 100: -2.0} {
		limit := analysis.SLO{Metric: parse.P95, LimitMs: slo}
		gc, err := analysis.CostAtSLO(g, usd(0.836), limit, 0)
		require.NoError(t, err)
		xc, err := analysis.CostAtSLO(x, usd(0.94), limit, 0)
		require.NoError(t, err)
		a, err := analysis.PricePerformance(gc, xc)
		require.NoError(t, err)
		percentIs(t, want, a.Cheaper.Value.V, 1, "x86 cheaper")
	}
}

func TestHuaweiKunpengIsSlowerByFourteenToFortyFivePercent(t *testing.T) {
	ss := published(t, "huawei-rds-kunpeng-vs-x86.txt", "x86", "鲲鹏")
	c := compare(t, ss[0], ss[1], parse.TPS, analysis.CompareOptions{})
	percentIs(t, -14.497, delta(c, 2), 3, "2 threads")
	percentIs(t, -45.33, delta(c, 96), 2, "96 threads")
	assert.Equal(t, analysis.LevelPick{Threads: 96, Delta: delta(c, 96)}, c.Overall.Min)
	assert.Equal(t, 2, c.Overall.Max.Threads)
	percentIs(t, -32.66, c.Overall.Mean, 2, "mean")
	percentIs(t, -33.76, c.Overall.Geomean, 2, "geomean")
	for i := 1; i < len(c.Levels)-1; i++ {
		assert.Less(t, c.Levels[i].Delta.Value.V, c.Levels[i-1].Delta.Value.V, "monotone up to 96 threads")
	}
}

func TestAliyunARMIsFourPercentSlowerAndAThirdCheaper(t *testing.T) {
	ss := published(t, "aliyun-rds-arm-vs-x86.txt", "x86", "ARM")
	x, arm := ss[0], ss[1]
	c := compare(t, x, arm, parse.TPS, analysis.CompareOptions{})
	percentIs(t, -4.11, c.Overall.Mean, 2, "mean")
	percentIs(t, -4.16, c.Overall.Geomean, 2, "geomean")
	lat := compare(t, x, arm, parse.Avg, analysis.CompareOptions{})
	percentIs(t, 4.41, lat.Overall.Mean, 2, "latency")

	xc, err := analysis.CostAt(x, cny(2.52), 16, 0)
	require.NoError(t, err)
	ac, err := analysis.CostAt(arm, cny(1.61), 16, 0)
	require.NoError(t, err)
	assert.InDelta(t, 2324.33, xc.TPS.Value.V, 0.005)
	assert.InDelta(t, 2185.48, ac.TPS.Value.V, 0.005)
	assert.InDelta(t, 1.0842, xc.Per1000.Value.V, 0.00005)
	assert.InDelta(t, 0.7367, ac.Per1000.Value.V, 0.00005)
	percentIs(t, -36.11, ac.Hourly/xc.Hourly-1, 2, "price")
	a, err := analysis.PricePerformance(xc, ac)
	require.NoError(t, err)
	percentIs(t, 32.05, a.Cheaper.Value.V, 2, "price/performance")
}

func TestOracleHAOverheadIsWhatTheTablesGive(t *testing.T) {
	ss := published(t, "oci-mysql-ha-vs-standalone.txt", "10.0.0.224", "10.0.0.74", "10.0.0.13")
	alone, cross, within := ss[0], ss[1], ss[2]

	o, err := analysis.OverheadOf(alone, within, analysis.OverheadOptions{Setting: "ha_type"})
	require.NoError(t, err)
	percentIs(t, 21.94, o.Lost.Value.V, 2, "HA in one domain")

	_, err = analysis.OverheadOf(alone, cross, analysis.OverheadOptions{Setting: "ha_type"})
	require.ErrorContains(t, err, `same_az: "1" / ""`, "a second setting differs")
	o, err = analysis.OverheadOf(alone, cross, analysis.OverheadOptions{Setting: "ha_type, same_az"})
	require.NoError(t, err)
	percentIs(t, 22.29, o.Lost.Value.V, 2, "HA across domains")
	percentIs(t, -22.40, o.Throughput.Overall.Geomean, 2, "geomean")

	o, err = analysis.OverheadOf(within, cross, analysis.OverheadOptions{Setting: "same_az"})
	require.NoError(t, err)
	percentIs(t, -0.31, o.Throughput.Overall.Mean, 2, "across against within")
	percentIs(t, -7.40, o.Throughput.Overall.Min.Delta, 2, "lowest level")
	percentIs(t, 5.35, o.Throughput.Overall.Max.Delta, 2, "highest level")
	added := map[int]float64{}
	for _, l := range o.Levels {
		added[l.Threads] = l.AddedMs.Value.V
	}
	for threads, want := range map[int]float64{2: 0.31, 4: 0.08, 8: 0, 16: 1.47, 48: -2.72} {
		assert.InDelta(t, want, added[threads], 0.005)
	}
	assert.NotContains(t, added, 192, "a failed level has no overhead")
}

func TestAFailedRowIsKeptAndNeverUsedAsZero(t *testing.T) {
	ss := published(t, "oci-mysql-ha-vs-standalone.txt", "10.0.0.224", "10.0.0.13")
	l := ss[0].Level(192)
	require.NotNil(t, l)
	assert.Len(t, l.Failed, 1)
	assert.Empty(t, l.Runs)
	assert.Empty(t, l.Values(parse.TPS))
	c := compare(t, ss[0], ss[1], parse.TPS, analysis.CompareOptions{})
	assert.Equal(t, []int{2, 4, 8, 16, 24, 32, 48, 64, 96, 128}, c.Overall.Levels)
	assert.Empty(t, c.OnlyBase)
}

func TestATablePublishedTwiceIsOneMeasurement(t *testing.T) {
	s := published(t, "oci-mysql-ha-vs-standalone.txt", "10.0.0.74")[0]
	for _, l := range s.Levels {
		if l.Threads == 192 {
			continue
		}
		assert.Len(t, l.Runs, 1, "%d threads", l.Threads)
		assert.Len(t, l.Copies, 1, "%d threads", l.Threads)
		assert.False(t, l.Mean(parse.TPS, 0.95).HasInterval())
	}
}

func TestCaptionsShortenToWhatTellsThemApart(t *testing.T) {
	for file, want := range map[string][]string{
		"aws-rds-graviton-vs-x86.txt":    {"Graviton", "x86"},
		"huawei-rds-kunpeng-vs-x86.txt":  {"鲲鹏通用增强型", "通用型"},
		"aliyun-rds-arm-vs-x86.txt":      {"经济版通用型", "标准版"},
		"oci-mysql-ha-vs-standalone.txt": {"10.0.0.74", "10.0.0.13", "10.0.0.224"},
	} {
		res, err := parse.FS(sbstat.Published(), file, parse.Options{})
		require.NoError(t, err)
		var names []string
		for _, s := range analysis.Sweeps(res.Runs) {
			names = append(names, s.System)
		}
		assert.Equal(t, want, analysis.ShortNames(names))
	}
	assert.Equal(t, []string{"only one"}, analysis.ShortNames([]string{"only one"}))
	assert.Equal(t, []string{"a (1)", "a (1)"}, analysis.ShortNames([]string{"a (1)", "a (1)"}), "what is the same stays as it is")
	assert.Equal(t, []string{"8 vCPU", "16 vCPU"}, analysis.ShortNames([]string{"RDS MySQL (8 vCPU)", "RDS MySQL (16 vCPU)"}))
}

func TestFindTakesAUniqueSubstringAndNamesTheSystemsOtherwise(t *testing.T) {
	res, err := parse.FS(sbstat.Published(), "aws-rds-graviton-vs-x86.txt", parse.Options{})
	require.NoError(t, err)
	ss := analysis.Sweeps(res.Runs)
	s, err := analysis.Find(ss, "gravITON")
	require.NoError(t, err)
	assert.Same(t, ss[0], s)
	_, err = analysis.Find(ss, "aws")
	require.ErrorContains(t, err, "2 systems match")
	_, err = analysis.Find(ss, "kunpeng")
	require.ErrorContains(t, err, "no system matches \"kunpeng\"; systems are: \"AWS RDS Graviton")
	_, err = analysis.Find(ss, "")
	require.Error(t, err)
	_, err = analysis.Find(nil, "x86")
	require.Error(t, err)
	exact := []*analysis.Sweep{{System: "x86"}, {System: "x86-64"}}
	s, err = analysis.Find(exact, "X86")
	require.NoError(t, err)
	assert.Same(t, exact[0], s, "an exact name wins over a substring")
}

func TestCheckingTheAWSTableFindsWhatTheReaderMustKnow(t *testing.T) {
	g, x := aws(t)
	found := map[string]analysis.Finding{}
	for _, f := range analysis.Findings([]*analysis.Sweep{g, x}) {
		found[f.Note.Code] = f
	}
	assert.Len(t, found, 4)
	o := found["finding.outlier"]
	assert.Equal(t, "p95 112.67 ms is 2.5 × average (others 1.15–1.41)", o.Note.String())
	assert.Equal(t, analysis.Warn, o.Severity)
	assert.Equal(t, x.System, o.System)
	assert.Equal(t, 2, o.Threads)
	assert.Equal(t, 18, o.Sources[0].Line)
	step := found["finding.one-step"]
	assert.Equal(t, "p95 differs by one histogram step (1.8 %)", step.Note.String())
	assert.Equal(t, 96, step.Threads)
	assert.Equal(t, []int{12, 26}, []int{step.Sources[0].Line, step.Sources[1].Line})
	assert.Equal(t, "TPS × average latency = threads within 0.03 %: latency repeats TPS", found["finding.little-holds"].Note.String())
	assert.Equal(t, "one run a level: no interval", found["finding.one-run"].Note.String())
}

func TestSystemsCanBeComparedOverTheLevelsUpToTheKnee(t *testing.T) {
	g, x := aws(t)
	set, ok := analysis.UpToKnee(g, x)
	require.True(t, ok)
	assert.True(t, set.Contains(2) && set.Contains(64))
	assert.False(t, set.Contains(96), "both curves flatten after 64 threads")
}
