package plotting

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
)

// curveSteps is the number of pieces of a fitted curve.
const curveSteps = 120

// fit is the USL fit of a sweep; a sweep that cannot be fitted gets a note and nil.
func (b *builder) fit(s *analysis.Sweep) *analysis.USL {
	u, err := analysis.Scaling(s, b.opts.Confidence)
	if err != nil || u == nil {
		reason := b.t("plot.note.too-few")
		if err != nil {
			reason = err.Error()
		}
		b.note("plot.note.no-fit", b.name(s.System), reason)
		return nil
	}
	for _, n := range u.Notes {
		text := n.In(b.lang)
		i := slices.IndexFunc(b.fitted, func(r remark) bool { return r.text == text })
		if i < 0 {
			i = len(b.fitted)
			b.fitted = append(b.fitted, remark{text: text})
		}
		b.fitted[i].systems = append(b.fitted[i].systems, b.name(s.System))
	}
	return u
}

// addFit draws a fitted curve from a level to another.
func (b *builder) addFit(p *plot.Plot, u *analysis.USL, k look, from, to float64) {
	sty := b.line(k, 2.5)
	sty.Dashes = scaled(shortDashes, b.s)
	var pts []xy
	for i := range curveSteps + 1 {
		n := from * math.Pow(to/from, float64(i)/curveSteps)
		if x := u.At(n); !math.IsNaN(x) && !math.IsInf(x, 0) {
			pts = append(pts, xy{n, x})
		}
	}
	p.Add(curve{pts: pts, LineStyle: sty})
}

// Scaling draws the Universal Scalability Law fitted to each sweep, with its peak
// and the peak's interval. A sweep that cannot be fitted is drawn without, and
// a note says why.
func Scaling(sweeps []*analysis.Sweep, opts Options) (*Figure, error) {
	systems, runs, err := systemsOf(sweeps)
	if err != nil {
		return nil, err
	}
	m, ok := throughputMetric(sweeps)
	if !ok {
		return nil, fmt.Errorf("no throughput to draw: the runs have %s", metricNames(sweeps))
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
	all = b.valueAxis(p, all, m, false)
	top := p.Y.Max
	var peaks, laws []string
	marked := "" // what the marker of a peak shows
	fits := make([]*analysis.USL, len(sweeps))
	for i, s := range sweeps {
		if fits[i] = b.fit(s); fits[i] == nil {
			continue
		}
		if n := fits[i].PeakThreads.Value; n.OK && n.V > p.X.Max && n.V <= 2*p.X.Max {
			p.X.Max = n.V * 1.1 // the curve reaches it
		}
	}
	for i, s := range sweeps {
		k, u := b.looks.of(s.System), fits[i]
		name := b.name(s.System)
		if u != nil {
			b.addFit(p, u, k, max(p.X.Min, 1), p.X.Max)
			if n := u.PeakThreads; n.Value.OK && u.PeakTPS.Value.OK {
				if marked == "" {
					marked = "plot.method.peak"
				}
				if n.Low.OK && n.High.OK {
					marked = "plot.method.peak-interval"
					p.Add(across{low: n.Low.V, high: n.High.V, y: u.PeakTPS.Value.V, color: k.color, width: b.px(2), cap: b.px(7)})
				}
				p.Add(points{pts: []xy{{n.Value.V, u.PeakTPS.Value.V}}, shape: k.marker%hollowCircle + hollowCircle, color: k.color, back: b.theme.back, r: b.px(10)})
				top = max(top, u.PeakTPS.Value.V)
				peaks = append(peaks, b.t("plot.alt.peak", name, b.value(u.PeakTPS.Value.V, m), b.level("plot.alt.levels", estimated(n, func(v float64) string { return lang.Number(v, 0) }))))
			} else {
				peaks = append(peaks, b.t("plot.alt.no-peak", name))
			}
			for _, n := range u.Notes {
				if n.Code == "note.usl-poor" {
					peaks[len(peaks)-1] += b.t("plot.alt.poor-fit", n.In(b.lang))
				}
			}
			laws = append(laws, b.t("plot.note.usl", name, lang.Significant(u.Alpha, 2), lang.Significant(u.Beta, 2), lang.Significant(u.Gamma, 3)))
		}
		b.addMarks(p, all[i], k)
		b.fig.keys = append(b.fig.keys, key{name, k, markerOnly})
	}
	if top > p.Y.Max {
		fromZero(p, top)
	}
	b.fig.keys = append(b.fig.keys, key{b.t("plot.key.fit"), look{color: b.theme.ink, dashes: shortDashes}, lineOnly})
	method := b.t("plot.method.usl")
	if marked != "" {
		if marked == "plot.method.peak-interval" {
			method = b.sentences(method, b.t(marked, lang.Confidence(b.opts.Confidence)))
		} else {
			method = b.sentences(method, b.t(marked))
		}
	}
	if len(peaks) == 0 {
		peaks = []string{b.t("plot.alt.no-fit")}
	}
	alt := b.t("plot.alt.scaling", b.list(peaks))
	if len(laws) > 4 { // too many to read below a figure
		alt, laws = b.sentences(append([]string{alt}, laws...)...), nil
	}
	return b.finish(b.t("plot.title.scaling"),
		join(b.subject(runs), b.levelSpan(levels), b.repeats(counts)),
		b.sentences(append([]string{b.sources(runs), method, b.meansMethod(counts)}, laws...)...),
		alt), nil
}

// addMarks draws a series without its line.
func (b *builder) addMarks(p *plot.Plot, s series, k look) {
	p.Add(points{pts: s.places(), shape: k.marker, color: k.color, back: b.theme.back, r: b.px(7)})
}
