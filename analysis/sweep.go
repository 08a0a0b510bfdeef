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
	Levels []Level // ascending by threads, each thread count once; first the runs of unknown level, each by itself
}

// Level holds the repeats of one system at one thread count. A run whose thread count is
// unknown is a level by itself with Threads 0: it is nobody's repeat, and no
// comparison, fit or capacity takes it in.
type Level struct {
	Threads int          // 0: unknown
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
	seen := map[place]*parse.Run{}
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
		m, telling := measured(r)
		at := place{s, r.Threads, m}
		switch original := seen[at]; {
		case r.Status == parse.Failed || r.Status == parse.Empty:
			l := s.at(r.Threads)
			l.Failed = append(l.Failed, r)
		case telling && original != nil:
			l := s.levelOf(original)
			l.Copies = append(l.Copies, r)
		default:
			l := s.at(r.Threads)
			l.Runs = append(l.Runs, r)
			seen[at] = r
		}
	}
	return sweeps
}

// at returns the level with the given thread count, a new one where there is none; an
// unknown level is always new.
func (s *Sweep) at(threads int) *Level {
	want := max(threads, 1) // behind all unknown levels
	i, found := slices.BinarySearchFunc(s.Levels, want, func(l Level, t int) int { return l.Threads - t })
	if !found || threads < 1 {
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
	var b []byte
	present := 0
	add := func(ns ...parse.Num) {
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
	}
	add(r.Transactions, r.Queries, r.Events, r.Reads, r.Writes, r.Others, r.Errors, r.Reconnects, r.ElapsedSec,
		r.Latency.Min, r.Latency.Avg, r.Latency.Max, r.Latency.Sum)
	for _, p := range r.Latency.Pct {
		b = append(b, 'p')
		add(parse.Some(p.Rank), parse.Some(p.Ms))
	}
	for _, p := range r.Printed {
		b = append(append(append(b, 'm'), p.Metric...), 0)
		add(parse.Some(p.Value))
	}
	return measurement{string(b), r.Series}, max(present, r.Series.Count) >= 3
}

// levelOf returns the level that a run of the sweep belongs to.
func (s *Sweep) levelOf(r *parse.Run) *Level {
	if r.Threads > 0 {
		return s.Level(r.Threads)
	}
	return &s.Levels[slices.IndexFunc(s.Levels, func(l Level) bool { return slices.Contains(l.Runs, r) })]
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

// Level returns the level with the given thread count, nil if there is none. There is none
// of 0 threads: the level is unknown.
func (s *Sweep) Level(threads int) *Level {
	for i := range s.Levels {
		if s.Levels[i].Threads == threads && threads > 0 {
			return &s.Levels[i]
		}
	}
	return nil
}

// Metrics returns the metrics that at least one usable run has, in the order
// tps qps eps iops mibps tpmc avg min max percentiles… err.
func (s *Sweep) Metrics() []parse.Metric { return metricsOf(s.runs()) }

func metricsOf(runs []*parse.Run) []parse.Metric {
	candidates := []parse.Metric{parse.TPS, parse.QPS, parse.EPS, parse.IOPS, parse.MiBps, parse.TpmC, parse.Avg, parse.Min, parse.Max}
	var ranks []float64
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

// threads returns the known levels at which a usable run has the metric.
func (s *Sweep) threads(m parse.Metric) []int {
	var ts []int
	for i := range s.Levels {
		if l := &s.Levels[i]; l.Threads > 0 && len(l.Values(m)) > 0 {
			ts = append(ts, l.Threads)
		}
	}
	return ts
}

// unknown counts the usable runs that have the metric at a level that nobody names.
func (s *Sweep) unknown(m parse.Metric) int {
	n := 0
	for i := range s.Levels {
		if l := &s.Levels[i]; l.Threads == 0 {
			n += len(l.Values(m))
		}
	}
	return n
}

// lacks explains that a sweep has no known level with a metric.
func (s *Sweep) lacks(m parse.Metric) error {
	if s.unknown(m) > 0 {
		return fmt.Errorf("%q: level unknown: no run with %s says its threads; name them with a pattern of the file names (--pattern '{system}-t{threads}.log') or a label threads=N before the run", s.System, m.Name)
	}
	return fmt.Errorf("%q has no %s; it has: %s", s.System, m.Name, metricList(s))
}

// failedLevels returns the known levels within a set at which no run is usable.
func (s *Sweep) failedLevels(set LevelSet) []int {
	var ts []int
	for _, l := range s.Levels {
		if len(l.Runs) == 0 && l.Threads > 0 && set.Contains(l.Threads) {
			ts = append(ts, l.Threads)
		}
	}
	return ts
}

// Values returns the runs' values of a metric in its unit, in input order, leaving out runs
// that lack it.
func (l *Level) Values(m parse.Metric) []float64 {
	var vs []float64
	for _, r := range l.Runs {
		if v, ok := r.Value(m); ok && finite(v) {
			vs = append(vs, v)
		}
	}
	return vs
}

// Mean returns the mean over the repeats, in the metric's unit, with its t interval (Student
// 1908; absent for one run, cut at zero); Value is absent where no run has the metric. The mean of a percentile is the
// mean of each run's percentile, no percentile of the pooled transactions, and a note
// says so.
func (l *Level) Mean(m parse.Metric, confidence float64) Estimate {
	e := meanEstimate(l.Values(m), confidence)
	if _, ok := m.Rank(); ok && e.N > 1 {
		e.Notes = append(e.Notes, Note{Code: "note.mean-of-percentiles", Args: []any{m.Name}})
	}
	return e
}

// Kinds names the kinds of transaction that the runs of a TPC-C client tell apart, in lower case. The
// first is the one whose latency is the run's; TPS counts all of them.
func (s *Sweep) Kinds() []string {
	var names []string
	for _, l := range s.Levels {
		for _, r := range l.Runs {
			for _, k := range r.Kinds {
				if name := strings.ToLower(k.Name); !slices.Contains(names, name) {
					if k.Latency.Avg.OK && k.Latency.Avg == r.Latency.Avg {
						names = slices.Insert(names, 0, name)
					} else {
						names = append(names, name)
					}
				}
			}
		}
	}
	return names
}
