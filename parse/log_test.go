package parse

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// interval10 is an interval line of sysbench 1.0.
func interval10(sec, threads int, tps float64) string {
	return fmt.Sprintf("[ %ds ] thds: %d tps: %.2f qps: %.2f (r/w/o: %.2f/%.2f/%.2f) lat (ms,95%%): 12.50 err/s: 0.00 reconn/s: 0.00\n",
		sec, threads, tps, 20*tps, 14*tps, 4*tps, 2*tps)
}

// prefixed puts a prefix before each line; n counts the lines.
func prefixed(text string, prefix func(n int) string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, l := range lines {
		lines[i] = prefix(i) + l
	}
	return strings.Join(lines, "\n") + "\n"
}

func TestWhatAToolPutsBeforeEachLineIsRemoved(t *testing.T) {
	text := run10(interval10(1, 4, 100)+interval10(2, 4, 110), 4)
	want := read(t, text, Options{}).Runs
	require.Len(t, want, 1)
	for name, prefix := range map[string]func(int) string{
		"ts":                  func(n int) string { return fmt.Sprintf("Dec %2d 10:00:%02d ", 1+n/5, n) },
		"ts -s":               func(n int) string { return fmt.Sprintf("00:00:%02d ", n) },
		"ts with fractions":   func(n int) string { return fmt.Sprintf("%d.%06d ", 1700000000+n, n*7919) },
		"ISO time":            func(n int) string { return fmt.Sprintf("2026-12-01T10:00:%02d.%03d+08:00 ", n, n*13) },
		"time in brackets":    func(n int) string { return fmt.Sprintf("[2026-12-01 10:00:%02d] ", n) },
		"Python logging":      func(n int) string { return fmt.Sprintf("2026-12-01 10:00:%02d,%03d - INFO - ", n, n*13) },
		"Python's levels":     func(n int) string { return []string{"INFO", "ERROR"}[n%2] + ":sysbench.runner:" },
		"CPU":                 func(n int) string { return fmt.Sprintf("CPU %d ", n%8) },
		"CPU with colon":      func(n int) string { return fmt.Sprintf("CPU %d: ", n%8) },
		"docker compose":      func(n int) string { return "bench-1  | " },
		"kubectl stern":       func(n int) string { return "pod/bench-7f9c bench " + "> " },
		"quote":               func(n int) string { return "> " },
		"quote without blank": func(n int) string { return ">" },
		"quoted quote":        func(n int) string { return "> > " },
		"indent":              func(n int) string { return "    " },
		"tab":                 func(n int) string { return "\t" },
		"syslog":              func(n int) string { return fmt.Sprintf("Dec  1 10:00:%02d db01 sysbench[%d]: ", n, 4242) },
		"line numbers":        func(n int) string { return fmt.Sprintf("%6d\t", n+1) },
		"grep -n":             func(n int) string { return fmt.Sprintf("%d:", n+1) },
		"grep over files":     func(n int) string { return "logs/m6g.log:" },
		"ansible":             func(n int) string { return "db01 | " },
		"colour":              func(n int) string { return "\x1b[32m" },
		"colour and time":     func(n int) string { return fmt.Sprintf("\x1b[2m10:00:%02d\x1b[0m ", n) },
	} {
		got := read(t, prefixed(text, prefix), Options{}).Runs
		if assert.Len(t, got, 1, name) {
			assert.Equal(t, essence(want[0]), essence(got[0]), name)
		}
	}
}

func TestWhatShellsAndTerminalsLeaveAroundALogIsNoise(t *testing.T) {
	text := "nohup: ignoring input\nScript started on 2026-12-01 10:00:00+08:00 [TERM=\"xterm\"]\n" +
		strings.ReplaceAll(run10(interval10(1, 4, 100), 4), "\n", "\r\n") +
		"\r\n\r\nreal\t0m4.087s\r\nuser\t0m0.139s\r\nsys\t0m0.339s\r\nScript done on 2026-12-01 10:00:05+08:00\r\n"
	res := read(t, text, Options{})
	require.Len(t, res.Runs, 1)
	assert.Equal(t, Complete, res.Runs[0].Status)
	assert.Empty(t, res.Skipped)
	assert.Empty(t, res.Problems)
}

