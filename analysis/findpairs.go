package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// manySystems is the number of systems from which on what concerns them together is summed
// up: eleven systems are 55 pairs, and nobody reads a line for each.
const manySystems = 5

// beside examines systems beside each other: few of them pair by pair, many by groups with
// the same values, so that the work and the findings grow with the systems and not with the pairs.
func (f *finder) beside(sweeps []*Sweep) {
	many := len(sweeps) >= manySystems
	if many {
		f.durationGroups(sweeps)
	} else {
		for i, a := range sweeps {
			for _, b := range sweeps[i+1:] {
				f.pair(a, b, len(sweeps) > 2)
			}
		}
	}
	f.sameRuns(sweeps)
	if many {
		if n := countOneSteps(sweeps); n > 0 {
			f.about(Info, 0, nil, "finding.one-step-many", strconv.Itoa(n), gridStepPercent())
		}
		if keys := differingKeys(sweeps); len(keys) > 0 {
			f.about(Warn, 0, nil, "finding.settings-many", strings.Join(keys, ", "))
		}
	}
}

// pair examines two systems beside each other, which are named where there are others.
func (f *finder) pair(a, b *Sweep, named bool) {
	for _, s := range oneSteps(a, b) {
		if named {
			f.about(Info, s.threads, s.runs, "finding.one-step-between", s.metric.Name, gridStepPercent(), a.System, b.System)
		} else {
			f.about(Info, s.threads, s.runs, "finding.one-step", s.metric.Name, gridStepPercent())
		}
	}
	if ds := differences(a, b); len(ds) > 0 {
		f.about(Info, 0, nil, "finding.settings", a.System, b.System, differenceList(ds))
	}
	f.durations(a, b)
}

func gridStepPercent() string { return lang.Number(100*GridStep(), 1) }

// step is a percentile of two systems that lies next to each other on sysbench's histogram grid.
type step struct {
	threads int
	metric  parse.Metric
	runs    []*parse.Run
}

// oneSteps finds percentiles of two systems that are neighbours on sysbench's
// histogram grid: no smaller difference could be seen.
func oneSteps(a, b *Sweep) (found []step) {
	for i := range a.Levels {
		la := &a.Levels[i]
		lb := b.Level(la.Threads)
		if lb == nil || len(la.Runs) != 1 || len(lb.Runs) != 1 || la.Runs[0].Tool() != "sysbench" || lb.Runs[0].Tool() != "sysbench" {
			continue
		}
		for _, m := range a.Metrics() {
			if _, ok := m.Rank(); !ok {
				continue
			}
			va, okA := la.Runs[0].Value(m)
			vb, okB := lb.Runs[0].Value(m)
			if !okA || !okB {
				continue
			}
			if steps, ok := GridSteps(va, vb); ok && steps == 1 {
				found = append(found, step{la.Threads, m, []*parse.Run{la.Runs[0], lb.Runs[0]}})
			}
		}
	}
	return found
}

// countOneSteps counts the pairs of systems' percentiles, at one level and run alone there, that
// are neighbours on sysbench's histogram grid.
func countOneSteps(sweeps []*Sweep) int {
	type place struct {
		threads int
		rank    float64
		bucket  int
	}
	at := map[place]int{}
	pairs := 0
	for _, s := range sweeps {
		for _, l := range s.Levels {
			if l.Threads == 0 || len(l.Runs) != 1 || l.Runs[0].Tool() != "sysbench" {
				continue
			}
			for _, p := range l.Runs[0].Latency.Pct {
				if i, ok := gridIndex(p.Ms); ok && p.Ms >= gridFinestMs {
					pairs += at[place{l.Threads, p.Rank, i - 1}] + at[place{l.Threads, p.Rank, i + 1}]
					at[place{l.Threads, p.Rank, i}]++
				}
			}
		}
	}
	return pairs
}

// differingKeys lists the settings in which any two of the systems differ, as [differences]
// tells them, in the order in which the systems name them.
func differingKeys(sweeps []*Sweep) []string {
	type stated struct {
		values   map[string]bool // distinct, each system's joined
		by       int             // systems that state the key
		byVoiced int             // those of them that name settings at all
	}
	var keys []string
	all := map[string]*stated{}
	voiced := 0 // systems that name any setting
	for _, s := range sweeps {
		ks, values := settings(s)
		names := !saysNothing(values)
		if names {
			voiced++
		}
		for _, k := range ks {
			st := all[k]
			if st == nil {
				st = &stated{values: map[string]bool{}}
				all[k], keys = st, append(keys, k)
			}
			st.values[strings.Join(values[k], ", ")] = true
			st.by++
			if names {
				st.byVoiced++
			}
		}
	}
	return slices.DeleteFunc(keys, func(k string) bool {
		st := all[k]
		someValue := len(st.values) > 1 || !st.values[""]
		missing := !isIdentity(k) && someValue && st.byVoiced < voiced // one that names settings leaves out this one
		return len(st.values) < 2 && !missing
	})
}

// unevenDurations is the ratio of the times that runs take from which on they are called
// different: a longer run has less of its warm-up in the totals.
const unevenDurations = 1.1

// durations reports two systems whose runs took a different time.
func (f *finder) durations(a, b *Sweep) {
	da, db := durationsOf(a), durationsOf(b)
	if len(da) == 0 || len(db) == 0 {
		return
	}
	if ma, mb := median(da), median(db); math.Abs(math.Log(ma/mb)) > math.Log(unevenDurations) {
		f.about(Warn, 0, nil, "finding.durations", a.System, lang.Number(ma, 0), b.System, lang.Number(mb, 0))
	}
}

