package parse

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestHeaderCellsAreKnownByTheWordsThatPeopleWrite(t *testing.T) {
	for cell, want := range map[string]Metric{
		"throughput": TPS, "Throughput (/s)": TPS, "Throughput (TPS)": TPS, "Throughput (QPS)": QPS, "Throughput (MiB/s)": MiBps,
		"rps": QPS, "tx/s": TPS, "ops/sec": EPS, "lat_avg_ms": Avg, "lat95": P95, "lat_99": P99, "latency95 (ms)": P95, "99线": P99, "99线(ms)": P99,
		"吞吐量": TPS, "最大耗时(ms)": Max, "最小耗时(ms)": Min, "平均遅延": Avg, "最大遅延": Max, "95%遅延": P95,
		"スループット": TPS, "トランザクション/秒": TPS, "クエリ/秒": QPS,
	} {
		c, known := meaning(cell)
		assert.True(t, known, cell)
		assert.Equal(t, fieldMetric, c.field, cell)
		assert.Equal(t, want, c.metric, cell)
		assert.Equal(t, 1.0, c.scale, cell)
	}
	for _, cell := range []string{"99线程", "lat52x", "Throughput (x86)"} {
		c, known := meaning(cell)
		assert.False(t, known && c.field == fieldMetric && c.metric.IsLatency(), cell)
	}
}

func TestThroughputIsTheTransactionsOnlyWhereNoColumnSaysTPS(t *testing.T) {
	assert.Equal(t, "in t4 tps=100\n", brief(read(t, "threads,throughput\n4,100\n", Options{})))
	assert.Equal(t, "in t4 tps=100 {throughput: 2000}\n", brief(read(t, "threads,throughput,tps\n4,2000,100\n", Options{})))
}

func TestATableWithoutAKnownMetricSaysWhichColumnsWereFound(t *testing.T) {
	res := read(t, "threads,speed\n16,1200\n32,1300\n", Options{})
	assert.Empty(t, res.Runs)
	require.Len(t, res.Problems, 1)
	assert.Contains(t, res.Problems[0].Msg, `no column is known as a metric (found "speed")`)
}

func TestAConversionKeepsTheDigitsGiven(t *testing.T) {
	res := read(t, "threads,tps,avg (s),p95\n4,1,0.0133,0.0571s\n", Options{})
	require.Len(t, res.Runs, 1)
	assert.Equal(t, Some(13.3), res.Runs[0].Latency.Avg)
	assert.Equal(t, 57.1, res.Runs[0].Latency.Pct[0].Ms)
}

func TestWhatNobodyWroteIsNoCaption(t *testing.T) {
	for _, line := range []string{"{", "[{", "\x01\x02abc", "\xef\xbf\xbdabc\xef\xbf\xbd", "---*---"} {
		assert.Equal(t, "in t4 tps=100\n", brief(read(t, line+"\nthreads,tps\n4,100\n", Options{})), "%q", line)
	}
}
