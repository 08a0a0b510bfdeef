package parse

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestACostARatioOrALossIsNeverReadAsAThroughput(t *testing.T) {
	for _, caption := range []string{
		"**USD/h per 1000 TPS**", "每 1000 TPS 的价格（元/小时）", "TPS ratio to baseline", "TPS lost to HA (%)",
		"TPS gain over x86", "TPS per dollar", "TPS per core", "TPS 提升（%）", "TPS 下降百分比", "TPS/元 性价比", "Δ TPS", "x86 に対する TPS の割合",
	} {
		res := read(t, caption+"\n\n| threads | A | B |\n|--|--|--|\n| 4 | 1 | 2 |\n", Options{})
		assert.Empty(t, res.Runs, caption)
		require.Len(t, res.Problems, 1, caption)
		assert.Contains(t, res.Problems[0].Msg, "no measurement itself", caption)
	}
	res := read(t, "threads|USD per 1000 TPS\n4|2\n", Options{Metric: "tps"})
	assert.Empty(t, res.Runs)
	require.Len(t, res.Problems, 1)
	assert.Equal(t, "USD per 1000 TPS", res.Problems[0].Token)
}

func TestACaptionThatNamesAThroughputInMoreWordsIsStillOne(t *testing.T) {
	for _, caption := range []string{
		"TPS comparison of A and B", "TPS of A vs B", "TPS per thread count", "TPS per instance", "TPS, read/write ratio 7:3", "TPS 对比", "不同并发下的 TPS 对比",
		"Transactions per second", "TPS (baseline and tuned)", "TPS（读写比例 7:3）",
	} {
		res := read(t, caption+"\n\nthreads|A|B\n4|1|2\n", Options{})
		assert.Equal(t, "A t4 tps=1\nB t4 tps=2\n", brief(res), caption)
		assert.Empty(t, res.Problems, caption)
	}
}

func TestAColumnOfDifferencesIsNeitherAMeasureNorASystem(t *testing.T) {
	for _, column := range []string{"x86 relative to Graviton", "delta", "TPS diff", "TPS (%)", "TPS 提升", "TPS 相对 ARM", "A vs B", "added latency", "throughput lost", "x86 比 ARM 提升 95%"} {
		res := read(t, "threads|tps|"+column+"\n4|100|+11.8 %\n", Options{})
		assert.Equal(t, "in t4 tps=100 {"+column+": +11.8 %}\n", brief(res), column)
		assert.Empty(t, res.Problems, column)

		res = read(t, "TPS\n\nthreads|x86|arm|"+column+"\n4|100|90|+11.8 %\n", Options{})
		assert.Equal(t, "x86 t4 tps=100\narm t4 tps=90\n", brief(res), column)
		require.Len(t, res.Problems, 1, column)
		assert.Equal(t, column, res.Problems[0].Token)
	}
}

func TestARowOfDifferencesIsNoSystem(t *testing.T) {
	res := read(t, "TPS\n\nsystem|2|4\nx86|10|20\narm|11|21\narm relative to x86|10|5\n", Options{})
	assert.Equal(t, "x86 t2 tps=10\nx86 t4 tps=20\narm t2 tps=11\narm t4 tps=21\n", brief(res))
	require.Len(t, res.Problems, 1)
	assert.Equal(t, 6, res.Problems[0].Line)
}

func TestAPercentileIsAWholeWordAndNeverPartOfAName(t *testing.T) {
	for cell, want := range map[string]float64{
		"p95": 95, "P99.9": 99.9, "95%": 95, "95th": 95, "95% latency": 95, "latency 95": 95, "p95 latency (ms)": 95, "95分位延迟": 95, "X95..latency": 95, ".95.latency": 95,
	} {
		c, known := meaning(cell)
		rank, isRank := c.metric.Rank()
		assert.True(t, known && isRank, cell)
		assert.Equal(t, want, rank, cell)
	}
	for _, cell := range []string{"x86", "x86 latency", "s390x latency", "arm64 latency", "c7g latency", "r6g 4 latency", "Graviton 2 latency", "x86.latency", "x86 延迟", "p4d latency", "m5 response time"} {
		c, _ := meaning(cell)
		_, isRank := c.metric.Rank()
		assert.False(t, isRank, cell)
	}
}

func TestOfTwoColumnsWithOneMeaningTheMoreSpecificCountsElseTheFirstWithAProblem(t *testing.T) {
	for header, want := range map[string]string{
		"threads|tps|avg/Latency|latency": "in t4 avg=5 tps=100 {latency: 6}\n",
		"threads|tps|latency|avg/Latency": "in t4 avg=6 tps=100 {latency: 5}\n",
		"线程|TPS|延迟|平均延迟":                  "in t4 avg=6 tps=100 {延迟: 5}\n",
	} {
		res := read(t, header+"\n4|100|5|6\n", Options{})
		assert.Equal(t, want, brief(res), header)
		assert.Empty(t, res.Problems, header)
	}
	for header, want := range map[string]string{
		"threads|avg|p95|95%/Latency":  "in t4 avg=100 p95=5 {95%/Latency: 6}\n",
		"threads|tps|avg|TPS":          "in t4 avg=5 tps=100 {TPS: 6}\n",
		"threads|trx|avg|transactions": "in t4 trx=100 avg=5 {transactions: 6}\n",
	} {
		res := read(t, header+"\n4|100|5|6\n", Options{})
		assert.Equal(t, want, brief(res), header)
		require.Len(t, res.Problems, 1, header)
		assert.Equal(t, 1, res.Problems[0].Line)
	}
}

func TestSystemsInBracketsBesideAMetricMakeAPivot(t *testing.T) {
	for _, header := range []string{"threads|tps (x86)|tps (arm)", "threads|TPS(x86)|TPS(arm)", "线程｜TPS（x86）｜TPS（arm）", "threads|x86 (TPS)|arm (TPS)", "threads|x86 TPS|arm TPS"} {
		res := read(t, header+"\n4|100|110\n", Options{})
		assert.Equal(t, "x86 t4 tps=100\narm t4 tps=110\n", brief(res), header)
		assert.Empty(t, res.Problems, header)
	}
	res := read(t, "threads|x86 p95 latency (ms)|arm p95 latency (ms)\n4|10|11\n", Options{})
	assert.Equal(t, "x86 t4 p95=10\narm t4 p95=11\n", brief(res))
}

func TestFactorsAndMinutesInAHeaderAreConverted(t *testing.T) {
	for header, want := range map[string]string{
		"qps (x1000)": "qps=600000", "qps ×1000": "qps=600000", "qps (in thousands)": "qps=600000", "QPS（×1000）": "qps=600000", "qps x 1,000": "qps=600000",
		"TPS (per minute)": "tps=10", "tpm": "tps=10", "TPM": "tps=10", "transactions per minute": "tps=10", "transactions/min": "tps=10", "tps（次/分钟）": "tps=10",
		"tpmC": "tpmc=600", "tps (/s)": "tps=600", "transactions (per second)": "tps=600", "transactions (per minute)": "tps=10",
	} {
		res := read(t, "threads|"+header+"\n4|600\n", Options{})
		assert.Equal(t, "in t4 "+want+"\n", brief(res), header)
	}
	res := read(t, "TPS per minute by threads\n\nthreads|A|B\n4|600|1200\n", Options{})
	assert.Equal(t, "A t4 tps=10\nB t4 tps=20\n", brief(res))
}
