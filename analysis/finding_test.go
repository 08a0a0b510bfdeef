package analysis_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

// lastLine counts the runs, so that each stands on a line of its own, levels in order.
var lastLine int

// plain is a run of a table: consistent, complete.
func plain(system string, threads int, tps float64) *parse.Run {
	lastLine++
	return &parse.Run{
		Source: parse.Source{File: "f.log", Line: 1_000_000*threads + lastLine}, System: system, Threads: threads, ElapsedSec: parse.Some(100),
		Transactions: parse.Some(tps * 100), Queries: parse.Some(2000 * tps),
		Latency: parse.Latency{Avg: parse.Some(1000 * float64(threads) / tps)},
	}
}

// findingsOf returns the texts of the findings about runs, without those that hold for all data.
func findingsOf(runs ...*parse.Run) []string {
	var texts []string
	for _, f := range analysis.Findings(analysis.Sweeps(runs)) {
		switch f.Note.Code {
		case "finding.little-holds", "finding.one-run", "finding.some-one-run":
		default:
			texts = append(texts, string(f.Severity)+": "+f.Note.String())
		}
	}
	return texts
}

func TestASoundRunHasNoFinding(t *testing.T) {
	assert.Empty(t, findingsOf(plain("a", 2, 100), plain("a", 4, 180), plain("a", 8, 300)))
}

func TestTheLatencyOfOneKindOfTransactionIsNotHeldAgainstTheThroughputOfAll(t *testing.T) {
	r := plain("a", 4, 180)
	r.Latency.Avg.V *= 1.3
	assert.NotEmpty(t, findingsOf(r))
	r.Workload = "go-tpc tpcc" // of NEW_ORDER
	assert.Empty(t, findingsOf(r))
}

func TestNotesOnTheGridAndTheLoopOfSysbenchAreNotMadeOfOtherTools(t *testing.T) {
	notes := func(workload string, m parse.Metric) string {
		a, b := plain("a", 4, 180), plain("b", 4, 182)
		a.Workload, b.Workload = workload, workload
		a.Latency.Pct, b.Latency.Pct = []parse.Percentile{{Rank: 95, Ms: 70.55}}, []parse.Percentile{{Rank: 95, Ms: 71.83}} // one step
		s := analysis.Sweeps([]*parse.Run{a, b})
		c, err := analysis.Compare(s[0], s[1], m, analysis.CompareOptions{})
		require.NoError(t, err)
		text := ""
		for _, n := range c.Notes {
			text += n.Code + " "
		}
		for _, f := range findingsOf(a, b) {
			text += f + " "
		}
		return text
	}
	assert.Contains(t, notes("oltp_read_write", parse.P95), "note.one-step")
	assert.Contains(t, notes("oltp_read_write", parse.P95), "one histogram step")
	assert.Contains(t, notes("oltp_read_write", parse.Avg), "note.closed-loop")
	for _, w := range []string{"fio randread 4k", "go-tpc tpcc"} {
		assert.NotContains(t, notes(w, parse.P95), "step", w)
		assert.NotContains(t, notes(w, parse.Avg), "closed-loop", w)
	}
}

