package analysis

import (
	"fmt"

	"github.com/sbstat/sbstat/parse"
)

// Cost is what a throughput costs a system.
type Cost struct {
	System   string
	Threads  int // the level of TPS; 0 where it lies between levels (at an SLO)
	TPS      Estimate
	Hourly   float64 // price an hour
	Currency string
	Per1000  Estimate // price an hour of 1000 TPS

	measured ratio // TPS with its error, on the logarithm
}

// Per returns the price an hour of n TPS.
func (c Cost) Per(n float64) Estimate {
	return c.Per1000.mapped(func(v float64) float64 { return v * n / 1000 })
}

// PerMillion returns the price of a million transactions: price an hour ÷
// transactions an hour.
func (c Cost) PerMillion() Estimate {
	return c.Per1000.mapped(func(v float64) float64 { return v * 1e6 / (1000 * 3600) })
}

// newCost prices a throughput.
func newCost(system string, threads int, tps Estimate, measured ratio, prices []Price) (Cost, error) {
	hourly, currency, err := Hourly(prices)
	if err != nil {
		return Cost{}, fmt.Errorf("%q: %w", system, err)
	}
	if !tps.Value.OK || tps.Value.V <= 0 {
		return Cost{}, fmt.Errorf("%q has no throughput above zero at this load, so no cost exists", system)
	}
	return Cost{
		System: system, Threads: threads, TPS: tps, Hourly: hourly, Currency: currency,
		Per1000: tps.reciprocal(1000 * hourly), measured: measured,
	}, nil
}

// CostAt returns the cost at a level, its interval the inverse of that of the mean TPS. A
// confidence of 0 means [DefaultConfidence]. A level without TPS is an error that lists the levels, and so are prices
// that [Hourly] refuses.
func CostAt(s *Sweep, prices []Price, threads int, confidence float64) (Cost, error) {
	l := s.Level(threads)
	if l == nil || len(l.Values(parse.TPS)) == 0 {
		return Cost{}, fmt.Errorf("%q has no TPS at %d threads; levels with TPS are: %s", s.System, threads, levelList(s.threads(parse.TPS)))
	}
	vs := l.Values(parse.TPS)
	return newCost(s.System, threads, meanEstimate(vs, confidence), meanAsRatio(vs), prices)
}

// meanAsRatio is the mean of a sample as a ratio to 1, which carries its relative error.
func meanAsRatio(x []float64) ratio {
	r := newRatio([]float64{1, 1}, x)
	r.n, r.fewest = len(x), len(x)
	if len(x) == 1 {
		r.note = notes("note.one-run")
	}
	return r
}

// CostAtPeak returns the cost at the level with the highest mean TPS, the first of equals.
// The level is chosen by the data, which its interval does not know of. Confidence and errors are as of [CostAt].
func CostAtPeak(s *Sweep, prices []Price, confidence float64) (Cost, error) {
	peak := s.peak()
	if peak == nil {
		return Cost{}, s.lacks(parse.TPS)
	}
	return CostAt(s, prices, peak.Threads, confidence)
}

// peak returns the known level with the highest mean TPS, the first of equals; nil where
// none has TPS.
func (s *Sweep) peak() *Level {
	var best *Level
	var most float64
	for _, t := range s.threads(parse.TPS) {
		l := s.Level(t)
		if m := mean(l.Values(parse.TPS)); best == nil || m > most {
			best, most = l, m
		}
	}
	return best
}

// CostAtSLO returns the cost at the capacity under a latency limit ([CapacityAt]); a limit that
// no level meets is an error.
func CostAtSLO(s *Sweep, prices []Price, slo SLO, confidence float64) (Cost, error) {
	c, err := CapacityAt(s, slo, confidence)
	if err != nil {
		return Cost{}, err
	}
	if !c.TPS.Value.OK {
		return Cost{}, fmt.Errorf("%q never meets %s, so no cost at it exists", s.System, slo)
	}
	cost, err := newCost(s.System, 0, c.TPS, c.measured, prices)
	cost.Threads = c.At
	return cost, err
}

// Advantage compares price/performance: how much more throughput per money
// other gives than base (MorePerMoney = base cost / other cost − 1) and how much less a
// given throughput costs on other (Cheaper = 1 − other cost / base cost). The two
// differ, and an article must say which one it means.
type Advantage struct {
	Base, Other           Cost
	MorePerMoney, Cheaper Estimate // fractions
}

// Open reports whether the interval of the advantage holds none as well: then neither
// system is cheaper for sure. Without repeats there is no interval, and the values decide.
func (a Advantage) Open() bool {
	e := a.MorePerMoney
	return e.HasInterval() && e.Low.V < e.High.V && e.Low.V <= 0 && e.High.V >= 0
}

// PricePerformance compares two costs, by the ratio of their throughputs ([Ratio]) and the
// prices, which have no error, at the confidence of the base. Two currencies are an error, and so is a cost without price or
// throughput.
func PricePerformance(base, other Cost) (Advantage, error) {
	if base.Currency != other.Currency {
		return Advantage{}, fmt.Errorf("%q is priced in %s and %q in %s; convert one of them", base.System, base.Currency, other.System, other.Currency)
	}
	if base.Hourly <= 0 || other.Hourly <= 0 || !base.TPS.Value.OK || !other.TPS.Value.OK {
		return Advantage{}, fmt.Errorf("a cost without price or throughput cannot be compared")
	}
	perMoney := throughputRatio(base, other).estimate(base.TPS.Confidence).
		mapped(func(v float64) float64 { return v * base.Hourly / other.Hourly })
	return Advantage{
		Base: base, Other: other,
		MorePerMoney: perMoney.mapped(func(v float64) float64 { return v - 1 }),
		Cheaper:      perMoney.mapped(func(v float64) float64 { return 1 - 1/v }),
	}, nil
}

// throughputRatio is other's TPS over base's, with the error of both.
func throughputRatio(base, other Cost) ratio {
	r := combine([]ratio{base.measured, other.measured}, []float64{-1, 1})
	if !r.known && len(r.note) == 0 {
		r.note = notes("note.one-run")
		if base.measured.known || other.measured.known {
			r.note = notes("note.one-run-side")
		}
	}
	return r
}
