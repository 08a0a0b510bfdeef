package report_test

import (
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/report"
)

// ofLogs computes prose about the logs of a folder of testdata; A and B are its two systems.
func ofLogs(t *testing.T, folder, a, b, text string) (string, error) {
	t.Helper()
	notebook := `---
title: T
systems:
  A: {data: {file: "` + folder + `/` + a + `-*.log", pattern: "{system}-rep{repeat}-t{threads}.log"}}
  B: {data: {file: "` + folder + `/` + b + `-*.log", pattern: "{system}-rep{repeat}-t{threads}.log"}}
---
` + text + "\n"
	n, err := report.Load(report.Overlay(fstest.MapFS{"n.md": {Data: []byte(notebook)}}, os.DirFS("../testdata/logs")), "n.md")
	require.NoError(t, err)
	doc, err := n.Run()
	if err != nil {
		return "", err
	}
	return strings.TrimPrefix(markdownOf(t, doc), "# T\n\n"), nil
}

func ofSweep(t *testing.T, text string) string {
	t.Helper()
	md, err := ofLogs(t, "sb10/sweep-quiet", "cfgA", "cfgB", text)
	require.NoError(t, err)
	return md
}

func TestPairsOfRepeatsThatSecondsWouldTellApartAreCounted(t *testing.T) {
	// By hand, from a t table: 12 of the pairs of A and 7 of those of B.
	md := ofSweep(t, `{{ pairs "tps" }}; {{ pairs "tps" "A" }}; {{ pairs }}`)
	assert.Equal(t, "19 of 36; 12 of 18; 19 of 36", strings.TrimSpace(md))
	_, err := ofLogs(t, "sb10/sweep-quiet", "cfgA", "cfgB", `{{ pairs "eps" }}`)
	assert.ErrorContains(t, err, "no two runs of one system at one level have interval lines with eps")
}

func TestAVerdictAtOneLevelIsTheOneOfTheTable(t *testing.T) {
	// At 4 threads the interval excludes no difference, but not after Holm's adjustment.
	md := ofSweep(t, `{{ verdict "tps" "B" vs "A" (at 4) }} {{ delta "tps" "B" vs "A" (at 4) }}

{{ table "comparison" "tps" }}`)
	assert.Contains(t, md, "inconclusive +35.1 % (95 % interval: +4.6 % to +74.5 %) relative to A")
	assert.Contains(t, md, "| 4 | 555.76 \\[422.12, 689.40] | 750.63 \\[521.83, 979.42] | +35.1 % \\[+4.6, +74.5] | inconclusive |")
	assert.Contains(t, md, "At 4, 16 and 32 threads the interval alone would decide, but not after Holm's adjustment")
}

func TestAStatementAboutAnInconclusiveLevelFailsThoughItsIntervalAloneWouldDecide(t *testing.T) {
	for call, level := range map[string]string{
		`higher "tps" "B" vs "A" (at 4)`:       "4 threads: it is +35.1 %",
		`better "tps" "B" vs "A" (at 4)`:       "4 threads: it is +35.1 %",
		`worse "tps" "A" vs "B" (at 4)`:        "4 threads: it is −26.0 %",
		`higher "tps" "B" vs "A" (at 2 4)`:     "4 threads: it is +35.1 %", // 2 holds, 4 does not
		`higher "tps" "B" vs "A" (at 4 16 32)`: "32 threads: it is",
		`lower "p95" "B" vs "A" (at 8)`:        "8 threads: it is",
	} {
		_, err := ofLogs(t, "sb10/sweep-quiet", "cfgA", "cfgB", "{{ "+call+" }}")
		if assert.ErrorContains(t, err, level, call) {
			assert.ErrorContains(t, err, "but the verdict is inconclusive after the adjustment over the levels.\n  use delta or verdict, or measure more repeats", call)
		}
	}
	assert.Regexp(t, `^\d+\.\d %`, ofSweep(t, `{{ higher "tps" "B" vs "A" (at 2) }}`))
}

func TestAnInconclusiveLevelSaysHowManyRepeatsWouldSettleIt(t *testing.T) {
	md := ofSweep(t, `{{ repeats "tps" "B" vs "A" (at 1) }} {{ table "comparison" "tps" }}`)
	assert.Regexp(t, `^(\d+)`, md)
	assert.Regexp(t, `Inconclusive; repeats a side, in all, that would likely settle it.*: about \d+ at 1, about \d+ at 4, about \d+ at 16, about \d+ at 32 threads\.`, md)
	_, err := ofLogs(t, "sb10/sweep-quiet", "cfgA", "cfgB", `{{ repeats "tps" "B" vs "A" (at 2) }}`)
	assert.ErrorContains(t, err, `2 threads: no more repeats are needed, or more than 1,000: the verdict is "better"`)
}

