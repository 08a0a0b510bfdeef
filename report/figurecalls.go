package report

import (
	"fmt"
	"strings"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
	"github.com/sbstat/sbstat/plotting"
)

// figure places a figure: a kind of package plotting, or a metric over threads.
//
//	figure "throughput"    figure "delta" "p95"    figure "timeline" "x86" (at 16)
func (r *run) figure(args ...any) (*result, error) {
	q, err := readQuery("figure", args)
	if err != nil {
		return nil, err
	}
	if len(q.names) == 0 {
		return nil, fail("figure: which? %s", r.figureNames())
	}
	kind, rest := q.names[0], q.names[1:]
	chosen, err := r.chosen(q)
	if err != nil {
		return nil, err
	}
	draw, name, err := r.drawn(q, kind, rest, chosen)
	if err != nil {
		return nil, err
	}
	if _, err := draw(plotting.Options{}); err != nil { // tell now what cannot be drawn
		return nil, lack(fmt.Errorf("figure %q: %w", kind, err))
	}
	return &result{block: &part{figure: &drawing{name: r.unique(name), draw: draw}}}, nil
}

func (r *run) figureNames() string {
	var names []string
	for _, k := range plotting.Kinds() {
		names = append(names, k.Name)
	}
	return "figures are: " + strings.Join(names, " ") + ", and the metrics: tps avg p95 …"
}

// unique makes a file name that no figure has yet.
func (r *run) unique(name string) string {
	name = strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' {
			return c
		}
		if c >= 'A' && c <= 'Z' {
			return c + 'a' - 'A'
		}
		return '-'
	}, name)
	r.names[name]++
	if n := r.names[name]; n > 1 {
		return fmt.Sprintf("%s-%d", name, n)
	}
	return name
}

type draw func(plotting.Options) (*plotting.Figure, error)

