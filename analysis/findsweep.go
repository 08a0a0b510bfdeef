package analysis

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// sweep examines a system's runs one by one and beside each other.
func (f *finder) sweep(s *Sweep) {
	f.few = map[string][]*parse.Run{}
	f.order(s)
	for i := range s.Levels {
		l := &s.Levels[i]
		if len(l.Failed) > 0 {
			f.at(Warn, s, l.Failed, "finding.failed", strconv.Itoa(len(l.Failed)))
		}
		for _, r := range l.Runs {
			f.run(s, r)
		}
	}
	for _, m := range s.Metrics() {
		if rank, ok := m.Rank(); ok && rank >= 50 {
			f.outliers(s, m)
		}
	}
	for _, code := range []string{"finding.errors", "finding.reconnects"} {
		if rs := f.few[code]; len(rs) > 0 {
			f.of(Info, s, rs, code+"-few", strconv.Itoa(len(rs)))
		}
	}
	f.copies(s)
	f.queries(s)
	f.ranks(s)
	if kinds := s.Kinds(); len(kinds) > 1 {
		f.of(Info, s, nil, "finding.kinds", kinds[0], strings.Join(kinds[1:], " "))
	}
	f.mixed(s)
	if rs, n := s.sameLine(); n > 0 {
		f.of(Warn, s, rs, "finding.same-line", strconv.Itoa(n))
	}
	f.drift(s)
}

// copies reports runs that stand more than once in the data.
func (f *finder) copies(s *Sweep) {
	var copies []*parse.Run
	var levels []int
	for _, l := range s.Levels {
		if len(l.Copies) > 0 {
			copies = append(copies, l.Copies...)
			if !slices.Contains(levels, l.Threads) {
				levels = append(levels, l.Threads)
			}
		}
	}
	if len(copies) > 0 {
		f.of(Info, s, copies, "finding.copied", strconv.Itoa(len(copies)), levelList(levels))
	}
}

// order reports levels that stand out of order, and levels with more runs than the rest, in
// the files that hold several levels.
func (f *finder) order(s *Sweep) {
	var rs []*parse.Run
	for _, l := range s.Levels {
		if l.Threads > 0 { // an unknown level stands nowhere
			rs = append(rs, l.Runs...)
		}
	}
	slices.SortStableFunc(rs, func(a, b *parse.Run) int {
		return cmp.Or(strings.Compare(a.Source.File, b.Source.File), a.Source.Line-b.Source.Line)
	})
	var backwards []*parse.Run
	seen := map[int]bool{}
	for i, r := range rs {
		switch {
		case i == 0 || rs[i-1].Source.File != r.Source.File:
			seen = map[int]bool{}
		case seen[r.Threads] && r.Threads < rs[i-1].Threads:
			seen = map[int]bool{} // another pass over the levels
		case r.Threads < rs[i-1].Threads && len(metricsOf(rs[i:i+1])) < len(metricsOf(rs[i-1:i])):
			// Its row stands in its place in an earlier table, with no value of this system.
		case r.Threads < rs[i-1].Threads:
			backwards = append(backwards, r)
		}
		seen[r.Threads] = true
	}
	if len(backwards) > 0 {
		var levels []int
		for _, r := range backwards {
			levels = append(levels, r.Threads)
		}
		f.of(Info, s, backwards, "finding.out-of-order", levelList(levels))
	}

	counts, levels := map[int]int{}, 0
	for _, l := range s.Levels {
		if l.Threads > 0 {
			counts[len(l.Runs)]++
			levels++
		}
	}
	if levels < 3 {
		return
	}
	usual, most := 0, 0
	for n, k := range counts {
		if k > most || k == most && n < usual {
			usual, most = n, k
		}
	}
	for i := range s.Levels {
		if l := &s.Levels[i]; l.Threads > 0 && usual > 0 && len(l.Runs) > usual {
			f.at(Info, s, l.Runs, "finding.level-twice", strconv.Itoa(len(l.Runs)), strconv.Itoa(usual))
		}
	}
}

// outlierFactor is how many times the largest ratio of percentile to average among
// its neighbours a ratio must be to be called an outlier; twice at the last level, where
// saturation raises it.
const (
	outlierFactor     = 1.5
	outlierFactorLast = 2.0
)

