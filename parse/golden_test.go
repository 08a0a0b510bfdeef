package parse

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden files anew")

const logs = "../testdata/logs"

// samples returns the real logs of sysbench, sorted.
func samples(t testing.TB) []string {
	var files []string
	for _, version := range []string{"sb04", "sb05", "sb10", "sb11"} {
		err := filepath.WalkDir(filepath.Join(logs, version), func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				files = append(files, path)
			}
			return err
		})
		require.NoError(t, err)
	}
	require.Len(t, files, 269)
	sort.Strings(files)
	return files
}

// TestEverySampleIsReadAsItsGoldenFileSays compares what is read of each real
// log with a text that was checked against the log by eye. One golden file
// holds one folder of logs.
func TestEverySampleIsReadAsItsGoldenFileSays(t *testing.T) {
	golden := map[string]*strings.Builder{}
	for _, path := range samples(t) {
		rel, err := filepath.Rel(logs, path)
		require.NoError(t, err)
		rel = filepath.ToSlash(rel)
		f, err := os.Open(path)
		require.NoError(t, err)
		res, err := ReadAll(f, rel, Options{Name: "{system}-rep{repeat}-t{threads}.log"})
		f.Close()
		require.NoError(t, err)
		name := strings.ReplaceAll(filepath.ToSlash(filepath.Dir(rel)), "/", "-")
		if golden[name] == nil {
			golden[name] = &strings.Builder{}
		}
		describe(golden[name], res)
	}
	for name, got := range golden {
		path := filepath.Join("testdata", "golden", name+".txt")
		if *update {
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
			require.NoError(t, os.WriteFile(path, []byte(got.String()), 0o644))
		}
		want, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, string(want), got.String(), name)
	}
}

// describe writes all that was read of an input in a form for the eye.
func describe(b *strings.Builder, res *Result) {
	fmt.Fprintf(b, "== %s\n", res.File)
	num := func(name string, n Num) {
		if n.OK {
			fmt.Fprintf(b, " %s=%.10g", name, n.V)
		}
	}
	for _, r := range res.Runs {
		fmt.Fprintf(b, "line %d: %s", r.Source.Line, r.Status)
		for _, s := range []struct{ k, v string }{{"system", r.System}, {"version", r.Version}, {"workload", r.Workload}} {
			if s.v != "" {
				fmt.Fprintf(b, " %s=%s", s.k, s.v)
			}
		}
		fmt.Fprintf(b, " threads=%d", r.Threads)
		if r.Repeat > 0 {
			fmt.Fprintf(b, " repeat=%d", r.Repeat)
		}
		num("trx", r.Transactions)
		num("queries", r.Queries)
		num("events", r.Events)
		num("read", r.Reads)
		num("write", r.Writes)
		num("other", r.Others)
		num("errors", r.Errors)
		num("reconnects", r.Reconnects)
		num("unfinished", r.Unfinished)
		num("sec", r.ElapsedSec)
		num("since", r.SinceSec)
		num("warmup", r.WarmupSec)
		num("rate", r.TargetRate)
		for _, p := range r.Printed {
			fmt.Fprintf(b, " printed:%s=%.10g", p.Metric, p.Value)
		}
		num("min", r.Latency.Min)
		num("avg", r.Latency.Avg)
		num("max", r.Latency.Max)
		num("sum", r.Latency.Sum)
		for _, p := range r.Latency.Pct {
			fmt.Fprintf(b, " p%g=%.10g", p.Rank, p.Ms)
		}
		if f := r.Fairness; f != nil {
			fmt.Fprintf(b, " fairness=%g/%g,%g/%g", f.EventsAvg, f.EventsStddev, f.TimeAvgSec, f.TimeStddevSec)
		}
		b.WriteString("\n")
		if s := r.Series; s.Count > 0 {
			fmt.Fprintf(b, "  intervals %d: %g-%gs rank=%g stalls=%d", s.Count, s.FirstSec, s.LastSec, s.Rank, s.Stalls)
			for _, m := range []struct {
				k string
				v Moments
			}{{"tps", s.TPS}, {"qps", s.QPS}, {"eps", s.EPS}, {"lat", s.LatencyMs}, {"err", s.ErrPerSec}, {"readMiB", s.ReadMiB}, {"writeMiB", s.WriteMiB}, {"queue", s.QueueLen}} {
				if m.v.N > 0 {
					fmt.Fprintf(b, " %s=%.6g[%g..%g]x%d", m.k, m.v.Mean().V, m.v.Min, m.v.Max, m.v.N)
				}
			}
			b.WriteString("\n")
		}
		for _, c := range r.Checkpoints {
			fmt.Fprintf(b, "  checkpoint %gs:", c.AtSec)
			num("trx", c.Transactions)
			num("queries", c.Queries)
			num("events", c.Events)
			num("avg", c.Latency.Avg)
			fmt.Fprintf(b, " %v\n", c.Latency.Pct)
		}
		if h := r.Histogram; h != nil {
			n := int64(0)
			for _, x := range h.Buckets {
				n += x.Count
			}
			fmt.Fprintf(b, "  histogram: %d buckets, %d events\n", len(h.Buckets), n)
		}
		for _, k := range r.Kinds {
			fmt.Fprintf(b, "  kind %s:", k.Name)
			num("count", k.Count)
			num("errors", k.Errors)
			num("permin", k.PerMin)
			num("sec", k.ElapsedSec)
			num("avg", k.Latency.Avg)
			num("max", k.Latency.Max)
			num("sum", k.Latency.Sum)
			fmt.Fprintf(b, " %v\n", k.Latency.Pct)
		}
		if len(r.Config) > 0 {
			fmt.Fprintf(b, "  config: %v\n", r.Config)
		}
	}
	for _, p := range res.Problems {
		fmt.Fprintf(b, "  ! line %d: %q: %s\n", p.Line, p.Token, p.Msg)
	}
	for _, s := range res.Skipped {
		fmt.Fprintf(b, "  skipped %d-%d (%d): %s\n", s.First, s.Last, s.Lines, s.Text)
	}
}

