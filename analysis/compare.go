package analysis

import "github.com/sbstat/sbstat/parse"

// CompareOptions steer a comparison. The zero value compares all matched
// levels at 95 % confidence and a margin of 5 %.
type CompareOptions struct {
	Levels     LevelSet // only these; empty: all
	Focus      LevelSet // a part whose overall figures are wanted as well
	Confidence float64  // 0: 0.95
	Margin     float64  // 0: 0.05, the band (1/1.05, 1.05) of the ratio
}

// Comparison sets one system against another in one metric. Every delta is
// other relative to base: other/base − 1, as a fraction.
type Comparison struct {
	Metric      parse.Metric
	Base, Other string // system names
	Levels      []LevelDelta
	Overall     Overall  // over all compared levels
	Focus       *Overall // over the focus range; nil if none was asked for
	OnlyBase    []int    // levels without a partner, or where the metric is absent
	OnlyOther   []int
	Differs     []Difference // settings that differ between the two
	Notes       []Note
	Confidence  float64
	Margin      float64
}

// LevelDelta is the comparison at one level.
type LevelDelta struct {
	Threads     int
	Base, Other Estimate // in the metric's unit
	Delta       Estimate // other/base − 1
	Verdict     Verdict
	P           parse.Num // Holm-adjusted two-sided p of ratio = 1; absent without repeats
	RankP       parse.Num // exact Mann–Whitney p, from 4 runs a side
	MoreRepeats int       // repeats a side that would likely settle an inconclusive level; 0 unknown or not needed
}

// Overall is a comparison over several levels.
type Overall struct {
	N               int       // levels
	Levels          []int     // which
	Mean            float64   // arithmetic mean of the level deltas: what articles give
	Geomean         float64   // geometric mean of the ratios, − 1: the same from either base
	Median          float64   // median of the level deltas
	Min, Max        LevelPick // smallest and largest level delta
	PerDoubling     parse.Num // mean delta at equal weight per doubling of threads: trapezoid over log2 threads
	OtherBaseMean   float64   // mean of base/other − 1: the figure with the other system as base
	OtherBaseMedian float64
	Spread          Estimate // t interval of the level deltas across levels: how levels differ, not measurement error
	Measured        Estimate // geometric mean with the interval of the measurement, from the levels' own intervals; absent without repeats
	Verdict         Verdict
	Notes           []Note
}

// LevelPick is a level and the delta there.
type LevelPick struct {
	Threads int
	Delta   float64
}

// Difference is a setting that two systems do not share.
type Difference struct{ Key, Base, Other string }

// Compare compares two sweeps in one metric over their matched levels. No
// matched level is an error that lists the levels of both.
func Compare(base, other *Sweep, m parse.Metric, opts CompareOptions) (*Comparison, error) {
	return nil, nil
}

// CompareAll compares each of others with base. The p values and verdicts are
// adjusted by Holm over all levels of all systems.
func CompareAll(base *Sweep, others []*Sweep, m parse.Metric, opts CompareOptions) ([]*Comparison, error) {
	return nil, nil
}
