package plotting

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

// The expected figures are those of the published tables, computed by hand from
// transactions ÷ time: x86/Graviton − 1 is +11.8 % at 2, +26.8 % at 8, +0.2 % at 96
// and −1.0 % at 128 threads.
func TestTheAltTextStatesTheFindingWithItsBase(t *testing.T) {
	f := throughput(t, Options{})
	assert.Equal(t, "TPS, x86 relative to Graviton: 11.8–26.8 % higher at 2–64 threads; within 5 % at 96–128 threads.", f.AltText)
	zh := throughput(t, Options{Lang: "zh"})
	assert.Equal(t, "TPS，x86 相对 Graviton：2–64 并发时高 11.8–26.8%；96–128 并发时相差不超过 5%。", zh.AltText)
}

func TestALowerLatencyIsSaidToBeLower(t *testing.T) {
	f, err := Delta(compared("Graviton", "x86", graviton[1:3], x86[1:3], parse.P95, func(r row) float64 { return r.p95 }), Options{})
	require.NoError(t, err)
	assert.Contains(t, f.AltText, "x86 relative to Graviton: 13.4–20.9 % lower at 4–8 threads")
}

// 0.836 and 0.94 USD an hour: Graviton is cheaper by 0.6 % at 2 threads, x86 from 4 to
// 64, Graviton by 10.9 % at 96.
func TestTheCostFigureSaysWhoIsCheaperWhere(t *testing.T) {
	f, err := Cost(append(costed("Graviton", graviton, .836), costed("x86", x86, .94)...), Options{})
	require.NoError(t, err)
	assert.Equal(t, "Cost of 1000 TPS: Graviton cheaper by 0.6–11.9 % at 2, 96–128 threads; x86 cheaper by 1.3–11.3 % at 4–64 threads.", f.AltText)
	assert.Contains(t, f.Caption, "0.836 USD")
}

func TestALevelWithoutAValueIsSaidAndNotJoinedAcross(t *testing.T) {
	s := sweepOf("A", graviton)
	s.Levels[4].Runs = nil
	f, err := Throughput([]*analysis.Sweep{s}, Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{"A: no TPS at 24 threads."}, f.Notes)
	one := seriesOf(s, parse.TPS, 0.95)
	lines, bridges := one.lines(one.places())
	assert.Empty(t, bridges)
	require.Len(t, lines, 2)
	assert.Equal(t, 16.0, lines[0][len(lines[0])-1].x)
	assert.Equal(t, 32.0, lines[1][0].x)
	svg := readSVG(t, encoded(t, f, "svg"))
	assert.Contains(t, strings.Join(svg.texts, " "), "no TPS at 24 threads")
}

// A has no 4 threads, which B has; B no 1 and 16.
func TestALineAcrossALevelThatTheSystemLacksIsDashedAndSaid(t *testing.T) {
	a := measuredSweep("A", map[int][]float64{1: {100}, 2: {190}, 8: {500}, 16: {600}})
	b := measuredSweep("B", map[int][]float64{2: {200}, 4: {400}, 8: {550}})
	sweeps := []*analysis.Sweep{a, b}
	for kind, draw := range map[string]func([]*analysis.Sweep, Options) (*Figure, error){
		"throughput": Throughput, "latency": Latency, "scaling": Scaling,
		"hockey": func(s []*analysis.Sweep, o Options) (*Figure, error) { return Hockey(s, parse.Avg, o) },
		"multiples": func(s []*analysis.Sweep, o Options) (*Figure, error) {
			return Multiples(s, []parse.Metric{parse.TPS}, o)
		},
	} {
		f, err := draw(sweeps, Options{})
		require.NoError(t, err, kind)
		notes := strings.Join(f.Notes, " ")
		assert.Regexp(t, `A: no [^.]+ at 4 threads\. B: no [^.]+ at 1, 16 threads\.`, notes, kind)
		if kind != "scaling" { // draws no lines between the levels
			assert.Contains(t, notes, "Pale and dashed", kind)
		}
	}
	bu, err := newBuilder(Options{}, []string{"A", "B"})
	require.NoError(t, err)
	all, _, _ := bu.read(sweeps, parse.TPS)
	lines, bridges := all[0].lines(all[0].places())
	require.Len(t, lines, 2)
	assert.Equal(t, [][]xy{{{2, 190}, {8, 500}}}, bridges)
	_, bridges = all[1].lines(all[1].places())
	assert.Empty(t, bridges, "what lies beyond the ends is not bridged")
}

