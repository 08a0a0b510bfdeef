package parse

import (
	"fmt"
	"slices"
	"strings"
)

// summaryWords label the rows below or among the levels that sum them up.
var summaryWords = map[string]bool{}

func init() {
	for _, w := range strings.Fields("avg average mean median max maximum min minimum sum total totals overall all stddev std sd stdev p50 p90 p95 p99 " +
		"平均 平均值 均值 中位数 最大 最大值 最小 最小值 合计 总计 总和 汇总 标准差 合計 平均値 中央値 最大値 最小値 総計") {
		summaryWords[w] = true
	}
}

// summary reports whether a row of a table with a level a row sums up others:
// a word such as "avg" or "合计" stands in place of the level, and only numbers
// beside it. It would read as the header of a pivot otherwise.
func (t *table) summary(cells []cell) bool {
	if !t.confirmed || t.shape != byLevel && t.shape != bySystem || len(cells) < 2 || t.fits(cells) {
		return false
	}
	label := 0
	if t.shape == byLevel && !summarises(cells[0]) {
		label = slices.IndexFunc(t.cols, func(c column) bool { return c.field == fieldThreads })
	}
	if label < 0 || label >= len(cells) || !summarises(cells[label]) {
		return false
	}
	for i, c := range cells {
		if i != label && (t.shape == bySystem || i < len(t.cols) && t.cols[i].measures()) && !numeric(c) {
			return false
		}
	}
	return slices.ContainsFunc(cells, func(c cell) bool { return c.text != "" && numeric(c) })
}

// headsLevels reports whether a line may be the header of a table with the
// levels across, such as "avg | 16 | 32 | 64".
func (r *Reader) headsLevels(s string, no int) bool {
	next := r.header(s, no)
	return next != nil && next.shape == across
}

func summarises(c cell) bool {
	return summaryWords[fold(strings.ToLower(unmark(halfWidth(c.text))))]
}

// numeric reports whether a cell holds a number, or says that there is none.
func numeric(c cell) bool {
	if absentWords[strings.ToLower(c.text)] {
		return true
	}
	digits, _ := cutNumber(halfWidth(unmark(c.text)))
	return digits != ""
}

// early is a row before the first one that fits the header.
type early struct {
	no, cells int
	text      string
}

// maxEarly is how many of them may stand before it.
const maxEarly = 16

// holdEarly takes in a row of numbers under a header that no row has confirmed
// so far, where it has another number of cells than the header.
func (t *table) holdEarly(s string, cells []cell, no int) bool {
	if t.confirmed || len(t.early) == maxEarly || len(cells) < 2 || len(cells) == t.width || !t.fits(cells) || !slices.ContainsFunc(cells[1:], func(c cell) bool { return c.text != "" }) {
		return false
	}
	if t.shape != byLevel && (t.shape != bySystem || t.by != byComma && t.by != bySemicolon) {
		return false
	}
	for _, c := range cells {
		if !numeric(c) {
			return false
		}
	}
	t.early = append(t.early, early{no, len(cells), s})
	return true
}

// tellEarly says what became of the rows held.
func (r *Reader) tellEarly(t *table) {
	for _, e := range t.early {
		r.refuseRow(t, e.text, e.cells, e.no)
	}
	t.early = nil
}

// refuseRow says that a row has not as many cells as the header.
func (r *Reader) refuseRow(t *table, s string, cells, no int) {
	r.ledger.problem(nil, no, 0, strings.TrimSpace(s), fmt.Sprintf(
		"%d cells where the header in line %d has %d: the row is passed over", cells, t.line, t.width))
}
