package parse

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestARowThatSumsUpOthersIsToldAndTheRowsBehindItAreKept(t *testing.T) {
	for name, text := range map[string]string{
		"Markdown":           "| threads | tps | p95 |\n|--|--|--|\n| 16 | 1200 | 20 |\n| avg | 1300 | 21 |\n| 32 | 1400 | 22 |\n",
		"levels that ascend": "| threads | tps | p95 |\n|--|--|--|\n| 16 | 1200 | 20 |\n| **平均** | 21 | 1300 |\n| 32 | 1400 | 22 |\n",
		"aligned":            "threads  tps   p95\n16  1200  20\navg  1300  21\n32  1400  22\n",
		"CSV":                "threads,tps,p95\n16,1200,20\ntotal,2600,\n32,1400,22\n",
		"set apart":          "threads | tps | p95\n16 | 1200 | 20\n\navg | 1300 | 21\n\n32 | 1400 | 22\n",
		"Chinese":            "线程数\tTPS\tP95\n16\t1200\t20\n合计\t2600\t-\n32\t1400\t22\n",
	} {
		res := read(t, text, Options{})
		assert.Equal(t, "in t16 p95=20 tps=1200\nin t32 p95=22 tps=1400\n", brief(res), name)
		require.Len(t, res.Problems, 1, name)
		assert.Contains(t, res.Problems[0].Msg, "sums up others", name)
	}
	res := read(t, "| threads | tps |\n|--|--|\n| 16 | 1200 |\n\n| avg | 16 | 32 |\n|--|--|--|\n| m6g | 12 | 13 |\n", Options{})
	assert.Equal(t, "in t16 tps=1200\nm6g t16 avg=12\nm6g t32 avg=13\n", brief(res), "behind a blank line it may head levels")
	res = read(t, "TPS\n\n| threads | m6g | m5 |\n|--|--|--|\n| 16 | 1200 | 1100 |\n| avg | 1300 | 1200 |\n| 32 | 1400 | 1300 |\n", Options{})
	assert.Equal(t, "m6g t16 tps=1200\nm5 t16 tps=1100\nm6g t32 tps=1400\nm5 t32 tps=1300\n", brief(res))
}

func TestACommentBetweenLevelsThatGoOnDoesNotEndTheTable(t *testing.T) {
	for _, text := range []string{
		"threads  tps   p95\n16  1200  20\n# the next one took long\n32  1400  22\n",
		"threads,tps,p95\n16,1200,20\n# the next one took long\n# twice\n32,1400,22\n",
	} {
		res := read(t, text, Options{})
		assert.Equal(t, "in t16 p95=20 tps=1200\nin t32 p95=22 tps=1400\n", brief(res))
		assert.Len(t, res.Skipped, 1)
	}
	res := read(t, "threads,tps,p95\n16,1200,20\n# m5\n16,1400,22\n", Options{})
	assert.Len(t, res.Runs, 1, "levels that begin again may be of another system")
}

func TestAFirstRowWithAWrongNumberOfCellsCostsThatRowAlone(t *testing.T) {
	for _, text := range []string{
		"threads,tps,qps,p95\n16,1200,24000\n32,2000,40000,25\n",
		"threads tps qps p95\n16 1200 24000\n32 2000 40000 25\n",
		"threads   tps     qps     p95\n16   1200     24000\n32   2000     40000     25\n",
	} {
		res := read(t, text, Options{})
		assert.Equal(t, "in t32 p95=25 tps=2000 qps=40000\n", brief(res))
		require.Len(t, res.Problems, 1)
		assert.Equal(t, 2, res.Problems[0].Line)
		assert.Equal(t, "3 cells where the header in line 1 has 4: the row is passed over", res.Problems[0].Msg)
	}
}

func TestAUnitOfAPivotsColumnIsNoPartOfTheSystemAndMustBeOneOfItsMetric(t *testing.T) {
	res := read(t, "Throughput (TPS) and latency\n| threads | A (tps) | A (ms) | B (tps) | B (ms) |\n|--|--|--|--|--|\n| 16 | 1200 | 12 | 1300 | 11 |\n", Options{})
	assert.Equal(t, "A t16 tps=1200\nB t16 tps=1300\n", brief(res))
	assert.Len(t, res.Problems, 2)
	res = read(t, "TPS\n| threads | A | B (ms) |\n|--|--|--|\n| 16 | 1200 | 11 |\n", Options{})
	assert.Equal(t, "A t16 tps=1200\n", brief(res))
	require.Len(t, res.Problems, 1)
	assert.Contains(t, res.Problems[0].Msg, "no unit of tps")
	res = read(t, "p95 latency\n| threads | A (ms) | B (s) |\n|--|--|--|\n| 16 | 12 | 0.0133 |\n", Options{})
	assert.Equal(t, "A t16 p95=12\nB t16 p95=13.3\n", brief(res))
}

func TestRunsOfOneTableDoNotChangeEachOthersSettings(t *testing.T) {
	res := read(t, "region : tokyo\nengine : 8.0\nzone : a\n\nthreads|tps|note\n4|100|x\n8|200|y\n", Options{})
	assert.Equal(t, "in t4 tps=100 {region: tokyo} {engine: 8.0} {zone: a} {note: x}\nin t8 tps=200 {region: tokyo} {engine: 8.0} {zone: a} {note: y}\n", brief(res))
}
