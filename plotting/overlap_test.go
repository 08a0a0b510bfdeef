package plotting

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
