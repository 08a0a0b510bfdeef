package parse

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const interrupted = "m5\nthds|trx|queries|time|avg/Latency|95%/Latency\n   4|  23322|  466440|300.04|  51.45|  57.87\n\n"

func TestRowsBehindASentenceAreReadUnderTheLastHeaderAndTold(t *testing.T) {
	res := read(t, interrupted+"The connection was lost here.\n   8|  43654|  873080|300.05|  54.98|  65.65\n  16|  82519| 1650380|300.05|  58.17|  70.55\n", Options{})
	assert.Equal(t, "m5 t4 trx=23322 queries=466440 sec=300.04 avg=51.45 p95=57.87\n"+
		"m5 t8 trx=43654 queries=873080 sec=300.05 avg=54.98 p95=65.65\n"+
		"m5 t16 trx=82519 queries=1650380 sec=300.05 avg=58.17 p95=70.55\n", brief(res))
	require.Len(t, res.Problems, 1)
	assert.Equal(t, 6, res.Problems[0].Line)
	assert.Contains(t, res.Problems[0].Msg, "read under the header in line 2")
	require.Len(t, res.Skipped, 1)
	assert.Equal(t, 5, res.Skipped[0].First)
}

func TestRowsBehindWhatMayNameAnotherSystemAreNotGuessedAtButTold(t *testing.T) {
	for _, between := range []string{"m6g", "## m6g", "host: 10.0.0.2", "and now the other machine"} {
		res := read(t, interrupted+between+"\n\n   8|  43654|  873080|300.05|  54.98|  65.65\n  16|  82519| 1650380|300.05|  58.17|  70.55\n", Options{})
		assert.Len(t, res.Runs, 1, between)
		require.Len(t, res.Problems, 1, between)
		assert.Equal(t, 7, res.Problems[0].Line)
		assert.Contains(t, res.Problems[0].Msg, "without a header of its own")
		assert.Equal(t, 8, res.Skipped[len(res.Skipped)-1].Last)
	}
}

func TestALineOfProseBehindATableIsNoRow(t *testing.T) {
	for _, line := range []string{"16 was the best.", "4|of|8|were|fine|here.", "8|43654|873080|300.05|54.98", "a|b|c|d|e|f"} {
		res := read(t, interrupted+"A sentence.\n"+line+"\n", Options{})
		assert.Len(t, res.Runs, 1, line)
		assert.Empty(t, res.Problems, line)
	}
}

func TestARowOfAMatrixBehindASentenceIsReadUnderTheLastHeader(t *testing.T) {
	res := read(t, "TPS\nthreads|A|B\n4|10|20\n\nA sentence.\n8|11|21\n", Options{})
	assert.Equal(t, "A t4 tps=10\nB t4 tps=20\nA t8 tps=11\nB t8 tps=21\n", brief(res))
	assert.Len(t, res.Problems, 1)
}
