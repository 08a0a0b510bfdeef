package parse

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
)

// fioJSON is what is read of the JSON text that one call of fio 3 leaves.
type fioJSON struct {
	version string
	global  fioOptions
	jobs    []fioJob
	ms      float64 // the time at which it was written; 0 unknown
	cut     bool    // the text is damaged or ends early: jobs may be missing
}

// fioJob is one element of "jobs": a job, or with group_reporting all its
// processes together.
type fioJob struct {
	Name     string     `json:"jobname"`
	Group    fioNum     `json:"groupid"`
	Error    fioNum     `json:"error"`     // errno
	TotalErr fioNum     `json:"total_err"` // of --continue_on_error
	Options  fioOptions `json:"job options"`
	Read     fioSide    `json:"read"`
	Write    fioSide    `json:"write"`
	Trim     fioSide    `json:"trim"`
	Mixed    fioSide    `json:"mixed"` // --unified_rw_reporting
	Sync     fioSide    `json:"sync"`  // fsync and fdatasync
	line     int
}

// fioSide holds the measures of one direction.
type fioSide struct {
	IOs     fioNum     `json:"total_ios"`
	IOPS    fioNum     `json:"iops"`
	Bytes   fioNum     `json:"bw_bytes"` // per second
	Runtime fioNum     `json:"runtime"`  // ms
	Clat    fioLatency `json:"clat_ns"`  // completion: from the submission on
	Lat     fioLatency `json:"lat_ns"`   // submission and completion
}

// fioLatency is a latency in nanoseconds.
type fioLatency struct {
	Min        fioNum            `json:"min"`
	Max        fioNum            `json:"max"`
	Mean       fioNum            `json:"mean"`
	N          fioNum            `json:"N"`
	Percentile map[string]fioNum `json:"percentile"`
	Bins       map[string]fioNum `json:"bins"` // json+: nanoseconds → count
}

// fioNum is a number that may be absent; bad is what stood in its place.
type fioNum struct {
	Num
	bad string
}

// UnmarshalJSON takes anything; what is no number that a measurement gives is
// absent.
func (n *fioNum) UnmarshalJSON(b []byte) error {
	if err := n.Num.UnmarshalJSON(b); err != nil || possible(n.V, "") != nil {
		*n = fioNum{bad: shorten(string(b), 40)}
	}
	return nil
}

// fioOptions are options in their order, without secrets.
type fioOptions []Setting

// UnmarshalJSON reads an object of strings.
func (o *fioOptions) UnmarshalJSON(b []byte) error {
	*o = nil
	d := json.NewDecoder(bytes.NewReader(b))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		var value any
		if err := d.Decode(&value); err != nil {
			return err
		}
		name := fmt.Sprint(key)
		if !isSecret(name) && !fioSecret[name] {
			*o = append(*o, Setting{name, redact(fmt.Sprint(value))})
		}
	}
	return nil
}

// fioSecret are options that hold a secret and do not say so in their name.
var fioSecret = map[string]bool{"http_pass": true, "http_s3_key": true, "http_s3_keyid": true, "http_s3_sse_customer_key": true}

// get returns the value of an option, "" when it is not set.
func (o fioOptions) get(name string) string {
	for _, s := range slices.Backward(o) {
		if s.Key == name {
			return s.Value
		}
	}
	return ""
}

// over returns a job's options together with the global ones that it does
// not set itself.
func (o fioOptions) over(global fioOptions) fioOptions {
	var all fioOptions
	for _, s := range global {
		if !slices.ContainsFunc(o, func(own Setting) bool { return own.Key == s.Key }) {
			all = append(all, s)
		}
	}
	return append(all, o...)
}

// number returns an option that counts something, 1 when it is not set.
func (o fioOptions) number(name string) (n int, ok bool) {
	v := o.get(name)
	if v == "" {
		return 1, true
	}
	n, err := strconv.Atoi(v)
	return n, err == nil && n > 0 && n <= 30000
}

