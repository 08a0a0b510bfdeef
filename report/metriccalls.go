package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// metric prints a system's value of a metric: at a level, at several, or at its peak.
func (r *run) metric(name string, args []any) (*result, error) {
	m, err := parse.MetricNamed(name)
	if err != nil {
		return nil, fail("%v", err)
	}
	q, err := readQuery(name, args)
	if err != nil {
		return nil, err
	}
	if len(q.names) != 1 || q.vsAt >= 0 {
		return nil, fail("%s: expected one system: %s %q (at 16)", name, name, r.n.base().Name)
	}
	s, err := r.n.system(q.names[0])
	if err != nil {
		return nil, err
	}
	var levels []int
	chosen, err := r.chosen(q)
	switch {
	case err != nil:
		return nil, err
	case q.stat == peak && len(chosen) == 0:
		p, err := peakOf(s)
		if err != nil {
			return nil, err
		}
		levels = []int{p}
	case q.stat != "":
		return nil, fail("%s: %s is for comparisons; a value is one level's or the peak's", name, q.stat)
	case len(chosen) == 0:
		return nil, fail("%s: at which level? write (at 16) or peak; levels of %s are: %s", name, s.Name, blanks(allLevels(s, m)))
	default:
		if levels, err = measured(s, chosen, m); err != nil {
			return nil, err
		}
		levels = inOrder(chosen, levels)
	}
	res := &result{decimals: -1, print: printMetric(m), metric: m.Name, unit: m.Unit, system: s.Name, levels: levels}
	for _, t := range levels {
		l, err := level(s, t, m)
		if err != nil {
			return nil, err
		}
		res.parts = append(res.parts, amountOf(l.Mean(m, r.n.confidence()), t))
	}
	return res, nil
}

func allLevels(s *System, m parse.Metric) []int {
	var out []int
	for i := range s.Sweep.Levels {
		if l := &s.Sweep.Levels[i]; len(l.Values(m)) > 0 {
			out = append(out, l.Threads)
		}
	}
	return out
}

// throughput is the metric of a system's throughput: TPS, or what it has in its place.
func throughput(s *System) parse.Metric {
	for _, m := range s.Sweep.Metrics() {
		if m.Better == parse.HigherIsBetter {
			return m
		}
	}
	return parse.TPS
}

// peakOf is the level with the highest mean throughput.
func peakOf(s *System) (int, error) {
	m := throughput(s)
	top, at := math.Inf(-1), 0
	for i := range s.Sweep.Levels {
		l := &s.Sweep.Levels[i]
		if e := l.Mean(m, 0.95); e.Value.OK && e.Value.V > top {
			top, at = e.Value.V, l.Threads
		}
	}
	if at == 0 {
		return 0, lack(fmt.Errorf("%s has no throughput", s.Name))
	}
	return at, nil
}

// notes joins notes in English, for errors.
func notes(ns []analysis.Note) string {
	texts := make([]string, len(ns))
	for i, n := range ns {
		texts[i] = n.String()
	}
	return strings.Join(texts, "; ")
}

// notes joins notes in the notebook's language.
func (r *run) notes(ns []analysis.Note) string {
	texts := make([]string, len(ns))
	for i, n := range ns {
		texts[i] = n.In(r.l)
	}
	return strings.Join(texts, lang.Text(r.l, "report.semicolon"))
}