func TestAZeroOnALogarithmicAxisIsLeftOutAndSaid(t *testing.T) {
	f, err := Latency([]*analysis.Sweep{sweepOf("A", sixDecades)}, Options{})
	require.NoError(t, err)
	assert.Contains(t, strings.Join(f.Notes, " "), "zero average at 128 threads")
	assert.Contains(t, f.Panels[0].Y.Label.Text, "log scale")
}

func TestThroughputStartsAtZeroAndATruncatedAxisIsMarked(t *testing.T) {
	assert.Zero(t, throughput(t, Options{}).Panels[0].Y.Min)
	f, err := Throughput([]*analysis.Sweep{sweepOf("A", graviton[7:])}, Options{FromData: true})
	require.NoError(t, err)
	assert.Greater(t, f.Panels[0].Y.Min, 500.0)
	assert.Contains(t, f.Panels[0].Y.Label.Text, "does not start at zero")
	assert.True(t, f.marks[f.Panels[0]].truncated)
}

func TestAnIntervalThatDwarfsTheDataDoesNotStretchTheAxis(t *testing.T) {
	f, err := Delta(deltaWithIntervals(), Options{}) // one interval reaches to +250 %
	require.NoError(t, err)
	assert.Less(t, f.Panels[0].Y.Max, 1.0)
}

func TestADeltaIsColouredByItsVerdictWhereThereIsOne(t *testing.T) {
	c := deltaWithIntervals()
	for i := range c.Levels {
		c.Levels[i].Verdict = analysis.Inconclusive
	}
	f, err := Delta(c, Options{})
	require.NoError(t, err)
	var names []string
	for _, k := range f.keys {
		names = append(names, k.name)
	}
	assert.Contains(t, names, "inconclusive")
	assert.NotContains(t, names, "x86 better")
	assert.Equal(t, "TPS, x86 relative to Graviton: inconclusive at 2–128 threads.", f.AltText)
}

func TestWithoutAVerdictASystemIsAheadAndNotBetter(t *testing.T) {
	a, b := sweepOf("Graviton", graviton), sweepOf("x86", x86)
	c, err := analysis.Compare(a, b, parse.TPS, analysis.CompareOptions{})
	require.NoError(t, err)
	f, err := Delta(c, Options{})
	require.NoError(t, err)
	var names []string
	for _, k := range f.keys {
		names = append(names, k.name)
	}
	assert.Contains(t, names, "x86 ahead")
	assert.NotContains(t, names, "x86 better")
	assert.Contains(t, f.Caption, "One run a level: no interval.")
	assert.Contains(t, f.Caption, "differences from −4.8 % to +5.0 %", "the band of ratios from 1/1.05 to 1.05")
}

func TestRepeatsOnOneSideAloneAreNotCaptionedAsOneRunALevel(t *testing.T) {
	a, b := sweepOf("Graviton", graviton, 0.99, 1.01), sweepOf("x86", x86)
	c, err := analysis.Compare(a, b, parse.TPS, analysis.CompareOptions{})
	require.NoError(t, err)
	f, err := Delta(c, Options{})
	require.NoError(t, err)
	assert.Contains(t, f.Caption, "No level has repeats on both sides: no interval.")
	o, err := analysis.OverheadOf(a, b, analysis.OverheadOptions{})
	require.NoError(t, err)
	f, err = Overhead(o, Options{})
	require.NoError(t, err)
	assert.Contains(t, f.Caption, "No level has repeats on both sides: no interval.")
}

