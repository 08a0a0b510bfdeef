package plotting

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// tag is a short text beside a place.
type tag struct {
	xy
	text  string
	color color.NRGBA
}

// tags set texts beside their places, where they cover neither a place nor
// another text. One that finds no room is left out, or, if it must be shown,
// stands further off with a line to its place.
type tags struct {
	at    []tag
	size  float64
	bold  bool
	must  bool
	gap   vg.Length // from the place to the text
	fonts *fonts
	line  color.NRGBA
	avoid [][]xy // lines not to be covered
}

// box is an upright rectangle on the canvas.
type box struct{ x0, y0, x1, y1 float64 }

func (b box) meets(o box) bool { return b.x0 < o.x1 && o.x0 < b.x1 && b.y0 < o.y1 && o.y0 < b.y1 }

// Plot sets the texts.
func (t tags) Plot(c draw.Canvas, p *plot.Plot) {
	var taken []box
	r := float64(t.gap) * 0.8
	for _, a := range t.at {
		pt := place(&c, p, a.xy)
		taken = append(taken, box{float64(pt.X) - r, float64(pt.Y) - r, float64(pt.X) + r, float64(pt.Y) + r})
	}
	var lines [][2]vg.Point
	for _, l := range t.avoid {
		for i := 1; i < len(l); i++ {
			lines = append(lines, [2]vg.Point{place(&c, p, l[i-1]), place(&c, p, l[i])})
		}
	}
	area := box{float64(c.Min.X), float64(c.Min.Y), float64(c.Max.X), float64(c.Max.Y) + t.size}
	for _, a := range t.at {
		pt := place(&c, p, a.xy)
		if !c.Contains(pt) {
			continue
		}
		w, h := t.fonts.width(a.text, t.bold)*t.size, t.size
		at, far, ok := t.room(float64(pt.X), float64(pt.Y), w, h, area, taken, lines)
		if !ok {
			continue
		}
		taken = append(taken, at)
		if far {
			end := vg.Point{X: vg.Length(min(max(float64(pt.X), at.x0), at.x1)), Y: vg.Length(min(max(float64(pt.Y), at.y0), at.y1))}
			c.StrokeLine2(draw.LineStyle{Color: t.line, Width: vg.Length(t.size * 0.06)}, pt.X, pt.Y, end.X, end.Y)
		}
		x, align := at.beside(float64(pt.X))
		setText(c, label{s: a.text, at: vg.Point{X: vg.Length(x), Y: vg.Length(at.y0 + h*0.2)}, size: t.size, bold: t.bold, color: a.color, align: align})
	}
}

// beside is where a text that fills the box is held, and by which part of it, so
// that a viewer's wider font lets it grow away from the place at x.
func (b box) beside(x float64) (at, align float64) {
	switch {
	case b.x1 <= x:
		return b.x1, 1
	case b.x0 >= x:
		return b.x0, 0
	}
	return (b.x0 + b.x1) / 2, 0.5
}

// crossed reports whether a line runs through the box, by its points at small steps.
func (b box) crossed(a, z vg.Point) bool {
	n := int(math.Hypot(float64(z.X-a.X), float64(z.Y-a.Y))/3) + 1
	for i := range n + 1 {
		f := vg.Length(i) / vg.Length(n)
		x, y := float64(a.X+(z.X-a.X)*f), float64(a.Y+(z.Y-a.Y)*f)
		if x > b.x0 && x < b.x1 && y > b.y0 && y < b.y1 {
			return true
		}
	}
	return false
}

// room looks for a free box of w × h around a place: right, left, above, below,
// the corners, then further off.
func (t tags) room(x, y, w, h float64, area box, taken []box, lines [][2]vg.Point) (at box, far, ok bool) {
	rings := 2
	if t.must {
		rings = 10
	}
	for ring := range rings {
		d := float64(t.gap) * (1 + 1.4*float64(ring))
		for _, dir := range [][2]float64{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}} {
			k := 1.0
			if dir[0] != 0 && dir[1] != 0 {
				k = math.Sqrt2 / 2
			}
			cx, cy := x+dir[0]*(d*k+w/2), y+dir[1]*(d*k+h/2)
			b := box{cx - w/2, cy - h/2, cx + w/2, cy + h/2}
			if b.x0 < area.x0 || b.x1 > area.x1 || b.y0 < area.y0 || b.y1 > area.y1 {
				continue
			}
			free := true
			for _, o := range taken {
				free = free && !b.meets(o)
			}
			for _, l := range lines {
				free = free && !b.crossed(l[0], l[1])
			}
			if free {
				return b, ring > 1, true
			}
		}
	}
	return box{x + float64(t.gap), y - h/2, x + float64(t.gap) + w, y + h/2}, false, t.must
}
