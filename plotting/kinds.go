package plotting

import (
	"errors"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

// Kind is a kind of figure: Name is what the command line calls it.
type Kind struct {
	Name string
	Line string // what it shows, in English
}

// In returns the line in a language of the catalogue: "en" or "zh".
func (k Kind) In(lang string) string { return k.Line }

// Kinds lists the kinds of figures.
func Kinds() []Kind {
	return []Kind{
		{"throughput", "throughput over threads, with repeats and their intervals"},
		{"latency", "average and percentile latency over threads"},
		{"hockey", "latency against throughput: the hockey stick"},
		{"delta", "how much higher or lower at each level, with the equivalence band"},
		{"cost", "what 1000 TPS cost an hour, by level"},
		{"pareto", "price against capacity, with the Pareto front"},
		{"scaling", "the Universal Scalability Law fitted, with its peak"},
		{"timeline", "TPS and latency within runs, warm-up and stalls shaded"},
		{"histogram", "latency histogram of --histogram runs"},
		{"cdf", "cumulative latency distribution of --histogram runs"},
		{"overhead", "milliseconds added to a transaction, by level"},
		{"multiples", "small multiples: a panel a system, or a panel a metric"},
	}
}

// Throughput draws TPS (or the first throughput metric the sweeps have) over
// threads: repeats as dots, their mean as the line, its interval as a bar.
func Throughput(sweeps []*analysis.Sweep, opts Options) (*Figure, error) {
	return nil, errors.ErrUnsupported
}

// Latency draws average and percentile latency over threads, in milliseconds.
// The axis is logarithmic where the values span more than a decade.
func Latency(sweeps []*analysis.Sweep, opts Options) (*Figure, error) {
	return nil, errors.ErrUnsupported
}

// Metric draws any one metric over threads.
func Metric(sweeps []*analysis.Sweep, m parse.Metric, opts Options) (*Figure, error) {
	return nil, errors.ErrUnsupported
}

// Hockey draws a latency metric against throughput, one point a level. The zero
// Metric takes the highest percentile that all sweeps have, else the average.
func Hockey(sweeps []*analysis.Sweep, m parse.Metric, opts Options) (*Figure, error) {
	return nil, errors.ErrUnsupported
}

// Delta draws the deltas of a comparison by level, with their intervals and
// the equivalence band.
func Delta(c *analysis.Comparison, opts Options) (*Figure, error) {
	return nil, errors.ErrUnsupported
}

// Cost draws the cost per 1000 TPS by level, one group of bars a level. Two
// currencies are an error.
func Cost(costs []analysis.Cost, opts Options) (*Figure, error) {
	return nil, errors.ErrUnsupported
}

// Pareto draws the price an hour against the throughput that it buys, one point
// a cost, with the front of those that no other beats in both.
func Pareto(costs []analysis.Cost, opts Options) (*Figure, error) {
	return nil, errors.ErrUnsupported
}

// Scaling draws the Universal Scalability Law fitted to each sweep, with its peak
// and the peak's interval. A sweep that cannot be fitted is drawn without, and
// a note says why.
func Scaling(sweeps []*analysis.Sweep, opts Options) (*Figure, error) {
	return nil, errors.ErrUnsupported
}

// Timeline draws the interval lines of runs, throughput above latency. With one
// run, warm-up and stalls are shaded; several runs are laid over each other.
func Timeline(runs []*parse.Run, opts Options) (*Figure, error) {
	return nil, errors.ErrUnsupported
}

// Histogram draws the latency histograms of runs on a logarithmic axis, in
// percent of the transactions.
func Histogram(runs []*parse.Run, opts Options) (*Figure, error) {
	return nil, errors.ErrUnsupported
}

// CDF draws the cumulative latency distributions of runs' histograms.
func CDF(runs []*parse.Run, opts Options) (*Figure, error) {
	return nil, errors.ErrUnsupported
}

// Overhead draws the milliseconds added to a transaction by level, and the
// throughput lost.
func Overhead(o *analysis.Overhead, opts Options) (*Figure, error) {
	return nil, errors.ErrUnsupported
}

// Multiples draws small multiples with shared axes: a panel a metric with all
// systems where several metrics are given, a panel a system (the others in grey
// behind it) where one is.
func Multiples(sweeps []*analysis.Sweep, metrics []parse.Metric, opts Options) (*Figure, error) {
	return nil, errors.ErrUnsupported
}
