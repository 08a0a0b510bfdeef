package analysis

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/sbstat/sbstat/parse"
)

// Capacity is the throughput up to which a latency limit holds.
type Capacity struct {
	System       string
	SLO          SLO
	TPS          Estimate  // the highest within the limit: at a level, or interpolated log–log where the limit is reached; absent where no level meets it: Notes says so
	Threads      parse.Num // the load of TPS, interpolated in the same way
	At           int       // the level of TPS; 0 where it lies between Below and Above
	Below, Above int       // the last level within the limit and the next one; 0 where there is none
	Exceeded     []int     // levels below Below that exceed the limit: the latency is not monotone; shown, not smoothed
	Notes        []Note

	measured ratio // TPS with its error, on the logarithm
}

// CapacityAt finds the capacity of a sweep under a latency limit: the highest throughput
// within it. That is where the limit is reached, between two levels, unless the throughput
// peaks before: then it is the level of the peak, and a note says so. It never extrapolates:
// where the highest level still meets the limit, TPS is that of the best level and a
// note says that it is at least this. With repeats on both sides of the limit the
// interval comes from the delta method on the logarithms of throughput and latency, with
// their covariance (the runs have both): that of the repeats as wholes, which share their
// conditions at both levels, where the runs line up as [Overall] wants it; else the levels are
// taken for independent, with Satterthwaite degrees of freedom. It describes the crossing between
// these two levels. A confidence of 0 means [DefaultConfidence].
func CapacityAt(s *Sweep, slo SLO, confidence float64) (*Capacity, error) {
	if !(slo.LimitMs > 0) || !slo.Metric.IsLatency() {
		return nil, fmt.Errorf("%q is no latency limit; write one as p95=80ms", slo)
	}
	var points []loadPoint
	for i := range s.Levels {
		if p, ok := newLoadPoint(&s.Levels[i], slo.Metric); ok && p.threads > 0 {
			points = append(points, p)
		}
	}
	if len(points) == 0 {
		if s.unknown(parse.TPS) > 0 && s.unknown(slo.Metric) > 0 {
			return nil, s.lacks(parse.TPS)
		}
		return nil, fmt.Errorf("%q has no level with both tps and %s; it has: %s", s.System, slo.Metric.Name, metricList(s))
	}
	c := &Capacity{System: s.System, SLO: slo}
	last, least := -1, 0
	for i, p := range points {
		if p.latency <= slo.LimitMs {
			last = i
		}
		if p.latency < points[least].latency {
			least = i
		}
	}
	if last < 0 {
		p := points[least]
		c.Above = points[0].threads
		c.Notes = notes("note.slo-never-met", millis(p.latency), strconv.Itoa(p.threads))
		c.TPS = Estimate{Confidence: withConfidence(confidence), Notes: c.Notes}
		return c, nil
	}
	c.Below = points[last].threads
	best := last
	for i, p := range points[:last+1] {
		if p.latency > slo.LimitMs {
			c.Exceeded = append(c.Exceeded, p.threads)
		} else if p.tps > points[best].tps {
			best = i
		}
	}
	at := points[last].alone()
	c.At = points[last].threads
	if last+1 < len(points) {
		c.Above = points[last+1].threads
		at = between(points[last], points[last+1], slo)
		if points[last].latency < slo.LimitMs {
			c.At = 0
		}
	} else {
		c.Notes = append(c.Notes, Note{Code: "note.slo-at-least"})
	}
	if points[best].tps > at.tps.value.V {
		at, c.At = points[best].alone(), points[best].threads
		c.Notes = append(c.Notes, Note{"note.slo-peak-earlier", []any{strconv.Itoa(points[best].threads)}})
	}
	c.measured, c.Threads = at.tps, parse.Some(at.threads)
	c.TPS = at.tps.estimate(confidence)
	if c.TPS.HasInterval() {
		c.TPS.Method = at.method
	}
	if len(c.Exceeded) > 0 {
		c.Notes = append(c.Notes, Note{"note.slo-exceeded-below", []any{levelList(c.Exceeded), strconv.Itoa(c.Below)}})
	}
	return c, nil
}