func TestLabelsBeforeARunNameWhatItsTextLacks(t *testing.T) {
	noHeader := interval10(1, 0, 100) + strings.Replace(summary10, "493.2500", "123.3125", 1) // 1973 events / 16
	for _, c := range []struct {
		label string
		want  string
	}{
		{"threads=16\n", "in t16"},
		{"=== threads: 16 ===\n", "in t16"},
		{"--- 16 threads, run 2 ---\n", "in t16 r2"},
		{"# 线程数：16\n", "in t16"},
		{"system=m6g\nthreads=16\nrepeat=3\n", "m6g t16 r3"},
		{"===== oltp_read_only threads 16 =====\n", "in t16 oltp_read_only"},
		{"+ sysbench /usr/share/sysbench/oltp_read_write.lua --threads=16 run\n", "in t16 oltp_read_write"},
		{"$ sysbench --test=oltp --num-threads=16 run\n", "in t16 oltp"},
		{"$ sysbench oltp_read_only \\\n    --mysql-password=x \\\n    --threads=16 \\\n    run\n", "in t16 oltp_read_only"},
		{"We run 60 seconds at 16 threads\n", "in t16"},
		{"run 2 threads=16\n", "in t16 r2"},
		{"for i in 1; do sysbench oltp_read_only --threads=16; done\n", "in t16 oltp_read_only"},
		{"mysql 8 threads=16\n", "in t16"},
		{"Mon Jan 5 10:00:00 UTC 2026 threads=16\n", "in t16"},
		{"Iteration 2 Threads: 16\n", "in t16 r2"},
		{"### Round 1 threads 16\n", "in t16 r1"},
		{"16 threads 60 seconds\n", "in t16"},
		{"tables=10 table_size=1000000 threads=16\n", "in t16"},
		{"time=60 threads=16\n", "in t16"},
		{"time=60; threads=16; rep=3\n", "in t16 r3"},
		{"threads=16;\n", "in t16"},
		{"threads=\"16\"\n", "in t16"},
		{"tables=10, threads='16'\n", "in t16"},
	} {
		for name, text := range map[string]string{"with a header": c.label + run10("", 16), "without": c.label + noHeader} {
			r := read(t, text, Options{})
			if assert.Len(t, r.Runs, 1, c.label) {
				assert.True(t, strings.HasPrefix(brief(r), c.want+" "), "%s %s: %s", c.label, name, brief(r))
				assert.Equal(t, Complete, r.Runs[0].Status)
			}
		}
	}
}

func TestSeveralAssignmentsInALineAreSeparateSettings(t *testing.T) {
	res := read(t, "tables=10 table_size=1000000 threads=16 comment='two words'\n"+run10("", 16), Options{})
	assert.Equal(t, []Setting{{"tables", "10"}, {"table_size", "1000000"}, {"comment", "two words"}}, res.Runs[0].Config)
}

func TestTheFairnessBlockOverrulesALabelAndNoHeader(t *testing.T) {
	res := read(t, "threads=16\n"+interval10(1, 0, 100)+summary10, Options{})
	assert.Equal(t, 4, res.Runs[0].Threads, "1973 events / 493.25 a thread")
	require.Len(t, res.Runs[0].Problems, 1)
	assert.Contains(t, res.Runs[0].Problems[0].Msg, "label says 16 threads")
	res = read(t, run10("", 16), Options{})
	assert.Equal(t, 16, res.Runs[0].Threads)
	assert.Empty(t, res.Problems)
}

func TestTheCommandBeforeARunFillsConfigWithoutItsPassword(t *testing.T) {
	res := read(t, "+ sysbench oltp_read_write --mysql-host=10.0.0.1 --mysql-password=x --table-size=1000 --skip-trx --threads=4 run\n"+run10("", 4), Options{})
	r := res.Runs[0]
	assert.Equal(t, []Setting{{"mysql-host", "10.0.0.1"}, {"table-size", "1000"}, {"skip-trx", "on"}, {"threads", "4"}}, r.Config)
	assert.Equal(t, "oltp_read_write", r.Workload)
}

func TestACommandOverSeveralLinesIsOne(t *testing.T) {
	res := read(t, "Some prose.\n$ sysbench oltp_read_only \\\n    --mysql-host=h \\\n    --threads=4 \\\n    run\n"+run10("", 4), Options{})
	assert.Equal(t, []Setting{{"mysql-host", "h"}, {"threads", "4"}}, res.Runs[0].Config)
	assert.Equal(t, []Skip{{1, 1, 1, "Some prose."}}, res.Skipped)
}

