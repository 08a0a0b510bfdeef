package report

import (
	"fmt"
	"strings"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// hourly is what a system costs an hour.
func (s *System) hourly() (float64, string, error) {
	if len(s.Prices) == 0 {
		return 0, "", lack(fmt.Errorf("%s has no price; the head may give one: price: 0.94 USD/h", s.Name))
	}
	amount, currency, err := analysis.Hourly(s.Prices)
	return amount, currency, lack(err)
}

// cost prints the price of a throughput: cost "x86" (at 16) (per 100).
func (r *run) cost(args ...any) (*result, error) {
	q, err := readQuery("cost", args)
	if err != nil {
		return nil, err
	}
	if len(q.names) != 1 || q.vsAt >= 0 {
		return nil, fail("cost: expected one system: cost %q (at 16) (per 100)", r.n.base().Name)
	}
	s, err := r.n.system(q.names[0])
	if err != nil {
		return nil, err
	}
	_, currency, err := s.hourly()
	if err != nil {
		return nil, err
	}
	chosen, err := r.chosen(q)
	if err != nil {
		return nil, err
	}
	var costs []analysis.Cost
	switch {
	case q.slo:
		if len(r.n.SLO) == 0 {
			return nil, fail("cost: the head has no slo; write slo: {p95: 80ms}")
		}
		c, err := analysis.CostAtSLO(s.Sweep, s.Prices, r.n.SLO[0], r.n.Confidence)
		if err != nil {
			return nil, lack(err)
		}
		costs = append(costs, c)
	case q.stat == peak:
		c, err := analysis.CostAtPeak(s.Sweep, s.Prices, r.n.Confidence)
		if err != nil {
			return nil, lack(err)
		}
		costs = append(costs, c)
	case q.stat != "":
		return nil, fail("cost: %s is for comparisons; a cost is a level's, the peak's or the slo's", q.stat)
	case len(chosen) == 0:
		return nil, fail("cost: at which level? write (at 16), peak or slo; levels of %s are: %s", s.Name, blanks(allLevels(s, parse.TPS)))
	default:
		levels, err := measured(s, chosen, parse.TPS)
		if err != nil {
			return nil, err
		}
		for _, t := range inOrder(chosen, levels) {
			c, err := analysis.CostAt(s.Sweep, s.Prices, t, r.n.Confidence)
			if err != nil {
				return nil, lack(err)
			}
			costs = append(costs, c)
		}
	}
	r.used["cost"] = true
	unit := currency + "/h"
	if q.million {
		unit = currency
	}
	res := &result{decimals: -1, print: printPrice(" " + unit), metric: "cost", unit: unit, system: s.Name}
	for _, c := range costs {
		e := c.Per1000
		switch {
		case q.million:
			e = c.PerMillion()
		case q.per > 0:
			e = c.Per(q.per)
		}
		if !e.Value.OK {
			return nil, lack(fmt.Errorf("the cost of %s is unknown: %s", s.Name, notes(e.Notes)))
		}
		res.parts = append(res.parts, amountOf(e, c.Threads))
		if c.Threads > 0 {
			res.levels = append(res.levels, c.Threads)
		}
	}
	return res, nil
}

// breakEven prints the loads at which one system is cheaper, or, at a level, the
// price up to which it is.
func (r *run) breakEven(args ...any) (*result, error) {
	q, err := readQuery("breakeven", args)
	if err != nil {
		return nil, err
	}
	other, base, err := r.pair(q, 0)
	if err != nil {
		return nil, err
	}
	b, err := r.breakEvenOf(base, other)
	if err != nil {
		return nil, err
	}
	r.used["cost"], r.used["breakeven"] = true, true
	res := &result{decimals: -1, metric: "breakeven", system: other.Name, base: base.Name}
	if len(q.levels) > 0 {
		res.unit, res.print = b.Currency+"/h", printPrice(" "+b.Currency+"/h")
		for _, l := range b.Levels {
			if q.levels.Contains(l.Threads) {
				res.parts = append(res.parts, amountOf(l.MaxPrice, l.Threads))
				res.levels = append(res.levels, l.Threads)
			}
		}
		if len(res.parts) == 0 {
			return nil, lack(fmt.Errorf("no common level with a TPS at %s threads", q.levels))
		}
		return res, nil
	}
	res.kind, res.unit = words_, "threads"
	for _, c := range b.Crossings {
		res.parts = append(res.parts, amountOf(c.Threads, 0))
	}
	res.text = r.cheaperAt(b)
	return res, nil
}

func (r *run) breakEvenOf(base, other *System) (*analysis.BreakEven, error) {
	for _, s := range []*System{base, other} {
		if _, _, err := s.hourly(); err != nil {
			return nil, err
		}
	}
	b, err := analysis.BreakEvenOf(base.Sweep, other.Sweep, base.Prices, other.Prices, r.n.Confidence)
	return b, lack(err)
}

// levelList writes levels for a sentence: 1, 4, 16.
func (r *run) levelList(levels []int) string {
	words := make([]string, len(levels))
	for i, t := range levels {
		words[i] = fmt.Sprint(t)
	}
	return strings.Join(words, r.t("comma"))
}

// cheaperAt says at which loads the other system is cheaper.
func (r *run) cheaperAt(b *analysis.BreakEven) string {
	first, last := b.Levels[0], b.Levels[len(b.Levels)-1]
	threads := func(v float64) string { return lang.Significant(v, 2) }
	var sure, open []int
	for _, l := range b.Levels {
		switch {
		case l.Advantage.Open():
			open = append(open, l.Threads)
		case l.Other < l.Base:
			sure = append(sure, l.Threads)
		}
	}
	switch {
	case len(open) > 0 && len(sure) > 0: // repeats leave it open where the crossings are
		return lang.Text(r.l, "report.breakeven.open", r.levelList(sure), r.levelList(open))
	case len(open) > 0:
		return lang.Text(r.l, "report.breakeven.unsure", r.levelList(open))
	}
	var spans []string
	cheaper, from := first.Other < first.Base, ""
	if len(b.Crossings) == 0 {
		key := "report.breakeven.never"
		if cheaper {
			key = "report.breakeven.always"
		}
		if first.Threads == last.Threads {
			return lang.Text(r.l, key+".one", fmt.Sprint(first.Threads))
		}
		return lang.Text(r.l, key, fmt.Sprint(first.Threads), fmt.Sprint(last.Threads))
	}
	for _, c := range b.Crossings {
		switch now := c.Cheaper == b.Other; {
		case now:
			from = threads(c.Threads.Value.V)
		case from != "":
			spans = append(spans, lang.Text(r.l, "report.breakeven.between", from, threads(c.Threads.Value.V)))
			from = ""
		default:
			spans = append(spans, lang.Text(r.l, "report.breakeven.upto", threads(c.Threads.Value.V)))
		}
	}
	if from != "" {
		spans = append(spans, lang.Text(r.l, "report.breakeven.from", from))
	}
	return and(r.l, spans)
}
