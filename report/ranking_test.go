package report_test

import (
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/report"
)

const vendors = `TPS

threads            |   one |   two | three | four | five
2                  |   100 |   104 |   150 |  100 |   90
2                  |   110 |   108 |   152 |  N/A |  N/A
2                  |   105 |   103 |   151 |  N/A |  N/A
4                  |   200 |   210 |   300 |  400 |  180
4                  |   205 |   203 |   302 |  N/A |  N/A
4                  |   210 |   200 |   301 |  N/A |  N/A
8                  |   N/A |   390 |   N/A |  800 |  N/A
have_ssl           |   YES |    NO |   N/A |  YES |  YES
memory             | 16 GB | 16 GB | 16 GB | 16 GB| 16 GB
innodb_doublewrite |   N/A |   N/A |   N/A |  N/A |  N/A

avg latency (ms)

threads | one | two | three | four | five
2       |  20 |  19 |    13 |   20 |   22
4       |  20 |  20 |    13 |   10 |   22
`

func ofVendors(t *testing.T, text string) (string, error) {
	t.Helper()
	notebook := "---\ntitle: T\nslo: {avg: [25ms, 15ms]}\nsystems:\n"
	for _, name := range []string{"one", "two", "three", "four", "five"} {
		notebook += "  " + name + ": {data: {file: vendors.txt, table: " + name + "}}\n"
	}
	n, err := report.Load(fstest.MapFS{"n.md": {Data: []byte(notebook + "---\n# T\n\n" + text + "\n")}, "vendors.txt": {Data: []byte(vendors)}}, "n.md")
	require.NoError(t, err)
	doc, err := n.Run()
	if err != nil {
		return "", err
	}
	assert.Empty(t, doc.Warnings)
	return markdownOf(t, doc), nil
}

func TestSystemsWhoseIntervalsOverlapShareARank(t *testing.T) {
	md, err := ofVendors(t, `{{ table "ranking" "tps" "one" "two" "three" }}`)
	require.NoError(t, err)
	assert.Contains(t, md, "**Ranking by TPS over 2 and 4 threads**", "8 threads are not common to all")
	// Geometric means by hand: √(151·301) = 213.19; √(105·205) = 146.71; √(105·204⅓) = 146.48.
	assert.Regexp(t, `\| 1 \| three \| 213\.19 \\\[[^]]*\] \| 100 % \|\n\| 2, shared \| one \| 146\.71 \\\[[^]]*\] \| 69 % \|\n\| 2, shared \| two \| 146\.48 \\\[[^]]*\] \| 69 % \|`, md)
	assert.NotContains(t, md, "One run a level")
}

func TestOneRunALevelGivesAnOrderAndSaysThatItIsNoMore(t *testing.T) {
	md, err := ofVendors(t, `{{ table "ranking" "avg" }}`)
	require.NoError(t, err)
	// Less is better: √(13·13), √(20·10), √(19·20), 20, 22.
	assert.Contains(t, md, "| 1 | three | 13.00 | 100 % |\n| 2 | four | 14.14 | 109 % |\n| 3 | two | 19.49 | 150 % |\n| 4 | one | 20.00 | 154 % |\n| 5 | five | 22.00 | 169 % |")
	assert.Contains(t, md, "One run a level, so the rank is only the order of the values: three, four, two, one, five.")
}

func TestSettingsThatDifferAndThoseThatNobodyStatesAreListed(t *testing.T) {
	md, err := ofVendors(t, `{{ table "settings" }}`)
	require.NoError(t, err)
	assert.Contains(t, md, "| have_ssl | NO (two); not stated (three); YES (all others) |")
	assert.Contains(t, md, "- Stated for no system, so nobody knows whether they differ: innodb_doublewrite.\n- The same for all: memory 16 GB.")
}

func TestWithManySystemsCapacityHasASystemARow(t *testing.T) {
	md, err := ofVendors(t, `{{ table "capacity" }}`)
	require.NoError(t, err)
	assert.Contains(t, md, "| system | avg ≤ 25 ms | avg ≤ 15 ms |")
	assert.Contains(t, md, "| three | ≥ ")
	md, err = ofSmallVendors(t, `{{ table "cost" "two" "one" }}`)
	require.NoError(t, err)
	assert.Contains(t, md, "| threads | two | one | cheaper |")
	_, err = ofSmallVendors(t, `{{ table "cost" }}`)
	assert.ErrorContains(t, err, "three has no price", "where not all have one, the call names those that do")
}

func ofSmallVendors(t *testing.T, text string) (string, error) {
	t.Helper()
	notebook := `---
title: T
systems:
  one: {data: {file: vendors.txt, table: one}, price: 1 USD/h}
  two: {data: {file: vendors.txt, table: two}, price: 2 USD/h}
  three: {data: {file: vendors.txt, table: three}}
---
`
	n, err := report.Load(fstest.MapFS{"n.md": {Data: []byte(notebook + text + "\n")}, "vendors.txt": {Data: []byte(vendors)}}, "n.md")
	require.NoError(t, err)
	doc, err := n.Run()
	if err != nil {
		return "", err
	}
	return markdownOf(t, doc), nil
}

// Three repeats each: C reaches from 113 to 115, A from 101 to 103, and B, which links
// them, from 95 to 125. A has less TPS than C: it is the one behind.
func TestARankingNamesTheSlowerAsTheOneBehind(t *testing.T) {
	fsys := fstest.MapFS{}
	systems := ""
	for name, tps := range map[string][3]float64{"A": {101.9, 102, 102.1}, "B": {104, 108, 112}, "C": {113.9, 114, 114.1}} {
		text := "threads,tps\n"
		for _, v := range tps {
			text += fmt.Sprintf("8,%v\n", v)
		}
		fsys[name+".csv"] = &fstest.MapFile{Data: []byte(text)}
	}
	for _, name := range []string{"A", "B", "C"} {
		systems += "  " + name + ": {data: {file: " + name + ".csv}}\n"
	}
	for lang, want := range map[string]string{"en": "clearly apart: A behind C.", "zh": "仍明显有别：A 落后于 C。"} {
		fsys["n.md"] = &fstest.MapFile{Data: []byte("---\ntitle: T\nlang: " + lang + "\nsystems:\n" + systems + "---\n{{ table \"ranking\" \"tps\" }}\n")}
		n, err := report.Load(fsys, "n.md")
		require.NoError(t, err)
		doc, err := n.Run()
		require.NoError(t, err)
		assert.Contains(t, markdownOf(t, doc), want)
	}
}