func TestSteadinessIsShownRunByRunAndNeverAsAVerdict(t *testing.T) {
	md := ofSweep(t, `{{ table "steadiness" "tps" "A" (at 16) }}`)
	// Mean and deviation of the lines of cfgA-rep1-t16.log, by hand: 602.14 and 31.1.
	assert.Contains(t, md, "| A | 16 | 1 | 10 | 602.14 | 5.2 % | ")
	assert.Equal(t, 3, strings.Count(md, "| A | 16 |"))
	assert.Contains(t, md, "Run too short: 10 interval lines, 100 are needed.")
	assert.Contains(t, md, "Describes this run alone; says nothing about the next one.")
}

func TestPercentilesOfTheRepeatsTogetherComeFromMergedHistograms(t *testing.T) {
	md, err := ofLogs(t, "sb11/tls", "tls-off", "tls-on", `{{ merged "p95" "A" (at 1) }} {{ table "percentiles" "p50" "p95" (at 1) }}`)
	require.NoError(t, err)
	// The three histograms of tls-off at 1 thread added by hand: see the counts in the logs.
	want50, want95 := addedByHand(t, "tls-off-rep*-t01.log", 0.50), addedByHand(t, "tls-off-rep*-t01.log", 0.95)
	assert.True(t, strings.HasPrefix(md, want95+" ms"), md[:20])
	assert.Contains(t, md, "| threads | p50, A | p50, B | p95, A | p95, B |")
	assert.Contains(t, md, "| 1 | "+want50+" | ")
	for call, want := range map[string]string{
		`merged "p95" "A"`:           "expected a level with histograms, such as (at 16); A has them at: 1 2 4 8 16",
		`merged "tps" "A" (at 1)`:    `"tps" is no percentile; write p50, p95, p99.9`,
		`merged "p95" "A" (at 3)`:    "expected a level with histograms",
		`table "percentiles" "p95x"`: `no system "p95x"`,
	} {
		_, err := ofLogs(t, "sb11/tls", "tls-off", "tls-on", "{{ "+call+" }}")
		assert.ErrorContains(t, err, want, call)
	}
	_, err = ofLogs(t, "sb10/sweep-quiet", "cfgA", "cfgB", `{{ table "percentiles" }}`)
	assert.ErrorContains(t, err, "no run has a histogram; run sysbench with --histogram=on")
}

// addedByHand reads the histograms of logs with nothing but regular expressions, adds them
// and returns a percentile by sysbench's rule, with two decimals.
func addedByHand(t *testing.T, pattern string, share float64) string {
	t.Helper()
	files, err := filepath.Glob("../testdata/logs/sb11/tls/" + pattern)
	require.NoError(t, err)
	require.Len(t, files, 3)
	counts, total := map[float64]int{}, 0
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile(`(?m)^ +(\d+\.\d{3}) \|[* ]+ (\d+)$`).FindAllStringSubmatch(string(text), -1) {
			ms, _ := strconv.ParseFloat(m[1], 64)
			n, _ := strconv.Atoi(m[2])
			counts[ms] += n
			total += n
		}
	}
	require.Positive(t, total)
	sum := 0
	for _, ms := range slices.Sorted(maps.Keys(counts)) {
		if sum += counts[ms]; float64(sum) >= math.Floor(float64(total)*share+0.5) {
			return fmt.Sprintf("%.2f", ms)
		}
	}
	return ""
}

func TestPricesAreJudgedAsTheCommandsJudgeThem(t *testing.T) {
	notebook := `---
title: T
systems:
  A: {data: {file: "sb10/sweep-quiet/cfgA-*.log"}, price: 0.6USD/h}
  B: {data: {file: "sb10/sweep-quiet/cfgB-*.log"}, price: 0.7USD/h}
---
It pays {{ breakeven "B" vs "A" }}. {{ table "cost" }}
`
	n, err := report.Load(report.Overlay(fstest.MapFS{"n.md": {Data: []byte(notebook)}}, os.DirFS("../testdata/logs")), "n.md")
	require.NoError(t, err)
	doc, err := n.Run()
	require.NoError(t, err)
	md := markdownOf(t, doc)
	assert.Contains(t, md, "It pays at 2, 8 threads (no clear difference at 1, 4, 16, 32).")
	assert.Contains(t, md, "B costs less than A: at 2, 8 threads (no clear difference at 1, 4, 16, 32).")
	assert.Regexp(t, `\| 1 \| 3\.587 .* \| no clear difference \|`, md)
	assert.Regexp(t, `\| 2 \| .* \| B by 59\.6 % \|`, md)
}

