package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sbstat/sbstat/analysis"
)

// systems are the sweeps a command works on, the base first.
type systems struct {
	sweeps []*analysis.Sweep // named in full, for JSON and CSV
	short  map[string]string // full name to the name that tables show
}

// systems takes the sweeps of the data with the base first.
func (a *app) systems(d *data) (*systems, error) {
	sweeps := slices.Clone(d.sweeps)
	s := &systems{sweeps: sweeps, short: map[string]string{}}
	for i, short := range analysis.ShortNames(systemNames(sweeps)) {
		s.short[sweeps[i].System] = clean(short)
	}
	if a.flags.base != "" {
		base, err := s.find(a.flags.base)
		if err != nil {
			return nil, fmt.Errorf("--base: %w", err)
		}
		i := slices.Index(sweeps, base)
		copy(sweeps[1:i+1], sweeps[:i])
		sweeps[0] = base
	}
	return s, nil
}

// pair is systems for a command that compares: there must be two at least.
func (a *app) pair(d *data) (*systems, error) {
	s, err := a.systems(d)
	if err == nil && len(s.sweeps) < 2 {
		what := "give a second input"
		if len(d.results) > 1 {
			what = "give each its own name with NAME=PATH"
		}
		err = fmt.Errorf("only one system: %s; a comparison needs two: %s", s.sweeps[0].System, what)
	}
	return s, err
}

// find returns the sweep a selector names: a part of its full name, or the name
// that tables show for it.
func (s *systems) find(selector string) (*analysis.Sweep, error) {
	sweep, err := analysis.Find(s.sweeps, selector)
	if err == nil {
		return sweep, nil
	}
	for _, w := range s.sweeps {
		if strings.EqualFold(s.short[w.System], selector) {
			return w, nil
		}
	}
	return nil, err
}

// shown returns copies of the sweeps under their short names, for output that
// people read.
func (s *systems) shown() []*analysis.Sweep {
	out := make([]*analysis.Sweep, len(s.sweeps))
	for i, w := range s.sweeps {
		c := *w
		c.System = s.short[w.System]
		out[i] = &c
	}
	return out
}

// captions writes which transactions alone were looked at, and the full names of the systems
// that were shortened.
func (a *app) captions(d *document, s *systems) {
	if a.flags.transaction != "" {
		d.line(clean(a.text("cmd.transaction", a.flags.transaction)))
	}
	for _, w := range s.sweeps {
		if short := s.short[w.System]; short != w.System {
			d.line(d.tint(dim, clean(short+": "+w.System)))
		}
	}
}

// pricesOf returns the prices given for each system, by full name. A selector
// that names no system or several is an error.
func (a *app) pricesOf(s *systems) (map[string][]analysis.Price, error) {
	prices := map[string][]analysis.Price{}
	for _, p := range a.flags.prices {
		w, err := s.find(p.selector)
		if err != nil {
			return nil, fmt.Errorf("--price: %w", err)
		}
		prices[w.System] = append(prices[w.System], p.price)
	}
	return prices, nil
}
