package plotting

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// costSeries is one system's costs by level.
type costSeries struct {
	system string
	costs  []analysis.Cost
}

// Cost draws the cost per 1000 TPS by level, one group of bars a level; where
// the costs span more than eight times, points over a logarithmic axis. Two
// currencies are an error.
func Cost(costs []analysis.Cost, opts Options) (*Figure, error) {
	var all []costSeries
	var systems []string
	var levels []int
	for _, c := range costs {
		i := slices.Index(systems, c.System)
		if i < 0 {
			i = len(systems)
			systems = append(systems, c.System)
			all = append(all, costSeries{system: c.System})
		}
		all[i].costs = append(all[i].costs, c)
		levels = append(levels, c.Threads)
	}
	currency, err := oneCurrency(costs)
	if err != nil {
		return nil, err
	}
	b, err := newBuilder(opts, systems)
	if err != nil {
		return nil, err
	}
	levels = slices.Compact(slices.Sorted(slices.Values(levels)))
	low, high := math.Inf(1), 0.0
	confidence := 0.0 // of the intervals; 0: there are none
	var counts []int
	for _, s := range all {
		var absent []int
		for _, c := range s.costs {
			if v := c.Per1000.Value; known(v) && v.V > 0 {
				low, high = min(low, v.V), max(high, v.V)
				if c.Per1000.Low.OK {
					confidence = c.Per1000.Confidence
				}
				if c.Per1000.N > 0 {
					counts = append(counts, c.Per1000.N)
				}
			} else {
				absent = append(absent, c.Threads)
			}
		}
		b.absent(b.name(s.system), b.t("plot.short.cost"), absent...)
	}
	if high == 0 {
		return nil, errors.New("no cost to draw: no level has a throughput")
	}
	p := b.panel(b.t("plot.axis.threads.linear"), b.t("plot.axis.cost", currency))
	single := !slices.ContainsFunc(all, func(s costSeries) bool { return len(s.costs) != 1 })
	switch {
	case single: // one cost a system: the peaks, or an SLO
		b.costBySystem(p, all)
	case high/low > 8 && !slices.Contains(levels, 0) || len(levels) > maxOrdinal:
		b.costPoints(p, all, levels)
	default:
		b.costBars(p, all, levels)
	}
	method := b.prices(all)
	if confidence > 0 {
		method = b.sentences(method, b.t("plot.method.interval", lang.Confidence(confidence)))
	} else if len(counts) > 0 && slices.Max(counts) == 1 {
		method = b.sentences(method, b.t("plot.method.one"))
	}
	span := ""
	if len(levels) > 0 && levels[0] > 0 {
		span = b.levelSpan(levels)
	}
	return b.finish(b.t("plot.title.cost"), join(span, b.repeats(counts)), method, b.costAlt(all)), nil
}

// oneCurrency checks the prices of all costs and returns their currency.
func oneCurrency(costs []analysis.Cost) (string, error) {
	if len(costs) == 0 {
		return "", errors.New("no costs to draw: none of the systems has a price")
	}
	for _, c := range costs {
		if !(c.Hourly > 0) || math.IsInf(c.Hourly, 0) {
			return "", fmt.Errorf("the price of %q is %v an hour: expected a positive number", c.System, c.Hourly)
		}
		if c.Currency != costs[0].Currency {
			return "", fmt.Errorf("costs in %s and %s: a figure has one currency; give prices in one", costs[0].Currency, c.Currency)
		}
	}
	return costs[0].Currency, nil
}

func (b *builder) costSpans(s costSeries, x func(c analysis.Cost) float64) []span {
	var out []span
	for _, c := range s.costs {
		if interval(c.Per1000) {
			out = append(out, span{x(c), c.Per1000.Low.V, c.Per1000.High.V})
		}
	}
	return out
}

