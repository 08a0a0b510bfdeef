package analysis

import (
	"slices"

	"github.com/sbstat/sbstat/parse"
)

// DefaultConfidence is the confidence of an interval where none is asked for.
const DefaultConfidence = 0.95

// Estimate is a value with its uncertainty. Where Low and High are absent,
// Notes says why.
type Estimate struct {
	Value      parse.Num
	Low, High  parse.Num // ends of the interval
	Confidence float64   // of the interval: 0.95
	N          int       // measurements behind the value: runs, levels or interval lines, as Method says
	Method     string    // message key of the method: "method.log-ratio-t"; "" where there is no interval
	Notes      []Note
}

// HasInterval reports whether both ends of the interval are present.
func (e Estimate) HasInterval() bool { return e.Low.OK && e.High.OK }

// mapped applies a monotone function to the value and the ends. What the
// function cannot represent becomes absent.
func (e Estimate) mapped(f func(float64) float64) Estimate {
	apply := func(n parse.Num) parse.Num {
		if !n.OK {
			return n
		}
		return parse.Some(f(n.V))
	}
	e.Value, e.Low, e.High = apply(e.Value), apply(e.Low), apply(e.High)
	if e.HasInterval() && e.Low.V > e.High.V {
		e.Low, e.High = e.High, e.Low
	}
	return e
}

// reciprocal returns factor/e. An interval that reaches zero has no
// reciprocal, which a note says.
func (e Estimate) reciprocal(factor float64) Estimate {
	if e.Low.OK && e.Low.V <= 0 {
		e.Low, e.High, e.Method = parse.Num{}, parse.Num{}, ""
		cut := func(n Note) bool { return n.Code == "note.cut-at-zero" } // of the interval that is gone
		e.Notes = append(slices.DeleteFunc(slices.Clone(e.Notes), cut), Note{Code: "note.interval-reaches-zero"})
	}
	return e.mapped(func(v float64) float64 { return factor / v })
}

// Verdict is the outcome of a comparison. The zero value is no verdict: the
// data carry none.
type Verdict string

const (
	NoVerdict    Verdict = ""             // no repeats, so no interval
	Better       Verdict = "better"       // other than base: higher, or lower of a latency
	Worse        Verdict = "worse"        // the other way round
	Equivalent   Verdict = "equivalent"   // within the margin
	Inconclusive Verdict = "inconclusive" // more repeats may tell
)
