package plotting

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"sync"

	xdraw "golang.org/x/image/draw"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/vector"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// raster is a vg.Canvas of pixels. Coverage is rounded to sevenths, which the
// eye does not see and which keeps palette and file of a figure small.
type raster struct {
	w, h  int
	pix   []uint32 // 0xRRGGBB
	ras   vector.Rasterizer
	mask  []uint8
	fonts *fonts
	pen
	saved []pen
	err   error // the first text that could not be set
}

// shades is the number of steps of coverage above none.
const shades = 7

// pen is the drawing state of a canvas.
type pen struct {
	color      color.NRGBA
	width      float64
	dashes     []float64
	dashOffset float64
	m          affine
}

func (p *pen) SetLineWidth(w vg.Length) { p.width = float64(w) }

func (p *pen) SetLineDash(pattern []vg.Length, offset vg.Length) {
	p.dashes, p.dashOffset = nil, float64(offset)
	for _, d := range pattern {
		p.dashes = append(p.dashes, float64(d))
	}
}

func (p *pen) SetColor(c color.Color) {
	if c == nil {
		c = color.Black
	}
	p.color = color.NRGBAModel.Convert(c).(color.NRGBA)
}

func (p *pen) Rotate(rad float64)    { p.m = p.m.rotate(rad) }
func (p *pen) Translate(pt vg.Point) { p.m = p.m.translate(float64(pt.X), float64(pt.Y)) }
func (p *pen) Scale(x, y float64)    { p.m = p.m.scale(x, y) }

func newPen(height int) pen {
	return pen{color: color.NRGBA{A: 0xff}, width: 1, m: affine{1, 0, 0, -1, 0, float64(height)}}
}

// canvas is what the figures draw on: a vg.Canvas that can align text itself.
type canvas interface {
	vg.Canvas
	text(label)
}

// label is one line of text: at is its baseline's left end, middle or right
// end by align (0, 0.5, 1).
type label struct {
	s      string
	at     vg.Point
	size   float64
	bold   bool
	color  color.NRGBA
	align  float64
	rotate float64 // radians, counterclockwise
}

var rasters sync.Pool

// newRaster returns a canvas of one colour; release gives its memory back.
func newRaster(w, h int, back color.NRGBA, f *fonts) *raster {
	c, _ := rasters.Get().(*raster)
	if c == nil {
		c = &raster{}
	}
	c.w, c.h, c.fonts, c.err, c.saved = w, h, f, nil, c.saved[:0]
	c.pen = newPen(h)
	if cap(c.pix) < w*h {
		c.pix = make([]uint32, w*h)
	}
	c.pix = c.pix[:w*h]
	v := pack(back)
	for i := range w {
		c.pix[i] = v
	}
	for n := w; n < len(c.pix); n *= 2 {
		copy(c.pix[n:], c.pix[:n])
	}
	return c
}

func (c *raster) release() { rasters.Put(c) }

func pack(c color.NRGBA) uint32 { return uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B) }

// Push saves the drawing state.
func (c *raster) Push() { c.saved = append(c.saved, c.pen) }

// Pop restores the drawing state.
func (c *raster) Pop() {
	if n := len(c.saved); n > 0 {
		c.pen, c.saved = c.saved[n-1], c.saved[:n-1]
	}
}

// Stroke strokes a path.
func (c *raster) Stroke(path vg.Path) {
	half := c.width * c.m.size() / 2
	if half <= 0 {
		return
	}
	lines := flatten(path, c.m)
	if len(c.dashes) > 0 {
		var pattern []float64
		for _, d := range c.dashes {
			pattern = append(pattern, d*c.m.size())
		}
		var cut []polyline
		for _, l := range lines {
			cut = append(cut, dash(l, pattern, c.dashOffset*c.m.size())...)
		}
		lines = cut
	}
	for i, l := range lines {
		lines[i] = polyline{pts: outline(l, half)}
	}
	c.fill(lines)
}

