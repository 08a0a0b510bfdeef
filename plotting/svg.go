package plotting

import (
	"bytes"
	"encoding/base64"
	"hash/fnv"
	"image"
	"image/color"
	"image/png"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// families are the viewer's fonts for text: the metrics of Arial, then the
// CJK fonts of Windows, macOS and Linux.
const families = "'Liberation Sans',Arial,Helvetica,'Noto Sans CJK SC','Noto Sans SC','Source Han Sans SC','PingFang SC','Hiragino Sans GB','Microsoft YaHei','WenQuanYi Micro Hei','WenQuanYi Zen Hei',sans-serif"

// vector canvas: it writes SVG with text as text. The coordinates are those of
// the viewBox, rounded to a twentieth of a pixel.
type svg struct {
	out   []byte
	fonts *fonts
	pen
	saved []pen
}

func newSVG(w, h int, back color.NRGBA, title, description string, f *fonts) *svg {
	c := &svg{fonts: f, pen: newPen(h), out: make([]byte, 0, 32<<10)}
	id := fnv.New32a() // unique among the figures of a page
	_, _ = id.Write([]byte(title + "\x00" + description))
	n := strconv.FormatUint(uint64(id.Sum32()), 36)
	width, height := strconv.Itoa(w), strconv.Itoa(h)
	c.put(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 `, width, ` `, height, `" width="`, width, `" height="`, height,
		`" role="img" aria-labelledby="t`, n, ` d`, n, `" font-family="`, families, `">`, "\n")
	c.put(`<title id="t`, n, `">`, escape(title), `</title>`, "\n", `<desc id="d`, n, `">`, escape(description), `</desc>`, "\n")
	c.put(`<rect width="`, width, `" height="`, height, `" fill="`, hex(back), `"/>`, "\n")
	return c
}

func (c *svg) put(parts ...string) {
	for _, p := range parts {
		c.out = append(c.out, p...)
	}
}

func (c *svg) num(v float64) {
	v = math.Round(v*20) / 20
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		v = 0 // no minus zero, and nothing that a viewer would refuse
	}
	c.out = strconv.AppendFloat(c.out, v, 'f', -1, 64)
}

func (c *svg) bytes() []byte { return append(c.out, "</svg>\n"...) }

// Push saves the drawing state.
func (c *svg) Push() { c.saved = append(c.saved, c.pen) }

// Pop restores the drawing state.
func (c *svg) Pop() {
	if n := len(c.saved); n > 0 {
		c.pen, c.saved = c.saved[n-1], c.saved[:n-1]
	}
}

// Stroke strokes a path.
func (c *svg) Stroke(path vg.Path) {
	if c.width <= 0 || len(path) == 0 {
		return
	}
	c.put(`<path d="`)
	c.path(path)
	c.put(`" fill="none" stroke="`, hex(c.color), `"`)
	c.opacity("stroke-opacity")
	if w := c.width * c.m.size(); w != 1 {
		c.put(` stroke-width="`)
		c.num(w)
		c.put(`"`)
	}
	if len(path) > 2 {
		c.put(` stroke-linejoin="round"`)
	}
	if len(c.dashes) > 0 {
		c.put(` stroke-dasharray="`)
		for i, d := range c.dashes {
			if i > 0 {
				c.put(" ")
			}
			c.num(d * c.m.size())
		}
		c.put(`"`)
		if c.dashOffset != 0 {
			c.put(` stroke-dashoffset="`)
			c.num(c.dashOffset * c.m.size())
			c.put(`"`)
		}
	}
	c.put("/>\n")
}

// Fill fills a path.
func (c *svg) Fill(path vg.Path) {
	if len(path) == 0 {
		return
	}
	c.put(`<path d="`)
	c.path(path)
	c.put(`" fill="`, hex(c.color), `"`)
	c.opacity("fill-opacity")
	c.put("/>\n")
}

func (c *svg) opacity(attribute string) {
	if c.color.A != 0xff {
		c.put(` `, attribute, `="`, strconv.FormatFloat(math.Round(float64(c.color.A)/255*1000)/1000, 'f', -1, 64), `"`)
	}
}

func (c *svg) xy(p point) {
	c.num(p.x)
	c.put(" ")
	c.num(p.y)
}

// path writes the commands of a path.
func (c *svg) path(path vg.Path) {
	open := false
	for _, comp := range path {
		switch comp.Type {
		case vg.MoveComp:
			c.put("M")
			c.xy(c.m.apply(comp.Pos))
			open = true
		case vg.LineComp:
			c.step(&open)
			c.xy(c.m.apply(comp.Pos))
		case vg.ArcComp:
			c.arc(comp, &open)
		case vg.CurveComp:
			if len(comp.Control) == 1 {
				c.put("Q")
			} else {
				c.put("C")
			}
			for _, p := range comp.Control {
				c.xy(c.m.apply(p))
				c.put(" ")
			}
			c.xy(c.m.apply(comp.Pos))
		case vg.CloseComp:
			c.put("Z")
			open = false
		}
	}
}

// step goes on with a line, or starts where there is none yet.
func (c *svg) step(open *bool) {
	if *open {
		c.put("L")
	} else {
		c.put("M")
	}
	*open = true
}

func (c *svg) arc(a vg.PathComp, open *bool) {
	at := func(angle float64) point {
		sin, cos := math.Sincos(angle)
		return c.m.apply(vg.Point{X: a.Pos.X + a.Radius*vg.Length(cos), Y: a.Pos.Y + a.Radius*vg.Length(sin)})
	}
	c.step(open)
	c.xy(at(a.Start))
	parts := int(math.Ceil(math.Abs(a.Angle) / math.Pi)) // an arc command cannot close a circle
	for i := 1; i <= parts; i++ {
		r := float64(a.Radius) * c.m.size()
		c.put("A")
		c.num(r)
		c.put(" ")
		c.num(r)
		if a.Angle > 0 {
			c.put(" 0 0 0 ") // counterclockwise as seen
		} else {
			c.put(" 0 0 1 ")
		}
		c.xy(at(a.Start + a.Angle*float64(i)/float64(parts)))
	}
}

// FillString writes text in the house families, at the size of the given font.
func (c *svg) FillString(f font.Face, pt vg.Point, s string) {
	if f.Font.Size > 0 {
		c.text(label{s: s, at: pt, size: float64(f.Font.Size), bold: f.Font.Weight > 0, color: c.color})
	}
}

func (c *svg) text(l label) {
	m := c.m.translate(float64(l.at.X), float64(l.at.Y)).rotate(l.rotate)
	at := m.apply(vg.Point{})
	c.put(`<text x="`)
	c.num(at.x)
	c.put(`" y="`)
	c.num(at.y)
	c.put(`" font-size="`)
	c.num(l.size * m.size())
	c.put(`"`)
	switch {
	case l.align == 0.5:
		c.put(` text-anchor="middle"`)
	case l.align == 1:
		c.put(` text-anchor="end"`)
	}
	if l.bold {
		c.put(` font-weight="bold"`)
	}
	if deg := m.angle() * 180 / math.Pi; math.Abs(deg) > 1e-6 {
		c.put(` transform="rotate(`)
		c.num(deg)
		c.put(" ")
		c.xy(at)
		c.put(`)"`)
	}
	c.put(` fill="`, hex(l.color), `">`, escape(l.s), "</text>\n")
}

// DrawImage embeds an image as PNG.
func (c *svg) DrawImage(rect vg.Rectangle, img image.Image) {
	var buf bytes.Buffer
	if err := png.Encode(&buf, img); err != nil {
		return // only an image of no size, which shows nothing
	}
	a, b := c.m.apply(rect.Min), c.m.apply(rect.Max)
	c.put(`<image x="`)
	c.num(min(a.x, b.x))
	c.put(`" y="`)
	c.num(min(a.y, b.y))
	c.put(`" width="`)
	c.num(math.Abs(b.x - a.x))
	c.put(`" height="`)
	c.num(math.Abs(b.y - a.y))
	c.put(`" preserveAspectRatio="none" href="data:image/png;base64,`, base64.StdEncoding.EncodeToString(buf.Bytes()), `"/>`, "\n")
}

func hex(c color.NRGBA) string {
	const digits = "0123456789abcdef"
	b := []byte("#000000")
	for i, v := range [3]uint8{c.R, c.G, c.B} {
		b[1+2*i], b[2+2*i] = digits[v>>4], digits[v&15]
	}
	return string(b)
}

// escape makes text safe in XML; characters that XML does not have become �.
func escape(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff {
			return '\ufffd'
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
	return xmlEscapes.Replace(s)
}

var xmlEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")
