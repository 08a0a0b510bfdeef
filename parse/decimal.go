package parse

import (
	"regexp"
	"strings"
)

// A convention says which sign parts the decimals of a table's numbers: in
// half of the world 12,96 is less than 13, and 1.234 more than a thousand.
type convention uint8

const (
	undecided convention = iota
	decimalPoint
	decimalComma
)

const (
	numberStart = `^[+-]?(?:`
	numberEnd   = `)\s*[\pL/%]*$`
)

var (
	pointOnly = regexp.MustCompile(numberStart + `\d*\.(?:\d{1,2}|\d{4,})|\d{4,}\.\d+|0\.\d+|\d{1,3}(?:,\d{3})+\.\d+|\d{1,3}(?:,\d{3}){2,}` + numberEnd)
	commaOnly = regexp.MustCompile(numberStart + `\d*,(?:\d{1,2}|\d{4,})|\d{4,},\d+|0,\d+|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}` + numberEnd)
	either    = regexp.MustCompile(numberStart + `[1-9]\d{0,2}[.,]\d{3}` + numberEnd)
)

// convention says what the numbers of a row show; doubt that one may mean two
// things.
func (t *table) convention(cells []cell) (c convention, doubt bool) {
	for i, cell := range cells {
		if !t.numeric(i) || !strings.ContainsAny(cell.text, ",.") {
			continue
		}
		switch s := strings.TrimSpace(halfWidth(unmark(cell.text))); {
		case pointOnly.MatchString(s):
			return decimalPoint, false
		case commaOnly.MatchString(s):
			c = decimalComma
		case either.MatchString(s):
			doubt = true
		}
	}
	return c, doubt
}

// numeric reports whether a column holds numbers.
func (t *table) numeric(i int) bool {
	if t.shape != byLevel {
		return i > 0
	}
	if i >= len(t.cols) {
		return false
	}
	switch t.cols[i].field {
	case fieldOther, fieldSystem, fieldWorkload:
		return false
	}
	return true
}

// maxWaiting is how many rows wait for one that decides.
const maxWaiting = 1000

// waits keeps a row whose numbers may mean two things until another row
// decides, and reports whether it did.
func (r *Reader) waits(t *table, s string, no int) bool {
	if t.numbers != undecided {
		return false
	}
	cells := t.cells(s)
	if r.around.blank && len(t.waiting) > 0 || !t.isRow(s, cells, false) || len(t.waiting) == maxWaiting {
		r.decide(t, undecided)
		return false
	}
	c, doubt := t.convention(cells)
	switch {
	case c != undecided:
		r.decide(t, c)
		return false
	case !doubt && len(t.waiting) == 0:
		return false
	}
	t.waiting = append(t.waiting, part{no, s})
	r.ledger.used()
	return true
}

// decide settles what the numbers of a table mean and reads the rows that
// waited. Where no row decides, a comma within a number of a table whose cells
// a semicolon parts is a decimal comma: that is why it has semicolons.
func (r *Reader) decide(t *table, c convention) {
	rows := t.waiting
	t.waiting = nil
	if c == undecided && len(rows) > 0 {
		c = decimalPoint
		for _, row := range rows {
			if t.by == bySemicolon && strings.ContainsRune(row.text, ',') {
				c = decimalComma
				r.ledger.problem(nil, row.no, 0, strings.TrimSpace(row.text), "commas are taken for decimal commas, since semicolons part the cells; no other row shows what they are")
				break
			}
		}
	}
	t.numbers = c
	blank := r.around.blank
	for _, row := range rows {
		r.around.blank = false
		r.tableLine(row.text, row.no)
	}
	r.around.blank = blank
}

// withPoints writes the numbers of a row with decimal commas the other way.
func (t *table) withPoints(cells []cell) {
	for i := range cells {
		s := strings.TrimSpace(halfWidth(unmark(cells[i].text)))
		if t.numeric(i) && (commaOnly.MatchString(s) || either.MatchString(s)) {
			cells[i].text = strings.ReplaceAll(strings.ReplaceAll(s, ".", ""), ",", ".")
		}
	}
}
