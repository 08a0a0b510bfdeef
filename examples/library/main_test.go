package main

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The figures are those of the article's table, computed by hand.
func TestTheTutorialPrintsTheFiguresOfTheArticle(t *testing.T) {
	dir := t.TempDir()
	var out bytes.Buffer
	require.NoError(t, run(&out, dir))
	for _, want := range []string{
		"TPS of x86 relative to Graviton",
		"16 threads    275.02    341.30   +24.1 %",
		"mean of 10 levels +15.3 %, at 4–64 threads +20.3 %",
		"the same from the other base: -12.7 %",
		"1000 TPS on Graviton at 16 threads: 3.040 USD/h",
		"1000 TPS on x86 at 16 threads: 2.754 USD/h",
	} {
		assert.Contains(t, out.String(), want)
	}
	for _, name := range []string{"throughput", "latency", "delta", "cost"} {
		f, err := os.Open(filepath.Join(dir, name+".png"))
		require.NoError(t, err)
		defer f.Close()
		img, err := png.Decode(f)
		require.NoError(t, err)
		assert.Equal(t, 1200, img.Bounds().Dx(), "width of %s", name)
	}
}
