package analysis

import (
	"fmt"
	"math"
	"slices"

	"github.com/sbstat/sbstat/parse"
)

// Ranked is one system's place among several.
type Ranked struct {
	System string
	Rank   int      // 1 is best; systems whose intervals overlap share a rank
	Value  Estimate // geometric mean over the levels that all systems have, in the metric's unit
	Behind []string // systems of the same rank that are clearly better all the same, by intervals of both: overlap is not transitive
}

// Ranking ranks systems in one metric, best first, over the levels that all of
// them have (opts.Levels narrows them). Systems whose intervals overlap share a rank, and so do
// those that only others link. Where a system has one run a level there is no
// interval: its rank is the order of the values, and a note says so. The intervals are each
// system's own: that two overlap does not prove that they are equal.
func Ranking(sweeps []*Sweep, m parse.Metric, opts CompareOptions) ([]Ranked, error) {
	opts, err := opts.withDefaults()
	if err != nil {
		return nil, err
	}
	if len(sweeps) == 0 {
		return nil, fmt.Errorf("no system to rank")
	}
	var common []int
	listing := ""
	for i, s := range sweeps {
		ts := slices.DeleteFunc(s.threads(m), func(t int) bool { return !opts.Levels.Contains(t) })
		listing += fmt.Sprintf("; %q has %s", s.System, levelList(ts))
		if i == 0 {
			common = ts
		}
		common = slices.DeleteFunc(common, func(t int) bool { return !slices.Contains(ts, t) })
	}
	if len(common) == 0 {
		return nil, fmt.Errorf("no level with %s that all systems have: %s", m.Name, listing[2:])
	}
	var ranked []Ranked
	for _, s := range sweeps {
		var means []ratio
		var levels []*Level
		for _, t := range common {
			levels = append(levels, s.Level(t))
			means = append(means, meanAsRatio(s.Level(t).Values(m)))
		}
		r, how := combineRepeats(means, m, levels)
		if !(r.value.OK && r.value.V > 0) {
			return nil, fmt.Errorf("%q has a %s of zero or below, which no geometric mean takes in", s.System, m.Name)
		}
		if !r.known {
			r.note = notes("note.order-only")
		}
		e := r.estimate(opts.Confidence)
		if e.HasInterval() {
			e.Method = "method.log-t"
			if len(common) > 1 {
				e.Method = how.method("method.measured")
			}
		}
		ranked = append(ranked, Ranked{System: s.System, Value: e})
	}
	sign := float64(m.Better)
	slices.SortStableFunc(ranked, func(a, b Ranked) int {
		switch d := sign * (b.Value.Value.V - a.Value.Value.V); {
		case d > 0:
			return 1
		case d < 0:
			return -1
		}
		return 0
	})
	place(ranked, sign)
	return ranked, nil
}

// ends returns the interval of a ranked value on a scale where more is better.
func (r Ranked) ends(sign float64) (worst, best float64) {
	lo, hi := r.Value.Value.V, r.Value.Value.V
	if r.Value.HasInterval() {
		lo, hi = r.Value.Low.V, r.Value.High.V
	}
	return min(sign*lo, sign*hi), max(sign*lo, sign*hi)
}

// place sets the ranks of a list sorted best first: a group goes on as long as one of
// the systems still to come reaches into it.
func place(ranked []Ranked, sign float64) {
	for from := 0; from < len(ranked); {
		to, floor := from+1, math.Inf(1)
		for i := from; i < to; i++ {
			worst, _ := ranked[i].ends(sign)
			floor = min(floor, worst)
			for j := to; j < len(ranked); j++ {
				if _, best := ranked[j].ends(sign); best >= floor {
					to = j + 1
				}
			}
		}
		for i := from; i < to; i++ {
			ranked[i].Rank = from + 1
			_, best := ranked[i].ends(sign)
			for j := from; j < to; j++ {
				if !ranked[i].Value.HasInterval() || !ranked[j].Value.HasInterval() {
					continue // without repeats nothing is clear
				}
				if worst, _ := ranked[j].ends(sign); worst > best {
					ranked[i].Behind = append(ranked[i].Behind, ranked[j].System)
				}
			}
		}
		from = to
	}
}
