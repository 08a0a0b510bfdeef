package plotting

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// marker is the shape of a system's points.
type marker int

const (
	circle marker = iota
	square
	triangle
	diamond
	down
	pentagon
	hollowCircle
	hollowSquare
	hollowTriangle
	hollowDiamond
	hollowDown
	hollowPentagon
	markers
)

// path is the marker's outline around a place; the shapes have about the same area.
func (m marker) path(at vg.Point, r vg.Length) vg.Path {
	corners := func(n int, start float64, r vg.Length) vg.Path {
		var p vg.Path
		for i := range n {
			sin, cos := math.Sincos(start + 2*math.Pi*float64(i)/float64(n))
			pt := vg.Point{X: at.X + r*vg.Length(cos), Y: at.Y + r*vg.Length(sin)}
			if i == 0 {
				p.Move(pt)
			} else {
				p.Line(pt)
			}
		}
		p.Close()
		return p
	}
	switch m % hollowCircle {
	case square:
		return corners(4, math.Pi/4, r*1.25)
	case triangle:
		return corners(3, math.Pi/2, r*1.4)
	case diamond:
		return corners(4, 0, r*1.35)
	case down:
		return corners(3, -math.Pi/2, r*1.4)
	case pentagon:
		return corners(5, math.Pi/2, r*1.2)
	}
	var p vg.Path
	p.Move(vg.Point{X: at.X + r, Y: at.Y})
	p.Arc(at, r, 0, 2*math.Pi)
	p.Close()
	return p
}

// draw draws the marker with a rim in the background's colour, which keeps it
// apart from lines and other markers. It stands in the middle of a pixel: all
// markers of a system are then the same pixels, sharp and small in a PNG.
func (m marker) draw(c *draw.Canvas, at vg.Point, r vg.Length, col, back color.NRGBA) {
	p := m.path(vg.Point{X: crisp(at.X), Y: crisp(at.Y)}, r)
	if m < hollowCircle {
		c.SetLineStyle(draw.LineStyle{Color: back, Width: r * 0.5})
		c.Stroke(p)
		c.SetColor(col)
		c.Fill(p)
		return
	}
	c.SetColor(back)
	c.Fill(p)
	c.SetLineStyle(draw.LineStyle{Color: col, Width: r * 0.5})
	c.Stroke(p)
}

// The marks below are plotters without a data range: a figure sets its axes
// itself, and an interval that dwarfs the data must not stretch them.

// xy is a place in the data's coordinates.
type xy struct{ x, y float64 }

// place maps data to the canvas.
func place(c *draw.Canvas, p *plot.Plot, at xy) vg.Point {
	return vg.Point{X: c.X(p.X.Norm(at.x)), Y: c.Y(p.Y.Norm(at.y))}
}

// curve is a line through places, cut off at the edges of the data area.
type curve struct {
	pts []xy
	draw.LineStyle
	shift vg.Length // to the right
}

// Plot draws the line.
func (l curve) Plot(c draw.Canvas, p *plot.Plot) {
	pts := make([]vg.Point, len(l.pts))
	for i, at := range l.pts {
		pts[i] = place(&c, p, at)
		pts[i].X += l.shift
	}
	c.StrokeLines(l.LineStyle, c.ClipLinesXY(pts)...)
}

// points are markers at places.
type points struct {
	pts   []xy
	shape marker
	color color.NRGBA
	back  color.NRGBA
	r     vg.Length
	shift vg.Length // to the right
}

// Plot draws the markers; one outside the axes is not drawn.
func (m points) Plot(c draw.Canvas, p *plot.Plot) {
	for _, at := range m.pts {
		pt := place(&c, p, at)
		if pt.X += m.shift; c.Contains(pt) {
			m.shape.draw(&c, pt, m.r, m.color, m.back)
		}
	}
}

// span is an interval of y at x.
type span struct{ x, low, high float64 }

