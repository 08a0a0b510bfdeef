package parse

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// brief writes the runs of a text, one a line: system, threads, what it holds.
func brief(res *Result) string {
	var b strings.Builder
	for _, r := range res.Runs {
		fmt.Fprintf(&b, "%s t%d", r.System, r.Threads)
		if r.Repeat > 0 {
			fmt.Fprintf(&b, " r%d", r.Repeat)
		}
		if r.Workload != "" {
			fmt.Fprintf(&b, " %s", r.Workload)
		}
		for _, f := range []struct {
			k string
			v Num
		}{{"trx", r.Transactions}, {"queries", r.Queries}, {"sec", r.ElapsedSec}, {"errors", r.Errors}, {"avg", r.Latency.Avg}, {"min", r.Latency.Min}, {"max", r.Latency.Max}} {
			if f.v.OK {
				fmt.Fprintf(&b, " %s=%.10g", f.k, f.v.V)
			}
		}
		for _, p := range r.Latency.Pct {
			fmt.Fprintf(&b, " p%g=%.10g", p.Rank, p.Ms)
		}
		for _, p := range r.Printed {
			fmt.Fprintf(&b, " %s=%.10g", p.Metric, p.Value)
		}
		if r.Status != Complete {
			fmt.Fprintf(&b, " %s", r.Status)
		}
		for _, c := range r.Config {
			fmt.Fprintf(&b, " {%s: %s}", c.Key, c.Value)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestTablesOfEveryKindAreReadByTheMeaningOfTheirHeaders(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"Chinese header, units in full-width brackets": {
			"m6g：\n| 并发数 | TPS | QPS | 平均延迟（ms） | 95%延迟（ms） |\n|---|---|---|---|---|\n| 4 | 100 | 2000 | 5.2 | 6.1 |\n",
			"m6g t4 avg=5.2 p95=6.1 tps=100 qps=2000\n"},
		"Chinese header in other words": {
			"线程数,每秒事务数,每秒查询数,平均响应时间(秒),错误数\n4,100,2000,0.0052,3\n",
			"in t4 errors=3 avg=5.2 tps=100 qps=2000\n"},
		"Japanese header": {
			"並列数\ttps\t平均レイテンシ\t95パーセンタイル\n4\t100\t5.2\t6.1\n",
			"in t4 avg=5.2 p95=6.1 tps=100\n"},
		"R's mangled names": {
			"thds,tps,avg.latency.ms.,X.95.latency.ms.\n4,100,5.2,6.1\n",
			"in t4 avg=5.2 p95=6.1 tps=100\n"},
		"what brackets say of a latency": {
			"threads | Latency (max) | latency(min) ms | latency (stddev) | Latency (95%) | TPS (higher is better)\n4 | 9 | 1 | 2 | 6 | 100\n",
			"in t4 min=1 max=9 p95=6 tps=100 {latency (stddev): 2}\n"},
		"bandwidth": {
			"threads,Throughput (MB/s),IOPS\n4,104.8576,1600\n",
			"in t4 mibps=100 iops=1600\n"},
		"traditional Chinese": {
			"線程數 | TPS | 平均延遲(ms)\n4 | 100 | 5\n",
			"in t4 avg=5 tps=100\n"},
		"dotted percentile": {
			"concurrency,transactions/s,.95.latency(ms)\n4,100,6.1\n",
			"in t4 p95=6.1 tps=100\n"},
		"percentiles in many words": {
			"| threads | p50 | 90% | P95 (ms) | 99th percentile | p99.9 | tp9999 | tp95x |\n|--|--|--|--|--|--|--|--|\n| 4 | 1 | 2 | 3 | 4 | 5 | 6 | 7 |\n",
			"in t4 p50=1 p90=2 p95=3 p99=4 p99.9=5 p99.99=6 {tp95x: 7}\n"},
		"units converted": {
			"threads | avg (us) | max (s) | min | p95(µs)\n4 | 5200 | 0.05 | 900us | 6100\n",
			"in t4 avg=5.2 min=0.9 max=50 p95=6.1\n"},
		"thousands": {
			"threads | transactions | tps (k)\n4 | 1,234,567 | 12.5\n",
			"in t4 trx=1234567 tps=12500\n"},
		"ragged Markdown with bold and escapes": {
			"**db.r6g\\_large**\n\n  |threads|tps|avg\n|:-:|-:|---\n|4|**100**|5.2\n | `8` | 200 | 6.2 |\n",
			"db.r6g_large t4 avg=5.2 tps=100\ndb.r6g_large t8 avg=6.2 tps=200\n"},
		"the mysql client's box": {
			"+---------+--------+------+\n| threads | tps    | avg  |\n+---------+--------+------+\n|       4 | 100.50 | 5.20 |\n|       8 | NULL   | 6.20 |\n+---------+--------+------+\n2 rows in set (0.00 sec)\n",
			"in t4 avg=5.2 tps=100.5\nin t8 avg=6.2\n"},
		"text aligned with blanks": {
			"m5\n\nthreads   tps      avg latency   95% latency\n4         100.5    5.2           6.1\n     8    200.5    6.2           7.1\n",
			"m5 t4 avg=5.2 p95=6.1 tps=100.5\nm5 t8 avg=6.2 p95=7.1 tps=200.5\n"},
		"a system column": {
			"instance,threads,tps,test\nm6g,4,100,oltp_read_only\nm5,4,90,oltp_read_only\n",
			"m6g t4 oltp_read_only tps=100\nm5 t4 oltp_read_only tps=90\n"},
		"two columns that name the system together": {
			"cloud,instance,threads,tps\naws,4c16g,4,100\n,,8,110\noci,4c16g,4,90\n",
			"aws 4c16g t4 tps=100\naws 4c16g t8 tps=110\noci 4c16g t4 tps=90\n"},
		"a repeat column": {
			"threads;run;tps\n4;1;100\n4;2;101\n",
			"in t4 r1 tps=100\nin t4 r2 tps=101\n"},
		"threads as a product": {
			"threads|tps\n3*8|100\n",
			"in t24 tps=100 {threads: 3*8}\n"},
		"threads with words": {
			"threads|tps\n16 threads|100\nt32|200\n",
			"in t16 tps=100\nin t32 tps=200\n"},
		"columns that nobody knows are kept": {
			"threads | tps | CPU % | note\n4 | 100 | 16.50% | ok\n",
			"in t4 tps=100 {CPU %: 16.50%} {note: ok}\n"},
		"quoted cells with commas": {
			"threads,tps,note\n4,\"1,200\",\"a, b\"\n",
			"in t4 tps=1200 {note: a, b}\n"},
		"a row of zeros has failed, an unmeasured one is empty": {
			"threads|tps|avg\n4|100|5\n8|0|0.00\n16|-|-\n32|timeout|timeout\n",
			"in t4 avg=5 tps=100\nin t8 tps=0 failed\nin t16 empty\nin t32 failed\n"},
		"a level without a transaction but with time": {
			"threads|transactions|queries|time\n4|0|0|300.01\n",
			"in t4 trx=0 queries=0 sec=300.01 failed\n"},
		"a quoting mail": {
			"> m5:\n> threads|tps\n> 4|100\n",
			"m5 t4 tps=100\n"},
		"full-width pipes": {
			"线程｜TPS\n４｜１００\n",
			"in t4 tps=100\n"},
		"two tables that touch": {
			"threads|tps\n4|100\nthreads|avg\n4|5\n",
			"in t4 tps=100\nin t4 avg=5\n"},
		"a header repeated after some rows": {
			"m5:\nthreads|tps\n4|100\nthreads|tps\n8|200\n",
			"m5 t4 tps=100\nm5 t8 tps=200\n"},
		"settings without a caption": {
			"region : tokyo\nengine : 8.0\n\nthreads|tps\n4|100\n",
			"in t4 tps=100 {region: tokyo} {engine: 8.0}\n"},
		"a remark is no setting": {
			"Note: we ran this twice.\nthreads|tps\n4|100\n",
			"in t4 tps=100\n"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, brief(read(t, c.text, Options{})))
		})
	}
}

