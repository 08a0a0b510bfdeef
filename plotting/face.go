package plotting

import (
	"errors"
	"fmt"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// face is a font with what setting text needs from it. It can be used by several
// goroutines at once.
type face struct {
	font *sfnt.Font
	upem fixed.Int26_6

	mu     sync.RWMutex
	glyphs map[rune]glyph
	kerns  map[[2]sfnt.GlyphIndex]float64
}

// glyph is a character of a face: its index, 0 where the face lacks it, and its
// advance in em.
type glyph struct {
	id      sfnt.GlyphIndex
	advance float64
}

var buffers = sync.Pool{New: func() any { return new(sfnt.Buffer) }}

func newFace(f *sfnt.Font) *face {
	return &face{font: f, upem: fixed.Int26_6(f.UnitsPerEm()), glyphs: map[rune]glyph{}, kerns: map[[2]sfnt.GlyphIndex]float64{}}
}

func mustFace(ttf []byte) *face {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		panic(err) // an embedded font: found by any test
	}
	return newFace(f)
}

// The embedded Latin faces: Liberation Sans, metrics of Arial, tabular digits.
var (
	sansRegular = sync.OnceValue(func() *face { return mustFace(liberationsansregular.TTF) })
	sansBold    = sync.OnceValue(func() *face { return mustFace(liberationsansbold.TTF) })
)

func sans(bold bool) *face {
	if bold {
		return sansBold()
	}
	return sansRegular()
}

// Their vertical metrics in em.
const (
	ascent    = 0.905
	descent   = 0.212
	capHeight = 0.72
)

// glyph looks a character up.
func (f *face) glyph(r rune) glyph {
	f.mu.RLock()
	g, ok := f.glyphs[r]
	f.mu.RUnlock()
	if ok {
		return g
	}
	buf := buffers.Get().(*sfnt.Buffer)
	defer buffers.Put(buf)
	id, err := f.font.GlyphIndex(buf, r)
	if err == nil && id != 0 {
		if adv, err := f.font.GlyphAdvance(buf, id, f.upem, font.HintingNone); err == nil {
			g = glyph{id, float64(adv) / float64(f.upem)}
		}
	}
	f.mu.Lock()
	f.glyphs[r] = g
	f.mu.Unlock()
	return g
}

// kern is the correction of the distance between two glyphs, in em.
func (f *face) kern(a, b sfnt.GlyphIndex) float64 {
	key := [2]sfnt.GlyphIndex{a, b}
	f.mu.RLock()
	k, ok := f.kerns[key]
	f.mu.RUnlock()
	if ok {
		return k
	}
	buf := buffers.Get().(*sfnt.Buffer)
	defer buffers.Put(buf)
	if v, err := f.font.Kern(buf, a, b, f.upem, font.HintingNone); err == nil {
		k = float64(v) / float64(f.upem)
	}
	f.mu.Lock()
	f.kerns[key] = k
	f.mu.Unlock()
	return k
}

// outline returns a glyph's curves in pixels at a size, y downwards, as a copy
// that the caller may keep.
func (f *face) outline(id sfnt.GlyphIndex, size float64) (sfnt.Segments, error) {
	buf := buffers.Get().(*sfnt.Buffer)
	defer buffers.Put(buf)
	segs, err := f.font.LoadGlyph(buf, id, fixed.Int26_6(size*64+0.5), nil)
	if errors.Is(err, sfnt.ErrColoredGlyph) {
		return nil, fmt.Errorf("the font holds coloured bitmaps, no outlines")
	}
	return append(sfnt.Segments(nil), segs...), err
}