// costBars draws groups of bars from zero.
func (b *builder) costBars(p *plot.Plot, all []costSeries, levels []int) {
	labels := make([]string, len(levels))
	for i, n := range levels {
		labels[i] = b.levelList([]int{n})
		if n == 0 {
			labels[i] = b.t("plot.axis.at-limit")
		}
	}
	b.ordinalAxis(p, labels)
	n := len(all)
	wide := 0.8 / float64(n)
	size := captionSize * b.s
	var values []float64
	var intervals []span
	for i, s := range all {
		k := b.looks.of(s.system)
		x := func(c analysis.Cost) float64 {
			return float64(slices.Index(levels, c.Threads)) + (float64(i)-float64(n-1)/2)*wide
		}
		var pts []xy
		text := captions{size: size, color: b.theme.ink, align: 0.5, dy: b.px(6)}
		fits := true
		for _, c := range s.costs {
			if v := c.Per1000.Value; known(v) {
				pts, values = append(pts, xy{x(c), v.V}), append(values, v.V)
				t := lang.Significant(v.V, 3)
				text.pts, text.texts = append(text.pts, xy{x(c), v.V}), append(text.texts, t)
				fits = fits && b.textWidth(t, size, false) < b.bandWidth(len(levels))*wide*1.02
			}
		}
		p.Add(bars{pts: pts, color: k.color, width: wide * 0.92})
		at := b.costSpans(s, x)
		if intervals = append(intervals, at...); len(at) > 0 {
			p.Add(spans{at: at, color: b.theme.ink, width: b.px(2), cap: b.px(5)})
		} else if fits {
			p.Add(text)
		}
		b.fig.keys = append(b.fig.keys, key{b.name(s.system), k, swatch})
	}
	_, high := reach(values, intervals)
	fromZero(p, high*1.05)
}

// costPoints draws points over a logarithmic axis.
func (b *builder) costPoints(p *plot.Plot, all []costSeries, levels []int) {
	p.X.Label.Text = b.threadsTitle()
	b.threadAxis(p, levels)
	p.Y.Label.Text = b.t("plot.axis.log", p.Y.Label.Text)
	var shown []series
	for _, s := range all {
		one := series{system: s.system, metric: parse.TPS}
		for _, c := range s.costs {
			if v := c.Per1000.Value; known(v) && v.V > 0 && c.Threads > 0 {
				one.at = append(one.at, measured{threads: c.Threads, mean: c.Per1000})
			}
		}
		slices.SortStableFunc(one.at, func(x, y measured) int { return x.threads - y.threads })
		shown = append(shown, one)
	}
	low, high := bounds(shown)
	logY(p, low, high)
	aside := shifts(shown)
	for i, s := range shown {
		k := b.looks.of(s.system)
		b.addSeries(p, s, k, aside[i])
		b.fig.keys = append(b.fig.keys, key{b.name(s.system), k, lineAndMarker})
	}
	b.endLabels(shown)
}

// costBySystem draws one bar a system.
func (b *builder) costBySystem(p *plot.Plot, all []costSeries) {
	labels := make([]string, len(all))
	size := labelSize * b.s
	var values []float64
	var intervals []span
	for i, s := range all {
		c := s.costs[0]
		where := b.t("plot.axis.at-limit")
		if c.Threads > 0 {
			where = b.threads(c.Threads)
		}
		st := style{fonts: b.fig.fonts}
		labels[i] = st.clip(b.name(s.system), size, false, b.bandWidth(len(all))*0.95)
		if v := c.Per1000.Value; known(v) {
			values = append(values, v.V)
			p.Add(bars{pts: []xy{{float64(i), v.V}}, color: b.looks.of(s.system).color, width: 0.6})
			at := b.costSpans(s, func(analysis.Cost) float64 { return float64(i) })
			intervals = append(intervals, at...)
			p.Add(spans{at: at, color: b.theme.ink, width: b.px(2), cap: b.px(6)})
			text := lang.Significant(v.V, 4) + " (" + where + ")"
			if b.textWidth(text, size, false) > b.bandWidth(len(all)) {
				text = lang.Significant(v.V, 3)
			}
			above := v.V
			if len(at) > 0 {
				above = max(above, at[0].high)
			}
			p.Add(captions{pts: []xy{{float64(i), above}}, texts: []string{text}, size: size, color: b.theme.ink, align: 0.5, dy: b.px(8)})
		}
	}
	b.ordinalAxis(p, labels)
	p.X.Label.Text = ""
	_, high := reach(values, intervals)
	fromZero(p, high*1.06)
}