func TestRunsAreToldApartWhateverSeparatesThem(t *testing.T) {
	for name, sep := range map[string]string{
		"nothing":         "",
		"echo":            "==========\n",
		"prose":           "Now the next level, after a cup of tea.\n\n",
		"prepare, banner": "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\nCreating table 'sbtest1'...\nInserting 10000 records into 'sbtest1'\n",
		"cleanup":         "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\nDropping table 'sbtest1'...\n",
		"a table":         "threads|tps\n",
	} {
		text := ""
		for _, n := range []int{1, 2, 4} {
			text += run10(interval10(1, n, 100), n) + sep
		}
		var got []int
		for _, r := range read(t, text, Options{}).Runs {
			assert.Equal(t, Complete, r.Status, name)
			assert.Equal(t, 1, r.Series.Count, name)
			got = append(got, r.Threads)
		}
		assert.Equal(t, []int{1, 2, 4}, got, name)
	}
}

func TestARunCutByTheNextOneIsTruncatedAndUsable(t *testing.T) {
	head, _, _ := strings.Cut(run10(interval10(1, 4, 100)+interval10(2, 4, 110), 4), "SQL statistics")
	runs := read(t, head+run10(interval10(1, 8, 200), 8), Options{}).Runs
	require.Len(t, runs, 2)
	assert.Equal(t, Truncated, runs[0].Status)
	assert.False(t, runs[0].Transactions.OK)
	tps, ok := runs[0].Value(TPS)
	assert.True(t, ok)
	assert.InDelta(t, 105, tps, 1e-9, "the mean of the interval lines")
	_, ok = runs[0].Value(Avg)
	assert.False(t, ok)
	assert.Equal(t, Complete, runs[1].Status)
}

func TestAHeaderWithNothingAfterItIsEmpty(t *testing.T) {
	head, _, _ := strings.Cut(run10("", 4), "SQL statistics")
	runs := read(t, head+head, Options{}).Runs
	require.Len(t, runs, 2)
	assert.Equal(t, Empty, runs[0].Status)
	assert.Equal(t, Empty, runs[1].Status)
}

func TestAHeaderAfterThreadsStartedBelongsToTheSameRun(t *testing.T) {
	text := "Threads started!\n\nsysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\nRunning the test with following options:\nNumber of threads: 4\n\n" +
		interval10(1, 4, 100) + summary10
	runs := read(t, text, Options{}).Runs
	require.Len(t, runs, 1)
	assert.Equal(t, 4, runs[0].Threads)
	assert.Equal(t, "1.0.20", runs[0].Version)
	assert.Equal(t, Complete, runs[0].Status)
}

func TestGrepdRemaindersAreRuns(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"tps lines of two runs": {
			interval10(1, 4, 100) + interval10(2, 4, 110) + interval10(1, 8, 200) + interval10(2, 8, 210),
			"in t4 truncated\nin t8 truncated\n"},
		"only the summaries": {
			summary10 + summary10,
			"in t4 trx=1973 queries=39460 sec=4.0092 errors=0 avg=8.11 min=2.06 max=36.62 p95=15 tps=492.07 qps=9841.49 err=0\n" +
				"in t4 trx=1973 queries=39460 sec=4.0092 errors=0 avg=8.11 min=2.06 max=36.62 p95=15 tps=492.07 qps=9841.49 err=0\n"},
		"threads, transactions and percentile": {
			"Number of threads: 4\n    transactions:                        1973   (492.07 per sec.)\n         95th percentile:                       15.00\n" +
				"Number of threads: 8\n    transactions:                        2973   (592.07 per sec.)\n         95th percentile:                       16.00\n",
			"in t4 trx=1973 p95=15 tps=492.07\nin t8 trx=2973 p95=16 tps=592.07\n"},
		"labels and transactions": {
			"threads=4\n    transactions:                        1973   (492.07 per sec.)\nthreads=8\n    transactions:                        2973   (592.07 per sec.)\n",
			"in t4 trx=1973 tps=492.07\nin t8 trx=2973 tps=592.07\n"},
	} {
		assert.Equal(t, c.want, brief(read(t, c.text, Options{})), name)
	}
}

