package parse

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// logText returns one of the real logs.
func logText(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile("../testdata/logs/" + name)
	require.NoError(t, err)
	return string(b)
}

// oneFioJob is JSON of fio with one job: its options and its members beside.
func oneFioJob(options, members string) string {
	return `{"fio version":"fio-3.33","jobs":[{"jobname":"j","groupid":0,"error":0,"job options":{` + options + `}` + members + `}]}` + "\n"
}

const fioWrite = `,"write":{"bw_bytes":4096000,"iops":1000,"runtime":10000,"total_ios":10000,"clat_ns":{"min":1000,"max":9000000,"mean":250000.5,"N":10000,"percentile":{"99.000000":700000,"50.000000":200000}}}`

func TestFioLatenciesAreMillisecondsAndItsRatesAsPrinted(t *testing.T) {
	res := read(t, logText(t, "fio/randwrite-4k-iops1000-j1.json"), Options{})
	require.Len(t, res.Runs, 1)
	assert.Empty(t, res.Problems)
	assert.Empty(t, res.Skipped)
	r := res.Runs[0]
	assert.Equal(t, Complete, r.Status)
	assert.Equal(t, "fio-3.33", r.Version)
	assert.Equal(t, "fio randwrite 4k", r.Workload)
	assert.Equal(t, 1, r.Threads)
	assert.Equal(t, Some(10000), r.Events)
	assert.Equal(t, Some(10.001), r.ElapsedSec)
	assert.Equal(t, Some(1000), r.TargetRate)
	for _, want := range []struct {
		m Metric
		v float64
	}{
		{IOPS, 999.900010}, {MiBps, 4095590. / 1048576}, {Min, 0.001683}, {Avg, 0.1124094901}, {Max, 10.405409},
		{Pct(50), 0.092672}, {Pct(90), 0.136192}, {P95, 0.181248}, {P99, 0.741376}, {Pct(99.9), 3.620864}, {Pct(99.99), 9.240576},
	} {
		v, ok := r.Value(want.m)
		assert.True(t, ok, want.m.Name)
		assert.InEpsilon(t, want.v, v, 1e-12, want.m.Name)
	}
	_, ok := r.Value(TPS)
	assert.False(t, ok, "I/O is no transaction")
}

func TestTheLevelOfFioIsIodepthTimesNumjobs(t *testing.T) {
	res := read(t, logText(t, "fio/sweep.json"), Options{})
	var levels []int
	for _, r := range res.Runs {
		levels = append(levels, r.Threads)
		assert.Equal(t, "fio randread 4k", r.Workload, "jobs of one workload are one sweep")
	}
	assert.Equal(t, []int{1, 4, 8}, levels)

	res = read(t, oneFioJob(`"iodepth":"16","ioengine":"psync","numjobs":"2","rw":"write"`, fioWrite), Options{})
	assert.Equal(t, 2, res.Runs[0].Threads, "psync has one operation under way")
	require.Len(t, res.Problems, 1)
	assert.Contains(t, res.Problems[0].Msg, "psync")

	res = read(t, oneFioJob(`"iodepth":"deep","rw":"write"`, fioWrite), Options{})
	assert.Zero(t, res.Runs[0].Threads)
	assert.Equal(t, "iodepth=deep", res.Problems[0].Token)
}

func TestADirectionOfAMixedJobIsARunOfItsOwn(t *testing.T) {
	res := read(t, logText(t, "fio/randrw-4k-j4-normal-json.txt"), Options{})
	require.Len(t, res.Runs, 2)
	assert.Equal(t, "fio randrw 4k read", res.Runs[0].Workload)
	assert.Equal(t, "fio randrw 4k write", res.Runs[1].Workload)
	iops, _ := res.Runs[0].Value(IOPS)
	assert.Equal(t, 7983.303339, iops)
	iops, _ = res.Runs[1].Value(IOPS)
	assert.Equal(t, 3449.010198, iops)
	assert.Empty(t, res.Problems, "the text beside the JSON is no problem")
	for _, s := range res.Runs[0].Config {
		assert.NotContains(t, s.Value, "ioengine=", "the text beside the JSON is no setting")
	}
	// unified_rw_reporting: one direction for both, or their sum beside them.
	res = read(t, logText(t, "fio/unified.json"), Options{})
	require.Len(t, res.Runs, 1)
	assert.Equal(t, "fio randrw 4k,8k", res.Runs[0].Workload)
	assert.Len(t, read(t, logText(t, "fio/both.json"), Options{}).Runs, 2, "the sum is no third measurement")
}

