package parse

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Options steer the reading. The zero value reads everything and keeps it.
type Options struct {
	// System names the system of every run. "" takes the caption of a table,
	// a label in the log, or what the file's name says, in this order.
	System string

	// Metric names the metric of a pivot table (threads down, one system a
	// column) whose caption does not name one: "tps", "avg", "p95".
	Metric string

	// Name is a pattern for file names that carry what the text lacks, such
	// as "{system}-t{threads}-r{repeat}.log". {workload} is known as well, *
	// stands for anything but a slash, and a pattern with slashes looks at
	// the folders too. Where it does not match, or is "", the usual forms are
	// known: m6g-t16-r2.log, m6g_16threads.log, m6g-rep1-t01.log.
	Name string

	// Fold drops each interval line once it is in Run.Series, so that memory
	// does not grow with the log. Run.Intervals stays empty.
	Fold bool

	// MaxLine is the longest line that is read, in bytes; the rest of a
	// longer one is passed over with a Problem. 0 means 1 MiB.
	MaxLine int

	// MaxUnpacked is the most text that a compressed file may unpack to, in
	// bytes; more is an error. 0 means 1 GiB.
	MaxUnpacked int64

	// MaxRuns is the most runs that File, Files, FS and ReadAll keep of one
	// input; more is an error. 0 means 500,000. A Reader has no such limit.
	MaxRuns int

	// Progress, if set, is called by Files after each file, never
	// concurrently.
	Progress func(Progress)
}

// Progress says how far Files has come.
type Progress struct {
	Files, OfFiles int   // files read, of all
	Bytes          int64 // bytes read, as stored
}

// ErrNoRuns is what an error wraps that tells of an input without any run.
var ErrNoRuns = errors.New("no benchmark run")

// ErrIncomplete is what an error wraps that ended the reading within an input:
// a compressed file that is cut, or an input larger than Options.MaxUnpacked
// or MaxRuns. The Result holds the runs before it.
var ErrIncomplete = errors.New("the rest cannot be read")

// Skip is a stretch of input that was passed over: prose, prepare output,
// anything that is no measurement. Blank lines and known noise of sysbench
// do not count.
type Skip struct {
	First, Last int    // 1-based lines
	Lines       int    // how many lines of the stretch are not blank
	Text        string // the first line, shortened
}

// Result is everything that was read from one input.
type Result struct {
	File     string
	Runs     []*Run    // in line order
	Problems []Problem // those of the runs and those that belong to none, in line order
	Skipped  []Skip
	Tables   int // how many tables there were; a header that is repeated begins no other
}

// Reader yields runs one at a time, each as soon as it is complete.
type Reader struct {
	opts   Options
	src    io.Reader
	lines  *lines
	close  func()
	err    error // sticky; io.EOF at the end
	queue  []*Run
	ledger ledger
	name   *nameParts // what the file's name says

	around surroundings
	table  *table         // the table at hand
	past   *table         // the last one, to which a row may return
	rows   map[rowKey]int // of tables, with the first line of their table
	tables int            // with a row
	below  []*Run         // of the last table, which has no caption: one below it may name them
	belowT *table         // that table
	pivots pivots         // runs that later tables may add to
	log    logState
	fio    fioState
	tpcc   tpccState
	hot    Interval // the interval line being read
	record *record  // the row at hand of a client that prints a line a column
	broken line     // the first half of one that a terminal broke in two
}

// NewReader reads runs from r; file names the input in sources and problems.
// The text may be compressed (gzip, zstd) and may be UTF-8, UTF-16 or
// GB18030.
func NewReader(r io.Reader, file string, opts Options) *Reader {
	rd := &Reader{opts: opts, src: r, ledger: ledger{file: file}, close: func() {}}
	rd.name, rd.err = parseName(opts.Name, file)
	if rd.err == nil && opts.Metric != "" {
		_, rd.err = MetricNamed(opts.Metric)
	}
	return rd
}

// Next returns the next run, or io.EOF after the last one. Any other error
// is one of reading: data problems are in Run.Problems and Problems. Runs of
// pivot tables come at the end, because later tables may complete them, and
// those of a table without a caption once the text below it is known.
func (r *Reader) Next() (*Run, error) {
	for len(r.queue) == 0 {
		if r.err != nil {
			return nil, r.err
		}
		r.read()
	}
	run := r.queue[0]
	r.queue = r.queue[1:]
	return run, nil
}

// Problems returns what was wrong so far, of runs and of none, in line order.
func (r *Reader) Problems() []Problem { return r.ledger.sorted() }

// Skipped returns the stretches passed over so far.
func (r *Reader) Skipped() []Skip { return r.ledger.skipped }

// read takes lines until a run is complete or the input ends.
func (r *Reader) read() {
	if r.lines == nil {
		text, closer, err := decode(r.src, r.opts.MaxUnpacked)
		r.close = closer
		if err != nil {
			r.end(fmt.Errorf("%s: %w", r.ledger.file, err))
			return
		}
		r.lines = newLines(text, r.opts.MaxLine)
	}
	for len(r.queue) == 0 {
		r.hotLines()
		l, err := r.lines.next()
		if err != nil {
			if err != io.EOF {
				err = fmt.Errorf("%s: after line %d: %w: %w", r.ledger.file, r.lines.no, ErrIncomplete, err)
			}
			r.end(err)
			return
		}
		r.line(l)
	}
}