// loadPoint is a level in the plane of throughput and latency.
type loadPoint struct {
	threads      int
	tps, latency float64 // means over the runs that have both
	n            int
	runs         *Level // those that have both
	// Variances and covariance of the logarithms of the means (delta method).
	varTPS, varLatency, cov float64
}

func newLoadPoint(l *Level, m parse.Metric) (loadPoint, bool) {
	var xs, ls []float64
	both := &Level{Threads: l.Threads}
	for _, r := range l.Runs {
		x, okX := r.Value(parse.TPS)
		y, okY := r.Value(m)
		if okX && okY && x > 0 && y > 0 && finite(x, y) {
			xs, ls, both.Runs = append(xs, x), append(ls, y), append(both.Runs, r)
		}
	}
	if len(xs) == 0 {
		return loadPoint{}, false
	}
	p := loadPoint{threads: l.Threads, tps: mean(xs), latency: mean(ls), n: len(xs), runs: both}
	if p.n > 1 {
		for i := range xs {
			dx, dl := xs[i]/p.tps-1, ls[i]/p.latency-1
			p.varTPS += dx * dx
			p.varLatency += dl * dl
			p.cov += dx * dl
		}
		k := float64(p.n) * float64(p.n-1)
		p.varTPS, p.varLatency, p.cov = p.varTPS/k, p.varLatency/k, p.cov/k
	}
	return p, true
}

// atLoad is a throughput at a load.
type atLoad struct {
	tps     ratio
	threads float64
	method  string
}

// alone is the level itself.
func (p loadPoint) alone() atLoad {
	r := ratio{value: parse.Some(p.tps), n: p.n, fewest: p.n}
	if r.known = p.n > 1; r.known {
		r.log, r.se, r.df = math.Log(p.tps), math.Sqrt(p.varTPS), float64(p.n-1)
	} else {
		r.note = notes("note.one-run")
	}
	return atLoad{tps: r, threads: float64(p.threads), method: "method.log-t"}
}

// between interpolates log–log to the latency limit between a level within it and
// one beyond it.
func between(p, q loadPoint, slo SLO) atLoad {
	d := math.Log(q.latency / p.latency)
	t := math.Log(slo.LimitMs/p.latency) / d
	rise := math.Log(q.tps / p.tps)
	tps := p.tps * math.Exp(t*rise) // just p's where the limit is reached there
	r := ratio{value: parse.Some(tps), n: p.n + q.n, fewest: min(p.n, q.n)}
	switch {
	case p.n > 1 && q.n > 1:
		// Gradient by (log TPS, log latency) of each level.
		gx, gl := []float64{1 - t, t}, []float64{-rise * (1 - t) / d, -rise * t / d}
		r.known, r.log = true, math.Log(tps)
		levels := []*Level{p.runs, q.runs}
		if xs, how := byRepeat(levels, parse.TPS); how != independent {
			ls, _ := byRepeat(levels, slo.Metric)
			v, df := sideError(slices.Concat(xs, ls), slices.Concat(gx, gl))
			r.setError([]float64{v}, []float64{df})
			break
		}
		variance := func(l loadPoint, gx, gl float64) float64 {
			return max(0, gx*gx*l.varTPS+gl*gl*l.varLatency+2*gx*gl*l.cov)
		}
		r.setError([]float64{variance(p, gx[0], gl[0]), variance(q, gx[1], gl[1])}, []float64{float64(p.n - 1), float64(q.n - 1)})
	case p.n > 1 || q.n > 1:
		r.note = notes("note.one-run-side")
	default:
		r.note = notes("note.one-run")
	}
	threads := float64(p.threads) * math.Exp(t*math.Log(float64(q.threads)/float64(p.threads)))
	return atLoad{tps: r, threads: threads, method: "method.delta"}
}
