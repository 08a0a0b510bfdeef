package plotting

import (
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

// measuredSweep is a sweep of TPS values, one a repeat, with the latency of one thread.
func measuredSweep(system string, at map[int][]float64) *analysis.Sweep {
	var runs []*parse.Run
	for threads, values := range at {
		for i, v := range values {
			runs = append(runs, &parse.Run{System: system, Threads: threads, Repeat: i + 1,
				Printed: []parse.Measure{{Metric: "tps", Value: v}, {Metric: "qps", Value: 20 * v}},
				Latency: parse.Latency{Avg: parse.Some(1000 / v), Pct: []parse.Percentile{{Rank: 95, Ms: 2000 / v}}}})
		}
	}
	return analysis.Sweeps(runs)[0]
}

// What the intervals leave open is never called higher: at 1 thread the repeats of
// both systems lie among each other, at 2 they are 50 % apart.
func TestTheAltTextFollowsTheVerdicts(t *testing.T) {
	a := measuredSweep("A", map[int][]float64{1: {100, 200, 300}, 2: {100, 101, 102}})
	b := measuredSweep("B", map[int][]float64{1: {300, 150, 350}, 2: {150, 151.5, 153}})
	f, err := Throughput([]*analysis.Sweep{a, b}, Options{})
	require.NoError(t, err)
	assert.Equal(t, "TPS, B relative to A: inconclusive at 1 thread; 50.0 % higher at 2 threads.", f.AltText)
}

// B has no 8 threads, and A no 32: a range over them would claim what nobody measured.
func TestARangeOfTheAltTextHoldsOnlyLevelsThatWereCompared(t *testing.T) {
	a := measuredSweep("A", map[int][]float64{1: {100}, 2: {100}, 4: {100}, 8: {100}, 16: {100}, 64: {100}})
	b := measuredSweep("B", map[int][]float64{1: {120}, 2: {120}, 4: {150}, 16: {120}, 32: {120}, 64: {90}})
	f, err := Throughput([]*analysis.Sweep{a, b}, Options{})
	require.NoError(t, err)
	assert.Equal(t, "TPS, B relative to A: 20.0–50.0 % higher at 1–4, 16 threads; 10.0 % lower at 64 threads.", f.AltText)
}

func TestTheAltTextSaysWhereThereIsNoRatio(t *testing.T) {
	runs := func(system string, errs ...float64) (out []*parse.Run) {
		for i, v := range errs {
			out = append(out, &parse.Run{System: system, Threads: 1 << i, Printed: []parse.Measure{{Metric: "err", Value: v}}})
		}
		return out
	}
	all := analysis.Sweeps(append(runs("A", 0, 2), runs("B", 3, 1)...))
	f, err := Metric(all, parse.Err, Options{})
	require.NoError(t, err)
	assert.Equal(t, "errors per second, B relative to A: no ratio at 1 thread, where A is zero; 50.0 % lower at 2 threads.", f.AltText)
}

// Twelve levels by turns are counted, not listed.
func TestManyRangesAreCounted(t *testing.T) {
	x, y := map[int][]float64{}, map[int][]float64{}
	for i := 1; i <= 12; i++ {
		x[i], y[i] = []float64{100}, []float64{110 + 20*float64(i%2)}
		if i%2 == 0 {
			y[i] = []float64{80}
		}
	}
	f, err := Throughput([]*analysis.Sweep{measuredSweep("A", x), measuredSweep("B", y)}, Options{})
	require.NoError(t, err)
	assert.Equal(t, "TPS, B relative to A: 30.0 % higher at 6 of 12 levels; 20.0 % lower at 6 of 12 levels.", f.AltText)
}

func TestTheAltTextOfSmallMultiplesSpeaksOfEveryKindOfMetric(t *testing.T) {
	a := measuredSweep("A", map[int][]float64{1: {100}, 2: {150}})
	b := measuredSweep("B", map[int][]float64{1: {120}, 2: {180}})
	f, err := Multiples([]*analysis.Sweep{a, b}, []parse.Metric{parse.TPS, parse.QPS, parse.Avg, parse.P95}, Options{})
	require.NoError(t, err)
	assert.Equal(t, 3, strings.Count(f.AltText, "B relative to A"), "QPS moves with TPS")
	assert.Contains(t, f.AltText, "p95, B relative to A")
}

// The order of the input is not that of the throughput, and the seventh is counted.
func TestTheHockeyAltTextNamesTheHighestFirst(t *testing.T) {
	var runs []*parse.Run
	for i, name := range []string{"a", "b", "c", "d", "e", "f", "g"} {
		runs = append(runs, &parse.Run{System: name, Threads: 4, Printed: []parse.Measure{{Metric: "tps", Value: float64(100 + i)}},
			Latency: parse.Latency{Avg: parse.Some(5)}})
	}
	f, err := Hockey(analysis.Sweeps(runs), parse.Avg, Options{})
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(f.AltText, "Highest throughput: g reaches 106 TPS"), f.AltText)
	assert.Contains(t, f.AltText, "1 more")
	assert.NotContains(t, f.AltText, "a reaches")
}

