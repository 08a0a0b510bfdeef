package plotting

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/google/renameio/v2"
	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
)

// Figure is a drawn figure: its panels and texts can still be changed before it
// is written. A figure can be written several times, in both formats, and
// by several goroutines at once as long as nobody changes it meanwhile.
//
// Of a panel the figure draws the plotters, the axes (range, scale, ticks, label
// texts) and the title; the looks of texts and lines are the house style's.
type Figure struct {
	Panels   []*plot.Plot // from left to right, from top to bottom
	Columns  int          // panels a row; 0: 1
	Title    string
	Subtitle string   // workload, levels, n
	Caption  string   // source and method
	AltText  string   // one sentence with the finding: goes into SVG <title>/<desc> and the PNG's text chunks
	Notes    []string // what was left out and why; drawn after the caption

	opts    Options
	made    string // the caption made from the data, which may be cut
	theme   *theme
	fonts   *fonts
	keys    []key      // legend
	ends    []endLabel // names at the ends of lines, in place of the legend where they fit
	heights []float64  // relative heights of the rows; nil: equal
	marks   map[*plot.Plot]panelMark
}

// panelMark is what a panel needs beside its axes.
type panelMark struct {
	truncated bool // the y axis does not start at zero: mark it
	zero      bool // draw the line y = 0 in ink
	grid      bool // vertical grid lines as well
}

// PNG writes the figure as a PNG image. Text that no font at hand can set is an
// error that names the missing font; nothing is written then.
func (f *Figure) PNG(w io.Writer) error {
	b, err := f.png()
	if err != nil {
		return err
	}
	_, err = w.Write(b)
	return err
}

// SVG writes the figure as SVG with real text, which needs no font here: the
// viewer's is used.
func (f *Figure) SVG(w io.Writer) error {
	b, err := f.svg()
	if err != nil {
		return err
	}
	_, err = w.Write(b)
	return err
}

// Encode writes the figure in the format named "png" or "svg".
func (f *Figure) Encode(w io.Writer, format string) error {
	b, err := f.encode(format)
	if err != nil {
		return err
	}
	_, err = w.Write(b)
	return err
}

// Save writes the figure to a file, PNG or SVG by its extension, whole or not
// at all: an error leaves an older file of that name as it was.
func (f *Figure) Save(path string) error {
	b, err := f.encode(strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), "."))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return renameio.WriteFile(path, b, 0o644, renameio.IgnoreUmask())
}

func (f *Figure) encode(format string) ([]byte, error) {
	switch format {
	case "png":
		return f.png()
	case "svg":
		return f.svg()
	case "":
		return nil, fmt.Errorf("no figure format given: use .png or .svg")
	}
	return nil, fmt.Errorf("no figure format %q: formats are png and svg", format)
}

func (f *Figure) png() ([]byte, error) {
	st, err := f.style()
	if err != nil {
		return nil, err
	}
	c := newRaster(st.w, st.h, st.theme.back, st.fonts)
	defer c.release()
	if err := f.draw(c, st); err != nil {
		return nil, err
	}
	if c.err != nil {
		return nil, fmt.Errorf("figure %q: %w", shorten(f.Title), c.err)
	}
	return encodePNG(c.pix, c.w, c.h, f.Title, f.AltText), nil
}

func (f *Figure) svg() ([]byte, error) {
	st, err := f.style()
	if err != nil {
		return nil, err
	}
	c := newSVG(st.w, st.h, st.theme.back, f.Title, f.AltText, st.fonts)
	if err := f.draw(c, st); err != nil {
		return nil, err
	}
	return bytes.Clone(c.bytes()), nil
}

// style is a figure's looks at its size.
type style struct {
	w, h  int
	s     float64 // scale against 1200×800
	theme *theme
	fonts *fonts
}

// The smallest and the largest side of a figure, pixels.
const minSide, maxSide = 200, 8000

func (f *Figure) style() (*style, error) {
	st := &style{w: f.opts.Width, h: f.opts.Height, theme: f.theme, fonts: f.fonts}
	if st.w == 0 {
		st.w = 1200
	}
	if st.h == 0 {
		st.h = 800
	}
	if st.w < minSide || st.h < minSide || st.w > maxSide || st.h > maxSide {
		return nil, fmt.Errorf("figure of %d×%d pixels: each side must have %d to %d", st.w, st.h, minSide, maxSide)
	}
	if st.theme == nil { // a Figure made by hand
		st.theme = themes[Light]
	}
	if st.fonts == nil {
		st.fonts = newFonts(f.opts)
	}
	st.s = scaleOf(st.w, st.h)
	return st, nil
}

// scaleOf is the size of type and marks against a figure of 1200×800: it follows
// the width, or the height of a flat figure, but type does not shrink below what can be read.
func scaleOf(w, h int) float64 {
	return max(min(float64(w)/1200, float64(h)/640), 0.55)
}

// houseFont is the house face as gonum/plot names it.
func houseFont(bold bool) font.Font {
	f := font.Font{Typeface: "Liberation", Variant: "Sans"}
	if bold {
		f.Weight = xfont.WeightBold
	}
	return f
}
