package analysis

import "github.com/sbstat/sbstat/parse"

// Severity ranks findings.
type Severity string

const (
	Info Severity = "note" // a property of the data that a reader must know
	Warn Severity = "warn" // something that a statement may stumble over
)

// Finding is something about the data a reader must know.
type Finding struct {
	Severity Severity
	Note     Note
	System   string         // "" where it concerns several
	Threads  int            // 0 where it concerns no single level
	Sources  []parse.Source // the lines it rests on
}

// Findings examines runs one by one, their sweeps, and the systems beside each
// other.
func Findings(sweeps []*Sweep) []Finding { return nil }
