package plotting

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

// figureCase is a figure that the tests look at.
type figureCase struct {
	name string
	make func(Options) (*Figure, error)
}

func twoSweeps() []*analysis.Sweep {
	return []*analysis.Sweep{sweepOf("Graviton", graviton), sweepOf("x86", x86)}
}

func repeatedSweeps() []*analysis.Sweep {
	return []*analysis.Sweep{sweepOf("Graviton", graviton, 1, 1.03, 0.98), sweepOf("x86", x86, 1, 1.02, 1.05)}
}

func twelveSweeps(name string) []*analysis.Sweep {
	var out []*analysis.Sweep
	for i := range 12 {
		out = append(out, sweepOf(fmt.Sprintf("%s %c", name, 'A'+i), graviton, 0.5+0.15*float64(i)))
	}
	return out
}

// twoHundred are 200 levels whose throughput levels off.
func twoHundred() []row {
	var rows []row
	for i := 1; i <= 200; i++ {
		rows = append(rows, row{i, int(3e5 * (1 - math.Exp(-float64(i)/40))), 300, float64(i) / 2, float64(i) * 0.7})
	}
	return rows
}

// sixDecades is a latency over six decades, with a level of zeros.
var sixDecades = []row{{1, 3000, 300, 0.01, 0.02}, {4, 3000, 300, 1, 5}, {16, 30000, 300, 50, 200}, {64, 300, 300, 9000, 20000}, {128, 0, 300, 0, 0}}

// deltaWithIntervals is a comparison with repeats; one interval dwarfs the data.
func deltaWithIntervals() *analysis.Comparison {
	c := compared("Graviton", "x86", graviton, x86, parse.TPS, row.tps)
	for i := range c.Levels {
		l := &c.Levels[i]
		d := 0.02 + 0.01*float64(i%4)
		l.Delta.Low, l.Delta.High = parse.Some(l.Delta.Value.V-d), parse.Some(l.Delta.Value.V+d)
		l.Base.N, l.Other.N = 3, 3
	}
	c.Levels[3].Delta.High = parse.Some(2.5)
	return c
}

// prices are six instances as price and capacity.
func prices() []analysis.Cost {
	var costs []analysis.Cost
	for i, name := range []string{"db.m6g.large", "db.m6g.xlarge", "db.m5.large", "db.m5.xlarge", "db.r6g.large", "db.m7g.xlarge"} {
		tps := []float64{520, 961, 500, 1059, 600, 1200}[i]
		hourly := []float64{.418, .836, .47, .94, .48, .9}[i]
		costs = append(costs, analysis.Cost{System: name, Hourly: hourly, Currency: "USD",
			TPS: analysis.Estimate{Value: parse.Some(tps), N: 1}, Per1000: analysis.Estimate{Value: parse.Some(hourly / tps * 1000), N: 1}})
	}
	return costs
}

// intervals makes a run whose throughput rises, waves, and stalls.
func intervals(system string, threads int, level float64) *parse.Run {
	r := &parse.Run{System: system, Threads: threads, Workload: "oltp_read_write", Version: "1.0.20", Source: parse.Source{File: "long.log", Line: 1}}
	for t := 1; t <= 120; t++ {
		x := float64(t)
		v := level * (1 - math.Exp(-x/4)) * (1 + 0.08*math.Sin(x/3) + 0.04*math.Sin(x*1.7))
		i := parse.Interval{TimeSec: x, TPS: parse.Some(v), LatencyMs: parse.Some(1000 * float64(threads) / v * 1.6), Rank: 95}
		if t >= 60 && t < 64 {
			i.TPS, i.LatencyMs = parse.Some(0), parse.Num{}
		}
		r.Intervals = append(r.Intervals, i)
	}
	return r
}

// histogram makes a run with a log-normal histogram on sysbench's grid.
func histogram(system string, median float64) *parse.Run {
	r := &parse.Run{System: system, Threads: 16, Workload: "oltp_read_write", Source: parse.Source{File: "histogram.log", Line: 1}, Histogram: &parse.Histogram{}}
	for i := range 1024 { // sysbench: 1024 buckets from 0.001 to 100000 ms
		ms := 0.001 * math.Pow(1e8, float64(i)/1023)
		z := math.Log(ms/median) / 0.5
		if n := int64(math.Round(4000 * math.Exp(-z*z/2))); n > 0 {
			r.Histogram.Buckets = append(r.Histogram.Buckets, parse.Bucket{Ms: math.Round(ms*1000) / 1000, Count: n})
		}
	}
	return r
}