// spans are interval bars with caps. shift moves them sideways, so that those
// of several systems stand beside each other. Where one reaches past the axis it
// ends in an arrow head.
type spans struct {
	at         []span
	color      color.NRGBA
	width, cap vg.Length
	shift      vg.Length
}

// Plot draws the bars.
func (s spans) Plot(c draw.Canvas, p *plot.Plot) {
	sty := draw.LineStyle{Color: s.color, Width: s.width}
	for _, i := range s.at {
		x := c.X(p.X.Norm(i.x)) + s.shift
		lo, hi := c.Y(p.Y.Norm(i.low)), c.Y(p.Y.Norm(i.high))
		if !c.ContainsX(x) || hi < c.Min.Y || lo > c.Max.Y {
			continue
		}
		cut := func(y, edge, sign vg.Length) vg.Length {
			if (y-edge)*sign <= 0 {
				c.StrokeLine2(sty, x-s.cap, y, x+s.cap, y)
				return y
			}
			c.FillPolygon(s.color, []vg.Point{{X: x, Y: edge}, {X: x - s.cap, Y: edge - sign*s.cap*1.6}, {X: x + s.cap, Y: edge - sign*s.cap*1.6}})
			return edge - sign*s.cap
		}
		lo, hi = cut(lo, c.Min.Y, -1), cut(hi, c.Max.Y, 1)
		c.StrokeLine2(sty, x, lo, x, hi)
	}
}

// bars are columns from zero, each width wide in the units of x.
type bars struct {
	pts   []xy
	color color.NRGBA
	width float64
	rim   vg.Length // not 0: hollow, with a rim of this width
}

// Plot draws the columns.
func (b bars) Plot(c draw.Canvas, p *plot.Plot) {
	for _, at := range b.pts {
		lo, hi := place(&c, p, xy{at.x - b.width/2, 0}), place(&c, p, xy{at.x + b.width/2, at.y})
		x0, x1 := crisp(lo.X)-0.5, crisp(hi.X)-0.5
		y0, y1 := min(max(lo.Y, c.Min.Y), c.Max.Y), min(max(hi.Y, c.Min.Y), c.Max.Y)
		if y0 != y1 && x0 < x1 {
			corners := []vg.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}
			if b.rim == 0 {
				c.FillPolygon(b.color, corners)
				continue
			}
			c.StrokeLines(draw.LineStyle{Color: b.color, Width: b.rim}, append(corners, corners[0]))
		}
	}
}

// stripe shades a range of one axis over the whole of the other.
type stripe struct {
	low, high float64
	vertical  bool // a range of x
	color     color.NRGBA
}

// Plot fills the stripe.
func (s stripe) Plot(c draw.Canvas, p *plot.Plot) {
	r := c.Rectangle
	if s.vertical {
		r.Min.X = max(c.Min.X, c.X(p.X.Norm(s.low)))
		r.Max.X = min(c.Max.X, c.X(p.X.Norm(s.high)))
	} else {
		r.Min.Y = max(c.Min.Y, c.Y(p.Y.Norm(s.low)))
		r.Max.Y = min(c.Max.Y, c.Y(p.Y.Norm(s.high)))
	}
	if r.Min.X < r.Max.X && r.Min.Y < r.Max.Y {
		c.SetColor(s.color)
		c.Fill(r.Path())
	}
}

// ribbon is the area between two lines over the same places.
type ribbon struct {
	at    []span
	color color.NRGBA
}

// Plot fills the ribbon.
func (r ribbon) Plot(c draw.Canvas, p *plot.Plot) {
	if len(r.at) < 2 {
		return
	}
	var pts []vg.Point
	for _, s := range r.at {
		pts = append(pts, place(&c, p, xy{s.x, s.high}))
	}
	for i := len(r.at) - 1; i >= 0; i-- {
		pts = append(pts, place(&c, p, xy{r.at[i].x, r.at[i].low}))
	}
	c.FillPolygon(r.color, c.ClipPolygonXY(pts))
}

// rule is a straight line over the whole area at one value.
type rule struct {
	at       float64
	vertical bool
	draw.LineStyle
}

