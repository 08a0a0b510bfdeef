package analysis

import "github.com/sbstat/sbstat/parse"

// Sweep is one system's runs over its levels.
type Sweep struct {
	System string  // the runs' system; callers may rename it
	Levels []Level // ascending by threads, each thread count once
}

// Level holds the repeats of one system at one thread count.
type Level struct {
	Threads int
	Runs    []*parse.Run // usable, distinct runs in input order
	Failed  []*parse.Run // failed and empty runs: kept, never used as zeros
	Copies  []*parse.Run // exact copies of a run in Runs: the same measurement, not another sample
}

// Sweeps groups runs by system, in the order in which the systems first appear.
// It neither sorts nor changes its argument.
func Sweeps(runs []*parse.Run) []*Sweep { return nil }

// Find returns the sweep that the selector names: its exact system name, or a
// case-insensitive substring that only one system has. The error lists the systems.
func Find(sweeps []*Sweep, selector string) (*Sweep, error) { return nil, nil }

// ShortNames shortens captions to what tells them apart, for table heads and
// legends: "AWS RDS Graviton（db.m6g.xlarge…)" and "AWS x86实例（…）" become
// "Graviton" and "x86". Names that cannot be shortened and stay distinct are kept.
func ShortNames(systems []string) []string { return nil }

// Level returns the level with the given thread count, nil if there is none.
func (s *Sweep) Level(threads int) *Level { return nil }

// Metrics returns the metrics that at least one usable run has, in the order
// tps qps eps iops mibps tpmc avg percentiles… err.
func (s *Sweep) Metrics() []parse.Metric { return nil }

// Values returns the runs' values of a metric, leaving out runs that lack it.
func (l *Level) Values(m parse.Metric) []float64 { return nil }

// Mean returns the mean over the repeats with its t interval (absent for one
// run); Value is absent where no run has the metric.
func (l *Level) Mean(m parse.Metric, confidence float64) Estimate { return Estimate{} }
