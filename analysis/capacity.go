package analysis

import "github.com/sbstat/sbstat/parse"

// Capacity is the throughput up to which a latency limit holds.
type Capacity struct {
	System       string
	SLO          SLO
	TPS          Estimate  // interpolated log–log between the two levels; absent where the limit is never met or never reached: Notes says which
	Threads      parse.Num // interpolated in the same way
	Below, Above int       // the last level within the limit and the next one; 0 where there is none
	Exceeded     []int     // levels below Below that exceed the limit: the latency is not monotone; shown, not smoothed
	Notes        []Note
}

// CapacityAt finds the capacity of a sweep under a latency limit. It never
// extrapolates: where the highest level still meets the limit, TPS is that level's and a
// note says that it is at least this.
func CapacityAt(s *Sweep, slo SLO) (*Capacity, error) { return nil, nil }
