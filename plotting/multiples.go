package plotting

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg/draw"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

// Multiples draws small multiples with shared axes: a panel a metric with all
// systems where several metrics are given, a panel a system (the others in grey
// behind it) where one is. No metric at all means the throughput.
func Multiples(sweeps []*analysis.Sweep, metrics []parse.Metric, opts Options) (*Figure, error) {
	systems, runs, err := systemsOf(sweeps)
	if err != nil {
		return nil, err
	}
	if len(metrics) == 0 {
		m, ok := throughputMetric(sweeps)
		if !ok {
			return nil, fmt.Errorf("no throughput to draw: the runs have %s", metricNames(sweeps))
		}
		metrics = []parse.Metric{m}
	}
	b, err := newBuilder(opts, systems, runs...)
	if err != nil {
		return nil, err
	}
	groups := make([][]series, len(metrics))
	var levels, counts []int
	for i, m := range metrics {
		all, at, n := b.read(sweeps, m)
		b.lacking(slices.DeleteFunc(slices.Clone(all), func(s series) bool { return len(s.at) == 0 })) // all of a metric: plain to see
		groups[i], levels = all, append(levels, at...)
		if i == 0 {
			counts = n
		}
		if len(at) == 0 {
			return nil, noLevel(m, sweeps)
		}
	}
	title := b.level("plot.title.metrics")
	if len(metrics) > 1 {
		for i, m := range metrics {
			p := b.panel("", b.axisName(m))
			b.threadAxis(p, levels)
			shown := b.valueAxis(p, groups[i], m, m.IsLatency() && wide(groups[i]))
			b.coincident(p, shown)
			aside := shifts(shown)
			for j, s := range shown {
				b.addSeries(p, s, b.looks.of(s.system), aside[j])
			}
		}
		for _, s := range systems {
			b.fig.keys = append(b.fig.keys, key{b.name(s), b.looks.of(s), lineAndMarker})
		}
	} else {
		title = b.level("plot.title.systems", b.metricName(metrics[0]))
		log := metrics[0].IsLatency() && wide(groups[0])
		faint := draw.LineStyle{Color: b.theme.faint, Width: b.px(2)}
		for i, s := range systems {
			p := b.panel("", "")
			p.Title.Text = b.name(s)
			if i == 0 {
				p.Y.Label.Text = b.axisName(metrics[0])
			}
			b.threadAxis(p, levels)
			shown := b.valueAxis(p, groups[0], metrics[0], log)
			if i > 0 {
				p.Y.Label.Text = ""
			}
			for j, o := range shown {
				if j != i {
					lines, _ := o.lines(o.places())
					for _, l := range lines {
						p.Add(curve{pts: l, LineStyle: faint})
					}
				}
			}
			b.addSeries(p, shown[i], b.looks.of(s), 0)
		}
	}
	if err := b.grid(); err != nil {
		return nil, err
	}
	if len(b.fig.Panels) > maxPanels {
		return nil, errors.New("too many panels: small multiples hold at most 24 systems or metrics")
	}
	for _, p := range b.fig.Panels[max(0, len(b.fig.Panels)-b.fig.Columns):] {
		p.X.Label.Text = b.threadsTitle()
	}
	var alts []string
	for i, m := range metrics {
		if (m == parse.QPS || m == parse.EPS) && slices.Contains(metrics, parse.TPS) {
			continue // they move with TPS
		}
		if len(alts) == 6 {
			alts = append(alts, b.t("plot.alt.more-metrics"))
			break
		}
		alts = append(alts, b.leaderAlt(groups[i], m))
	}
	return b.finish(title, join(b.subject(runs), b.levelSpan(levels), b.repeats(counts)),
		b.sentences(b.sources(runs), b.method(counts)),
		b.sentences(alts...)), nil
}

const maxPanels = 24

// The least size of a panel at scale 1: with its title and ticks, and without the gap beside it.
const leastRow, leastColumn = 170, 130

// grid arranges the panels in columns, fewer in a narrow figure and more in a flat one, and
// makes a figure without a height of its own as tall as its rows need. Panels that do not fit are an
// error.
func (b *builder) grid() error {
	n := len(b.fig.Panels)
	w, h := b.opts.Width, b.opts.Height
	if w == 0 {
		w = 1200
	}
	cols := 1
	switch {
	case n > 6 && w >= 700:
		cols = 3
	case n > 1:
		cols = 2
	}
	rows := func() int { return (n + cols - 1) / cols }
	if h == 0 {
		if rows() > 2 || w < 700 {
			b.fig.opts.Height = min(int(scaleOf(w, maxSide)*float64(160+300*rows())), maxSide)
		}
	} else {
		s := scaleOf(w, h)
		for cols < n && float64(h) < s*float64(160+leastRow*rows()) {
			cols++
		}
		if cols > 3 && float64(w) < s*float64(72+cols*(leastColumn+30)) {
			return fmt.Errorf("figure of %d×%d pixels: too small for %d panels; leave the height out, and it is as tall as they need", w, h, n)
		}
	}
	b.fig.Columns = cols
	return nil
}