func TestTheMarkerOfAPeakIsExplainedOnlyWhereOneIsDrawn(t *testing.T) {
	for _, c := range []struct {
		alpha, beta float64
		drawn       bool
	}{{0.02, 0.001, true}, {0.02, 0, false}} {
		s := &analysis.Sweep{System: "x"}
		for _, n := range []int{1, 2, 4, 8, 16, 32, 64} {
			x := 100 * float64(n) / (1 + c.alpha*float64(n-1) + c.beta*float64(n*(n-1)))
			s.Levels = append(s.Levels, analysis.Level{Threads: n, Runs: []*parse.Run{row{n, int(x * 300), 300, float64(n) / x * 1000, 1}.run("x")}})
		}
		f, err := Scaling([]*analysis.Sweep{s}, Options{})
		require.NoError(t, err)
		assert.Equal(t, c.drawn, strings.Contains(f.Caption, "hollow marker"), f.Caption)
	}
}

func TestRepeatsAreDotsAndTheirMeanHasAnInterval(t *testing.T) {
	f, err := Throughput(repeatedSweeps(), Options{})
	require.NoError(t, err)
	assert.Contains(t, f.Caption, "95 % t intervals")
	assert.Contains(t, f.Subtitle, "3 runs a level")
	one := throughput(t, Options{})
	assert.Contains(t, one.Caption, "no interval")
	dots := func(f *Figure) int { return strings.Count(string(encoded(t, f, "svg")), "Z") }
	assert.GreaterOrEqual(t, dots(f)-dots(one), 2*10*3*2, "two systems, ten levels, three runs, a rim each")
}

func TestMultiplesShareTheirYAxis(t *testing.T) {
	f, err := Multiples(twelveSweeps("system"), nil, Options{})
	require.NoError(t, err)
	require.Len(t, f.Panels, 12)
	for _, p := range f.Panels {
		assert.Equal(t, f.Panels[0].Y.Max, p.Y.Max)
		assert.Equal(t, f.Panels[0].X.Max, p.X.Max)
	}
}

func TestATimelineShadesTheStall(t *testing.T) {
	f, err := Timeline([]*parse.Run{intervals("MySQL", 16, 500)}, Options{}) // nothing finishes from second 60 to 63
	require.NoError(t, err)
	require.Len(t, f.Panels, 2)
	assert.Contains(t, f.AltText, "Stalls: 1.")
	assert.Len(t, timeLines(intervals("MySQL", 16, 500), func(i *parse.Interval) parse.Num { return i.LatencyMs }, true), 2, "the latency line is broken there")
}

func TestAHistogramsSharesAddUpToOne(t *testing.T) {
	ds, without := distributionsOf([]*parse.Run{histogram("A", 12), nil, {}}, "en")
	require.Len(t, ds, 1)
	assert.Len(t, without, 1)
	sum := 0.0
	for i, s := range ds[0].shares {
		sum += s
		if i > 0 {
			assert.InEpsilon(t, ds[0].upper[i-1], ds[0].lower[i], 0.001, "neighbouring buckets touch")
		}
	}
	assert.InDelta(t, 1, sum, 1e-9)
}

func TestTheParetoFigureNamesTheFront(t *testing.T) {
	f, err := Pareto(prices(), Options{})
	require.NoError(t, err)
	for _, name := range []string{"db.m6g.large", "db.r6g.large", "db.m6g.xlarge", "db.m7g.xlarge"} {
		assert.Contains(t, f.AltText, name)
	}
	assert.NotContains(t, f.AltText, "db.m5.large", "r6g.large gives 600 TPS for 0.48, m5.large 500 for 0.47: m6g.large beats it")
	assert.NotContains(t, f.AltText, "db.m5.xlarge", "m7g.xlarge gives more for less")
}

func TestAUserCanDrawAFigureInAFewLines(t *testing.T) {
	f, err := Throughput(twoSweeps(), Options{Title: "My study", Theme: Dark, Lang: "zh", Width: 900, Height: 600})
	require.NoError(t, err)
	assert.Equal(t, "My study", f.Title)
	assert.NotEmpty(t, encoded(t, f, "svg"))
}

