package parse

import (
	"bytes"
	"regexp"
)

// A terminal copies a long line as two. What breaks so are interval lines,
// whose end is then missing, and the rates of the summary.
var (
	brokenInterval = regexp.MustCompile(`^\[\s*\d+\s*s\s*\] (?:thds|threads): .*\btps: `)
	wholeInterval  = regexp.MustCompile(`reconn(?:ects|/s)?: [\d.]+\s*$|N/A\s*$`)
	brokenRate     = regexp.MustCompile(`^[a-z /]+:\s+\d+\s+\([^)]*$`)
)

// isBroken reports whether a line of a log lacks its end.
func isBroken(b []byte) bool {
	if len(b) == 0 || len(b) > 1000 {
		return false
	}
	if b[0] == '[' {
		return brokenInterval.Match(b) && (!wholeInterval.Match(b) || bytes.Count(b, []byte("(")) > bytes.Count(b, []byte(")")))
	}
	return bytes.IndexByte(b, '(') > 0 && brokenRate.Match(b)
}

// mend puts the halves of a broken line together. wait says that l may be the
// first half: the next line shows.
func (r *Reader) mend(l line) (mended line, wait bool) {
	if first := r.broken; first.text != nil {
		r.broken = line{}
		whole := append(first.text, l.text...)
		if b := bytes.TrimSpace(l.text); len(b) > 0 && b[0] != '[' && !isBroken(bytes.TrimSpace(whole)) {
			return line{text: whole, no: first.no, open: l.open}, false
		}
		r.textLine(line{text: whole[:len(first.text)], no: first.no})
	}
	if r.table == nil && r.log.run != nil && !l.open && isBroken(bytes.TrimSpace(l.text)) {
		r.broken = line{text: bytes.Clone(l.text), no: l.no}
		return line{}, true
	}
	return l, false
}

// endBroken takes in the first half of a line whose other half never came.
func (r *Reader) endBroken() {
	if first := r.broken; first.text != nil {
		r.broken = line{}
		r.textLine(first)
	}
}