// cases are all kinds, and what people might throw at them.
func cases() []figureCase {
	long := strings.Repeat("Amazon RDS for MySQL Graviton2 memory optimised ", 2)
	sweepsFigure := func(sweeps []*analysis.Sweep) func(Options) (*Figure, error) {
		return func(o Options) (*Figure, error) { return Throughput(sweeps, o) }
	}
	return []figureCase{
		{"throughput", sweepsFigure(twoSweeps())},
		{"throughput-repeats", sweepsFigure(repeatedSweeps())},
		{"throughput-12", sweepsFigure(twelveSweeps("system"))},
		{"throughput-long-names", sweepsFigure([]*analysis.Sweep{sweepOf(long+"A", graviton), sweepOf(long+"B", x86)})},
		{"throughput-12-long-names", sweepsFigure(twelveSweeps(long))},
		{"throughput-one-point", sweepsFigure([]*analysis.Sweep{sweepOf("one", graviton[4:5])})},
		{"throughput-200-levels", sweepsFigure([]*analysis.Sweep{sweepOf("A", twoHundred())})},
		{"throughput-from-data", func(o Options) (*Figure, error) {
			o.FromData = true
			return Throughput([]*analysis.Sweep{sweepOf("Graviton", graviton[6:]), sweepOf("x86", x86[6:])}, o)
		}},
		{"throughput-linear", func(o Options) (*Figure, error) { o.LinearThreads = true; return Throughput(twoSweeps(), o) }},
		{"throughput-fit", func(o Options) (*Figure, error) { o.Fit = true; return Throughput(twoSweeps(), o) }},
		{"latency", func(o Options) (*Figure, error) { return Latency(twoSweeps(), o) }},
		{"latency-12", func(o Options) (*Figure, error) { return Latency(twelveSweeps("system"), o) }},
		{"latency-six-decades", func(o Options) (*Figure, error) { return Latency([]*analysis.Sweep{sweepOf("A", sixDecades)}, o) }},
		{"hockey", func(o Options) (*Figure, error) { return Hockey(twoSweeps(), parse.Metric{}, o) }},
		{"delta", func(o Options) (*Figure, error) {
			return Delta(compared("Graviton", "x86", graviton, x86, parse.TPS, row.tps), o)
		}},
		{"delta-intervals", func(o Options) (*Figure, error) { return Delta(deltaWithIntervals(), o) }},
		{"delta-beyond", func(o Options) (*Figure, error) {
			c := compared("A", "B", graviton[:4], graviton[:4], parse.TPS, row.tps)
			for i, v := range []float64{-1, -1.5, 30, 0} {
				c.Levels[i].Delta.Value = parse.Some(v)
			}
			return Delta(c, o)
		}},
		{"cost", func(o Options) (*Figure, error) {
			return Cost(append(costed("Graviton", graviton[3:], .836), costed("x86", x86[3:], .94)...), o)
		}},
		{"cost-log", func(o Options) (*Figure, error) {
			return Cost(append(costed("Graviton", graviton, .836), costed("x86", x86, .94)...), o)
		}},
		{"cost-peak", func(o Options) (*Figure, error) {
			return Cost(append(costed("Graviton", graviton[9:], .836), costed("x86", x86[9:], .94)...), o)
		}},
		{"pareto", func(o Options) (*Figure, error) { return Pareto(prices(), o) }},
		{"scaling", func(o Options) (*Figure, error) { return Scaling(twoSweeps(), o) }},
		{"timeline", func(o Options) (*Figure, error) {
			return Timeline([]*parse.Run{intervals("MySQL 8.0", 16, 500)}, o)
		}},
		{"timeline-three", func(o Options) (*Figure, error) {
			return Timeline([]*parse.Run{intervals("MySQL 8.0", 16, 500), intervals("MySQL 8.0", 64, 900), intervals("MariaDB", 64, 700)}, o)
		}},
		{"histogram", func(o Options) (*Figure, error) { return Histogram([]*parse.Run{histogram("MySQL 8.0", 12)}, o) }},
		{"histogram-two", func(o Options) (*Figure, error) {
			return Histogram([]*parse.Run{histogram("MySQL 8.0", 12), histogram("MariaDB", 30)}, o)
		}},
		{"cdf", func(o Options) (*Figure, error) {
			return CDF([]*parse.Run{histogram("MySQL 8.0", 12), histogram("MariaDB", 30)}, o)
		}},
		{"overhead", func(o Options) (*Figure, error) { return Overhead(hand("x86", "Graviton", x86, graviton), o) }},
		{"multiples-metrics", func(o Options) (*Figure, error) {
			return Multiples(twoSweeps(), []parse.Metric{parse.TPS, parse.Avg, parse.P95}, o)
		}},
		{"multiples-systems", func(o Options) (*Figure, error) { return Multiples(twelveSweeps("system"), nil, o) }},
	}
}

// each draws every case in both languages.
func each(t *testing.T, opts Options, look func(t *testing.T, f *Figure)) {
	for _, c := range cases() {
		for _, l := range []string{"en", "zh"} {
			t.Run(c.name+"-"+l, func(t *testing.T) {
				o := opts
				o.Lang = l
				f, err := c.make(o)
				require.NoError(t, err)
				look(t, f)
			})
		}
	}
}