func TestOneBrokenRunIsFoundWithItsNumbers(t *testing.T) {
	for want, breakIt := range map[string]func(r *parse.Run){
		"warn: TPS × average latency = 4.40 threads, +10.0 % off (Little's law): the numbers do not fit each other": func(r *parse.Run) {
			r.Latency.Avg.V *= 1.1
		},
		"warn: 10.00 queries a transaction where other runs have 20.00": func(r *parse.Run) { r.Queries.V /= 2 },
		"warn: tps is printed as 150.00, but count ÷ time is 180.00": func(r *parse.Run) {
			r.Printed = []parse.Measure{{Metric: "tps", Value: 150}}
		},
		"warn: impossible value 1.8e+19":                                               func(r *parse.Run) { r.Errors = parse.Some(1.8e19) },
		"warn: ignored errors: 500 (5.0 a second)":                                     func(r *parse.Run) { r.Errors = parse.Some(500) },
		"note: a few ignored errors, below one in a thousand transactions, in runs: 1": func(r *parse.Run) { r.Errors = parse.Some(3) },
		"warn: reconnects: 100 (1.0 a second)":                                         func(r *parse.Run) { r.Reconnects = parse.Some(100) },
		"warn: unfair threads: 4500 events a thread with a standard deviation of 2000": func(r *parse.Run) {
			r.Fairness = &parse.Fairness{EventsAvg: 4500, EventsStddev: 2000}
		},
		"warn: p95 stands at sysbench's histogram limit of 100 s: the true value is higher or unknown": func(r *parse.Run) {
			r.Latency.Pct = []parse.Percentile{{Rank: 95, Ms: 100000}}
		},
		"warn: p95 20 ms is below avg 22.22 ms": func(r *parse.Run) { r.Latency.Pct = []parse.Percentile{{Rank: 95, Ms: 20}} },
		"warn: p95 60 ms is above max 50 ms, which no percentile can be": func(r *parse.Run) {
			r.Latency.Max, r.Latency.Pct = parse.Some(50), []parse.Percentile{{Rank: 95, Ms: 60}}
		},
		"warn: failed or empty runs: 1, kept apart and never used as zero": func(r *parse.Run) { *r = parse.Run{System: "a", Threads: 4, Status: parse.Failed} },
		"warn: no summary: cut off after 30 interval lines, totals are absent": func(r *parse.Run) {
			*r = parse.Run{System: "a", Threads: 4, Status: parse.Truncated, Series: parse.Series{Count: 30}}
		},
	} {
		r := plain("a", 4, 180)
		breakIt(r)
		assert.Equal(t, []string{want}, findingsOf(plain("a", 2, 100), r, plain("a", 8, 300)))
	}
}

func TestAPercentileAboveMaxByTheWidthOfItsBucketIsNoFinding(t *testing.T) {
	r := plain("a", 4, 180)
	r.Latency.Max, r.Latency.Pct = parse.Some(50), []parse.Percentile{{Rank: 99, Ms: 50.5}}
	assert.Empty(t, findingsOf(plain("a", 2, 100), r, plain("a", 8, 300)))
}

func TestLittlesLawIsNotAskedOfARunWithARate(t *testing.T) {
	r := plain("a", 4, 180)
	r.Latency.Avg.V, r.TargetRate = 500, parse.Some(180)
	assert.Equal(t, []string{"note: a rate was imposed (--rate): TPS is a setting there, latency includes the queue: a"}, findingsOf(r))
}

// logged adds interval lines of one second.
func logged(r *parse.Run, tps ...float64) *parse.Run {
	for i, v := range tps {
		r.Intervals = append(r.Intervals, parse.Interval{TimeSec: float64(i + 1), Threads: r.Threads, TPS: parse.Some(v)})
		r.Series.TPS.Add(v)
	}
	r.Series.Count = len(tps)
	return r
}

func TestAStallIsFoundWithItsSpan(t *testing.T) {
	r := logged(plain("a", 4, 80), 100, 100, 100, 0, 0, 1, 100, 100, 110, 120)
	assert.Contains(t, findingsOf(r), "warn: stall: almost nothing finished from 3 to 6 s")
}

func TestARunThatIsSlowThroughoutHasNoStall(t *testing.T) {
	r := logged(plain("a", 4, 0.3), 0, 0, 1, 0, 0, 1, 0, 0, 1)
	assert.NotContains(t, findingsOf(r), "stall")
	for _, f := range findingsOf(r) {
		assert.NotContains(t, f, "stall")
	}
}

