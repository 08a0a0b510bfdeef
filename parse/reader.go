package parse

import (
	"errors"
	"io"
)

// Options steer the reading. The zero value reads everything.
type Options struct {
	System string // names the system of every run; "" takes the caption, label or file name
	Metric string // the metric of a pivot table whose caption does not name one
}

// Skip is a stretch of input that was passed over: prose, prepare output,
// anything that is no measurement.
type Skip struct {
	First, Last int    // 1-based lines
	Text        string // the first line, shortened
}

// Result is everything that was read from one input.
type Result struct {
	File     string
	Runs     []*Run
	Problems []Problem // problems that belong to no run, and those of the runs, in line order
	Skipped  []Skip
}

// Reader yields runs one at a time, each as soon as it is complete.
type Reader struct{}

// NewReader reads runs from r; file names the input in sources and problems.
func NewReader(r io.Reader, file string, opts Options) *Reader { return &Reader{} }

// Next returns the next run, or io.EOF after the last one.
func (r *Reader) Next() (*Run, error) { return nil, errors.ErrUnsupported }

// ReadAll reads all runs of r.
func ReadAll(r io.Reader, file string, opts Options) (*Result, error) {
	return nil, errors.ErrUnsupported
}

// File reads all runs of one file. A file without any run is an error that
// says what was found.
func File(path string, opts Options) (*Result, error) { return nil, errors.ErrUnsupported }

// Value returns the run's value of a metric, and whether it has one.
func (r *Run) Value(m Metric) (v float64, ok bool) { return 0, false }
