package plotting

import (
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
)

// maxOrdinal is how many levels stand side by side as groups of bars; more are
// drawn as points over the thread axis.
const maxOrdinal = 24

// axisOf places levels on an x axis: one beside the other for bars, or by their
// number of threads.
type axisOf struct {
	levels  []int
	ordinal bool
}

func (a axisOf) x(threads int) float64 {
	if !a.ordinal {
		return float64(threads)
	}
	return float64(slices.Index(a.levels, threads))
}

// ordinalAxis gives a panel an x axis with the levels side by side.
func (b *builder) ordinalAxis(p *plot.Plot, labels []string) {
	ticks := make(plot.ConstantTicks, len(labels))
	for i, l := range labels {
		ticks[i] = plot.Tick{Value: float64(i), Label: l}
	}
	p.X.Tick.Marker = ticks
	p.X.Min, p.X.Max = -0.55, float64(len(labels))-0.45
}

// levelAxis chooses the x axis for bars by level.
func (b *builder) levelAxis(p *plot.Plot, levels []int) axisOf {
	levels = slices.Compact(slices.Sorted(slices.Values(levels)))
	a := axisOf{levels: levels, ordinal: len(levels) <= maxOrdinal}
	if !a.ordinal {
		b.threadAxis(p, levels)
		return a
	}
	labels := make([]string, len(levels))
	for i, n := range levels {
		labels[i] = strconv.Itoa(n)
	}
	b.ordinalAxis(p, labels)
	return a
}

// bandWidth is about how many pixels one of n groups has in a panel over the
// whole width.
func (b *builder) bandWidth(n int) float64 {
	w := b.opts.Width
	if w == 0 {
		w = 1200
	}
	return (float64(w) - 180*b.s) / float64(max(n, 1))
}

// innerWidth is the width between a figure's margins.
func (b *builder) innerWidth() float64 {
	w := b.opts.Width
	if w == 0 {
		w = 1200
	}
	return float64(w) - 72*b.s
}

// textWidth is the width of a text in pixels.
func (b *builder) textWidth(s string, size float64, bold bool) float64 {
	return b.fig.fonts.width(s, bold) * size
}

// reach is the range of a y axis for bars and their intervals; intervals that dwarf
// the bars are cut off.
func reach(values []float64, intervals []span) (low, high float64) {
	for _, v := range values {
		low, high = min(low, v), max(high, v)
	}
	size := max(high-low, 1e-12)
	l, h := low, high
	for _, i := range intervals {
		l, h = min(l, max(i.low, low-0.8*size)), max(h, min(i.high, high+0.8*size))
	}
	if l == h {
		h = math.Nextafter(l+1e-9, math.Inf(1))
	}
	return l, h
}
