package analysis

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/sbstat/sbstat/parse"
)

// CompareOptions steer a comparison. The zero value compares all matched
// levels at 95 % confidence and a margin of 5 %.
type CompareOptions struct {
	Levels     LevelSet // only these; empty: all
	Focus      LevelSet // a part whose overall figures are wanted as well
	Confidence float64  // 0: 0.95
	Margin     float64  // 0: 0.05, the band (1/1.05, 1.05) of the ratio
}

// DefaultMargin is the margin of equivalence where none is given: ratios
// between 1/1.05 and 1.05 count as equal.
const DefaultMargin = 0.05

func (o CompareOptions) withDefaults() (CompareOptions, error) {
	if o.Confidence == 0 {
		o.Confidence = DefaultConfidence
	}
	if o.Margin == 0 {
		o.Margin = DefaultMargin
	}
	if !(o.Confidence > 0 && o.Confidence < 1) {
		return o, fmt.Errorf("confidence %v: it lies between 0 and 1, as 0.95", o.Confidence)
	}
	if !(o.Margin > 0 && finite(o.Margin)) {
		return o, fmt.Errorf("margin %v: it is a positive fraction, as 0.05", o.Margin)
	}
	return o, nil
}

// Comparison sets one system against another in one metric. Every delta is
// other relative to base: other/base − 1, as a fraction.
type Comparison struct {
	Metric      parse.Metric
	Base, Other string // system names
	Levels      []LevelDelta
	Overall     Overall  // over all compared levels
	Focus       *Overall // over the focus range; nil if none was asked for
	OnlyBase    []int    // levels at which only base has the metric
	OnlyOther   []int
	Differs     []Difference // settings that differ between the two
	Notes       []Note
	Confidence  float64
	Margin      float64

	bySysbench bool // every run is sysbench's: a note on its histogram applies
	closed     bool // every run is a closed loop, and its numbers agree with Little's law
}

// LevelDelta is the comparison at one level.
//
// The verdict is equivalent where the interval lies inside the margin, else better
// or worse where it excludes no change, else inconclusive. A percentile of repeats that all read the same, one
// step of sysbench's histogram apart, is never better or worse: the step may be rounding. With several levels
// the p values behind it are adjusted by Holm: an interval that says more than its adjusted p
// value gets inconclusive.
type LevelDelta struct {
	Threads     int
	Base, Other Estimate // in the metric's unit
	Delta       Estimate // other/base − 1
	Verdict     Verdict
	P           parse.Num // Holm-adjusted two-sided p of ratio = 1; absent without repeats
	RankP       parse.Num // exact Mann–Whitney p, not adjusted, from 4 runs a side
	MoreRepeats int       // repeats a side that would likely settle an inconclusive level; 0 unknown or not needed

	ratio       ratio
	base, other *Level
}

// rankFrom is the number of runs a side from which a rank test can say
// anything: at 3 + 3 its p value cannot fall below 0.10.
const rankFrom = 4

// Compare compares two sweeps in one metric over their matched levels. No
// matched level is an error that lists the levels of both; so are a nil sweep, and one
// beside itself.
func Compare(base, other *Sweep, m parse.Metric, opts CompareOptions) (*Comparison, error) {
	cs, err := CompareAll(base, []*Sweep{other}, m, opts)
	if err != nil {
		return nil, err
	}
	return cs[0], nil
}

// CompareAll compares each of others with base. The p values and verdicts are
// adjusted by Holm over all levels of all systems.
func CompareAll(base *Sweep, others []*Sweep, m parse.Metric, opts CompareOptions) ([]*Comparison, error) {
	opts, err := opts.withDefaults()
	if err != nil {
		return nil, err
	}
	var cs []*Comparison
	var all []*LevelDelta
	for _, other := range others {
		c, err := compareLevels(base, other, m, opts)
		if err != nil {
			return nil, err
		}
		cs = append(cs, c)
		for i := range c.Levels {
			all = append(all, &c.Levels[i])
		}
	}
	family := judge(all, m, opts)
	for _, c := range cs {
		if err := c.finish(opts, family); err != nil {
			return nil, err
		}
	}
	return cs, nil
}

