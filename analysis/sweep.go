package analysis

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sbstat/sbstat/parse"
)

// Sweep is one system's runs over its levels.
type Sweep struct {
	System string  // the runs' system; callers may rename it
	Levels []Level // ascending by threads, each thread count once
}

// Level holds the repeats of one system at one thread count.
type Level struct {
	Threads int
	Runs    []*parse.Run // usable, distinct runs in input order
	Failed  []*parse.Run // failed and empty runs: kept, never used as zeros
	Copies  []*parse.Run // exact copies of a run in Runs: the same measurement, not another sample
}

// Sweeps groups runs by system, in the order in which the systems first
// appear. Runs of different workloads are no repeats of each other: where a system's
// runs name several, it becomes one sweep each, called "SYSTEM WORKLOAD". It neither sorts
// nor changes its argument.
func Sweeps(runs []*parse.Run) []*Sweep {
	workloads := map[string][]string{} // by system, in order of appearance
	for _, r := range runs {
		if ws := workloads[r.System]; r.Workload != "" && !slices.Contains(ws, r.Workload) {
			workloads[r.System] = append(ws, r.Workload)
		}
	}
	var sweeps []*Sweep
	byName := map[string]*Sweep{}
	type place struct {
		sweep   *Sweep
		threads int
		measurement
	}
	seen := map[place]bool{}
	for _, r := range runs {
		name := r.System
		if len(workloads[r.System]) > 1 && r.Workload != "" {
			name = strings.TrimSpace(r.System + " " + r.Workload)
		}
		s := byName[name]
		if s == nil {
			s = &Sweep{System: name}
			byName[name] = s
			sweeps = append(sweeps, s)
		}
		l := s.at(r.Threads)
		m, telling := measured(r)
		at := place{s, r.Threads, m}
		switch {
		case r.Status == parse.Failed || r.Status == parse.Empty:
			l.Failed = append(l.Failed, r)
		case telling && seen[at]:
			l.Copies = append(l.Copies, r)
		default:
			l.Runs = append(l.Runs, r)
			seen[at] = true
		}
	}
	return sweeps
}

// at returns the level with the given thread count, a new one where there is none.
func (s *Sweep) at(threads int) *Level {
	i, found := slices.BinarySearchFunc(s.Levels, threads, func(l Level, t int) int { return l.Threads - t })
	if !found {
		s.Levels = slices.Insert(s.Levels, i, Level{Threads: threads})
	}
	return &s.Levels[i]
}

// measurement holds all that a measurement fixes of a run: two runs of one
// system and level with the same one are copies of each other.
type measurement struct {
	numbers string
	series  parse.Series
}

// measured gathers the numbers of a run; telling is false where there are too few
// of them for chance not to explain that two runs agree.
func measured(r *parse.Run) (m measurement, telling bool) {
	ns := []parse.Num{
		r.Transactions, r.Queries, r.Events, r.Reads, r.Writes, r.Others, r.Errors, r.Reconnects, r.ElapsedSec,
		r.Latency.Min, r.Latency.Avg, r.Latency.Max, r.Latency.Sum,
	}
	for _, p := range r.Latency.Pct {
		ns = append(ns, parse.Some(p.Rank), parse.Some(p.Ms))
	}
	for _, p := range r.Printed {
		ns = append(ns, parse.Some(p.Value))
	}
	var b []byte
	present := 0
	for _, n := range ns {
		if !n.OK {
			b = append(b, 0)
			continue
		}
		if n.V != 0 {
			present++
		}
		b = binary.BigEndian.AppendUint64(append(b, 1), math.Float64bits(n.V))
	}
	return measurement{string(b), r.Series}, max(present, r.Series.Count) >= 3
}