// Plot draws the rule.
func (r rule) Plot(c draw.Canvas, p *plot.Plot) {
	if r.vertical {
		if x := c.X(p.X.Norm(r.at)); c.ContainsX(x) {
			c.StrokeLine2(r.LineStyle, crisp(x), c.Min.Y, crisp(x), c.Max.Y)
		}
		return
	}
	if y := c.Y(p.Y.Norm(r.at)); c.ContainsY(y) {
		c.StrokeLine2(r.LineStyle, c.Min.X, crisp(y), c.Max.X, crisp(y))
	}
}

// crisp moves a coordinate to the middle of a pixel, where a thin line is sharp.
func crisp(v vg.Length) vg.Length { return vg.Length(math.Floor(float64(v))) + 0.5 }

// captions are texts at places, moved by dx, dy.
type captions struct {
	pts    []xy
	texts  []string
	size   float64
	bold   bool
	color  color.NRGBA
	align  float64
	dx, dy vg.Length
	up     func(i int) bool // whether text i stands above its place (default) or below it
	off    *float64         // a rule at this y gives way to a text that it would cross
	back   color.NRGBA      // with off: the colour of what is behind the texts
	fonts  *fonts           // with off: what the texts are set in
}

// Plot sets the texts, within the data area's left and right edges.
func (t captions) Plot(c draw.Canvas, p *plot.Plot) {
	for i, at := range t.pts {
		pt := place(&c, p, at)
		pt.X += t.dx
		if t.up == nil || t.up(i) {
			pt.Y += t.dy
		} else {
			pt.Y -= t.dy + vg.Length(t.size*capHeight)
		}
		if t.off != nil {
			if y := c.Y(p.Y.Norm(*t.off)); y > pt.Y-vg.Length(t.size)*0.2 && y < pt.Y+vg.Length(t.size) {
				half := vg.Length((t.fonts.width(t.texts[i], t.bold)/2 + 0.25) * t.size)
				c.FillPolygon(t.back, []vg.Point{{X: pt.X - half, Y: y - 2}, {X: pt.X + half, Y: y - 2}, {X: pt.X + half, Y: y + 2}, {X: pt.X - half, Y: y + 2}})
			}
		}
		setText(c, label{s: t.texts[i], at: pt, size: t.size, bold: t.bold, color: t.color, align: t.align})
	}
}

// setText sets a label on any canvas: aligned by the canvas where it is one of
// ours, else by the widths of the house font.
func setText(c vg.Canvas, l label) {
	for {
		switch v := c.(type) {
		case canvas:
			v.text(l)
			return
		case draw.Canvas:
			c = v.Canvas
			continue
		case *draw.Canvas:
			c = v.Canvas
			continue
		}
		break
	}
	f := plot.DefaultTextHandler.Cache().Lookup(houseFont(l.bold), vg.Length(l.size))
	l.at.X -= f.Width(l.s) * vg.Length(l.align)
	c.SetColor(l.color)
	c.FillString(f, l.at, l.s)
}

// across is a horizontal interval at y, with caps; it ends at the edges.
type across struct {
	low, high, y float64
	color        color.NRGBA
	width, cap   vg.Length
}

// Plot draws the interval.
func (a across) Plot(c draw.Canvas, p *plot.Plot) {
	sty := draw.LineStyle{Color: a.color, Width: a.width}
	x0, x1, y := c.X(p.X.Norm(a.low)), c.X(p.X.Norm(a.high)), c.Y(p.Y.Norm(a.y))
	if !c.ContainsY(y) || x1 < c.Min.X || x0 > c.Max.X {
		return
	}
	for _, x := range []vg.Length{x0, x1} {
		if c.ContainsX(x) {
			c.StrokeLine2(sty, x, y-a.cap, x, y+a.cap)
		}
	}
	c.StrokeLine2(sty, max(x0, c.Min.X), y, min(x1, c.Max.X), y)
}