// end closes what is open. Runs read before an error of the source are
// still yielded.
func (r *Reader) end(err error) {
	r.endBroken()
	r.endRecord()
	r.endFioInput()
	r.endTable()
	r.release()
	r.endLog()
	r.endTPCC()
	r.unstarted(false)
	r.around.settle(&r.ledger, len(r.around.pending))
	r.emitPivots()
	r.close()
	if r.lines != nil {
		r.lines.release()
	}
	if r.ledger.unkept > 0 {
		r.ledger.problems = append(r.ledger.problems, Problem{File: r.ledger.file, Line: r.lines.no,
			Msg: fmt.Sprintf("%d more problems of this input are not listed", r.ledger.unkept)})
	}
	r.err = err
}

// line takes in one line: the log first, whose lines are known by their
// shape, then the table at hand, then a header. What is left may be the
// caption or label of what follows.
func (r *Reader) line(l line) {
	if l.long {
		r.ledger.problem(nil, l.no, 0, string(l.text[:min(len(l.text), 60)]),
			fmt.Sprintf("a line longer than %d bytes: its rest is passed over", r.lines.limit))
	}
	l.text = unwrapDocker(l.text)
	if t := bytes.TrimLeft(l.text, "> \t"); bytes.HasPrefix(t, []byte("```")) || bytes.HasPrefix(t, []byte("~~~")) {
		r.around.fences++
	}
	if r.fioLine(l) {
		return
	}
	if l, wait := r.mend(l); !wait {
		r.textLine(l)
	}
}

// unwrapDocker returns the line within a line of Docker's json-file log.
func unwrapDocker(b []byte) []byte {
	if !bytes.HasPrefix(b, []byte(`{"log":"`)) {
		return b
	}
	var entry struct{ Log string }
	if json.Unmarshal(b, &entry) != nil {
		return b
	}
	return bytes.TrimRight([]byte(entry.Log), "\r\n")
}

// textLine takes in a line that is not part of fio's JSON.
func (r *Reader) textLine(l line) {
	if r.recordLine(l) || r.table == nil && r.logLine(l) {
		return
	}
	text := plain(utf8Text(l.text))
	if blank(text) {
		r.around.blank = true
		return
	}
	s := redact(unquote(string(text)))
	if r.table != nil {
		if r.tableLine(s, l.no) {
			return
		}
		if t := r.header(s, l.no); t != nil && t.confirmed {
			r.startTable(t)
			return
		}
		r.endTable()
		if r.logLine(l) {
			return
		}
	}
	if r.tpccLine(s, l) || r.fioOther(s, l.no) {
		return
	}
	if t := r.header(s, l.no); t != nil {
		r.startTable(t)
		return
	}
	if r.captionBelow(s) || r.resume(s, l.no) {
		return
	}
	if isRule(s) {
		r.ledger.used()
		return
	}
	r.around.add(l.no, s, &r.ledger)
}

// unquote removes the marks of a quoting mail or of Markdown.
func unquote(s string) string {
	for {
		t := strings.TrimLeft(s, " \t")
		if !strings.HasPrefix(t, ">") {
			return s
		}
		s = t[1:]
	}
}

// emit queues a run that is complete.
func (r *Reader) emit(run *Run) {
	name := r.nameOf()
	if n := name.settle(run.Threads); n > 0 {
		r.ledger.problem(run, run.Source.Line, 0, "", fmt.Sprintf("the file's name seems to say %d threads, the run has %d: the whole name is taken for the system's", n, run.Threads))
	}
	run.finish(r.opts, name)
	r.queue = append(r.queue, run)
}

// nameOf returns what the name of the file says that the lines at hand come
// from.
func (r *Reader) nameOf() *nameParts {
	if r.log.name != nil {
		return r.log.name
	}
	return r.name
}

// finish fills in what the text lacked and the caller or the file's name
// knows.
func (run *Run) finish(opts Options, name *nameParts) {
	switch {
	case opts.System != "":
		run.System = opts.System
	case run.System == "":
		run.System, run.FromFile = name.system, true
	}
	if run.Threads == 0 {
		run.Threads = name.threads
	}
	if run.Repeat == 0 {
		run.Repeat = name.repeat
	}
	if run.Workload == "" {
		run.Workload = name.workload
	}
}

// ReadAll reads all runs of r. An input without runs is no error here.
func ReadAll(r io.Reader, file string, opts Options) (*Result, error) {
	rd := NewReader(r, file, opts)
	res := &Result{File: file}
	limit := opts.MaxRuns
	if limit <= 0 {
		limit = 500_000
	}
	for {
		run, err := rd.Next()
		if err == nil && len(res.Runs) == limit {
			err = fmt.Errorf("%s: after line %d: %w: more than %d runs in one input", file, rd.lines.no, ErrIncomplete, limit)
			rd.end(err)
		}
		if err != nil {
			slices.SortStableFunc(res.Runs, func(a, b *Run) int { return a.Source.Line - b.Source.Line })
			nameByLabels(res.Runs)
			res.Problems, res.Skipped, res.Tables = rd.Problems(), rd.Skipped(), rd.tables
			if err == io.EOF {
				err = nil
			}
			return res, err
		}
		res.Runs = append(res.Runs, run)
	}
}
