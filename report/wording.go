package report

import (
	"fmt"
	"strings"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// footOf says in words what a delta is: which base, what the other base would give,
// and what is known about its uncertainty.
func (r *run) footOf(c *analysis.Comparison) *footnote {
	key := fmt.Sprintf("compare %s %q %q", c.Metric.Name, c.Other, c.Base)
	base, _ := r.n.system(c.Base)
	other, _ := r.n.system(c.Other)
	if whole, err := r.compared(base, other, c.Metric, nil); err == nil {
		c = whole
	}
	text := lang.Text(r.l, "report.foot.base", r.metricName(c.Metric.Name), c.Other, c.Base)
	if c.Overall.N > 1 {
		text += lang.Text(r.l, "report.sentence") + lang.Text(r.l, "report.foot.mean", c.Overall.N,
			r.deltaIn(c.Overall.Mean), c.Other, r.deltaIn(c.Overall.OtherBaseMean))
	}
	var ns []analysis.Note
	for _, n := range c.Notes {
		switch n.Code { // what belongs to single levels and settings stands with the tables
		case "note.failed-at", "note.only-in", "note.settings-differ", "note.one-step":
		default:
			ns = append(ns, n)
		}
	}
	if len(ns) > 0 {
		text += lang.Text(r.l, "report.sentence") + r.sentence(r.notes(ns))
	}
	return &footnote{key: key, text: r.capital(text)}
}

// shortOf is the short name of a system.
func (r *run) shortOf(name string) string {
	if s, err := r.n.system(name); err == nil {
		return s.short()
	}
	return name
}

func (r *run) deltaIn(v float64) string { return lang.Delta(r.l, v) }

// deltaRange writes a range of deltas.
func (r *run) deltaRange(low, high float64) string {
	res := &result{kind: interval, signed: true, fraction: true, decimals: -1, print: printDelta, parts: []amount{{v: low}, {v: high}}}
	return res.in(r.l)
}

// sentence gives a note its capital letter and its full stop.
func (r *run) sentence(s string) string {
	if r.l == "zh" {
		return strings.TrimSuffix(s, "。") + "。"
	}
	return strings.TrimSuffix(r.capital(s), ".") + "."
}

// capital begins an English sentence, unless with a name: of a system, or p95.
func (r *run) capital(s string) string {
	first, _, _ := strings.Cut(s, " ")
	if r.l == "zh" || first == "" || strings.ContainsAny(first, "0123456789") {
		return s
	}
	for _, sys := range r.n.Systems {
		if strings.HasPrefix(s, sys.short()) {
			return s
		}
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// metricName is a metric in words.
func (r *run) metricName(name string) string {
	if m, err := parse.MetricNamed(name); err == nil {
		if rank, ok := m.Rank(); ok {
			return lang.Text(r.l, "report.metric.percentile", fmt.Sprint(rank))
		}
	}
	return lang.Text(r.l, "report.metric."+name)
}
