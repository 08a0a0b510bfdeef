package report

import (
	"errors"

	"github.com/sbstat/sbstat/analysis"
)

// DraftSystem is a system of a drafted notebook: its name and where its runs lie.
type DraftSystem struct {
	Name  string
	Files []string // relative to the notebook
	Table string   // the system's own name in the files, where they hold several; may be empty
	Sweep *analysis.Sweep
}

// Draft writes a working notebook for the given systems in a language: head, comparisons,
// figures and a skeleton of prose that says what was found. Every number in it is a call.
func Draft(title, lang string, systems []DraftSystem) ([]byte, error) {
	return nil, errors.ErrUnsupported
}
