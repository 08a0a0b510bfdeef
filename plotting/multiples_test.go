package plotting

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

func elevenSystems() []*analysis.Sweep {
	var runs []*parse.Run
	for i := range 11 {
		for _, n := range []int{1, 2, 4} {
			runs = append(runs, &parse.Run{System: fmt.Sprintf("system-%02d", i), Threads: n, Printed: []parse.Measure{{Metric: "tps", Value: float64(100*n + i)}}})
		}
	}
	return analysis.Sweeps(runs)
}

func TestANarrowFigureOfManySystemsIsAsTallAsItsRowsNeed(t *testing.T) {
	for width, height := range map[int]float64{420: 0.55 * (160 + 6*300), 1200: 160 + 4*300} {
		f, err := Multiples(elevenSystems(), nil, Options{Width: width})
		require.NoError(t, err)
		assert.InDelta(t, height, f.opts.Height, 1, "%d wide", width)
		svg, err := f.svg()
		require.NoError(t, err)
		for i := range 11 {
			assert.True(t, strings.Contains(string(svg), fmt.Sprintf(">system-%02d</text>", i)), "%d wide: system %d has its panel", width, i)
		}
	}
}

func TestAFlatFigureHasMoreColumnsAndPanelsThatDoNotFitAreAnErrorAndNotLeftOut(t *testing.T) {
	for size, columns := range map[[2]int]int{{1200, 840}: 3, {1200, 700}: 4, {2000, 800}: 6} {
		f, err := Multiples(elevenSystems(), nil, Options{Width: size[0], Height: size[1]})
		require.NoError(t, err, "%v", size)
		assert.Equal(t, columns, f.Columns, "%v", size)
	}
	_, err := Multiples(elevenSystems(), nil, Options{Width: 420, Height: 300})
	assert.EqualError(t, err, "figure of 420×300 pixels: too small for 11 panels; leave the height out, and it is as tall as they need")
}

// Slopes are compared across the rows: the data areas have one height, whatever titles stand
// above and below them.
func TestTheDataAreasOfSmallMultiplesHaveOneHeight(t *testing.T) {
	f, err := Multiples(elevenSystems(), nil, Options{Width: 1200, Height: 800})
	require.NoError(t, err)
	var heights []vg.Length
	for _, p := range f.Panels {
		p.Add(area(func(h vg.Length) { heights = append(heights, h) }))
	}
	require.NoError(t, f.SVG(io.Discard))
	require.Len(t, heights, 11)
	for _, h := range heights {
		assert.InDelta(t, float64(heights[0]), float64(h), 0.01)
	}
}

// area is a plotter that reports the height of its data area.
type area func(vg.Length)

func (a area) Plot(c draw.Canvas, _ *plot.Plot) { a(c.Max.Y - c.Min.Y) }