func TestOddIntervalLinesAreRead(t *testing.T) {
	for name, c := range map[string]struct {
		line string
		want Interval
	}{
		"no padding, no colon after err/s": {
			"[3600s] thds: 4 tps: 380.62 qps: 10870.10 (r/w/o: 4946.04/5146.84/777.22) lat (ms,99%): 26.68 err/s 4.00 reconn/s: 0.00",
			Interval{TimeSec: 3600, Threads: 4, TPS: Some(380.62), QPS: Some(10870.1), Reads: Some(4946.04), Writes: Some(5146.84), Others: Some(777.22),
				LatencyMs: Some(26.68), Rank: 99, ErrPerSec: Some(4), ReconnPerSec: Some(0)}},
		"no threads": {
			"[ 5s ] thds: 0 tps: 1.00 qps: 20.00 (r/w/o: 14.00/4.00/2.00) lat (ms,95%): 2.00 err/s: 0.00 reconn/s: 0.00",
			Interval{TimeSec: 5, TPS: Some(1), QPS: Some(20), Reads: Some(14), Writes: Some(4), Others: Some(2), LatencyMs: Some(2), Rank: 95, ErrPerSec: Some(0), ReconnPerSec: Some(0)}},
		"reconnects N/A": {
			"[   2s] threads: 4, tps: 623.87, reads: 8786.22, writes: 2497.49, response time: 9.45ms (95%), errors: 0.00, reconnects:  N/A",
			Interval{TimeSec: 2, Threads: 4, TPS: Some(623.87), Reads: Some(8786.22), Writes: Some(2497.49), LatencyMs: Some(9.45), Rank: 95, ErrPerSec: Some(0)}},
		"0.4": {
			"[   1s] threads: 4, tps: 739.79, reads/s: 10357.04, writes/s: 2959.16 response time: 10.14ms (99%)",
			Interval{TimeSec: 1, Threads: 4, TPS: Some(739.79), Reads: Some(10357.04), Writes: Some(2959.16), LatencyMs: Some(10.14), Rank: 99}},
		"a stall": {
			"[ 4s ] thds: 4 tps: 0.00 qps: 0.00 (r/w/o: 0.00/0.00/0.00) lat (ms,95%): 0.00 err/s: 0.00 reconn/s: 0.00",
			Interval{TimeSec: 4, Threads: 4, TPS: Some(0), QPS: Some(0), Reads: Some(0), Writes: Some(0), Others: Some(0), Rank: 95, ErrPerSec: Some(0), ReconnPerSec: Some(0)}},
		"underflow": {
			"[ 4s ] thds: 4 tps: 18451556959375273984.00 qps: 20.00 (r/w/o: 14.00/4.00/2.00) lat (ms,95%): 14.97 err/s: 0.00 reconn/s: 0.00",
			Interval{TimeSec: 4, Threads: 4, QPS: Some(20), Reads: Some(14), Writes: Some(4), Others: Some(2), LatencyMs: Some(14.97), Rank: 95, ErrPerSec: Some(0), ReconnPerSec: Some(0)}},
		"glued units": {
			"[4s] thds:4 tps:10.00 qps:20.00 (r/w/o:14.00/4.00/2.00) lat(ms,95%):14.97ms err/s:0.00 reconn/s:0.00",
			Interval{TimeSec: 4, Threads: 4, TPS: Some(10), QPS: Some(20), Reads: Some(14), Writes: Some(4), Others: Some(2), LatencyMs: Some(14.97), Rank: 95, ErrPerSec: Some(0), ReconnPerSec: Some(0)}},
		"lock waits": {
			"[ 5s ] thds: 16 tps: 0.00 qps: 153.00 (r/w/o: 140.00/3.00/10.00) lat (ms,95%): 0.00 err/s: 10.00 reconn/s: 0.00",
			Interval{TimeSec: 5, Threads: 16, TPS: Some(0), QPS: Some(153), Reads: Some(140), Writes: Some(3), Others: Some(10), Rank: 95, ErrPerSec: Some(10), ReconnPerSec: Some(0)}},
		"fileio": {
			"[ 1s ] reads: 432.21 MiB/s writes: 288.13 MiB/s fsyncs: 1838.65/s latency (ms,95%): 0.051",
			Interval{TimeSec: 1, ReadMiB: Some(432.21), WriteMiB: Some(288.13), LatencyMs: Some(0.051), Rank: 95}},
		"memory": {"[ 1s ] 3968.28 MiB/sec", Interval{TimeSec: 1, ReadMiB: Some(3968.28)}},
		"cpu":    {"[ 1s ] thds: 2 eps: 2650.58 lat (ms,95%): 0.81", Interval{TimeSec: 1, Threads: 2, EPS: Some(2650.58), LatencyMs: Some(0.81), Rank: 95}},
	} {
		res := read(t, run10(c.line+"\n", 4), Options{})
		if assert.Len(t, res.Runs, 1, name) && assert.Len(t, res.Runs[0].Intervals, 1, name) {
			c.want.Line = 13
			assert.Equal(t, c.want, res.Runs[0].Intervals[0], name)
		}
	}
}

