package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// Beside the metrics of runs, systems are compared in what they give for money.
const (
	valueMetric = "value" // TPS per price: higher is better
	costMetric  = "cost"  // price per TPS: lower is better
	priceMetric = "price" // price an hour: lower is better
)

// deltas are the differences of two systems in one metric, level by level and, where
// asked for, as one figure.
type deltas struct {
	metric      string
	unit        string
	better      parse.Direction
	other, base *System
	levels      []amount          // other/base − 1
	overall     *amount           // the figure over the levels, where the call asks for one
	whole       bool              // over all levels, not a choice of them
	measured    analysis.Estimate // interval of the measurement over the levels, where there are repeats
	comparison  *analysis.Comparison
}

// compare reads a comparing call: metric, other, vs, base.
func (r *run) compare(name string, args []any) (*deltas, *query, error) {
	q, err := readQuery(name, args)
	if err != nil {
		return nil, nil, err
	}
	if len(q.names) == 0 {
		return nil, nil, fail("%s: expected a metric and two systems: %s \"tps\" %q vs %q", name, name, r.n.others0(), r.n.base().Name)
	}
	other, base, err := r.pair(q, 1)
	if err != nil {
		return nil, nil, err
	}
	chosen, err := r.chosen(q)
	if err != nil {
		return nil, nil, err
	}
	d := &deltas{metric: strings.ToLower(q.names[0]), other: other, base: base, whole: len(chosen) == 0}
	switch d.metric {
	case priceMetric:
		err = r.priceDelta(d)
	case valueMetric, costMetric:
		err = r.moneyDeltas(d, q, chosen)
	default:
		var m parse.Metric
		if m, err = parse.MetricNamed(d.metric); err != nil {
			return nil, nil, fail("%s: %v; also: value cost price", name, err)
		}
		err = r.metricDeltas(d, q, m, chosen)
	}
	if err != nil {
		return nil, nil, err
	}
	r.used["delta"] = true
	return d, q, nil
}

// compared is a comparison of two systems; it is computed once.
func (r *run) compared(base, other *System, m parse.Metric, levels analysis.LevelSet) (*analysis.Comparison, error) {
	key := fmt.Sprintf("compare %q %q %s %s", base.Name, other.Name, m.Name, levels)
	if c, ok := r.cache[key]; ok {
		return c.(*analysis.Comparison), nil
	}
	opts := analysis.CompareOptions{Levels: levels, Margin: r.n.Margin, Confidence: r.n.Confidence}
	if len(levels) == 0 {
		opts.Focus = r.n.Focus
	}
	c, err := analysis.Compare(base.Sweep, other.Sweep, m, opts)
	if err != nil {
		return nil, lack(err)
	}
	if whole := r.family(base, m)[other.Name]; len(levels) == 0 {
		c = whole
	} else {
		judgedBy(c, whole)
	}
	r.cache[key] = c
	return c, nil
}

// family compares all systems with a base, over all levels: what the verdicts of a page are
// adjusted over, so that a table of a few levels or of two systems says what the others say.
func (r *run) family(base *System, m parse.Metric) map[string]*analysis.Comparison {
	key := fmt.Sprintf("family %q %s", base.Name, m.Name)
	if all, ok := r.cache[key]; ok {
		return all.(map[string]*analysis.Comparison)
	}
	opts := analysis.CompareOptions{Focus: r.n.Focus, Margin: r.n.Margin, Confidence: r.n.Confidence}
	var names []string
	var sweeps []*analysis.Sweep
	for i := range r.n.Systems {
		s := &r.n.Systems[i]
		if _, err := analysis.Compare(base.Sweep, s.Sweep, m, opts); err == nil { // not with itself, nor where no level is common
			names, sweeps = append(names, s.Name), append(sweeps, s.Sweep)
		}
	}
	all := map[string]*analysis.Comparison{}
	cs, err := analysis.CompareAll(base.Sweep, sweeps, m, opts)
	for i := range cs {
		if err == nil {
			all[names[i]] = cs[i]
		}
	}
	r.cache[key] = all
	return all
}

// judgedBy takes the verdicts of the levels of c from the comparison over all of them.
func judgedBy(c, whole *analysis.Comparison) {
	for i := range c.Levels {
		l := &c.Levels[i]
		for _, w := range whole.Levels {
			if w.Threads == l.Threads {
				l.Verdict, l.P, l.MoreRepeats, l.Delta.Notes = w.Verdict, w.P, w.MoreRepeats, w.Delta.Notes
			}
		}
	}
	adjusted := func(n analysis.Note) bool { return n.Code == "note.holm" }
	c.Notes = slices.DeleteFunc(c.Notes, adjusted)
	if i := slices.IndexFunc(whole.Notes, adjusted); i >= 0 {
		c.Notes = append(c.Notes, whole.Notes[i])
	}
}

func (r *run) metricDeltas(d *deltas, q *query, m parse.Metric, chosen analysis.LevelSet) error {
	for _, set := range chosen {
		if set.Lo == set.Hi { // named alone: it must be there on both sides
			for _, s := range []*System{d.base, d.other} {
				if _, err := level(s, set.Lo, m); err != nil {
					return err
				}
			}
		}
	}
	c, err := r.compared(d.base, d.other, m, chosen)
	if err != nil {
		return err
	}
	d.unit, d.better, d.comparison = m.Unit, m.Better, c
	for _, l := range c.Levels {
		if l.Delta.Value.OK {
			d.levels = append(d.levels, amountOf(l.Delta, l.Threads))
		}
	}
	if len(d.levels) == 0 {
		return lack(fmt.Errorf("no ratio of %s exists: at no level is it above zero on both sides", m.Name))
	}
	d.levels = ordered(chosen, d.levels)
	o := c.Overall
	switch q.stat {
	case mean, median, geomean:
		d.measured = o.Measured
	}
	switch q.stat {
	case mean:
		d.overall = &amount{v: o.Mean}
	case geomean: // the measurement's own interval belongs to this one
		d.overall = &amount{v: o.Geomean, low: o.Measured.Low, high: o.Measured.High, confidence: o.Measured.Confidence}
	case median:
		d.overall = &amount{v: o.Median}
	}
	return d.pick(q)
}

