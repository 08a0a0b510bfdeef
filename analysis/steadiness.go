package analysis

import (
	"fmt"

	"github.com/sbstat/sbstat/parse"
)

// Steadiness describes how steady one run was, from its interval lines. It says
// nothing about the next run: no verdict, no p value, no gate rests on it.
type Steadiness struct {
	Metric    parse.Metric
	N         int       // interval lines used
	Mean      Estimate  // batch-means t interval, 10 batches, from 100 lines on
	CV        parse.Num // coefficient of variation of the lines
	Lag1      parse.Num // lag-1 autocorrelation
	Effective parse.Num // effective sample size: independent lines that would tell as much
	CutSec    float64   // lines up to this second were left out, because the caller asked
	WarmupSec parse.Num // proposed warm-up cut (MSER-5), seconds; 0: none needed; absent: too short, or it never settles
	Stalls    []Span    // stretches in which nothing finished, or nearly nothing
	Notes     []Note
}

// Span is a stretch of a run in seconds since its start.
type Span struct{ FromSec, ToSec float64 }

// SteadinessOf examines the interval lines of a run after cutSec seconds (0,
// or what is no number of seconds: all of them). The metric is a rate that interval lines give (tps, qps, eps, mibps, err) or their
// percentile. A run without interval lines gives a Steadiness whose notes say so.
func SteadinessOf(r *parse.Run, m parse.Metric, cutSec, confidence float64) *Steadiness {
	if !(cutSec > 0) || !finite(cutSec) {
		cutSec = 0
	}
	s := &Steadiness{Metric: m, CutSec: cutSec, Mean: Estimate{Confidence: withConfidence(confidence)}}
	times, values := series(r, m, cutSec)
	s.N = len(values)
	if s.N == 0 {
		s.Notes = notes("note.no-intervals")
		if len(r.Intervals) > 0 {
			s.Notes = notes("note.no-intervals-of", m.Name)
		}
		s.Mean.Notes = s.Notes
		return s
	}
	s.Mean = BatchMeans(values, confidence)
	if mu, sd := meanSD(values); mu > 0 && len(values) > 1 {
		s.CV = parse.Some(sd / mu)
	}
	s.Lag1 = Autocorrelation(values, 1)
	s.Effective = EffectiveSampleSize(values)
	switch cut, ok := warmup(values); {
	case ok && cut == 0:
		s.WarmupSec = parse.Some(cutSec)
	case ok:
		s.WarmupSec = parse.Some(times[cut-1])
		s.Notes = append(s.Notes, Note{"note.warmup-proposed", []any{seconds(times[cut-1])}})
	case s.N >= batchesFrom:
		s.Notes = append(s.Notes, Note{Code: "note.never-settles"})
	}
	s.Stalls = stallsOf(r, cutSec)
	s.Notes = append(s.Notes, Note{Code: "note.this-run-only"})
	return s
}

// series returns the interval lines' values of a metric after a cut, and the ends of
// the intervals; lines without a value are left out.
func series(r *parse.Run, m parse.Metric, cutSec float64) (times, values []float64) {
	rank, isPct := m.Rank()
	for _, iv := range r.Intervals {
		var v parse.Num
		switch {
		case isPct && iv.Rank == rank:
			v = iv.LatencyMs
		case m == parse.TPS:
			v = iv.TPS
		case m == parse.QPS:
			v = iv.QPS
		case m == parse.EPS:
			v = iv.EPS
		case m == parse.Err:
			v = iv.ErrPerSec
		case m == parse.MiBps && (iv.ReadMiB.OK || iv.WriteMiB.OK):
			v = parse.Some(iv.ReadMiB.V + iv.WriteMiB.V)
		}
		if v.OK && iv.TimeSec > cutSec && finite(v.V, iv.TimeSec) {
			times, values = append(times, iv.TimeSec), append(values, v.V)
		}
	}
	return times, values
}

// stallShare is the share of the run's median rate below which an interval counts as
// stalled.
const stallShare = 0.05

// stallsOf finds the stretches of a run in which its rate was below 5 % of its median.
func stallsOf(r *parse.Run, cutSec float64) []Span {
	for _, m := range []parse.Metric{parse.TPS, parse.EPS, parse.MiBps} {
		if times, values := series(r, m, cutSec); len(values) > 0 {
			return stalls(times, values)
		}
	}
	return nil
}

// stalls finds the stretches in which a rate was below 5 % of its median. A
// series that is zero most of the time has no usual rate to fall from.
func stalls(times, values []float64) []Span {
	if len(values) < 3 || median(values) <= 0 {
		return nil
	}
	limit := stallShare * median(values)
	var spans []Span
	open := false
	for i, v := range values {
		if v > limit {
			open = false
			continue
		}
		from := 0.0
		if i > 0 {
			from = times[i-1]
		} else if len(times) > 1 {
			from = max(0, times[0]-(times[1]-times[0]))
		}
		if open {
			spans[len(spans)-1].ToSec = times[i]
		} else {
			spans = append(spans, Span{from, times[i]})
		}
		open = true
	}
	return spans
}

// AfterWarmup returns a copy of the run whose rates are the means of its
// interval lines after cutSec seconds. What cannot be recomputed from interval lines (counts,
// percentiles, average latency) is absent in the copy, and a Problem of the copy says what was
// cut.
func AfterWarmup(r *parse.Run, cutSec float64) (*parse.Run, error) {
	if !(cutSec > 0) || !finite(cutSec) {
		return nil, fmt.Errorf("warm-up of %v s: it is a positive number of seconds", cutSec)
	}
	if len(r.Intervals) == 0 {
		return nil, fmt.Errorf("%s: the run has no interval lines, so no warm-up can be cut; run sysbench with --report-interval=1", r.Source)
	}
	cut := &parse.Run{
		Source: r.Source, System: r.System, Repeat: r.Repeat, Config: r.Config, Version: r.Version, Workload: r.Workload,
		Threads: r.Threads, TargetRate: r.TargetRate, Status: r.Status,
	}
	for _, iv := range r.Intervals {
		if iv.TimeSec > cutSec {
			cut.Intervals = append(cut.Intervals, iv)
		}
	}
	if len(cut.Intervals) == 0 {
		return nil, fmt.Errorf("%s: nothing is left after %v s; the last interval line is at %v s", r.Source, cutSec, r.Intervals[len(r.Intervals)-1].TimeSec)
	}
	for _, m := range []parse.Metric{parse.TPS, parse.QPS, parse.EPS, parse.MiBps, parse.Err} {
		if _, vs := series(cut, m, 0); len(vs) > 0 {
			cut.Printed = append(cut.Printed, parse.Measure{Metric: m.Name, Value: mean(vs)})
		}
	}
	cut.ElapsedSec = parse.Some(cut.Intervals[len(cut.Intervals)-1].TimeSec - cutSec)
	cut.Problems = append(r.Problems[:len(r.Problems):len(r.Problems)], parse.Problem{
		File: r.Source.File, Line: r.Source.Line,
		Msg: fmt.Sprintf("the first %v s were cut as warm-up, as asked: rates are the means of the remaining %d interval lines, counts and latencies are absent", cutSec, len(cut.Intervals)),
	})
	return cut, nil
}
