package report

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

// DraftSystem is a system of a drafted notebook: its name and where its runs lie.
type DraftSystem struct {
	Name  string
	Files []string // relative to the notebook; patterns, see [Glob], allowed
	Table string   // the system's own name in the files, where they hold several; may be empty

	Pattern string // of file names that carry what the text lacks, see parse.Options.Name; may be empty
	Metric  string // of a pivot table whose caption does not name it; may be empty

	Sweep *analysis.Sweep
}

// Draft writes a working notebook for the given systems in a language: head, comparisons,
// figures and a skeleton of prose that says what was found. Every number in it is a
// call, and every statement holds for the data at hand. The first system is the base.
func Draft(title, lang string, systems []DraftSystem) ([]byte, error) {
	d, err := newDraft(lang, systems)
	if err != nil {
		return nil, err
	}
	d.line("---")
	d.line("title: %s", yamlText(title))
	d.line("lang: %s", d.lang)
	d.line("# workload: {test: oltp_read_write, tables: 10, rows: 1000000, seconds: 300}")
	d.line("systems:")
	for _, s := range systems {
		d.line("  %s:", yamlText(s.Name))
		d.line("    label: %s", yamlText(s.Name))
		d.line("    data:")
		if s.Table != "" {
			d.line("      table: %s", yamlText(s.Table))
		}
		if s.Pattern != "" {
			d.line("      pattern: %s", yamlText(s.Pattern))
		}
		if s.Metric != "" {
			d.line("      metric: %s", yamlText(s.Metric))
		}
		if len(s.Files) == 1 {
			d.line("      file: %s", yamlText(s.Files[0]))
		} else {
			d.line("      file:")
			for _, f := range s.Files {
				d.line("        - %s", yamlText(f))
			}
		}
		d.line("    # price: {amount: 0.94, currency: USD, per: hour, of: compute only}")
	}
	d.line("base: %s", yamlText(systems[0].Name))
	d.line("# focus: 4-64")
	d.line("# slo: {p95: 80ms}")
	d.line("# claims:")
	d.line("#   first: {says: \"what was said\", number: 10%%, is: 'delta \"tps\" \"A\" vs \"B\" mean'}")
	d.line("---")
	d.body()
	return []byte(d.b.String()), nil
}

// DraftTranslation writes the notebook of Draft in another language: its head extends
// the notebook in the file named base, which holds the data.
func DraftTranslation(base, title, lang string, systems []DraftSystem) ([]byte, error) {
	d, err := newDraft(lang, systems)
	if err != nil {
		return nil, err
	}
	d.line("---")
	d.line("extends: %s", yamlText(base))
	d.line("lang: %s", d.lang)
	d.line("title: %s", yamlText(title))
	d.line("# systems: {%s: {label: …, short: …}}", yamlText(systems[0].Name))
	d.line("---")
	d.body()
	return []byte(d.b.String()), nil
}

// draft writes a notebook.
type draft struct {
	lang    string
	systems []DraftSystem
	metric  parse.Metric // the throughput
	b       strings.Builder
}

func newDraft(lang string, systems []DraftSystem) (*draft, error) {
	if len(systems) == 0 {
		return nil, errors.New("a notebook needs at least one system")
	}
	n := &Notebook{Lang: lang}
	for _, s := range systems {
		n.Systems = append(n.Systems, System{Name: s.Name, Sweep: s.Sweep})
	}
	if err := n.valid(); err != nil {
		return nil, err
	}
	if lang == "" {
		lang = "en"
	}
	return &draft{lang: lang, systems: systems, metric: throughput(&System{Sweep: systems[0].Sweep})}, nil
}

func (d *draft) line(format string, args ...any) { fmt.Fprintf(&d.b, format+"\n", args...) }

// say writes a line of prose from the catalogue.
func (d *draft) say(key string, args ...any) {
	d.line("%s", tidy(d.lang, text(d.lang, "draft."+key, args...)))
}

// yamlText quotes a text for YAML, of which JSON's strings are a part.
func yamlText(s string) string { return strconv.QuoteToGraphic(s) }

