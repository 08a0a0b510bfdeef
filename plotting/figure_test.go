package plotting

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

func throughput(t *testing.T, opts Options) *Figure {
	t.Helper()
	f, err := Throughput(twoSweeps(), opts)
	require.NoError(t, err)
	return f
}

func encoded(t *testing.T, f *Figure, format string) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, f.Encode(&b, format))
	return b.Bytes()
}

func TestAPNGIsAPaletteImageOfTheAskedSize(t *testing.T) {
	for _, size := range [][2]int{{0, 0}, {800, 500}, {391, 333}} {
		img, err := png.Decode(bytes.NewReader(encoded(t, throughput(t, Options{Width: size[0], Height: size[1]}), "png")))
		require.NoError(t, err)
		want := image.Pt(1200, 800)
		if size[0] > 0 {
			want = image.Pt(size[0], size[1])
		}
		assert.Equal(t, want, img.Bounds().Size())
		assert.IsType(t, &image.Paletted{}, img)
	}
}

func TestAPNGStaysUnder60KB(t *testing.T) {
	assert.Less(t, len(encoded(t, throughput(t, Options{}), "png")), 60<<10)
	for name, draw := range map[string]func([]*analysis.Sweep, Options) (*Figure, error){"throughput": Throughput, "latency": Latency, "scaling": Scaling,
		"hockey": func(s []*analysis.Sweep, o Options) (*Figure, error) { return Hockey(s, parse.P95, o) },
		"multiples": func(s []*analysis.Sweep, o Options) (*Figure, error) {
			o.Width, o.Height = 1200, 800
			return Multiples(s, nil, o)
		},
	} {
		f, err := draw(twelveSweeps("system"), Options{})
		require.NoError(t, err)
		assert.Less(t, len(encoded(t, f, "png")), 60_000, "%s of twelve systems", name)
	}
}

func TestAPNGCarriesTitleAndAltTextInItsTextChunks(t *testing.T) {
	f := throughput(t, Options{Title: "Título ≤ 5 ms"})
	chunks := pngChunks(t, encoded(t, f, "png"))
	assert.Contains(t, chunks["iTXt"], "Title\x00\x00\x00\x00\x00Título ≤ 5 ms")
	assert.Contains(t, chunks["iTXt"], "Description\x00\x00\x00\x00\x00"+f.AltText)
}

// pngChunks reads a PNG's chunks by the specification: length, type, data, CRC.
func pngChunks(t *testing.T, b []byte) map[string][]string {
	t.Helper()
	require.True(t, bytes.HasPrefix(b, []byte("\x89PNG\r\n\x1a\n")))
	out := map[string][]string{}
	for b = b[8:]; len(b) > 0; {
		n := binary.BigEndian.Uint32(b)
		kind, data := string(b[4:8]), b[8:8+n]
		require.Equal(t, crc32.ChecksumIEEE(b[4:8+n]), binary.BigEndian.Uint32(b[8+n:]), "CRC of %s", kind)
		out[kind] = append(out[kind], string(data))
		b = b[12+n:]
	}
	return out
}

func TestTheSameFigureGivesTheSameBytesEveryTime(t *testing.T) {
	for i, c := range cases() {
		formats := []string{"svg"}
		if i%6 == 0 {
			formats = append(formats, "png")
		}
		for _, format := range formats {
			first, err := c.make(Options{})
			require.NoError(t, err)
			again, err := c.make(Options{})
			require.NoError(t, err)
			a := encoded(t, first, format)
			assert.Equal(t, a, encoded(t, first, format), "%s %s, the same value", c.name, format)
			assert.Equal(t, a, encoded(t, again, format), "%s %s, made anew", c.name, format)
		}
	}
}

func TestFiguresCanBeDrawnOnSeveralGoroutinesAtOnce(t *testing.T) {
	shared := throughput(t, Options{})
	want := encoded(t, shared, "png")
	wantSVG := encoded(t, shared, "svg")
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 2 {
				var a, b, c bytes.Buffer
				assert.NoError(t, shared.PNG(&a))
				assert.NoError(t, shared.SVG(&b))
				assert.Equal(t, want, a.Bytes())
				assert.Equal(t, wantSVG, b.Bytes())
				own, err := Latency(repeatedSweeps(), Options{Theme: Dark, Width: 700, Height: 500})
				assert.NoError(t, err)
				assert.NoError(t, own.PNG(&c))
			}
		})
	}
	wg.Wait()
}

