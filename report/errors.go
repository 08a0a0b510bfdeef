package report

import (
	"errors"
	"fmt"
	"strings"
)

// ErrContradicted is what an error wraps that tells of prose which the data
// contradict: an asserting call that points the other way.
var ErrContradicted = errors.New("the data say otherwise")

// Error is something wrong at a place of a notebook.
type Error struct {
	File         string // "" for a notebook made in Go
	Line         int    // 1-based; 0: the notebook as a whole
	Msg          string // what was found and what was expected
	Hint         string // what to do; may be empty
	Contradicted bool   // the data point the other way
}

func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File + ":")
		if e.Line > 0 {
			fmt.Fprintf(&b, "%d:", e.Line)
		}
		b.WriteString(" ")
	} else if e.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", e.Line)
	}
	b.WriteString(e.Msg)
	if e.Hint != "" {
		b.WriteString("\n  " + e.Hint)
	}
	return b.String()
}

// Is makes errors.Is(err, ErrContradicted) work.
func (e *Error) Is(target error) bool { return target == ErrContradicted && e.Contradicted }

// Errors lists everything that is wrong with a notebook, in the order of its lines.
type Errors []*Error

func (es Errors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Is reports for ErrContradicted whether nothing but contradicted prose is wrong.
func (es Errors) Is(target error) bool {
	for _, e := range es {
		if !e.Is(target) {
			return false
		}
	}
	return len(es) > 0
}