func TestAWarmUpInTheTotalsIsFoundWithItsEffect(t *testing.T) {
	var lines []float64
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 300 {
		v := 1000 + 10*rng.NormFloat64()
		if i < 60 {
			v -= 500
		}
		lines = append(lines, v)
	}
	found := findingsOf(logged(plain("a", 4, 900), lines...))
	require.Len(t, found, 1)
	assert.Equal(t, "warn: the first 60 s look like warm-up: they move the throughput of the run by −10.0 %", found[0])
}

func TestAGrowingQueueUnderARateIsFound(t *testing.T) {
	r := logged(plain("a", 4, 100), 100, 100, 100, 100, 100, 100, 100, 100, 100)
	r.TargetRate = parse.Some(150)
	for i := range r.Intervals {
		r.Intervals[i].QueueLen = parse.Some(float64(50 * i))
	}
	assert.Contains(t, findingsOf(r), "warn: the queue grows from 50 to 350 events: the target rate is not reached")
}

func TestLinesThatDoNotFitTheSummaryAreFound(t *testing.T) {
	r := logged(plain("a", 4, 90), 100, 100, 100, 100, 100, 100)
	assert.Equal(t, []string{"note: the interval lines average 100.00 a second, the summary says 90.00 (+11.1 %)"}, findingsOf(r))
}

func TestLevelsOutOfOrderAndLevelsWithMoreRunsAreFound(t *testing.T) {
	at := func(line, threads int, tps float64) *parse.Run {
		r := plain("a", threads, tps)
		r.Source.Line = line
		return r
	}
	assert.Equal(t, []string{"note: levels out of order in the input: 4"}, findingsOf(at(1, 2, 100), at(2, 8, 300), at(3, 4, 180)))
	assert.Equal(t, []string{"note: 2 runs where the other levels have 1: taken as repeats"},
		findingsOf(at(1, 2, 100), at(2, 4, 180), at(3, 4, 190), at(4, 8, 300)))
	assert.Empty(t, findingsOf(at(1, 2, 100), at(2, 4, 180), at(3, 2, 101), at(4, 4, 181)), "passes over the levels are in order")
	assert.Empty(t, findingsOf(at(1, 2, 100), at(2, 4, 180), at(3, 0, 170)), "a level that is not known is in no order")
}

func TestAnExactCopyCountsOnceAndIsFound(t *testing.T) {
	a, b := plain("a", 4, 180), plain("a", 4, 180)
	b.Source.Line = 99
	assert.Equal(t, []string{"note: identical copies of runs: 1 (levels 4), the same measurement, counted once"}, findingsOf(a, b))
	l := analysis.Sweeps([]*parse.Run{a, b})[0].Level(4)
	assert.Len(t, l.Runs, 1)
	assert.Same(t, b, l.Copies[0])
}

func TestTwoRunsThatShareOneNumberAreRepeatsAndNoCopies(t *testing.T) {
	a := &parse.Run{System: "a", Threads: 4, Printed: []parse.Measure{{Metric: "tps", Value: 100}}}
	b := &parse.Run{System: "a", Threads: 4, Printed: []parse.Measure{{Metric: "tps", Value: 100}}}
	l := analysis.Sweeps([]*parse.Run{a, b})[0].Level(4)
	assert.Len(t, l.Runs, 2)
	e := l.Mean(parse.TPS, 0.95)
	assert.Equal(t, []float64{100, 100, 100}, []float64{e.Value.V, e.Low.V, e.High.V})
}

func TestRunsOfTwoWorkloadsAreNoRepeatsOfEachOther(t *testing.T) {
	ro, rw := plain("a", 4, 180), plain("a", 4, 90)
	ro.Workload, rw.Workload = "oltp_read_only", "oltp_read_write"
	ss := analysis.Sweeps([]*parse.Run{ro, rw})
	require.Len(t, ss, 2)
	assert.Equal(t, []string{"a oltp_read_only", "a oltp_read_write"}, []string{ss[0].System, ss[1].System})
}

