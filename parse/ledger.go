package parse

import (
	"slices"
)

const (
	maxProblems = 1000  // kept an input; more are counted
	maxSkips    = 10000 // stretches kept; later ones join the last
)

// ledger keeps account of the lines of one input: what was wrong and what was
// passed over. It is bounded, whatever the input.
type ledger struct {
	file     string
	problems []Problem
	unkept   int // problems beyond the bound
	skipped  []Skip
	parted   bool // a line was used since the last skipped one
}

// problem notes what is wrong, in run as well unless it is nil.
func (l *ledger) problem(run *Run, line, col int, token, msg string) {
	p := Problem{File: l.file, Line: line, Column: col, Token: shorten(token, 120), Msg: redact(msg)}
	if len(l.problems) >= maxProblems {
		l.unkept++
		return
	}
	l.problems = append(l.problems, p)
	if run != nil {
		run.Problems = append(run.Problems, p)
	}
}

func (l *ledger) used() { l.parted = true }

func (l *ledger) skip(no int, text string) {
	if n := len(l.skipped); n > 0 && (!l.parted || n >= maxSkips) {
		l.skipped[n-1].Last = no
		l.skipped[n-1].Lines++
	} else {
		l.skipped = append(l.skipped, Skip{First: no, Last: no, Lines: 1, Text: shorten(text, 80)})
	}
	l.parted = false
}

// sorted returns the problems in line order.
func (l *ledger) sorted() []Problem {
	all := slices.Clone(l.problems)
	slices.SortStableFunc(all, func(a, b Problem) int { return a.Line - b.Line })
	return all
}