func TestADifferenceWithoutItsIntervalWarnsWhereTheIntervalIncludesNone(t *testing.T) {
	warnings := func(text string) []string {
		t.Helper()
		notebook := `---
title: T
systems:
  A: {data: {file: "sb11/tls/tls-off-*.log", pattern: "{system}-rep{repeat}-t{threads}.log"}}
  B: {data: {file: "sb11/tls/tls-on-*.log", pattern: "{system}-rep{repeat}-t{threads}.log"}}
---
` + text + "\n"
		n, err := report.Load(report.Overlay(fstest.MapFS{"n.md": {Data: []byte(notebook)}}, os.DirFS("../testdata/logs")), "n.md")
		require.NoError(t, err)
		doc, err := n.Run()
		require.NoError(t, err)
		var out []string
		for _, w := range doc.Warnings {
			out = append(out, w.Error())
		}
		return out
	}
	const said = "the interval that | bare leaves out includes no difference; print it, or the verdict beside it"
	for _, call := range []string{`added "avg" "B" vs "A" (at 1)`, `delta "tps" "B" vs "A" (at 1)`, `delta "tps" "B" vs "A" mean`, `overhead "B" vs "A"`} {
		if w := warnings("{{ " + call + " | bare }}"); assert.Len(t, w, 1, call) {
			assert.Contains(t, w[0], "n.md:7: {{ "+call+" | bare }}: "+said)
		}
		assert.Empty(t, warnings("{{ "+call+" }}"), call)
		assert.Empty(t, warnings("{{ "+call+" | bare }}\nand {{ verdict \"tps\" \"B\" vs \"A\" }}"), call)
	}
	assert.Empty(t, warnings(`{{ added "avg" "B" vs "A" (at 2) | bare }}`), "+0.006 to +2.43 ms")
	md, err := ofLogs(t, "sb11/tls", "tls-off", "tls-on", `{{ added "avg" "B" vs "A" (at 1) }}`)
	require.NoError(t, err)
	assert.Contains(t, md, "+0.48 ms (95 % interval: −0.16 ms to +1.12 ms) relative to A")
}

func TestAFitInProseHasItsIntervalsAndSaysWhatIsWrongWithIt(t *testing.T) {
	md := ofSweep(t, `{{ scaling "A" }}; {{ scaling "B" "peak" }}; {{ scaling "B" "peak" | bare }}

{{ table "scaling" }}`)
	// The numbers of the table, whose fit other tests prove.
	assert.Regexp(t, `(?m)^a peak of about 617 \\\[513, 744\\\] TPS at 12 \\\[7, 22\\\] threads\[\^1\]; 8 \(95 % interval: 1 to 40\)\[\^2\]; 8`, md)
	assert.Contains(t, md, `| 12 \[7, 22] | 617 \[513, 744] |`)
	assert.Contains(t, md, "[^2]: Fit of the Universal Scalability Law to B: ")
	assert.Regexp(t, `(?m)^\[\^2\]: .*extrapolated.*poor fit: the residual error is 37\.3 %`, md)
}

func TestAParetoFigureNamesItsLimitAndDrawsTheSystemsThatMeetIt(t *testing.T) {
	priced := func(slo string) string {
		return "---\ntitle: T\nsystems:\n  Graviton: {data: {file: aws-rds-graviton-vs-x86.txt, table: Graviton}, price: 0.836 USD/h}\n" +
			"  x86: {data: {file: aws-rds-graviton-vs-x86.txt, table: x86}, price: 0.94 USD/h}\nslo: {p95: " + slo + "}\n---\n{{ figure \"pareto\" }}\n"
	}
	doc, err := load(t, priced("52ms")).Run() // Graviton's least is 55.82
	require.NoError(t, err)
	md := markdownOf(t, doc)
	assert.Contains(t, md, "p95 ≤ 52 ms")
	assert.Contains(t, md, "x86")
	_, err = load(t, priced("20ms")).Run()
	assert.ErrorContains(t, err, "none of the systems meets p95 ≤ 20 ms")
}
