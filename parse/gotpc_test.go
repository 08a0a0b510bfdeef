package parse

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// checkRuns is what holds of every run, whatever the input.
func checkRuns(t *testing.T, res *Result) {
	t.Helper()
	finite := func(v float64) {
		assert.False(t, math.IsNaN(v) || math.IsInf(v, 0))
	}
	latency := func(l Latency) {
		for _, n := range []Num{l.Min, l.Avg, l.Max, l.Sum} {
			finite(n.V)
		}
		for i, p := range l.Pct {
			finite(p.Ms)
			assert.True(t, p.Rank > 0 && p.Rank <= 100)
			if i > 0 && (strings.HasPrefix(res.Runs[0].Workload, "fio") || strings.HasPrefix(res.Runs[0].Workload, "go-tpc")) {
				assert.Greater(t, p.Rank, l.Pct[i-1].Rank)
			}
		}
	}
	last := 0
	for _, s := range res.Skipped {
		assert.True(t, s.First > last && s.Last >= s.First && s.Lines >= 1 && s.Lines <= s.Last-s.First+1, "stretch %+v after line %d", s, last)
		last = s.Last
	}
	for _, r := range res.Runs {
		assert.GreaterOrEqual(t, r.Threads, 0)
		assert.GreaterOrEqual(t, r.Source.Line, 1)
		latency(r.Latency)
		for _, n := range []Num{r.Transactions, r.Events, r.Errors, r.ElapsedSec, r.TargetRate} {
			finite(n.V)
		}
		for _, p := range r.Printed {
			finite(p.Value)
		}
		for _, k := range r.Kinds {
			latency(k.Latency)
			of, ok := r.OfKind(k.Name)
			assert.True(t, ok)
			for _, m := range []Metric{TPS, Avg, P99} {
				v, _ := of.Value(m)
				finite(v)
			}
		}
		if r.Histogram != nil {
			for i, b := range r.Histogram.Buckets {
				assert.GreaterOrEqual(t, b.Count, int64(0))
				if i > 0 {
					assert.GreaterOrEqual(t, b.Ms, 0.0)
				}
			}
		}
		for _, m := range []Metric{TPS, EPS, IOPS, MiBps, TpmC, Avg, P95} {
			v, _ := r.Value(m)
			finite(v)
		}
	}
}

func TestARunOfGoTPCHasTpmCAndTheLatencyOfNewOrder(t *testing.T) {
	res := read(t, logText(t, "gotpc/tpcc-run-t4.log"), Options{})
	require.Len(t, res.Runs, 1)
	r := res.Runs[0]
	assert.Equal(t, Complete, r.Status)
	assert.Equal(t, "go-tpc tpcc", r.Workload)
	assert.Equal(t, Some(458+5377+480+5130+463), r.Transactions, "of all kinds")
	assert.Equal(t, Some(1+3), r.Errors)
	assert.Equal(t, Some(30), r.ElapsedSec)
	for _, want := range []struct {
		m Metric
		v float64
	}{
		{TpmC, 10763.5}, {Metric{Name: "efficiency"}, 41848.7}, {Avg, 12.7}, {Max, 71.3},
		{Pct(50), 11.5}, {Pct(90), 22}, {P95, 26.2}, {P99, 37.7}, {Pct(99.9), 56.6}, {TPS, 11908. / 30}, {Err, 4. / 30},
	} {
		v, ok := r.Value(want.m)
		assert.True(t, ok, want.m.Name)
		assert.InEpsilon(t, want.v, v, 1e-12, want.m.Name)
	}
	require.Len(t, r.Intervals, 2)
	assert.Equal(t, 10.0, r.Intervals[0].TimeSec)
	assert.Equal(t, Some((152+1828+172+1710+155)/10.), r.Intervals[0].TPS)
	assert.Equal(t, Some(25.2), r.Intervals[0].LatencyMs, "p95 of NEW_ORDER")
	assert.Empty(t, read(t, logText(t, "gotpc/tpcc-run-t4.log"), Options{Fold: true}).Runs[0].Intervals)
}

