package analysis

import (
	"gonum.org/v1/gonum/dsp/fourier"

	"github.com/sbstat/sbstat/parse"
)

// Autocorrelation returns the autocorrelation of x at a lag, Σ(xₜ−m)(xₜ₊ₖ−m) /
// Σ(xₜ−m)² (Box & Jenkins 1970; as R acf). It is absent where x is constant, not
// longer than the lag, or holds no finite number.
func Autocorrelation(x []float64, lag int) parse.Num {
	if lag < 0 || lag >= len(x) || !finite(x...) {
		return parse.Num{}
	}
	d := centred(x)
	var num, den float64
	for i, v := range d {
		den += v * v
		if i+lag < len(d) {
			num += v * d[i+lag]
		}
	}
	if den == 0 {
		return parse.Num{}
	}
	return parse.Some(num / den)
}

// centred returns the distances of x from its mean; x must not be empty.
func centred(x []float64) []float64 {
	first := x[0]
	d := make([]float64, len(x))
	var sum float64
	for i, v := range x {
		d[i] = v - first
		sum += d[i]
	}
	m := sum / float64(len(x))
	for i := range d {
		d[i] -= m
	}
	return d
}

// EffectiveSampleSize returns how many independent values would tell as much
// about the mean as x does: n / (1 + 2 Σ ρₖ), the sum cut by Geyer's initial
// monotone sequence (1992). It is at most n, and absent below 4 values or where
// x is constant.
func EffectiveSampleSize(x []float64) parse.Num {
	if len(x) < 4 || !finite(x...) {
		return parse.Num{}
	}
	rho := autocorrelations(centred(x))
	if rho == nil {
		return parse.Num{}
	}
	// Γₖ = ρ₂ₖ + ρ₂ₖ₊₁ of a reversible chain is positive and falls; noise ends it.
	sum, last := 0.0, rho[0]+rho[1]
	for k := 0; k+1 < len(rho); k += 2 {
		pair := min(last, rho[k]+rho[k+1])
		if pair <= 0 {
			break
		}
		sum += pair
		last = pair
	}
	n := float64(len(x))
	return parse.Some(n / max(1, 2*sum-1))
}

// autocorrelations returns ρ₀ … ρₙ₋₁ by the Wiener–Khinchin theorem, nil for a constant
// series.
func autocorrelations(d []float64) []float64 {
	size := 1
	for size < 2*len(d) {
		size *= 2
	}
	padded := make([]float64, size)
	copy(padded, d)
	fft := fourier.NewFFT(size)
	coeff := fft.Coefficients(nil, padded)
	for i, c := range coeff {
		coeff[i] = complex(real(c)*real(c)+imag(c)*imag(c), 0)
	}
	acov := fft.Sequence(nil, coeff)[:len(d)]
	if acov[0] <= 0 {
		return nil
	}
	scale := acov[0]
	for i := range acov {
		acov[i] /= scale
	}
	return acov
}
