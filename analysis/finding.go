package analysis

import (
	"github.com/sbstat/sbstat/parse"
)

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
// other: first what concerns a system, level by level, then what concerns several
// systems, then what concerns all of them. The work grows with the number of runs.
func Findings(sweeps []*Sweep) []Finding {
	var f finder
	for _, s := range sweeps {
		f.sweep(s)
	}
	f.beside(sweeps)
	f.all(sweeps)
	return f.found
}

// finder gathers findings.
type finder struct {
	found []Finding
	few   map[string][]*parse.Run // runs of the system at hand with a few errors, by code
}

// at adds a finding about runs of one level of one system.
func (f *finder) at(sev Severity, s *Sweep, runs []*parse.Run, code string, args ...any) {
	f.found = append(f.found, Finding{Severity: sev, Note: Note{code, args}, System: s.System, Threads: runs[0].Threads, Sources: sources(runs)})
}

// of adds a finding about a system as a whole.
func (f *finder) of(sev Severity, s *Sweep, runs []*parse.Run, code string, args ...any) {
	f.found = append(f.found, Finding{Severity: sev, Note: Note{code, args}, System: s.System, Sources: sources(runs)})
}

// about adds a finding about several systems.
func (f *finder) about(sev Severity, threads int, runs []*parse.Run, code string, args ...any) {
	f.found = append(f.found, Finding{Severity: sev, Note: Note{code, args}, Threads: threads, Sources: sources(runs)})
}

func sources(runs []*parse.Run) []parse.Source {
	var ss []parse.Source
	seen := map[parse.Source]bool{}
	for _, r := range runs {
		if !seen[r.Source] {
			seen[r.Source] = true
			ss = append(ss, r.Source)
		}
	}
	return ss
}