func TestRepeatsThatRiseTogetherAreADrift(t *testing.T) {
	var drifting, steady []*parse.Run
	for _, threads := range []int{2, 4, 8, 16} {
		for k, f := range []float64{0.94, 1.0, 1.06} {
			r := plain("a", threads, 50*float64(threads)*f)
			r.Repeat = k + 1
			drifting = append(drifting, r)
			r = plain("a", threads, 50*float64(threads)*[]float64{1.01, 0.98, 1.012}[(k+threads/2)%3])
			r.Repeat = k + 1
			steady = append(steady, r)
		}
	}
	assert.Equal(t, []string{"warn: throughput changes by +12.0 % from the first to the last of 3 repeats: the conditions were not the same"}, findingsOf(drifting...))
	assert.Empty(t, findingsOf(steady...))
}

// Three levels of three repeats and one of five: of 14 runs, four means and a slope leave 9 degrees
// of freedom. The scatter makes t = slope ÷ its standard error; the limit at p = 0.01 is 3.25.
func TestADriftIsJudgedByTheDegreesOfFreedomThatTheLevelsLeave(t *testing.T) {
	drift := func(tStatistic float64) []string {
		const slope = 0.02
		scatter := slope / tStatistic / math.Sqrt(22.0/9/16)
		var runs []*parse.Run
		for threads, pattern := range map[int][]float64{2: {1, -2, 1}, 4: {1, -2, 1}, 8: {1, -2, 1}, 16: {1, -1, 0, -1, 1}} {
			for k, p := range pattern {
				r := plain("a", threads, 50*float64(threads)*(1+slope*(float64(k)-float64(len(pattern)-1)/2)+scatter*p))
				r.Repeat = k + 1
				runs = append(runs, r)
			}
		}
		return slices.DeleteFunc(findingsOf(runs...), func(f string) bool { return !strings.Contains(f, "throughput changes") })
	}
	assert.Empty(t, drift(3.15))
	assert.Equal(t, []string{"warn: throughput changes by +8.0 % from the first to the last of 5 repeats: the conditions were not the same"}, drift(3.35))
}

func TestRunsWithDifferentPercentilesAreFound(t *testing.T) {
	a, b := plain("a", 2, 100), plain("a", 4, 180)
	a.Latency.Pct, b.Latency.Pct = []parse.Percentile{{Rank: 95, Ms: 30}}, []parse.Percentile{{Rank: 99, Ms: 50}}
	assert.Equal(t, []string{"warn: runs give different percentiles: p95, p99"}, findingsOf(a, b))
}

func TestSettingsThatDifferBetweenSystemsAreFoundAndPlacesAreNot(t *testing.T) {
	a, b := plain("a", 2, 100), plain("b", 2, 105)
	a.Config = []parse.Setting{{Key: "mysql-host", Value: "10.0.0.1"}, {Key: "table-size", Value: "1000"}, {Key: "tables", Value: "4"}}
	b.Config = []parse.Setting{{Key: "mysql-host", Value: "10.0.0.2"}, {Key: "table-size", Value: "9000"}, {Key: "tables", Value: "4"}}
	assert.Equal(t, []string{`note: a and b differ in settings: table-size: "1000" / "9000"`}, findingsOf(a, b))
}

func TestSystemsThatRanForDifferentTimesAreFound(t *testing.T) {
	a, b := plain("a", 2, 100), plain("b", 2, 100)
	b.ElapsedSec, b.Transactions, b.Queries = parse.Some(300), parse.Some(30000), parse.Some(600000)
	assert.Equal(t, []string{"warn: runs take 100 s on a and 300 s on b: warm-up weighs differently"}, findingsOf(a, b))
}

func TestEveryFindingAndNoteReadsInChineseToo(t *testing.T) {
	r := logged(plain("a", 4, 180), 100, 100, 0, 100, 100)
	r.Errors = parse.Some(500)
	for _, f := range analysis.Findings(analysis.Sweeps([]*parse.Run{r})) {
		zh := f.Note.In("zh")
		assert.NotEqual(t, f.Note.String(), zh)
		assert.NotContains(t, zh, "%!")
		assert.NotContains(t, f.Note.String(), "%!")
	}
}

