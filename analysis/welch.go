package analysis

import (
	"math"

	"github.com/sbstat/sbstat/parse"
)

// WelchTest is the outcome of [Welch].
type WelchTest struct {
	Difference Estimate  // mean(other) − mean(base), with its t interval
	T, DF, P   parse.Num // absent where a side has fewer than two values, or none varies
}

// Welch compares two means without assuming equal variances (Welch 1947; as R
// t.test). Base is subtracted from other.
func Welch(base, other []float64, confidence float64) WelchTest {
	confidence = withConfidence(confidence)
	e := Estimate{N: len(base) + len(other), Confidence: confidence}
	switch {
	case len(base) == 0 || len(other) == 0:
		e.Notes = notes("note.no-value")
		return WelchTest{Difference: e}
	case !finite(base...) || !finite(other...):
		e.Notes = notes("note.not-finite")
		return WelchTest{Difference: e}
	}
	mb, sb := meanSD(base)
	mo, so := meanSD(other)
	e.Value = parse.Some(mo - mb)
	switch {
	case len(base) == 1 && len(other) == 1:
		e.Notes = notes("note.one-run")
		return WelchTest{Difference: e}
	case len(base) == 1 || len(other) == 1:
		e.Notes = notes("note.one-run-side")
		return WelchTest{Difference: e}
	}
	nb, no := float64(len(base)), float64(len(other))
	eb, eo := sb/math.Sqrt(nb), so/math.Sqrt(no)
	se := math.Hypot(eb, eo) // squares of tiny and of huge numbers leave the range
	e.Method = "method.welch"
	if se == 0 {
		e.Low, e.High, e.Notes = e.Value, e.Value, notes("note.constant")
		return WelchTest{Difference: e}
	}
	df := satterthwaite([]float64{(eb / se) * (eb / se), (eo / se) * (eo / se)}, []float64{nb - 1, no - 1})
	half := tQuantile(confidence, df) * se
	e.Low, e.High = parse.Some(mo-mb-half), parse.Some(mo-mb+half)
	t := (mo - mb) / se
	return WelchTest{Difference: e, T: parse.Some(t), DF: parse.Some(df), P: parse.Some(2 * tUpper(math.Abs(t), df))}
}
