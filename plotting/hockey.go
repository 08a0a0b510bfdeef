package plotting

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

// Hockey draws a latency metric against throughput, one point a level. The zero
// Metric takes the percentile that most sweeps have, else the average.
func Hockey(sweeps []*analysis.Sweep, m parse.Metric, opts Options) (*Figure, error) {
	systems, runs, err := systemsOf(sweeps)
	if err != nil {
		return nil, err
	}
	if m.Name == "" {
		all := latencyMetrics(sweeps)
		if len(all) == 0 {
			return nil, fmt.Errorf("no latency to draw: the runs have %s", metricNames(sweeps))
		}
		m = all[len(all)-1]
	}
	x, ok := throughputMetric(sweeps)
	if !ok {
		return nil, fmt.Errorf("no throughput to draw: the runs have %s", metricNames(sweeps))
	}
	b, err := newBuilder(opts, systems, runs...)
	if err != nil {
		return nil, err
	}
	latencies, _, _ := b.read(sweeps, m)
	b.lacking(latencies)
	rates, _, _ := b.read(sweeps, x)
	b.lacking(rates)
	var levels, counts []int
	p := b.panel(b.axisName(x), b.axisName(m))
	b.mark(p, func(k *panelMark) { k.grid = true })
	latencies = b.valueAxis(p, latencies, m, m.IsLatency() && wide(latencies))
	numbers := tags{size: captionSize * b.s, gap: b.px(11), fonts: b.fig.fonts}
	st := style{theme: b.theme}
	highest := 0.0
	for i, l := range latencies {
		k := b.looks.of(l.system)
		var pts []xy
		drawn := series{system: l.system}
		for _, at := range l.at {
			for _, r := range rates[i].at {
				if r.threads == at.threads {
					pts = append(pts, xy{r.mean.Value.V, at.mean.Value.V})
					at.broken, at.skipped = at.broken || r.broken, at.skipped || r.skipped
					drawn.at = append(drawn.at, at)
					highest = max(highest, r.mean.Value.V)
					levels, counts = append(levels, at.threads), append(counts, len(at.values))
				}
			}
		}
		every := len(pts)/24 + 1 // numbers of more levels would be a crowd
		for j, at := range drawn.at {
			if (len(pts)-1-j)%every == 0 || j == 0 {
				numbers.at = append(numbers.at, tag{pts[j], strconv.Itoa(at.threads), st.readable(k.color)})
			}
		}
		numbers.avoid = append(numbers.avoid, pts)
		b.addLines(p, drawn, k, pts, 0)
		p.Add(b.markers(pts, k))
		b.fig.keys = append(b.fig.keys, key{b.name(l.system), k, lineAndMarker})
	}
	if len(levels) == 0 {
		return nil, fmt.Errorf("no level to draw: none has both %s and %s", x.Name, m.Name)
	}
	p.Add(numbers)
	b.rateAxis(p, highest)
	return b.finish(b.t("plot.title.hockey", b.metricName(m)),
		join(b.subject(runs), b.levelSpan(levels), b.repeats(counts)),
		b.sentences(b.sources(runs), b.level("plot.method.numbers"), b.meansMethod(counts)),
		b.hockeyAlt(latencies, rates, m, x)), nil
}

// meansMethod says what the markers of repeats are where no interval is drawn.
func (b *builder) meansMethod(counts []int) string {
	for _, n := range counts {
		if n > 1 {
			return b.t("plot.method.means")
		}
	}
	return b.t("plot.method.one")
}

// rateAxis gives a panel an x axis from zero.
func (b *builder) rateAxis(p *plot.Plot, top float64) {
	step := niceStep(0, top, 8)
	if step <= 0 {
		step, top = 1, 1
	}
	p.X.Min, p.X.Max = 0, math.Ceil(top*1.03/step*2)/2*step
	p.X.Tick.Marker = niceTicks{n: 8}
}

// hockeyAlt states the best throughput of each system and its latency there, the
// highest first.
func (b *builder) hockeyAlt(latencies, rates []series, m, x parse.Metric) string {
	type peak struct {
		system   string
		rate, at float64
		threads  int
	}
	var peaks []peak
	for i, l := range latencies {
		best := peak{system: l.system}
		for _, r := range rates[i].at {
			for _, q := range l.at {
				if q.threads == r.threads && r.mean.Value.V > best.rate {
					best.rate, best.at, best.threads = r.mean.Value.V, q.mean.Value.V, r.threads
				}
			}
		}
		if best.threads > 0 {
			peaks = append(peaks, best)
		}
	}
	slices.SortStableFunc(peaks, func(x, y peak) int { return signOf(y.rate - x.rate) })
	var parts []string
	for _, k := range peaks[:min(len(peaks), 6)] {
		parts = append(parts, b.t("plot.alt.hockey", b.name(k.system), b.value(k.rate, x), b.shortMetric(m), b.value(k.at, m), b.threads(k.threads)))
	}
	if more := len(peaks) - len(parts); more > 0 {
		parts = append(parts, b.t("plot.alt.more", more))
	}
	return b.t("plot.alt.hockey.all", b.list(parts))
}
