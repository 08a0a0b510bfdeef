package plotting

import (
	"bytes"
	"flag"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden figures; look at each before committing it")

// The golden figures are ones that somebody has looked at. They are compared pixel by
// pixel with a tolerance, so that another version of a font or a rasterizer does not
// break them, while a moved label or a lost line does.
func TestFiguresLookAsTheyWereReviewed(t *testing.T) {
	shown := map[string]Options{
		"throughput": {}, "throughput-repeats": {Theme: Dark}, "throughput-12": {}, "throughput-from-data": {},
		"latency": {}, "hockey": {}, "delta": {}, "delta-intervals": {}, "cost": {}, "pareto": {},
		"timeline": {}, "histogram": {}, "cdf": {}, "overhead": {}, "multiples-metrics": {Theme: Dark},
	}
	for _, c := range cases() {
		opts, ok := shown[c.name]
		if !ok {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			opts.Width, opts.Height = 900, 600
			f, err := c.make(opts)
			require.NoError(t, err)
			compareGolden(t, c.name, encoded(t, f, "png"))
		})
	}
	t.Run("delta-zh", func(t *testing.T) {
		needCJK(t)
		for _, c := range cases() {
			if c.name == "delta" {
				f, err := c.make(Options{Lang: "zh", Width: 900, Height: 600})
				require.NoError(t, err)
				compareGoldenWithin(t, "delta-zh", encoded(t, f, "png"), 0.03) // whichever CJK font is here
			}
		}
	})
}

func compareGolden(t *testing.T, name string, got []byte) { compareGoldenWithin(t, name, got, 0.002) }

// compareGoldenWithin wants the same size, and at most a share of the pixels to
// differ by more than an eighth of a channel's range.
func compareGoldenWithin(t *testing.T, name string, got []byte, share float64) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name+".png")
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, got, 0o644))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	a, err := png.Decode(bytes.NewReader(got))
	require.NoError(t, err)
	b, err := png.Decode(bytes.NewReader(want))
	require.NoError(t, err)
	require.Equal(t, b.Bounds(), a.Bounds(), "size of %s", name)
	if d := differing(a, b); d > share {
		assert.Failf(t, "figure changed", "%s: %.2f %% of the pixels differ; rewrite it with -update and look at it", path, 100*d)
	}
}

// differing is the share of pixels that differ visibly.
func differing(a, b image.Image) float64 {
	p, q := a.(*image.Paletted), b.(*image.Paletted)
	var apart [256][256]bool
	for i, c := range p.Palette {
		for j, d := range q.Palette {
			ar, ag, ab, _ := c.RGBA()
			br, bg, bb, _ := d.RGBA()
			far := func(u, v uint32) bool { return max(u, v)-min(u, v) > 0x2000 }
			apart[i][j] = far(ar, br) || far(ag, bg) || far(ab, bb)
		}
	}
	n := 0
	for i := range p.Pix {
		if apart[p.Pix[i]][q.Pix[i]] {
			n++
		}
	}
	return float64(n) / float64(len(p.Pix))
}

func TestTheGoldenComparisonSeesAMovedLabel(t *testing.T) {
	decode := func(o Options) image.Image {
		f := throughput(t, o)
		img, err := png.Decode(bytes.NewReader(encoded(t, f, "png")))
		require.NoError(t, err)
		return img
	}
	same := differing(decode(Options{}), decode(Options{}))
	assert.Zero(t, same)
	assert.Greater(t, differing(decode(Options{}), decode(Options{Subtitle: "another subtitle of the same figure"})), 0.002)
}
