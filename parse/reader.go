package parse

import (
	"context"
	"errors"
	"io"
	"io/fs"
)

// Options steer the reading. The zero value reads everything and keeps it.
type Options struct {
	// System names the system of every run. "" takes the caption of a table,
	// a label in the log, what Name finds, or the file's name without its
	// extensions, in this order.
	System string

	// Metric names the metric of a pivot table (threads down, one system a
	// column) whose caption does not name one: "tps", "avg", "p95".
	Metric string

	// Name is a pattern for file names that carry what the text lacks, such
	// as "{system}-t{threads}-r{repeat}.log". {workload} is known as well, *
	// stands for anything but a slash, and a pattern with slashes looks at
	// the folders too.
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
	Runs     []*Run
	Problems []Problem // those of the runs and those that belong to none, in line order
	Skipped  []Skip
}

// Reader yields runs one at a time, each as soon as it is complete.
type Reader struct{}

// NewReader reads runs from r; file names the input in sources and problems.
// The text may be compressed (gzip, zstd) and may be UTF-8, UTF-16 or
// GB18030.
func NewReader(r io.Reader, file string, opts Options) *Reader { return &Reader{} }

// Next returns the next run, or io.EOF after the last one. Any other error
// is one of reading: data problems are in Run.Problems and Problems.
func (r *Reader) Next() (*Run, error) { return nil, errors.ErrUnsupported }

// Problems returns what was wrong so far, of runs and of none, in line order.
func (r *Reader) Problems() []Problem { return nil }

// Skipped returns the stretches passed over so far.
func (r *Reader) Skipped() []Skip { return nil }

// ReadAll reads all runs of r. An input without runs is no error here.
func ReadAll(r io.Reader, file string, opts Options) (*Result, error) {
	return nil, errors.ErrUnsupported
}

// File reads all runs of one file. A file without any run is an error that
// wraps ErrNoRuns and says what was found; its Result is returned as well.
func File(path string, opts Options) (*Result, error) { return nil, errors.ErrUnsupported }

// FS is File for a file of a file system, such as the embedded published
// tables.
func FS(fsys fs.FS, name string, opts Options) (*Result, error) {
	return nil, errors.ErrUnsupported
}

// Files reads files side by side. The results stand in the order of the
// paths. A file that cannot be read, or holds no run, does not stop the
// others: the error joins what went wrong, and a file without a Result is
// left out of the slice.
func Files(ctx context.Context, paths []string, opts Options) ([]*Result, error) {
	return nil, errors.ErrUnsupported
}

// Value returns the run's value of a metric, and whether it has one.
func (r *Run) Value(m Metric) (v float64, ok bool) { return 0, false }
