package analysis

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/sbstat/sbstat/parse"
)

// meanSD returns the mean of x and its sample standard deviation (n − 1), by
// two passes around the first value, which keeps the digits of large numbers
// that differ little (NIST StRD NumAcc4). Values whose squares leave the range of numbers are
// scaled by a power of two first, which rounds nothing. sd is 0 for one value; x must not be
// empty.
func meanSD(x []float64) (mean, sd float64) {
	var biggest float64
	for _, v := range x {
		biggest = max(biggest, math.Abs(v))
	}
	if _, exp := math.Frexp(biggest); biggest > 0 && finite(biggest) && max(exp, -exp) > 300 {
		scaled := make([]float64, len(x))
		for i, v := range x {
			scaled[i] = math.Ldexp(v, -exp)
		}
		mean, sd = meanSD(scaled)
		return math.Ldexp(mean, exp), math.Ldexp(sd, exp)
	}
	first := x[0]
	for _, v := range x {
		mean += v - first
	}
	mean /= float64(len(x)) // relative to first
	var ss, comp float64
	for _, v := range x {
		d := v - first - mean
		ss += d * d
		comp += d
	}
	n := float64(len(x))
	if len(x) > 1 {
		sd = math.Sqrt(max(0, ss-comp*comp/n) / (n - 1))
	}
	return first + mean, sd
}

func mean(x []float64) float64 {
	m, _ := meanSD(x)
	return m
}

// median returns the median; x must not be empty.
func median(x []float64) float64 {
	s := slices.Sorted(slices.Values(x))
	n := len(s)
	return (s[(n-1)/2] + s[n/2]) / 2
}

// finite reports whether no value is NaN or infinite.
func finite(x ...float64) bool {
	for _, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

// tQuantile returns the quantile of Student's t distribution that leaves
// (1 − confidence)/2 on the upper side.
func tQuantile(confidence, df float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Quantile((1 + confidence) / 2)
}

// tUpper returns P(T > t).
func tUpper(t, df float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.CDF(-t)
}

func zQuantile(p float64) float64 { return distuv.UnitNormal.Quantile(p) }

// satterthwaite returns the degrees of freedom of a sum of independent variance
// estimates (Satterthwaite 1946; Welch 1947). Parts without variance do not count;
// without any variance the result is 0.
func satterthwaite(variances, dfs []float64) float64 {
	var sum, below float64
	for _, v := range variances {
		sum += v
	}
	if sum <= 0 {
		return 0
	}
	for i, v := range variances {
		if v > 0 {
			w := v / sum
			below += w * w / dfs[i]
		}
	}
	return 1 / below
}

// withConfidence returns c, or the default where c is zero.
func withConfidence(c float64) float64 {
	if !(c > 0 && c < 1) {
		return DefaultConfidence
	}
	return c
}

// meanEstimate is tEstimate of values that cannot be negative: where none is, the interval
// is cut at zero, which takes nothing from its coverage.
func meanEstimate(x []float64, confidence float64) Estimate {
	e := tEstimate(x, confidence)
	if e.Low.OK && e.Low.V < 0 && slices.Min(x) >= 0 {
		e.Low.V = 0
		e.Notes = append(e.Notes[:len(e.Notes):len(e.Notes)], Note{Code: "note.cut-at-zero"})
	}
	return e
}

// tEstimate is the mean of x with Student's t interval.
func tEstimate(x []float64, confidence float64) Estimate {
	confidence = withConfidence(confidence)
	e := Estimate{N: len(x), Confidence: confidence}
	switch {
	case len(x) == 0:
		e.Notes = notes("note.no-value")
		return e
	case !finite(x...):
		e.Notes = notes("note.not-finite")
		return e
	}
	m, sd := meanSD(x)
	e.Value = parse.Some(m)
	if len(x) == 1 {
		e.Notes = notes("note.single-run")
		return e
	}
	half := 0.0
	if sd > 0 {
		half = tQuantile(confidence, float64(len(x)-1)) * sd / math.Sqrt(float64(len(x)))
	} else {
		e.Notes = notes("note.constant")
	}
	e.Low, e.High, e.Method = parse.Some(m-half), parse.Some(m+half), "method.t"
	return e
}