func TestASystemWhoseRunsNameNoSettingsDiffersInNone(t *testing.T) {
	a, b := plain("a", 2, 100), plain("b", 2, 105)
	a.Config = []parse.Setting{{Key: "table-size", Value: "1000"}}
	a.Version, b.Version, a.Workload = "1.0.20", "1.0.20", "oltp_read_write"
	assert.Empty(t, findingsOf(a, b), "silence is no difference")
	b.Version = "1.1.0"
	assert.Equal(t, []string{`note: a and b differ in settings: version: "1.0.20" / "1.1.0"`}, findingsOf(a, b))
	_, err := analysis.OverheadOf(analysis.Sweeps([]*parse.Run{a})[0], analysis.Sweeps([]*parse.Run{b})[0], analysis.OverheadOptions{Setting: "ssl, version"})
	assert.NoError(t, err, "a name that the data cannot check is taken as said")
}

func TestARunThatStandsUnderTwoNamesIsFound(t *testing.T) {
	assert.Equal(t, []string{"warn: a and b hold the identical run at levels 4: one of them is mislabelled or copied"},
		findingsOf(plain("a", 2, 100), plain("a", 4, 180), plain("b", 2, 110), plain("b", 4, 180)))
}

func TestRunsOfOneSystemWithDifferentSettingsAreFound(t *testing.T) {
	a, b := plain("a", 2, 100), plain("a", 2, 101)
	a.Config = []parse.Setting{{Key: "table-size", Value: "1000"}}
	b.Config = []parse.Setting{{Key: "table-size", Value: "9000"}}
	assert.Equal(t, []string{"warn: runs of one system differ in table-size: 1000, 9000"}, findingsOf(a, b))
}

func TestManySystemsGetOneFindingAboutTheirSettingsAndNotOneAPair(t *testing.T) {
	system := func(name, memory string, p95 float64) *analysis.Sweep {
		return analysis.Sweeps([]*parse.Run{{System: name, Threads: 96, Config: []parse.Setting{{Key: "memory", Value: memory}, {Key: "engine", Value: "MySQL"}},
			Printed: []parse.Measure{{Metric: "tps", Value: 900 + p95}}, Latency: parse.Latency{Pct: []parse.Percentile{{Rank: 95, Ms: p95}}}}})[0]
	}
	codes := func(ss ...*analysis.Sweep) map[string]int {
		n := map[string]int{}
		for _, f := range analysis.Findings(ss) {
			n[f.Note.Code]++
		}
		return n
	}
	four := []*analysis.Sweep{system("a", "16 GB", 121.08), system("b", "32 GB", 123.28), system("c", "16 GB", 80), system("d", "16 GB", 90)}
	few := codes(four...)
	assert.Equal(t, 3, few["finding.settings"], "b against each of the others")
	assert.Equal(t, 1, few["finding.one-step-between"])
	many := append(four, system("e", "64 GB", 70))
	n := codes(many...)
	assert.Equal(t, [4]int{0, 1, 0, 1}, [4]int{n["finding.settings"], n["finding.settings-many"], n["finding.one-step-between"], n["finding.one-step-many"]})
	for _, f := range analysis.Findings(many) {
		if f.Note.Code == "finding.settings-many" {
			assert.Equal(t, []any{"memory"}, f.Note.Args)
			assert.Equal(t, analysis.Warn, f.Severity)
		}
	}
}