// compareLevels does what concerns the levels one by one.
func compareLevels(base, other *Sweep, m parse.Metric, opts CompareOptions) (*Comparison, error) {
	switch {
	case base == nil || other == nil:
		return nil, fmt.Errorf("a comparison needs two sweeps; one of them is nil")
	case base == other:
		return nil, fmt.Errorf("%q cannot be compared with itself; give another sweep", base.System)
	}
	c := &Comparison{
		Metric: m, Base: base.System, Other: other.System,
		Differs: differences(base, other), Confidence: opts.Confidence, Margin: opts.Margin,
		bySysbench: true, closed: true,
	}
	for _, r := range slices.Concat(base.runs(), other.runs()) {
		c.bySysbench = c.bySysbench && r.Tool() == "sysbench"
		off, ok := littleOff(r)
		c.closed = c.closed && ok && math.Abs(off) <= littleTolerance
	}
	inB, inO := base.threads(m), other.threads(m)
	for _, side := range []struct {
		s  *Sweep
		in []int
	}{{base, inB}, {other, inO}} {
		if len(side.in) == 0 {
			return nil, side.s.lacks(m)
		}
	}
	for _, t := range inB {
		switch {
		case !opts.Levels.Contains(t):
		case slices.Contains(inO, t):
			l := levelDelta(base.Level(t), other.Level(t), m, opts)
			l.ratio.step = l.ratio.known && l.ratio.se == 0 && c.bySysbench && l.oneStep(m)
			c.Levels = append(c.Levels, l)
		default:
			c.OnlyBase = append(c.OnlyBase, t)
		}
	}
	for _, t := range inO {
		if opts.Levels.Contains(t) && !slices.Contains(inB, t) {
			c.OnlyOther = append(c.OnlyOther, t)
		}
	}
	if levels := sharedLevels(base, other); len(levels) > 0 {
		c.Notes = append(c.Notes, Note{"note.same-run", []any{base.System, other.System, levelList(levels)}})
	}
	for _, s := range []*Sweep{base, other} {
		if failed := s.failedLevels(opts.Levels); len(failed) > 0 {
			c.Notes = append(c.Notes, Note{"note.failed-at", []any{s.System, levelList(failed)}})
		}
		c.Notes = append(c.Notes, s.MixedRepeats()...)
		if n := s.unknown(m); n > 0 {
			c.Notes = append(c.Notes, Note{"note.level-unknown", []any{s.System, strconv.Itoa(n)}})
		}
	}
	if len(c.Levels) == 0 {
		within := ""
		if len(opts.Levels) > 0 {
			within = " within " + opts.Levels.String()
		}
		return nil, fmt.Errorf("no common level with %s%s: %q has %s; %q has %s",
			m.Name, within, base.System, levelList(inB), other.System, levelList(inO))
	}
	return c, nil
}

func metricList(s *Sweep) string {
	list := ""
	for _, m := range s.Metrics() {
		list += " " + m.Name
	}
	if list == "" {
		return "no usable run"
	}
	return list[1:]
}

func levelDelta(base, other *Level, m parse.Metric, opts CompareOptions) LevelDelta {
	vb, vo := base.Values(m), other.Values(m)
	d := LevelDelta{
		Threads: base.Threads,
		Base:    base.Mean(m, opts.Confidence),
		Other:   other.Mean(m, opts.Confidence),
		ratio:   ratioOf(vb, vo),
		base:    base, other: other,
	}
	d.Delta = d.ratio.estimate(opts.Confidence).mapped(func(r float64) float64 { return r - 1 })
	if min(len(vb), len(vo)) >= rankFrom {
		_, d.RankP = MannWhitney(vb, vo)
	}
	return d
}

// oneStep reports whether a percentile's values are one step of sysbench's histogram apart.
func (l *LevelDelta) oneStep(m parse.Metric) bool {
	if _, ok := m.Rank(); !ok {
		return false
	}
	steps, ok := GridSteps(l.Base.Value.V, l.Other.Value.V)
	return ok && steps == 1
}

