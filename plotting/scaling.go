package plotting

import (
	"math"

	"gonum.org/v1/plot"

	"github.com/sbstat/sbstat/analysis"
)

// curveSteps is the number of pieces of a fitted curve.
const curveSteps = 120

// fit draws the USL fit of a sweep over its levels and returns it; a sweep that
// cannot be fitted gets a note and nil.
func (b *builder) fit(p *plot.Plot, s *analysis.Sweep) *analysis.USL {
	u, err := analysis.Scaling(s)
	if err != nil || u == nil {
		reason := b.t("plot.note.too-few")
		if err != nil {
			reason = err.Error()
		}
		b.note("plot.note.no-fit", b.name(s.System), reason)
		return nil
	}
	k := b.looks.of(s.System)
	sty := b.line(k, 2)
	sty.Dashes = scaled(shortDashes, b.s)
	lo, hi := max(p.X.Min, 1e-9), p.X.Max
	var pts []xy
	for i := range curveSteps + 1 {
		n := lo * math.Pow(hi/lo, float64(i)/curveSteps)
		if x := u.At(n); !math.IsNaN(x) && !math.IsInf(x, 0) {
			pts = append(pts, xy{n, x})
		}
	}
	p.Add(curve{pts: pts, LineStyle: sty})
	return u
}
