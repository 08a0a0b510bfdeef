package parse

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const published = "../testdata/published"

func read(t *testing.T, text string, opts Options) *Result {
	t.Helper()
	res, err := ReadAll(strings.NewReader(text), "in.txt", opts)
	require.NoError(t, err)
	return res
}

func TestThePublishedTablesHold102RunsOfWhich4Failed(t *testing.T) {
	files, err := filepath.Glob(published + "/*.txt")
	require.NoError(t, err)
	require.Len(t, files, 4)
	runs, failed := 0, 0
	for _, f := range files {
		res, err := File(f, Options{})
		require.NoError(t, err)
		assert.Empty(t, res.Problems, f)
		for _, r := range res.Runs {
			runs++
			if r.Status == Failed {
				failed++
				assert.Equal(t, 192, r.Threads)
			} else {
				assert.Equal(t, Complete, r.Status)
			}
		}
	}
	assert.Equal(t, 102, runs)
	assert.Equal(t, 4, failed)
}

func TestTheFirstPublishedRowIsReadDigitForDigit(t *testing.T) {
	res, err := FS(os.DirFS(published), "aws-rds-graviton-vs-x86.txt", Options{})
	require.NoError(t, err)
	r := res.Runs[0]
	assert.Equal(t, &Run{
		Source:       Source{"aws-rds-graviton-vs-x86.txt", 4},
		System:       "AWS RDS Graviton（db.m6g.xlarge/gp3/100gb/3000iops/8.0.33)",
		Threads:      2,
		Transactions: Some(11951), Queries: Some(239020), ElapsedSec: Some(300.03),
		Latency: Latency{Avg: Some(50.21), Pct: []Percentile{{95, 55.82}}},
	}, r)
	tps, ok := r.Value(TPS)
	assert.True(t, ok)
	assert.InDelta(t, 11951/300.03, tps, 1e-12)
	qps, _ := r.Value(QPS)
	assert.InDelta(t, 239020/300.03, qps, 1e-12)
	p95, _ := r.Value(P95)
	assert.Equal(t, 55.82, p95)
	_, ok = r.Value(P99)
	assert.False(t, ok, "a percentile of another rank is absent")
}

func TestCaptionsNameTheSystemsWithoutTheirColon(t *testing.T) {
	systems := func(file string) (names []string) {
		res, err := File(filepath.Join(published, file), Options{})
		require.NoError(t, err)
		for _, r := range res.Runs {
			if n := len(names); n == 0 || names[n-1] != r.System {
				names = append(names, r.System)
			}
		}
		return names
	}
	assert.Equal(t, []string{"鲲鹏通用增强型的4c16g实例的测试详细结果如下", "通用型（x86版本） 4c16g实例的测试详细结果如下"},
		systems("huawei-rds-kunpeng-vs-x86.txt"))
	assert.Equal(t, []string{"RDS经济版（ARM）4c16g通用型实例的测试详细结果如下", "RDS标准版（x86）4c16g实例的测试详细结果如下"},
		systems("aliyun-rds-arm-vs-x86.txt"))
	assert.Equal(t, []string{"sysbench for host :10.0.0.74", "sysbench for host :10.0.0.13", "sysbench for host :10.0.0.74", "sysbench for host :10.0.0.224"},
		systems("oci-mysql-ha-vs-standalone.txt"))
}

func TestSettingsAboveATableBecomeConfigAndTheTitleIsPassedOver(t *testing.T) {
	res, err := File(published+"/oci-mysql-ha-vs-standalone.txt", Options{})
	require.NoError(t, err)
	assert.Equal(t, []Setting{
		{"host", "10.0.0.13"}, {"sub_dir", "10.0.0.13"}, {"ins_code", "MySQL.VM.Standard.E4.2.32GB"},
		{"ha_type", "ha"}, {"same_az", "1"}, {"region", "tokyo"}, {"storage_size", "100"},
	}, res.Runs[11].Config)
	assert.Contains(t, res.Runs[0].Config, Setting{"same_az", ""})
	assert.Equal(t, []Skip{
		{1, 1, 1, "2024-01@MySQL at Oracle Cloud Benchmark"},
		{23, 23, 1, "2024-01-14@MySQL at Oracle Cloud Benchmark"},
	}, res.Skipped)
	assert.Equal(t, 4, res.Tables)
}

