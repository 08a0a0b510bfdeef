package plotting

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// affine maps the coordinates of a vg.Canvas, with y upwards, to those of an
// image, with y downwards: x' = a·x + c·y + e, y' = b·x + d·y + f.
type affine struct{ a, b, c, d, e, f float64 }

func (m affine) apply(p vg.Point) point {
	x, y := float64(p.X), float64(p.Y)
	return point{m.a*x + m.c*y + m.e, m.b*x + m.d*y + m.f}
}

func (m affine) translate(x, y float64) affine {
	m.e += m.a*x + m.c*y
	m.f += m.b*x + m.d*y
	return m
}

func (m affine) scale(x, y float64) affine {
	m.a, m.b, m.c, m.d = m.a*x, m.b*x, m.c*y, m.d*y
	return m
}

func (m affine) rotate(rad float64) affine {
	sin, cos := math.Sincos(rad)
	m.a, m.b, m.c, m.d = m.a*cos+m.c*sin, m.b*cos+m.d*sin, m.c*cos-m.a*sin, m.d*cos-m.b*sin
	return m
}

// size is the factor by which lengths grow.
func (m affine) size() float64 { return math.Sqrt(math.Abs(m.a*m.d - m.b*m.c)) }

// angle is the rotation of text set along the x axis, clockwise as seen.
func (m affine) angle() float64 { return math.Atan2(m.b, m.a) }

// point is a place in image coordinates.
type point struct{ x, y float64 }

// polyline is a flattened subpath.
type polyline struct {
	pts    []point
	closed bool
}

// flatten turns a path into straight lines in image coordinates.
func flatten(path vg.Path, m affine) []polyline {
	var lines []polyline
	var cur *polyline
	var pen vg.Point
	to := func(p vg.Point) {
		if cur == nil {
			lines = append(lines, polyline{pts: make([]point, 0, 8)})
			cur = &lines[len(lines)-1]
		}
		cur.pts = append(cur.pts, m.apply(p))
		pen = p
	}
	for _, c := range path {
		switch c.Type {
		case vg.MoveComp:
			cur = nil
			to(c.Pos)
		case vg.LineComp:
			to(c.Pos)
		case vg.ArcComp:
			n := arcSteps(float64(c.Radius)*m.size(), c.Angle)
			for i := 0; i <= n; i++ {
				sin, cos := math.Sincos(c.Start + c.Angle*float64(i)/float64(n))
				to(vg.Point{X: c.Pos.X + c.Radius*vg.Length(cos), Y: c.Pos.Y + c.Radius*vg.Length(sin)})
			}
		case vg.CurveComp:
			p0 := pen
			const n = 12
			for i := 1; i <= n; i++ {
				to(bezier(p0, c.Control, c.Pos, float64(i)/n))
			}
		case vg.CloseComp:
			if cur != nil {
				cur.closed = true
				cur = nil // a path that goes on after a close starts with a move
			}
		}
	}
	return lines
}

// arcSteps is the number of chords that stay within a tenth of a pixel of an arc.
func arcSteps(radius, angle float64) int {
	step := 2 * math.Acos(1-math.Min(0.1/math.Max(radius, 0.1), 1))
	return max(2, int(math.Ceil(math.Abs(angle)/step)))
}

// bezier is a point of the quadratic or cubic curve from p0 to p1.
func bezier(p0 vg.Point, control []vg.Point, p1 vg.Point, t float64) vg.Point {
	pts := [4]vg.Point{p0}
	n := 1 + copy(pts[1:3], control)
	pts[n] = p1
	for ; n > 0; n-- {
		for i := range n {
			pts[i] = pts[i].Scale(vg.Length(1 - t)).Add(pts[i+1].Scale(vg.Length(t)))
		}
	}
	return pts[0]
}
