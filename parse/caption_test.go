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
			want = "4 cores, MySQL 8.0 t4 tps=1\nInstance B 4 cores, MySQL 8.0 t4 tps=2\n"
		}
		assert.Equal(t, want, brief(res), lead)
		assert.Empty(t, res.Problems, lead)
	}
}

func TestTablesOfTwoSectionsNeverShareAName(t *testing.T) {
	table := func(v string) string { return "\n\n| threads | tps |\n|---|---|\n| 16 | " + v + " |\n\n" }
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"sections within sections": {"## MySQL\n\n### read only" + table("1") + "### write only" + table("2") + "## Postgres\n\n### read only" + table("3") + "### write only" + table("4"),
			[]string{"MySQL read only", "MySQL write only", "Postgres read only", "Postgres write only"}},
		"lines within sections": {"## MySQL\n\nread only:" + table("1") + "write only:" + table("2") + "## Postgres\n\nread only:" + table("3") + "write only:" + table("4"),
			[]string{"read only", "write only", "Postgres read only", "Postgres write only"}},
		"a title is no part of the name": {"# Our test\n\n## m5" + table("1") + "## m6g" + table("2"), []string{"m5", "m6g"}},
		"titles that tell apart":         {"# MySQL\n\n## read" + table("1") + "# Postgres\n\n## read" + table("2"), []string{"read", "Postgres read"}},
		"a command in a fence":           {"m5:\n\n```\nsysbench oltp_read_write --threads=16 run\n```" + table("1") + "m6g:\n\n```\nsysbench oltp_read_write --threads=16 run\n```" + table("2"), []string{"m5", "m6g"}},
		"other text in a fence":          {"m5:\n\n```\ncreate table t1\n```" + table("1") + "m6g:\n\n```\ncreate table t1\n```" + table("2"), []string{"m5", "m6g"}},
		"HTML headings":                  {"<h3>m5</h3>" + table("1") + "<h3 id=\"x\">m6g</h3>" + table("2"), []string{"m5", "m6g"}},
		"links":                          {"### [m5](http://a/b)" + table("1") + "### [m6g](http://a/c)" + table("2"), []string{"m5", "m6g"}},
		"Org captions":                   {"#+CAPTION: m5" + table("1") + "#+CAPTION: m6g" + table("2"), []string{"m5", "m6g"}},
		"a picture":                      {"### m5\n\n![chart](a.png)" + table("1") + "### m6g\n\n![chart](a.png)" + table("2"), []string{"m5", "m6g"}},
		"words below a heading":          {"## m5\n\nsome words" + table("1") + "## m6g\n\nsome words" + table("2"), []string{"m5", "m6g"}},
		"a lead-in below a heading":      {"## m5\n\nResults of the sweep:" + table("1") + "## m6g\n\nResults of the sweep:" + table("2"), []string{"m5", "m6g"}},
		"numbered captions":              {"Table 1: m5" + table("1") + "Table 2: m6g" + table("2"), []string{"m5", "m6g"}},
		"numbered captions below":        {table("1") + "Table 1: m5" + table("2") + "Table 2: m6g\n", []string{"m5", "m6g"}},
		"numbered Chinese captions":      {"表1：m5 结果" + table("1") + "表2：m6g 结果" + table("2"), []string{"m5 结果", "m6g 结果"}},
	} {
		res := read(t, c.text, Options{})
		var got []string
		for _, r := range res.Runs {
			got = append(got, r.System)
		}
		assert.Equal(t, c.want, got, name)
		assert.Empty(t, res.Problems, name)
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
