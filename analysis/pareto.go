package analysis

import "fmt"

// Pareto reports, for each cost, whether it lies on the Pareto front of price
// against throughput: no other system gives at least as much for at most the
// same price, and more of one of them. Two currencies are an error.
func Pareto(costs []Cost) ([]bool, error) {
	front := make([]bool, len(costs))
	for i, c := range costs {
		if c.Currency != costs[0].Currency {
			return nil, fmt.Errorf("%q is priced in %s and %q in %s; convert one of them", costs[0].System, costs[0].Currency, c.System, c.Currency)
		}
		front[i] = true
		for _, o := range costs {
			if o.Hourly <= c.Hourly && o.TPS.Value.V >= c.TPS.Value.V && (o.Hourly < c.Hourly || o.TPS.Value.V > c.TPS.Value.V) {
				front[i] = false
			}
		}
	}
	return front, nil
}