func TestSaveTakesTheFormatFromTheExtension(t *testing.T) {
	dir := t.TempDir()
	f := throughput(t, Options{})
	require.NoError(t, f.Save(filepath.Join(dir, "a.PNG")))
	require.NoError(t, f.Save(filepath.Join(dir, "a.svg")))
	b, err := os.ReadFile(filepath.Join(dir, "a.PNG"))
	require.NoError(t, err)
	assert.True(t, bytes.HasPrefix(b, []byte("\x89PNG")))
	b, err = os.ReadFile(filepath.Join(dir, "a.svg"))
	require.NoError(t, err)
	assert.True(t, bytes.HasPrefix(b, []byte("<svg")))
}

func TestAFailedSaveLeavesTheOlderFileAndNothingElse(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "figure.png")
	require.NoError(t, os.WriteFile(path, []byte("older"), 0o600))
	f := throughput(t, Options{Title: "\U0001F680"}) // no font at hand has a rocket
	assert.ErrorContains(t, f.Save(path), "🚀")
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "older", string(b))

	assert.ErrorContains(t, f.Save(filepath.Join(dir, "figure.gif")), `"gif"`)
	assert.ErrorContains(t, f.Save(filepath.Join(dir, "figure")), ".png or .svg")
	assert.Error(t, throughput(t, Options{}).Save(filepath.Join(dir, "missing", "figure.png")))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 1)
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestAWriteErrorIsReturned(t *testing.T) {
	assert.ErrorContains(t, throughput(t, Options{}).PNG(brokenWriter{}), "disk full")
	assert.ErrorContains(t, throughput(t, Options{}).SVG(brokenWriter{}), "disk full")
}

func TestAFigureIsOpenToPlottersOfItsUser(t *testing.T) {
	f := throughput(t, Options{})
	before := encoded(t, f, "png")
	line, err := plotter.NewLine(plotter.XYs{{X: 2, Y: 1000}, {X: 128, Y: 1000}})
	require.NoError(t, err)
	line.Color = color.RGBA{R: 0xff, A: 0xff}
	line.Width = 4
	p := f.Panels[0]
	p.Add(line)
	p.Y.Label.Text = "my own title"
	f.Title = "My title"
	assert.NotEqual(t, before, encoded(t, f, "png"))
	svg := string(encoded(t, f, "svg"))
	assert.Contains(t, svg, ">my own title<")
	assert.Contains(t, svg, ">My title<")
	assert.Contains(t, svg, `stroke="#ff0000"`)
}

func TestAFigureMadeByHandIsDrawn(t *testing.T) {
	p := plot.New()
	scatter, err := plotter.NewScatter(plotter.XYs{{X: 1, Y: 2}, {X: 3, Y: 5}})
	require.NoError(t, err)
	labels, err := plotter.NewLabels(plotter.XYLabels{XYs: plotter.XYs{{X: 1, Y: 2}}, Labels: []string{"here"}})
	require.NoError(t, err)
	p.Add(scatter, labels)
	f := &Figure{Panels: []*plot.Plot{p}, Title: "By hand"}
	_, err = png.Decode(bytes.NewReader(encoded(t, f, "png")))
	assert.NoError(t, err)
	assert.Contains(t, string(encoded(t, f, "svg")), ">here<")

	assert.ErrorContains(t, (&Figure{}).PNG(&bytes.Buffer{}), "without panels")
	assert.ErrorContains(t, (&Figure{Panels: []*plot.Plot{nil}}).SVG(&bytes.Buffer{}), "nil")
}

func TestOptionsThatCannotBeMeantAreErrorsThatSayWhatWould(t *testing.T) {
	for want, opts := range map[string]Options{
		"themes are: light, dark":   {Theme: "sepia"},
		"languages are: en, zh":     {Lang: "fr"},
		"expected #rrggbb":          {Colors: map[string]string{"x86": "red"}},
		"each side must have 200":   {Width: 10},
		"each side must have 200 t": {Height: 100000},
		"fraction between 0 and 1":  {Confidence: 95},
	} {
		_, err := Throughput(twoSweeps(), opts)
		assert.ErrorContains(t, err, want)
	}
}