// drawn finds out how to draw a kind of figure.
func (r *run) drawn(q *query, kind string, rest []string, chosen analysis.LevelSet) (draw, string, error) {
	opts := r.options()
	with := func(f func(plotting.Options) (*plotting.Figure, error)) draw {
		return func(o plotting.Options) (*plotting.Figure, error) {
			own := opts
			own.Width, own.Height, own.Theme = o.Width, o.Height, o.Theme
			return f(own)
		}
	}
	// systems named in the call, else all
	systems := func(names []string) ([]*System, error) {
		if len(names) == 0 {
			all := make([]*System, len(r.n.Systems))
			for i := range r.n.Systems {
				all[i] = &r.n.Systems[i]
			}
			return all, nil
		}
		var out []*System
		for _, name := range names {
			s, err := r.n.system(name)
			if err != nil {
				return nil, err
			}
			out = append(out, s)
		}
		return out, nil
	}
	sweeps := func(systems []*System) []*analysis.Sweep {
		out := make([]*analysis.Sweep, len(systems))
		for i, s := range systems {
			out[i] = s.labelled(chosen)
		}
		return out
	}
	of := func(f func([]*analysis.Sweep, plotting.Options) (*plotting.Figure, error)) (draw, string, error) {
		some, err := systems(rest)
		if err != nil {
			return nil, "", err
		}
		s := sweeps(some)
		return with(func(o plotting.Options) (*plotting.Figure, error) { return f(s, o) }), kind, nil
	}
	switch kind {
	case "throughput":
		return of(plotting.Throughput)
	case "latency":
		return of(plotting.Latency)
	case "scaling":
		return of(plotting.Scaling)
	case "hockey":
		var m parse.Metric
		if len(rest) > 0 {
			if found, err := parse.MetricNamed(rest[0]); err == nil {
				m, rest = found, rest[1:]
			}
		}
		return of(func(s []*analysis.Sweep, o plotting.Options) (*plotting.Figure, error) {
			return plotting.Hockey(s, m, o)
		})
	case "multiples":
		var ms []parse.Metric
		for len(rest) > 0 {
			m, err := parse.MetricNamed(rest[0])
			if err != nil {
				break
			}
			ms, rest = append(ms, m), rest[1:]
		}
		if len(ms) == 0 {
			ms = []parse.Metric{throughput(r.n.base())}
		}
		return of(func(s []*analysis.Sweep, o plotting.Options) (*plotting.Figure, error) {
			o.Height = 0 // as tall as its rows need
			return plotting.Multiples(s, ms, o)
		})
	case "delta":
		m := throughput(r.n.base())
		if len(rest) > 0 && (q.vsAt < 0 || len(rest) == 3) {
			found, err := parse.MetricNamed(rest[0])
			if err != nil {
				return nil, "", fail("figure \"delta\": %v", err)
			}
			m, rest = found, rest[1:]
		}
		other, base, err := r.pairOrBase(q, rest)
		if err != nil {
			return nil, "", err
		}
		judged, err := r.compared(base, other, m, chosen)
		if err != nil {
			return nil, "", err
		}
		c := *judged
		c.Base, c.Other = base.label(), other.label()
		inFlight := fromFio(base.Sweep) && fromFio(other.Sweep)
		name := "delta-" + m.Name
		if len(r.n.Systems) > 2 {
			name += "-" + other.Name
		}
		return with(func(o plotting.Options) (*plotting.Figure, error) {
			o.InFlight = inFlight
			return plotting.Delta(&c, o)
		}), name, nil
	case "overhead":
		with_, without, err := r.pairOrBase(q, rest)
		if err != nil {
			return nil, "", err
		}
		o, err := analysis.OverheadOf(without.labelled(nil), with_.labelled(nil), analysis.OverheadOptions{
			CompareOptions: analysis.CompareOptions{Levels: chosen, Margin: r.n.Margin, Confidence: r.n.Confidence}, Force: true})
		if err != nil {
			return nil, "", lack(err)
		}
		name := "overhead"
		if len(r.n.Systems) > 2 {
			name += "-" + with_.Name
		}
		return with(func(opts plotting.Options) (*plotting.Figure, error) { return plotting.Overhead(o, opts) }), name, nil
	case "cost", "pareto":
		some, err := systems(rest)
		if err != nil {
			return nil, "", err
		}
		var costs []analysis.Cost
		for _, s := range some {
			if _, _, err := s.hourly(); err != nil {
				return nil, "", err
			}
			own := s.labelled(chosen)
			if kind == "pareto" {
				c, err := analysis.CostAtPeak(own, s.Prices, r.n.Confidence)
				if err == nil && len(r.n.SLO) > 0 {
					var capacity *analysis.Capacity
					switch capacity, err = analysis.CapacityAt(own, r.n.SLO[0], r.n.Confidence); {
					case err != nil:
					case !capacity.TPS.Value.OK: // the figure says that it misses the limit
						c.TPS, c.Per1000 = analysis.Estimate{}, analysis.Estimate{}
					default:
						c, err = analysis.CostAtSLO(own, s.Prices, r.n.SLO[0], r.n.Confidence)
					}
				}
				if err != nil {
					return nil, "", lack(err)
				}
				costs = append(costs, c)
				continue
			}
			for _, t := range allLevels(s, parse.TPS) {
				if chosen.Contains(t) {
					c, err := analysis.CostAt(own, s.Prices, t, r.n.Confidence)
					if err != nil {
						return nil, "", lack(err)
					}
					costs = append(costs, c)
				}
			}
		}
		if kind == "pareto" {
			return with(func(o plotting.Options) (*plotting.Figure, error) {
				if len(r.n.SLO) > 0 {
					o.Limit = r.n.SLO[0].String()
				}
				return plotting.Pareto(costs, o)
			}), kind, nil
		}
		return with(func(o plotting.Options) (*plotting.Figure, error) { return plotting.Cost(costs, o) }), kind, nil
	case "timeline", "histogram", "cdf":
		some, err := systems(rest)
		if err != nil {
			return nil, "", err
		}
		var runs []*parse.Run
		for _, s := range some {
			for _, l := range s.Sweep.Levels {
				if chosen.Contains(l.Threads) {
					shown := l.Runs
					if all := l.Merged(); all != nil && kind != "timeline" { // histograms of repeats add up exactly
						shown = []*parse.Run{all}
					}
					for _, run := range shown {
						own := *run
						own.System = s.label()
						runs = append(runs, &own)
					}
				}
			}
		}
		if len(runs) == 0 {
			return nil, "", lack(fmt.Errorf("figure %q: no run at %s threads", kind, chosen))
		}
		f := map[string]func([]*parse.Run, plotting.Options) (*plotting.Figure, error){
			"timeline": plotting.Timeline, "histogram": plotting.Histogram, "cdf": plotting.CDF}[kind]
		return with(func(o plotting.Options) (*plotting.Figure, error) { return f(runs, o) }), kind, nil
	}
	m, err := parse.MetricNamed(kind)
	if err != nil {
		return nil, "", fail("figure: no figure %q; %s", kind, r.figureNames())
	}
	return of(func(s []*analysis.Sweep, o plotting.Options) (*plotting.Figure, error) {
		return plotting.Metric(s, m, o)
	})
}

// options are what all figures of the notebook share: language, colours, the order
// of the systems.
func (r *run) options() plotting.Options {
	o := plotting.Options{Lang: r.l, Confidence: r.n.Confidence, Colors: map[string]string{}}
	for _, s := range r.n.Systems {
		o.Systems = append(o.Systems, s.label())
		if s.Color != "" {
			o.Colors[s.label()] = s.Color
		}
	}
	// Where systems ran different things, each figure says itself what it shows.
	if w := r.workload().text; w != "sysbench" && len(r.n.workloads()) <= 1 {
		o.Subtitle = w
	}
	return o
}

// labelled is the system's sweep under its label, at some of its levels.
func (s *System) labelled(chosen analysis.LevelSet) *analysis.Sweep {
	own := &analysis.Sweep{System: s.label()}
	for _, l := range s.Sweep.Levels {
		if chosen.Contains(l.Threads) {
			own.Levels = append(own.Levels, l)
		}
	}
	return own
}

// fromFio reports whether fio measured all runs: its levels are I/Os in flight.
func fromFio(s *analysis.Sweep) bool {
	for _, l := range s.Levels {
		for _, run := range l.Runs {
			if run.Tool() != "fio" {
				return false
			}
		}
	}
	return true
}
