package analysis

import "github.com/sbstat/sbstat/parse"

// Ranked is one system's place among several.
type Ranked struct {
	System string
	Rank   int      // 1 is best; systems whose intervals overlap share a rank
	Value  Estimate // geometric mean over the levels that all systems have, in the metric's unit
	Behind []string // systems of the same rank that are clearly better all the same: overlap is not transitive
}

// Ranking ranks systems in one metric, best first, over the levels that all of
// them have (opts.Levels narrows them).
func Ranking(sweeps []*Sweep, m parse.Metric, opts CompareOptions) ([]Ranked, error) { return nil, nil }
