package analysis

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/stat/distuv"
)

// mostRepeats is the number of repeats beyond which no advice is given.
const mostRepeats = 1000

// power is the probability with which a comparison that is called likely settled is settled.
const power = 0.8

// repeatsNeeded returns the repeats a side after which a comparison would
// likely (with a power of 80 %) be settled, if the ratio and the scatter of the runs stay as they
// are. With the standard error se(n), the ratio's logarithm θ and the margin's M, these are the smallest n for
// which a difference is found,
//
//	P(T < |θ|/se − t₁₋α⁄₂) ≥ 0.8,
//
// or for which both ends of the interval lie inside the margin (Schuirmann 1987),
//
//	P(T < (M − θ)/se − t₁₋α⁄₂) + P(T < (M + θ)/se − t₁₋α⁄₂) − 1 ≥ 0.8,
//
// which at θ = 0 takes t₀.₉ on each side, not t₀.₈. 0: more than 1,000, or unknown.
func (r ratio) repeatsNeeded(alpha, margin float64) int {
	if !r.known || r.se == 0 {
		return 0
	}
	c1, c2 := r.cv2[0], r.cv2[1]
	theta, m := math.Abs(r.log), math.Log1p(margin)
	settled := func(n int) bool {
		k := float64(n)
		t := distuv.StudentsT{Sigma: 1, Nu: satterthwaite([]float64{c1 / k, c2 / k}, []float64{k - 1, k - 1})}
		se, half := math.Sqrt((c1+c2)/k), t.Quantile(1-alpha/2)
		differ := t.CDF(theta/se - half)
		equal := t.CDF((m-theta)/se-half) + t.CDF((m+theta)/se-half) - 1
		return max(differ, equal) >= power
	}
	least := r.fewest + 1
	if least > mostRepeats || !settled(mostRepeats) {
		return 0
	}
	return least + sort.Search(mostRepeats-least, func(i int) bool { return settled(least + i) })
}
