package analysis

import (
	"math"
	"slices"

	"github.com/sbstat/sbstat/parse"
)

// bcaFrom is the number of runs a side from which the bootstrap is used: below
// it, it covers too little (80 % at 3, 89 % at 5 instead of 95 %).
const bcaFrom = 20

// Ratio estimates mean(other)/mean(base) with the method that fits the number
// of runs: no interval for one run a side, [LogRatioT] for repeats, [RatioBCa]
// from 20 a side. Each value is one run's. The value is absent, which a note says, where a side is
// empty, holds no finite number, has a negative mean or, as base, a mean of zero.
func Ratio(base, other []float64, confidence float64) Estimate {
	return ratioOf(base, other).estimate(withConfidence(confidence))
}

// LogRatioT estimates mean(other)/mean(base) with a t interval on the
// logarithm of the ratio. Its variance comes from the delta method,
//
//	s₁²/(n₁ m₁²) + s₂²/(n₂ m₂²),
//
// and its degrees of freedom from Satterthwaite's formula (1946) on these
// relative variances. From 3 runs a side it covers 95 to 96 % where a
// bootstrap covers 80 to 87 %. It inverts when the sides are swapped, and
// does not depend on the unit.
func LogRatioT(base, other []float64, confidence float64) Estimate {
	r := newRatio(base, other)
	return r.estimate(withConfidence(confidence))
}

// RatioBCa estimates mean(other)/mean(base) with the bias-corrected and accelerated
// bootstrap interval (Efron 1987; Davison & Hinkley 1997, section 5.3): 10,000
// resamples of each side, with the acceleration of the jackknife centred at its own
// mean. The bootstrap is seeded: the same data give the same interval on any
// machine, in any order of the runs, and the inverse one when the sides are swapped.
func RatioBCa(base, other []float64, confidence float64) Estimate {
	r := newRatio(base, other)
	r.bootstrap(base, other)
	return r.estimate(withConfidence(confidence))
}

// ratio is a ratio of two means with what is known of its error.
type ratio struct {
	value  parse.Num  // other/base
	log    float64    // of value, where se is known
	se, df float64    // of log: standard error and its degrees of freedom; df 0 and se 0 for constant samples
	known  bool       // whether se is known
	n      int        // runs of both sides
	fewest int        // runs of the side that has fewer
	cv2    [2]float64 // squared coefficient of variation of the runs, base and other
	boot   *bca       // from bcaFrom runs a side
	step   bool       // both sides constant, and one step of a histogram's grid apart: it may be rounding
	note   []Note     // why a part is missing
}

// ratioOf chooses the method by the number of runs.
func ratioOf(base, other []float64) ratio {
	r := newRatio(base, other)
	if min(len(base), len(other)) >= bcaFrom {
		r.bootstrap(base, other)
	}
	return r
}

// mostRatio is the largest ratio (and its inverse the smallest) that is taken for one: beyond
// it, sums and squares of ratios leave the range of numbers.
const mostRatio = 1e100

func newRatio(base, other []float64) ratio {
	r := ratio{n: len(base) + len(other), fewest: min(len(base), len(other))}
	switch {
	case len(base) == 0 || len(other) == 0:
		r.note = notes("note.no-value")
		return r
	case !finite(base...) || !finite(other...):
		r.note = notes("note.not-finite")
		return r
	}
	mb, sb := meanSD(base)
	mo, so := meanSD(other)
	switch {
	case mb == 0:
		r.note = notes("note.zero-base")
		return r
	case mb < 0 || mo < 0:
		r.note = notes("note.negative")
		return r
	}
	if q := mo / mb; mo != 0 && !(q > 1/mostRatio && q < mostRatio) {
		r.note = notes("note.out-of-range")
		return r
	}
	r.value = parse.Some(mo / mb)
	switch {
	case mo == 0:
		r.note = notes("note.zero-other")
	case len(base) == 1 && len(other) == 1:
		r.note = notes("note.one-run")
	case len(base) == 1 || len(other) == 1:
		r.note = notes("note.one-run-side")
	default:
		r.cv2 = [2]float64{(sb / mb) * (sb / mb), (so / mo) * (so / mo)}
		vb, vo := r.cv2[0]/float64(len(base)), r.cv2[1]/float64(len(other))
		r.known, r.log = true, math.Log(r.value.V)
		r.se = math.Sqrt(vb + vo)
		r.df = satterthwaite([]float64{vb, vo}, []float64{float64(len(base) - 1), float64(len(other) - 1)})
		if r.se == 0 {
			r.note = notes("note.constant")
		}
	}
	return r
}