func TestAFailedRowIsKeptAndNeverUsedAsZero(t *testing.T) {
	res, err := File(published+"/oci-mysql-ha-vs-standalone.txt", Options{})
	require.NoError(t, err)
	r := res.Runs[10]
	assert.Equal(t, Failed, r.Status)
	assert.Equal(t, Some(0), r.Transactions, "kept as written")
	for _, m := range []Metric{TPS, QPS, Avg, P95} {
		_, ok := r.Value(m)
		assert.False(t, ok, m.Name)
	}
}

func TestLineEndsByteOrderMarksAndTrailingBlanksChangeNothing(t *testing.T) {
	plain, err := os.ReadFile(published + "/oci-mysql-ha-vs-standalone.txt")
	require.NoError(t, err)
	want := read(t, string(plain), Options{})
	require.Len(t, want.Runs, 44)
	for name, text := range map[string]string{
		"CRLF":            strings.ReplaceAll(string(plain), "\n", "\r\n"),
		"BOM":             "\ufeff" + string(plain),
		"trailing blanks": strings.ReplaceAll(string(plain), "\n", " \t\n"),
		"no last newline": strings.TrimRight(string(plain), "\n"),
	} {
		got := read(t, text, Options{})
		assert.Equal(t, want.Runs, got.Runs, name)
	}
}

func TestProseAroundTablesIsPassedOverAndReported(t *testing.T) {
	res := read(t, `
# My post

We compared two machines. It took all night.
The threads went up, and so did the tps.

## m6g

| threads | transactions | queries | time   | avg/Latency | 95%/Latency |
|--------:|-------------:|--------:|:------:|------------:|------------:|
|    2    |    100       | 2000    | 10.00  | 5.0         | 6.0         |

More prose, with a | in it.

**m5:**

threads|transactions| queries| time |avg/Latency|95%/Latency
4|300|6000|10.00|7.0|8.0
The end.
`, Options{})
	require.Len(t, res.Runs, 2)
	assert.Equal(t, "m6g", res.Runs[0].System)
	assert.Equal(t, "m5", res.Runs[1].System)
	assert.Equal(t, 11, res.Runs[0].Source.Line)
	assert.Equal(t, []Skip{
		{2, 5, 3, "# My post"},
		{13, 13, 1, "More prose, with a | in it."},
		{19, 19, 1, "The end."},
	}, res.Skipped)
	assert.Empty(t, res.Problems)
}

func TestACellThatIsNoNumberIsAbsentAndTheOtherRowsAreKept(t *testing.T) {
	res := read(t, "sys\nthreads|transactions|time|avg\n2|100|10|5\n4|oops|10|6\n8|300|10|7\n", Options{})
	require.Len(t, res.Runs, 3)
	assert.False(t, res.Runs[1].Transactions.OK)
	assert.Equal(t, Some(6), res.Runs[1].Latency.Avg)
	assert.Equal(t, Complete, res.Runs[1].Status)
	require.Len(t, res.Problems, 1)
	assert.Equal(t, `in.txt:4: found "oops": column "transactions": no number: taken as absent`, res.Problems[0].Error())
	assert.Equal(t, 3, res.Problems[0].Column)
}

func TestTheHeaderDecidesTheColumnsByMeaningNotByPosition(t *testing.T) {
	res := read(t, "time | 95%/Latency | threads | avg/Latency | queries | transactions\n10|8|4|7|6000|300\n", Options{})
	require.Len(t, res.Runs, 1)
	r := res.Runs[0]
	assert.Equal(t, 4, r.Threads)
	assert.Equal(t, Some(300), r.Transactions)
	assert.Equal(t, Some(6000), r.Queries)
	assert.Equal(t, Some(7), r.Latency.Avg)
	assert.Equal(t, []Percentile{{95, 8}}, r.Latency.Pct)
	assert.Equal(t, "in", r.System, "without a caption the file names the system")
}

func TestARowWithTheWrongNumberOfCellsIsRefusedWithBothCounts(t *testing.T) {
	res := read(t, "threads|transactions|time\n2|100|10\n4|100\n8|100|10|9\n16|200|10\n", Options{})
	require.Len(t, res.Runs, 2)
	require.Len(t, res.Problems, 2)
	assert.Contains(t, res.Problems[0].Error(), "in.txt:3:")
	assert.Contains(t, res.Problems[0].Msg, "2 cells where the header in line 1 has 3")
	assert.Contains(t, res.Problems[1].Msg, "4 cells where the header in line 1 has 3")
}