// manySystems are systems of three levels with a setting of their own each, percentiles on the
// histogram's grid, two run times and some runs under many names.
func manySystems(n int) []*analysis.Sweep {
	var runs []*parse.Run
	for i := range n {
		for _, threads := range []int{8, 16, 32} {
			r := plain(fmt.Sprintf("s%d", i), threads, float64(100*threads+i))
			r.Source.Line = 100*i + threads
			r.Config = []parse.Setting{{Key: "memory", Value: fmt.Sprint(i % 7)}, {Key: "instance", Value: fmt.Sprint(i)}, {Key: "engine", Value: "MySQL"}}
			r.Latency.Pct = []parse.Percentile{{Rank: 95, Ms: []float64{70.55, 71.83, 73.13}[i%3]}}
			if threads == 32 { // the same under several names
				r.Transactions, r.Queries, r.Latency.Avg = parse.Some(100_000), parse.Some(2_000_000), parse.Some(32)
				r.Latency.Pct = nil
			}
			if i%2 == 1 {
				r.ElapsedSec, r.Transactions, r.Queries = parse.Some(300), parse.Some(3*r.Transactions.V), parse.Some(3*r.Queries.V)
			}
			runs = append(runs, r)
		}
	}
	return analysis.Sweeps(runs)
}

func TestTheFindingsAboutManySystemsTogetherDoNotGrowWithThem(t *testing.T) {
	together := func(n int) map[string]analysis.Finding {
		found := map[string]analysis.Finding{}
		for _, f := range analysis.Findings(manySystems(n)) {
			if f.System != "" {
				continue
			}
			code := f.Note.Code
			if code == "finding.same-run-many" { // one for each run time
				code += f.Note.Args[0].(string)[:2]
			}
			require.NotContains(t, found, code, "each once")
			found[code] = f
		}
		return found
	}
	small, large := together(10), together(2000)
	assert.Equal(t, len(small), len(large))
	for code, f := range large {
		assert.Contains(t, small, code)
		assert.Less(t, len(f.Note.String()), 200, "named, not all of them: %s", f.Note)
	}
	assert.Equal(t, "the runs of the systems take different times, in seconds: 100 (s0, s2, s4, s6 … (1000)); 300 (s1, s3, s5, s7 … (1000)); warm-up weighs differently",
		large["finding.durations-many"].Note.String())
	assert.Equal(t, "s0, s2, s4, s6 … (1000) hold the identical run at levels 32: one measurement under several names", large["finding.same-run-manys0"].Note.String())
	assert.Equal(t, []any{"memory, instance"}, large["finding.settings-many"].Note.Args)
}

// What is said of many systems is what their pairs say.
func TestSummedUpFindingsAgreeWithThePairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 200 {
		var sweeps []*analysis.Sweep
		for i := range 5 + rng.IntN(4) {
			r := plain(fmt.Sprintf("s%d", i), 8, 100+float64(rng.IntN(3)))
			r.ElapsedSec.V = []float64{100, 100, 105, 112}[rng.IntN(4)]
			r.Latency.Pct = []parse.Percentile{{Rank: 95, Ms: []float64{70.55, 71.83, 73.13, 74.46, 71}[rng.IntN(5)]}}
			for _, k := range []string{"a", "b", "mysql-host"} {
				if v := rng.IntN(4); v > 1 {
					r.Config = append(r.Config, parse.Setting{Key: k, Value: []string{"", "", "x", "y"}[v]})
				} else if v == 1 && rng.IntN(4) == 0 {
					r.Config = append(r.Config, parse.Setting{Key: k})
				}
			}
			if rng.IntN(2) == 0 {
				r.Version = "1.0.20"
			}
			sweeps = append(sweeps, analysis.Sweeps([]*parse.Run{r})[0])
		}
		steps, uneven, shared := 0, false, map[string]bool{}
		keys := map[string]bool{}
		for i, a := range sweeps {
			for _, b := range sweeps[i+1:] {
				for _, f := range analysis.Findings([]*analysis.Sweep{a, b}) {
					switch f.Note.Code {
					case "finding.one-step":
						steps++
					case "finding.durations":
						uneven = true
					case "finding.same-run":
						shared[a.System], shared[b.System] = true, true
					case "finding.settings":
						c, err := analysis.Compare(a, b, parse.TPS, analysis.CompareOptions{})
						require.NoError(t, err)
						for _, d := range c.Differs {
							keys[d.Key] = true
						}
					}
				}
			}
		}
		said := map[string]analysis.Note{}
		named := map[string]bool{}
		for _, f := range analysis.Findings(sweeps) {
			said[f.Note.Code] = f.Note
			switch f.Note.Code {
			case "finding.same-run":
				named[f.Note.Args[0].(string)], named[f.Note.Args[1].(string)] = true, true
			case "finding.same-run-many":
				for _, s := range strings.Split(f.Note.Args[0].(string), ", ") {
					named[s] = true
				}
			}
		}
		assert.Equal(t, uneven, said["finding.durations-many"].Code != "")
		assert.Equal(t, shared, named)
		assert.Equal(t, steps > 0, said["finding.one-step-many"].Code != "")
		if steps > 0 {
			assert.Equal(t, fmt.Sprint(steps), said["finding.one-step-many"].Args[0])
		}
		var differ []string
		if n := said["finding.settings-many"]; n.Code != "" {
			differ = strings.Split(n.Args[0].(string), ", ")
		}
		assert.ElementsMatch(t, slices.Collect(maps.Keys(keys)), differ)
	}
}

