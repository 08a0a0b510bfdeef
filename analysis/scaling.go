package analysis

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// USL is the fit of Gunther's Universal Scalability Law (1993; Guerrilla Capacity
// Planning, 2007) X(N) = γN / (1 + α(N−1) + βN(N−1)) with α, β ≥ 0: γ is the throughput of
// one thread, α the share that is serial (contention), β the cost of keeping the threads
// consistent (coherency), which bends the curve down.
//
// No peak is in range, which Notes says, where β = 0, where the sweep still rises (the fit has its
// peak beyond the last level, or the last level lies more than 1 % above all others), and where it falls from the
// first level on (the same at the other end). An interval of the peak that reaches beyond the measured levels has a note.
type USL struct {
	Alpha, Beta, Gamma       float64
	SEAlpha, SEBeta, SEGamma parse.Num // standard errors; absent for a coefficient at its bound
	Residual                 float64   // residual standard error, in the unit of the throughput
	DF                       int       // points − 3
	RSquared                 float64
	PeakThreads, PeakTPS     Estimate  // √((1−α)/β) and the throughput there; absent where no peak is in range
	AmdahlLimit              parse.Num // γ/α, the throughput that contention alone would allow; absent where α = 0
	Knee                     parse.Num // level at the knee of the measured curve (Kneedle); absent where there is none
	Notes                    []Note
}

// At returns the fitted throughput at n threads.
func (u *USL) At(n float64) float64 { return usl(n, u.Alpha, u.Beta, u.Gamma) }

func usl(n, alpha, beta, gamma float64) float64 {
	return gamma * n / (1 + alpha*(n-1) + beta*n*(n-1))
}

// uslGradient is the gradient of usl by α, β and γ.
func uslGradient(n, alpha, beta, gamma float64) [3]float64 {
	d := 1 + alpha*(n-1) + beta*n*(n-1)
	return [3]float64{-gamma * n * (n - 1) / (d * d), -gamma * n * n * (n - 1) / (d * d), n / d}
}

// poorFit is the residual standard error, relative to the mean throughput, from which
// a fit is called poor.
const poorFit = 0.10

// FitUSL fits the law to throughputs x at n threads by nonlinear least
// squares; it needs four points of different n. Where the best fit has a negative
// coefficient, the coefficient is held at its bound 0 and the rest is fitted again (the best of the
// feasible fits is taken). Standard errors come from the Jacobian, s²(JᵀJ)⁻¹, over the coefficients off the
// bound; the interval of the peak from the delta method on its logarithm, with a t quantile
// of the residual degrees of freedom. A confidence of 0 means [DefaultConfidence]. Agrees with R nls and package usl.
func FitUSL(n, x []float64, confidence float64) (*USL, error) {
	if len(n) != len(x) {
		return nil, fmt.Errorf("%d thread counts beside %d throughputs", len(n), len(x))
	}
	distinct := map[float64]bool{}
	for i := range n {
		if !(n[i] >= 1) || !(x[i] > 0) || !finite(n[i], x[i]) {
			return nil, fmt.Errorf("%v threads with a throughput of %v: the law needs one thread or more and a throughput above zero", n[i], x[i])
		}
		distinct[n[i]] = true
	}
	if len(distinct) < 4 {
		return nil, fmt.Errorf("%d levels: the law has three coefficients and needs four levels or more", len(distinct))
	}
	fit, ok := bestUSL(n, x)
	if !ok {
		return nil, fmt.Errorf("the law fits no curve to throughputs from %.3g to %.3g at %.3g to %.3g threads", slices.Min(x), slices.Max(x), slices.Min(n), slices.Max(n))
	}
	u := &USL{Alpha: fit.p[0], Beta: fit.p[1], Gamma: fit.p[2], DF: len(n) - 3}
	u.Residual = math.Sqrt(fit.rss / float64(u.DF))
	_, sd := meanSD(x)
	if total := sd * sd * float64(len(x)-1); total > 0 {
		u.RSquared = 1 - fit.rss/total
	}
	cov := fit.covariance(n, u.Residual)
	u.SEAlpha, u.SEBeta, u.SEGamma = se(cov, 0), se(cov, 1), se(cov, 2)
	if u.Alpha > 0 {
		u.AmdahlLimit = parse.Some(u.Gamma / u.Alpha)
	}
	u.Knee = Kneedle(n, x)
	u.peak(n, x, cov, withConfidence(confidence))
	if u.Alpha == 0 {
		u.Notes = append(u.Notes, Note{"note.usl-bound", []any{"α"}})
	}
	if u.Beta == 0 {
		u.Notes = append(u.Notes, Note{"note.usl-bound", []any{"β"}})
	}
	if rel := u.Residual / mean(x); rel > poorFit {
		u.Notes = append(u.Notes, Note{"note.usl-poor", []any{lang.Number(100*rel, 1)}})
	}
	return u, nil
}

func se(cov *mat.SymDense, i int) parse.Num {
	if cov == nil || cov.At(i, i) <= 0 {
		return parse.Num{}
	}
	return parse.Some(math.Sqrt(cov.At(i, i)))
}

