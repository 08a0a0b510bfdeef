package report

import (
	"slices"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
)

// delta prints how much higher or lower other is than base, with its sign.
func (r *run) delta(args ...any) (*result, error) {
	d, q, err := r.compare("delta", args)
	if err != nil {
		return nil, err
	}
	parts := d.shown()
	if d.overall == nil && len(d.levels) > 1 && len(q.levels) == 0 {
		return nil, fail("delta: over %d levels; say which figure: mean, median, geomean, best, worst or (at 16)", len(d.levels))
	}
	if r.swap {
		parts = mirrored(parts)
	}
	res := r.result(d, parts, true)
	res.measured = d.measured
	res.phrase, res.args = "report.relative", []any{r.shortOf(res.base)}
	if q.stat == best || q.stat == worst {
		res.where = lang.Text(r.l, "report.at", d.overall.threads)
	}
	res.foot = nil // the base stands beside the number
	return res, nil
}

// mirrored turns deltas of the exchanged pair into figures that can stand where the
// pair's own stood: an article that swaps the bases prints −v.
func mirrored(parts []amount) []amount {
	out := make([]amount, len(parts))
	for i, a := range parts {
		out[i] = amount{v: -a.v, low: negative(a.high), high: negative(a.low), confidence: a.confidence, threads: a.threads}
	}
	return out
}

// span prints the smallest and the largest level delta.
func (r *run) span(args ...any) (*result, error) {
	d, q, err := r.compare("span", args)
	if err != nil {
		return nil, err
	}
	if q.stat != "" {
		return nil, fail("span: it is over levels; leave out %s", q.stat)
	}
	if len(d.levels) == 0 {
		return nil, fail("span: a %s has no levels", d.metric)
	}
	parts := slices.Clone(d.levels)
	slices.SortStableFunc(parts, func(a, b amount) int {
		switch {
		case a.v < b.v:
			return -1
		case a.v > b.v:
			return 1
		}
		return 0
	})
	ends := []amount{{v: parts[0].v, threads: parts[0].threads}, {v: parts[len(parts)-1].v, threads: parts[len(parts)-1].threads}}
	if r.swap {
		ends = mirrored([]amount{ends[1], ends[0]})
	}
	res := r.result(d, ends, true)
	res.kind = interval
	return res, nil
}

// added prints a difference in milliseconds: added "avg" "HA" vs "standalone" (at 2).
func (r *run) added(args ...any) (*result, error) {
	d, q, err := r.compare("added", args)
	if err != nil {
		return nil, err
	}
	if d.comparison == nil || !d.comparison.Metric.IsLatency() {
		return nil, fail("added: expected a latency (avg, p95), found %q", d.metric)
	}
	res := r.result(d, nil, true)
	res.fraction, res.unit = false, "ms"
	res.print = plusMeasured(-1, " ms")
	sum, m := 0.0, d.comparison.Metric
	for _, l := range d.levels {
		diff := analysis.Welch(d.base.Sweep.Level(l.threads).Values(m), d.other.Sweep.Level(l.threads).Values(m), r.n.confidence()).Difference
		sum += diff.Value.V
		res.parts = append(res.parts, amountOf(diff, l.threads))
	}
	switch {
	case q.stat == mean:
		res.parts, res.measured = []amount{{v: sum / float64(len(res.parts))}}, d.measured
	case q.stat != "":
		return nil, fail("added: only mean is known here, not %s", q.stat)
	case len(res.parts) > 1 && len(q.levels) == 0:
		return nil, fail("added: over %d levels; say mean or (at 16)", len(res.parts))
	}
	if r.swap {
		res.parts = mirrored(res.parts)
	}
	res.phrase, res.args = "report.relative", []any{r.shortOf(res.base)}
	res.foot = nil
	return res, nil
}

// verdict prints what the measurement allows to say: better, worse, equivalent,
// inconclusive, or why there is no verdict.
func (r *run) verdict(args ...any) (*result, error) {
	d, q, err := r.compare("verdict", args)
	if err != nil {
		return nil, err
	}
	if d.comparison == nil {
		return nil, fail("verdict: a metric of the runs, such as \"tps\", not %q", d.metric)
	}
	var v analysis.Verdict
	var ns []analysis.Note
	switch {
	case len(d.levels) == 1:
		if l := r.judged(d, d.levels[0].threads); l != nil {
			v, ns = l.Verdict, l.Delta.Notes
		}
	case q.stat == "" && len(q.levels) > 0:
		return nil, fail("verdict: one level, or all of them without (at …)")
	default:
		v, ns = d.comparison.Overall.Verdict, d.comparison.Overall.Notes
	}
	res := &result{kind: words_, decimals: -1, metric: d.metric, unit: "verdict", system: d.other.Name, base: d.base.Name}
	if v == analysis.NoVerdict {
		if len(ns) == 0 {
			ns = d.comparison.Notes
		}
		res.text = lang.Text(r.l, "report.no-verdict", r.notes(ns))
		return res, nil
	}
	res.text = lang.Text(r.l, "verdict."+string(v))
	return res, nil
}
