package plotting

import (
	"errors"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// distribution is a run's histogram as shares.
type distribution struct {
	name   string
	run    *parse.Run
	lower  []float64 // ms, where each bucket begins
	upper  []float64 // ms, its value
	shares []float64 // of all transactions
}

// distributionsOf reads the histograms of runs; those without one are named.
func distributionsOf(runs []*parse.Run, l string) (out []distribution, without []string) {
	var missing []*parse.Run
	var shown []*parse.Run
	for _, r := range runs {
		if r == nil {
			continue
		}
		if r.Histogram == nil || total(r.Histogram) == 0 {
			missing = append(missing, r)
			continue
		}
		shown = append(shown, r)
	}
	names := runNames(shown, l)
	for i, r := range shown {
		d := distribution{name: names[i], run: r}
		ratio := bucketRatio(r.Histogram)
		sum := float64(total(r.Histogram))
		for _, k := range r.Histogram.Buckets {
			if !(k.Ms > 0) || math.IsInf(k.Ms, 0) || k.Count <= 0 {
				continue
			}
			lower := k.Ms / ratio
			if n := len(d.upper); n > 0 && lower < d.upper[n-1]*math.Sqrt(ratio) {
				lower = d.upper[n-1] // the next bucket of the grid, whose values are rounded
			}
			d.lower, d.upper, d.shares = append(d.lower, lower), append(d.upper, k.Ms), append(d.shares, float64(k.Count)/sum)
		}
		if len(d.upper) > 0 {
			out = append(out, d)
		} else {
			without = append(without, d.name)
		}
	}
	return out, append(without, runNames(missing, l)...)
}

func total(h *parse.Histogram) (n int64) {
	for _, b := range h.Buckets {
		n += max(b.Count, 0)
	}
	return n
}

// bucketRatio is the step of a histogram's grid: the least ratio of neighbouring
// buckets. sysbench's is 1.018 (1024 buckets from 0.001 to 100000 ms).
func bucketRatio(h *parse.Histogram) float64 {
	ratio := 1.018
	first := true
	for i := 1; i < len(h.Buckets); i++ {
		if a, b := h.Buckets[i-1].Ms, h.Buckets[i].Ms; a > 0 && b > a {
			if first || b/a < ratio {
				ratio, first = b/a, false
			}
		}
	}
	return min(max(ratio, 1.001), 1.2)
}

// distributionFigure prepares a figure of histograms: its log axis of
// milliseconds and the lines of p50, p95 and p99.
func distributionFigure(runs []*parse.Run, opts Options, y string) (*builder, *plot.Plot, []distribution, error) {
	ds, without := distributionsOf(runs, opts.Lang)
	if len(ds) == 0 {
		return nil, nil, nil, errors.New("no latency histogram to draw: run sysbench with --histogram")
	}
	var names []string
	var shown []*parse.Run
	for _, d := range ds {
		names, shown = append(names, d.name), append(shown, d.run)
	}
	b, err := newBuilder(runOptions(opts, shown, names), names, shown...)
	if err != nil {
		return nil, nil, nil, err
	}
	b.fullNames(systemsOfRuns(shown), shortened(systemsOfRuns(shown)))
	if more := len(without) - 6; more > 0 {
		without = append(without[:6], b.t("plot.alt.more", more))
	}
	if len(without) > 0 {
		b.note("plot.note.no-histogram", b.list(without))
	}
	for _, d := range ds {
		if d.run.SinceSec.OK {
			b.note("plot.note.since", b.name(d.name), lang.Number(d.run.SinceSec.V, 0))
		}
	}
	p := b.panel(b.t("plot.axis.log", b.t("plot.axis.latency", b.t("plot.metric.latency"))), b.t(y))
	b.mark(p, func(m *panelMark) { m.grid = true })
	low, high := math.Inf(1), 0.0
	for _, d := range ds {
		low, high = min(low, d.lower[0]), max(high, d.upper[len(d.upper)-1])
	}
	p.X.Scale, p.X.Tick.Marker = logScale{}, logTicks{n: 9}
	p.X.Min, p.X.Max = low, high
	for i, d := range ds {
		k := b.looks.of(d.name)
		form := lineOnly
		if y == "plot.axis.share" && i < 2 {
			form = swatch
		}
		b.fig.keys = append(b.fig.keys, key{b.name(d.name), k, form})
	}
	return b, p, ds, nil
}

// Histogram draws the latency histograms of runs on a logarithmic axis, in
// percent of the transactions.
func Histogram(runs []*parse.Run, opts Options) (*Figure, error) {
	b, p, ds, err := distributionFigure(runs, opts, "plot.axis.share")
	if err != nil {
		return nil, err
	}
	top := 0.0
	for i, d := range ds {
		k := b.looks.of(d.name)
		var line []xy
		var area []span
		last := d.lower[0]
		line = append(line, xy{last, 0})
		for j, v := range d.shares {
			if d.lower[j] > last*1.0001 { // empty buckets between
				line = append(line, xy{last, 0}, xy{d.lower[j], 0})
				area = append(area, span{last, 0, 0}, span{d.lower[j], 0, 0})
			}
			line = append(line, xy{d.lower[j], v}, xy{d.upper[j], v})
			area = append(area, span{d.lower[j], 0, v}, span{d.upper[j], 0, v})
			last, top = d.upper[j], max(top, v)
		}
		line = append(line, xy{last, 0})
		if i < 2 {
			p.Add(ribbon{area, mix(k.color, b.theme.back, 0.25)})
		}
		p.Add(curve{pts: line, LineStyle: b.line(k, 2)})
	}
	if len(ds) == 1 {
		top *= 1.18 // room for the names of the percentiles
	}
	fromZero(p, top*1.04)
	p.Y.Tick.Marker = niceTicks{n: 6, format: func(v, step float64) string { return plainNumber(v*100, step*100) }}
	if len(ds) == 1 {
		b.ranks(p, ds[0])
	}
	return b.distributionDone(ds, "plot.title.histogram"), nil
}

// ranks marks the percentiles of one histogram.
func (b *builder) ranks(p *plot.Plot, d distribution) {
	for i, rank := range []float64{50, 95, 99} {
		e := analysis.HistogramPercentile(d.run.Histogram, rank)
		if !e.Value.OK {
			continue
		}
		p.Add(rule{at: e.Value.V, vertical: true, LineStyle: draw.LineStyle{Color: b.theme.muted, Width: b.px(1.5), Dashes: scaled(shortDashes, b.s)}})
		p.Add(captions{pts: []xy{{e.Value.V, p.Y.Max}}, texts: []string{b.shortMetric(parse.Pct(rank)) + " " + b.amount(e.Value.V)},
			size: captionSize * b.s, color: b.theme.ink, dx: b.px(6), dy: b.px(-20 - 24*float64(i))})
	}
}

// CDF draws the cumulative latency distributions of runs' histograms.
func CDF(runs []*parse.Run, opts Options) (*Figure, error) {
	b, p, ds, err := distributionFigure(runs, opts, "plot.axis.cumulated")
	if err != nil {
		return nil, err
	}
	for _, at := range []float64{0.95, 0.99} {
		p.Add(rule{at: at, LineStyle: draw.LineStyle{Color: b.theme.axis, Width: b.px(1), Dashes: scaled(shortDashes, b.s)}})
	}
	for _, d := range ds {
		k := b.looks.of(d.name)
		line := []xy{{d.lower[0], 0}}
		sum := 0.0
		for j, v := range d.shares {
			line = append(line, xy{d.lower[j], sum}, xy{d.upper[j], sum + v})
			sum += v
		}
		line = append(line, xy{p.X.Max, min(sum, 1)})
		p.Add(curve{pts: line, LineStyle: b.line(k, 3)})
	}
	p.Y.Min, p.Y.Max = 0, 1.001
	p.Y.Tick.Marker = plot.ConstantTicks{{Value: 0, Label: "0"}, {Value: 0.25, Label: "25"}, {Value: 0.5, Label: "50"}, {Value: 0.75, Label: "75"}, {Value: 0.9, Label: "90"}, {Value: 0.95, Label: "95"}, {Value: 1, Label: "100"}}
	return b.distributionDone(ds, "plot.title.cdf"), nil
}

// distributionDone sets the texts of a figure of histograms.
func (b *builder) distributionDone(ds []distribution, title string) *Figure {
	var runs []*parse.Run
	var parts []string
	var n int64
	for i, d := range ds {
		runs = append(runs, d.run)
		n += total(d.run.Histogram)
		p50, p95, p99 := analysis.HistogramPercentile(d.run.Histogram, 50), analysis.HistogramPercentile(d.run.Histogram, 95), analysis.HistogramPercentile(d.run.Histogram, 99)
		if i < 6 && p50.Value.OK && p95.Value.OK && p99.Value.OK {
			parts = append(parts, b.t("plot.alt.quantiles", b.name(d.name), b.amount(p50.Value.V), b.amount(p95.Value.V), b.amount(p99.Value.V)))
		}
	}
	if len(ds) == 1 {
		b.fig.keys = nil
	}
	count, method := "plot.transactions", "plot.method.histogram"
	switch runs[0].Workload {
	case "cpu", "memory", "fileio", "threads", "mutex":
		count = "plot.events"
	}
	if runs[0].Tool() == "fio" {
		count, method = "plot.operations", "plot.method.histogram-fio"
	}
	sub := join(b.subject(runs), b.t(count, grouped(lang.Number(float64(n), 0))))
	if len(ds) == 1 {
		sub = join(b.name(ds[0].name), sub)
	}
	return b.finish(b.t(title), sub, b.sentences(b.sources(runs), b.t(method)),
		b.t("plot.alt.distribution", b.list(parts)))
}
