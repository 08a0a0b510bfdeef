package report_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/report"
)

// The verdicts of a page are adjusted over all systems against the base and over all levels,
// whatever a table or a call picks. B's p value is 0.013 at each of two levels:
// the two by themselves decide, and 3 systems at 2 levels do not.
func TestVerdictsAreAdjustedOverAllSystemsAndLevelsOfThePage(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("system,threads,tps\n")
	for _, s := range []string{"A", "B", "C", "D"} {
		for threads := 1; threads <= 2; threads++ {
			for _, noise := range []float64{-2, 0, 2} {
				v := 100 + noise
				if s == "B" {
					v = 107 + noise // t = 7/√(2·4/3) = 4.3 with 4 degrees of freedom: p = 0.013 at each level
				}
				fmt.Fprintf(&rows, "%s,%d,%g\n", s, threads, v)
			}
		}
	}
	page := func(systems, text string) string {
		head := "---\ntitle: T\nsystems:\n"
		for _, s := range strings.Split(systems, " ") {
			head += "  " + s + ": {data: {file: d.csv, table: " + s + "}}\n"
		}
		fsys := fstest.MapFS{"d.csv": {Data: []byte(rows.String())}, "n.md": {Data: []byte(head + "---\n# T\n\n" + text + "\n")}}
		n, err := report.Load(fsys, "n.md")
		require.NoError(t, err)
		doc, err := n.Run()
		require.NoError(t, err)
		return markdownOf(t, doc)
	}
	two := page("A B", `{{ verdict "tps" "B" vs "A" (at 1) }} {{ table "comparison" "B" vs "A" (at 1) }}`)
	assert.Contains(t, two, "better")
	assert.Contains(t, two, "Verdicts are Holm-adjusted over 2 comparisons.")
	four := page("A B C D", `{{ verdict "tps" "B" vs "A" (at 1) }} {{ table "comparison" "B" vs "A" (at 1) }} {{ table "comparison" }}`)
	assert.Contains(t, four, "inconclusive ")
	assert.NotRegexp(t, `(?m)^\| [12] \|.*better`, four)
	assert.Equal(t, 2, strings.Count(four, "Verdicts are Holm-adjusted over 6 comparisons."))
	assert.Contains(t, four, "Inconclusive levels; repeats a side, in all, that would likely settle them, if the scatter stays as it is: B ")
}