func TestTheRunOfOneKindHoldsTheMeasuresOfThatKindAlone(t *testing.T) {
	r := read(t, logText(t, "gotpc/tpcc-run-t4.log"), Options{System: "local", Name: "t{threads}.log"}).Runs[0]
	require.Len(t, r.Kinds, 5)
	of, ok := r.OfKind("delivery")
	require.True(t, ok)
	assert.Equal(t, "local", of.System)
	assert.Equal(t, Some(458), of.Transactions)
	assert.Equal(t, Some(1), of.Errors)
	p99, _ := of.Value(P99)
	assert.Equal(t, 50.3, p99)
	tps, _ := of.Value(TPS)
	assert.InEpsilon(t, 458./30, tps, 1e-12)
	_, ok = of.Value(TpmC)
	assert.False(t, ok, "tpmC is not of this kind")
	_, ok = r.OfKind("REFUND")
	assert.False(t, ok)
	assert.Len(t, r.Kinds, 5, "the run itself is unchanged")
}

func TestTheThreadsOfGoTPCComeFromTheFileNameOrALabelOrTheCommandElseTheyAreAbsent(t *testing.T) {
	res, err := File("../testdata/logs/gotpc/tpcc-run-t8.log", Options{Name: "{system}-t{threads}.log"})
	require.NoError(t, err)
	assert.Equal(t, 8, res.Runs[0].Threads)
	assert.Equal(t, "tpcc-run", res.Runs[0].System)
	assert.Empty(t, res.Problems)

	text := logText(t, "gotpc/tpcc-run-t8.log")
	assert.Equal(t, 8, read(t, "threads=8\n"+text, Options{}).Runs[0].Threads)

	res = read(t, "+ go-tpc tpcc -H 127.0.0.1 -U sbtest -p hUnt3r -D gotpc --warehouses 2 -T 8 --time 30s run\n"+text, Options{})
	assert.Equal(t, 8, res.Runs[0].Threads)
	assert.Equal(t, []Setting{{"warehouses", "2"}, {"time", "30s"}}, res.Runs[0].Config)
	assert.NotContains(t, fmt.Sprintf("%+v %+v", *res.Runs[0], res), "hUnt3r")

	res = read(t, text, Options{})
	assert.Zero(t, res.Runs[0].Threads)
	require.Len(t, res.Problems, 1)
	assert.Contains(t, res.Problems[0].Msg, "{system}-t{threads}.log")
	// 233363 ms of latency of all kinds and errors in 30.0 s
	assert.Contains(t, res.Problems[0].Msg, "7.8 clients at work")
}

func TestTheThreeStylesOfGoTPCGiveTheSameRun(t *testing.T) {
	plain := read(t, logText(t, "gotpc/tpcc-next-t4.log"), Options{}).Runs
	require.Len(t, plain, 1)
	total, _ := plain[0].Value(Metric{Name: "tpmtotal"})
	assert.Equal(t, 25025.2, total)
	for _, style := range []string{"table", "json"} {
		res := read(t, logText(t, "gotpc/tpcc-next-t4-"+style+".log"), Options{})
		require.Len(t, res.Runs, 1, style)
		assert.Len(t, res.Problems, 1, style+": but for the threads")
		got, want := *res.Runs[0], *plain[0]
		for _, r := range []*Run{&got, &want} {
			r.Source.Line, r.Problems, r.Intervals = 0, nil, nil
		}
		assert.Equal(t, want, got, style)
	}
}

func TestErrorsThatSpanLinesBetweenTheResultsHideNone(t *testing.T) {
	text := logText(t, "gotpc/tpcc-run-t4.log")
	want := read(t, text, Options{}).Runs[0]
	message := "[2026-12-01 00:16:39] execute run failed, err exec UPDATE stock SET s_quantity = ?,\n" +
		"  s_ytd = s_ytd + ? | s_order_cnt, threads 3\nWHERE s_i_id = ?\n failed Error 1213 (40001): Deadlock found when trying to get lock; try restarting transaction\n"
	lines := strings.SplitAfter(text, "\n")
	for _, at := range []int{1, 3, 7, 12, 15, 18} {
		damaged := strings.Join(lines[:at], "") + strings.Replace(message, ", threads 3", "", 1) + strings.Join(lines[at:], "")
		res := read(t, damaged, Options{})
		require.Len(t, res.Runs, 1, "at line %d", at)
		assert.Equal(t, want.Kinds, res.Runs[0].Kinds)
		assert.Equal(t, want.Printed, res.Runs[0].Printed)
		require.Len(t, res.Problems, 2)
		assert.Contains(t, res.Problems[0].Msg+res.Problems[1].Msg, "the first of 1 messages of failed transactions")
	}
}

