package parse

import "strings"

// part is a line of the input.
type part struct {
	no   int
	text string
}

// A row with quoted cells may have as many lines and bytes.
const (
	maxParts = 50
	maxRow   = 64 << 10
)

// join takes in a line of a row of CSV whose quoted cell goes on in the next
// line (RFC 4180), and returns the whole row with its first line, or done =
// true while it goes on. Where no quote closes it, its lines stand alone.
func (r *Reader) join(t *table, s string, no int) (row string, first int, done bool) {
	if t.by != byComma && t.by != bySemicolon || t.alone {
		return s, no, false
	}
	sep := byte(',')
	if t.by == bySemicolon {
		sep = ';'
	}
	if len(t.open) == 0 {
		if !quoteOpen(s, sep) || !t.fits(splitAt(s, rune(sep))) {
			return s, no, false
		}
		t.open = []part{{no, s}}
		return "", 0, true
	}
	t.open = append(t.open, part{no, s})
	var b strings.Builder
	for i, p := range t.open {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strings.TrimSpace(p.text))
	}
	switch {
	case !quoteOpen(b.String(), sep):
		no, t.open, r.around.blank = t.open[0].no, nil, false
		return b.String(), no, false
	case len(t.open) == maxParts || b.Len() > maxRow:
		r.disjoin(t)
	}
	return "", 0, true
}

// disjoin takes the lines of a row that no quote has closed one by one.
func (r *Reader) disjoin(t *table) {
	parts := t.open
	t.open, t.alone = nil, true
	for _, p := range parts {
		r.textLine(line{text: []byte(p.text), no: p.no})
	}
}

// quoteOpen reports whether the last cell of a line is quoted and goes on.
func quoteOpen(s string, sep byte) bool {
	for {
		s = strings.TrimLeft(s, " \t")
		for strings.HasPrefix(s, `"`) { // "" within a quoted cell is a quote
			i := strings.IndexByte(s[1:], '"')
			if i < 0 {
				return true
			}
			s = s[i+2:]
		}
		i := strings.IndexByte(s, sep)
		if i < 0 {
			return false
		}
		s = s[i+1:]
	}
}
