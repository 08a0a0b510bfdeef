package report

import (
	"fmt"
	"strings"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// capacity prints the throughput that a system carries within a latency limit.
func (r *run) capacity(args ...any) (*result, error) {
	q, err := readQuery("capacity", args)
	if err != nil {
		return nil, err
	}
	slos := r.n.SLO
	if len(q.names) == 2 { // capacity "x86" "p95=100ms"
		s, err := analysis.ParseSLO(q.names[1])
		if err != nil {
			return nil, fail("capacity: %v", err)
		}
		slos = []analysis.SLO{s}
	}
	if len(q.names) < 1 || len(q.names) > 2 || q.vsAt >= 0 {
		return nil, fail("capacity: expected a system: capacity %q, or capacity %q \"p95=80ms\"", r.n.base().Name, r.n.base().Name)
	}
	if len(slos) == 0 {
		return nil, fail("capacity: under which limit? the head may say slo: {p95: 80ms}, or the call \"p95=80ms\"")
	}
	s, err := r.n.system(q.names[0])
	if err != nil {
		return nil, err
	}
	c, err := analysis.CapacityAt(s.Sweep, slos[0], r.n.Confidence)
	if err != nil {
		return nil, lack(err)
	}
	r.used["capacity"] = true
	res := &result{decimals: -1, metric: "capacity", unit: "1/s", system: s.Name, print: printFixed(0, "")}
	if !c.TPS.Value.OK {
		res.kind, res.text = words_, r.notes(c.Notes)
		return res, nil
	}
	res.parts = []amount{amountOf(c.TPS, 0)}
	switch {
	case c.Above == 0:
		res.phrase, res.args = "report.capacity.at-least", []any{c.At}
	case c.At > 0:
		res.phrase, res.args = "report.capacity.at", []any{c.At}
	default:
		res.phrase, res.args = "report.capacity.between", []any{c.Below, c.Above}
	}
	return res, nil
}

// overhead prints the throughput that a feature costs: overhead "HA" vs "standalone".
func (r *run) overhead(args ...any) (*result, error) {
	q, err := readQuery("overhead", args)
	if err != nil {
		return nil, err
	}
	with, without, err := r.pair(q, 0)
	if err != nil {
		return nil, err
	}
	chosen, err := r.chosen(q)
	if err != nil {
		return nil, err
	}
	o, err := r.overheadOf(with, without, chosen)
	if err != nil {
		return nil, err
	}
	r.used["overhead"] = true
	res := &result{decimals: -1, print: printPercent, metric: "overhead", unit: "fraction", fraction: true, system: with.Name, base: without.Name}
	if len(q.levels) > 0 {
		for _, l := range o.Levels {
			res.parts = append(res.parts, amountOf(l.Lost, l.Threads))
			res.levels = append(res.levels, l.Threads)
		}
		return res, nil
	}
	res.parts = []amount{amountOf(o.Lost, 0)}
	for _, l := range o.Levels {
		res.levels = append(res.levels, l.Threads)
	}
	res.foot = r.footOf(o.Throughput)
	return res, nil
}

func (r *run) overheadOf(with, without *System, levels analysis.LevelSet) (*analysis.Overhead, error) {
	o, err := analysis.OverheadOf(without.Sweep, with.Sweep, analysis.OverheadOptions{
		CompareOptions: analysis.CompareOptions{Levels: levels, Margin: r.n.Margin, Confidence: r.n.Confidence},
		Force:          true, // the head says what the systems are
	})
	return o, lack(err)
}

// scaling prints the peak of the fitted Universal Scalability Law.
func (r *run) scaling(args ...any) (*result, error) {
	q, err := readQuery("scaling", args)
	if err != nil {
		return nil, err
	}
	if len(q.names) < 1 || len(q.names) > 2 || q.vsAt >= 0 {
		return nil, fail("scaling: expected a system: scaling %q, or scaling %q \"peak\"", r.n.base().Name, r.n.base().Name)
	}
	s, err := r.n.system(q.names[0])
	if err != nil {
		return nil, err
	}
	u, err := analysis.Scaling(s.Sweep, r.n.Confidence)
	if err != nil {
		return nil, lack(err)
	}
	r.used["scaling"] = true
	res := &result{decimals: -1, metric: "scaling", system: s.Name, kind: words_, unit: "threads"}
	pick := "text"
	if len(q.names) == 2 {
		pick = q.names[1]
	}
	var about []string
	if e := u.PeakThreads; e.HasInterval() {
		about = append(about, lang.Text(r.l, "report.foot.scaling.interval", lang.Confidence(e.Confidence), lang.Text(r.l, e.Method)))
	}
	if len(u.Notes) > 0 { // a poor fit, a peak beyond the levels
		about = append(about, r.notes(u.Notes))
	}
	if about != nil {
		text := r.sentence(strings.Join(about, lang.Text(r.l, "report.semicolon")))
		res.foot = &footnote{key: "scaling " + s.Name, text: lang.Text(r.l, "report.foot.scaling", s.short(), text)}
	}
	one := func(unit string, e analysis.Estimate, print func(string, float64, int) string) (*result, error) {
		if !e.Value.OK {
			return nil, lack(fmt.Errorf("%s has no %s: %s", s.Name, pick, notes(u.Notes)))
		}
		res.kind, res.unit, res.print, res.parts = numbers, unit, print, []amount{amountOf(e, 0)}
		return res, nil
	}
	alone := func(v float64) analysis.Estimate { return analysis.Estimate{Value: parse.Some(v)} }
	digits4 := func(_ string, v float64, dec int) string {
		if dec < 0 {
			return lang.Significant(v, 4)
		}
		return lang.Number(v, dec)
	}
	switch pick {
	case "text":
		if u.PeakThreads.Value.OK && u.PeakTPS.Value.OK {
			res.parts = []amount{amountOf(u.PeakTPS, 0), amountOf(u.PeakThreads, 0)}
			res.text = lang.Text(r.l, "report.scaling.peak", r.estimate(u.PeakTPS, printFixed(0, "")), r.estimate(u.PeakThreads, printFixed(0, "")))
		} else {
			res.text = lang.Text(r.l, "report.scaling.none")
		}
		return res, nil
	case "peak":
		return one("threads", u.PeakThreads, printFixed(0, ""))
	case "tps":
		return one("1/s", u.PeakTPS, printFixed(0, ""))
	case "alpha":
		return one("", alone(u.Alpha), digits4)
	case "beta":
		return one("", alone(u.Beta), digits4)
	case "gamma":
		return one("1/s", alone(u.Gamma), digits4)
	}
	return nil, fail("scaling: no %q; there are: peak, tps, alpha, beta, gamma", pick)
}
