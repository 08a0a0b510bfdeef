package analysis

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
)

// uslFit is one fit: coefficients α, β, γ and which of them were free.
type uslFit struct {
	p    [3]float64
	free []int
	rss  float64
}

// bestUSL fits with all coefficients free and, where that leaves the bounds or a coefficient is no more than rounding, with α, β or both held
// at 0. The constrained minimum is one of these.
func bestUSL(n, x []float64) (best uslFit, ok bool) {
	best.rss = math.Inf(1)
	for _, free := range [][]int{{0, 1, 2}, {0, 2}, {1, 2}, {2}} {
		f := fitUSL(n, x, free)
		if f.p[2] <= 0 || !finite(f.p[:]...) || !finite(f.rss) || f.leavesBounds(slices.Max(n)) {
			continue
		}
		if len(free) == 3 {
			return f, true
		}
		if f.rss < best.rss {
			best, ok = f, true
		}
	}
	return best, ok
}

// leastTerm is the smallest share of the throughput that a coefficient must take away at the last level to be
// told from 0: less is rounding.
const leastTerm = 1e-9

// leavesBounds reports whether a free α or β is negative, or no more than rounding.
func (f uslFit) leavesBounds(last float64) bool {
	terms := [3]float64{f.p[0] * (last - 1), f.p[1] * last * (last - 1), 1}
	return slices.ContainsFunc(f.free, func(k int) bool { return terms[k] < leastTerm })
}

// fitUSL minimises the residual sum of squares over the free coefficients: BFGS from the
// linearised fit, then Gauss–Newton steps to the last digits.
func fitUSL(n, x []float64, free []int) uslFit {
	start := linearUSL(n, x, free)
	// Scaled so that all coefficients are near 1 in size.
	biggest := slices.Max(n)
	scale := [3]float64{1 / biggest, 1 / (biggest * biggest), start[2]}
	norm := 0.0
	for _, v := range x {
		norm += v * v
	}
	unpack := func(q []float64) [3]float64 {
		var p [3]float64
		for i, k := range free {
			p[k] = q[i] * scale[k]
		}
		return p
	}
	problem := optimize.Problem{
		Func: func(q []float64) float64 { return uslRSS(n, x, unpack(q)) / norm },
		Grad: func(grad, q []float64) {
			p := unpack(q)
			clear(grad)
			for i := range n {
				r := usl(n[i], p[0], p[1], p[2]) - x[i]
				g := uslGradient(n[i], p[0], p[1], p[2])
				for j, k := range free {
					grad[j] += 2 * r * g[k] * scale[k] / norm
				}
			}
		},
	}
	q := make([]float64, len(free))
	for i, k := range free {
		q[i] = start[k] / scale[k]
	}
	// A line search that can go no further still returns the best point it found.
	if res, err := optimize.Minimize(problem, q, &optimize.Settings{MajorIterations: 500}, &optimize.BFGS{}); res != nil && (err == nil || finite(res.X...)) {
		q = res.X
	}
	f := uslFit{p: unpack(q), free: free}
	f.rss = uslRSS(n, x, f.p)
	f.polish(n, x)
	return f
}

// uslRSS is the residual sum of squares, infinite where the curve has a pole in the
// range.
func uslRSS(n, x []float64, p [3]float64) float64 {
	var rss float64
	for i := range n {
		if 1+p[0]*(n[i]-1)+p[1]*n[i]*(n[i]-1) <= 0 {
			return math.Inf(1)
		}
		r := usl(n[i], p[0], p[1], p[2]) - x[i]
		rss += r * r
	}
	return rss
}

// linearUSL is the fit of N/X·γ = 1 + α(N−1) + βN(N−1) by linear least squares
// (Gunther 2007), the starting point.
func linearUSL(n, x []float64, free []int) [3]float64 {
	a := mat.NewDense(len(n), len(free), nil)
	b := mat.NewVecDense(len(n), nil)
	for i := range n {
		columns := [3]float64{n[i] - 1, n[i] * (n[i] - 1), 1}
		for j, k := range free {
			a.Set(i, j, columns[k]*x[i]/n[i]) // weighted, so that the residuals are those of a throughput
		}
		b.SetVec(i, 1)
	}
	p := [3]float64{0, 0, x[0] / n[0]}
	var sol mat.VecDense
	if err := sol.SolveVec(a, b); err != nil {
		return p
	}
	inverseGamma := sol.AtVec(len(free) - 1)
	if !(inverseGamma > 0) {
		return p
	}
	for j, k := range free {
		p[k] = sol.AtVec(j) / inverseGamma
	}
	p[2] = 1 / inverseGamma
	if math.IsInf(uslRSS(n, x, p), 1) {
		return [3]float64{0, 0, x[0] / n[0]}
	}
	return p
}

// polish takes Gauss–Newton steps while they reduce the residual sum of squares.
func (f *uslFit) polish(n, x []float64) {
	for range 50 {
		jac := f.jacobian(n)
		res := mat.NewVecDense(len(n), nil)
		for i := range n {
			res.SetVec(i, x[i]-usl(n[i], f.p[0], f.p[1], f.p[2]))
		}
		var step mat.VecDense
		if err := step.SolveVec(jac, res); err != nil && step.IsEmpty() {
			return
		}
		p := f.p
		for j, k := range f.free {
			p[k] += step.AtVec(j)
		}
		rss := uslRSS(n, x, p)
		if !(rss < f.rss) {
			return
		}
		f.p, f.rss = p, rss
	}
}

func (f *uslFit) jacobian(n []float64) *mat.Dense {
	jac := mat.NewDense(len(n), len(f.free), nil)
	for i := range n {
		g := uslGradient(n[i], f.p[0], f.p[1], f.p[2])
		for j, k := range f.free {
			jac.Set(i, j, g[k])
		}
	}
	return jac
}

// covariance is s²(JᵀJ)⁻¹ with zeros for the coefficients at a bound, nil where JᵀJ has no
// inverse.
func (f *uslFit) covariance(n []float64, s float64) *mat.SymDense {
	jac := f.jacobian(n)
	k := len(f.free)
	// Columns of equal length keep the inverse well conditioned.
	lengths := make([]float64, k)
	for j := range lengths {
		lengths[j] = mat.Norm(jac.ColView(j), 2)
		if lengths[j] == 0 {
			return nil
		}
	}
	gram := mat.NewSymDense(k, nil)
	for a := range k {
		for b := a; b < k; b++ {
			gram.SetSym(a, b, mat.Dot(jac.ColView(a), jac.ColView(b))/(lengths[a]*lengths[b]))
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(gram) {
		return nil
	}
	var inv mat.SymDense
	if err := chol.InverseTo(&inv); err != nil {
		return nil
	}
	cov := mat.NewSymDense(3, nil)
	for a := range k {
		for b := a; b < k; b++ {
			cov.SetSym(f.free[a], f.free[b], s*s*inv.At(a, b)/(lengths[a]*lengths[b]))
		}
	}
	return cov
}