// ran returns how long a job ran so far, in milliseconds, and its operations.
func (j *fioJob) ran() (ms, ios float64) {
	for _, d := range fioDirections {
		s := d.of(j)
		ms, ios = max(ms, s.Runtime.V), ios+s.count()
	}
	return ms, ios
}

// continues reports whether doc tells of the call of fio that before tells of,
// later: the same jobs have run longer by the time that has passed.
func (doc *fioJSON) continues(before *fioJSON) bool {
	if doc.ms == 0 || before.ms == 0 || len(doc.jobs) == 0 || len(doc.jobs) != len(before.jobs) {
		return false
	}
	longer := 0.0
	for i := range doc.jobs {
		a, b := &before.jobs[i], &doc.jobs[i]
		ms1, ios1 := a.ran()
		ms2, ios2 := b.ran()
		if a.Name != b.Name || a.Group.V != b.Group.V || !slices.Equal(a.Options, b.Options) || ms2 < ms1 || ios2 < ios1 {
			return false
		}
		longer = max(longer, ms2-ms1)
	}
	const slack = 1500
	passed := doc.ms - before.ms
	return passed >= 0 && longer > 0 && math.Abs(passed-longer) <= slack
}

// fioDecode reads a JSON text of fio that begins at line first of the input.
// The jobs before a damage or a cut are kept.
func fioDecode(text []byte, first int, l *ledger) fioJSON {
	text = bytes.TrimRight(text, " \t\r\n")
	d := json.NewDecoder(bytes.NewReader(text))
	lineAt := func(offset int64) int {
		return first + bytes.Count(text[:min(int(offset), len(text))], []byte("\n"))
	}
	var doc fioJSON
	err := doc.read(d, l, lineAt)
	if err == nil {
		if len(doc.jobs) == 0 {
			l.problem(nil, first, 0, "", "fio's JSON holds no job")
		}
		return doc
	}
	doc.cut = true
	at, what := lineAt(d.InputOffset()), fmt.Sprintf("fio's JSON is damaged: %v", err)
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		at, what = lineAt(int64(len(text))), "fio's JSON ends before it is complete: fio was stopped, or the text is cut"
	case errors.As(json.Unmarshal(text, new(json.RawMessage)), &syntax): // the decoder's own offset leaves out what it read as tokens
		at = lineAt(syntax.Offset - 1)
	}
	l.problem(nil, at, 0, "", fmt.Sprintf("%s; what stands before is kept: %d complete entries of \"jobs\"", what, len(doc.jobs)))
	return doc
}

// read takes in the members of the object. A value of the wrong type is a
// problem and no error.
func (doc *fioJSON) read(d *json.Decoder, l *ledger, lineAt func(int64) int) error {
	take := func(v any, path string) (at int, err error) {
		err = d.Decode(v)
		at = lineAt(d.InputOffset())
		var t *json.UnmarshalTypeError
		if errors.As(err, &t) {
			if t.Field != "" {
				path += "." + t.Field
			}
			l.problem(nil, at, 0, path+": "+t.Value, "fio has something else here: taken as absent")
			err = nil
		}
		return at, err
	}
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		switch key {
		case "fio version":
			_, err = take(&doc.version, "fio version")
		case "timestamp_ms":
			var n fioNum
			_, err = take(&n, "timestamp_ms")
			doc.ms = n.V
		case "global options":
			_, err = take(&doc.global, "global options")
		case "jobs":
			if t, err := d.Token(); err != nil || t != json.Delim('[') {
				return errors.Join(err, fmt.Errorf("jobs: found %v, a list was expected", t))
			}
			for d.More() {
				job := fioJob{line: lineAt(d.InputOffset()) + 1}
				if _, err := take(&job, fmt.Sprintf("jobs[%d]", len(doc.jobs))); err != nil {
					return err
				}
				doc.jobs = append(doc.jobs, job)
			}
			_, err = d.Token()
		default:
			var passed json.RawMessage
			_, err = take(&passed, "")
		}
		if err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}