// prices says what the systems cost.
func (b *builder) prices(all []costSeries) string {
	var parts []string
	for _, s := range all {
		if len(parts) == 4 {
			parts = append(parts, b.t("plot.alt.more", len(all)-4))
			break
		}
		c := s.costs[0]
		parts = append(parts, b.t("plot.price", b.name(s.system), trimmed(c.Hourly), c.Currency))
	}
	return b.t("plot.method.cost", b.list(parts))
}

// trimmed writes a price with four significant digits and no zeros at the end.
func trimmed(v float64) string {
	s := lang.Significant(v, 4)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// costAlt states who is cheaper where.
func (b *builder) costAlt(all []costSeries) string {
	if len(all) == 2 {
		if text := b.cheaperAlt(all[0], all[1]); text != "" {
			return text
		}
	}
	type lowest struct {
		system string
		*analysis.Cost
	}
	var lows []lowest
	for _, s := range all {
		var best *analysis.Cost
		for i := range s.costs {
			c := &s.costs[i]
			if known(c.Per1000.Value) && (best == nil || c.Per1000.Value.V < best.Per1000.Value.V) {
				best = c
			}
		}
		if best != nil {
			lows = append(lows, lowest{s.system, best})
		}
	}
	slices.SortStableFunc(lows, func(x, y lowest) int { return signOf(x.Per1000.Value.V - y.Per1000.Value.V) })
	var parts []string
	for i, best := range lows {
		if i == 6 {
			parts = append(parts, b.t("plot.alt.more", len(lows)-6))
			break
		}
		where := b.t("plot.axis.at-limit")
		if best.Threads > 0 {
			where = b.threads(best.Threads)
		}
		parts = append(parts, b.t("plot.alt.cheapest", b.name(best.system), lang.Significant(best.Per1000.Value.V, 4)+" "+best.Currency, where))
	}
	return b.t("plot.alt.cost.lowest", b.list(parts))
}

// cheaperAlt states by how much a throughput costs less on the cheaper of two, at
// the levels that both have; "" where there is none.
func (b *builder) cheaperAlt(base, other costSeries) string {
	var all stretches
	var levels []int
	byLevel := func(x, y analysis.Cost) int { return x.Threads - y.Threads }
	for _, x := range slices.SortedStableFunc(slices.Values(base.costs), byLevel) {
		levels = append(levels, x.Threads)
		for _, y := range other.costs {
			if x.Threads != y.Threads || x.Threads == 0 || !known(x.Per1000.Value) || !known(y.Per1000.Value) {
				continue
			}
			adv, err := analysis.PricePerformance(x, y)
			who := higher
			if err == nil && known(adv.Cheaper.Value) && adv.Cheaper.Value.V < 0 {
				adv, err = analysis.PricePerformance(y, x)
				who = lower
			}
			switch saved := adv.Cheaper; {
			case err != nil || !known(saved.Value):
				continue
			case interval(saved) && saved.Low.V <= 0:
				who = inconclusive
			case lang.Number(saved.Value.V*100, 1) == lang.Number(0, 1):
				who = near
			}
			all.add(x.Threads, who, adv.Cheaper.Value.V)
		}
	}
	for _, y := range other.costs {
		levels = append(levels, y.Threads)
	}
	var parts []string
	for i, where := range b.places(all, levels) {
		switch s := all[i]; s.outcome {
		case higher:
			parts = append(parts, b.t("plot.alt.cheaper", b.name(other.system), b.by(s), where))
		case lower:
			parts = append(parts, b.t("plot.alt.cheaper", b.name(base.system), b.by(s), where))
		case near:
			parts = append(parts, b.t("plot.alt.same-cost", where))
		case inconclusive:
			parts = append(parts, b.t("plot.alt.unclear", where))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return b.t("plot.alt.cost", b.clauses(parts))
}
