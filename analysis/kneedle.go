package analysis

import (
	"slices"

	"github.com/sbstat/sbstat/parse"
)

// Kneedle finds the knee of a concave rising curve, the x from which more of
// it brings little (Satopää, Albrecht, Irwin & Raghavan 2011, offline, sensitivity 1,
// no smoothing). x need not be sorted. It is absent for fewer than three points, a curve
// that does not rise, and one that bends nowhere.
func Kneedle(x, y []float64) parse.Num {
	if len(x) != len(y) || len(x) < 3 || !finite(x...) || !finite(y...) {
		return parse.Num{}
	}
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case x[a] < x[b]:
			return -1
		case x[a] > x[b]:
			return 1
		}
		return 0
	})
	xs, ys := make([]float64, len(x)), make([]float64, len(x))
	for i, k := range order {
		xs[i], ys[i] = x[k], y[k]
	}
	x0, xr := xs[0], xs[len(xs)-1]-xs[0]
	y0, yr := slices.Min(ys), slices.Max(ys)-slices.Min(ys)
	if xr <= 0 || yr <= 0 {
		return parse.Num{}
	}
	// The difference curve of the curve scaled to the unit square; its local
	// maxima are candidates, and one is a knee once the curve falls below its threshold
	// before the next candidate.
	d := make([]float64, len(xs))
	for i := range d {
		d[i] = (ys[i]-y0)/yr - (xs[i]-x0)/xr
	}
	step := 1 / float64(len(xs)-1) // mean distance of the scaled x
	candidate := -1
	for i := 1; i < len(d)-1; i++ {
		if d[i] > 0 && d[i] >= d[i-1] && d[i] > d[i+1] {
			candidate = i
		}
		if candidate >= 0 && d[i+1] < d[candidate]-step {
			return parse.Some(xs[candidate])
		}
	}
	return parse.Num{}
}
