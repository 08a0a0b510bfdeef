package parse

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestARowWithoutAReadableMeasureIsEmptyAndOnlyAWordOfFailureMakesItFailed(t *testing.T) {
	for cell, want := range map[string]Status{
		"abc": Empty, "?": Empty, "1e300": Empty, "12 13": Empty, "-": Empty,
		"timeout": Failed, "timed out": Failed, "FAILED": Failed, "crashed": Failed, "OOM": Failed, "失败": Failed, "超时": Failed,
	} {
		res := read(t, "threads|tps\n4|"+cell+"\n", Options{})
		require.Len(t, res.Runs, 1, cell)
		assert.Equal(t, want, res.Runs[0].Status, cell)
		require.Len(t, res.Problems, 1, cell)
		assert.Equal(t, 2, res.Problems[0].Line)
	}
}

func TestTransactionsInNoTimeAreAProblemAndTheTimeIsAbsent(t *testing.T) {
	res := read(t, "threads|transactions|time\n4|100|0\n", Options{})
	assert.Equal(t, "in t4 trx=100\n", brief(res))
	require.Len(t, res.Problems, 1)
	assert.Contains(t, res.Problems[0].Msg, "time of 0")
	_, ok := res.Runs[0].Value(TPS)
	assert.False(t, ok, "100 transactions in no time are no throughput")
}

func TestALatencyOfZeroBesideTransactionsIsAbsentWithAProblem(t *testing.T) {
	for name, text := range map[string]string{
		"a level a row":    "threads|transactions|time|min|avg|95%/Latency\n4|100|10|0.00|0.00|0.00\n",
		"a level a column": "threads|4|8\ntransactions|100|100\ntime|10|10\nmin|0.00|0.00\navg|0.00|0.00\np95|0.00|0.00\n",
	} {
		res := read(t, text, Options{})
		r := res.Runs[0]
		assert.Equal(t, Complete, r.Status, name)
		assert.Equal(t, Latency{Min: Some(0)}, r.Latency, "%s: the fastest transaction may round to 0", name)
		assert.Len(t, res.Problems, 2*len(res.Runs), name)
	}
	res := read(t, "TPS\nthreads|A|B\n4|100|0\n\np95\nthreads|A|B\n4|0.00|0.00\n", Options{})
	assert.Equal(t, "A t4 tps=100\nB t4 tps=0 failed\n", brief(res))
	require.Len(t, res.Problems, 1, "the failed run of B has no latency to miss")
	assert.Contains(t, res.Problems[0].Msg, `p95 of "A" at 4 threads: a latency of 0 ms`)
}

func TestAColumnOfZerosHasFailedWhereTheLevelsStandAcross(t *testing.T) {
	res := read(t, "m6g\nthreads|4|8\ntransactions|100|0\ntime|10|0\navg|5|0.00\n", Options{})
	assert.Equal(t, "m6g t4 trx=100 sec=10 avg=5\nm6g t8 trx=0 sec=0 failed\n", brief(res))
	assert.Empty(t, res.Problems)
}

func TestNoErrorsASecondAreNoFailure(t *testing.T) {
	res := read(t, "errors/s\nthreads|A|B\n4|0|1\n", Options{})
	assert.Equal(t, "A t4 err=0\nB t4 err=1\n", brief(res))
}

func TestOnlyANumberNearTwoToThe64IsExplainedAsACounterBelowZero(t *testing.T) {
	for cell, want := range map[string]string{
		"18446744073709551615": "counter", // 2^64 − 1
		"18446744073709500000": "counter",
		"1844674407370955.16":  "beyond",  // a ten-thousandth: no interval is that long
		"1844674407370954752":  "counter", // over 10 s
		"1e300":                "beyond",
		"12345678901234567":    "beyond",
	} {
		msg := possible(parseNumAny(t, cell), "1/s").Error()
		assert.Contains(t, msg, want, cell)
	}
	res := read(t, "threads|tps|avg|time\n4|100|1e300|1e200\n", Options{})
	require.Len(t, res.Problems, 2)
	assert.Contains(t, res.Problems[0].Msg, "no latency is that long")
	assert.Contains(t, res.Problems[1].Msg, "no run is that long")
}

func parseNumAny(t *testing.T, s string) float64 {
	v, err := number(s, "1/s", 1)
	require.NoError(t, err)
	return v
}
