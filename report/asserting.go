package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// Asserting calls print the bare magnitude and fail where the data point the other way.

func (r *run) higher(args ...any) (*result, error) { return r.assert("higher", args, +1, false) }

func (r *run) lower(args ...any) (*result, error) { return r.assert("lower", args, -1, false) }

func (r *run) better(args ...any) (*result, error) { return r.assert("better", args, +1, true) }

func (r *run) worse(args ...any) (*result, error) { return r.assert("worse", args, -1, true) }

// cheaper is lower "cost": cheaper "x86" vs "Graviton" (at 16).
func (r *run) cheaper(args ...any) (*result, error) {
	return r.assert("cheaper", append([]any{costMetric}, args...), -1, false)
}

func (r *run) assert(name string, args []any, sign float64, quality bool) (*result, error) {
	d, q, err := r.compare(name, args)
	if err != nil {
		return nil, err
	}
	if d.overall == nil && len(d.levels) > 1 && len(q.levels) == 0 {
		return nil, fail("%s: over %d levels; say which figure: mean, median, geomean, best, worst, (at 16) or (at 96 128)", name, len(d.levels))
	}
	if quality {
		sign *= float64(d.better)
	}
	var wrong *callError
	var parts []amount
	for _, a := range d.shown() {
		lo, hi := d.bounds(a)
		size := amount{v: math.Abs(a.v), confidence: a.confidence, threads: a.threads}
		if a.low.OK && a.high.OK {
			size.low, size.high = a.low, a.high
			if a.v < 0 {
				size.low, size.high = negative(a.high), negative(a.low)
			}
		}
		parts = append(parts, size)
		if r.swap {
			continue
		}
		is := lang.Percent("en", math.Abs(a.v))
		switch zero := strings.Trim(is, "0.% ") == ""; {
		case zero:
			wrong = r.contradiction(name, q, d, a, "there is no difference", "use close")
		case a.v*sign < 0:
			wrong = r.contradiction(name, q, d, a, "it is "+is+" "+direction(a.v), r.rather(name, d, a))
		case lo.OK && hi.OK && lo.V <= 0 && hi.V >= 0:
			wrong = r.contradiction(name, q, d, a, fmt.Sprintf("it is %s, but the interval from %s to %s holds no difference as well",
				lang.Delta("en", a.v), lang.Delta("en", lo.V), lang.Delta("en", hi.V)), "use delta or verdict, or measure more repeats")
		case !r.settled(d, a, true):
			wrong = r.contradiction(name, q, d, a, fmt.Sprintf("it is %s, but the verdict is inconclusive after the adjustment over the levels",
				lang.Delta("en", a.v)), "use delta or verdict, or measure more repeats")
		}
	}
	if wrong != nil && !r.claim {
		return nil, wrong
	}
	res := r.result(d, parts, false)
	if wrong != nil { // the claim's reader sees which way it is
		res = r.result(d, d.shown(), true)
	}
	res.wrong = wrong
	if q.stat == best || q.stat == worst {
		res.where = lang.Text(r.l, "report.at", d.overall.threads)
	}
	return res, nil
}

// bounds is the interval that a statement about a number must respect: its own, or that
// of the measurement over the levels.
func (d *deltas) bounds(a amount) (low, high parse.Num) {
	if d.overall != nil && !a.low.OK {
		return d.measured.Low, d.measured.High
	}
	return a.low, a.high
}

// settled reports whether the measurement allows a statement about a number of a
// comparison: that there is a difference, or that there is none. Of a level it is the verdict
// of the tables that counts, which is adjusted over all levels. Without repeats there is
// no verdict, and nothing speaks against it.
func (r *run) settled(d *deltas, a amount, differ bool) bool {
	switch {
	case d.comparison == nil:
		return true
	case a.threads > 0:
		l := r.judged(d, a.threads)
		return l == nil || l.Verdict != analysis.Inconclusive && !(differ && l.P.OK && l.P.V >= 1-r.n.confidence())
	default:
		return !d.measured.HasInterval() || d.comparison.Overall.Verdict != analysis.Inconclusive
	}
}

