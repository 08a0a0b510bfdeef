package parse

import (
	"fmt"
	"strconv"
	"strings"
)

// Direction says which way a metric improves.
type Direction int8

const (
	HigherIsBetter Direction = +1
	LowerIsBetter  Direction = -1
)

// Metric names one measured quantity. The names are the same in Go, in JSON,
// on the command line and in notebooks: tps qps eps avg min max pNN err iops
// mibps tpmc.
type Metric struct {
	Name   string    // canonical name: "tps", "avg", "p95"
	Unit   string    // "1/s", "ms", "MiB/s", "1/min"
	Better Direction // which way is better
}

// The metrics a run may have. Percentiles are made with [Pct].
var (
	TPS   = Metric{"tps", "1/s", HigherIsBetter}     // transactions per second
	QPS   = Metric{"qps", "1/s", HigherIsBetter}     // queries per second
	EPS   = Metric{"eps", "1/s", HigherIsBetter}     // events per second
	Avg   = Metric{"avg", "ms", LowerIsBetter}       // average latency
	Min   = Metric{"min", "ms", LowerIsBetter}       // smallest latency
	Max   = Metric{"max", "ms", LowerIsBetter}       // largest latency
	Err   = Metric{"err", "1/s", LowerIsBetter}      // ignored errors per second
	IOPS  = Metric{"iops", "1/s", HigherIsBetter}    // I/O operations per second
	MiBps = Metric{"mibps", "MiB/s", HigherIsBetter} // mebibytes per second
	TpmC  = Metric{"tpmc", "1/min", HigherIsBetter}  // TPC-C new orders per minute
	P95   = Pct(95)                                  // 95th percentile latency
	P99   = Pct(99)                                  // 99th percentile latency
	named = []Metric{TPS, QPS, EPS, Avg, Min, Max, Err, IOPS, MiBps, TpmC}
)

// Pct returns the metric "pNN": the latency percentile of the given rank,
// 0 < rank ≤ 100.
func Pct(rank float64) Metric {
	return Metric{"p" + strconv.FormatFloat(rank, 'f', -1, 64), "ms", LowerIsBetter}
}

// Rank returns the percentile rank of a pNN metric.
func (m Metric) Rank() (rank float64, ok bool) {
	s, ok := strings.CutPrefix(m.Name, "p")
	if !ok {
		return 0, false
	}
	rank, err := strconv.ParseFloat(s, 64)
	return rank, err == nil && rank > 0 && rank <= 100
}

// IsLatency reports whether the metric is a latency in milliseconds.
func (m Metric) IsLatency() bool { return m.Unit == "ms" }

// MetricNamed returns the metric with the given name, in any case. The error
// of an unknown name lists the names there are.
func MetricNamed(name string) (Metric, error) {
	s := strings.ToLower(strings.TrimSpace(name))
	for _, m := range named {
		if m.Name == s {
			return m, nil
		}
	}
	if r, ok := (Metric{Name: s}).Rank(); ok {
		return Pct(r), nil
	}
	return Metric{}, fmt.Errorf("no metric %q; metrics are: tps qps eps avg min max pNN (p95, p99.9) err iops mibps tpmc", name)
}