// A figure is posted alone: what a shortened name stands for is said below it and in its alt text.
func TestAFigureSaysWhatItsShortenedNamesStandFor(t *testing.T) {
	long := "MySQL 8.0.33 on db.m6g.xlarge with general purpose disks in Tokyo, "
	a, b := sweepOf(long+"variant A", graviton), sweepOf(long+"variant B", x86)
	f, err := Throughput([]*analysis.Sweep{a, b}, Options{})
	require.NoError(t, err)
	for _, text := range []string{f.AltText, strings.Join(f.Notes, " ")} {
		assert.Contains(t, text, "A: "+long+"variant A; B: "+long+"variant B.")
	}
	f, err = Throughput([]*analysis.Sweep{sweepOf("prod db A", graviton), sweepOf("prod db B", x86)}, Options{})
	require.NoError(t, err)
	assert.Contains(t, f.AltText, "prod db B relative to prod db A", "a name that fits stays")
	assert.Empty(t, f.Notes)
	f, err = Throughput([]*analysis.Sweep{sweepOf(long+"实例 A", graviton), sweepOf(long+"实例 B", x86)}, Options{})
	require.NoError(t, err)
	assert.Contains(t, f.AltText, long+"实例 A")
	assert.Empty(t, f.Notes, "an English figure needs no Chinese font")
}

// Names that differ in their middle alone keep what tells them apart, and a title too long for
// both leaves them to the axis.
func TestTheTitleOfADeltaDoesNotLoseItsBase(t *testing.T) {
	name := func(s string) string {
		return "db.r6g.2xlarge-mysql8033-gp3-3000iops-AAAAAAAAAAAAAA" + s + "-tokyo-multiaz-ssl-binlog-semi-sync-prod"
	}
	c := compared(name("1"), name("2"), graviton, x86, parse.TPS, row.tps)
	f, err := Delta(c, Options{})
	require.NoError(t, err)
	texts := strings.Join(readSVG(t, encoded(t, f, "svg")).texts, " ")
	assert.Contains(t, texts, "A1-tokyo")
	assert.Contains(t, texts, "A2-tokyo")
	assert.Contains(t, f.Title, "relative to")
	f, err = Delta(c, Options{Width: 500, Height: 700})
	require.NoError(t, err)
	assert.Equal(t, "Throughput (TPS): difference", f.Title)
}

// A system that misses the limit does not take the figure from the others, and the limit is named
// wherever the figure speaks.
func TestAParetoFigureAtALimitNamesItAndWhoMissesIt(t *testing.T) {
	costs := []analysis.Cost{costed("A", graviton, 1)[4], costed("B", x86, 2)[4], costed("C", x86, 3)[4]}
	costs[2].TPS, costs[2].Per1000 = analysis.Estimate{}, analysis.Estimate{}
	f, err := Pareto(costs, Options{Limit: "p95 ≤ 80 ms"})
	require.NoError(t, err)
	for _, text := range []string{f.Title, f.Caption, f.AltText} {
		assert.Contains(t, text, "p95 ≤ 80 ms")
	}
	assert.Equal(t, []string{"C: does not meet p95 ≤ 80 ms, not drawn."}, f.Notes)
	assert.Contains(t, f.AltText, "1 USD an hour")
	_, err = Pareto(costs[2:], Options{Limit: "p95 ≤ 80 ms"})
	assert.ErrorContains(t, err, "none of the systems meets p95 ≤ 80 ms")
}

func TestADeltaSaysWhichLevelMovesItsMean(t *testing.T) {
	c, err := analysis.Compare(sweepOf("Graviton", graviton), sweepOf("x86", x86), parse.P95, analysis.CompareOptions{})
	require.NoError(t, err)
	f, err := Delta(c, Options{})
	require.NoError(t, err)
	for _, text := range []string{f.AltText, strings.Join(f.Notes, " ")} {
		assert.Contains(t, text, "2 threads, moves the mean from −12.5 % to −1.0 %; the median is −14.")
	}
}