func TestARunThatWasStoppedSaysSoAndAKilledOneIsTruncated(t *testing.T) {
	res := read(t, logText(t, "gotpc/tpcc-sigint.log"), Options{})
	require.Len(t, res.Runs, 1)
	assert.Equal(t, Complete, res.Runs[0].Status)
	tpmC, _ := res.Runs[0].Value(TpmC)
	assert.Equal(t, 11135.7, tpmC)
	assert.Equal(t, Some(6), res.Runs[0].ElapsedSec)
	assert.Contains(t, res.Problems[0].Msg, "stopped")

	text := logText(t, "gotpc/tpcc-run-t4.log")
	killed := read(t, text[:strings.Index(text, "Finished")], Options{}).Runs
	require.Len(t, killed, 1)
	assert.Equal(t, Truncated, killed[0].Status)
	_, ok := killed[0].Value(TpmC)
	assert.False(t, ok)
	_, ok = killed[0].Value(P99)
	assert.False(t, ok)
	tps, ok := killed[0].Value(TPS)
	assert.True(t, ok, "the mean of its intervals")
	assert.InDelta(t, 404.9, tps, 1e-9)
}

func TestACutSummaryHasNoTotalsAndKeepsTheKindsItHolds(t *testing.T) {
	text := logText(t, "gotpc/tpcc-run-t4.log")
	res := read(t, text[:strings.Index(text, "[Summary] ORDER_STATUS")], Options{})
	require.Len(t, res.Runs, 1)
	r := res.Runs[0]
	assert.Equal(t, Truncated, r.Status)
	assert.False(t, r.Transactions.OK)
	require.Len(t, r.Kinds, 2)
	assert.Equal(t, Some(5377), r.Kinds[1].Count)
	assert.Contains(t, res.Problems[0].Msg, "tpmC")
}

func TestACutOfAGoTPCLogAtAnyByteInventsNoValue(t *testing.T) {
	for _, name := range []string{"tpcc-run-t4.log", "tpcc-next-t4-table.log", "tpcc-next-t4-json.log", "tpcc-sigint.log"} {
		text := logText(t, "gotpc/"+name)
		whole := read(t, text, Options{}).Runs[0]
		for n := 0; n < len(text); n += 13 {
			for _, r := range read(t, text[:n], Options{}).Runs {
				for _, m := range []Metric{TpmC, Avg, Max, P95, P99, Pct(99.9)} {
					want, _ := whole.Value(m)
					if v, ok := r.Value(m); ok && !assert.Equal(t, want, v, "%s cut after byte %d: %s", name, n, m.Name) {
						return
					}
				}
				for _, k := range r.Kinds {
					assert.Contains(t, whole.Kinds, Kind{k.Name, k.Count, whole.kind(k.Name).Errors, k.PerMin, k.ElapsedSec, k.Latency}, "%s cut after byte %d", name, n)
				}
			}
		}
	}
}

func (r *Run) kind(name string) Kind {
	for _, k := range r.Kinds {
		if k.Name == name {
			return k
		}
	}
	return Kind{}
}

func TestARunWhoseTransactionsAllFailedHasNoValue(t *testing.T) {
	res := read(t, "Finished\n[Summary] NEW_ORDER_ERR - Takes(s): 5.0, Count: 9, TPM: 108.0, Sum(ms): 9.0, Avg(ms): 1.0, 50th(ms): 1.0, 90th(ms): 1.0, 95th(ms): 1.0, 99th(ms): 1.0, 99.9th(ms): 1.0, Max(ms): 1.0\n", Options{})
	require.Len(t, res.Runs, 1)
	assert.Equal(t, Failed, res.Runs[0].Status)
	_, ok := res.Runs[0].Value(TPS)
	assert.False(t, ok)
}