func TestPivotsAreReadWithASystemAColumnOrALevelAColumn(t *testing.T) {
	for name, c := range map[string]struct {
		text, want string
		opts       Options
	}{
		"metric from the caption": {
			"## TPS\n\n| threads | m6g | m5 |\n|---|---|---|\n| 2 | 10 | 11 |\n| 4 | 20 | 21 |\n",
			"m6g t2 tps=10\nm5 t2 tps=11\nm6g t4 tps=20\nm5 t4 tps=21\n", Options{}},
		"metric from a Chinese caption": {
			"平均延迟（ms）对比：\n线程数 | 阿里云 | 华为云\n2 | 5.2 | 5.5\n",
			"阿里云 t2 avg=5.2\n华为云 t2 avg=5.5\n", Options{}},
		"metric from the caller": {
			"threads,m6g,m5\n2,10,11\n", "m6g t2 p95=10\nm5 t2 p95=11\n", Options{Metric: "p95"}},
		"metric from the corner": {
			"threads\\QPS | m6g | m5\n2 | 10 | 11\n", "m6g t2 qps=10\nm5 t2 qps=11\n", Options{}},
		"metric in each column": {
			"threads | m6g TPS | m6g p95 | m5 TPS | m5 p95\n2 | 10 | 5 | 11 | 6\n",
			"m6g t2 p95=5 tps=10\nm5 t2 p95=6 tps=11\n", Options{}},
		"matrices join by system and threads": {
			"QPS\nthreads\tm6g\tm5\n2\t10\t11\n\np95 latency (ms)\nthreads\tm5\tm6g\n2\t5.5\t4.4\n",
			"m6g t2 p95=4.4 qps=10\nm5 t2 p95=5.5 qps=11\n", Options{}},
		"settings below the numbers": {
			"TPS\n| threads | m6g | m5 |\n|--|--|--|\n| 2 | 10 | 11 |\n| have_ssl | YES | NO |\n",
			"m6g t2 tps=10 {have_ssl: YES}\nm5 t2 tps=11 {have_ssl: NO}\n", Options{}},
		"settings of a system hold in every table": {
			"TPS\nthreads|m6g\n2|10\nhave_ssl|YES\n\navg\nthreads|m6g\n4|5\n",
			"m6g t2 tps=10 {have_ssl: YES}\nm6g t4 avg=5 {have_ssl: YES}\n", Options{}},
		"threads across, systems down": {
			"TPS by threads\nsystem | 2 | 4 | 8\nm6g | 10 | 20 | 30\nm5 | 11 | 21 | 31\n",
			"m6g t2 tps=10\nm6g t4 tps=20\nm6g t8 tps=30\nm5 t2 tps=11\nm5 t4 tps=21\nm5 t8 tps=31\n", Options{}},
		"threads across, measures down": {
			"m6g\n| threads | 2 | 4 |\n|--|--|--|\n| TPS | 10 | 20 |\n| 95% latency (ms) | 5 | 6 |\n",
			"m6g t2 p95=5 tps=10\nm6g t4 p95=6 tps=20\n", Options{}},
		"an absent cell": {
			"TPS\nthreads|m6g|m5\n2|10|-\n4|20|21\n",
			"m6g t2 tps=10\nm6g t4 tps=20\nm5 t4 tps=21\n", Options{}},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, brief(read(t, c.text, c.opts)))
		})
	}
}