func TestTheLatencyOfSyncsIsARunOfItsOwn(t *testing.T) {
	res := read(t, logText(t, "fio/fsync.json"), Options{})
	require.Len(t, res.Runs, 2)
	sync := res.Runs[1]
	assert.Equal(t, "fio write 4k fsync", sync.Workload)
	assert.Equal(t, "fio write 4k", res.Runs[0].Workload)
	p99, _ := sync.Value(P99)
	assert.Equal(t, 0.000286, p99)
	assert.Equal(t, Some(255), sync.Events)
	_, ok := sync.Value(IOPS)
	assert.False(t, ok, "syncs are no I/O operations")
}

func TestAverageAndPercentilesOfFioAreOfOneQuantity(t *testing.T) {
	latencyOf := func(r *Run) string {
		for _, s := range r.Config {
			if s.Key == "latency" {
				return s.Value
			}
		}
		return ""
	}
	total := read(t, logText(t, "fio/both.json"), Options{}).Runs[0] // has percentiles of both
	assert.Equal(t, "lat", latencyOf(total))
	assert.InEpsilon(t, 0.001314371266, total.Latency.Avg.V, 1e-12)
	completion := read(t, logText(t, "fio/sweep.json"), Options{}).Runs[1]
	assert.Equal(t, "clat", latencyOf(completion))
	assert.InEpsilon(t, 0.008270443652, completion.Latency.Avg.V, 1e-12)
}

// fio prints the percentiles that it takes from its own bins, so that the
// printed ones check the merging of bins.
func TestPercentilesTakenFromBinsAreThoseThatFioPrints(t *testing.T) {
	r := read(t, logText(t, "fio/randwrite-4k-iops1000-j8-jsonplus.json"), Options{}).Runs[0]
	require.NotNil(t, r.Histogram)
	require.Len(t, r.Latency.Pct, 17)
	for _, p := range r.Latency.Pct {
		assert.Equal(t, p.Ms, r.Histogram.rank(p.Rank), "p%g", p.Rank)
	}
	n := int64(0)
	for i, b := range r.Histogram.Buckets {
		n += b.Count
		if i > 0 {
			assert.Greater(t, b.Ms, r.Histogram.Buckets[i-1].Ms)
		}
	}
	assert.EqualValues(t, 40001, n, "total_ios")
}

