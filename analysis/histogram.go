package analysis

import (
	"math"
	"slices"
	"strconv"

	"github.com/sbstat/sbstat/parse"
)

// The grid of sysbench's latency histogram (sb_histogram.c, sb_percentile.c): 1024 buckets, evenly spaced in
// the logarithm from 0.001 to 100,000 ms, so that neighbours are 1.8 % apart.
const (
	gridBuckets = 1024
	gridMinMs   = 0.001
	gridMaxMs   = 100_000

	gridFinestMs = 0.5 // below it the grid is finer than the two decimals that are printed
)

var gridStep = math.Log(gridMaxMs/gridMinMs) / (gridBuckets - 1)

// GridStep is the ratio of two neighbouring percentiles that sysbench can
// print, minus 1: 0.0182.
func GridStep() float64 { return math.Expm1(gridStep) }

// gridIndex returns the bucket whose printed value is ms; ok is false where ms is no
// point of the grid, to the digits that sysbench prints.
func gridIndex(ms float64) (i int, ok bool) {
	if !(ms > 0) || !finite(ms) {
		return 0, false
	}
	pos := math.Round(math.Log(ms/gridMinMs) / gridStep)
	if pos < 0 || pos > gridBuckets-1 {
		return 0, false
	}
	point := gridMinMs * math.Exp(pos*gridStep)
	return int(pos), math.Abs(point-ms) <= 0.00501
}

// GridSteps returns how many steps of sysbench's histogram grid lie between
// two percentiles that sysbench printed; ok is false where one of them is no point of the
// grid, or where the grid is finer than the two decimals (below 0.5 ms).
func GridSteps(aMs, bMs float64) (steps int, ok bool) {
	a, okA := gridIndex(aMs)
	b, okB := gridIndex(bMs)
	if !okA || !okB || min(aMs, bMs) < gridFinestMs {
		return 0, false
	}
	return abs(a - b), true
}

// MergeHistograms adds histograms bucket by bucket, which is exact; nil ones are
// left out. Without any it returns nil.
func MergeHistograms(hs ...*parse.Histogram) *parse.Histogram {
	counts := map[float64]int64{}
	some := false
	for _, h := range hs {
		if h == nil {
			continue
		}
		some = true
		for _, b := range h.Buckets {
			counts[b.Ms] += b.Count
		}
	}
	if !some {
		return nil
	}
	merged := &parse.Histogram{}
	for ms, n := range counts {
		merged.Buckets = append(merged.Buckets, parse.Bucket{Ms: ms, Count: n})
	}
	slices.SortFunc(merged.Buckets, func(a, b parse.Bucket) int {
		if a.Ms < b.Ms {
			return -1
		}
		return 1
	})
	return merged
}

// HistogramPercentile returns a percentile (rank in percent, 0 < rank ≤ 100)
// of a histogram in milliseconds, by sysbench's rule: the first bucket up to which
// round(n·rank/100) transactions lie. Low and High are the bounds of that bucket, half a grid
// step to each side: an error of rounding, not of measurement.
func HistogramPercentile(h *parse.Histogram, rank float64) Estimate {
	e := Estimate{Confidence: 1}
	if h == nil || !(rank > 0 && rank <= 100) {
		e.Notes = notes("note.no-histogram")
		return e
	}
	var total int64
	for _, b := range h.Buckets {
		total += max(0, b.Count)
	}
	e.N = int(total)
	if total == 0 {
		e.Notes = notes("note.no-histogram")
		return e
	}
	want := max(1, int64(math.Floor(float64(total)*rank/100+0.5)))
	var sum int64
	for _, b := range h.Buckets {
		if sum += max(0, b.Count); sum >= want {
			half := math.Exp(gridStep / 2)
			e.Value, e.Low, e.High = parse.Some(b.Ms), parse.Some(b.Ms/half), parse.Some(b.Ms*half)
			e.Method = "method.bucket"
			return e
		}
	}
	return e
}

// Merged returns a run that stands for all transactions of a level's runs
// together: its histogram is the sum of theirs, and it has no totals of its own. It is nil where no
// run has a histogram; its source is unnamed where the runs lie in several files.
func (l *Level) Merged() *parse.Run {
	var hs []*parse.Histogram
	var all *parse.Run
	for _, r := range l.Runs {
		switch {
		case r.Histogram == nil:
			continue
		case all == nil:
			all = &parse.Run{Source: r.Source, System: r.System, Config: r.Config, Version: r.Version, Workload: r.Workload, Threads: l.Threads, TargetRate: r.TargetRate}
		case r.Source.File != all.Source.File:
			all.Source = parse.Source{}
		}
		if r.SinceSec.V > all.SinceSec.V { // checkpoints leave a histogram of what comes behind the last
			all.SinceSec = r.SinceSec
		}
		hs = append(hs, r.Histogram)
	}
	if all != nil {
		all.Histogram = MergeHistograms(hs...)
	}
	return all
}

// MergedPercentile returns a percentile of all transactions of a level's runs
// together, from their merged histograms. Notes names how many runs lack one.
func (l *Level) MergedPercentile(rank float64) Estimate {
	runs := 0
	for _, r := range l.Runs {
		if r.Histogram != nil {
			runs++
		}
	}
	var h *parse.Histogram
	if all := l.Merged(); all != nil {
		h = all.Histogram
	}
	e := HistogramPercentile(h, rank)
	if missing := len(l.Runs) - runs; missing > 0 && runs > 0 {
		e.Notes = append(e.Notes, Note{"note.histograms-missing", []any{strconv.Itoa(missing), strconv.Itoa(len(l.Runs))}})
	}
	return e
}
