package plotting

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

// Values that no parser yields, but that a program may put into the types by
// hand.
func TestNonsenseEndsInAnErrorOrAFigureAndNeverInAPanic(t *testing.T) {
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, -1, -1e300, 1e300, math.MaxFloat64, 5e-324, 1e-300} {
		n := parse.Num{V: v, OK: true}
		e := analysis.Estimate{Value: n, Low: n, High: n, N: 3}
		run := func(threads int) *parse.Run {
			return &parse.Run{System: "A", Threads: threads, Transactions: n, ElapsedSec: parse.Some(1),
				Latency:   parse.Latency{Avg: n, Pct: []parse.Percentile{{Rank: 95, Ms: v}}},
				Intervals: []parse.Interval{{TimeSec: 1, TPS: n, LatencyMs: n}, {TimeSec: v, TPS: n, LatencyMs: n}},
				Histogram: &parse.Histogram{Buckets: []parse.Bucket{{Ms: v, Count: 1}, {Ms: 2, Count: -3}, {Ms: 3, Count: math.MaxInt64}}}}
		}
		sweep := &analysis.Sweep{System: "A"}
		for _, threads := range []int{-2, 0, 1, 8} {
			sweep.Levels = append(sweep.Levels, analysis.Level{Threads: threads, Runs: []*parse.Run{run(threads), run(threads)}})
		}
		sweeps := []*analysis.Sweep{sweep, sweepOf("B", graviton)}
		comparison := compared("A", "B", graviton, x86, parse.TPS, row.tps)
		comparison.Levels[2].Delta, comparison.Overall.Mean = e, v
		overhead := hand("A", "B", graviton, x86)
		overhead.Levels[1].AddedMs, overhead.Levels[2].Lost, overhead.Lost = e, e, e
		cost := func(threads int) analysis.Cost {
			return analysis.Cost{System: "A", Threads: threads, TPS: e, Per1000: e, Hourly: v, Currency: "USD"}
		}
		costs := append([]analysis.Cost{cost(2), cost(0)}, costed("B", graviton, 1)...)
		for name, draw := range map[string]func(Options) (*Figure, error){
			"throughput": func(o Options) (*Figure, error) { return Throughput(sweeps, o) },
			"linear": func(o Options) (*Figure, error) {
				o.LinearThreads, o.FromData = true, true
				return Throughput(sweeps, o)
			},
			"latency":   func(o Options) (*Figure, error) { return Latency(sweeps, o) },
			"hockey":    func(o Options) (*Figure, error) { return Hockey(sweeps, parse.Metric{}, o) },
			"delta":     func(o Options) (*Figure, error) { return Delta(comparison, o) },
			"overhead":  func(o Options) (*Figure, error) { return Overhead(overhead, o) },
			"cost":      func(o Options) (*Figure, error) { return Cost(costs, o) },
			"pareto":    func(o Options) (*Figure, error) { return Pareto(costs, o) },
			"scaling":   func(o Options) (*Figure, error) { return Scaling(sweeps, o) },
			"timeline":  func(o Options) (*Figure, error) { return Timeline([]*parse.Run{run(8)}, o) },
			"histogram": func(o Options) (*Figure, error) { return Histogram([]*parse.Run{run(8)}, o) },
			"cdf":       func(o Options) (*Figure, error) { return CDF([]*parse.Run{run(8)}, o) },
			"multiples": func(o Options) (*Figure, error) { return Multiples(sweeps, nil, o) },
		} {
			assert.NotPanics(t, func() {
				f, err := draw(Options{Width: 400, Height: 300})
				if err != nil {
					return
				}
				encoded(t, f, "png")
				svg := string(encoded(t, f, "svg"))
				assert.False(t, strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf"), "%s of %v", name, v)
			}, "%s of %v", name, v)
		}
	}
}
