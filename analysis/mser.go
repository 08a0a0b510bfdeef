package analysis

import "math"

// MSER5 proposes how many values at the start of x to leave out as warm-up:
// the marginal standard error rule on means of five (White 1997; White, Cobb & Spratt
// 2000), which minimises the standard error of the mean of what remains. Only cuts
// within the first half count. ok is false where x has fewer than 50 values
// or where the rule would cut more than half: the series has not settled, and no cut
// helps.
func MSER5(x []float64) (cut int, ok bool) {
	const batch, least = 5, 50
	if len(x) < least || !finite(x...) {
		return 0, false
	}
	k := len(x) / batch
	y := make([]float64, k)
	for i := range y {
		y[i] = mean(x[i*batch : (i+1)*batch])
	}
	// From the end: running mean and sum of squares of y[d:] (Welford 1962).
	best, at := math.Inf(1), 0
	var m, ss float64
	for d := k - 1; d >= 0; d-- {
		n := float64(k - d)
		delta := y[d] - m
		m += delta / n
		ss += delta * (y[d] - m)
		if d <= k-batch { // a handful of batches says nothing
			if mser := ss / (n * n); mser <= best {
				best, at = mser, d
			}
		}
	}
	if at > k/2 {
		return 0, false
	}
	return at * batch, true
}

// warmup proposes a cut as MSER5 does, without the values of stalls: a stall in the
// steady part of a run would else draw the cut behind it.
func warmup(x []float64) (cut int, ok bool) {
	if len(x) == 0 {
		return 0, false
	}
	limit := stallShare * median(x)
	if limit <= 0 { // no usual rate to fall from
		return MSER5(x)
	}
	var kept []float64
	var at []int // where each stands in x
	for i, v := range x {
		if v > limit {
			kept, at = append(kept, v), append(at, i)
		}
	}
	if cut, ok = MSER5(kept); !ok || cut == 0 {
		return 0, ok
	}
	return at[cut-1] + 1, true
}
