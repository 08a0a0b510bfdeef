package plotting

import (
	"fmt"
	"strings"
	"sync"
	"unicode"

	"github.com/mattn/go-runewidth"
	"golang.org/x/text/unicode/bidi"
)

// placed is a glyph on a line of text, x in em from the line's start.
type placed struct {
	face *face
	glyph
	x     float64
	heavy bool // bold is wanted and the face has no bold: to be drawn twice
}

// fonts sets text from two faces: the embedded Latin one, and a CJK font for
// what that lacks, which is looked for when it is first needed.
type fonts struct {
	cjk func() ([2]*face, error) // regular, bold
}

func newFonts(opts Options) *fonts {
	return &fonts{cjk: sync.OnceValues(func() ([2]*face, error) {
		return cjkFaces(opts.Font, opts.FontData, fontFolders)
	})}
}

// set sets a line of text in em. primary is the face tried first.
func (f *fonts) set(s string, primary *face, bold bool) (line []placed, width float64, err error) {
	for _, r := range visual(s) {
		if ignorable(r) {
			continue
		}
		if unicode.In(r, joining...) {
			return nil, 0, fmt.Errorf("%q (U+%04X) of the text %q is a letter that joins with its neighbours, which a PNG of this package cannot draw: write SVG, or leave it out", string(r), r, shorten(s))
		}
		use, g, heavy := primary, primary.glyph(r), false
		if g.id == 0 {
			cjk, cjkErr := f.cjk()
			if cjkErr != nil {
				return nil, 0, fmt.Errorf("the text %q needs a font for %q: %w", shorten(s), string(r), cjkErr)
			}
			use = cjk[0]
			if bold {
				use, heavy = cjk[1], cjk[1] == cjk[0]
			}
			if g = use.glyph(r); g.id == 0 {
				return nil, 0, fmt.Errorf("no font at hand has %q (U+%04X) of the text %q: write SVG, leave the character out, or give a font that has it", string(r), r, shorten(s))
			}
		}
		if n := len(line); n > 0 && line[n-1].face == use {
			width += use.kern(line[n-1].id, g.id)
		}
		line = append(line, placed{use, g, width, heavy})
		width += g.advance
	}
	return line, width, nil
}

// width measures a line of text in em without a CJK font: what the Latin face
// lacks counts one em where it is wide.
func (f *fonts) width(s string, bold bool) (width float64) {
	primary := sans(bold)
	var last glyph
	for _, r := range s {
		if ignorable(r) {
			continue
		}
		g := primary.glyph(r)
		switch {
		case g.id != 0:
			if last.id != 0 {
				width += primary.kern(last.id, g.id)
			}
			width += g.advance
		case runewidth.RuneWidth(r) == 2:
			width++
		default:
			width += 0.6
		}
		last = g
	}
	return width
}

// joining are the scripts whose letters change with their neighbours. Without shaping even a font
// that has them gives what nobody can read.
var joining = []*unicode.RangeTable{unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko, unicode.Devanagari,
	unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada,
	unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar, unicode.Tibetan}

// ignorable reports whether a character has no looks of its own: joiners,
// variation selectors, direction marks, control characters.
func ignorable(r rune) bool {
	return unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r) || unicode.IsControl(r)
}

// visual puts a line that holds right-to-left text into the order in which it
// is read from the left.
func visual(s string) string {
	for _, r := range s {
		if p, _ := bidi.LookupRune(r); p.Class() == bidi.R || p.Class() == bidi.AL {
			var para bidi.Paragraph
			if _, err := para.SetString(s, bidi.DefaultDirection(bidi.LeftToRight)); err != nil {
				return s
			}
			order, err := para.Order()
			if err != nil {
				return s
			}
			var b strings.Builder
			for i := range order.NumRuns() {
				run := order.Run(i)
				if run.Direction() == bidi.RightToLeft {
					b.WriteString(bidi.ReverseString(run.String()))
				} else {
					b.WriteString(run.String())
				}
			}
			return b.String()
		}
	}
	return s
}

func shorten(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:39]) + "…"
	}
	return s
}
