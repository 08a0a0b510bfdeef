package parse

import (
	"fmt"
	"slices"
	"strings"
)

// resume takes a row that stands apart from its table, behind a sentence, and
// reports whether it did. Where the text between may name another system, the
// row is not guessed at: that it has no header is told, and it is passed over.
func (r *Reader) resume(s string, no int) bool {
	t := r.past
	if t == nil {
		return false
	}
	cells := t.cells(s)
	if !t.whole(cells) {
		return false
	}
	between := r.around.pending
	if t.comments(between, cells) && !r.around.blank {
		r.around.settle(&r.ledger, len(between))
		r.table = t
		return r.tableLine(s, no)
	}
	if len(between) == 0 || slices.ContainsFunc(between, func(m remark) bool { return len(m.settings) > 0 || captionText(m.text) != "" }) {
		r.past = nil
		r.ledger.problem(nil, no, 0, strings.TrimSpace(s), fmt.Sprintf(
			"a row like those of the table in line %d, without a header of its own: this and what follows it is passed over", t.line))
		return false
	}
	r.ledger.problem(nil, no, 0, strings.TrimSpace(s), fmt.Sprintf("a row behind a sentence: read under the header in line %d", t.line))
	r.around.settle(&r.ledger, len(between))
	r.around.blank = false
	r.table = t
	return r.tableLine(s, no)
}

// comments reports whether the lines between two rows that touch them are
// comments and no headings: the levels go on behind them.
func (t *table) comments(between []remark, cells []cell) bool {
	if len(between) == 0 || t.by == byPipe || slices.ContainsFunc(between, func(m remark) bool { return m.gap || !strings.HasPrefix(m.text, "# ") }) {
		return false
	}
	i := 0
	if t.shape == byLevel {
		i = slices.IndexFunc(t.cols, func(c column) bool { return c.field == fieldThreads })
	}
	n, _, ok := threadCount(cells[i].text)
	return ok && n > t.level
}

// whole reports whether cells are a row of the table beyond doubt: as many as
// the header has, a number in each cell of a measure.
func (t *table) whole(cells []cell) bool {
	if len(cells) != t.width || !t.fits(cells) || len(cells) < 3 && t.by != byPipe && t.by != byTab {
		return false
	}
	numbers := 0
	for i, c := range cells {
		measure := t.shape == bySystem && i > 0 && t.systems[i] != "" || t.shape == byLevel && t.cols[i].measures()
		if !measure || absentWords[strings.ToLower(c.text)] {
			continue
		}
		if _, err := number(c.text, "", 1); err != nil {
			return false
		}
		numbers++
	}
	return numbers > 0
}