// Scaling fits a sweep's mean throughput (TPS, or events per second where it has
// no TPS) over its known levels by [FitUSL]; fewer than four levels are an error.
func Scaling(s *Sweep, confidence float64) (*USL, error) {
	m := parse.TPS
	if len(s.threads(m)) == 0 {
		m = parse.EPS
	}
	var n, x []float64
	for _, t := range s.threads(m) {
		n, x = append(n, float64(t)), append(x, mean(s.Level(t).Values(m)))
	}
	if len(n) == 0 {
		return nil, s.lacks(parse.TPS)
	}
	u, err := FitUSL(n, x, confidence)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", s.System, err)
	}
	return u, nil
}

// UpToKnee returns the levels up to the knee of the sweeps' throughput, the
// lowest where there are several; ok is false where no curve has a knee.
func UpToKnee(sweeps ...*Sweep) (levels LevelSet, ok bool) {
	knee := math.Inf(1)
	for _, s := range sweeps {
		var n, x []float64
		for _, t := range s.threads(parse.TPS) {
			n, x = append(n, float64(t)), append(x, mean(s.Level(t).Values(parse.TPS)))
		}
		if k := Kneedle(n, x); k.OK {
			knee = min(knee, k.V)
		}
	}
	if math.IsInf(knee, 1) {
		return nil, false
	}
	return LevelSet{{1, int(knee)}}, true
}

// peak sets the peak, or the note that says why there is none.
func (u *USL) peak(n, x []float64, cov *mat.SymDense, confidence float64) {
	none := func(code string, args ...any) {
		ns := notes(code, args...)
		u.PeakThreads = Estimate{Confidence: confidence, N: len(n), Notes: ns}
		u.PeakTPS = u.PeakThreads
		u.Notes = append(u.Notes, ns...)
	}
	first, last := slices.Min(n), slices.Max(n)
	if u.Beta == 0 {
		none("note.usl-no-peak-beta")
		return
	}
	if u.Alpha >= 1 {
		none("note.usl-falls")
		return
	}
	at := math.Sqrt((1 - u.Alpha) / u.Beta)
	if at < first || standsOut(n, x, first) {
		none("note.usl-falls-from-first", lang.Number(first, 0))
		return
	}
	if at > last {
		none("note.usl-peak-beyond", lang.Number(at, 0), lang.Number(last, 0))
		return
	}
	if standsOut(n, x, last) {
		none("note.usl-still-rises", lang.Number(last, 0))
		return
	}
	u.PeakThreads = Estimate{Value: parse.Some(at), Confidence: confidence, N: len(n)}
	u.PeakTPS = Estimate{Value: parse.Some(u.At(at)), Confidence: confidence, N: len(n)}
	if cov == nil {
		ns := notes("note.usl-no-interval")
		u.PeakThreads.Notes, u.PeakTPS.Notes = ns, ns
		return
	}
	// By the envelope theorem the peak's throughput moves with the coefficients alone.
	g := uslGradient(at, u.Alpha, u.Beta, u.Gamma)
	peak := u.At(at)
	u.PeakThreads.deltaInterval(cov, []float64{-0.5 / (1 - u.Alpha), -0.5 / u.Beta, 0}, u.DF)
	u.PeakTPS.deltaInterval(cov, []float64{g[0] / peak, g[1] / peak, g[2] / peak}, u.DF)
	if e := &u.PeakThreads; e.HasInterval() && (e.Low.V < first || e.High.V > last) {
		note := Note{"note.usl-interval-beyond", []any{lang.Number(first, 0), lang.Number(last, 0)}}
		e.Notes = append(e.Notes[:len(e.Notes):len(e.Notes)], note)
		u.Notes = append(u.Notes, note)
	}
}

// riseLeast is how much one level must exceed all others to stand out: less is a plateau.
const riseLeast = 0.01

// standsOut reports whether the highest throughput stands at the given level, and not by a
// hair: at the last level the sweep still rises, at the first it falls from there on.
func standsOut(n, x []float64, level float64) bool {
	var there, elsewhere float64
	for i := range n {
		if n[i] == level {
			there = max(there, x[i])
		} else {
			elsewhere = max(elsewhere, x[i])
		}
	}
	return there > (1+riseLeast)*elsewhere
}

// deltaInterval sets the interval of a positive value from the gradient of its
// logarithm.
func (e *Estimate) deltaInterval(cov *mat.SymDense, gradient []float64, df int) {
	g := mat.NewVecDense(len(gradient), gradient)
	half := tQuantile(e.Confidence, float64(df)) * math.Sqrt(max(0, mat.Inner(g, cov, g)))
	e.Low, e.High = parse.Some(e.Value.V*math.Exp(-half)), parse.Some(e.Value.V*math.Exp(half))
	e.Method = "method.delta"
	if !e.HasInterval() {
		e.Low, e.High, e.Method = parse.Num{}, parse.Num{}, ""
		e.Notes = notes("note.unbounded")
	}
}
