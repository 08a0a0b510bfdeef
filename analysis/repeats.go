package analysis

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/stat/distuv"
)

// mostRepeats is the number of repeats beyond which no advice is given.
const mostRepeats = 1000

// repeatsNeeded returns the repeats a side after which a comparison would
// likely (with a power of 80 %) be settled, if the ratio and the scatter of the runs stay as they
// are: the smallest n for which
//
//	(t₁₋α⁄₂ + t₀.₈) · se(n)
//
// is below the distance of the ratio's logarithm from 0, or from the margin (the usual
// sample-size formula, on the scale of the interval). 0: more than 1,000, or unknown.
func (r ratio) repeatsNeeded(alpha, margin float64) int {
	if !r.known || r.se == 0 {
		return 0
	}
	c1, c2 := r.cv2[0], r.cv2[1]
	distance := max(math.Abs(r.log), math.Log1p(margin)-math.Abs(r.log))
	settled := func(n int) bool {
		m := float64(n)
		t := distuv.StudentsT{Sigma: 1, Nu: satterthwaite([]float64{c1 / m, c2 / m}, []float64{m - 1, m - 1})}
		return (t.Quantile(1-alpha/2)+t.Quantile(0.8))*math.Sqrt((c1+c2)/m) <= distance
	}
	least := r.fewest + 1
	if least > mostRepeats || !settled(mostRepeats) {
		return 0
	}
	return least + sort.Search(mostRepeats-least, func(i int) bool { return settled(least + i) })
}