func TestProcessesThatFioReportsOneByOneAreOneRun(t *testing.T) {
	text := logText(t, "fio/nogroup-jsonplus.json")
	var doc struct {
		Jobs []struct {
			Read struct {
				IOPS  float64 `json:"iops"`
				Total float64 `json:"total_ios"`
				Clat  struct {
					Mean float64
					Bins map[string]int64
				} `json:"clat_ns"`
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(text), &doc))
	require.Len(t, doc.Jobs, 2)
	a, b := doc.Jobs[0].Read, doc.Jobs[1].Read
	res := read(t, text, Options{})
	require.Len(t, res.Runs, 1)
	assert.Empty(t, res.Problems)
	r := res.Runs[0]
	assert.Equal(t, 2, r.Threads)
	iops, _ := r.Value(IOPS)
	assert.InDelta(t, a.IOPS+b.IOPS, iops, 1e-6)
	assert.InEpsilon(t, (a.Clat.Mean*a.Total+b.Clat.Mean*b.Total)/(a.Total+b.Total)/1e6, r.Latency.Avg.V, 1e-12)
	below := 0.0 // of both processes, at or below the merged p99
	p99, _ := r.Value(P99)
	for _, bins := range []map[string]int64{a.Clat.Bins, b.Clat.Bins} {
		for ns, count := range bins {
			var v float64
			_, err := fmt.Sscan(ns, &v)
			require.NoError(t, err)
			if v/1e6 <= p99 {
				below += float64(count)
			}
		}
	}
	assert.GreaterOrEqual(t, below/(a.Total+b.Total), 0.99)
	assert.Less(t, below/(a.Total+b.Total), 0.995)

	res = read(t, logText(t, "fio/nogroup.json"), Options{})
	require.Len(t, res.Runs, 1)
	assert.Empty(t, res.Runs[0].Latency.Pct, "two percentiles have no common one without bins")
	assert.Contains(t, res.Problems[0].Msg, "--group_reporting")
	assert.True(t, res.Runs[0].Latency.Avg.OK)
}

func TestOtherOutputOfFioIsToldWhichOutputIsWanted(t *testing.T) {
	for _, name := range []string{"randwrite-4k-iops1000-j8.txt", "randwrite-fsync1-j1.txt", "terse.txt"} {
		_, err := File("../testdata/logs/fio/"+name, Options{})
		require.ErrorIs(t, err, ErrNoRuns, name)
		assert.Contains(t, err.Error(), "--output-format=json", name)
		assert.NotContains(t, err.Error(), "\n", name)
	}
	res, err := File("../testdata/logs/fio/error-no-dir.txt", Options{})
	require.ErrorIs(t, err, ErrNoRuns)
	assert.Contains(t, err.Error(), `"fio: /nonexistent-dir is not a directory": fio ended with this message and without a result`)
	assert.Len(t, res.Problems, 2)
}

func TestAMessageOfFioBesideItsResultIsKeptAndTheResultIsRead(t *testing.T) {
	res := read(t, "fio: this platform does not support process shared mutexes, forcing use of threads.\n"+oneFioJob(`"rw":"write"`, fioWrite), Options{})
	require.Len(t, res.Runs, 1)
	assert.Equal(t, Complete, res.Runs[0].Status)
	require.Len(t, res.Problems, 1)
	assert.Equal(t, "a message of fio", res.Problems[0].Msg)
}

func TestFioJSONReadsTheSameOnOneLineOrWithSortedKeysOrCRLF(t *testing.T) {
	for _, name := range []string{"sweep.json", "fsync.json", "nogroup-jsonplus.json"} {
		text := logText(t, "fio/"+name)
		strip := func(res *Result) (runs []Run) {
			for _, r := range res.Runs {
				c := *r
				c.Source.Line = 0
				runs = append(runs, c)
			}
			return runs
		}
		want := strip(read(t, text, Options{}))
		require.NotEmpty(t, want)
		var compact bytes.Buffer
		require.NoError(t, json.Compact(&compact, []byte(text)))
		assert.Equal(t, want, strip(read(t, compact.String(), Options{})), name)
		assert.Equal(t, want, strip(read(t, strings.ReplaceAll(text, "\n", "\r\n"), Options{})), name)

		var any map[string]any
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		require.NoError(t, d.Decode(&any))
		sorted, err := json.MarshalIndent(any, "", "  ")
		require.NoError(t, err)
		got := strip(read(t, string(sorted), Options{}))
		for i := range got { // the options are sorted then
			assert.ElementsMatch(t, want[i].Config, got[i].Config)
			got[i].Config = want[i].Config
		}
		assert.Equal(t, want, got, name)
	}
}

func TestSeveralOutputsOfFioInOneFileAreAllReadEvenWhenTheFirstIsCut(t *testing.T) {
	one := logText(t, "fio/randwrite-4k-iops1000-j1.json")
	res := read(t, one+one, Options{})
	require.Len(t, res.Runs, 2)
	assert.Equal(t, res.Runs[0].Source.Line+strings.Count(one, "\n"), res.Runs[1].Source.Line)

	cut := one[:strings.Index(one, `"sync"`)]
	res = read(t, cut+"\n"+one, Options{})
	require.Len(t, res.Runs, 1)
	require.Len(t, res.Problems, 1)
	assert.Contains(t, res.Problems[0].Msg, "ends before it is complete")
}

func TestACutInFioJSONKeepsTheJobsBeforeIt(t *testing.T) {
	text := logText(t, "fio/sweep.json")
	whole := read(t, text, Options{}).Runs
	for n := 0; n < len(text); n += 101 {
		res := read(t, text[:n], Options{})
		for i, r := range res.Runs {
			assert.Equal(t, fmt.Sprintf("%+v", *whole[i]), fmt.Sprintf("%+v", *r), "cut after byte %d", n)
		}
		if n > 40 && n < len(text)-2 {
			assert.NotEmpty(t, res.Problems, "cut after byte %d", n)
		}
	}
	assert.Len(t, read(t, text[:len(text)*3/4], Options{}).Runs, 2)
}

func TestAMissingProcessLeavesItsJobWithoutValues(t *testing.T) {
	text := logText(t, "fio/nogroup.json")
	second := strings.LastIndex(text, `"jobname"`)
	r := read(t, text[:second], Options{}).Runs
	require.Len(t, r, 1)
	assert.Equal(t, Failed, r[0].Status, "half of the processes are not half of the truth")
	_, ok := r[0].Value(IOPS)
	assert.False(t, ok)
}

func TestADamagedNumberInFioJSONCostsOnlyItself(t *testing.T) {
	for _, bad := range []string{`"many"`, `-4`, `null`, `[1]`, `1e300`, `18446744073709551615`} {
		text := strings.Replace(oneFioJob(`"rw":"write"`, fioWrite), `"iops":1000`, `"iops":`+bad, 1)
		res := read(t, text, Options{})
		require.Len(t, res.Runs, 1, bad)
		_, ok := res.Runs[0].Value(IOPS)
		assert.False(t, ok, bad)
		p99, _ := res.Runs[0].Value(P99)
		assert.Equal(t, 0.7, p99, bad)
		if bad != "null" {
			require.NotEmpty(t, res.Problems, bad)
			assert.Contains(t, res.Problems[0].Msg, "absent")
		}
	}
	res := read(t, strings.Replace(oneFioJob(`"rw":"write"`, fioWrite), `"clat_ns":{`, `"lat_ns":5,"clat_ns":{`, 1), Options{})
	require.Len(t, res.Runs, 1)
	assert.Contains(t, res.Problems[0].Token, "jobs[0].write.lat_ns")
}

func TestASyntaxErrorInFioJSONIsNamedByItsLine(t *testing.T) {
	text := logText(t, "fio/sweep.json")
	lines := strings.SplitAfter(text, "\n")
	lines[299] = "      garbage here\n" // in the second job
	res := read(t, strings.Join(lines, ""), Options{})
	assert.Len(t, res.Runs, 1)
	require.NotEmpty(t, res.Problems)
	assert.Equal(t, 299, res.Problems[0].Line)
	assert.Contains(t, res.Problems[0].Msg, "ends before it is complete")

	lines[299] = "      \"iops\" 5,\n"
	res = read(t, strings.Join(lines, ""), Options{})
	assert.Len(t, res.Runs, 1)
	assert.Equal(t, 300, res.Problems[0].Line)
	assert.Contains(t, res.Problems[0].Msg, "damaged")
}

func TestAJobThatFailedOrDidNothingHasNoValue(t *testing.T) {
	text := strings.Replace(oneFioJob(`"rw":"write"`, fioWrite), `"error":0`, `"error":28`, 1)
	res := read(t, text, Options{})
	require.Len(t, res.Runs, 1)
	assert.Equal(t, Failed, res.Runs[0].Status)
	assert.Equal(t, "error: 28", res.Problems[0].Token)
	_, ok := res.Runs[0].Value(IOPS)
	assert.False(t, ok)

	res = read(t, oneFioJob(`"rw":"write","iodepth":"4","ioengine":"libaio"`, ``), Options{})
	require.Len(t, res.Runs, 1)
	assert.Equal(t, Empty, res.Runs[0].Status)
	assert.Equal(t, 4, res.Runs[0].Threads)

	// continue_on_error: errors are counted, the result stands.
	text = strings.Replace(oneFioJob(`"rw":"write"`, fioWrite), `"error":0`, `"error":5,"total_err":3,"first_error":5`, 1)
	res = read(t, text, Options{})
	assert.Equal(t, Complete, res.Runs[0].Status)
	assert.Equal(t, Some(3), res.Runs[0].Errors)
}

func TestJobsOfOneWorkloadAtOneLevelAreToldApartByTheirNames(t *testing.T) {
	job := func(name, extra string) string {
		return `{"jobname":"` + name + `","groupid":0,"error":0,"job options":{"rw":"write","bs":"4k"` + extra + `}` + fioWrite + `}`
	}
	res := read(t, `{"fio version":"fio-3.33","jobs":[`+job("log", `,"rate_iops":"200"`)+`,`+job("data", ``)+`]}`, Options{})
	require.Len(t, res.Runs, 2)
	assert.Equal(t, "fio write 4k log", res.Runs[0].Workload)
	assert.Equal(t, "fio write 4k data", res.Runs[1].Workload)
}

func TestNoSecretOfAFioJobIsKept(t *testing.T) {
	const secret = "hUnt3r-2x9"
	text := oneFioJob(`"rw":"write","http_s3_key":"`+secret+`","http_pass":"`+secret+`","http_swift_auth_token":"`+secret+`","filename":"ftp://me:`+secret+`@host/x"`, fioWrite)
	res := read(t, text, Options{})
	require.Len(t, res.Runs, 1)
	assert.NotContains(t, fmt.Sprintf("%+v %+v", *res.Runs[0], res), secret)
	assert.Contains(t, res.Runs[0].Config, Setting{"filename", "ftp://me:***@host/x"})
}

func TestALineOfJSONThatIsNotOfFioIsPassedOver(t *testing.T) {
	for _, text := range []string{"{\n\"a\": 1\n}\n", "{\n", "{}\n", `{"a": {"fio version": 1}}` + "\n", "{\n{\n{\n"} {
		res := read(t, text+"threads|tps\n4|100\n", Options{})
		require.Len(t, res.Runs, 1, text)
		assert.Equal(t, 4, res.Runs[0].Threads)
	}
}

func TestARunOrATableBehindAnOutputThatWasCutIsRead(t *testing.T) {
	fio, tpcc := logText(t, "fio/sweep.json"), logText(t, "gotpc/tpcc-run-t4.log")
	for _, cut := range []string{fio[:len(fio)/2], fio[:60], tpcc[:len(tpcc)/2], tpcc[:len(tpcc)-20], logText(t, "fio/randwrite-fsync1-j1.txt")} {
		before := len(read(t, cut, Options{}).Runs)
		res := read(t, cut+"\nthreads|tps\n4|100\n"+run10("", 7), Options{})
		require.Len(t, res.Runs, before+2, "behind %.60q", cut)
		assert.Equal(t, 4, res.Runs[before].Threads)
		assert.Equal(t, 7, res.Runs[before+1].Threads)
	}
}

func FuzzFio(f *testing.F) {
	for _, name := range []string{"randwrite-4k-iops1000-j8.txt", "terse.txt", "error-no-dir.txt"} {
		f.Add(logText(f, "fio/"+name))
	}
	f.Add(oneFioJob(`"rw":"write","iodepth":"4"`, fioWrite))
	f.Fuzz(func(t *testing.T, text string) {
		res, err := ReadAll(strings.NewReader(text), "in.json", Options{})
		require.NoError(t, err)
		checkRuns(t, res)
		checkProperties(t, []byte(text))
	})
}

func TestStatusDumpsOfOneCallAreOneRun(t *testing.T) {
	text := logText(t, "fio/status-interval.json")
	res := read(t, text, Options{})
	require.Len(t, res.Runs, 1)
	assert.Equal(t, Some(20047), res.Runs[0].Events, "the last dump's total_ios")
	assert.Equal(t, Some(2.001), res.Runs[0].ElapsedSec)
	require.Len(t, res.Problems, 1)
	assert.Contains(t, res.Problems[0].Msg, "the last of 3 status dumps of one call of fio")

	// A second call that ran a little longer is a repeat: more time has passed.
	later := strings.Replace(text, `"timestamp_ms" : 1796299516750`, `"timestamp_ms" : 1796299530750`, 1)
	require.NotEqual(t, text, later)
	assert.Len(t, read(t, later, Options{}).Runs, 2)
}

func TestALatencyThatFioDidNotMeasureIsAbsent(t *testing.T) {
	r := read(t, `{ "fio version" : "fio-3.33", "jobs" : [ { "jobname" : "r", "job options" : { "rw" : "randread" }, "read" : { "total_ios" : 10, "iops" : 5, "runtime" : 2000, `+
		`"clat_ns" : { "min" : 0, "max" : 0, "mean" : 0, "N" : 0 }, "lat_ns" : { "min" : 0, "max" : 0, "mean" : 0, "N" : 0 } } } ] }`+"\n", Options{}).Runs[0]
	v, ok := r.Value(IOPS)
	assert.True(t, ok)
	assert.Equal(t, 5.0, v)
	assert.Equal(t, Latency{}, r.Latency)
}

func TestTheRateOfAJobIsIOPSAndThatOfSyncsEPS(t *testing.T) {
	for _, r := range read(t, logText(t, "fio/fsync.json"), Options{}).Runs {
		_, iops := r.Value(IOPS)
		_, eps := r.Value(EPS)
		assert.NotEqual(t, iops, eps, "%s: one of them", r.Workload)
		assert.Equal(t, strings.Contains(r.Workload, "sync"), eps, r.Workload)
	}
}
