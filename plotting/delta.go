package plotting

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

var shortDashes = []vg.Length{7, 5}

// Delta draws the deltas of a comparison by level, with their intervals and
// the equivalence band. A bar has the colour of the system that is better there.
func Delta(c *analysis.Comparison, opts Options) (*Figure, error) {
	if c == nil {
		return nil, fmt.Errorf("no comparison to draw")
	}
	b, err := newBuilder(opts, []string{c.Base, c.Other})
	if err != nil {
		return nil, err
	}
	base, other := b.name(c.Base), b.name(c.Other)
	var matched, levels []int
	var values []float64
	var shown, intervals []analysis.LevelDelta
	var zero stretches // where the base is zero
	for _, l := range c.Levels {
		matched = append(matched, l.Threads)
		if l.Base.Value.OK && l.Base.Value.V == 0 {
			zero.add(l.Threads, noRatio, 0)
			continue
		}
		if !known(l.Delta.Value) {
			b.absent(other, b.shortMetric(c.Metric), l.Threads)
			continue
		}
		shown, levels, values = append(shown, l), append(levels, l.Threads), append(values, l.Delta.Value.V)
		if interval(l.Delta) {
			intervals = append(intervals, l)
		}
	}
	if len(levels) == 0 && len(zero) > 0 {
		return nil, fmt.Errorf("no ratio to draw: %s of %q, the base, is zero at all levels that %q has as well", c.Metric.Name, c.Base, c.Other)
	}
	if len(levels) == 0 {
		return nil, fmt.Errorf("no level to draw: %q and %q have no matched level with %s", c.Base, c.Other, c.Metric.Name)
	}
	p := b.panel(b.level("plot.axis.threads.linear"), b.t("plot.axis.delta", other, base, b.shortMetric(c.Metric)))
	axis := b.levelAxis(p, levels)
	if !axis.ordinal {
		p.X.Label.Text = b.threadsTitle()
	}
	var bars95 []span
	for _, l := range intervals {
		bars95 = append(bars95, span{axis.x(l.Threads), l.Delta.Low.V, l.Delta.High.V})
	}
	margin := c.Margin
	if margin == 0 {
		margin = even
	}
	low, high := reach(append([]float64{margin, 1/(1+margin) - 1}, values...), bars95)
	room := (high - low) * 0.08 // for the value labels
	around(p, low-room, high+room, func(v, step float64) string { return signedPercent(b.lang, v, step) })
	if slices.Min(values) >= -1 { // nothing falls by more than all; below is room for the value labels alone
		p.Y.Min = max(p.Y.Min, -1-0.08*(high+1))
	}
	b.mark(p, func(m *panelMark) { m.zero = true })
	p.Add(stripe{low: 1/(1+margin) - 1, high: margin, color: b.theme.band})

	ahead := "plot.key.better"
	if slices.ContainsFunc(shown, func(l analysis.LevelDelta) bool { return l.Verdict == analysis.NoVerdict }) {
		ahead = "plot.key.ahead" // nothing is known to be better
	}
	// A bar has the colour of the system that is better there.
	better, worse := c.Other, c.Base
	if c.Metric.Better == parse.LowerIsBetter {
		better, worse = c.Base, c.Other
	}
	for _, g := range []struct {
		outcome outcome
		look    look
		name    string
	}{
		{higher, b.looks.of(better), b.t(ahead, b.name(better))},
		{lower, b.looks.of(worse), b.t(ahead, b.name(worse))},
		{near, look{color: b.theme.faint}, b.t("plot.key.within", lang.Number(margin*100, 0))},
		{inconclusive, look{color: b.theme.muted}, b.t("verdict.inconclusive")},
	} {
		var pts []xy
		for i, l := range shown {
			if outcomeOf(l, margin) == g.outcome {
				pts = append(pts, xy{axis.x(l.Threads), values[i]})
			}
		}
		k := g.look
		switch {
		case len(pts) == 0:
		case axis.ordinal && g.outcome == inconclusive:
			p.Add(bars{pts: pts, color: k.color, width: 0.62, rim: b.px(2)})
			b.fig.keys = append(b.fig.keys, key{g.name, k, hollowSwatch})
		case axis.ordinal:
			p.Add(bars{pts: pts, color: k.color, width: 0.62})
			b.fig.keys = append(b.fig.keys, key{g.name, k, swatch})
		default:
			p.Add(points{pts: pts, shape: circle, color: k.color, back: k.color, r: b.px(4)})
			k.marker = circle
			b.fig.keys = append(b.fig.keys, key{g.name, k, markerOnly})
		}
	}
	if n := c.Overall.N; n > 1 && known(parse.Some(c.Overall.Mean)) {
		sty := draw.LineStyle{Color: b.theme.ink, Width: b.px(2), Dashes: scaled(shortDashes, b.s)}
		p.Add(rule{at: c.Overall.Mean, LineStyle: sty})
		b.fig.keys = append(b.fig.keys, key{b.t("plot.key.mean", lang.Delta(b.lang, c.Overall.Mean)), look{color: b.theme.ink, dashes: shortDashes}, lineOnly})
	}
	if len(bars95) > 0 {
		p.Add(spans{at: bars95, color: b.theme.ink, width: b.px(2), cap: b.px(6)})
	} else if axis.ordinal {
		b.valueLabels(p, axis, levels, values, c.Overall.Mean)
	}
	for _, where := range b.places(zero, matched) {
		b.note("plot.note.no-ratio", where, base)
	}
	for _, o := range []struct {
		name   string
		levels []int
	}{{base, c.OnlyBase}, {other, c.OnlyOther}} {
		if len(o.levels) > 0 {
			b.note("plot.note.only", o.name, b.levelsText(o.levels))
		}
	}
	alt := b.deltaAlt(c)
	for _, n := range c.Notes {
		if n.Code == "note.dominated" { // then the mean is not what the bars say
			text := b.t("plot.note.dominated", n.In(b.lang), signedPercent(b.lang, math.Round(c.Overall.Median*1000)/1000, 0.001))
			b.fig.Notes = append(b.fig.Notes, text)
			alt = b.sentences(alt, text)
		}
	}
	method := b.t("plot.method.one")
	if slices.ContainsFunc(c.Levels, func(l analysis.LevelDelta) bool { return max(l.Base.N, l.Other.N) > 1 }) {
		method = b.t("plot.method.no-repeats")
	}
	if len(bars95) > 0 {
		method = b.t("plot.method.interval", lang.Confidence(confidenceOf(c, b)))
	}
	title := b.t("plot.title.delta", b.metricName(c.Metric), other, base)
	st := style{fonts: b.fig.fonts}
	if len(st.wrap(title, titleSize*b.s, true, b.innerWidth(), math.MaxInt)) > 2 { // the axis names both
		title = b.t("plot.title.delta.short", b.metricName(c.Metric))
	}
	return b.finish(title,
		join(b.levelSpan(levels), b.comparedRuns(c)),
		b.sentences(method, b.t("plot.method.band", signedPercent(b.lang, 1/(1+margin)-1, 0.001), signedPercent(b.lang, margin, 0.001))),
		alt), nil
}

