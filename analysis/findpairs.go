package analysis

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// manySystems is the number of systems from which on what concerns pairs is summed up: eleven
// systems are 55 pairs, and nobody reads a line for each.
const manySystems = 5

// pairs examines each two systems beside each other.
func (f *finder) pairs(sweeps []*Sweep) {
	many := len(sweeps) >= manySystems
	var keys []string
	oneStep := 0
	for i, a := range sweeps {
		for _, b := range sweeps[i+1:] {
			ds, steps := differences(a, b), oneSteps(a, b)
			oneStep += len(steps)
			switch {
			case many:
				for _, d := range ds {
					if !slices.Contains(keys, d.Key) {
						keys = append(keys, d.Key)
					}
				}
			default:
				for _, s := range steps {
					if len(sweeps) > 2 {
						f.about(Info, s.threads, s.runs, "finding.one-step-between", s.metric.Name, gridStepPercent(), a.System, b.System)
					} else {
						f.about(Info, s.threads, s.runs, "finding.one-step", s.metric.Name, gridStepPercent())
					}
				}
				if len(ds) > 0 {
					f.about(Info, 0, nil, "finding.settings", a.System, b.System, differenceList(ds))
				}
			}
			f.durations(a, b)
			f.sameRuns(a, b)
		}
	}
	if many && oneStep > 0 {
		f.about(Info, 0, nil, "finding.one-step-many", strconv.Itoa(oneStep), gridStepPercent())
	}
	if len(keys) > 0 {
		f.about(Warn, 0, nil, "finding.settings-many", strings.Join(keys, ", "))
	}
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

// durations reports two systems whose runs took a different time: a longer run has less of
// its warm-up in the totals.
func (f *finder) durations(a, b *Sweep) {
	da, db := durationsOf(a), durationsOf(b)
	if len(da) == 0 || len(db) == 0 {
		return
	}
	if ma, mb := median(da), median(db); math.Abs(math.Log(ma/mb)) > math.Log(1.1) {
		f.about(Warn, 0, nil, "finding.durations", a.System, lang.Number(ma, 0), b.System, lang.Number(mb, 0))
	}
}

// sameRuns reports measurements that stand under the names of two systems.
func (f *finder) sameRuns(a, b *Sweep) {
	if rs, levels := sharedRuns(a, b); len(rs) > 0 {
		f.about(Warn, 0, rs, "finding.same-run", a.System, b.System, levelList(levels))
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
				if r.TargetRate.OK && !slices.Contains(rated, s.System) {
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
		f.about(Info, 0, nil, "finding.rate", strings.Join(rated, ", "))
	}
	switch {
	case single > 0 && repeated == 0:
		f.about(Info, 0, nil, "finding.one-run")
	case single > 0:
		var at []string
		for _, s := range sweeps {
			var ts []int
			for _, l := range s.Levels {
				if len(l.Runs) == 1 && l.Threads > 0 {
					ts = append(ts, l.Threads)
				}
			}
			if len(ts) > 0 {
				at = append(at, s.System+": "+levelList(ts))
			}
		}
		f.about(Info, 0, nil, "finding.some-one-run", strings.Join(at, "; "))
	}
}
