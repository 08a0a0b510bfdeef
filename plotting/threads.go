package plotting

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// series is one system's values of a metric over its levels.
type series struct {
	system string
	sweep  *analysis.Sweep
	metric parse.Metric
	at     []measured
	absent []int // levels without a value: failed, or the metric is absent
}

// measured is a level's value.
type measured struct {
	threads int
	mean    analysis.Estimate
	values  []float64
	broken  bool // a level without a value lies before it
	skipped bool // a level that other systems have and this one lacks lies before it
}

// seriesOf reads a metric off a sweep.
func seriesOf(s *analysis.Sweep, m parse.Metric, confidence float64) series {
	out := series{system: s.System, sweep: s, metric: m}
	broken := false
	for i := range s.Levels {
		l := &s.Levels[i]
		if l.Threads == 0 { // the level is unknown: there is no place for it
			continue
		}
		e := l.Mean(m, confidence)
		if !known(e.Value) {
			out.absent = append(out.absent, l.Threads)
			broken = true
			continue
		}
		out.at = append(out.at, measured{threads: l.Threads, mean: e, values: l.Values(m), broken: broken})
		broken = false
	}
	return out
}

// read reads a metric off all sweeps, with the levels and the numbers of repeats
// of what it finds. Absent are levels without a value as well as those that other systems alone
// have.
func (b *builder) read(sweeps []*analysis.Sweep, m parse.Metric) (all []series, levels, counts []int) {
	for _, s := range sweeps {
		one := seriesOf(s, m, b.opts.Confidence)
		for _, p := range one.at {
			levels, counts = append(levels, p.threads), append(counts, len(p.values))
		}
		all = append(all, one)
	}
	union := slices.DeleteFunc(slices.Compact(slices.Sorted(slices.Values(levels))), func(n int) bool { return n < 1 })
	for i := range all {
		s := &all[i]
		if len(s.at) > 0 && s.at[0].threads > 0 { // else all its levels lack the metric, or are unknown
			for _, n := range union {
				next, has := slices.BinarySearchFunc(s.at, n, func(p measured, n int) int { return p.threads - n })
				if has || slices.Contains(s.absent, n) {
					continue
				}
				s.absent = append(s.absent, n)
				if next < len(s.at) {
					s.at[next].skipped = true
				}
			}
			slices.Sort(s.absent)
		}
	}
	return all, levels, counts
}

// lacking notes the levels at which systems have no value of a metric.
func (b *builder) lacking(all []series) {
	for _, s := range all {
		b.absent(b.name(s.system), b.shortMetric(s.metric), s.absent...)
	}
}

// positive leaves out what a logarithmic axis cannot show, and returns the levels.
func (s series) positive() (series, []int) {
	kept := s
	kept.at = nil
	var gone []int
	broken := false
	for _, p := range s.at {
		if p.mean.Value.V <= 0 {
			gone = append(gone, p.threads)
			broken = true
			continue
		}
		p.broken = p.broken || broken
		broken = false
		kept.at = append(kept.at, p)
	}
	return kept, gone
}

// lines cuts the line through the series' places where a level has no value: a line across it
// would show what nobody measured. Bridges lead across levels that the system merely lacks.
func (s series) lines(pts []xy) (lines, bridges [][]xy) {
	for i, p := range s.at {
		if i == 0 || p.broken || p.skipped {
			lines = append(lines, nil)
		}
		if i > 0 && p.skipped && !p.broken {
			bridges = append(bridges, pts[i-1:i+1])
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], pts[i])
	}
	return lines, bridges
}

// places are the values over threads.
func (s series) places() []xy {
	out := make([]xy, len(s.at))
	for i, m := range s.at {
		out[i] = xy{float64(m.threads), m.mean.Value.V}
	}
	return out
}

// addLines draws the line of a series through its places, pale and dashed where it leads across a level that the
// system lacks.
func (b *builder) addLines(p *plot.Plot, s series, k look, pts []xy, shift float64) {
	lines, bridges := s.lines(pts)
	pale := draw.LineStyle{Color: mix(k.color, b.theme.back, 0.45), Width: b.px(2), Dashes: scaled(shortDashes, b.s)}
	for _, l := range bridges {
		p.Add(curve{l, pale, b.px(shift)})
	}
	if len(bridges) > 0 {
		b.bridged = true
	}
	for _, l := range lines {
		p.Add(curve{l, b.line(k, 3), b.px(shift)})
	}
}

