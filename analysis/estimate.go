package analysis

import "github.com/sbstat/sbstat/parse"

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

// Verdict is the outcome of a comparison. The zero value is no verdict: the
// data carry none.
type Verdict string

const (
	NoVerdict    Verdict = ""
	Better       Verdict = "better"
	Worse        Verdict = "worse"
	Equivalent   Verdict = "equivalent"
	Inconclusive Verdict = "inconclusive"
)
