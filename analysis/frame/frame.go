// Package frame hands runs and comparisons over as gota data frames, to
// filter, join and export them. Only who imports it depends on gota; nothing in sbstat
// computes with data frames. An absent number is gota's NaN.
package frame

import (
	"errors"
	"math"
	"slices"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

// Runs returns one row a run, in the order given, with the columns
//
//	file            string  input file
//	line            int     1-based line where the run begins
//	system          string  what was measured
//	repeat          int     1, 2, …; 0 unknown
//	workload        string  sysbench script; "" unknown
//	version         string  of sysbench; "" unknown
//	threads         int     the level; 0 unknown
//	status          string  complete, truncated, failed, empty
//	elapsed_sec     float   measured seconds
//	transactions    float   count
//	queries         float   count
//	tps             float   transactions a second
//	qps             float   queries a second
//	eps             float   events a second
//	latency_min_ms  float   milliseconds
//	latency_avg_ms  float   milliseconds
//	latency_max_ms  float   milliseconds
//	pNN_ms          float   one column for each percentile that a run has, ascending
//	errors          float   ignored errors
//	reconnects      float   reconnects
//	intervals       int     interval lines
func Runs(runs []*parse.Run) dataframe.DataFrame {
	var ranks []float64
	for _, r := range runs {
		for _, p := range r.Latency.Pct {
			if !slices.Contains(ranks, p.Rank) {
				ranks = append(ranks, p.Rank)
			}
		}
	}
	slices.Sort(ranks)
	value := func(m parse.Metric) func(*parse.Run) parse.Num {
		return func(r *parse.Run) parse.Num {
			v, ok := r.Value(m)
			return parse.Num{V: v, OK: ok}
		}
	}
	columns := []series.Series{
		texts("file", runs, func(r *parse.Run) string { return r.Source.File }),
		ints("line", runs, func(r *parse.Run) int { return r.Source.Line }),
		texts("system", runs, func(r *parse.Run) string { return r.System }),
		ints("repeat", runs, func(r *parse.Run) int { return r.Repeat }),
		texts("workload", runs, func(r *parse.Run) string { return r.Workload }),
		texts("version", runs, func(r *parse.Run) string { return r.Version }),
		ints("threads", runs, func(r *parse.Run) int { return r.Threads }),
		texts("status", runs, func(r *parse.Run) string { return r.Status.String() }),
		floats("elapsed_sec", runs, func(r *parse.Run) parse.Num { return r.ElapsedSec }),
		floats("transactions", runs, func(r *parse.Run) parse.Num { return r.Transactions }),
		floats("queries", runs, func(r *parse.Run) parse.Num { return r.Queries }),
		floats("tps", runs, value(parse.TPS)),
		floats("qps", runs, value(parse.QPS)),
		floats("eps", runs, value(parse.EPS)),
		floats("latency_min_ms", runs, value(parse.Min)),
		floats("latency_avg_ms", runs, value(parse.Avg)),
		floats("latency_max_ms", runs, value(parse.Max)),
	}
	for _, rank := range ranks {
		m := parse.Pct(rank)
		columns = append(columns, floats(m.Name+"_ms", runs, value(m)))
	}
	return dataframe.New(append(columns,
		floats("errors", runs, func(r *parse.Run) parse.Num { return r.Errors }),
		floats("reconnects", runs, func(r *parse.Run) parse.Num { return r.Reconnects }),
		ints("intervals", runs, func(r *parse.Run) int { return r.Series.Count }),
	)...)
}

// Comparison returns one row a compared level, ascending, with the columns
//
//	threads     int     the level
//	base        float   mean over base's runs, in the metric's unit
//	base_low    float   its interval
//	base_high   float
//	n_base      int     runs
//	other       float   mean over other's runs
//	other_low   float
//	other_high  float
//	n_other     int
//	delta       float   other/base − 1, a fraction
//	delta_low   float   its interval
//	delta_high  float
//	verdict     string  better, worse, equivalent, inconclusive; "" none
//	p           float   Holm-adjusted two-sided p value of no difference
//	rank_p      float   exact Mann–Whitney p value
//
// No comparison is an empty frame with its Err set.
func Comparison(c *analysis.Comparison) dataframe.DataFrame {
	if c == nil {
		return dataframe.DataFrame{Err: errors.New("there is no comparison: nil")}
	}
	type level = analysis.LevelDelta
	ls := c.Levels
	return dataframe.New(
		ints("threads", ls, func(l level) int { return l.Threads }),
		floats("base", ls, func(l level) parse.Num { return l.Base.Value }),
		floats("base_low", ls, func(l level) parse.Num { return l.Base.Low }),
		floats("base_high", ls, func(l level) parse.Num { return l.Base.High }),
		ints("n_base", ls, func(l level) int { return l.Base.N }),
		floats("other", ls, func(l level) parse.Num { return l.Other.Value }),
		floats("other_low", ls, func(l level) parse.Num { return l.Other.Low }),
		floats("other_high", ls, func(l level) parse.Num { return l.Other.High }),
		ints("n_other", ls, func(l level) int { return l.Other.N }),
		floats("delta", ls, func(l level) parse.Num { return l.Delta.Value }),
		floats("delta_low", ls, func(l level) parse.Num { return l.Delta.Low }),
		floats("delta_high", ls, func(l level) parse.Num { return l.Delta.High }),
		texts("verdict", ls, func(l level) string { return string(l.Verdict) }),
		floats("p", ls, func(l level) parse.Num { return l.P }),
		floats("rank_p", ls, func(l level) parse.Num { return l.RankP }),
	)
}

func column[T, V any](rows []T, f func(T) V) []V {
	vs := make([]V, len(rows))
	for i, r := range rows {
		vs[i] = f(r)
	}
	return vs
}

func texts[T any](name string, rows []T, f func(T) string) series.Series {
	return series.New(column(rows, f), series.String, name)
}

func ints[T any](name string, rows []T, f func(T) int) series.Series {
	return series.New(column(rows, f), series.Int, name)
}

func floats[T any](name string, rows []T, f func(T) parse.Num) series.Series {
	return series.New(column(rows, func(r T) float64 {
		if n := f(r); n.OK {
			return n.V
		}
		return math.NaN()
	}), series.Float, name)
}