// bounds is the range of a y axis: of the values and the repeats, and of the
// intervals as far as they do not dwarf the data.
func bounds(all []series) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	each := func(f func(measured)) {
		for _, s := range all {
			for _, p := range s.at {
				f(p)
			}
		}
	}
	each(func(p measured) {
		low, high = min(low, p.mean.Value.V), max(high, p.mean.Value.V)
		for _, v := range p.values {
			low, high = min(low, v), max(high, v)
		}
	})
	top, bottom := high, low
	each(func(p measured) {
		if known(p.mean.High) {
			top = max(top, min(p.mean.High.V, high+0.6*math.Abs(high)))
		}
		if known(p.mean.Low) && p.mean.Low.V > 0 {
			bottom = min(bottom, max(p.mean.Low.V, low*0.6))
		}
	})
	return bottom, top
}

// addSeries draws a series: the line, the repeats as dots, the mean as marker with
// its interval. shift moves it off other systems, pixels; the dots stand left of the marker.
func (b *builder) addSeries(p *plot.Plot, s series, k look, shift float64) {
	means := s.places()
	b.addLines(p, s, k, means, shift)
	var dots []xy
	var intervals []span
	for _, m := range s.at {
		x := float64(m.threads)
		if len(m.values) > 1 {
			for _, v := range m.values {
				dots = append(dots, xy{x, v})
			}
		}
		if interval(m.mean) {
			intervals = append(intervals, span{x, m.mean.Low.V, m.mean.High.V})
		}
	}
	if len(dots) > 0 {
		p.Add(points{pts: dots, shape: circle, color: mix(k.color, b.theme.back, 0.55), back: b.theme.back, r: b.px(4), shift: b.px(shift - 13)})
	}
	if len(intervals) > 0 {
		p.Add(spans{at: intervals, color: k.color, width: b.px(2), cap: b.px(5), shift: b.px(shift)})
	}
	mark := b.markers(means, k)
	mark.shift = b.px(shift)
	p.Add(mark)
}

// markers are a system's markers; many are small and without rims, which would hide the line.
func (b *builder) markers(pts []xy, k look) points {
	if len(pts) > 40 {
		return points{pts: pts, shape: circle, color: k.color, back: k.color, r: b.px(3)}
	}
	return points{pts: pts, shape: k.marker, color: k.color, back: b.theme.back, r: b.px(7.5)}
}

// coincident notes the systems whose lines lie on one another in a panel: only the last of them is
// seen.
func (b *builder) coincident(p *plot.Plot, all []series) {
	same := func(s, o series) bool {
		return slices.EqualFunc(s.at, o.at, func(x, y measured) bool {
			return x.threads == y.threads && math.Abs(p.Y.Norm(x.mean.Value.V)-p.Y.Norm(y.mean.Value.V)) < 0.004
		})
	}
	done := make([]bool, len(all))
	for i, s := range all {
		names := []string{b.name(s.system)}
		for j := i + 1; j < len(all) && !done[i] && len(s.at) > 0; j++ {
			if same(s, all[j]) {
				done[j] = true
				names = append(names, b.name(all[j].system))
			}
		}
		if len(names) > 1 {
			b.note("plot.note.coincident", b.list(names), b.shortMetric(s.metric))
		}
	}
}

// shifts returns how far aside each series is drawn, pixels, so that intervals at
// the same level stand beside each other; without repeats nothing is moved.
func shifts(all []series) []float64 {
	out := make([]float64, len(all))
	repeated := slices.ContainsFunc(all, func(s series) bool {
		return slices.ContainsFunc(s.at, func(m measured) bool { return m.mean.Low.OK })
	})
	if n := len(all); repeated && n > 1 {
		for i := range out {
			out[i] = (float64(i) - float64(n-1)/2) * min(8, 30/float64(n))
		}
	}
	return out
}

// throughputMetric is the first throughput metric that any sweep has.
func throughputMetric(sweeps []*analysis.Sweep) (parse.Metric, bool) {
	for _, m := range []parse.Metric{parse.TPS, parse.QPS, parse.EPS, parse.IOPS, parse.MiBps, parse.TpmC} {
		if slices.ContainsFunc(sweeps, func(s *analysis.Sweep) bool { return s != nil && hasMetric(s, m) }) {
			return m, true
		}
	}
	return parse.Metric{}, false
}

// noLevel explains that no level has a value of a metric.
func noLevel(m parse.Metric, sweeps []*analysis.Sweep) error {
	if slices.ContainsFunc(sweeps, func(s *analysis.Sweep) bool { return s != nil && hasMetric(s, m) }) {
		return fmt.Errorf("no run with %s says its threads: there is no level to draw; a pattern of the file names or a label threads=N before the run names it", m.Name)
	}
	return fmt.Errorf("no run has the metric %q; there are: %s", m.Name, metricNames(sweeps))
}

func hasMetric(s *analysis.Sweep, m parse.Metric) bool {
	return slices.ContainsFunc(s.Metrics(), func(o parse.Metric) bool { return o.Name == m.Name })
}

