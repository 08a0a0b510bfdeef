package plotting

import (
	"errors"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

// Throughput draws TPS (or the first throughput metric the sweeps have) over threads.
func Throughput(sweeps []*analysis.Sweep, opts Options) (*Figure, error) {
	return nil, errors.ErrUnsupported
}

// Latency draws average and percentile latency over threads.
func Latency(sweeps []*analysis.Sweep, opts Options) (*Figure, error) {
	return nil, errors.ErrUnsupported
}

// Metric draws any one metric over threads.
func Metric(sweeps []*analysis.Sweep, m parse.Metric, opts Options) (*Figure, error) {
	return nil, errors.ErrUnsupported
}

// Delta draws the deltas of a comparison by level.
func Delta(c *analysis.Comparison, opts Options) (*Figure, error) {
	return nil, errors.ErrUnsupported
}

// Cost draws the cost per 1000 TPS by level, one group of bars a level.
func Cost(costs []analysis.Cost, opts Options) (*Figure, error) {
	return nil, errors.ErrUnsupported
}

// Overhead draws the added milliseconds by level.
func Overhead(o *analysis.Overhead, opts Options) (*Figure, error) {
	return nil, errors.ErrUnsupported
}