// call writes a call.
func call(format string, args ...any) string { return "{{ " + fmt.Sprintf(format, args...) + " }}" }

// settings lists what the systems state of themselves, or says that they state nothing.
func (d *draft) settings() {
	var sweeps []*analysis.Sweep
	for _, s := range d.systems {
		sweeps = append(sweeps, s.Sweep)
	}
	if len(analysis.Settings(sweeps)) == 0 {
		d.say("no-settings")
		return
	}
	d.line("%s", call("table \"settings\""))
}

func (d *draft) body() {
	m := d.metric.Name
	base := d.systems[0]
	d.line("# {{ title }}\n")
	d.say("intro", call("workload"), call("levels"))
	d.line("")
	survey := len(d.systems) >= surveyFrom
	switch {
	case survey: // what differs between them comes before who is ahead
		d.settings()
		d.line("\n%s\n", d.ranking(d.metric))
	case len(d.systems) > 1:
		for _, o := range d.systems[1:] {
			d.statement(base, o, d.metric)
		}
		d.line("")
	default:
		d.say("single", call("label %q", base.Name), call("%s %q peak | round 0", valueCall(m), base.Name), metricWord(d.lang, m))
		d.line("")
	}
	if survey {
		d.line("%s\n", call("figure \"multiples\" %q", m))
	} else {
		d.line("%s\n", call("figure %q", figureOf(m)))
	}
	d.say("h.systems")
	d.line("\n%s\n", call("table \"systems\""))
	if len(d.systems) > 1 {
		d.say("h.throughput")
		d.line("\n%s\n", d.comparison(d.metric))
		for _, o := range d.systems[1:] {
			if !survey && d.comparable(o, d.metric) {
				d.line("%s\n", call("figure \"delta\" %q %q vs %q", m, o.Name, base.Name))
			}
		}
	} else {
		d.say("h.measurements")
		d.line("\n%s\n", call("table \"summary\""))
	}
	if d.latency() {
		d.say("h.latency")
		d.line("\n%s\n", call("figure \"latency\""))
		if tail, ok := d.tail(); ok && len(d.systems) > 1 {
			if survey {
				d.line("%s", d.ranking(tail))
			}
			for _, o := range d.systems[1:] {
				if !survey {
					d.statement(base, o, tail)
				}
			}
			d.line("\n%s\n", d.comparison(tail))
		}
	}
	if d.fits() {
		d.say("h.scaling")
		d.line("\n%s\n\n%s\n", call("figure \"scaling\""), call("table \"scaling\""))
	}
	if at, ok := d.intervals(); ok {
		d.say("h.within")
		d.line("\n%s\n", call("figure \"timeline\" %q (at %d)", base.Name, at))
	}
	d.say("h.findings")
	d.line("\n{{ findings }}\n")
	d.say("h.method")
	d.line("\n{{ method }}")
}

// surveyFrom is the number of systems from which a draft ranks them all in place of setting each
// beside the first.
const surveyFrom = 4

// ranking is the ranking of the systems, or, where no level is common to all, what each has.
func (d *draft) ranking(m parse.Metric) string {
	var sweeps []*analysis.Sweep
	for _, s := range d.systems {
		sweeps = append(sweeps, s.Sweep)
	}
	if _, err := analysis.Ranking(sweeps, m, analysis.CompareOptions{}); err != nil {
		return call("table \"summary\"")
	}
	return call("table \"ranking\" %q", m.Name)
}

// comparable reports whether a system shares a level with the first one.
func (d *draft) comparable(other DraftSystem, m parse.Metric) bool {
	c, err := analysis.Compare(d.systems[0].Sweep, other.Sweep, m, analysis.CompareOptions{})
	return err == nil && c.Overall.N > 0
}

// comparison is the table of all systems beside the first, or, where some share no
// level with it, of each for itself.
func (d *draft) comparison(m parse.Metric) string {
	for _, o := range d.systems[1:] {
		if !d.comparable(o, m) {
			return call("table \"summary\"")
		}
	}
	return call("table \"comparison\" %q", m.Name)
}

// valueCall is the call for a metric's value; a percentile with decimals has none of its own.
func valueCall(metric string) string {
	if strings.Contains(metric, ".") {
		return "value " + strconv.Quote(metric)
	}
	return metric
}

