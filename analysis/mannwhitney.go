package analysis

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/sbstat/sbstat/parse"
)

// mostExact is the largest product of the smaller sample's size and that of both together for which
// the exact distribution is worked out; the work grows with its square.
const mostExact = 5000

// MannWhitney returns U of x against y (the number of pairs in which x is
// greater, ties counting half) and the two-sided p value (Mann & Whitney 1947). The
// p value is exact, over all ways to divide the pooled values, ties included (as R
// coin::wilcox_test, exact): the share of divisions whose U lies as far from its mean. Where the size of the
// smaller side times that of both together is beyond 5,000 (50 a side, 4 beside 1,246), it is the normal approximation with continuity and tie
// correction (as R wilcox.test). p is absent where a side is empty or a value is no
// finite number. Below 4 a side p cannot be small: at 3 + 3 not below 0.10.
func MannWhitney(x, y []float64) (u float64, p parse.Num) {
	if len(x) == 0 || len(y) == 0 || !finite(x...) || !finite(y...) {
		return 0, parse.Num{}
	}
	ranks, ties := doubledRanks(x, y)
	nx, ny := len(x), len(y)
	sum := 0
	for _, r := range ranks[:nx] {
		sum += r
	}
	u = float64(sum)/2 - float64(nx*(nx+1))/2
	if fewer := min(nx, ny); fewer*(nx+ny) <= mostExact {
		if fewer < nx { // the smaller side's ranks say the same
			sum = 0
			for _, r := range ranks[nx:] {
				sum += r
			}
		}
		return u, parse.Some(exactRankP(ranks, fewer, sum))
	}
	n := float64(nx + ny)
	prod := float64(nx) * float64(ny)
	sd := math.Sqrt(prod / 12 * (n + 1 - ties/(n*(n-1))))
	if sd == 0 {
		return u, parse.Some(1)
	}
	z := max(0, math.Abs(u-prod/2)-0.5) / sd
	return u, parse.Some(min(1, 2*distuv.UnitNormal.CDF(-z)))
}

// doubledRanks returns twice the mid-ranks of x and y in the pooled sample (whole
// numbers), and Σ(t³ − t) over the ties.
func doubledRanks(x, y []float64) (ranks []int, ties float64) {
	pool := slices.Concat(x, y)
	order := make([]int, len(pool))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		switch {
		case pool[a] < pool[b]:
			return -1
		case pool[a] > pool[b]:
			return 1
		}
		return 0
	})
	ranks = make([]int, len(pool))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && pool[order[j]] == pool[order[i]] {
			j++
		}
		for _, k := range order[i:j] {
			ranks[k] = i + 1 + j // (first + last rank)
		}
		t := float64(j - i)
		ties += t*t*t - t
		i = j
	}
	return ranks, ties
}

// exactRankP counts, by dynamic programming over the values, the subsets of
// size n by their rank sum, and returns the share that lies at least as far from the
// mean as sum.
func exactRankP(ranks []int, n, sum int) float64 {
	total, highest := 0, slices.Max(ranks)
	for _, r := range ranks {
		total += r
	}
	ways := make([][]float64, n+1) // ways[k][s]: subsets of k values with doubled rank sum s
	for k := range ways {
		ways[k] = make([]float64, k*highest+1)
	}
	ways[0][0] = 1
	reached := 0 // the largest sum so far
	for i, r := range ranks {
		reached += r
		for k := min(i+1, n); k >= 1; k-- {
			to, from := ways[k], ways[k-1]
			for s := min(reached, len(from)-1+r); s >= r; s-- {
				to[s] += from[s-r]
			}
		}
	}
	// Compare s·N with n·total: whole numbers, no rounding.
	far := abs(sum*len(ranks) - n*total)
	var hits, all float64
	for s, w := range ways[n] {
		all += w
		if abs(s*len(ranks)-n*total) >= far {
			hits += w
		}
	}
	return hits / all
}

func abs(i int) int { return max(i, -i) }
