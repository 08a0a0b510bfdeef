package analysis

import (
	"fmt"
	"math"

	"github.com/sbstat/sbstat/parse"
)

// BreakEven says where one system is cheaper per TPS than another.
type BreakEven struct {
	Base, Other string
	Currency    string
	Levels      []BreakEvenLevel
	Crossings   []Crossing // loads at which the cheaper system changes, ascending: there can be several
	OnlyBase    []int      // levels without a partner
	OnlyOther   []int
	Notes       []Note
}

// BreakEvenLevel is the comparison at a matched level.
type BreakEvenLevel struct {
	Threads     int
	Base, Other float64   // price an hour per 1000 TPS
	Advantage   Advantage // of other against base
	MaxPrice    Estimate  // the price an hour up to which other is not dearer per TPS than base

	base, other *Level
}

// Crossing lies between two neighbouring matched levels.
type Crossing struct {
	Below, Above int      // the levels around it; the same level twice where it lies on one
	Threads      Estimate // load at which both cost the same, interpolated log–log
	Cheaper      string   // the system that is cheaper above it
}

// BreakEvenOf finds where other is cheaper than base, over matched levels. Between
// levels the logarithm of the cost ratio is taken to be linear in the logarithm of the
// threads, and a crossing's interval comes from the delta method. A confidence of 0 means [DefaultConfidence]. No matched level, a
// price that is missing or not positive, and two currencies are errors.
func BreakEvenOf(base, other *Sweep, basePrices, otherPrices []Price, confidence float64) (*BreakEven, error) {
	b := &BreakEven{Base: base.System, Other: other.System}
	inB, inO := base.threads(parse.TPS), other.threads(parse.TPS)
	matched := map[int]bool{}
	for _, t := range inO {
		matched[t] = true
	}
	for _, t := range inB {
		if !matched[t] {
			b.OnlyBase = append(b.OnlyBase, t)
			continue
		}
		delete(matched, t)
		bc, err := CostAt(base, basePrices, t, confidence)
		if err != nil {
			return nil, err
		}
		oc, err := CostAt(other, otherPrices, t, confidence)
		if err != nil {
			return nil, err
		}
		adv, err := PricePerformance(bc, oc)
		if err != nil {
			return nil, err
		}
		b.Currency = bc.Currency
		b.Levels = append(b.Levels, BreakEvenLevel{
			Threads: t, Base: bc.Per1000.Value.V, Other: oc.Per1000.Value.V, Advantage: adv,
			MaxPrice: throughputRatio(bc, oc).estimate(confidence).mapped(func(v float64) float64 { return v * bc.Hourly }),
			base:     base.Level(t), other: other.Level(t),
		})
	}
	for _, t := range inO {
		if matched[t] {
			b.OnlyOther = append(b.OnlyOther, t)
		}
	}
	if len(b.Levels) == 0 {
		return nil, fmt.Errorf("no common level with tps: %q has %s; %q has %s", base.System, levelList(inB), other.System, levelList(inO))
	}
	b.cross()
	if len(b.Crossings) == 0 {
		b.Notes = append(b.Notes, b.noCrossing())
	}
	return b, nil
}

// advantage is the logarithm of base's cost over other's at a level: positive where
// other is cheaper.
func (l BreakEvenLevel) advantage() float64 { return math.Log(l.Base / l.Other) }

// cross finds the changes of sign.
func (b *BreakEven) cross() {
	last := -1 // the last level with a difference
	for i, l := range b.Levels {
		d := l.advantage()
		if d == 0 {
			continue
		}
		if last >= 0 && (d > 0) != (b.Levels[last].advantage() > 0) {
			cheaper := b.Base
			if d > 0 {
				cheaper = b.Other
			}
			c := Crossing{Cheaper: cheaper}
			if last == i-1 {
				c.Below, c.Above = b.Levels[last].Threads, l.Threads
				c.Threads = crossing(b.Levels[last], l)
			} else { // the same cost at the levels between: the first of them
				at := b.Levels[last+1].Threads
				c.Below, c.Above = at, at
				c.Threads = Estimate{Value: parse.Some(float64(at)), Confidence: l.MaxPrice.Confidence, Notes: notes("note.crossing-at-level")}
			}
			b.Crossings = append(b.Crossings, c)
		}
		last = i
	}
}

// crossing interpolates between two levels. With repeats its interval comes from the
// delta method on d₁/(d₁ − d₂), the share of the way at which the advantages d are zero, by the
// repeats as wholes where the runs line up.
func crossing(lo, hi BreakEvenLevel) Estimate {
	r1 := throughputRatio(lo.Advantage.Base, lo.Advantage.Other)
	r2 := throughputRatio(hi.Advantage.Base, hi.Advantage.Other)
	d1, d2 := lo.advantage(), hi.advantage()
	span := math.Log(float64(hi.Threads) / float64(lo.Threads))
	x := math.Log(float64(lo.Threads)) + span*d1/(d1-d2)
	e := Estimate{Value: parse.Some(math.Exp(x)), Confidence: lo.MaxPrice.Confidence, N: r1.n + r2.n}
	if !r1.known || !r2.known {
		e.Notes = notes("note.one-run")
		if r1.n > 2 || r2.n > 2 {
			e.Notes = notes("note.no-repeats")
		}
		return e
	}
	g1, g2 := -span*d2/((d1-d2)*(d1-d2)), span*d1/((d1-d2)*(d1-d2))
	vs, dfs, how := repeatErrors([]float64{g1, g2}, parse.TPS, []*Level{lo.base, hi.base}, []*Level{lo.other, hi.other})
	if how == independent {
		vs, dfs = []float64{g1 * g1 * r1.se * r1.se, g2 * g2 * r2.se * r2.se}, []float64{r1.df, r2.df}
	}
	e.Method = "method.delta"
	half := 0.0
	if v := vs[0] + vs[1]; v > 0 {
		half = tQuantile(e.Confidence, satterthwaite(vs, dfs)) * math.Sqrt(v)
	} else {
		e.Notes = notes("note.constant")
	}
	e.Low, e.High = parse.Some(math.Exp(x-half)), parse.Some(math.Exp(x+half))
	if !e.HasInterval() {
		e.Low, e.High, e.Method = parse.Num{}, parse.Num{}, ""
		e.Notes = append(e.Notes, Note{Code: "note.unbounded"})
	}
	if r1.pDifferFrom(r1.log-d1) > 1-e.Confidence || r2.pDifferFrom(r2.log-d2) > 1-e.Confidence {
		e.Notes = append(e.Notes, Note{Code: "note.crossing-uncertain"})
	}
	return e
}

// noCrossing says which system is cheaper throughout.
func (b *BreakEven) noCrossing() Note {
	for _, l := range b.Levels {
		switch d := l.advantage(); {
		case d > 0:
			return Note{"note.cheaper-everywhere", []any{b.Other}}
		case d < 0:
			return Note{"note.cheaper-everywhere", []any{b.Base}}
		}
	}
	return Note{Code: "note.same-cost"}
}
