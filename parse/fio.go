package parse

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
)

// fioState is what the reader knows of fio's output in the text at hand.
type fioState struct {
	brace    int       // the line of a "{" that may begin fio's JSON; 0 none
	json     []byte    // fio's JSON at hand; nil none
	line     int       // where it begins
	depth    int       // of braces and brackets open in it
	quoted   bool      // it stands within a string
	escaped  bool      // behind a backslash
	last     *fioDumps // the JSON before, which the next may replace
	found    bool      // fio's JSON stood in this input
	text     line      // the first line of fio's other output
	terse    bool      // that is the terse one
	normal   bool      // the lines at hand are of the normal one
	messages []line    // of fio itself: "fio: … is not a directory"
}

const (
	maxJSON     = 64 << 20 // bytes of one JSON text
	maxMessages = 20
)

// fioLine takes in a line of fio's JSON, and reports whether it was one. The
// JSON begins with a "{" whose first key only fio writes.
func (r *Reader) fioLine(l line) bool {
	f := &r.fio
	if f.json != nil {
		// A brace at the margin is the next output, since fio indents all
		// others. Behind anything else the JSON was cut.
		if b := bytes.TrimSpace(l.text); string(l.text) != "{" && (len(b) == 0 || bytes.IndexByte(startsJSON, b[0]) >= 0) {
			r.fioMore(l)
			return true
		}
		r.endFio()
	}
	if f.brace > 0 {
		no := f.brace
		f.brace = 0
		if startsFio(bytes.TrimSpace(l.text)) {
			r.fioOpen(no)
			r.fioMore(line{text: []byte("{"), no: no})
			r.fioMore(l)
			return true
		}
		r.textLine(line{text: []byte("{"), no: no})
	}
	if len(l.text) == 0 || l.text[0] != '{' {
		return false
	}
	if len(l.text) == 1 {
		f.brace = l.no
		return true
	}
	if startsFio(bytes.TrimSpace(l.text[1:])) {
		r.fioOpen(l.no)
		r.fioMore(l)
		return true
	}
	return false
}

// startsJSON are the characters with which a line of fio's JSON begins.
var startsJSON = []byte(`"{}[]`)

// startsFio reports whether a JSON object with this first key is fio's. The
// second key is the first one once a tool has sorted them.
func startsFio(b []byte) bool {
	return bytes.HasPrefix(b, []byte(`"fio version"`)) || bytes.HasPrefix(b, []byte(`"disk_util"`))
}

func (r *Reader) fioOpen(no int) {
	r.endTable()
	r.log.close(r)
	r.endTPCC()
	r.fio.json, r.fio.line, r.fio.found = []byte{}, no, true
	r.fio.depth, r.fio.quoted, r.fio.escaped = 0, false, false
}

// fioMore adds a line to the JSON at hand, and reads it when it is complete.
func (r *Reader) fioMore(l line) {
	f := &r.fio
	for i, c := range l.text {
		switch {
		case f.escaped:
			f.escaped = false
		case f.quoted:
			f.escaped = c == '\\'
			f.quoted = c != '"'
		case c == '"':
			f.quoted = true
		case c == '{' || c == '[':
			f.depth++
		case c == '}' || c == ']':
			if f.depth--; f.depth <= 0 {
				f.json = append(f.json, utf8Text(l.text[:i+1])...)
				r.endFio()
				return
			}
		}
	}
	f.quoted, f.escaped = false, false // JSON strings end on their line
	f.json = append(append(f.json, utf8Text(l.text)...), '\n')
	if len(f.json) > maxJSON {
		r.ledger.problem(nil, f.line, 0, "", fmt.Sprintf("fio's JSON is longer than %d MiB: it is read up to line %d", maxJSON>>20, l.no))
		r.endFio()
	}
}

// endFio reads the JSON at hand.
func (r *Reader) endFio() {
	f := &r.fio
	if f.json == nil {
		return
	}
	text := f.json
	f.json = nil
	label := r.around.label()
	r.around.settle(&r.ledger, len(r.around.pending))
	doc := fioDecode(text, f.line, &r.ledger)
	if f.last != nil && doc.continues(&f.last.fioJSON) {
		f.last.fioJSON = doc
		f.last.dumps++
	} else {
		r.endFioDumps()
		f.last = &fioDumps{fioJSON: doc, label: label}
	}
	r.ledger.used()
}

// fioDumps is what fio printed last of a call, with the number of dumps that
// it printed of the same one before (--status-interval).
type fioDumps struct {
	fioJSON
	label label
	dumps int
}

// endFioDumps yields the runs of the JSON before, which no other one replaces.
func (r *Reader) endFioDumps() {
	last := r.fio.last
	if last == nil {
		return
	}
	r.fio.last = nil
	r.fioRuns(last.fioJSON, last.label)
	if n := last.dumps; n > 0 && len(last.jobs) > 0 {
		r.ledger.problem(nil, last.jobs[0].line, 0, "", fmt.Sprintf("this is the last of %d status dumps of one call of fio: the totals of the others are part of it and left out", n+1))
	}
}

var (
	fioText  = regexp.MustCompile(`^\S.*: \((?:g=\d+\): rw=\w+, |groupid=\d+, jobs=\d+\): err=)|^fio-\d+\.\d`)
	fioTerse = regexp.MustCompile(`^\d;fio-\d`)
)

// fioRest are lines of the normal output beside the indented ones.
var fioRest = regexp.MustCompile(`^(?:\s|\.\.\.$|Starting \d+ (?:process|thread)|Run status group \d|Disk stats \(|Jobs: \d|\S.*: Laying out IO file)`)

// fioOther takes in a line that fio printed outside its JSON. Its messages are
// kept; the rest is passed over.
func (r *Reader) fioOther(s string, no int) bool {
	f := &r.fio
	switch {
	case strings.HasPrefix(s, "fio: "):
		if len(f.messages) < maxMessages {
			f.messages = append(f.messages, line{text: []byte(s), no: no})
		}
		r.ledger.used()
		return true
	case strings.Contains(s, ";fio-") && fioTerse.MatchString(s):
		f.normal = false
		if f.text.no == 0 {
			f.text, f.terse = line{text: []byte(s), no: no}, true
		}
	case (strings.HasPrefix(s, "fio-") || strings.Contains(s, ": (g")) && fioText.MatchString(s):
		f.normal = true
		if f.text.no == 0 {
			f.text = line{text: []byte(s), no: no}
		}
	case f.normal && fioRest.MatchString(s):
	default:
		f.normal = false
		return false
	}
	r.endTable()
	r.around.settle(&r.ledger, len(r.around.pending))
	r.ledger.skip(no, s)
	return true
}

// endFioInput closes what is open at the end of the input, and says what fio
// should be asked for when it left no JSON.
func (r *Reader) endFioInput() {
	f := &r.fio
	if f.brace > 0 {
		r.textLine(line{text: []byte("{"), no: f.brace})
		f.brace = 0
	}
	r.endFio()
	r.endFioDumps()
	for _, m := range f.messages {
		msg := "a message of fio"
		if !f.found && f.text.no == 0 {
			msg = "fio ended with this message and without a result"
		}
		r.ledger.problem(nil, m.no, 0, string(m.text), msg)
	}
	if f.text.no > 0 && !f.found {
		kind := "the normal output of fio, which rounds its numbers"
		if f.terse {
			kind = "the terse output of fio"
		}
		r.ledger.problem(nil, f.text.no, 0, shorten(string(f.text.text), 60),
			kind+"; JSON is wanted: run fio with --output-format=json (json+ adds the histogram)")
	}
	f.messages, f.text = nil, line{}
}