func TestAMissingCellIsNoLevelOutOfOrder(t *testing.T) {
	// Two tables, throughput first; the throughput of 8 threads is missing there.
	cell := func(line, threads int, tps, avg float64) *parse.Run {
		r := &parse.Run{Source: parse.Source{File: "f.txt", Line: line}, System: "a", Threads: threads}
		if tps > 0 {
			r.Printed = []parse.Measure{{Metric: "tps", Value: tps}}
		}
		if avg > 0 {
			r.Latency.Avg = parse.Some(avg)
		}
		return r
	}
	with := func(r *parse.Run) []*parse.Run {
		return []*parse.Run{cell(4, 4, 100, 40), cell(6, 16, 300, 53), cell(7, 32, 400, 80), r}
	}
	assert.Empty(t, findingsOf(with(cell(13, 8, 0, 44))...))
	assert.Equal(t, []string{"note: levels out of order in the input: 8"}, findingsOf(with(cell(13, 8, 180, 44))...))
}

func TestColumnsUnderOneNameAreFound(t *testing.T) {
	column := func(line, threads int, tps float64) *parse.Run {
		return &parse.Run{Source: parse.Source{File: "f.txt", Line: line}, System: "a", Threads: threads, Printed: []parse.Measure{{Metric: "tps", Value: tps}}}
	}
	runs := []*parse.Run{column(4, 4, 1), column(4, 4, 2), column(5, 8, 3), column(5, 8, 4)}
	assert.Equal(t, []string{"warn: 2 columns of a table stand under this name: taken for repeats, they may be several systems"}, findingsOf(runs...))
	assert.Equal(t, []analysis.Note{{Code: "note.same-line", Args: []any{"a", "2"}}}, analysis.Sweeps(runs)[0].MixedRepeats())
	assert.Empty(t, findingsOf(column(4, 4, 1), column(5, 4, 2)), "rows are repeats")
	for _, r := range runs {
		r.Workload = "fio randread"
	}
	assert.Empty(t, findingsOf(runs...), "jobs in one line of JSON are no columns")
}

// A repeat that is slow at every level is no chance, and is told whichever it is: what is said must hold of
// it as of a drift.
func TestARepeatThatIsSlowAtEveryLevelIsToldAsConditionsThatWereNotTheSame(t *testing.T) {
	var runs []*parse.Run
	for i, threads := range []int{2, 4, 8, 16} {
		for k, f := range []float64{1, 1.002, 0.94} {
			r := plain("a", threads, 50*float64(threads)*(f+0.001*float64(i*(k-1))))
			r.Repeat = k + 1
			runs = append(runs, r)
		}
	}
	assert.Equal(t, []string{"warn: throughput changes by −5.8 % from the first to the last of 3 repeats: the conditions were not the same"}, findingsOf(runs...))
}