// Find returns the sweep that the selector names: its exact system name, or a
// case-insensitive substring that only one system has. The error lists the systems.
func Find(sweeps []*Sweep, selector string) (*Sweep, error) {
	want := fold(selector)
	var found []*Sweep
	for _, s := range sweeps {
		if s.System == selector {
			return s, nil
		}
		if strings.Contains(fold(s.System), want) {
			found = append(found, s)
		}
	}
	for _, s := range found {
		if fold(s.System) == want {
			return s, nil
		}
	}
	names := func(ss []*Sweep) string {
		var q []string
		for _, s := range ss {
			q = append(q, fmt.Sprintf("%q", s.System))
		}
		return strings.Join(q, ", ")
	}
	switch {
	case len(sweeps) == 0:
		return nil, fmt.Errorf("no system %q: the data hold no system at all", selector)
	case want == "":
		return nil, fmt.Errorf("the name of a system is empty; systems are: %s", names(sweeps))
	case len(found) == 0:
		return nil, fmt.Errorf("no system matches %q; systems are: %s", selector, names(sweeps))
	case len(found) > 1:
		return nil, fmt.Errorf("%d systems match %q: %s; name one of them", len(found), selector, names(found))
	}
	return found[0], nil
}

func fold(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

// Level returns the level with the given thread count, nil if there is none.
func (s *Sweep) Level(threads int) *Level {
	for i := range s.Levels {
		if s.Levels[i].Threads == threads {
			return &s.Levels[i]
		}
	}
	return nil
}

// Metrics returns the metrics that at least one usable run has, in the order
// tps qps eps iops mibps tpmc avg min max percentiles… err.
func (s *Sweep) Metrics() []parse.Metric {
	candidates := []parse.Metric{parse.TPS, parse.QPS, parse.EPS, parse.IOPS, parse.MiBps, parse.TpmC, parse.Avg, parse.Min, parse.Max}
	var ranks []float64
	runs := s.runs()
	for _, r := range runs {
		for _, p := range r.Latency.Pct {
			if !slices.Contains(ranks, p.Rank) {
				ranks = append(ranks, p.Rank)
			}
		}
	}
	slices.Sort(ranks)
	for _, rank := range ranks {
		candidates = append(candidates, parse.Pct(rank))
	}
	candidates = append(candidates, parse.Err)
	var ms []parse.Metric
	for _, m := range candidates {
		if slices.ContainsFunc(runs, func(r *parse.Run) bool { _, ok := r.Value(m); return ok }) {
			ms = append(ms, m)
		}
	}
	return ms
}

// runs returns the usable runs of all levels.
func (s *Sweep) runs() []*parse.Run {
	var rs []*parse.Run
	for _, l := range s.Levels {
		rs = append(rs, l.Runs...)
	}
	return rs
}

// threads returns the levels at which a usable run has the metric.
func (s *Sweep) threads(m parse.Metric) []int {
	var ts []int
	for i := range s.Levels {
		if len(s.Levels[i].Values(m)) > 0 {
			ts = append(ts, s.Levels[i].Threads)
		}
	}
	return ts
}

// failedLevels returns the levels within a set at which no run is usable.
func (s *Sweep) failedLevels(set LevelSet) []int {
	var ts []int
	for _, l := range s.Levels {
		if len(l.Runs) == 0 && set.Contains(l.Threads) {
			ts = append(ts, l.Threads)
		}
	}
	return ts
}

// Values returns the runs' values of a metric, leaving out runs that lack it.
func (l *Level) Values(m parse.Metric) []float64 {
	var vs []float64
	for _, r := range l.Runs {
		if v, ok := r.Value(m); ok && finite(v) {
			vs = append(vs, v)
		}
	}
	return vs
}

// Mean returns the mean over the repeats with its t interval (absent for one
// run, cut at zero); Value is absent where no run has the metric. The mean of a percentile is the
// mean of each run's percentile, no percentile of the pooled transactions, and a note
// says so.
func (l *Level) Mean(m parse.Metric, confidence float64) Estimate {
	e := meanEstimate(l.Values(m), confidence)
	if _, ok := m.Rank(); ok && e.N > 1 {
		e.Notes = append(e.Notes, Note{Code: "note.mean-of-percentiles", Args: []any{m.Name}})
	}
	return e
}