// durationGroups reports systems whose runs took a different time, those with about the same
// time together.
func (f *finder) durationGroups(sweeps []*Sweep) {
	type timed struct {
		system string
		sec    float64
	}
	var all []timed
	for _, s := range sweeps {
		if ds := durationsOf(s); len(ds) > 0 {
			all = append(all, timed{s.System, median(ds)})
		}
	}
	slices.SortStableFunc(all, func(a, b timed) int { return cmp.Compare(a.sec, b.sec) })
	if len(all) == 0 || all[len(all)-1].sec <= unevenDurations*all[0].sec {
		return
	}
	var groups []string
	for from := 0; from < len(all); {
		to := from
		var names []string
		for ; to < len(all) && all[to].sec <= unevenDurations*all[from].sec; to++ {
			names = append(names, all[to].system)
		}
		sec := lang.Number(all[from].sec, 0)
		if last := lang.Number(all[to-1].sec, 0); last != sec {
			sec += "–" + last
		}
		groups = append(groups, sec+" ("+few(names, ", ")+")")
		from = to
	}
	f.about(Warn, 0, nil, "finding.durations-many", few(groups, "; "))
}

// sameRuns reports measurements that stand under the names of several systems, once for the
// same systems.
func (f *finder) sameRuns(sweeps []*Sweep) {
	type place struct {
		threads int
		measurement
	}
	type held struct {
		by   []int // systems
		runs []*parse.Run
	}
	var order []place
	all := map[place]*held{}
	for i, s := range sweeps {
		for _, r := range s.runs() {
			m, telling := measured(r)
			if !telling {
				continue
			}
			at := place{r.Threads, m}
			h := all[at]
			if h == nil {
				h = &held{}
				all[at], order = h, append(order, at)
			}
			h.runs = append(h.runs, r)
			if !slices.Contains(h.by[max(0, len(h.by)-1):], i) {
				h.by = append(h.by, i)
			}
		}
	}
	type group struct {
		names  []string
		levels []int
		runs   []*parse.Run
	}
	var groups []*group
	bySystems := map[string]*group{}
	for _, at := range order {
		h := all[at]
		if len(h.by) < 2 {
			continue
		}
		key := fmt.Sprint(h.by)
		g := bySystems[key]
		if g == nil {
			g = &group{}
			for _, i := range h.by {
				g.names = append(g.names, sweeps[i].System)
			}
			bySystems[key], groups = g, append(groups, g)
		}
		g.runs = append(g.runs, h.runs...)
		if !slices.Contains(g.levels, at.threads) {
			g.levels = append(g.levels, at.threads)
		}
	}
	for _, g := range groups {
		if len(g.names) == 2 {
			f.about(Warn, 0, g.runs, "finding.same-run", g.names[0], g.names[1], levelList(g.levels))
		} else {
			f.about(Warn, 0, g.runs, "finding.same-run-many", few(g.names, ", "), levelList(g.levels))
		}
	}
}

// roundedUp writes a positive number with one significant digit that is not below it.
func roundedUp(v float64) string {
	v = max(v, 0.001)
	unit := math.Pow(10, math.Floor(math.Log10(v)))
	return lang.Significant(math.Ceil(v/unit-1e-9)*unit, 1)
}

func durationsOf(s *Sweep) []float64 {
	var ds []float64
	for _, r := range s.runs() {
		if r.ElapsedSec.V > 0 && r.Status == parse.Complete {
			ds = append(ds, r.ElapsedSec.V)
		}
	}
	return ds
}

// all examines what holds for the data as a whole.
func (f *finder) all(sweeps []*Sweep) {
	worst, runs := 0.0, 0
	single, repeated := 0, 0
	var rated []string
	for _, s := range sweeps {
		for _, l := range s.Levels {
			switch {
			case len(l.Runs) == 1:
				single++
			case len(l.Runs) > 1:
				repeated++
			}
		}
		for _, r := range s.runs() {
			tps, okT := r.Value(parse.TPS)
			avg, okA := r.Value(parse.Avg)
			if !okT || !okA || tps <= 0 || avg <= 0 {
				continue
			}
			if !closedLoop(r) {
				if r.TargetRate.OK && !slices.Contains(rated[max(0, len(rated)-1):], s.System) {
					rated = append(rated, s.System)
				}
				continue
			}
			runs++
			worst = max(worst, math.Abs(tps*avg/1000/float64(r.Threads)-1))
		}
	}
	if runs > 0 && worst <= littleTolerance {
		f.about(Info, 0, nil, "finding.little-holds", roundedUp(100*worst))
	}
	if len(rated) > 0 {
		f.about(Info, 0, nil, "finding.rate", few(rated, ", "))
	}
	switch {
	case single > 0 && repeated == 0:
		f.about(Info, 0, nil, "finding.one-run")
	case single > 0:
		var lists []string
		alike := map[string][]string{} // systems by their levels
		for _, s := range sweeps {
			var ts []int
			for _, l := range s.Levels {
				if len(l.Runs) == 1 && l.Threads > 0 {
					ts = append(ts, l.Threads)
				}
			}
			if len(ts) == 0 {
				continue
			}
			list := levelList(ts)
			if alike[list] == nil {
				lists = append(lists, list)
			}
			alike[list] = append(alike[list], s.System)
		}
		at := make([]string, len(lists))
		for i, list := range lists {
			at[i] = few(alike[list], ", ") + ": " + list
		}
		f.about(Info, 0, nil, "finding.some-one-run", few(at, "; "))
	}
}