func TestRunsInOneLogArePartedByTheirSummaries(t *testing.T) {
	one, four := logText(t, "gotpc/tpcc-run-t1.log"), logText(t, "gotpc/tpcc-run-t4.log")
	killed := four[:strings.Index(four, "Finished")]
	res := read(t, "== threads=1\n"+one+"== threads=4\n"+killed+"== threads=8\n"+four, Options{})
	require.Len(t, res.Runs, 3)
	for i, want := range []struct {
		threads int
		status  Status
	}{{1, Complete}, {4, Truncated}, {8, Complete}} {
		assert.Equal(t, want.threads, res.Runs[i].Threads)
		assert.Equal(t, want.status, res.Runs[i].Status)
	}
	assert.Len(t, read(t, one+four, Options{}).Runs, 2)
}

func TestTheScaleOfTheDataFollowsFromTheEfficiencyWhereItsDigitsAllowIt(t *testing.T) {
	// tpmC ÷ (12.86 × efficiency): 6614.0 ÷ (12.86 × 257.153) = 2.0000
	assert.Contains(t, read(t, logText(t, "gotpc/tpcc-run-t1.log"), Options{}).Runs[0].Config, Setting{"warehouses", "2"})
	// 1244.3 ÷ (12.86 × 0.968) lies between 99 and 101: its three digits do not tell.
	summary := "[Summary] NEW_ORDER - Takes(s): 60.0, Count: 1244, TPM: 1244.3, Sum(ms): 9.0, Avg(ms): 1.0, 50th(ms): 1.0, 90th(ms): 1.0, 95th(ms): 1.0, 99th(ms): 1.0, 99.9th(ms): 1.0, Max(ms): 1.0\n"
	r := read(t, summary+"tpmC: 1244.3, efficiency: 1.9%\n", Options{}).Runs[0]
	assert.Empty(t, r.Config)
}

func TestWaitingTimesAreNoTransactions(t *testing.T) {
	text := logText(t, "gotpc/tpcc-run-t1.log")
	wait := strings.Replace(text, "Finished\n", "[Current] KEYINGTIME-NEW_ORDER - 18.0s\nFinished\n", 1)
	wait = strings.Replace(wait, "tpmC:", "[Summary] THINKINGTIME-PAYMENT - 12.1s\ntpmC:", 1)
	assert.Equal(t, read(t, text, Options{}).Runs[0].Kinds, read(t, wait, Options{}).Runs[0].Kinds)
}

func TestADamagedValueOfGoTPCCostsOnlyItself(t *testing.T) {
	text := strings.Replace(logText(t, "gotpc/tpcc-run-t4.log"), "95th(ms): 26.2", "95th(ms): 2x.2", 1)
	res := read(t, text, Options{})
	_, ok := res.Runs[0].Value(P95)
	assert.False(t, ok)
	p99, _ := res.Runs[0].Value(P99)
	assert.Equal(t, 37.7, p99)
	assert.Equal(t, "95th(ms): 2x.2", res.Problems[1].Token)
}

func TestASysbenchRunAndATableBesideGoTPCAreReadToo(t *testing.T) {
	res := read(t, logText(t, "gotpc/tpcc-run-t1.log")+logText(t, "sb10/tpcc/run-t4.log")+"\nthreads|tps\n4|100\n", Options{})
	require.Len(t, res.Runs, 3)
	assert.Equal(t, "1.0.20", res.Runs[1].Version)
	assert.Equal(t, 4, res.Runs[2].Threads)
}

func FuzzGoTPC(f *testing.F) {
	for _, name := range []string{"tpcc-run-t4.log", "tpcc-next-t4.log", "tpcc-next-t4-table.log", "tpcc-next-t4-json.log", "tpcc-sigint.log"} {
		f.Add(logText(f, "gotpc/"+name))
	}
	f.Fuzz(func(t *testing.T, text string) {
		res, err := ReadAll(strings.NewReader(text), "in.log", Options{})
		require.NoError(t, err)
		checkRuns(t, res)
		checkProperties(t, []byte(text))
	})
}

func TestARunKnowsTheToolThatMeasuredIt(t *testing.T) {
	for file, want := range map[string]string{"fio/sweep.json": "fio", "gotpc/tpcc-run-t4.log": "go-tpc", "sb10/tpcc/run-t4.log": "sysbench"} {
		assert.Equal(t, want, read(t, logText(t, file), Options{}).Runs[0].Tool())
	}
	assert.Equal(t, "sysbench", read(t, "threads|tps\n4|100\n", Options{}).Runs[0].Tool())
}
