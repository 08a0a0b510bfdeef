package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

// gate is a condition of --fail-if: a difference that must not be.
type gate struct {
	text   string
	cost   bool // the cost per TPS, in place of a metric
	metric parse.Metric
	levels analysis.LevelSet // each of these levels; nil: the overall figure
	below  bool              // fails below the limit, else above it
	limit  float64           // fraction
}

var gateForm = regexp.MustCompile(`^\s*([A-Za-z0-9.]+)\s*(?:@\s*([0-9][0-9,\s–-]*?))?\s*([<>])\s*([+−-]?[0-9.]+)\s*%\s*$`)

// parseGates reads conditions such as 'tps < -5%' and 'p95@64 > 10%'.
func parseGates(texts []string) ([]gate, error) {
	var gates []gate
	for _, t := range texts {
		m := gateForm.FindStringSubmatch(t)
		if m == nil {
			return nil, fmt.Errorf("--fail-if %q: want METRIC < -N%% or METRIC > N%%, with @LEVELS after the metric for single levels: 'tps < -5%%', 'p95@64 > 10%%', 'cost > 5%%'", t)
		}
		g := gate{text: strings.TrimSpace(t), cost: strings.EqualFold(m[1], "cost"), below: m[3] == "<"}
		var err error
		if !g.cost {
			if g.metric, err = parse.MetricNamed(m[1]); err != nil {
				return nil, fmt.Errorf("--fail-if %q: %w", t, err)
			}
		}
		if m[2] != "" {
			if g.levels, err = analysis.ParseLevels(m[2]); err != nil {
				return nil, fmt.Errorf("--fail-if %q: %w", t, err)
			}
		}
		percent, err := strconv.ParseFloat(strings.Replace(m[4], "−", "-", 1), 64)
		if err != nil {
			return nil, fmt.Errorf("--fail-if %q: %q is no number", t, m[4])
		}
		g.limit = percent / 100
		if g.below && g.limit > 0 || !g.below && g.limit < 0 {
			return nil, fmt.Errorf("--fail-if %q: a loss is below a negative number, a rise above a positive one: '%s < -5%%' or '%s > 5%%'", t, m[1], m[1])
		}
		gates = append(gates, g)
	}
	return gates, nil
}

// outcome of a gate.
type outcome int

const (
	passes outcome = iota
	undecided
	fails
)

// judge decides on a delta with its interval, on significance and size: the gate
// fails where the value is beyond the limit and the interval excludes no
// difference, and passes where the interval excludes a difference beyond the limit.
func (g *gate) judge(j judged) outcome {
	e := j.delta
	if !e.Value.OK || !e.Low.OK || !e.High.OK {
		return undecided
	}
	value, near, far := e.Value.V, e.High.V, e.Low.V // the ends towards zero and beyond the limit
	if !g.below {
		value, near, far = -e.Value.V, -e.Low.V, -e.High.V
	}
	limit := g.limit
	if !g.below {
		limit = -g.limit
	}
	switch {
	case value < limit && near < 0 && (!j.p.OK || j.p.V < 1-e.Confidence):
		return fails
	case far >= limit:
		return passes
	}
	return undecided
}

// decide judges all gates for all systems, says how each ended and
// sets the exit code: the worst outcome counts.
func (a *app) decide(gates []gate, s *systems, prices map[string][]analysis.Price, inconclusiveOK bool) error {
	worst := passes
	for _, g := range gates {
		for _, other := range s.sweeps[1:] {
			judged, err := a.deltasFor(&g, s, other, prices)
			if err != nil {
				return fmt.Errorf("--fail-if %q: %w", g.text, err)
			}
			for _, j := range judged {
				o := j.outcome
				if j.why == "" {
					o = g.judge(j)
				}
				worst = max(worst, o)
				a.say(&g, s.short[other.System], j, o)
			}
		}
	}
	switch {
	case worst == fails:
		a.code = exitFailed
	case worst == undecided && !inconclusiveOK:
		a.code = exitInconclusive
	}
	return nil
}

// judged is a delta that a gate looks at, and what it is of.
type judged struct {
	at     string
	delta  analysis.Estimate
	p      parse.Num // Holm-adjusted over the levels; absent: the interval decides alone
	family int       // levels that share the adjustment

	why     string // of an outcome without a ratio, where none decides
	outcome outcome
}

func (a *app) deltasFor(g *gate, s *systems, other *analysis.Sweep, prices map[string][]analysis.Price) ([]judged, error) {
	base := s.sweeps[0]
	have := allLevels([]*analysis.Sweep{base, other})
	for _, r := range g.levels {
		if !slices.ContainsFunc(have, analysis.LevelSet{r}.Contains) {
			return nil, fmt.Errorf("no level in %s; levels are: %s", analysis.LevelSet{r}, levelList(have))
		}
	}
	if g.cost {
		return a.costDeltas(g, s, other, prices)
	}
	opts := a.compareOptions()
	opts.Focus = nil // it shows more, and decides nothing
	if g.levels != nil {
		opts.Levels = g.levels
	}
	out, handled := a.withoutRatio(g, s, other, g.metric, opts.Levels)
	c, err := analysis.Compare(base, other, g.metric, opts)
	if err != nil {
		if len(handled) > 0 { // no level has a ratio, and each has its say
			return out, nil
		}
		return nil, err
	}
	if g.levels == nil && c.Overall.N == 0 {
		if len(out) == 0 {
			out = append(out, a.noRatio(a.text("cmd.gate.overall"), c.Overall.Notes))
		}
		return out, nil
	}
	if g.levels == nil {
		o := c.Overall.Measured
		if !o.Value.OK {
			o.Value = parse.Some(c.Overall.Geomean)
		}
		out = slices.DeleteFunc(out, func(j judged) bool { return j.outcome == passes })
		return append([]judged{{at: a.text("cmd.gate.overall"), delta: o}}, out...), nil
	}
	family := 0
	for _, l := range c.Levels {
		if l.P.OK {
			family++
		}
	}
	for _, l := range c.Levels {
		at := a.count("cmd.nthreads", l.Threads)
		switch {
		case handled[l.Threads]:
		case !l.Delta.Value.OK:
			out = append(out, a.noRatio(at, l.Delta.Notes))
		default:
			out = append(out, judged{at: at, delta: l.Delta, p: l.P, family: family})
		}
	}
	return out, nil
}

