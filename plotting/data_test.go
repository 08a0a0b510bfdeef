package plotting

import (
	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

// row is a line of a published table: threads, transactions, seconds, average and
// p95 latency in milliseconds.
type row struct {
	threads, transactions int
	sec, avg, p95         float64
}

// The published AWS tables (testdata/published/aws-rds-graviton-vs-x86.txt).
var (
	graviton = []row{{2, 11951, 300.03, 50.21, 55.82}, {4, 23322, 300.04, 51.45, 57.87}, {8, 43654, 300.05, 54.98, 65.65},
		{16, 82519, 300.05, 58.17, 70.55}, {24, 120541, 300.06, 59.74, 73.13}, {32, 156680, 300.07, 61.28, 74.46},
		{48, 218709, 300.06, 65.85, 81.48}, {64, 269430, 300.08, 71.27, 90.78}, {96, 329366, 300.07, 87.45, 121.08}, {128, 351579, 300.11, 109.24, 164.45}}
	x86 = []row{{2, 13357, 300.03, 44.92, 112.67}, {4, 27539, 300.03, 43.57, 50.11}, {8, 55330, 300.04, 43.38, 51.94},
		{16, 102408, 300.05, 46.87, 56.84}, {24, 145718, 300.05, 49.41, 61.08}, {32, 186619, 300.05, 51.44, 63.32},
		{48, 260415, 300.04, 55.30, 69.29}, {64, 306939, 300.08, 62.56, 82.96}, {96, 330131, 300.09, 87.25, 123.28}, {128, 348095, 300.12, 110.34, 155.80}}
)

// run makes a run of a table's row.
func (r row) run(system string) *parse.Run {
	return &parse.Run{System: system, Threads: r.threads, Workload: "oltp_read_write",
		Source:       parse.Source{File: "aws-rds-graviton-vs-x86.txt", Line: 1},
		Transactions: parse.Some(float64(r.transactions)), ElapsedSec: parse.Some(r.sec),
		Latency: parse.Latency{Avg: parse.Some(r.avg), Pct: []parse.Percentile{{Rank: 95, Ms: r.p95}}}}
}

// sweepOf makes a sweep; each group of rows holds the repeats of a level.
func sweepOf(system string, rows []row, scale ...float64) *analysis.Sweep {
	s := &analysis.Sweep{System: system}
	if len(scale) == 0 {
		scale = []float64{1}
	}
	for _, r := range rows {
		l := analysis.Level{Threads: r.threads}
		for _, k := range scale {
			q := r
			q.transactions = int(float64(r.transactions) * k)
			q.avg, q.p95 = r.avg/k, r.p95/k
			l.Runs = append(l.Runs, q.run(system))
		}
		s.Levels = append(s.Levels, l)
	}
	return s
}

// rowsTPS is transactions over time.
func (r row) tps() float64 { return float64(r.transactions) / r.sec }

// compared builds the comparison of two tables by hand.
func compared(base, other string, x, y []row, m parse.Metric, of func(row) float64) *analysis.Comparison {
	c := &analysis.Comparison{Metric: m, Base: base, Other: other, Confidence: 0.95, Margin: 0.05}
	sum := 0.0
	for i := range x {
		d := of(y[i])/of(x[i]) - 1
		sum += d
		c.Levels = append(c.Levels, analysis.LevelDelta{Threads: x[i].threads,
			Base: analysis.Estimate{Value: parse.Some(of(x[i])), N: 1}, Other: analysis.Estimate{Value: parse.Some(of(y[i])), N: 1},
			Delta: analysis.Estimate{Value: parse.Some(d), N: 1}})
	}
	c.Overall.N, c.Overall.Mean = len(x), sum/float64(len(x))
	return c
}

// costed builds the costs of a table by hand.
func costed(system string, rows []row, hourly float64) (out []analysis.Cost) {
	s := sweepOf(system, rows)
	for _, l := range s.Levels {
		c, err := analysis.CostAt(s, []analysis.Price{{Amount: hourly, Currency: "USD", Per: "hour"}}, l.Threads, 0)
		if err != nil {
			panic(err)
		}
		out = append(out, c)
	}
	return out
}

// hand builds an overhead by hand.
func hand(without, with string, x, y []row) *analysis.Overhead {
	o := &analysis.Overhead{Without: without, With: with}
	sum := 0.0
	for i := range x {
		lost := 1 - y[i].tps()/x[i].tps()
		sum += lost
		o.Levels = append(o.Levels, analysis.AddedLatency{Threads: x[i].threads,
			Lost: analysis.Estimate{Value: parse.Some(lost), N: 1}, AddedMs: analysis.Estimate{Value: parse.Some(y[i].avg - x[i].avg), N: 1}})
	}
	o.Lost = analysis.Estimate{Value: parse.Some(sum / float64(len(x)))}
	return o
}