func TestAPivotRowIsRefusedRatherThanShiftedIntoTheWrongSystem(t *testing.T) {
	res := read(t, "TPS\nthreads|m6g|m5|m7g\n2|10|11|12\n4|20|21\n8|30|31 32|33\n16|40|41|42|43\n32|50|51|52\n", Options{})
	assert.Equal(t, "m6g t2 tps=10\nm5 t2 tps=11\nm7g t2 tps=12\nm6g t32 tps=50\nm5 t32 tps=51\nm7g t32 tps=52\n", brief(res))
	var msgs []string
	for _, p := range res.Problems {
		msgs = append(msgs, p.Error())
	}
	assert.Equal(t, []string{
		`in.txt:4: found "4|20|21": 3 cells where the header in line 2 has 4: the row is passed over`,
		`in.txt:5: found "31 32": two numbers in one cell, where the header in line 2 has 3 systems: the row is passed over`,
		`in.txt:6: found "16|40|41|42|43": 5 cells where the header in line 2 has 4: the row is passed over`,
	}, msgs)
}

func TestASpaceAlignedRowWithALostCellIsRefused(t *testing.T) {
	res := read(t, "TPS\nthreads  m6g  m5\n2  10  11\n4  20\n8  30 31\n", Options{})
	assert.Equal(t, "m6g t2 tps=10\nm5 t2 tps=11\nm6g t8 tps=30\nm5 t8 tps=31\n", brief(res))
	require.Len(t, res.Problems, 1)
	assert.Contains(t, res.Problems[0].Error(), "in.txt:4")
}

