package parse

import (
	"regexp"
	"slices"
	"strings"
)

// record is a row that a client prints with a line a column: mysql's \G and
// psql's \x.
type record struct {
	lines        []line // as they stand
	keys, values []string
}

var (
	recordStart = regexp.MustCompile(`^(?:\*{3,} \d+\. row \*{3,}|-\[ RECORD \d+ \][-+]*)$`)
	recordField = regexp.MustCompile(`^\s*([^\s:|][^:|]{0,59}?)\s*[:|](?: (.*))?$`)
)

// recordLine takes in a line of such a row, and reports whether it was one.
func (r *Reader) recordLine(l line) bool {
	if r.record == nil && (len(l.text) == 0 || l.text[0] != '*' && l.text[0] != '-') {
		return false
	}
	s := strings.TrimRight(string(plain(utf8Text(l.text))), " \t")
	if recordStart.MatchString(s) {
		r.endRecord()
		r.record = &record{lines: []line{{text: []byte(s), no: l.no}}}
		return true
	}
	if r.record == nil {
		return false
	}
	m := recordField.FindStringSubmatch(s)
	if m == nil || len(r.record.keys) == maxPending {
		r.endRecord()
		return false
	}
	rec := r.record
	rec.lines = append(rec.lines, line{text: []byte(s), no: l.no})
	rec.keys, rec.values = append(rec.keys, m[1]), append(rec.values, m[2])
	return true
}

// endRecord reads the row as one of a table whose header are its keys.
func (r *Reader) endRecord() {
	rec := r.record
	if rec == nil {
		return
	}
	r.record = nil
	row := func(cells []string) string {
		escaped := make([]string, len(cells))
		for i, c := range cells {
			escaped[i] = strings.ReplaceAll(c, "|", `\|`)
		}
		return redact("| " + strings.Join(escaped, " | ") + " |")
	}
	no := rec.lines[0].no
	if t := r.table; t == nil || !slices.Equal(t.keys, rec.keys) {
		if t = r.header(row(rec.keys), no); t == nil {
			r.endTable()
			for _, l := range rec.lines {
				r.around.add(l.no, redact(string(l.text)), &r.ledger)
			}
			return
		}
		t.keys = rec.keys
		r.startTable(t)
	}
	r.tableLine(row(rec.values), no)
}
