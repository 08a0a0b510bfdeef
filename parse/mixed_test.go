package parse

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// headOf is what sysbench prints before the interval lines.
func headOf(threads int) string {
	head, _, _ := strings.Cut(run10("", threads), "SQL statistics")
	return head
}

// summaryOf is a summary of a run whose counts fit its threads.
func summaryOf(threads, transactions int) string {
	return strings.NewReplacer("1973   (492.07", fmt.Sprintf("%d   (%.2f", transactions, float64(transactions)/4.0092),
		"events:              1973", fmt.Sprintf("events:              %d", transactions),
		"493.2500", fmt.Sprintf("%.4f", float64(transactions)/float64(threads))).Replace(summary10)
}

// zip puts the lines of two texts by turns.
func zip(a, b string) string {
	var out strings.Builder
	bs := strings.SplitAfter(b, "\n")
	for i, l := range strings.SplitAfter(a, "\n") {
		out.WriteString(l + bs[i])
	}
	return out.String()
}

func TestCountsOfTwoSummariesLineByLineAreNotAddedUp(t *testing.T) {
	for _, text := range []string{
		zip(run10("", 16), run10("", 32)),
		headOf(16) + zip(summaryOf(16, 400), summaryOf(32, 800)),
		headOf(16) + headOf(32) + zip(interval10(1, 16, 100)+interval10(2, 16, 100), interval10(1, 32, 200)+interval10(2, 32, 200)) + zip(summaryOf(16, 400), summaryOf(32, 800)),
	} {
		res := read(t, text+"\n"+run10("", 8), Options{})
		require.NotEmpty(t, res.Problems)
		for _, r := range res.Runs[:len(res.Runs)-1] {
			_, ok := r.Value(TPS)
			assert.False(t, ok, text)
			assert.NotEqual(t, Complete, r.Status)
			assert.Equal(t, Latency{}, r.Latency)
		}
		last := res.Runs[len(res.Runs)-1]
		assert.Equal(t, Complete, last.Status)
		assert.Equal(t, 8, last.Threads)
		assert.Empty(t, last.Problems)
	}
}

func TestALineOfASummaryThatComesTwiceIsAbsentAndTheOthersStay(t *testing.T) {
	line := "    transactions:                        1973   (492.07 per sec.)\n"
	res := read(t, strings.Replace(run10("", 4), line, line+strings.Replace(line, "1973", "2973", 1), 1), Options{})
	require.Len(t, res.Runs, 1)
	r := res.Runs[0]
	assert.False(t, r.Transactions.OK)
	assert.Equal(t, Some(8.11), r.Latency.Avg)
	require.Len(t, r.Problems, 1)
	assert.Contains(t, r.Problems[0].Msg, "twice")
}

func TestEachSummaryOfTwoRunsAtTheSameTimeTakesItsLevelFromItsFairness(t *testing.T) {
	for name, between := range map[string]string{
		"interval lines by turns": zip(interval10(1, 16, 100)+interval10(2, 16, 100), interval10(1, 32, 200)+interval10(2, 32, 200)),
		"no interval lines":       "",
	} {
		for _, order := range [][2]int{{16, 32}, {32, 16}} {
			text := headOf(16) + headOf(32) + between + summaryOf(order[0], 100*order[0]) + summaryOf(order[1], 100*order[1])
			res := read(t, text, Options{})
			if name == "no interval lines" && order[0] == 32 {
				continue // told apart by nothing: the first may as well have ended without a word
			}
			require.Len(t, res.Runs, 2, name)
			for i, r := range res.Runs {
				assert.Equal(t, order[i], r.Threads, name)
				assert.Equal(t, Some(float64(100*order[i])), r.Transactions, name)
				assert.Equal(t, Complete, r.Status)
				assert.Zero(t, r.Series.Count)
			}
			assert.NotEmpty(t, res.Problems)
		}
	}
}

func TestWhatGrepLeavesOfSeveralFilesIsARunAFile(t *testing.T) {
	lines := []string{interval10(60, 16, 100), interval10(60, 32, 200), interval10(60, 64, 300)}
	for name, text := range map[string]string{
		"grep -h":     strings.Join(lines, ""),
		"grep":        "run-t16.log:" + lines[0] + "run-t32.log:" + lines[1] + "run-t64.log:" + lines[2],
		"grep -n":     "run-t16.log:72:" + lines[0] + "run-t32.log:73:" + lines[1] + "run-t64.log:74:" + lines[2],
		"later times": "run-t16.log:" + lines[0] + "run-t32.log:" + interval10(61, 32, 200) + "run-t64.log:" + interval10(62, 64, 300),
	} {
		res := read(t, text, Options{})
		var got []string
		for _, r := range res.Runs {
			got = append(got, fmt.Sprint(r.Threads, r.Status, r.Series.Count, r.Series.TPS.Min))
		}
		assert.Equal(t, []string{"16 truncated 1 100", "32 truncated 1 200", "64 truncated 1 300"}, got, name)
	}
	res := read(t, interval10(1, 8, 1)+interval10(2, 8, 1)+interval10(2, 16, 1)+interval10(3, 16, 1), Options{})
	require.Len(t, res.Runs, 2)
	assert.Equal(t, 8, res.Runs[0].Threads)
	assert.Equal(t, 2, res.Runs[1].Series.Count)

	line := "    transactions:                        1973   (492.07 per sec.)\n"
	res = read(t, "run-t16.log:"+line+"run-t32.log:"+line, Options{})
	assert.Len(t, res.Runs, 2)
	res = read(t, prefixed(run10("", 16), func(int) string { return "a/t16.log:" })+prefixed(run10("", 32), func(int) string { return "a/t32.log:" }), Options{})
	require.Len(t, res.Runs, 2)
	assert.Equal(t, 32, res.Runs[1].Threads)
	assert.Equal(t, Complete, res.Runs[1].Status)
}