// metricNames lists the metrics that any of the sweeps has, for errors.
func metricNames(sweeps []*analysis.Sweep) string {
	var names []string
	for _, s := range sweeps {
		for _, m := range s.Metrics() {
			if !slices.Contains(names, m.Name) {
				names = append(names, m.Name)
			}
		}
	}
	return strings.Join(names, " ")
}

// Throughput draws TPS (or the first throughput metric the sweeps have) over
// threads: repeats as dots, their mean as the line, its interval as a bar.
func Throughput(sweeps []*analysis.Sweep, opts Options) (*Figure, error) {
	if _, _, err := systemsOf(sweeps); err != nil {
		return nil, err
	}
	m, ok := throughputMetric(sweeps)
	if !ok {
		return nil, fmt.Errorf("no throughput to draw: the runs have %s", metricNames(sweeps))
	}
	return Metric(sweeps, m, opts)
}

// Metric draws any one metric over threads.
func Metric(sweeps []*analysis.Sweep, m parse.Metric, opts Options) (*Figure, error) {
	systems, runs, err := systemsOf(sweeps)
	if err != nil {
		return nil, err
	}
	b, err := newBuilder(opts, systems, runs...)
	if err != nil {
		return nil, err
	}
	all, levels, counts := b.read(sweeps, m)
	b.lacking(all)
	if len(levels) == 0 {
		return nil, noLevel(m, sweeps)
	}
	p := b.panel(b.threadsTitle(), b.axisName(m))
	b.threadAxis(p, levels)
	all = b.valueAxis(p, all, m, m.IsLatency() && wide(all))
	b.coincident(p, all)
	aside := shifts(all)
	for i, s := range all {
		k := b.looks.of(s.system)
		if opts.Fit && m.Better == parse.HigherIsBetter {
			if u := b.fit(sweeps[i]); u != nil && len(s.at) > 0 { // over the measured levels: beyond them stand the names
				b.addFit(p, u, k, float64(s.at[0].threads), float64(s.at[len(s.at)-1].threads))
			}
		}
		b.addSeries(p, s, k, aside[i])
		b.fig.keys = append(b.fig.keys, key{b.name(s.system), k, lineAndMarker})
	}
	b.endLabels(all)
	method := b.method(counts)
	if opts.Fit {
		method = b.sentences(method, b.t("plot.method.fit"))
	}
	return b.finish(b.level("plot.title.over-threads", b.metricName(m)),
		join(b.subject(runs), b.levelSpan(levels), b.repeats(counts)),
		b.sentences(b.sources(runs), method),
		b.leaderAlt(all, m)), nil
}

// valueAxis chooses the y axis of a metric: throughput from zero, or from the
// data and marked; latency from zero, or logarithmic over more than a decade.
func (b *builder) valueAxis(p *plot.Plot, all []series, m parse.Metric, log bool) []series {
	low, high := bounds(all)
	switch {
	case log:
		var kept []series
		for _, s := range all {
			one, gone := s.positive()
			if len(gone) > 0 {
				b.note("plot.note.log-zero", b.name(s.system), b.shortMetric(m), b.levelsText(gone))
			}
			kept = append(kept, one)
		}
		low, high = bounds(kept)
		logY(p, low, high)
		p.Y.Label.Text = b.t("plot.axis.log", p.Y.Label.Text)
		return kept
	case b.opts.FromData && low < high:
		around(p, low, high, nil)
		if p.Y.Min > 0 {
			b.mark(p, func(k *panelMark) { k.truncated = true })
			p.Y.Label.Text = b.t("plot.axis.truncated", p.Y.Label.Text)
		} else {
			fromZero(p, high)
		}
	case low < 0:
		around(p, low, high, nil)
		b.mark(p, func(k *panelMark) { k.zero = true })
	default:
		fromZero(p, high)
	}
	return all
}

