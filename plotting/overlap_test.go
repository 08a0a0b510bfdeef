package plotting

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
)

// recorded is a canvas that only remembers the texts.
type recorded struct {
	recorder.Canvas
	labels []label
}

func (r *recorded) text(l label) { r.labels = append(r.labels, l) }

// boxOf is the place that a label's letters take.
func boxOf(l label, f *fonts) box {
	w := f.width(l.s, l.bold) * l.size
	x, y := float64(l.at.X)-w*l.align, float64(l.at.Y)
	return box{x, y - 0.15*l.size, x + w, y + capHeight*l.size}
}

// stroked are the lines of a recorded figure but those of the grid, segment by segment; erased are
// the places that were painted over with the background.
func (r *recorded) stroked(th *theme) (segments [][2]vg.Point, erased []box) {
	var now color.Color
	for _, a := range r.Actions {
		switch a := a.(type) {
		case *recorder.SetColor:
			now = a.Color
		case *recorder.Stroke:
			for i, c := range a.Path {
				if i > 0 && c.Type == vg.LineComp && a.Path[i-1].Type != vg.CloseComp && now != th.grid {
					segments = append(segments, [2]vg.Point{a.Path[i-1].Pos, c.Pos})
				}
			}
		case *recorder.Fill:
			if now == th.back {
				b := box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
				for _, c := range a.Path {
					x, y := float64(c.Pos.X), float64(c.Pos.Y)
					if c.Type != vg.CloseComp {
						b = box{min(b.x0, x), min(b.y0, y), max(b.x1, x), max(b.y1, y)}
					}
				}
				erased = append(erased, b)
			}
		}
	}
	return segments, erased
}

func TestNoLineRunsThroughAText(t *testing.T) {
	for _, l := range []string{"en", "zh"} {
		t.Run(l, func(t *testing.T) {
			if l == "zh" {
				needCJK(t)
			}
			each(t, Options{Lang: l}, func(t *testing.T, f *Figure) {
				st, err := f.style()
				require.NoError(t, err)
				c := &recorded{}
				require.NoError(t, f.draw(c, st))
				lines, erased := c.stroked(st.theme)
				for _, l := range c.labels {
					b := boxOf(l, st.fonts)
					for _, s := range lines {
						gone := slices.ContainsFunc(erased, func(e box) bool {
							y := float64(s[0].Y)
							return s[0].Y == s[1].Y && e.y0 < y && y < e.y1 && e.x0 <= b.x0 && b.x1 <= e.x1
						})
						assert.False(t, !gone && b.crossed(s[0], s[1]), "a line from %v to %v runs through %q", s[0], s[1], l.s)
					}
				}
			})
		})
	}
}

func TestNoTextLeavesTheFigureOrCoversAnother(t *testing.T) {
	for _, size := range [][2]int{{1200, 800}, {800, 450}, {640, 640}, {2000, 800}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			each(t, Options{Width: size[0], Height: size[1]}, func(t *testing.T, f *Figure) {
				st, err := f.style()
				require.NoError(t, err)
				c := &recorded{}
				require.NoError(t, f.draw(c, st))
				require.NotEmpty(t, c.labels)
				for i, l := range c.labels {
					if strings.TrimSpace(l.s) == "" {
						continue
					}
					b := boxOf(l, st.fonts)
					assert.True(t, b.x0 >= 0 && b.y0 >= 0 && b.x1 <= float64(st.w) && b.y1 <= float64(st.h), "%q at %v leaves the figure", l.s, b)
					for _, o := range c.labels[:i] {
						k := boxOf(o, st.fonts)
						if strings.TrimSpace(o.s) != "" && b.meets(k) {
							overlap := math.Min(math.Min(b.x1-k.x0, k.x1-b.x0), math.Min(b.y1-k.y0, k.y1-b.y0))
							assert.Less(t, overlap, 0.5, "%q covers %q", l.s, o.s)
						}
					}
				}
			})
		})
	}
}

func TestATextBesideAPlaceGrowsAwayFromIt(t *testing.T) {
	// A viewer without the house font sets the texts of an SVG wider than they were measured.
	for b, want := range map[box][2]float64{
		{10, 0, 40, 9}: {40, 1},   // left of the place at 50
		{60, 0, 90, 9}: {60, 0},   // right of it
		{30, 0, 70, 9}: {50, 0.5}, // above or below it
	} {
		at, align := b.beside(50)
		assert.Equal(t, want, [2]float64{at, align})
	}
}