// Fill fills a path.
func (c *raster) Fill(path vg.Path) { c.fill(flatten(path, c.m)) }

// fill fills polygons that wind the same way where they overlap.
func (c *raster) fill(polys []polyline) {
	if len(polys) == 1 {
		if r, ok := rectangle(polys[0].pts); ok {
			c.fillRect(r)
			return
		}
	}
	lo, hi := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, l := range polys {
		for i, p := range l.pts {
			if math.IsNaN(p.x) || math.IsNaN(p.y) {
				return
			}
			p = point{min(max(p.x, -8192), 16384), min(max(p.y, -8192), 16384)}
			l.pts[i] = p
			lo = point{min(lo.x, p.x), min(lo.y, p.y)}
			hi = point{max(hi.x, p.x), max(hi.y, p.y)}
		}
	}
	x0, y0 := max(0, int(math.Floor(max(lo.x, 0)))), max(0, int(math.Floor(max(lo.y, 0))))
	x1, y1 := min(c.w, int(math.Ceil(min(hi.x, 16384)))), min(c.h, int(math.Ceil(min(hi.y, 16384))))
	if x0 >= x1 || y0 >= y1 {
		return
	}
	c.ras.Reset(x1-x0, y1-y0)
	for _, l := range polys {
		for i, p := range l.pts {
			x, y := float32(p.x-float64(x0)), float32(p.y-float64(y0))
			if i == 0 {
				c.ras.MoveTo(x, y)
			} else {
				c.ras.LineTo(x, y)
			}
		}
		c.ras.ClosePath()
	}
	m := c.rasterize(x1-x0, y1-y0)
	c.blend(m, x0, y0)
}

// rasterize turns the collected outline into a mask, valid until the next one.
func (c *raster) rasterize(w, h int) *image.Alpha {
	if cap(c.mask) < w*h {
		c.mask = make([]uint8, w*h)
	}
	m := &image.Alpha{Pix: c.mask[:w*h], Stride: w, Rect: image.Rect(0, 0, w, h)}
	c.ras.DrawOp = xdraw.Src
	c.ras.Draw(m, m.Rect, image.Opaque, image.Point{})
	return m
}

// blend lays the current colour over the pixels from (x0, y0) on.
func (c *raster) blend(m *image.Alpha, x0, y0 int) {
	v := pack(c.color)
	solid := c.color.A == 0xff
	w, h := m.Rect.Dx(), m.Rect.Dy()
	for y := max(0, -y0); y < h && y0+y < c.h; y++ {
		row := m.Pix[y*m.Stride : y*m.Stride+w]
		out := c.pix[(y0+y)*c.w : (y0+y+1)*c.w]
		for x := max(0, -x0); x < w && x0+x < c.w; x++ {
			a := (uint32(row[x])*shades + 127) / 255
			if a == 0 {
				continue
			}
			if a == shades && solid {
				out[x0+x] = v
				continue
			}
			out[x0+x] = over(v, out[x0+x], a*uint32(c.color.A)/shades)
		}
	}
}

// over mixes two colours, alpha 0–255.
func over(src, dst, alpha uint32) uint32 {
	back := 255 - alpha
	r := ((src>>16&0xff)*alpha + (dst>>16&0xff)*back + 127) / 255
	g := ((src>>8&0xff)*alpha + (dst>>8&0xff)*back + 127) / 255
	b := ((src&0xff)*alpha + (dst&0xff)*back + 127) / 255
	return r<<16 | g<<8 | b
}

// rectangle reports whether a polygon is an upright rectangle.
func rectangle(p []point) (r [4]float64, ok bool) {
	if n := len(p); n == 5 && p[4] == p[0] {
		p = p[:4]
	}
	if len(p) != 4 {
		return r, false
	}
	eq := func(a, b float64) bool { return math.Abs(a-b) < 1e-6 }
	if !(eq(p[0].x, p[1].x) && eq(p[1].y, p[2].y) && eq(p[2].x, p[3].x) && eq(p[3].y, p[0].y) ||
		eq(p[0].y, p[1].y) && eq(p[1].x, p[2].x) && eq(p[2].y, p[3].y) && eq(p[3].x, p[0].x)) {
		return r, false
	}
	return [4]float64{min(p[0].x, p[2].x), min(p[0].y, p[2].y), max(p[0].x, p[2].x), max(p[0].y, p[2].y)}, true
}

