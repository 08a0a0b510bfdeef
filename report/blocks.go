package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
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
		c, err := analysis.Compare(base.labelled(nil), other.labelled(nil), m, analysis.CompareOptions{
			Levels: chosen, Margin: r.n.Margin, Confidence: r.n.Confidence})
		if err != nil {
			return nil, "", lack(err)
		}
		name := "delta-" + m.Name
		if len(r.n.Systems) > 2 {
			name += "-" + other.Name
		}
		return with(func(o plotting.Options) (*plotting.Figure, error) { return plotting.Delta(c, o) }), name, nil
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
				var c analysis.Cost
				if len(r.n.SLO) > 0 {
					c, err = analysis.CostAtSLO(own, s.Prices, r.n.SLO[0])
				} else {
					c, err = analysis.CostAtPeak(own, s.Prices)
				}
				if err != nil {
					return nil, "", lack(err)
				}
				costs = append(costs, c)
				continue
			}
			for _, t := range allLevels(s, parse.TPS) {
				if chosen.Contains(t) {
					c, err := analysis.CostAt(own, s.Prices, t)
					if err != nil {
						return nil, "", lack(err)
					}
					costs = append(costs, c)
				}
			}
		}
		if kind == "pareto" {
			return with(func(o plotting.Options) (*plotting.Figure, error) { return plotting.Pareto(costs, o) }), kind, nil
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
					for _, run := range l.Runs {
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

// pairOrBase reads "OTHER" vs "BASE", or takes the head's base and the one other system.
func (r *run) pairOrBase(q *query, names []string) (other, base *System, err error) {
	if q.vsAt >= 0 {
		own := *q
		own.names, own.vsAt = names, q.vsAt-(len(q.names)-len(names))
		return r.pair(&own, 0)
	}
	switch len(names) {
	case 0:
		if others := r.n.others(); len(others) == 1 {
			return others[0], r.n.base(), nil
		}
		return nil, nil, fail("%s %q: which systems? write %q vs %q", q.name, q.names[0], r.n.others0(), r.n.base().Name)
	case 1:
		if other, err = r.n.system(names[0]); err != nil {
			return nil, nil, err
		}
		if other != r.n.base() {
			return other, r.n.base(), nil
		}
	}
	return nil, nil, fail("%s %q: which systems? write %q vs %q", q.name, q.names[0], r.n.others0(), r.n.base().Name)
}

// findings lists what a reader of the data must know.
func (r *run) findings() *result {
	sweeps := make([]*analysis.Sweep, len(r.n.Systems))
	for i, s := range r.n.Systems {
		own := *s.Sweep
		own.System = s.short()
		sweeps[i] = &own
	}
	p := &part{}
	for _, f := range analysis.Findings(sweeps) {
		p.items = append(p.items, item{lang.Text(r.l, "report.severity."+string(f.Severity)), r.finding(f)})
	}
	if len(p.items) == 0 {
		p.items = append(p.items, item{"", lang.Text(r.l, "report.findings.none")})
	}
	return &result{block: p}
}

// finding is a finding in words: whom it concerns, what it is, and where in the data.
func (r *run) finding(f analysis.Finding) string {
	text := f.Note.In(r.l)
	threads := fmt.Sprint(f.Threads)
	switch {
	case f.System != "" && f.Threads > 0:
		text = r.t("finding.level", f.System, threads) + r.t("colon") + text
	case f.System != "":
		text = f.System + r.t("colon") + text
	case f.Threads > 0:
		text = r.t("finding.threads", threads) + r.t("colon") + text
	}
	if len(f.Sources) == 0 || len(f.Sources) > 6 {
		return text
	}
	var files []string
	lines := map[string][]string{}
	for _, s := range f.Sources {
		if _, ok := lines[s.File]; !ok {
			files = append(files, s.File)
		}
		lines[s.File] = append(lines[s.File], fmt.Sprint(s.Line))
	}
	var places []string
	for _, file := range files {
		if r.oneFile() {
			places = append(places, r.t("finding.lines", strings.Join(lines[file], r.t("comma"))))
		} else {
			places = append(places, baseName(file)+":"+strings.Join(lines[file], ","))
		}
	}
	return r.t("finding.at", text, strings.Join(places, r.t("comma")))
}

// oneFile reports whether all data come from one file, so that a line says enough.
func (r *run) oneFile() bool {
	file := ""
	for _, s := range r.n.Systems {
		for _, l := range s.Sweep.Levels {
			for _, run := range l.Runs {
				if file != "" && run.Source.File != file {
					return false
				}
				file = run.Source.File
			}
		}
	}
	return true
}

func baseName(file string) string { return file[strings.LastIndexAny(file, `/\`)+1:] }

// method says how the figures of this notebook were computed.
func (r *run) method() *result {
	return &result{block: &part{items: []item{{"", methodMark}}}} // filled in when all calls are known
}

const methodMark = "\x00method"

// methodItems are the methods that the notebook used.
func (r *run) methodItems() []item {
	var out []item
	add := func(key string, args ...any) {
		out = append(out, item{"", lang.Text(r.l, "report.method."+key, args...)})
	}
	repeats := false
	for _, s := range r.n.Systems {
		for _, l := range s.Sweep.Levels {
			repeats = repeats || len(l.Runs) > 1
		}
	}
	if len(r.n.Systems) > 1 {
		add("delta")
		add("mean")
	}
	if repeats {
		add("repeats", lang.Number(100*r.n.confidence(), 0))
	} else {
		add("one-run")
	}
	if r.used["close"] || repeats {
		add("margin", percentOf(r.n.margin()))
	}
	if r.used["cost"] {
		for _, s := range r.n.Systems {
			for _, p := range s.Prices {
				out = append(out, item{"", r.priceText(s, p)})
			}
		}
		add("cost")
	}
	if r.used["breakeven"] {
		add("breakeven")
	}
	if r.used["capacity"] {
		add("capacity")
	}
	if r.used["overhead"] {
		add("overhead")
	}
	if r.used["scaling"] {
		add("scaling")
	}
	if r.used["merged"] {
		add("merged")
	}
	if r.used["pairs"] {
		add("pairs")
	}
	if len(r.n.Claims) > 0 {
		add("claims")
	}
	return out
}

func (r *run) priceText(s System, p analysis.Price) string {
	per := "h"
	if p.Per == "month" {
		per = lang.Text(r.l, "report.month")
	}
	text := lang.Text(r.l, "report.price", s.short(), trimNumber(p.Amount)+" "+p.Currency+"/"+per)
	var more []string
	for _, m := range []string{p.Of, p.AsOf} {
		if m != "" {
			more = append(more, m)
		}
	}
	if len(more) > 0 {
		text = lang.Text(r.l, "report.brackets", text, strings.Join(more, r.t("comma.text")))
	}
	return text
}

// ledger places the table of the claims.
func (r *run) ledger() (*result, error) {
	if len(r.n.Claims) == 0 {
		return nil, fail("ledger: the head has no claims")
	}
	text := func(key string) string { return lang.Text(r.l, "report.ledger."+key) }
	t := &Table{Name: "ledger", stack: true, Caption: text("caption"),
		Head: []string{text("id"), text("says"), text("published"), text("computed"), text("verdict")},
		Left: []bool{true, true, true, true, true}}
	for _, c := range r.doc.Ledger {
		verdict := c.outcome(r.l)
		if note := c.remark(); note != "" {
			t.Notes = append(t.Notes, c.ID+lang.Text(r.l, "report.colon")+note)
		}
		published := c.Published
		if c.Number == "" {
			published = lang.Text(r.l, "report.ledger.words")
		}
		t.Rows = append(t.Rows, []string{c.ID, c.Says, published, c.Computed, verdict})
	}
	return &result{block: &part{table: t}}, nil
}

// remark is what the ledger says below itself about a claim.
func (c *Claim) remark() string {
	if c.Note != "" {
		return c.Note
	}
	return c.Reason
}

// data places a system's runs as a raw table that package parse reads again.
func (r *run) data(system string) (*result, error) {
	s, err := r.n.system(system)
	if err != nil {
		return nil, err
	}
	return &result{block: &part{code: &listing{language: "text", source: rawTable(s), name: "data-" + r.unique(s.Name)}}}, nil
}

// rawTable writes runs in the form of the published tables. Rates that the counts
// give are left out; a failed run is a row of zeros, as sysbench scripts print it.
func rawTable(s *System) string {
	var runs []*parse.Run
	for _, l := range s.Sweep.Levels {
		runs = append(runs, l.Runs...)
		runs = append(runs, l.Failed...)
	}
	var ranks []float64
	counts, latency := false, false
	for _, r := range runs {
		counts = counts || r.Transactions.OK && r.ElapsedSec.OK
		latency = latency || r.Latency.Avg.OK
		for _, p := range r.Latency.Pct {
			if !slices.Contains(ranks, p.Rank) {
				ranks = append(ranks, p.Rank)
			}
		}
	}
	slices.Sort(ranks)
	head := []string{"threads"}
	if counts {
		head = append(head, "transactions", "queries", "time")
	} else {
		head = append(head, "tps")
	}
	if latency {
		head = append(head, "avg/Latency")
	}
	for _, rank := range ranks {
		head = append(head, trimNumber(rank)+"%/Latency")
	}
	cell := func(n parse.Num, failed bool, dec int) string {
		switch {
		case n.OK:
			return strings.Replace(lang.Number(n.V, dec), "−", "-", 1)
		case failed:
			return strings.Replace(lang.Number(0, dec), "−", "-", 1)
		}
		return ""
	}
	rows := [][]string{head}
	for _, r := range runs {
		failed := r.Status == parse.Failed
		row := []string{fmt.Sprint(r.Threads)}
		if counts {
			row = append(row, cell(r.Transactions, failed, 0), cell(r.Queries, failed, 0), cell(r.ElapsedSec, failed, 2))
		} else {
			v, ok := r.Value(parse.TPS)
			row = append(row, cell(parse.Num{V: v, OK: ok}, failed, 2))
		}
		if latency {
			row = append(row, cell(r.Latency.Avg, failed, 2))
		}
		for _, rank := range ranks {
			v, ok := r.Value(parse.Pct(rank))
			row = append(row, cell(parse.Num{V: v, OK: ok}, failed, 2))
		}
		rows = append(rows, row)
	}
	width := make([]int, len(head))
	for _, row := range rows {
		for i, c := range row {
			width[i] = max(width[i], len(c))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s:\n\n", strings.Join(strings.Fields(s.label()), " "))
	for _, row := range rows {
		for i, c := range row {
			if i > 0 {
				b.WriteByte('|')
			}
			fmt.Fprintf(&b, "%*s", width[i], c)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