func TestADamagedIntervalLineIsAProblemAndTheOthersAreKept(t *testing.T) {
	bad := strings.Replace(interval10(2, 4, 110), "qps: 22", "qps: x2", 1)
	res := read(t, run10(interval10(1, 4, 100)+bad+interval10(3, 4, 120)+"[ 4s ] thds: 4 t\n", 4), Options{})
	r := res.Runs[0]
	assert.Equal(t, 3, r.Series.TPS.N)
	assert.Equal(t, 2, r.Series.QPS.N)
	require.Len(t, res.Problems, 2)
	assert.Equal(t, "x200.00", res.Problems[0].Token)
	assert.Equal(t, 14, res.Problems[0].Line)
	assert.Contains(t, res.Problems[1].Msg, "cut or damaged")
	assert.Equal(t, Complete, r.Status)
}

func TestErrorLinesWithinTheSeriesDoNotDisturbIt(t *testing.T) {
	text := run10(interval10(1, 4, 100)+
		"ALERT: mysql_drv_query() returned error 1213 (Deadlock found)\nWARNING: something\n(last message repeated 3 times)\n"+
		"FATAL: The --max-time limit has expired, forcing shutdown...\n"+interval10(2, 4, 100), 4)
	res := read(t, text, Options{})
	r := res.Runs[0]
	assert.Equal(t, Complete, r.Status, "FATAL does not mean that there are no results")
	assert.Equal(t, 2, r.Series.Count)
	require.Len(t, r.Problems, 2)
	assert.Contains(t, r.Problems[0].Token, "ALERT")
	assert.Contains(t, r.Problems[1].Token, "FATAL")
}

func TestARunWithFATALAndNoSummaryHasFailedWithItsMessage(t *testing.T) {
	head, _, _ := strings.Cut(run10(interval10(1, 4, 100), 4), "SQL statistics")
	res := read(t, head+"FATAL: mysql_stmt_execute() returned error 1213 (Deadlock found)\n", Options{})
	r := res.Runs[0]
	assert.Equal(t, Failed, r.Status)
	assert.Equal(t, 1, r.Series.Count, "what was measured before is kept")
	_, ok := r.Value(TPS)
	assert.False(t, ok)
	assert.Contains(t, r.Problems[0].Token, "1213")
}

func TestAfterCheckpointsCountsAndTotalTimeAreNeverDivided(t *testing.T) {
	for file, want := range map[string]float64{
		"sb10/options/checkpoints-3-6.log":                693.32,
		"sb11/options/checkpoints-3-6.log":                458.09,
		"sb05/oltp-t4-checkpoints.log":                    591.23,
		"sb10/options/histogram-checkpoints.log":          242.66,
		"sb10/nonsql/cpu-rate-checkpoints.log":            -1,
		"sb11/nonsql/memory-checkpoints.log":              -1,
		"sb10/options/rate-200-histogram-checkpoints.log": 204.68,
	} {
		res, err := File(filepath.Join(logs, file), Options{})
		require.NoError(t, err)
		r := res.Runs[0]
		assert.True(t, r.SinceSec.OK, file)
		tps, ok := r.Value(TPS)
		if want < 0 {
			assert.False(t, ok, file)
			continue
		}
		assert.Equal(t, want, tps, file)
	}
	res, err := File(filepath.Join(logs, "sb05/oltp-t4-checkpoints.log"), Options{})
	require.NoError(t, err)
	qps, _ := res.Runs[0].Value(QPS)
	assert.InEpsilon(t, 35457/3.0022, qps, 1e-3, "0.5 prints no queries a second: 35457 in the 1775 / 591.23 s since the checkpoint")
}