// judged is a level of a comparison with its verdict, adjusted over all levels.
func (r *run) judged(d *deltas, threads int) *analysis.LevelDelta {
	whole, err := r.compared(d.base, d.other, d.comparison.Metric, nil)
	if err != nil {
		return nil
	}
	for i := range whole.Levels {
		if l := &whole.Levels[i]; l.Threads == threads {
			return l
		}
	}
	return nil
}

func direction(v float64) string {
	if v < 0 {
		return "lower"
	}
	return "higher"
}

// contradiction words the error of an asserting call.
func (r *run) contradiction(name string, q *query, d *deltas, a amount, is, hint string) *callError {
	where := "as a whole"
	switch n := len(d.levels); {
	case a.threads > 0:
		where = nThreads(a.threads)
	case d.metric == priceMetric:
		where = "an hour"
	case q.focus:
		where = fmt.Sprintf("%s of the %d levels in %s", q.stat, n, r.n.Focus)
	case n == 1:
		where = "the one common level"
	case n > 0:
		where = fmt.Sprintf("%s of %d levels", q.stat, n)
	}
	return &callError{
		msg:          fmt.Sprintf("%s %q %s vs %s, %s: %s.", name, d.metric, d.other.Name, d.base.Name, where, is),
		hint:         hint,
		contradicted: true,
	}
}

// rather is the call that would be true.
func (r *run) rather(name string, d *deltas, a amount) string {
	true_ := map[string]string{"higher": "lower", "lower": "higher", "better": "worse", "worse": "better", "cheaper": "higher \"cost\""}[name]
	if r.near(a.v) {
		return fmt.Sprintf("use %s, or close (margin %s)", true_, percentOf(r.n.margin()))
	}
	return "use " + true_
}

// printPercentOf writes a percentage that a person chose with the digits it was given.
func printPercentOf(l string, v float64) string {
	if l == "zh" {
		return strings.ReplaceAll(percentOf(v), " ", "")
	}
	return percentOf(v)
}

func percentOf(v float64) string { return trimNumber(math.Round(1e6*v)/1e4) + " %" }

// near reports whether a delta lies within the margin, which is the same from either base.
func (r *run) near(delta float64) bool {
	ratio := 1 + delta
	m := 1 + r.n.margin()
	return ratio <= m && ratio >= 1/m
}

// close says that two systems are about equal, at each level that it names.
func (r *run) close(args ...any) (*result, error) {
	d, q, err := r.compare("close", args)
	if err != nil {
		return nil, err
	}
	parts := d.shown()
	largest := 0.0
	var wrong *callError
	for _, a := range parts {
		largest = max(largest, math.Abs(a.v))
		low, high := d.bounds(a)
		switch {
		case !r.near(a.v):
			if wrong == nil {
				is := lang.Percent("en", math.Abs(a.v)) + " " + direction(a.v)
				wrong = r.contradiction("close", q, d, a, "it is "+is, fmt.Sprintf("use %s, or a wider margin than %s in the head", direction(a.v), percentOf(r.n.margin())))
			}
		case low.OK && high.OK && !(r.near(low.V) && r.near(high.V)) && wrong == nil:
			wrong = r.contradiction("close", q, d, a, fmt.Sprintf("the interval from %s to %s reaches beyond the margin of %s",
				lang.Delta("en", low.V), lang.Delta("en", high.V), percentOf(r.n.margin())), "use delta, or measure more repeats")
		case !r.settled(d, a, false) && wrong == nil:
			wrong = r.contradiction("close", q, d, a, "the verdict is inconclusive after the adjustment over the levels", "use delta, or measure more repeats")
		}
	}
	if wrong != nil && !r.claim {
		return nil, wrong
	}
	res := r.result(d, parts, true)
	res.wrong = wrong
	if r.claim {
		res.kind = statement
		return res, nil
	}
	// "within 1.0 %" must be true: the bound is rounded up.
	up := math.Ceil(1000*largest-1e-9) / 1000
	res.parts = []amount{{v: up}}
	res.signed, res.print, res.phrase = false, printPercent, "report.within"
	return res, nil
}