func confidenceOf(c *analysis.Comparison, b *builder) float64 {
	if c.Confidence > 0 {
		return c.Confidence
	}
	return b.opts.Confidence
}

// comparedRuns says how many runs a level has on either side.
func (b *builder) comparedRuns(c *analysis.Comparison) string {
	var counts []int
	for _, l := range c.Levels {
		if l.Base.N > 0 && l.Other.N > 0 {
			counts = append(counts, l.Base.N, l.Other.N)
		}
	}
	return b.repeats(counts)
}

// signedPercent writes a tick of a delta axis.
func signedPercent(l string, v, step float64) string {
	s := plainNumber(v*100, step*100)
	if v > 0 {
		s = "+" + s
	}
	if l == "zh" {
		return s + "%"
	}
	return s + " %"
}

// valueLabels sets each bar's delta at its end, where there is room for it. The
// rule of the mean gives way to them.
func (b *builder) valueLabels(p *plot.Plot, axis axisOf, threads []int, values []float64, mean float64) {
	size := captionSize * b.s
	c := captions{size: size, color: b.theme.ink, align: 0.5, dy: b.px(7), up: func(i int) bool { return values[i] >= 0 }, off: &mean, back: b.theme.back, fonts: b.fig.fonts}
	for i, v := range values {
		text := signedPercent(b.lang, math.Round(v*1000)/1000, 0.001)
		if b.textWidth(text, size, false) > b.bandWidth(len(axis.levels))*0.98 {
			return
		}
		c.pts, c.texts = append(c.pts, xy{axis.x(threads[i]), v}), append(c.texts, text)
	}
	p.Add(c)
}