func TestNothingToDrawIsAnErrorAndNoPanic(t *testing.T) {
	empty := []*analysis.Sweep{{System: "A"}}
	for name, draw := range map[string]func() (*Figure, error){
		"throughput": func() (*Figure, error) { return Throughput(nil, Options{}) },
		"empty":      func() (*Figure, error) { return Throughput(empty, Options{}) },
		"nil sweep":  func() (*Figure, error) { return Throughput([]*analysis.Sweep{nil}, Options{}) },
		"latency":    func() (*Figure, error) { return Latency(empty, Options{}) },
		"hockey":     func() (*Figure, error) { return Hockey(empty, parse.Metric{}, Options{}) },
		"scaling":    func() (*Figure, error) { return Scaling(nil, Options{}) },
		"multiples":  func() (*Figure, error) { return Multiples(nil, nil, Options{}) },
		"no metric":  func() (*Figure, error) { return Metric(twoSweeps(), parse.IOPS, Options{}) },
		"delta":      func() (*Figure, error) { return Delta(nil, Options{}) },
		"no levels":  func() (*Figure, error) { return Delta(&analysis.Comparison{}, Options{}) },
		"cost":       func() (*Figure, error) { return Cost(nil, Options{}) },
		"no tps":     func() (*Figure, error) { return Cost([]analysis.Cost{{System: "A", Currency: "USD"}}, Options{}) },
		"pareto":     func() (*Figure, error) { return Pareto(nil, Options{}) },
		"overhead":   func() (*Figure, error) { return Overhead(&analysis.Overhead{}, Options{}) },
		"timeline":   func() (*Figure, error) { return Timeline([]*parse.Run{{}, nil}, Options{}) },
		"histogram":  func() (*Figure, error) { return Histogram([]*parse.Run{{}, nil}, Options{}) },
		"cdf":        func() (*Figure, error) { return CDF(nil, Options{}) },
	} {
		f, err := draw()
		assert.Error(t, err, name)
		assert.Nil(t, f, name)
		if err != nil {
			assert.NotContains(t, err.Error(), "\n", name)
		}
	}
}

func TestTwoCurrenciesAreAnError(t *testing.T) {
	costs := prices()
	costs[2].Currency = "CNY"
	_, err := Cost(costs, Options{})
	assert.ErrorContains(t, err, "USD and CNY")
	_, err = Pareto(costs, Options{})
	assert.Error(t, err)
}

func TestDrawingChangesNothingOfTheCaller(t *testing.T) {
	sweeps := repeatedSweeps()
	order := []string{sweeps[0].System, sweeps[1].System}
	runs := append([]*parse.Run(nil), sweeps[0].Levels[3].Runs...)
	opts := Options{Systems: []string{"x86", "Graviton"}}
	f, err := Throughput(sweeps, opts)
	require.NoError(t, err)
	y := f.Panels[0].Y
	encoded(t, f, "png")
	assert.Equal(t, order, []string{sweeps[0].System, sweeps[1].System})
	assert.Equal(t, runs, sweeps[0].Levels[3].Runs)
	assert.Equal(t, []string{"x86", "Graviton"}, opts.Systems)
	assert.Equal(t, y.Label.Text, f.Panels[0].Y.Label.Text)
	assert.Equal(t, y.Max, f.Panels[0].Y.Max)
}

func TestEveryKindHasALineInBothLanguages(t *testing.T) {
	require.Len(t, Kinds(), 12)
	for _, k := range Kinds() {
		en, zh := k.In("en"), k.In("zh")
		assert.NotContains(t, en, "plot.kind")
		assert.NotEqual(t, en, zh, k.Name)
		assert.False(t, strings.Contains(en, "\n"))
	}
}

func TestAnAxisOfTheCallerThatCannotBeLogarithmicIsAnErrorAndNoPanic(t *testing.T) {
	f := throughput(t, Options{})
	f.Panels[0].Y.Scale = plot.LogScale{}
	assert.ErrorContains(t, f.PNG(io.Discard), "its logarithmic y axis starts at 0; set a Min above zero")
	f.Panels[0].Y.Min, f.Columns = 1, 99
	assert.NoError(t, f.SVG(io.Discard))
	assert.Contains(t, string(encoded(t, f, "svg")), "transactions per second", "more columns than panels leave none out")
}