func TestAPivotWithoutAMetricIsPassedOverOnceSaidWhatIsMissing(t *testing.T) {
	res := read(t, "some table\nthreads|m6g|m5\n2|10|11\n4|20|21\n", Options{})
	assert.Empty(t, res.Runs)
	require.Len(t, res.Problems, 1)
	assert.Contains(t, res.Problems[0].Error(), "in.txt:2")
	assert.Contains(t, res.Problems[0].Msg, "needs its metric named")
}

func TestNumbersThatCannotBeAreAbsentWithAProblem(t *testing.T) {
	res := read(t, "threads|tps|avg\n4|18446744073709551615|5\n8|-3|5\n16|1e400|5\n32|12 13|5\n64|5ms|5\n", Options{})
	assert.Equal(t, "in t4 avg=5\nin t8 avg=5\nin t16 avg=5\nin t32 avg=5\nin t64 avg=5\n", brief(res))
	assert.Len(t, res.Problems, 5)
}

func TestProseWithTheWordsOfAHeaderIsNoTable(t *testing.T) {
	for _, text := range []string{
		"threads, tps, and latency were measured\n4, or so I think, was best\n",
		"The threads and tps went up\n16 was enough\n",
		"threads tps avg\n",
		"a|b\n1|2\n",
		"We used clients: 4, 8 and 16\n",
	} {
		res := read(t, text, Options{})
		assert.Empty(t, res.Runs, text)
		skipped := 0
		for _, s := range res.Skipped {
			skipped += s.Lines
		}
		assert.Equal(t, strings.Count(text, "\n"), skipped, text)
	}
}

func TestATitleAboveSettingsIsNoSystemWhereTheSettingsNameOne(t *testing.T) {
	res := read(t, "2024-01@Benchmark of databases\nhost : 10.0.0.74\nregion : tokyo\n\nthreads|tps\n4|100\n", Options{})
	assert.Equal(t, "10.0.0.74 t4 tps=100 {host: 10.0.0.74} {region: tokyo}\n", brief(res))
}

func TestTheCallerMayNameTheSystem(t *testing.T) {
	res := read(t, "a\nthreads|tps\n4|100\n", Options{System: "mine"})
	assert.Equal(t, "mine t4 tps=100\n", brief(res))
}

func TestARepeatedHeaderBeginsNoOtherTableAndALogIsNone(t *testing.T) {
	assert.Equal(t, 1, read(t, "threads|tps|avg\n1|10|5\n2|20|5\nthreads|tps|avg\n4|30|5\n", Options{}).Tables)
	res, err := File("../testdata/logs/sb05/oltp-t04.log", Options{})
	require.NoError(t, err)
	assert.Zero(t, res.Tables)
}
