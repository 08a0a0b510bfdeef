package analysis_test

import (
	"math"
	"strconv"
	"testing"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

func BenchmarkLogRatioT(b *testing.B) {
	base, other := []float64{100, 101, 99, 102, 98}, []float64{110, 108, 112, 109, 111}
	for b.Loop() {
		analysis.LogRatioT(base, other, 0.95)
	}
}

func BenchmarkMannWhitney20(b *testing.B) {
	x, y := make([]float64, 20), make([]float64, 20)
	for i := range x {
		x[i], y[i] = float64(i*7%20), float64(i*11%20)+2
	}
	for b.Loop() {
		analysis.MannWhitney(x, y)
	}
}

func BenchmarkFitUSL(b *testing.B) {
	n := []float64{1, 18, 36, 72, 108, 144, 216}
	x := []float64{64.9, 995.9, 1652.4, 1853.2, 1828.9, 1775.0, 1702.2}
	for b.Loop() {
		if _, err := analysis.FitUSL(n, x, 0); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEffectiveSampleSize3600(b *testing.B) {
	x := make([]float64, 3600)
	for i := range x {
		x[i] = math.Sin(float64(i)/50) + math.Sin(float64(i*i))
	}
	for b.Loop() {
		analysis.EffectiveSampleSize(x)
	}
}

func BenchmarkFindings1000Systems(b *testing.B) {
	sweeps := manySystems(1000)
	for b.Loop() {
		analysis.Findings(sweeps)
	}
}

func BenchmarkFindings5000Runs(b *testing.B) {
	var runs []*parse.Run
	for i := range 5000 {
		r := plain("s"+strconv.Itoa(i%5), 1<<(i/5%8), 100+float64(i%97))
		r.Source.Line = i
		runs = append(runs, r)
	}
	for b.Loop() {
		analysis.Findings(analysis.Sweeps(runs))
	}
}