func TestTwoRunsInOneTextAtTheSameTimeAreSaidAndNotGuessed(t *testing.T) {
	res, err := File(filepath.Join(logs, "sb10/shapes/parallel-two-runs.log"), Options{})
	require.NoError(t, err)
	require.Len(t, res.Runs, 2)
	for _, r := range res.Runs {
		assert.Equal(t, Complete, r.Status)
		assert.Zero(t, r.Series.Count)
		assert.NotEmpty(t, r.Problems)
	}
	assert.Equal(t, Some(1368), res.Runs[0].Transactions)
	assert.Equal(t, Some(3378), res.Runs[1].Transactions)

	// The second begins while the first prints its lines.
	a := run10("", 4)
	head, _, _ := strings.Cut(a, "SQL statistics")
	text := head + interval10(1, 4, 1) + interval10(2, 4, 2) + head + interval10(3, 4, 3) + interval10(1, 4, 1) + interval10(4, 4, 4) + interval10(2, 4, 2) + summary10
	res = read(t, text, Options{})
	said := false
	for _, p := range res.Problems {
		said = said || strings.Contains(p.Msg, "at the same time")
	}
	assert.True(t, said)
}

func TestThePercentileCapOfSysbenchIsSaid(t *testing.T) {
	res := read(t, strings.Replace(run10("", 4), "15.00", "100000.00", 1), Options{})
	assert.Equal(t, []Percentile{{95, 100000}}, res.Runs[0].Latency.Pct)
	require.Len(t, res.Problems, 1)
	assert.Contains(t, res.Problems[0].Msg, "100 s")
}

func TestUnknownThreadsAreAProblem(t *testing.T) {
	res := read(t, "    transactions:                        1973   (492.07 per sec.)\n", Options{})
	require.Len(t, res.Runs, 1)
	assert.Zero(t, res.Runs[0].Threads)
	require.Len(t, res.Problems, 1)
	assert.Contains(t, res.Problems[0].Msg, "threads=16")
}

func TestASummaryAloneTellsItsThreadsByItsFairness(t *testing.T) {
	res := read(t, summary10, Options{})
	assert.Equal(t, 4, res.Runs[0].Threads, "1973 events / 493.25 a thread")
}

func TestFilesAreReadInTheOrderOfTheirPaths(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for i := range 40 {
		path := filepath.Join(dir, fmt.Sprintf("%02d.log", i))
		require.NoError(t, os.WriteFile(path, []byte(run10("", i+1)), 0o600))
		paths = append(paths, path)
	}
	var seen []Progress
	res, err := Files(context.Background(), paths, Options{Progress: func(p Progress) { seen = append(seen, p) }})
	require.NoError(t, err)
	require.Len(t, res, 40)
	for i, r := range res {
		assert.Equal(t, paths[i], r.File)
		assert.Equal(t, i+1, r.Runs[0].Threads)
	}
	require.Len(t, seen, 40)
	assert.Equal(t, 40, seen[39].Files)
	assert.Equal(t, 40, seen[39].OfFiles)
	assert.Greater(t, seen[39].Bytes, int64(40*800))

	missing := filepath.Join(dir, "none.log")
	empty := filepath.Join(dir, "empty.log")
	require.NoError(t, os.WriteFile(empty, nil, 0o600))
	res, err = Files(context.Background(), []string{paths[0], missing, empty, paths[1]}, Options{})
	assert.ErrorIs(t, err, os.ErrNotExist)
	assert.ErrorIs(t, err, ErrNoRuns)
	require.Len(t, res, 3, "a file without runs still has a Result")
	assert.Equal(t, paths[1], res[2].File)

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = Files(ctx, paths, Options{})
	assert.ErrorIs(t, err, context.Canceled)
}

func TestErrorsOfFilesSayWhatWasFoundAndWhatWouldDo(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	for _, c := range []struct{ path, want string }{
		{filepath.Join(dir, "none.log"), "cannot read"},
		{dir, "is a folder"},
		{write("empty.log", ""), "it is empty"},
		{write("prose.txt", "Dear diary,\nno table here.\n"), `it begins with "Dear diary,"`},
		{write("nothreads.txt", "tps|avg|p95\n100|5|6\n"), "threads"},
		{write("fatal.log", "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\nFATAL: Cannot find benchmark 'x'\n"), "Cannot find benchmark"},
	} {
		_, err := File(c.path, Options{})
		if assert.Error(t, err, c.path) {
			assert.Contains(t, err.Error(), c.want)
			assert.NotContains(t, err.Error(), "\n")
			assert.Equal(t, !strings.Contains(c.want, "folder") && !strings.Contains(c.want, "cannot"), errors.Is(err, ErrNoRuns))
		}
	}
}
