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
//   - A test that counts events but no transaction (the SELECT tests of
//     sysbench 0.5) has no TPS; its EPS and QPS say what it did.
//   - Of a job of fio the events are its operations, and their rate is IOPS; EPS
//     is left to syncs, of which fio prints no rate.
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
		if r.Transactions.OK && r.Transactions.V == 0 && r.Events.V > 0 {
			return 0, false
		}
		return r.rate(m, r.Transactions, r.Series.TPS)
	case QPS.Name:
		return r.rate(m, r.Queries, r.Series.QPS)
	case EPS.Name:
		if _, ok := r.printed(IOPS); ok && r.Tool() == "fio" {
			return 0, false
		}
		return r.rate(m, r.Events, r.Series.EPS)
	case Err.Name:
		return r.rate(m, r.Errors, r.Series.ErrPerSec)
	}
	return r.printed(m)
}

// rate returns a count a second.
func (r *Run) rate(m Metric, count Num, series Moments) (float64, bool) {
	printed, isPrinted := r.printed(m)
	span := r.span()
	switch {
	case isPrinted && r.SinceSec.OK:
		return printed, true
	case count.OK && span.OK:
		return count.V / span.V, true
	case isPrinted:
		return printed, true
	case r.Status == Truncated && series.N > 0:
		return series.Mean().V, true
	}
	return 0, false
}

// span returns the seconds that the counts cover. After checkpoints that is
// what a count and its printed rate imply, since "total time" is that of the
// whole run in sysbench 1.0 and 1.1, and that since the checkpoint in 0.5.
func (r *Run) span() Num {
	if !r.SinceSec.OK {
		if r.ElapsedSec.V > 0 {
			return r.ElapsedSec
		}
		return Num{}
	}
	for _, c := range []struct {
		count Num
		m     Metric
	}{{r.Transactions, TPS}, {r.Queries, QPS}, {r.Events, EPS}} {
		if v, ok := r.printed(c.m); ok && v > 0 && c.count.V > 0 {
			return Some(c.count.V / v)
		}
	}
	if r.ElapsedSec.V > r.SinceSec.V {
		return Some(r.ElapsedSec.V - r.SinceSec.V)
	}
	return Num{}
}