func TestTheAxisOfADeltaEndsAtALossOfAll(t *testing.T) {
	a := measuredSweep("A", map[int][]float64{1: {1}, 2: {1000}, 4: {100}})
	b := measuredSweep("B", map[int][]float64{1: {30}, 2: {1}, 4: {100}})
	c, err := analysis.Compare(a, b, parse.TPS, analysis.CompareOptions{})
	require.NoError(t, err)
	f, err := Delta(c, Options{})
	require.NoError(t, err)
	ticks := func(a plot.Axis) (out []float64) {
		for _, k := range a.Tick.Marker.Ticks(a.Min, a.Max) {
			out = append(out, k.Value)
		}
		return out
	}
	assert.GreaterOrEqual(t, slices.Min(ticks(f.Panels[0].Y)), -1.0)
	o, err := analysis.OverheadOf(a, b, analysis.OverheadOptions{Force: true})
	require.NoError(t, err)
	f, err = Overhead(o, Options{})
	require.NoError(t, err)
	assert.LessOrEqual(t, slices.Max(ticks(f.Panels[1].Y)), 1.0)
}

func TestARunWithoutAHistogramIsNamed(t *testing.T) {
	h := &parse.Histogram{Buckets: []parse.Bucket{{Ms: 1, Count: 3}, {Ms: 2, Count: 5}}}
	f, err := CDF([]*parse.Run{{System: "A", Threads: 4, Histogram: h}, {System: "B", Threads: 4}}, Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{"Not drawn, for lack of a histogram: B · 4 threads."}, f.Notes)
}

func TestSystemsWhoseLinesCoincideAreNamed(t *testing.T) {
	sweeps := []*analysis.Sweep{sweepOf("A", graviton), sweepOf("B", x86), sweepOf("C", graviton)}
	f, err := Throughput(sweeps, Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{"The lines of A, C coincide: TPS."}, f.Notes)
	f, err = Latency(sweeps, Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{"The lines of A, C coincide: average.", "The lines of A, C coincide: p95."}, f.Notes)
}

// In one panel the intervals and dots of the two latencies of a system would stand at one place.
func TestLatenciesWithRepeatsHaveAPanelEach(t *testing.T) {
	f, err := Latency(repeatedSweeps(), Options{})
	require.NoError(t, err)
	require.Len(t, f.Panels, 2)
	assert.Contains(t, f.Panels[0].Y.Label.Text, "Average latency")
	assert.Contains(t, f.Panels[1].Y.Label.Text, "p95 latency")
	f, err = Latency(twoSweeps(), Options{})
	require.NoError(t, err)
	assert.Len(t, f.Panels, 1)
}

func TestOfManyLevelsHockeyNumbersSome(t *testing.T) {
	f, err := Hockey([]*analysis.Sweep{sweepOf("A", twoHundred())}, parse.Metric{}, Options{})
	require.NoError(t, err)
	texts := readSVG(t, encoded(t, f, "svg")).texts
	assert.Contains(t, texts, "1")
	assert.NotContains(t, texts, "199")
	assert.Less(t, len(texts), 50)
}

// A note of several fits stands once, with the systems that it is about.
func TestFitsWithOneRemarkShareIt(t *testing.T) {
	f, err := Scaling([]*analysis.Sweep{sweepOf("A", x86), sweepOf("B", x86, 2)}, Options{})
	require.NoError(t, err)
	require.Len(t, f.Notes, 1)
	assert.Contains(t, f.Notes[0], "A, B: no peak in range")
}

func TestOverheadSignsItsValuesWhereBothSignsOccur(t *testing.T) {
	draw := func(with []row) []string {
		o, err := analysis.OverheadOf(sweepOf("off", graviton), sweepOf("on", with), analysis.OverheadOptions{})
		require.NoError(t, err)
		f, err := Overhead(o, Options{})
		require.NoError(t, err)
		return readSVG(t, encoded(t, f, "svg")).texts
	}
	mixed := draw(x86)
	assert.Contains(t, mixed, "+1.1") // ms at 128 threads
	assert.Contains(t, mixed, "+1.0") // % lost there
	slower := draw([]row{{2, 6000, 300, 100, 120}, {4, 12000, 300, 100, 120}})
	assert.NotContains(t, strings.Join(slower, " "), "+")
}
