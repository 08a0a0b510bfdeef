package plotting

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// intervalRate is a throughput of interval lines.
type intervalRate struct {
	metric parse.Metric
	of     func(*parse.Interval) parse.Num
}

var intervalRates = []intervalRate{
	{parse.TPS, func(i *parse.Interval) parse.Num { return i.TPS }},
	{parse.QPS, func(i *parse.Interval) parse.Num { return i.QPS }},
	{parse.EPS, func(i *parse.Interval) parse.Num { return i.EPS }},
	{parse.MiBps, func(i *parse.Interval) parse.Num {
		if !i.ReadMiB.OK {
			return i.WriteMiB
		}
		return parse.Num{V: i.ReadMiB.V + i.WriteMiB.V, OK: true}
	}},
}

// rateOf is the first throughput that the interval lines of the runs have.
func rateOf(runs []*parse.Run) (intervalRate, bool) {
	for _, rate := range intervalRates {
		for _, r := range runs {
			for i := range r.Intervals {
				if rate.of(&r.Intervals[i]).OK {
					return rate, true
				}
			}
		}
	}
	return intervalRate{}, false
}

// Timeline draws the interval lines of runs, throughput above latency. With one
// run, warm-up and stalls are shaded; several runs are laid over each other.
func Timeline(runs []*parse.Run, opts Options) (*Figure, error) {
	var shown []*parse.Run
	for _, r := range runs {
		if r != nil && len(r.Intervals) > 0 {
			shown = append(shown, r)
		}
	}
	if len(shown) == 0 {
		return nil, errors.New("no interval lines to draw: run sysbench with --report-interval=1")
	}
	rate, ok := rateOf(shown)
	if !ok {
		return nil, errors.New("no interval line has a throughput")
	}
	names := runNames(shown, opts.Lang)
	b, err := newBuilder(runOptions(opts, shown, names), names, shown...)
	if err != nil {
		return nil, err
	}
	b.fullNames(systemsOfRuns(shown), shortened(systemsOfRuns(shown)))
	if n := len(runs) - len(shown); n > 0 {
		b.note("plot.note.no-intervals", n)
	}
	upper := b.panel("", b.axisName(rate.metric))
	steady := analysis.SteadinessOf(shown[0], rate.metric, 0, b.opts.Confidence)
	var shades []stripe
	if len(shown) == 1 && steady != nil {
		shades = b.shades(steady)
	}
	last, rank := 0.0, 0.0
	for _, r := range shown {
		for i := range r.Intervals {
			last = max(last, r.Intervals[i].TimeSec)
			if r.Intervals[i].Rank > 0 {
				rank = r.Intervals[i].Rank
			}
		}
	}
	for i, r := range shown { // what a line lacks is a gap that must not pass for a stall
		lacks := 0
		for k := range r.Intervals {
			if !rate.of(&r.Intervals[k]).OK {
				lacks++
			}
		}
		if lacks > 0 {
			b.note("plot.note.gaps", b.name(names[i]), b.shortMetric(rate.metric), lacks)
		}
	}
	b.timePanel(upper, shown, names, shades, last, rate.of, false)
	hasLatency := slices.ContainsFunc(shown, func(r *parse.Run) bool {
		return slices.ContainsFunc(r.Intervals, func(i parse.Interval) bool { return i.LatencyMs.OK })
	})
	if hasLatency {
		title := b.t("plot.axis.latency", b.t("plot.metric.latency"))
		if rank > 0 {
			title = b.axisName(parse.Pct(rank))
		}
		lower := b.panel("", title)
		b.timePanel(lower, shown, names, shades, last, func(i *parse.Interval) parse.Num { return i.LatencyMs }, true)
		b.fig.heights = []float64{1.2, 1}
	}
	b.fig.Panels[len(b.fig.Panels)-1].X.Label.Text = b.t("plot.axis.seconds")
	if len(shown) > 1 {
		for _, n := range names {
			b.fig.keys = append(b.fig.keys, key{b.name(n), b.looks.of(n), lineOnly})
		}
	}
	title := b.t("plot.title.timeline")
	least, most := len(shown[0].Intervals), 0
	for _, r := range shown {
		least, most = min(least, len(r.Intervals)), max(most, len(r.Intervals))
	}
	lines := b.t("plot.intervals", most)
	switch {
	case len(shown) == 1:
	case least == most:
		title, lines = b.t("plot.title.timelines"), b.t("plot.intervals.each", len(shown), most)
	default:
		title, lines = b.t("plot.title.timelines"), b.t("plot.intervals.range", len(shown), least, most)
	}
	subtitle := join(b.subject(shown), lines)
	if len(shown) == 1 {
		subtitle = join(b.name(names[0]), subtitle)
	}
	return b.finish(title, subtitle,
		b.sentences(b.sources(shown), b.t("plot.method.timeline")), b.timelineAlt(shown, names, rate, steady)), nil
}

// shades are the warm-up and the stalls of a run, with their legend.
func (b *builder) shades(s *analysis.Steadiness) []stripe {
	var out []stripe
	if s.WarmupSec.OK && s.WarmupSec.V > 0 {
		c := mix(b.theme.series[4], b.theme.back, 0.22)
		out = append(out, stripe{0, s.WarmupSec.V, true, c})
		b.fig.keys = append(b.fig.keys, key{b.t("plot.key.warmup", lang.Number(s.WarmupSec.V, 0)), look{color: c}, swatch})
	}
	for i, t := range s.Stalls {
		c := mix(b.theme.series[3], b.theme.back, 0.45)
		out = append(out, stripe{t.FromSec, t.ToSec, true, c})
		if i == 0 {
			b.fig.keys = append(b.fig.keys, key{b.t("plot.key.stall", len(s.Stalls)), look{color: c}, swatch})
		}
	}
	return out
}