func figureOf(metric string) string {
	if metric == parse.TPS.Name {
		return "throughput"
	}
	return metric
}

func metricWord(l, name string) string {
	if m, err := parse.MetricNamed(name); err == nil {
		if rank, ok := m.Rank(); ok {
			return text(l, "metric.percentile", fmt.Sprint(rank))
		}
	}
	return text(l, "metric."+name)
}

// statement writes what can be said of two systems in a metric: higher or lower where the
// data show it, about equal, or that they do not tell.
func (d *draft) statement(base, other DraftSystem, m parse.Metric) {
	c, err := analysis.Compare(base.Sweep, other.Sweep, m, analysis.CompareOptions{})
	if err != nil || c.Overall.N == 0 {
		d.say("incomparable", call("label %q", other.Name), call("label %q", base.Name), metricWord(d.lang, m.Name))
		return
	}
	o := c.Overall
	pair := fmt.Sprintf("%q %q vs %q", m.Name, other.Name, base.Name)
	span := call("span %s", pair)
	names := []any{call("label %q", other.Name), call("label %q", base.Name), metricWord(d.lang, m.Name)}
	repeats := o.Measured.Low.OK && o.Measured.High.OK
	near := func(v float64) bool {
		return v <= analysis.DefaultMargin && v >= 1/(1+analysis.DefaultMargin)-1
	}
	typical, stat := o.Mean, "mean"
	for _, n := range slices.Concat(o.Notes, c.Notes) {
		if n.Code == "note.dominated" { // one level moves the mean: it says nothing of the others
			typical, stat = o.Median, "median"
		}
	}
	equal := near(typical)
	if repeats {
		equal = equal && near(o.Measured.Low.V) && near(o.Measured.High.V)
	}
	key, asserting := "higher", "higher"
	if typical < 0 {
		key, asserting = "lower", "lower"
	}
	switch {
	case equal:
		key, asserting = "close", "close"
	case repeats && (o.Verdict == analysis.Inconclusive || o.Measured.Low.V <= 0 && o.Measured.High.V >= 0), math.Abs(typical) < 0.0005:
		key, asserting = "unclear", "delta"
	}
	if o.N == 1 {
		bare := " | bare"
		if key == "unclear" { // its interval is the point
			bare = ""
		}
		d.say(key+".one", append(names, call("%s %s (at %d)%s", asserting, pair, o.Levels[0], bare), fmt.Sprint(o.Levels[0]))...)
		return
	}
	d.say(key, append(names, call("%s %s %s", asserting, pair, stat), span, text(d.lang, "draft."+stat))...)
}

// latency reports whether the runs have latencies to draw.
func (d *draft) latency() bool {
	for _, s := range d.systems {
		for _, m := range s.Sweep.Metrics() {
			if m.Name == parse.Avg.Name {
				return true
			}
		}
	}
	return false
}

// tail is the highest percentile that all systems have.
func (d *draft) tail() (parse.Metric, bool) {
	var best parse.Metric
	top := 0.0
	for _, m := range d.systems[0].Sweep.Metrics() {
		rank, ok := m.Rank()
		if !ok || rank <= top {
			continue
		}
		everywhere := true
		for _, s := range d.systems[1:] {
			has := false
			for _, other := range s.Sweep.Metrics() {
				has = has || other == m
			}
			everywhere = everywhere && has
		}
		if everywhere {
			best, top = m, rank
		}
	}
	return best, top > 0
}

// fits reports whether the Universal Scalability Law can be fitted to every system.
func (d *draft) fits() bool {
	for _, s := range d.systems {
		if _, err := analysis.Scaling(s.Sweep, 0); err != nil {
			return false
		}
	}
	return true
}

// intervals finds the highest level of the base with interval lines.
func (d *draft) intervals() (threads int, ok bool) {
	for _, l := range d.systems[0].Sweep.Levels {
		for _, r := range l.Runs {
			if r.Series.Count > 1 && l.Threads > 0 {
				threads, ok = l.Threads, true
			}
		}
	}
	return threads, ok
}