// noRatio leaves a gate open for the reasons that the data give.
func (a *app) noRatio(at string, notes []analysis.Note) judged {
	var why []string
	for _, n := range notes {
		why = append(why, n.In(a.flags.lang))
	}
	return judged{at: at, outcome: undecided, why: strings.Join(why, a.text("cmd.semicolon"))}
}

// withoutRatio judges the levels of base that have no ratio: those at which other has no
// usable run, and those at which a value is zero. It returns the levels that it judged.
func (a *app) withoutRatio(g *gate, s *systems, other *analysis.Sweep, m parse.Metric, levels analysis.LevelSet) ([]judged, map[int]bool) {
	var out []judged
	handled := map[int]bool{}
	for _, l := range s.sweeps[0].Levels {
		if l.Threads == 0 || !levels.Contains(l.Threads) || len(l.Values(m)) == 0 {
			continue
		}
		j := judged{at: a.count("cmd.nthreads", l.Threads), outcome: undecided}
		b := l.Mean(m, analysis.DefaultConfidence).Value
		o := other.Level(l.Threads)
		switch {
		case o == nil || len(o.Values(m)) == 0:
			j.why = a.text("cmd.gate.lacks", metricLabel(m))
			if o != nil && len(o.Runs) == 0 && len(o.Failed) > 0 {
				j.why = a.text("cmd.gate.failed")
				if g.levels != nil {
					j.outcome = fails
				}
			}
		default:
			v := o.Mean(m, analysis.DefaultConfidence).Value
			switch {
			case b.V == 0 && v.V == 0:
				j.outcome, j.why = passes, a.text("cmd.gate.bothzero", metricLabel(m))
			case b.V == 0:
				j.why = a.text("cmd.gate.zerobase", metricLabel(m), number(v))
			case v.V == 0 && g.below:
				j.why = a.text("cmd.gate.tozero", metricLabel(m), number(b))
			case v.V == 0:
				j.outcome, j.why = passes, a.text("cmd.gate.tozero", metricLabel(m), number(b))
			}
		}
		if j.why != "" {
			out = append(out, j)
			handled[l.Threads] = true
		}
	}
	return out, handled
}

// costDeltas compares the cost per TPS, at the peak unless the gate names levels.
func (a *app) costDeltas(g *gate, s *systems, other *analysis.Sweep, prices map[string][]analysis.Price) ([]judged, error) {
	base := s.sweeps[0]
	for _, w := range []*analysis.Sweep{base, other} {
		if len(prices[w.System]) == 0 {
			return nil, fmt.Errorf("%s has no price; add --price %s=AMOUNT", w.System, w.System)
		}
	}
	delta := func(b, o analysis.Cost, at string) (judged, error) {
		// More per money on base than on other is how much dearer other is.
		adv, err := analysis.PricePerformance(o, b)
		return judged{at: at, delta: adv.MorePerMoney}, err
	}
	if g.levels == nil {
		b, err := analysis.CostAtPeak(base, prices[base.System], float64(a.flags.confidence))
		if err != nil {
			return nil, err
		}
		o, err := analysis.CostAtPeak(other, prices[other.System], float64(a.flags.confidence))
		if err != nil {
			return nil, err
		}
		j, err := delta(b, o, a.text("cmd.gate.peak"))
		return []judged{j}, err
	}
	out, handled := a.withoutRatio(g, s, other, parse.TPS, g.levels)
	for _, l := range base.Levels {
		if !g.levels.Contains(l.Threads) || handled[l.Threads] || len(l.Values(parse.TPS)) == 0 {
			continue
		}
		b, err := analysis.CostAt(base, prices[base.System], l.Threads, float64(a.flags.confidence))
		if err != nil {
			return nil, err
		}
		o, err := analysis.CostAt(other, prices[other.System], l.Threads, float64(a.flags.confidence))
		if err != nil {
			return nil, err
		}
		j, err := delta(b, o, a.count("cmd.nthreads", l.Threads))
		if err != nil {
			return nil, err
		}
		out = append(out, j)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no matched level in %s; levels are: %s", g.levels, levelList(allLevels([]*analysis.Sweep{base, other})))
	}
	return out, nil
}

// say tells on stderr how a gate ended.
func (a *app) say(g *gate, other string, j judged, o outcome) {
	key := "cmd.gate.passes"
	switch {
	case o == fails:
		key = "cmd.gate.fails"
	case o == undecided && j.why != "":
		key = "cmd.gate.open"
	case o == undecided && !j.delta.Low.OK:
		key = "cmd.gate.norepeats"
	case o == undecided:
		key = "cmd.gate.undecided"
	}
	d := j.why
	if d == "" {
		d = a.delta(j.delta.Value)
		if in := a.deltaInterval(j.delta); in != "" {
			d += " " + in
		}
		if j.family > 1 {
			d += a.text("cmd.gate.holm", rawInt(j.family))
		}
	}
	fmt.Fprintln(&a.last, "sbstat: "+oneLine(a.text(key, g.text, other, j.at, d)))
}
