package analysis

import "slices"

// Holm adjusts p values for multiple comparisons (Holm 1979; as R p.adjust): the
// chance of even one wrong rejection stays below the level at which they are
// read. The result stands in the order of p.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case p[a] < p[b]:
			return -1
		case p[a] > p[b]:
			return 1
		}
		return 0
	})
	adjusted := make([]float64, len(p))
	least := 0.0
	for i, k := range order {
		least = max(least, min(1, float64(len(p)-i)*p[k]))
		adjusted[k] = least
	}
	return adjusted
}
