package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

// costTable has the price of 1000 TPS by level, and which system is cheaper. The first
// system named is the base.
func (r *run) costTable(rest []string, chosen analysis.LevelSet) (*Table, error) {
	r.used["cost"] = true
	systems := append([]*System{r.n.base()}, r.n.others()...)
	if len(rest) > 0 {
		var err error
		if systems, err = r.named(rest); err != nil {
			return nil, err
		}
	}
	base, others := systems[0], systems[1:]
	_, currency, err := base.hourly()
	if err != nil {
		return nil, err
	}
	t := &Table{Caption: r.t("table.cost", currency), Head: []string{r.t("threads")}}
	for _, s := range systems {
		if _, c, err := s.hourly(); err != nil {
			return nil, err
		} else if c != currency {
			return nil, fail("table \"cost\": prices in %s and %s cannot be compared", currency, c)
		}
		t.Head = append(t.Head, s.short())
	}
	two := len(systems) == 2
	if two {
		t.Head = append(t.Head, r.t("table.cheaper"))
		t.Left = []bool{false, false, false, true}
	}
	cost := func(s *System, threads int) (analysis.Cost, bool) {
		if l := s.Sweep.Level(threads); l == nil || len(l.Values(parse.TPS)) == 0 {
			return analysis.Cost{}, false
		}
		c, err := analysis.CostAt(s.Sweep, s.Prices, threads, r.n.Confidence)
		return c, err == nil && c.Per1000.Value.OK
	}
	for _, threads := range unionLevels(base, others, parse.TPS, chosen) {
		row := []string{fmt.Sprint(threads)}
		var costs []analysis.Cost
		for _, s := range systems {
			c, ok := cost(s, threads)
			if !ok {
				row = append(row, absent)
				continue
			}
			costs = append(costs, c)
			row = append(row, r.estimate(c.Per1000, printPrice("")))
		}
		if two {
			text := absent
			if len(costs) == 2 {
				if a, err := analysis.PricePerformance(costs[0], costs[1]); err == nil && a.Cheaper.Value.OK {
					text = r.cheaperText(base.short(), others[0].short(), a)
				}
			}
			row = append(row, text)
		}
		t.Rows = append(t.Rows, row)
	}
	if two && len(chosen) == 0 {
		if b, err := r.breakEvenOf(base, others[0]); err == nil {
			r.used["breakeven"] = true
			t.Notes = append(t.Notes, r.t("note.breakeven", others[0].short(), base.short(), r.cheaperAt(b)))
		}
	}
	for _, s := range systems {
		for _, p := range s.Prices {
			t.Notes = append(t.Notes, r.priceText(*s, p))
		}
	}
	return t, nil
}

// cheaperText names the cheaper system and by how much its cost is below the other's.
func (r *run) cheaperText(base, other string, a analysis.Advantage) string {
	less := a.Cheaper.Value.V // of other against base
	switch {
	case a.Open():
		return r.t("table.cheaper-open")
	case math.Abs(less) < 1e-12:
		return r.t("table.cheaper-none")
	}
	if less >= 0 {
		return r.t("table.cheaper-by", other, printPercent(r.l, less, -1))
	}
	// base is cheaper: 1 − base/other
	return r.t("table.cheaper-by", base, printPercent(r.l, 1-1/(1-less), -1))
}

// capacityTable has what each system carries within each limit, and what that costs.
func (r *run) capacityTable() (*Table, error) {
	if len(r.n.SLO) == 0 {
		return nil, fail("table \"capacity\": the head has no slo; write slo: {p95: 80ms}")
	}
	r.used["capacity"] = true
	t := &Table{Caption: r.t("table.capacity"), Head: []string{r.t("table.limit")}, Left: []bool{true}}
	prices := true
	for _, s := range r.n.Systems {
		prices = prices && len(s.Prices) > 0
	}
	many := len(r.n.Systems) > 4 // too wide for a page: a system a row
	for _, s := range r.n.Systems {
		name := r.t("table.tps-of", s.short())
		if many && !prices {
			name = s.short()
		}
		t.Head = append(t.Head, name)
	}
	if prices {
		for _, s := range r.n.Systems {
			_, currency, err := s.hourly()
			if err != nil {
				return nil, err
			}
			t.Head = append(t.Head, r.t("table.cost-of", s.short(), currency))
		}
	}
	var said []string
	whom := map[string][]string{} // notes, and to which systems and limits they apply
	for _, slo := range r.n.SLO {
		row := []string{slo.String()}
		for i := range r.n.Systems {
			s := &r.n.Systems[i]
			c, err := analysis.CapacityAt(s.Sweep, slo, r.n.Confidence)
			if err != nil {
				return nil, lack(err)
			}
			cell := absent
			if c.TPS.Value.OK {
				cell = r.estimate(c.TPS, printFixed(0, ""))
				if c.At > 0 {
					cell = r.t("table.at", cell, c.At)
				} else {
					cell = r.t("table.between", cell, c.Below, c.Above)
				}
				if c.Above == 0 {
					cell = r.t("table.at-least", cell)
				}
			}
			row = append(row, cell)
			for _, n := range c.Notes {
				text := n.In(r.l)
				if whom[text] == nil {
					said = append(said, text)
				}
				whom[text] = append(whom[text], s.short()+r.t("comma.text")+slo.String())
			}
		}
		if prices {
			for i := range r.n.Systems {
				s := &r.n.Systems[i]
				cell := absent
				if c, err := analysis.CostAtSLO(s.Sweep, s.Prices, slo, r.n.Confidence); err == nil && c.Per1000.Value.OK {
					cell = r.estimate(c.Per1000, printPrice(""))
					r.used["cost"] = true
				}
				row = append(row, cell)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	for _, text := range said { // what several have in common is said once
		t.Notes = append(t.Notes, strings.Join(whom[text], r.t("semicolon"))+r.t("colon")+text)
	}
	if many {
		t = t.flipped(r.t("system"))
	}
	return t, nil
}

// flipped is the table with its rows as columns; its first column is named anew.
func (t *Table) flipped(first string) *Table {
	f := &Table{Name: t.Name, Caption: t.Caption, Head: []string{first}, Left: []bool{true}, Notes: t.Notes}
	for _, row := range t.Rows {
		f.Head = append(f.Head, row[0])
	}
	for i, name := range t.Head[1:] {
		line := []string{name}
		for _, row := range t.Rows {
			line = append(line, row[i+1])
		}
		f.Rows = append(f.Rows, line)
	}
	return f
}
