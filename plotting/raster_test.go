package plotting

import (
	"image/color"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/plot/vg"
)

// inkOf returns how many pixels' worth of black a drawing leaves on white.
func inkOf(w, h int, draw func(c *raster)) float64 {
	c := newRaster(w, h, rgb(0xffffff), newFonts(Options{}))
	defer c.release()
	draw(c)
	sum := 0.0
	for _, p := range c.pix {
		sum += 1 - float64(p&0xff)/255
	}
	return sum
}

func line(pts ...vg.Point) (p vg.Path) {
	for i, pt := range pts {
		if i == 0 {
			p.Move(pt)
		} else {
			p.Line(pt)
		}
	}
	return p
}

func TestAFilledShapeCoversItsArea(t *testing.T) {
	disc := inkOf(200, 200, func(c *raster) {
		var p vg.Path
		p.Move(vg.Point{X: 150, Y: 100})
		p.Arc(vg.Point{X: 100, Y: 100}, 50, 0, 2*math.Pi)
		p.Close()
		c.Fill(p)
	})
	assert.InDelta(t, math.Pi*50*50, disc, 40)
	rect := inkOf(100, 100, func(c *raster) {
		c.Fill(append(line(at(10.5, 20), at(40, 20), at(40, 50.5), at(10.5, 50.5)), vg.PathComp{Type: vg.CloseComp}))
	})
	assert.InDelta(t, 29.5*30.5, rect, 61.0/2/shades) // each of about 61 half covered pixels is off by half a shade at most
	outside := inkOf(50, 50, func(c *raster) { c.Fill(line(at(-100, -100), at(-10, -100), at(-10, -5))) })
	assert.Zero(t, outside)
}

func TestAStrokeCoversItsLengthTimesItsWidthAtAnyAngle(t *testing.T) {
	for _, angle := range []float64{0, 0.3, math.Pi / 4, 1, math.Pi / 2, 2.5} {
		ink := inkOf(300, 300, func(c *raster) {
			c.SetLineWidth(4)
			sin, cos := math.Sincos(angle)
			c.Stroke(line(at(150-100*cos, 150-100*sin), at(150+100*cos, 150+100*sin)))
		})
		assert.InDelta(t, 800, ink, 25, "angle %v", angle)
	}
}

func TestASharpTurnHasNoHoleAndNoSpike(t *testing.T) {
	// Two legs of 100 meeting at 30°: their areas less the overlap at the turn,
	// plus the round join, all of them a few pixels.
	ink := inkOf(300, 300, func(c *raster) {
		c.SetLineWidth(6)
		sin, cos := math.Sincos(math.Pi / 6)
		c.Stroke(line(at(50+100, 100), at(50, 100), at(50+100*cos, 100+100*sin)))
	})
	assert.InDelta(t, 1200, ink, 70)
}

func TestAClosedStrokeIsARing(t *testing.T) {
	ink := inkOf(200, 200, func(c *raster) {
		var p vg.Path
		p.Move(vg.Point{X: 150, Y: 100})
		p.Arc(vg.Point{X: 100, Y: 100}, 50, 0, 2*math.Pi)
		p.Close()
		c.SetLineWidth(4)
		c.Stroke(p)
	})
	assert.InDelta(t, 2*math.Pi*50*4, ink, 30)
}

func TestADashedLineCoversItsDashes(t *testing.T) {
	ink := inkOf(300, 50, func(c *raster) {
		c.SetLineWidth(2)
		c.SetLineDash([]vg.Length{10, 5}, 0)
		c.Stroke(line(at(0, 25), at(300, 25)))
	})
	assert.InDelta(t, 400, ink, 5)
	solid := inkOf(300, 50, func(c *raster) {
		c.SetLineDash([]vg.Length{0, 0}, 0) // no pattern: a solid line, no endless loop
		c.Stroke(line(at(0, 25.5), at(300, 25.5)))
	})
	assert.InDelta(t, 300, solid, 5)
}

func TestTransformsMoveTurnAndScale(t *testing.T) {
	square := append(line(at(0, 0), at(10, 0), at(10, 10), at(0, 10)), vg.PathComp{Type: vg.CloseComp})
	c := newRaster(100, 100, rgb(0xffffff), newFonts(Options{}))
	defer c.release()
	c.Push()
	c.Translate(at(50, 20))
	c.Rotate(math.Pi / 2)
	c.Scale(2, 1)
	c.Fill(square) // the canvas has y upwards: x 40–50, y 20–40
	c.Pop()
	black := func(x, y int) bool { return c.pix[(99-y)*100+x] == 0 }
	assert.True(t, black(45, 30))
	assert.True(t, black(41, 38))
	assert.False(t, black(55, 30))
	assert.False(t, black(45, 42))
	assert.Equal(t, affine{1, 0, 0, -1, 0, 100}, c.m, "Pop restores")
}

func TestNonsenseIsNotDrawn(t *testing.T) {
	nan := vg.Length(math.NaN())
	inf := vg.Length(math.Inf(1))
	ink := inkOf(50, 50, func(c *raster) {
		c.Fill(line(vg.Point{X: nan, Y: 1}, at(10, 10), at(20, 0)))
		c.SetLineWidth(0)
		c.Stroke(line(at(0, 0), at(50, 50)))
		c.SetLineWidth(2)
		c.Stroke(line(vg.Point{X: inf, Y: 3}, at(5, 5)))
		c.Stroke(line(at(5, 5)))
		c.Fill(nil)
		c.Pop()
	})
	assert.Zero(t, ink)
}

func TestATranslucentColourIsMixedWithWhatIsBelow(t *testing.T) {
	c := newRaster(10, 10, rgb(0xffffff), newFonts(Options{}))
	defer c.release()
	c.SetColor(color.NRGBA{A: 128})
	c.Fill(append(line(at(0, 0), at(10, 0), at(10, 10), at(0, 10)), vg.PathComp{Type: vg.CloseComp}))
	assert.InDelta(t, 127, float64(c.pix[55]&0xff), 2)
}

func TestAnImageWithMoreThan256ColoursKeepsTheFrequentOnes(t *testing.T) {
	pix := make([]uint32, 0, 4000)
	for i := range 1000 {
		pix = append(pix, uint32(i)) // 1000 rare colours
	}
	for range 3000 {
		pix = append(pix, 0xffffff)
	}
	indexed, palette := quantize(pix)
	assert.Len(t, palette, 256)
	assert.Equal(t, uint32(0xffffff), palette[indexed[3500]])
	for i := range 1000 {
		assert.InDelta(t, float64(i&0xff), float64(palette[indexed[i]]&0xff), 128)
	}
}
