package analysis

import (
	"math"
	"runtime"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat/distuv"
)

const (
	resamples  = 10_000
	chunk      = 500      // resamples that share a random stream: the unit of work of a core
	streamSeed = 0x5b57a7 // any constant does
)

// bca is a bootstrap distribution with the two corrections of the BCa interval.
type bca struct {
	sorted []float64 // bootstrap values, ascending
	z0, a  float64   // bias correction, acceleration
}

// newBCa takes the observed statistic, its bootstrap values and its
// acceleration; it sorts boots in place. Values equal to the observed one count half
// towards the bias. A distribution without spread gives nil.
func newBCa(observed float64, boots []float64, acceleration float64) *bca {
	slices.Sort(boots)
	n := float64(len(boots))
	if boots[0] == boots[len(boots)-1] {
		return nil
	}
	lo, _ := slices.BinarySearch(boots, observed)
	hi, _ := slices.BinarySearchFunc(boots, observed, func(v, t float64) int {
		if v <= t {
			return -1
		}
		return 1
	})
	below := (float64(lo) + float64(hi)) / 2
	return &bca{sorted: boots, z0: zQuantile(clampShare(below/n, n)), a: acceleration}
}

// clampShare keeps a share of n away from 0 and 1, whose normal quantiles are infinite.
func clampShare(p, n float64) float64 { return min(max(p, 1/(n+1)), n/(n+1)) }

// interval returns the ends of the two-sided interval.
func (b *bca) interval(confidence float64) (lo, hi float64) {
	z := zQuantile((1 + confidence) / 2)
	return b.quantile(b.adjust(-z)), b.quantile(b.adjust(z))
}

// adjust maps a normal quantile to the share of the bootstrap distribution that
// BCa reads there (Efron 1987, formula 2.3).
func (b *bca) adjust(z float64) float64 {
	w := b.z0 + z
	return distuv.UnitNormal.CDF(b.z0 + w/(1-b.a*w))
}

// below is the one-sided p value of "the statistic is at most at": the level at
// which the lower end of the interval reaches it (adjust, inverted).
func (b *bca) below(at float64) float64 {
	n := float64(len(b.sorted))
	i, _ := slices.BinarySearch(b.sorted, at)
	w := zQuantile(clampShare(float64(i)/n, n)) - b.z0
	return distuv.UnitNormal.CDF(w/(1+b.a*w) - b.z0)
}

// quantile interpolates between order statistics at p(n+1) (Davison & Hinkley
// 1997, 5.3.2; symmetric under negation).
func (b *bca) quantile(p float64) float64 {
	n := len(b.sorted)
	pos := p*float64(n+1) - 1
	switch i := int(math.Floor(pos)); {
	case !(pos > 0):
		return b.sorted[0]
	case i >= n-1:
		return b.sorted[n-1]
	default:
		f := pos - float64(i)
		return b.sorted[i]*(1-f) + b.sorted[i+1]*f
	}
}

// acceleration is BCa's a for a statistic of one or more independent
// samples, from the leave-one-out values of each (Efron 1987; Davison & Hinkley 1997, formula
// 5.26; as scipy.stats.bootstrap), centred at their own mean.
func acceleration(jackknife ...[]float64) float64 {
	var num, den float64
	for _, theta := range jackknife {
		m, n := mean(theta), float64(len(theta))
		for _, t := range theta {
			l := (n - 1) * (m - t) / n
			num += l * l * l
			den += l * l
		}
	}
	if den == 0 {
		return 0
	}
	return num / (6 * math.Pow(den, 1.5))
}

// bootstrap adds the BCa distribution of the logarithm of the ratio.
func (r *ratio) bootstrap(base, other []float64) {
	if !r.known || r.se == 0 {
		return
	}
	// Sorted, so that the order of the runs changes nothing; and the streams go by the
	// samples, not by their roles, so that swapping the roles inverts the result.
	b, o := slices.Sorted(slices.Values(base)), slices.Sorted(slices.Values(other))
	if b[0] < 0 || o[0] < 0 {
		return // a resample could have no logarithm
	}
	streamB, streamO := uint64(0), uint64(1)
	if comesAfter(b, o) {
		streamB, streamO = 1, 0
	}
	sumsB, sumsO := resampleSums(b, streamB), resampleSums(o, streamO)
	shift := math.Log(float64(len(b)) / float64(len(o)))
	for i := range sumsO {
		if sumsB[i] <= 0 || sumsO[i] <= 0 {
			return
		}
		sumsO[i] = math.Log(sumsO[i]/sumsB[i]) + shift
	}
	r.boot = newBCa(r.log, sumsO, acceleration(jackknifeLog(b, -1), jackknifeLog(o, +1)))
}

// comesAfter orders two samples by size and then by their values relative to
// their means, so that the order does not depend on the unit.
func comesAfter(a, b []float64) bool {
	if len(a) != len(b) {
		return len(a) > len(b)
	}
	ma, mb := mean(a), mean(b)
	for i := range a {
		if x, y := a[i]/ma, b[i]/mb; math.Abs(x-y) > 1e-9 {
			return x > y
		}
	}
	return false
}

// jackknifeLog returns sign·log of the leave-one-out means.
func jackknifeLog(x []float64, sign float64) []float64 {
	sum := mean(x) * float64(len(x))
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = sign * math.Log((sum-v)/float64(len(x)-1))
	}
	return out
}

// resampleSums returns the sums of the bootstrap resamples of x. Every chunk
// has its own random stream, so the result does not depend on the number of cores.
func resampleSums(x []float64, stream uint64) []float64 {
	sums := make([]float64, resamples)
	var wg sync.WaitGroup
	next := make(chan int, resamples/chunk)
	for c := range resamples / chunk {
		next <- c
	}
	close(next)
	for range min(runtime.GOMAXPROCS(0), resamples/chunk) {
		wg.Go(func() {
			for c := range next {
				rng := splitMix(streamSeed + stream<<32 + uint64(c))
				rng = splitMix(rng.next()) // neighbouring seeds, unrelated streams
				for i := c * chunk; i < (c+1)*chunk; i++ {
					sums[i] = rng.resampleSum(x)
				}
			}
		})
	}
	wg.Wait()
	return sums
}

// splitMix is the SplitMix64 generator (Steele, Lea & Flood 2014), which is fast
// enough that drawing is not what a bootstrap waits for.
type splitMix uint64

func (s *splitMix) next() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// resampleSum adds len(x) values drawn from x with replacement: two a random
// number, each index by the high part of a product (Lemire 2019; the bias is below n/2³²).
func (s *splitMix) resampleSum(x []float64) float64 {
	n := uint64(len(x))
	state := *s
	var a, b float64
	for range n / 2 {
		u := state.next()
		a += x[(u>>32)*n>>32]
		b += x[(u&0xffffffff)*n>>32]
	}
	if n%2 == 1 {
		a += x[(state.next()>>32)*n>>32]
	}
	*s = state
	return a + b
}
