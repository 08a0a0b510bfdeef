package plotting

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// Pareto draws the price an hour against the throughput that it buys, one point
// a cost, with the front of those that no other beats in both.
func Pareto(costs []analysis.Cost, opts Options) (*Figure, error) {
	currency, err := oneCurrency(costs)
	if err != nil {
		return nil, err
	}
	front, err := analysis.Pareto(costs)
	if err != nil {
		return nil, err
	}
	var systems []string
	for _, c := range costs {
		systems = append(systems, c.System)
	}
	b, err := newBuilder(opts, systems)
	if err != nil {
		return nil, err
	}
	p := b.panel(b.t("plot.axis.price", currency), b.axisName(parse.TPS))
	b.mark(p, func(k *panelMark) { k.grid = true })
	var edge []xy
	names := tags{size: labelSize * b.s, bold: true, must: true, gap: b.px(14), fonts: b.fig.fonts, line: b.theme.axis}
	var at []span
	confidence := 0.0 // of the intervals
	st := style{theme: b.theme, fonts: b.fig.fonts}
	var best []string
	low, high := xy{math.Inf(1), math.Inf(1)}, xy{}
	for i, c := range costs {
		if !known(c.TPS.Value) || c.TPS.Value.V <= 0 || !(c.Hourly > 0) || math.IsInf(c.Hourly, 0) {
			if opts.Limit != "" {
				b.note("plot.note.misses", b.name(c.System), opts.Limit)
			} else {
				b.note("plot.note.nothing", b.name(c.System))
			}
			continue
		}
		pt := xy{c.Hourly, c.TPS.Value.V}
		low, high = xy{min(low.x, pt.x), min(low.y, pt.y)}, xy{max(high.x, pt.x), max(high.y, pt.y)}
		name := b.name(c.System)
		if c.Threads > 0 {
			name = join(name, b.threads(c.Threads))
		}
		names.at = append(names.at, tag{pt, st.clip(name, labelSize*b.s, true, b.bandWidth(3)), st.readable(b.looks.of(c.System).color)})
		if i < len(front) && front[i] {
			edge = append(edge, pt)
			best = append(best, b.t("plot.alt.front-of", name, trimmed(c.Hourly), currency, b.value(pt.y, parse.TPS)))
		}
		if interval(c.TPS) {
			at, confidence = append(at, span{pt.x, c.TPS.Low.V, c.TPS.High.V}), c.TPS.Confidence
		}
	}
	if high.x == 0 && opts.Limit != "" {
		return nil, fmt.Errorf("no point to draw: none of the systems meets %s", opts.Limit)
	}
	if high.x == 0 {
		return nil, errors.New("no point to draw: none of the systems has a throughput")
	}
	if high.x/low.x > 20 || high.y/low.y > 20 {
		for _, a := range []*plot.Axis{&p.X, &p.Y} {
			a.Scale, a.Tick.Marker = logScale{}, logTicks{n: 6}
		}
		pad := xy{max(math.Pow(high.x/low.x, 0.08), 1.3), max(math.Pow(high.y/low.y, 0.08), 1.3)}
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = low.x/pad.x, high.x*pad.x, low.y/pad.y, high.y*pad.y
		p.X.Label.Text, p.Y.Label.Text = b.t("plot.axis.log", p.X.Label.Text), b.t("plot.axis.log", p.Y.Label.Text)
	} else {
		fromZero(p, high.y*1.05)
		b.rateAxis(p, high.x*1.15)
	}
	slices.SortStableFunc(edge, func(x, y xy) int { return signOf(x.x - y.x) })
	var steps []xy // what the money buys: nothing more until the next point
	for i, e := range edge {
		if i > 0 {
			steps = append(steps, xy{e.x, edge[i-1].y})
		}
		steps = append(steps, e)
	}
	if n := len(edge); n > 0 {
		steps = append(steps, xy{p.X.Max, edge[n-1].y})
		sty := draw.LineStyle{Color: b.theme.axis, Width: b.px(2.5), Dashes: scaled(shortDashes, b.s)}
		names.avoid = [][]xy{steps}
		p.Add(curve{pts: steps, LineStyle: sty})
		b.fig.keys = []key{{b.t("plot.key.front"), look{color: b.theme.axis, dashes: shortDashes}, lineOnly}}
	}
	p.Add(spans{at: at, color: b.theme.muted, width: b.px(2), cap: b.px(5)})
	for _, c := range costs {
		if known(c.TPS.Value) && c.TPS.Value.V > 0 {
			k := b.looks.of(c.System)
			p.Add(points{pts: []xy{{c.Hourly, c.TPS.Value.V}}, shape: k.marker, color: k.color, back: b.theme.back, r: b.px(9)})
		}
	}
	p.Add(names)
	alt := b.t("plot.alt.front", b.list(best))
	title := b.t("plot.title.pareto")
	if opts.Limit != "" {
		title = b.t("plot.title.pareto.limit", opts.Limit)
	}
	if len(best) == 0 {
		alt = title
	}
	method := b.t("plot.method.front")
	limit := opts.Limit
	if limit != "" {
		limit = b.t("plot.limit.named", limit)
	}
	if limit == "" && slices.ContainsFunc(costs, func(c analysis.Cost) bool { return c.Threads == 0 }) {
		limit = b.t("plot.limit")
	}
	if limit != "" {
		method = b.sentences(method, b.t("plot.method.limit", limit))
		alt = b.sentences(b.t("plot.method.limit", limit), alt)
	}
	if len(at) > 0 {
		method = b.sentences(method, b.t("plot.method.interval", lang.Confidence(confidence)))
	}
	return b.finish(title, b.t("plot.subtitle.pareto"), method, alt), nil
}
