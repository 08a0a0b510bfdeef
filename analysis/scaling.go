package analysis

import "github.com/sbstat/sbstat/parse"

// USL is the fit of Gunther's Universal Scalability Law
// X(N) = γN / (1 + α(N−1) + βN(N−1)) with α, β ≥ 0.
type USL struct {
	Alpha, Beta, Gamma       float64
	SEAlpha, SEBeta, SEGamma parse.Num // absent at a bound
	Residual                 float64   // residual standard error, TPS
	DF                       int
	RSquared                 float64
	PeakThreads, PeakTPS     Estimate  // absent where β = 0 or the sweep still rises: Notes says so
	AmdahlLimit              parse.Num // γ/α; absent where α = 0
	Knee                     parse.Num // level at the knee of the measured curve (Kneedle); absent where there is none
	Notes                    []Note
}

// At returns the fitted throughput at n threads.
func (u *USL) At(n float64) float64 { return 0 }

// FitUSL fits the law to throughputs x at n threads by nonlinear least squares; it
// needs four points.
func FitUSL(n, x []float64) (*USL, error) { return nil, nil }

// Scaling fits a sweep's mean throughput.
func Scaling(s *Sweep) (*USL, error) { return nil, nil }
