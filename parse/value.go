package parse

// Value returns the run's value of a metric, and whether it has one. This is
// the one definition of each rate:
//
//   - A failed or empty run has no value at all.
//   - TPS, QPS, EPS and Err are the count over ElapsedSec where the input has
//     both, else the rate as printed. After checkpoints (SinceSec) the counts
//     and the elapsed time cover different spans, and the printed rate is
//     taken.
//   - A truncated run has no totals: its TPS, QPS and EPS are the means of its
//     interval lines, and it has no average, least or greatest latency and no
//     percentile, which cannot be had from those of the intervals.
//   - A percentile is that of the rank asked for, or none.
func (r *Run) Value(m Metric) (v float64, ok bool) {
	if r.Status == Failed || r.Status == Empty {
		return 0, false
	}
	if rank, isRank := m.Rank(); isRank {
		for _, p := range r.Latency.Pct {
			if p.Rank == rank {
				return p.Ms, true
			}
		}
		return 0, false
	}
	switch m.Name {
	case Avg.Name:
		return r.Latency.Avg.V, r.Latency.Avg.OK
	case Min.Name:
		return r.Latency.Min.V, r.Latency.Min.OK
	case Max.Name:
		return r.Latency.Max.V, r.Latency.Max.OK
	case TPS.Name:
		return r.rate(m, r.Transactions, r.Series.TPS)
	case QPS.Name:
		return r.rate(m, r.Queries, r.Series.QPS)
	case EPS.Name:
		return r.rate(m, r.Events, r.Series.EPS)
	case Err.Name:
		return r.rate(m, r.Errors, r.Series.ErrPerSec)
	}
	return r.printed(m)
}

// rate returns a count a second.
func (r *Run) rate(m Metric, count Num, series Moments) (float64, bool) {
	printed, isPrinted := r.printed(m)
	if r.SinceSec.OK && isPrinted {
		return printed, true
	}
	sec := r.ElapsedSec.V
	if r.SinceSec.OK && sec > r.SinceSec.V {
		sec -= r.SinceSec.V
	}
	switch {
	case count.OK && r.ElapsedSec.OK && sec > 0:
		return count.V / sec, true
	case isPrinted:
		return printed, true
	case r.Status == Truncated && series.N > 0:
		return series.Mean().V, true
	}
	return 0, false
}