func TestNoPasswordOfACommandIsInAnythingRead(t *testing.T) {
	const secret = "hUnt3r-2x9"
	for _, text := range []string{
		"+ sysbench oltp_read_write --mysql-password=" + secret + " --threads=4 run",
		"+ sysbench oltp_read_write --mysql-password='" + secret + " b' --threads=4 run",
		"+ sysbench oltp_read_write --pgsql-password " + secret + " --threads=4 run",
		"+ MYSQL_PWD=" + secret + " sysbench oltp_read_write --threads=4 run",
		"$ export MYSQL_PWD=" + secret,
		"$ mysql -uroot -p" + secret + " -e 'show variables'",
		"password : " + secret,
		"mysql_password=" + secret,
		"pw=" + secret,
		"dsn: sb:" + secret + "@tcp(10.0.0.1:3306)/sbtest",
		"PGPASSWORD=" + secret + " psql -c 'select 1'",
		"CREATE USER sbtest IDENTIFIED BY '" + secret + "';",
		"mysql://sbtest:" + secret + "@10.0.0.1:3306/sbtest",
		"bash: line 1: 19731 Segmentation fault      sysbench oltp_read_write --mysql-password=" + secret + " run",
		`{"mysql_password": "` + secret + `"}`,
		"FATAL: cannot connect with --mysql-password=" + secret,
		"密码：" + secret,
		"--mysql-password=" + secret + ",x'" + secret + "'",
	} {
		for _, place := range []string{
			text + "\n" + run10("", 4),
			run10(text+"\n", 4),
			run10("[ 1s ] thds: 4 tps: 1.00 qps: 1.00 (r/w/o: 1.00/0.00/0.00) lat (ms,95%): 1.00 err/s: 0.00 reconn/s: 0.00\n"+text+"\n", 4),
			text + "\nthreads|tps\n4|100\n" + text + "\n",
			"threads|tps|note\n4|100|" + strings.ReplaceAll(text, "|", "") + "\n" + text + "|" + text + "\n",
		} {
			res := read(t, place, Options{})
			all := fmt.Sprintf("%+v", res)
			for _, r := range res.Runs {
				all += fmt.Sprintf("%+v", *r)
			}
			assert.False(t, strings.Contains(all, secret), "in %.200q", place)
		}
	}
}

// run10 is the log of a run of sysbench 1.0 with the given text where the
// interval lines stand.
func run10(intervals string, threads int) string {
	return fmt.Sprintf(`sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: %d
Report intermediate results every 1 second(s)
Initializing random number generator from current time


Initializing worker threads...

Threads started!

%s%s`, threads, intervals, summary10)
}