// outliers looks for levels whose percentile is far from the average where it is not at the
// two levels to each side.
func (f *finder) outliers(s *Sweep, m parse.Metric) {
	var levels []*Level
	var tails []float64 // percentile in units of the average
	for i := range s.Levels {
		p, a := s.Levels[i].Values(m), s.Levels[i].Values(parse.Avg)
		if s.Levels[i].Threads > 0 && len(p) > 0 && len(a) > 0 && mean(a) > 0 {
			levels, tails = append(levels, &s.Levels[i]), append(tails, mean(p)/mean(a))
		}
	}
	if len(levels) < 4 {
		return
	}
	for i, l := range levels {
		neighbours, least, most := 0.0, math.Inf(1), 0.0
		for j, t := range tails {
			if j == i {
				continue
			}
			least, most = min(least, t), max(most, t)
			if abs(j-i) <= 2 {
				neighbours = max(neighbours, t)
			}
		}
		factor := outlierFactor
		if i == len(levels)-1 {
			factor = outlierFactorLast
		}
		if tails[i] > factor*neighbours {
			f.at(Warn, s, l.Runs, "finding.outlier", m.Name, millis(mean(l.Values(m))),
				lang.Number(tails[i], 1), lang.Number(least, 2), lang.Number(most, 2))
		}
	}
}

// queries looks for levels where a transaction has more or fewer queries than elsewhere.
func (f *finder) queries(s *Sweep) {
	var rs []*parse.Run
	var per []float64
	for _, r := range s.runs() {
		if r.Transactions.V > 0 && r.Queries.V > 0 {
			rs, per = append(rs, r), append(per, r.Queries.V/r.Transactions.V)
		}
	}
	if len(per) < 2 {
		return
	}
	usual := slices.Sorted(slices.Values(per))[(len(per)-1)/2]
	for i, r := range rs {
		// Retried transactions add queries; a hundredth is more than that.
		if math.Abs(per[i]/usual-1) > 0.01 {
			f.at(Warn, s, []*parse.Run{r}, "finding.queries", lang.Number(per[i], 2), lang.Number(usual, 2))
		}
	}
}

// ranks reports runs that give different percentiles.
func (f *finder) ranks(s *Sweep) {
	var sets []string
	var first []*parse.Run
	for _, r := range s.runs() {
		var names []string
		for _, p := range r.Latency.Pct {
			names = append(names, parse.Pct(p.Rank).Name)
		}
		if set := strings.Join(names, "+"); set != "" && !slices.Contains(sets, set) {
			sets, first = append(sets, set), append(first, r)
		}
	}
	if len(sets) > 1 {
		f.of(Warn, s, first, "finding.ranks", strings.Join(sets, ", "))
	}
}

// mixed reports settings in which the runs of one system differ, the machine and the
// database among them: they are no repeats of each other.
func (f *finder) mixed(s *Sweep) {
	keys, values := settingsOf(s.runs(), func(string) bool { return true })
	for _, k := range keys {
		if len(values[k]) > 1 {
			f.of(Warn, s, nil, "finding.mixed-settings", k, few(values[k], ", "))
		}
	}
}

const (
	driftRepeats = 3    // repeats from which a drift can be seen
	driftLeast   = 0.02 // change from the first to the last repeat that is worth a word
	driftP       = 0.01
)

// drift looks for throughput that rises or falls over the repeats in their order: a
// regression of each run's distance from its level's mean on the number of the
// repeat. What it rejects is that the repeats differ by the scatter of single runs alone: a steady
// drift and one repeat that was slow at every level both do that, and a few repeats cannot
// tell them apart.
func (f *finder) drift(s *Sweep) {
	var x, y []float64
	var rs []*parse.Run
	last, levels := 0, 0
	for i := range s.Levels {
		l := &s.Levels[i]
		vs := l.Values(parse.TPS)
		if len(vs) != len(l.Runs) || len(vs) < driftRepeats || mean(vs) <= 0 {
			continue
		}
		runs := slices.SortedStableFunc(slices.Values(l.Runs), func(a, b *parse.Run) int { return a.Repeat - b.Repeat })
		m := mean(vs)
		for k, r := range runs {
			v, _ := r.Value(parse.TPS)
			x, y, rs = append(x, float64(k)-float64(len(runs)-1)/2), append(y, v/m-1), append(rs, r)
		}
		last, levels = max(last, len(runs)-1), levels+1
	}
	if len(x) < 6 {
		return
	}
	var sxx, sxy, syy float64
	for i := range x {
		sxx, sxy, syy = sxx+x[i]*x[i], sxy+x[i]*y[i], syy+y[i]*y[i]
	}
	slope := sxy / sxx
	df := float64(len(x) - 1 - levels) // a mean was taken from every level
	if df < 2 {
		return
	}
	seSlope := math.Sqrt(max(0, syy-slope*sxy) / df / sxx)
	change := slope * float64(last)
	if math.Abs(change) >= driftLeast && (seSlope == 0 || 2*tUpper(math.Abs(slope)/seSlope, df) < driftP) {
		f.of(Warn, s, rs, "finding.drift", percent(change), strconv.Itoa(last+1))
	}
}
