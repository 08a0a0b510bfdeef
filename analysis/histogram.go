package analysis

import "github.com/sbstat/sbstat/parse"

// MergeHistograms adds histograms bucket by bucket, which is exact; nil ones are
// left out.
func MergeHistograms(hs ...*parse.Histogram) *parse.Histogram { return nil }

// HistogramPercentile returns a percentile (rank in percent, 0 < rank ≤ 100) of a
// histogram in milliseconds. Low and High are the bounds of its bucket: an error of
// rounding, not of measurement.
func HistogramPercentile(h *parse.Histogram, rank float64) Estimate { return Estimate{} }

// MergedPercentile returns a percentile of the merged histograms of a level's
// runs. Notes names how many runs lack one.
func (l *Level) MergedPercentile(rank float64) Estimate { return Estimate{} }

// GridSteps returns how many steps of sysbench's histogram grid lie between two
// percentiles that sysbench printed; ok is false where one of them is no point of the
// grid.
func GridSteps(aMs, bMs float64) (steps int, ok bool) { return 0, false }