// timePanel draws one quantity of the interval lines over time.
func (b *builder) timePanel(p *plot.Plot, runs []*parse.Run, names []string, shades []stripe, last float64, of func(*parse.Interval) parse.Num, latency bool) {
	for _, s := range shades {
		p.Add(s)
	}
	low, high := math.Inf(1), 0.0
	for _, r := range runs {
		for i := range r.Intervals {
			if v := of(&r.Intervals[i]); known(v) {
				high = max(high, v.V)
				if v.V > 0 {
					low = min(low, v.V)
				}
			}
		}
	}
	log := latency && high/low > 10
	if log {
		logY(p, low, high)
		p.Y.Tick.Marker = logTicks{n: 4}
		p.Y.Label.Text = b.t("plot.axis.log", p.Y.Label.Text)
	} else {
		fromZero(p, high)
		p.Y.Tick.Marker = niceTicks{n: 5}
	}
	p.X.Min, p.X.Max = 0, max(last, 1e-9)
	p.X.Tick.Marker = niceTicks{n: 10}
	width := 1.8
	if len(runs) > 4 {
		width = 1.4
	}
	for i, r := range runs {
		k := b.looks.of(names[i])
		for _, l := range timeLines(r, of, log) {
			sty := b.line(k, width)
			if len(l) == 1 {
				p.Add(points{pts: l, shape: circle, color: k.color, back: b.theme.back, r: b.px(2.5)})
				continue
			}
			p.Add(curve{pts: decimate(l, 2400), LineStyle: sty})
		}
	}
}

// timeLines cuts the interval lines where a value is absent, or, for a
// logarithmic axis, zero.
func timeLines(r *parse.Run, of func(*parse.Interval) parse.Num, log bool) [][]xy {
	var out [][]xy
	gap := true
	for i := range r.Intervals {
		v := of(&r.Intervals[i])
		if !known(v) || log && v.V <= 0 {
			gap = true
			continue
		}
		if gap {
			out = append(out, nil)
			gap = false
		}
		out[len(out)-1] = append(out[len(out)-1], xy{r.Intervals[i].TimeSec, v.V})
	}
	return out
}

// decimate thins a line that has far more points than the figure has pixels: of
// each piece it keeps the least and the greatest, so that no spike is lost.
func decimate(pts []xy, n int) []xy {
	if len(pts) <= n {
		return pts
	}
	out := make([]xy, 0, n+2)
	pieces := n / 2
	for i := range pieces {
		piece := pts[i*len(pts)/pieces : (i+1)*len(pts)/pieces]
		least, most := 0, 0
		for j, p := range piece {
			if p.y < piece[least].y {
				least = j
			}
			if p.y > piece[most].y {
				most = j
			}
		}
		out = append(out, piece[min(least, most)])
		if least != most {
			out = append(out, piece[max(least, most)])
		}
	}
	return out
}

// runNames names runs by system, threads and repeat.
func runNames(runs []*parse.Run, language string) []string {
	language, err := lang.Parse(language)
	if err != nil {
		language = "en" // the builder refuses it
	}
	names := make([]string, len(runs))
	systems := systemsOfRuns(runs)
	short := shortened(systems)
	seen := map[string]int{}
	for i, r := range runs {
		names[i] = join(short[slices.Index(systems, r.System)], threadsText(language, r.Threads, r.Tool() == "fio"))
		if r.Repeat > 0 {
			names[i] = join(names[i], fmt.Sprintf("#%d", r.Repeat))
		}
		if seen[names[i]]++; seen[names[i]] > 1 {
			names[i] = join(names[i], fmt.Sprintf("(%d)", seen[names[i]]))
		}
	}
	return names
}

func systemsOfRuns(runs []*parse.Run) []string {
	var systems []string
	for _, r := range runs {
		systems = append(systems, r.System)
	}
	return unique(systems)
}

// runOptions gives each run the colour of its system where no two runs share
// one; else the runs have colours of their own.
func runOptions(opts Options, runs []*parse.Run, names []string) Options {
	byName := map[string]string{}
	for i, r := range runs {
		if byName[r.System] != "" {
			opts.Systems, opts.Colors = nil, nil
			return opts
		}
		byName[r.System] = names[i]
	}
	var systems []string
	colors := map[string]string{}
	for _, s := range opts.Systems {
		systems = append(systems, cmp.Or(byName[s], s))
	}
	for s, c := range opts.Colors {
		colors[cmp.Or(byName[s], s)] = c
	}
	opts.Systems, opts.Colors = systems, colors
	return opts
}

// timelineAlt states the mean and the range of the interval lines, warm-up and
// stalls.
func (b *builder) timelineAlt(runs []*parse.Run, names []string, rate intervalRate, steady *analysis.Steadiness) string {
	var parts []string
	for i, r := range runs[:min(len(runs), 6)] {
		low, high := math.Inf(1), 0.0
		for j := range r.Intervals {
			if v := rate.of(&r.Intervals[j]); known(v) {
				low, high = min(low, v.V), max(high, v.V)
			}
		}
		if !math.IsInf(low, 0) {
			parts = append(parts, b.t("plot.alt.range", b.name(names[i]), b.amount(low), b.value(high, rate.metric)))
		}
	}
	text := b.t("plot.alt.timeline", b.list(parts))
	if len(runs) == 1 && steady != nil {
		if steady.WarmupSec.OK && steady.WarmupSec.V > 0 {
			text = b.sentences(text, b.t("plot.alt.warmup", lang.Number(steady.WarmupSec.V, 0)))
		}
		if n := len(steady.Stalls); n > 0 {
			text = b.sentences(text, b.t("plot.alt.stalls", n))
		}
	}
	return text
}