func TestTheOverheadAltTextCarriesTheIntervals(t *testing.T) {
	lat := func(mean float64) []parse.Num {
		return []parse.Num{parse.Some(mean - .1), parse.Some(mean), parse.Some(mean + .1)}
	}
	var runs []*parse.Run
	for _, s := range []struct {
		name string
		avg  float64
		tps  float64
	}{{"plain", 2, 100}, {"tls", 3, 90}} {
		for i, v := range lat(s.avg) {
			runs = append(runs, &parse.Run{System: s.name, Threads: 8, Repeat: i + 1, Latency: parse.Latency{Avg: v},
				Printed: []parse.Measure{{Metric: "tps", Value: s.tps + float64(i)}}})
		}
	}
	all := analysis.Sweeps(runs)
	o, err := analysis.OverheadOf(all[0], all[1], analysis.OverheadOptions{})
	require.NoError(t, err)
	f, err := Overhead(o, Options{})
	require.NoError(t, err)
	assert.Regexp(t, `^tls against plain: 1\.00 \[0\.7\d+, 1\.2\d+\] ms added to a transaction at 8 threads; throughput lost on average: 9\.9 % \[`, f.AltText)
	assert.Equal(t, 1, strings.Count(f.AltText, "added"), "one level is named once")
}

// Thousands are grouped behind the minus sign.
func TestANegativeAmountIsGroupedBehindItsSign(t *testing.T) {
	b := &builder{lang: "en"}
	assert.Equal(t, "−718,003", b.amount(-718003))
	assert.Equal(t, "−1,003", b.amount(-1003))
}

func TestTheScalingFigureSaysHowPoorItsFitIs(t *testing.T) {
	s := measuredSweep("A", map[int][]float64{1: {100}, 2: {900}, 4: {300}, 8: {950}, 16: {400}, 32: {200}})
	u, err := analysis.Scaling(s, 0)
	require.NoError(t, err)
	f, err := Scaling([]*analysis.Sweep{s}, Options{})
	require.NoError(t, err)
	assert.Contains(t, f.AltText, "poor fit")
	notes := strings.Join(f.Notes, "\n")
	for _, n := range u.Notes {
		assert.Contains(t, notes, n.In("en"))
	}
}

// Where the base is zero there is no ratio, which is not "no errors": B has 3 a second.
func TestADeltaSaysWhereTheBaseIsZero(t *testing.T) {
	run := func(system string, threads int, v float64) *parse.Run {
		return &parse.Run{System: system, Threads: threads, Printed: []parse.Measure{{Metric: "err", Value: v}}}
	}
	all := analysis.Sweeps([]*parse.Run{run("A", 1, 0), run("A", 2, 2), run("B", 1, 3), run("B", 2, 1)})
	c, err := analysis.Compare(all[0], all[1], parse.Err, analysis.CompareOptions{})
	require.NoError(t, err)
	f, err := Delta(c, Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{"No ratio at 1 thread, where A is zero."}, f.Notes)

	all = analysis.Sweeps([]*parse.Run{run("A", 1, 0), run("A", 2, 0), run("B", 1, 3), run("B", 2, 1)})
	c, err = analysis.Compare(all[0], all[1], parse.Err, analysis.CompareOptions{})
	require.NoError(t, err)
	_, err = Delta(c, Options{})
	assert.ErrorContains(t, err, "is zero at all levels")
}

func TestAnUnknownNumberOfThreadsIsNotZero(t *testing.T) {
	assert.Equal(t, "threads unknown", threadsText("en", 0, false))
	assert.Equal(t, "并发数未知", threadsText("zh", 0, false))
}

// File names of macOS are decomposed: e and a combining acute.
func TestACombiningMarkIsSetAsOneLetter(t *testing.T) {
	s := measuredSweep("Cafe\u0301", map[int][]float64{1: {100}})
	f, err := Throughput([]*analysis.Sweep{s}, Options{})
	require.NoError(t, err)
	assert.Equal(t, "Caf\u00e9", f.keys[0].name)
}

func TestAFigureTooSmallForItsPanelIsAnError(t *testing.T) {
	f, err := Throughput([]*analysis.Sweep{measuredSweep("A", map[int][]float64{1: {100}, 2: {150}})}, Options{Width: 300, Height: 200, Title: strings.Repeat("many words ", 6), Subtitle: strings.Repeat("many words ", 6), Caption: "one two three four five six seven eight nine ten"})
	require.NoError(t, err)
	f.Notes = append(f.Notes, strings.Repeat("what is missing ", 6))
	assert.ErrorContains(t, f.SVG(io.Discard), "no room for the panels")
	assert.ErrorContains(t, f.PNG(io.Discard), "300×200")
}

