package plotting

import (
	"errors"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// Kind is a kind of figure.
type Kind struct {
	Name string // what the command line calls it
}

// kinds are named after their constructors, in lower case.
var kinds = []string{"throughput", "latency", "hockey", "delta", "cost", "pareto", "scaling", "timeline", "histogram", "cdf", "overhead", "multiples"}

// Kinds lists the kinds of figures.
func Kinds() []Kind {
	var out []Kind
	for _, k := range kinds {
		out = append(out, Kind{k})
	}
	return out
}

// In says in one line what a kind shows, in a language of the catalogue: "en"
// or "zh".
func (k Kind) In(l string) string { return lang.Text(l, "plot.kind."+k.Name) }

// Hockey draws a latency metric against throughput, one point a level. The zero
// Metric takes the highest percentile that all sweeps have, else the average.
func Hockey(sweeps []*analysis.Sweep, m parse.Metric, opts Options) (*Figure, error) {
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

// Multiples draws small multiples with shared axes: a panel a metric with all
// systems where several metrics are given, a panel a system (the others in grey
// behind it) where one is.
func Multiples(sweeps []*analysis.Sweep, metrics []parse.Metric, opts Options) (*Figure, error) {
	return nil, errors.ErrUnsupported
}
