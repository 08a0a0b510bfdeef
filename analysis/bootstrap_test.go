package analysis

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The cities of R boot::city: populations in 1920 and 1930.
var (
	city1920 = []float64{138, 93, 61, 179, 48, 37, 29, 23, 30, 2}
	city1930 = []float64{143, 104, 69, 260, 75, 63, 50, 48, 111, 50}
)

func cityRatio(index []int) float64 {
	var u, x float64
	for _, i := range index {
		u, x = u+city1920[i], x+city1930[i]
	}
	return x / u
}

func TestBCaOnTheCitiesIsTheReferenceInterval(t *testing.T) {
	const draws = 99_999
	all := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	jack := make([]float64, len(all))
	for i := range all {
		var rest []int
		for _, j := range all {
			if j != i {
				rest = append(rest, j)
			}
		}
		jack[i] = cityRatio(rest)
	}
	rng := splitMix(1)
	boots := make([]float64, draws)
	index := make([]int, len(all))
	for b := range boots {
		for i := range index {
			index[i] = int((rng.next() >> 32) * uint64(len(all)) >> 32)
		}
		boots[b] = cityRatio(index)
	}
	assert.InDelta(t, 1.5203125, cityRatio(all), 1e-12)
	assert.InDelta(t, 0.040, mean(boots)-1.5203125, 0.003, "bias")
	_, sd := meanSD(boots)
	assert.InDelta(t, 0.222, sd, 0.003, "standard error")
	a := acceleration(jack)
	assert.InDelta(t, -0.0112, a, 0.00005)
	b := newBCa(cityRatio(all), boots, a)
	lo, hi := b.interval(0.95)
	assert.InDelta(t, 1.247, lo, 0.004)
	assert.InDelta(t, 2.090, hi, 0.010)
	// Percentile ends of the same resamples.
	assert.InDelta(t, 1.252, b.quantile(0.025), 0.003)
	assert.InDelta(t, 2.110, b.quantile(0.975), 0.006)
}

func TestTheBootstrapPValueIsTheLevelAtWhichTheIntervalReachesTheValue(t *testing.T) {
	rng := splitMix(2)
	boots := make([]float64, resamples)
	for i := range boots {
		boots[i] = float64(rng.next()>>40) + float64(rng.next()>>40)
	}
	b := newBCa(mean(boots)*1.01, boots, 0.03)
	for _, confidence := range []float64{0.5, 0.8, 0.95} {
		lo, hi := b.interval(confidence)
		assert.InDelta(t, (1-confidence)/2, b.below(lo), 0.001)
		assert.InDelta(t, (1+confidence)/2, b.below(hi), 0.001)
	}
}

func sample(seed uint64, n int, mu, spread float64) []float64 {
	rng := splitMix(seed)
	x := make([]float64, n)
	for i := range x {
		var s float64
		for range 6 {
			s += float64(rng.next()>>11) / (1 << 53)
		}
		x[i] = mu * (1 + spread*(s-3))
	}
	return x
}

func TestTheBootstrapIsTheSameOnAnyNumberOfCores(t *testing.T) {
	base, other := sample(1, 37, 100, 0.1), sample(2, 41, 110, 0.1)
	want := RatioBCa(base, other, 0.95)
	assert.Equal(t, "method.bca", want.Method)
	before := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(before)
	assert.Equal(t, want, RatioBCa(base, other, 0.95))
	runtime.GOMAXPROCS(7)
	assert.Equal(t, want, RatioBCa(base, other, 0.95))
}

func BenchmarkRatioBCa300(b *testing.B) {
	base, other := sample(1, 300, 100, 0.1), sample(2, 300, 110, 0.1)
	for b.Loop() {
		RatioBCa(base, other, 0.95)
	}
}