// judge sets p values and verdicts, and returns how many levels shared the
// adjustment. Difference and equivalence are two families, each adjusted by itself.
func judge(levels []*LevelDelta, m parse.Metric, opts CompareOptions) (family int) {
	var judged []*LevelDelta
	var differ, equal []float64
	for _, l := range levels {
		if l.ratio.known {
			judged = append(judged, l)
			differ = append(differ, l.ratio.pDiffer())
			equal = append(equal, l.ratio.pEquivalent(opts.Margin))
		}
	}
	family = len(judged)
	alpha := 1 - opts.Confidence
	differAdj, equalAdj := Holm(differ), Holm(equal)
	for i, l := range judged {
		l.P = parse.Some(differAdj[i])
		l.Verdict = verdict(l.ratio, m, alpha, [2]float64{differ[i], differAdj[i]}, [2]float64{equal[i], equalAdj[i]})
		if l.Verdict == Inconclusive {
			if differ[i] < alpha || equal[i] < alpha {
				l.Delta.Notes = append(l.Delta.Notes[:len(l.Delta.Notes):len(l.Delta.Notes)], Note{Code: "note.holm-inconclusive", Args: []any{strconv.Itoa(family)}})
			}
			l.MoreRepeats = l.ratio.repeatsNeeded(alpha/float64(family), opts.Margin)
		}
	}
	return family
}

// verdict reads the p values, raw and adjusted, of difference and equivalence.
func verdict(r ratio, m parse.Metric, alpha float64, differ, equal [2]float64) Verdict {
	switch {
	case equal[0] < alpha && equal[1] < alpha:
		return Equivalent
	case equal[0] < alpha:
		return Inconclusive // inside the margin before the adjustment: too small a difference to call
	case differ[1] >= alpha || r.step:
		return Inconclusive
	case (r.log > 0) == (m.Better == parse.HigherIsBetter):
		return Better
	default:
		return Worse
	}
}

// finish adds what concerns the levels together.
func (c *Comparison) finish(opts CompareOptions, family int) error {
	overall, err := c.overallOf(nil)
	if err != nil {
		return err
	}
	c.Overall = *overall
	if len(opts.Focus) > 0 {
		if c.Focus, err = c.overallOf(opts.Focus); err != nil {
			return err
		}
	}
	c.addNotes(family)
	return nil
}

func (c *Comparison) addNotes(family int) {
	add := func(code string, args ...any) { c.Notes = append(c.Notes, Note{code, args}) }
	var single []int
	repeated, both := false, false
	for _, l := range c.Levels {
		if l.Base.N == 1 || l.Other.N == 1 {
			single = append(single, l.Threads)
		}
		repeated = repeated || l.Base.N > 1 || l.Other.N > 1
		both = both || l.Base.N > 1 && l.Other.N > 1
	}
	switch {
	case !repeated:
		add("note.one-run")
	case !both:
		add("note.no-repeats")
	case len(single) > 0:
		add("note.no-interval-at", levelList(single))
	}
	if family > 1 {
		add("note.holm", strconv.Itoa(family))
	}
	for _, n := range c.Overall.Measured.Notes {
		if n.Code == "note.repeats-by-order" || n.Code == "note.levels-independent" {
			c.Notes = append(c.Notes, n)
		}
	}
	if len(c.OnlyBase) > 0 {
		add("note.only-in", c.Base, levelList(c.OnlyBase))
	}
	if len(c.OnlyOther) > 0 {
		add("note.only-in", c.Other, levelList(c.OnlyOther))
	}
	if c.Metric == parse.Avg && c.closed {
		add("note.closed-loop")
	}
	if _, ok := c.Metric.Rank(); ok {
		var one []int
		for _, l := range c.Levels {
			if l.ratio.step || l.Base.N == 1 && l.Other.N == 1 && c.bySysbench && l.oneStep(c.Metric) {
				one = append(one, l.Threads)
			}
		}
		if len(one) > 0 {
			add("note.one-step", c.Metric.Name, levelList(one))
		}
		if repeated {
			add("note.mean-of-percentiles", c.Metric.Name)
		}
	}
	if threads, without, ok := c.Overall.dominated(c); ok {
		add("note.dominated", strconv.Itoa(threads), percent(c.Overall.Mean), percent(without))
	}
	if len(c.Differs) > 0 {
		add("note.settings-differ", differenceList(c.Differs))
	}
}