// wide reports whether the positive values span more than a decade.
func wide(all []series) bool {
	low, high := math.Inf(1), 0.0
	for _, s := range all {
		for _, p := range s.at {
			if v := p.mean.Value.V; v > 0 {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	return high/low > 10
}

// method says how repeats and intervals are drawn.
func (b *builder) method(counts []int) string {
	if len(counts) == 0 || slices.Max(counts) < 2 {
		return b.t("plot.method.one")
	}
	return b.t("plot.method.repeats", lang.Confidence(b.opts.Confidence))
}

// endLabels offers the names for the ends of the lines, where the lines end
// near the right edge.
func (b *builder) endLabels(all []series) {
	last := 0
	for _, s := range all {
		if n := len(s.at); n > 0 {
			last = max(last, s.at[n-1].threads)
		}
	}
	for i, s := range all {
		n := len(s.at)
		if n == 0 || s.at[n-1].threads != last {
			b.fig.ends = nil
			return
		}
		p := s.at[n-1]
		b.fig.ends = append(b.fig.ends, endLabel{xy{float64(p.threads), p.mean.Value.V}, b.fig.keys[i]})
	}
}

// Latency draws average and percentile latency over threads, in milliseconds.
// The axis is logarithmic where the values span more than a decade.
func Latency(sweeps []*analysis.Sweep, opts Options) (*Figure, error) {
	systems, runs, err := systemsOf(sweeps)
	if err != nil {
		return nil, err
	}
	metrics := latencyMetrics(sweeps)
	switch len(metrics) {
	case 0:
		return nil, fmt.Errorf("no latency to draw: the runs have %s", metricNames(sweeps))
	case 1:
		return Metric(sweeps, metrics[0], opts)
	}
	b, err := newBuilder(opts, systems, runs...)
	if err != nil {
		return nil, err
	}
	var groups [][]series // by metric
	var levels, counts []int
	for _, m := range metrics {
		all, at, n := b.read(sweeps, m)
		b.lacking(all)
		levels, counts = append(levels, at...), append(counts, n...)
		groups = append(groups, all)
	}
	if len(levels) == 0 {
		return nil, noLevel(metrics[0], sweeps)
	}
	together := len(sweeps) <= 3 && slices.Max(counts) == 1 // intervals of both would hide one another
	log := slices.ContainsFunc(groups, wide) || together && wide(slices.Concat(groups...))
	var shown []series // of the last metric
	if together {
		p := b.panel(b.threadsTitle(), b.t("plot.axis.latency", b.t("plot.metric.latency")))
		b.threadAxis(p, levels)
		n := len(sweeps)
		aside := shifts(groups[0])
		flat := b.valueAxis(p, slices.Concat(groups...), metrics[0], log)
		shown = flat[n:]
		b.coincident(p, flat[:n])
		b.coincident(p, shown)
		for i, s := range slices.Backward(flat) { // the average first: the percentile lies over it
			k := b.looks.of(s.system)
			if i < n {
				k.marker += hollowCircle
				k.dashes = shortDashes
			}
			b.addSeries(p, s, k, aside[i%n])
		}
	} else {
		for i, m := range metrics {
			p := b.panel("", b.axisName(m))
			if i == len(metrics)-1 {
				p.X.Label.Text = b.threadsTitle()
			}
			b.threadAxis(p, levels)
			aside := shifts(groups[i])
			shown = b.valueAxis(p, groups[i], m, log)
			b.coincident(p, shown)
			for j, s := range shown {
				b.addSeries(p, s, b.looks.of(s.system), aside[j])
			}
		}
	}
	for _, s := range sweeps {
		b.fig.keys = append(b.fig.keys, key{b.name(s.System), b.looks.of(s.System), lineAndMarker})
	}
	if together {
		b.fig.keys = append(b.fig.keys,
			key{b.shortMetric(metrics[1]), look{color: b.theme.ink}, lineOnly},
			key{b.shortMetric(metrics[0]), look{color: b.theme.ink, dashes: shortDashes}, lineOnly})
	}
	pct := metrics[len(metrics)-1]
	return b.finish(b.level("plot.title.latency", b.shortMetric(pct)),
		join(b.subject(runs), b.levelSpan(levels), b.repeats(counts)),
		b.sentences(b.sources(runs), b.method(counts)),
		b.leaderAlt(shown, pct)), nil
}

// latencyMetrics are the average and the percentile to draw: the one that most
// sweeps have, the 95th among equals.
func latencyMetrics(sweeps []*analysis.Sweep) []parse.Metric {
	var out []parse.Metric
	if slices.ContainsFunc(sweeps, func(s *analysis.Sweep) bool { return hasMetric(s, parse.Avg) }) {
		out = append(out, parse.Avg)
	}
	if m, ok := percentileMetric(sweeps); ok {
		out = append(out, m)
	}
	return out
}

// percentileMetric is the percentile that most sweeps have; among equals the
// 95th, then the highest.
func percentileMetric(sweeps []*analysis.Sweep) (best parse.Metric, ok bool) {
	votes := map[string]int{}
	var all []parse.Metric
	for _, s := range sweeps {
		for _, m := range s.Metrics() {
			if _, ok := m.Rank(); ok {
				if votes[m.Name]++; votes[m.Name] == 1 {
					all = append(all, m)
				}
			}
		}
	}
	if len(all) == 0 {
		return best, false
	}
	rank := func(m parse.Metric) float64 {
		r, _ := m.Rank()
		if r == 95 {
			return 101
		}
		return r
	}
	return slices.MaxFunc(all, func(a, b parse.Metric) int {
		if d := votes[a.Name] - votes[b.Name]; d != 0 {
			return d
		}
		return int(math.Copysign(1, rank(a)-rank(b)))
	}), true
}
