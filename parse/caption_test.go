package parse

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestALeadInGivesWayToTheHeadingThatTellsTheTablesApart(t *testing.T) {
	for _, lead := range []string{"Here are the results:", "测试结果如下：", "结果：", "Results", "The full results are as follows:", "## Results", "TPS:", "以下为测试结果", "結果は以下の通りです", "4 cores, MySQL 8.0:"} {
		res := read(t, "# All\n\n## Instance A\n\n"+lead+"\n\nthreads|tps\n4|1\n\n## Instance B\n\n"+lead+"\n\nthreads|tps\n4|2\n", Options{})
		want := "Instance A t4 tps=1\nInstance B t4 tps=2\n"
		if lead == "4 cores, MySQL 8.0:" { // a caption until it is repeated
			want = "4 cores, MySQL 8.0 t4 tps=1\nInstance B t4 tps=2\n"
		}
		assert.Equal(t, want, brief(res), lead)
		assert.Empty(t, res.Problems, lead)
	}
}

func TestACaptionThatNamesASystemIsNoLeadIn(t *testing.T) {
	for _, caption := range []string{"Results of m6g", "Here are the results of m6g", "m6g results", "m6g 测试结果如下", "table m6g", "Test"} {
		res := read(t, "## Section\n\n"+caption+":\n\nthreads|tps\n4|1\n", Options{})
		require.Len(t, res.Runs, 1)
		assert.Equal(t, caption, res.Runs[0].System)
	}
}

func TestALeadInBeforeAMatrixGivesWayToTheHeadingThatNamesTheMetric(t *testing.T) {
	res := read(t, "## QPS by threads\n\nHere are the results:\n\nthreads|A|B\n4|1|2\n", Options{})
	assert.Equal(t, "A t4 qps=1\nB t4 qps=2\n", brief(res))
}

func TestTablesWithoutCaptionsAreNeverSilentlyRepeats(t *testing.T) {
	res := read(t, "threads|tps\n4|1\n8|2\n\nthreads|tps\n4|2\n8|3\n\nthreads|tps\n16|5\n", Options{})
	assert.Len(t, res.Runs, 5)
	require.Len(t, res.Problems, 1)
	assert.Equal(t, `in.txt:5: found "threads|tps": a table without a caption, with levels (4 threads) of the table in line 1: both are read as runs of one system; captions would keep them apart`, res.Problems[0].Error())

	for name, text := range map[string]string{
		"a caption that is repeated on purpose": "m5\nthreads|tps\n4|1\n\nm5\nthreads|tps\n4|2\n",
		"two captions":                          "m5\nthreads|tps\n4|1\n\nm6\nthreads|tps\n4|2\n",
		"a level that stands twice":             "threads|tps\n4|1\n4|2\n",
		"a header that is repeated":             "threads|tps\n4|1\nthreads|tps\n4|2\n",
		"a column of repeats":                   "threads|run|tps\n4|1|1\n\nthreads|run|tps\n4|2|2\n",
		"a column of systems":                   "system|threads|tps\nA|4|1\n\nsystem|threads|tps\nB|4|2\n",
	} {
		assert.Empty(t, read(t, text, Options{}).Problems, name)
	}
	assert.Empty(t, read(t, "threads|tps\n4|1\n\nthreads|tps\n4|2\n", Options{System: "m5"}).Problems, "the caller has named the system")
}

func TestATableWithoutACaptionBelongsToItsSection(t *testing.T) {
	res := read(t, "## Instance A\n\nthreads|tps\n4|1\n\nThen we ran it again.\n\nthreads|tps\n4|2\n\n## Instance B\n\nthreads|tps\n4|3\n", Options{})
	assert.Equal(t, "Instance A t4 tps=1\nInstance A t4 tps=2\nInstance B t4 tps=3\n", brief(res))
	require.Len(t, res.Problems, 1)
	assert.Equal(t, 8, res.Problems[0].Line)
}

func TestAValueThatStandsInTwoMatricesIsOneMeasurement(t *testing.T) {
	res := read(t, "TPS\nthreads|A|B\n4|10|20\n\nTPS\nthreads|B|C\n4|20|30\n", Options{})
	assert.Equal(t, "A t4 tps=10\nB t4 tps=20\nC t4 tps=30\n", brief(res))
	require.Len(t, res.Problems, 1)
	assert.Contains(t, res.Problems[0].Msg, "taken once")

	res = read(t, "TPS\nthreads|A|B\n4|10|20\n\nTPS\nthreads|A|B\n4|11|21\n", Options{})
	assert.Equal(t, "A t4 tps=10\nB t4 tps=20\nA t4 tps=11\nB t4 tps=21\n", brief(res))
	require.Len(t, res.Problems, 1)
	assert.Contains(t, res.Problems[0].Msg, "read as runs of one system")
}
