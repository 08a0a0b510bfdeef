package plotting

import (
	"bytes"
	"io"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// The same figure by plain gonum/plot, for comparison: two lines with points, a
// grid and a legend, 1200×800.
func plain() *plot.Plot {
	p := plot.New()
	p.Title.Text = "Throughput (TPS) over threads"
	p.X.Label.Text, p.Y.Label.Text = "threads", "transactions per second"
	p.Add(plotter.NewGrid())
	for _, s := range []struct {
		name string
		rows []row
	}{{"Graviton", graviton}, {"x86", x86}} {
		var pts plotter.XYs
		for _, r := range s.rows {
			pts = append(pts, plotter.XY{X: float64(r.threads), Y: r.tps()})
		}
		line, marks, err := plotter.NewLinePoints(pts)
		if err != nil {
			panic(err)
		}
		p.Add(line, marks)
		p.Legend.Add(s.name, line, marks)
	}
	return p
}

func benchmarkFigure(b *testing.B, opts Options, write func(*Figure, io.Writer) error) {
	f, err := Throughput(twoSweeps(), opts)
	if err != nil {
		b.Fatal(err)
	}
	var out bytes.Buffer
	if err := write(f, &out); err != nil { // warm: glyphs, canvas, fonts
		b.Fatal(err)
	}
	b.ReportMetric(float64(out.Len()), "bytes")
	b.ReportAllocs()
	for b.Loop() {
		if err := write(f, io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPNG(b *testing.B)        { benchmarkFigure(b, Options{}, (*Figure).PNG) }
func BenchmarkPNGChinese(b *testing.B) { benchmarkFigure(b, Options{Lang: "zh"}, (*Figure).PNG) }
func BenchmarkSVG(b *testing.B)        { benchmarkFigure(b, Options{}, (*Figure).SVG) }

func BenchmarkPlainGonumPNG(b *testing.B) {
	p := plain()
	b.ReportAllocs()
	for b.Loop() {
		c := vgimg.NewWith(vgimg.UseWH(1200, 800), vgimg.UseDPI(72))
		p.Draw(draw.New(c))
		if _, err := (vgimg.PngCanvas{Canvas: c}).WriteTo(io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPlainGonumSVG(b *testing.B) {
	p := plain()
	b.ReportAllocs()
	for b.Loop() {
		c := vgsvg.New(vg.Length(1200), vg.Length(800))
		p.Draw(draw.New(c))
		if _, err := c.WriteTo(io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}
