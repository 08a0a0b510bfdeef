package plotting

import (
	"errors"
	"math"
	"slices"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"gonum.org/v1/plot"
)

// Overhead draws the milliseconds added to a transaction by level, and the
// throughput lost.
func Overhead(o *analysis.Overhead, opts Options) (*Figure, error) {
	if o == nil {
		return nil, errors.New("no overhead to draw")
	}
	b, err := newBuilder(opts, []string{o.Without, o.With})
	if err != nil {
		return nil, err
	}
	var levels []int
	for _, l := range o.Levels {
		if known(l.AddedMs.Value) || known(l.Lost.Value) {
			levels = append(levels, l.Threads)
		}
	}
	if len(levels) == 0 {
		return nil, errors.New("no overhead to draw: no matched level has a throughput or an average latency")
	}
	color := b.looks.of(o.With)
	confidence := 0.0 // of the intervals; 0: there are none
	add := func(p *plot.Plot, pick func(analysis.AddedLatency) analysis.Estimate, scale float64) {
		format := func(v, step float64) string { return plainNumber(v*scale, step*scale) }
		axis := b.levelAxis(p, levels)
		var pts []xy
		var values []float64
		var at []span
		for _, l := range o.Levels {
			e := pick(l)
			if !known(e.Value) {
				continue
			}
			pts, values = append(pts, xy{axis.x(l.Threads), e.Value.V}), append(values, e.Value.V)
			if interval(e) {
				at, confidence = append(at, span{axis.x(l.Threads), e.Low.V, e.High.V}), e.Confidence
			}
		}
		low, high := reach(values, at)
		room := 0.0
		if len(at) == 0 { // for the value labels
			room = (high - low) * 0.17
		}
		if low < 0 {
			around(p, low-room, high+room, format)
			b.mark(p, func(m *panelMark) { m.zero = true })
		} else {
			fromZero(p, high+room)
			p.Y.Tick.Marker = niceTicks{n: 4, format: format}
		}
		if !axis.ordinal {
			p.Add(points{pts: pts, shape: circle, color: color.color, back: color.color, r: b.px(4)})
		} else {
			p.Add(bars{pts: pts, color: color.color, width: 0.62})
		}
		if len(at) > 0 {
			p.Add(spans{at: at, color: b.theme.ink, width: b.px(2), cap: b.px(6)})
			return
		}
		size := captionSize * b.s
		c := captions{size: size, color: b.theme.ink, align: 0.5, dy: b.px(6), up: func(i int) bool { return values[i] >= 0 }}
		digits := 2 // of sysbench, where they matter
		if max(-low, high)*scale >= 10 {
			digits = 1
		}
		for i, v := range values {
			t := lang.Number(v*scale, digits)
			if v > 0 && low < 0 {
				t = "+" + t
			}
			if !axis.ordinal || b.textWidth(t, size, false) > b.bandWidth(len(levels)) {
				return
			}
			c.pts, c.texts = append(c.pts, pts[i]), append(c.texts, t)
		}
		p.Add(c)
	}
	added := b.panel("", b.t("plot.axis.added"))
	add(added, func(l analysis.AddedLatency) analysis.Estimate { return l.AddedMs }, 1)
	lost := b.panel(b.t("plot.axis.threads.linear"), b.t("plot.axis.lost"))
	add(lost, func(l analysis.AddedLatency) analysis.Estimate { return l.Lost }, 100)
	if !slices.ContainsFunc(o.Levels, func(l analysis.AddedLatency) bool { return known(l.Lost.Value) && l.Lost.Value.V > 1 }) {
		lost.Y.Max = min(lost.Y.Max, 1+0.1*(1-lost.Y.Min)) // nothing loses more than all; above is room for the value labels alone
	}
	b.fig.heights = []float64{1.15, 1}

	method := b.t("plot.method.overhead")
	if confidence > 0 {
		method = b.sentences(method, b.t("plot.method.interval", lang.Confidence(confidence)))
	} else {
		one := "plot.method.one"
		if o.Throughput != nil && slices.ContainsFunc(o.Throughput.Levels, func(l analysis.LevelDelta) bool { return max(l.Base.N, l.Other.N) > 1 }) {
			one = "plot.method.no-repeats"
		}
		method = b.sentences(method, b.t(one))
	}
	with, without := b.name(o.With), b.name(o.Without)
	sub := b.levelSpan(levels)
	if o.Latency != nil {
		sub = join(sub, b.comparedRuns(o.Latency))
	}
	return b.finish(b.t("plot.title.overhead", with, without), sub, method, b.overheadAlt(o, with, without)), nil
}

// overheadAlt states what the feature costs at the lowest and the highest level, and
// over all of them.
func (b *builder) overheadAlt(o *analysis.Overhead, with, without string) string {
	added := slices.DeleteFunc(slices.Clone(o.Levels), func(l analysis.AddedLatency) bool { return !known(l.AddedMs.Value) })
	var parts []string
	for i, l := range added {
		if i == 0 || i == len(added)-1 {
			parts = append(parts, b.t("plot.alt.added", b.milliseconds(l.AddedMs), b.threads(l.Threads)))
		}
	}
	if known(o.Lost.Value) {
		parts = append(parts, b.t("plot.alt.lost", estimated(o.Lost, func(v float64) string { return lang.Percent(b.lang, v) })))
	}
	return b.t("plot.alt.overhead", with, without, b.clauses(parts))
}

// milliseconds writes a latency and its interval with the same decimals, those that the largest
// of the numbers needs.
func (b *builder) milliseconds(e analysis.Estimate) string {
	all := []float64{e.Value.V}
	if interval(e) {
		all = append(all, e.Low.V, e.High.V)
	}
	largest := 0.0
	for _, v := range all {
		largest = max(largest, math.Abs(v))
	}
	digits := lang.MeasuredDecimals(all...)
	switch {
	case largest >= 100:
		digits = 0
	case largest >= 10:
		digits = 1
	}
	return estimated(e, func(v float64) string { return grouped(lang.Number(v, digits)) })
}