// fillRect fills x0, y0, x1, y1 with exact coverage at its edges.
func (c *raster) fillRect(r [4]float64) {
	x0, y0, x1, y1 := max(r[0], 0), max(r[1], 0), min(r[2], float64(c.w)), min(r[3], float64(c.h))
	if !(x0 < x1 && y0 < y1) {
		return
	}
	cover := func(i int, lo, hi float64) float64 { return min(float64(i)+1, hi) - max(float64(i), lo) }
	v := pack(c.color)
	for y := int(y0); y < c.h && float64(y) < y1; y++ {
		cy := cover(y, y0, y1)
		out := c.pix[y*c.w : (y+1)*c.w]
		for x := int(x0); x < c.w && float64(x) < x1; x++ {
			a := uint32(cy*cover(x, x0, x1)*shades + 0.5)
			switch {
			case a == 0:
			case a >= shades && c.color.A == 0xff:
				out[x] = v
			default:
				out[x] = over(v, out[x], a*uint32(c.color.A)/shades)
			}
		}
	}
}

// FillString sets text in any font, with the CJK font for what it lacks.
func (c *raster) FillString(f font.Face, pt vg.Point, s string) {
	if f.Font.Size <= 0 || f.Face == nil {
		return
	}
	c.set(wrapFace(f), label{s: s, at: pt, size: float64(f.Font.Size), bold: f.Font.Weight > 0, color: c.color})
}

// text sets a label in the house faces.
func (c *raster) text(l label) { c.set(sans(l.bold), l) }

func (c *raster) set(primary *face, l label) {
	line, width, err := c.fonts.set(l.s, primary, l.bold)
	if err != nil {
		if c.err == nil {
			c.err = err
		}
		return
	}
	before := c.pen
	defer func() { c.pen = before }()
	c.color = l.color
	m := c.m.translate(float64(l.at.X), float64(l.at.Y)).rotate(l.rotate)
	for _, g := range line {
		strokes := []float64{0}
		if g.heavy {
			strokes = []float64{-0.015, 0.015} // em
		}
		for _, dx := range strokes {
			at := m.apply(vg.Point{X: vg.Length((g.x - width*l.align + dx) * l.size)})
			if err := c.glyph(g, l.size*m.size(), at, m.angle()); err != nil && c.err == nil {
				c.err = fmt.Errorf("the text %q: %w", shorten(l.s), err)
			}
		}
	}
}

// inked is a glyph's mask, placed relative to the pixel of its origin.
type inked struct {
	mask *image.Alpha
	x, y int
}

type inkKey struct {
	face *face
	id   sfnt.GlyphIndex
	size int // 1/64 pixel
	sub  int // quarter pixels to the right
}

// inks remembers the masks of glyphs. It is emptied when it grows large: only
// texts with thousands of different characters get there.
var inks = struct {
	sync.RWMutex
	m map[inkKey]inked
}{m: map[inkKey]inked{}}