// interval returns the ends of the logarithm's interval.
func (r ratio) interval(confidence float64) (lo, hi float64) {
	switch {
	case r.boot != nil:
		return r.boot.interval(confidence)
	case r.se == 0:
		return r.log, r.log
	}
	half := tQuantile(confidence, r.df) * r.se
	return r.log - half, r.log + half
}

// upper returns the one-sided p value of "the logarithm is at most at".
func (r ratio) upper(at float64) float64 {
	switch {
	case r.boot != nil:
		return r.boot.below(at)
	case r.se > 0:
		return tUpper((r.log-at)/r.se, r.df)
	case r.log > at:
		return 0
	default:
		return 1
	}
}

// lower returns the one-sided p value of "the logarithm is at least at".
func (r ratio) lower(at float64) float64 {
	switch {
	case r.boot != nil || r.se > 0:
		return 1 - r.upper(at)
	case r.log < at:
		return 0
	default:
		return 1
	}
}

// pDiffer is the two-sided p value of ratio = 1; it is below 1 − confidence
// just when the interval excludes 1.
func (r ratio) pDiffer() float64 { return r.pDifferFrom(0) }

// pDifferFrom is the two-sided p value of "the logarithm is at".
func (r ratio) pDifferFrom(at float64) float64 { return min(1, 2*min(r.upper(at), r.lower(at))) }

// pEquivalent is the p value of the ratio lying outside the margin (two
// one-sided tests, Schuirmann 1987), on the scale of the two-sided interval: it is below
// 1 − confidence just when the interval lies inside the margin.
func (r ratio) pEquivalent(margin float64) float64 {
	m := math.Log1p(margin)
	return min(1, 2*max(r.upper(-m), r.lower(m)))
}

func (r ratio) estimate(confidence float64) Estimate {
	confidence = withConfidence(confidence)
	e := Estimate{Value: r.value, Confidence: confidence, N: r.n, Notes: r.note}
	if r.known {
		lo, hi := r.interval(confidence)
		e.Low, e.High = parse.Some(math.Exp(lo)), parse.Some(math.Exp(hi))
		if e.HasInterval() {
			e.Method = "method.log-ratio-t"
			if r.boot != nil {
				e.Method = "method.bca"
			}
		} else {
			e.Low, e.High = parse.Num{}, parse.Num{}
			e.Notes = append(e.Notes[:len(e.Notes):len(e.Notes)], Note{Code: "note.unbounded"})
		}
	}
	return e
}

// combine returns the estimate of exp(Σ wᵢ·log rᵢ) for independent ratios, with the
// Satterthwaite degrees of freedom; known only where every error is.
func combine(rs []ratio, weights []float64) ratio {
	c := ratio{known: len(rs) > 0}
	vs, dfs := make([]float64, len(rs)), make([]float64, len(rs))
	var log float64
	for i, r := range rs {
		if !r.value.OK || r.value.V <= 0 {
			return ratio{note: notes("note.no-value")}
		}
		log += weights[i] * math.Log(r.value.V)
		vs[i], dfs[i] = weights[i]*weights[i]*r.se*r.se, r.df
		c.n += r.n
		c.known = c.known && r.known
	}
	c.value = parse.Some(math.Exp(log))
	if c.known {
		c.log = log
		c.setError(vs, dfs)
		c.step = c.se == 0 && !slices.ContainsFunc(rs, func(r ratio) bool { return !r.step && r.log != 0 })
	}
	return c
}

// setError sets the error from independent variances of the logarithm and their degrees of freedom.
func (r *ratio) setError(variances, dfs []float64) {
	var sum float64
	for _, v := range variances {
		sum += v
	}
	r.se, r.df, r.note = math.Sqrt(sum), satterthwaite(variances, dfs), nil
	if r.se == 0 {
		r.note = notes("note.constant")
	}
}