// ordered puts levels in the order in which the call names them.
func ordered(set analysis.LevelSet, levels []amount) []amount {
	threads := make([]int, len(levels))
	for i, l := range levels {
		threads[i] = l.threads
	}
	var out []amount
	for _, t := range inOrder(set, threads) {
		out = append(out, levels[slices.Index(threads, t)])
	}
	return out
}

// moneyDeltas compares TPS per price, or price per TPS.
func (r *run) moneyDeltas(d *deltas, q *query, chosen analysis.LevelSet) error {
	b, err := r.breakEvenOf(d.base, d.other)
	if err != nil {
		return err
	}
	r.used["cost"] = true
	d.unit, d.better = b.Currency+"/h per TPS", parse.LowerIsBetter
	if d.metric == valueMetric {
		d.unit, d.better = "TPS per "+b.Currency+"/h", parse.HigherIsBetter
	}
	var have []int
	for _, l := range b.Levels {
		have = append(have, l.Threads)
		if !chosen.Contains(l.Threads) {
			continue
		}
		a := amountOf(l.Advantage.MorePerMoney, l.Threads)
		if d.metric == costMetric {
			less := l.Advantage.Cheaper
			a = amount{v: -less.Value.V, low: negative(less.High), high: negative(less.Low), confidence: less.Confidence, threads: l.Threads}
		}
		if q.rounded >= 0 { // from costs as an article rounds them
			unit := math.Pow(10, float64(q.rounded))
			costB, costO := math.Round(l.Base*unit)/unit, math.Round(l.Other*unit)/unit
			if costB == 0 || costO == 0 {
				return lack(fmt.Errorf("a cost per 1000 TPS rounds to 0 with %d decimals", q.rounded))
			}
			a = amount{v: costB/costO - 1, threads: l.Threads}
			if d.metric == costMetric {
				a.v = costO/costB - 1
			}
		}
		d.levels = append(d.levels, a)
	}
	for _, set := range chosen {
		if set.Lo == set.Hi && !slices.Contains(have, set.Lo) {
			return lack(fmt.Errorf("no common level of %s; common levels are: %s", nThreads(set.Lo), blanks(have)))
		}
	}
	if len(d.levels) == 0 {
		return lack(fmt.Errorf("no common level at %s threads; common levels are: %s", chosen, blanks(have)))
	}
	d.levels = ordered(chosen, d.levels)
	switch q.stat {
	case mean:
		sum := 0.0
		for _, l := range d.levels {
			sum += l.v
		}
		d.overall = &amount{v: sum / float64(len(d.levels))}
	case geomean:
		sum := 0.0
		for _, l := range d.levels {
			sum += math.Log1p(l.v)
		}
		d.overall = &amount{v: math.Expm1(sum / float64(len(d.levels)))}
	case median:
		return fail("%s: no median of %q; choose mean or geomean", q.name, d.metric)
	}
	return d.pick(q)
}

func negative(n parse.Num) parse.Num {
	n.V = -n.V
	return n
}

// priceDelta compares what the systems cost an hour.
func (r *run) priceDelta(d *deltas) error {
	b, cb, err := d.base.hourly()
	if err != nil {
		return err
	}
	o, co, err := d.other.hourly()
	if err != nil {
		return err
	}
	if cb != co {
		return fail("prices in %s and %s cannot be compared", cb, co)
	}
	d.unit, d.better, d.overall, d.whole = cb+"/h", parse.LowerIsBetter, &amount{v: o/b - 1}, false
	return nil
}

// pick takes the level where other does best or worst against base.
func (d *deltas) pick(q *query) error {
	switch q.stat {
	case best, worst:
		at := 0
		for i, l := range d.levels {
			up := (l.v > d.levels[at].v) == (d.better == parse.HigherIsBetter)
			if l.v != d.levels[at].v && up == (q.stat == best) {
				at = i
			}
		}
		a := d.levels[at]
		d.overall = &a
	case peak:
		return fail("%s: peak is for values; choose mean, median, geomean, best or worst", q.name)
	}
	return nil
}

// shown are the numbers that the call prints: the overall figure, or the levels.
func (d *deltas) shown() []amount {
	if d.overall != nil {
		return []amount{*d.overall}
	}
	return d.levels
}

// result makes a result of numbers of a comparison.
func (r *run) result(d *deltas, parts []amount, signed bool) *result {
	res := &result{
		parts: parts, decimals: -1, print: printPercent, fraction: true, signed: signed,
		metric: d.metric, unit: "fraction", system: d.other.Name, base: d.base.Name,
	}
	if signed {
		res.print = printDelta
	}
	for _, l := range d.levels {
		res.levels = append(res.levels, l.threads)
	}
	if r.swap { // the same statement, from the other base
		res.system, res.base = res.base, res.system
	}
	if d.comparison != nil {
		res.foot = r.footOf(d.comparison)
	} else if d.metric != priceMetric {
		res.foot = &footnote{key: "money " + d.other.Name + d.base.Name + d.metric,
			text: r.capital(lang.Text(r.l, "report.foot.money", r.metricName(d.metric), d.other.short(), d.base.short()))}
	}
	return res
}