func (c *raster) glyph(g placed, size float64, at point, angle float64) error {
	upright := math.Abs(angle) < 1e-9
	x, y := math.Floor(at.x), math.Round(at.y)
	key := inkKey{g.face, g.id, int(size*64 + 0.5), int((at.x - x) * 4)}
	if upright {
		inks.RLock()
		k, ok := inks.m[key]
		inks.RUnlock()
		if ok {
			if k.mask != nil {
				c.blend(k.mask, int(x)+k.x, int(y)+k.y)
			}
			return nil
		}
	}
	segs, err := g.face.outline(g.id, size)
	if err != nil {
		return err
	}
	m := affine{a: 1, d: 1, e: float64(key.sub) / 4}
	if !upright {
		m = affine{1, 0, 0, 1, at.x - x, at.y - y}.rotate(angle)
	}
	at64 := func(i int, s *sfnt.Segment) point {
		return m.apply(vg.Point{X: vg.Length(s.Args[i].X) / 64, Y: vg.Length(s.Args[i].Y) / 64})
	}
	lo, hi := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for i := range segs {
		for k := range [...]int{1, 1, 2, 3}[segs[i].Op] {
			p := at64(k, &segs[i])
			lo = point{min(lo.x, p.x), min(lo.y, p.y)}
			hi = point{max(hi.x, p.x), max(hi.y, p.y)}
		}
	}
	ink := inked{}
	if lo.x < hi.x && lo.y < hi.y {
		x0, y0 := math.Floor(lo.x), math.Floor(lo.y)
		w, h := int(math.Ceil(hi.x-x0)), int(math.Ceil(hi.y-y0))
		c.ras.Reset(w, h)
		f := func(i int, s *sfnt.Segment) (float32, float32) {
			p := at64(i, s)
			return float32(p.x - x0), float32(p.y - y0)
		}
		for i := range segs {
			s := &segs[i]
			ax, ay := f(0, s)
			switch s.Op {
			case sfnt.SegmentOpMoveTo:
				c.ras.ClosePath()
				c.ras.MoveTo(ax, ay)
			case sfnt.SegmentOpLineTo:
				c.ras.LineTo(ax, ay)
			case sfnt.SegmentOpQuadTo:
				bx, by := f(1, s)
				c.ras.QuadTo(ax, ay, bx, by)
			case sfnt.SegmentOpCubeTo:
				bx, by := f(1, s)
				cx, cy := f(2, s)
				c.ras.CubeTo(ax, ay, bx, by, cx, cy)
			}
		}
		c.ras.ClosePath()
		mask := c.rasterize(w, h)
		ink = inked{mask, int(x0), int(y0)}
		c.blend(mask, int(x)+ink.x, int(y)+ink.y)
		kept := *mask
		kept.Pix = append([]uint8(nil), mask.Pix...)
		ink.mask = &kept
	}
	if upright {
		inks.Lock()
		if len(inks.m) > 8192 {
			clear(inks.m)
		}
		inks.m[key] = ink
		inks.Unlock()
	}
	return nil
}

// DrawImage draws an image, scaled; a rotated one is drawn upright.
func (c *raster) DrawImage(rect vg.Rectangle, img image.Image) {
	a, b := c.m.apply(rect.Min), c.m.apply(rect.Max)
	dst := image.Rect(int(math.Round(a.x)), int(math.Round(a.y)), int(math.Round(b.x)), int(math.Round(b.y)))
	if dst.Empty() || dst.Dx() > 4*c.w || dst.Dy() > 4*c.h {
		return
	}
	scaled := image.NewNRGBA(image.Rect(0, 0, dst.Dx(), dst.Dy()))
	xdraw.ApproxBiLinear.Scale(scaled, scaled.Rect, img, img.Bounds(), xdraw.Src, nil)
	for y := max(0, -dst.Min.Y); y < dst.Dy() && dst.Min.Y+y < c.h; y++ {
		for x := max(0, -dst.Min.X); x < dst.Dx() && dst.Min.X+x < c.w; x++ {
			p := scaled.NRGBAAt(x, y)
			at := &c.pix[(dst.Min.Y+y)*c.w+dst.Min.X+x]
			*at = over(pack(p), *at, uint32(p.A))
		}
	}
}

var wrapped sync.Map // *opentype.Font to *face

// wrapFace returns the face of a font that a plot brought along.
func wrapFace(f font.Face) *face {
	if w, ok := wrapped.Load(f.Face); ok {
		return w.(*face)
	}
	w, _ := wrapped.LoadOrStore(f.Face, newFace(f.Face))
	return w.(*face)
}