// The level of fio is iodepth × numjobs: no text of its figures calls it threads.
func TestAFigureOfFioSpeaksOfIOsInFlight(t *testing.T) {
	sweep := func(system string, k float64) *analysis.Sweep {
		s := measuredSweep(system, map[int][]float64{1: {100 * k}, 2: {180 * k}, 8: {400 * k}, 16: {500 * k}})
		for i := range s.Levels {
			for _, r := range s.Levels[i].Runs {
				r.Workload = "fio randread 4k"
				r.Printed = []parse.Measure{{Metric: "iops", Value: r.Printed[0].Value}}
			}
		}
		return s
	}
	a, b := sweep("A", 1), sweep("B", 1.2)
	b.Levels = b.Levels[1:]
	c, err := analysis.Compare(a, b, parse.IOPS, analysis.CompareOptions{})
	require.NoError(t, err)
	sweeps := []*analysis.Sweep{a, b}
	for l, words := range map[string][2]string{"en": {"I/Os in flight", "thread"}, "zh": {"并发 I/O 数", "并发[数时的无]|[0-9] 并发"}} {
		for kind, draw := range map[string]func(Options) (*Figure, error){
			"throughput": func(o Options) (*Figure, error) { return Throughput(sweeps, o) },
			"one":        func(o Options) (*Figure, error) { return Throughput(sweeps[:1], o) },
			"latency":    func(o Options) (*Figure, error) { return Latency(sweeps, o) },
			"hockey":     func(o Options) (*Figure, error) { return Hockey(sweeps, parse.P95, o) },
			"scaling":    func(o Options) (*Figure, error) { return Scaling(sweeps, o) },
			"multiples":  func(o Options) (*Figure, error) { return Multiples(sweeps, []parse.Metric{parse.IOPS, parse.P95}, o) },
			"systems":    func(o Options) (*Figure, error) { return Multiples(sweeps, []parse.Metric{parse.IOPS}, o) },
			"delta":      func(o Options) (*Figure, error) { o.InFlight = true; return Delta(c, o) },
		} {
			f, err := draw(Options{Lang: l})
			require.NoError(t, err, kind)
			text := strings.Join(append(readSVG(t, encoded(t, f, "svg")).texts, f.AltText, strings.Join(f.Notes, " ")), "\n")
			assert.Contains(t, text, words[0], kind)
			text = strings.ReplaceAll(text, "I/O 并发", "")
			assert.NotRegexp(t, words[1], text, kind)
		}
	}
}

func TestOfThreeSystemsTheAltTextNamesTheBestFirst(t *testing.T) {
	read, err := parse.File("../testdata/published/oci-mysql-ha-vs-standalone.txt", parse.Options{})
	require.NoError(t, err)
	sweeps := analysis.Sweeps(read.Runs)
	require.Len(t, sweeps, 3)
	fig, err := Latency(sweeps, Options{})
	require.NoError(t, err)
	assert.Regexp(t, `^p95 at the highest common level: .*224 164 ms at 128 threads, .*13 183 ms at 128 threads, .*74 190 ms at 128 threads\.$`, fig.AltText)
	var costs []analysis.Cost
	for i, s := range sweeps {
		for _, l := range s.Levels {
			c, err := analysis.CostAt(s, []analysis.Price{{Amount: []float64{0.5, 0.6, 0.4}[i], Currency: "USD", Per: "hour"}}, l.Threads, 0)
			if err == nil { // one has failed runs at its last level
				costs = append(costs, c)
			}
		}
	}
	fig, err = Cost(costs, Options{})
	require.NoError(t, err)
	assert.Regexp(t, `^Lowest cost of 1000 TPS an hour: [^,]*0\.\d+ USD at`, fig.AltText)
	var values []float64
	for _, m := range regexp.MustCompile(`(0\.\d+) USD`).FindAllStringSubmatch(fig.AltText, -1) {
		v, err := strconv.ParseFloat(m[1], 64)
		require.NoError(t, err)
		values = append(values, v)
	}
	assert.Len(t, values, 3)
	assert.True(t, slices.IsSorted(values), "the cheapest first: %v", values)
}

func TestAnIntervalInAnAltTextHasTheDecimalsOfItsLargestNumber(t *testing.T) {
	b := &builder{lang: "en"}
	of := func(v, low, high float64) analysis.Estimate {
		return analysis.Estimate{Value: parse.Some(v), Low: parse.Some(low), High: parse.Some(high), N: 3}
	}
	assert.Equal(t, "−0.3 [−16.0, 15.3]", b.milliseconds(of(-0.337, -16.01, 15.34)))
	assert.Equal(t, "1.15 [0.80, 1.50]", b.milliseconds(of(1.15, 0.8, 1.5)))
	assert.Equal(t, "−2,718 [−9,000, 3,564]", b.milliseconds(of(-2718.28, -9000, 3563.6)))
}
