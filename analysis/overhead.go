package analysis

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sbstat/sbstat/parse"
)

// Overhead is what a feature (HA, TLS, a disk) costs: without is the system
// lacking it, with the one that has it.
type Overhead struct {
	Without, With string
	Throughput    *Comparison // with relative to without, TPS
	Latency       *Comparison // with relative to without, average latency; nil where a side has none
	Lost          Estimate    // fraction of the throughput lost, mean over levels: −mean delta
	Levels        []AddedLatency
	Notes         []Note
}

// AddedLatency is the latency added at one level.
type AddedLatency struct {
	Threads int
	Lost    Estimate // fraction of the throughput
	AddedMs Estimate // average latency, milliseconds a transaction
}

// OverheadOptions steer OverheadOf.
type OverheadOptions struct {
	CompareOptions
	Setting string // the setting that is meant to differ: "ha_type"; several are separated by commas
	Force   bool   // go on where other settings differ as well
}

// OverheadOf measures the overhead of with against without. Settings that
// differ beyond the one named are an error that lists them, unless Force; so is a named
// setting in which the two do not differ.
func OverheadOf(without, with *Sweep, opts OverheadOptions) (*Overhead, error) {
	named := strings.FieldsFunc(opts.Setting, func(r rune) bool { return r == ',' || r == ' ' })
	diffs := differences(without, with)
	var beyond []Difference
	for _, d := range diffs {
		if !slices.Contains(named, d.Key) {
			beyond = append(beyond, d)
		}
	}
	if !opts.Force {
		for _, n := range named {
			if _, a := settings(without); saysNothing(a) {
				break // nothing to check the name against
			}
			if _, b := settings(with); saysNothing(b) {
				break
			}
			if !slices.ContainsFunc(diffs, func(d Difference) bool { return d.Key == n }) {
				return nil, fmt.Errorf("%q and %q do not differ in %q; they differ in: %s", without.System, with.System, n, orNothing(diffs))
			}
		}
		if len(beyond) > 0 {
			return nil, fmt.Errorf("%q and %q differ in more than %s: %s; name these as well, or force it",
				without.System, with.System, orNone(named), differenceList(beyond))
		}
	}
	tps, err := Compare(without, with, parse.TPS, opts.CompareOptions)
	if err != nil {
		return nil, err
	}
	o := &Overhead{Without: without.System, With: with.System, Throughput: tps, Lost: tps.meanLost()}
	lat, err := Compare(without, with, parse.Avg, opts.CompareOptions)
	if err == nil {
		o.Latency = lat
	} else {
		o.Notes = append(o.Notes, Note{Code: "note.no-average-latency"})
	}
	for _, l := range tps.Levels {
		a := AddedLatency{
			Threads: l.Threads,
			Lost:    l.Delta.mapped(func(d float64) float64 { return -d }),
			AddedMs: Welch(without.Level(l.Threads).Values(parse.Avg), with.Level(l.Threads).Values(parse.Avg), tps.Confidence).Difference,
		}
		o.Levels = append(o.Levels, a)
	}
	if o.Latency != nil {
		o.Notes = append(o.Notes, Note{Code: "note.added-queueing"})
	}
	if len(beyond) > 0 {
		o.Notes = append(o.Notes, Note{"note.settings-differ", []any{differenceList(beyond)}})
	}
	return o, nil
}

func orNothing(ds []Difference) string {
	if len(ds) == 0 {
		return "nothing that the data name"
	}
	return differenceList(ds)
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "the feature (no setting was named)"
	}
	return fmt.Sprintf("%q", strings.Join(names, ", "))
}

// meanLost is −(arithmetic mean of the level deltas) = 1 − the mean ratio, with the interval of the
// measurement: a t interval on the logarithm of the mean ratio, in which by the delta method a level weighs its
// share of the sum of the ratios.
func (c *Comparison) meanLost() Estimate {
	if c.Overall.N == 0 {
		return Estimate{Confidence: c.Confidence, Notes: c.Overall.Notes}
	}
	e := Estimate{Value: parse.Some(-c.Overall.Mean), Confidence: c.Confidence, N: c.Overall.N}
	left := ratio{value: parse.Some(1 + c.Overall.Mean), log: math.Log1p(c.Overall.Mean), known: true, n: c.Overall.N}
	var weights, vs, dfs []float64
	for _, l := range c.Levels {
		if !slices.Contains(c.Overall.Levels, l.Threads) {
			continue
		}
		if c.Overall.N == 1 {
			return l.Delta.mapped(func(d float64) float64 { return -d })
		}
		if !l.ratio.known {
			e.Notes = c.Overall.Measured.Notes
			return e
		}
		w := l.ratio.value.V / (left.value.V * float64(c.Overall.N))
		weights, vs, dfs = append(weights, w), append(vs, w*w*l.ratio.se*l.ratio.se), append(dfs, l.ratio.df)
	}
	v, d, how := repeatErrors(weights, parse.TPS, c.sides(c.Overall.Levels)...)
	if how != independent {
		vs, dfs = v, d
	}
	left.setError(vs, dfs)
	left.note = append(left.note, how.notes()...)
	e = left.estimate(c.Confidence).mapped(func(r float64) float64 { return 1 - r })
	if e.HasInterval() {
		e.Method = how.method("method.measured-mean")
	}
	return e
}
