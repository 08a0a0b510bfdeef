package report

import (
	"fmt"
	"strings"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// Table is a table of formatted cells.
type Table struct {
	Name    string   // what its CSV file would be called; may be empty
	Caption string   // plain text; may be empty
	Head    []string // plain text
	Left    []bool   // columns that align left; missing: right
	Rows    [][]string
	Notes   []string // footnotes below it: why a cell has no answer, what an interval means

	stack bool // too wide for a narrow page, which shows its rows as lists
}

func (t *Table) left(column int) bool { return column < len(t.Left) && t.Left[column] }

// absent stands in a cell that has no value.
const absent = "–"

var tableKinds = []string{"comparison", "systems", "summary", "cost", "capacity", "overhead", "scaling", "steadiness", "percentiles", "ranking", "settings"}

// table places a table of a kind: table "comparison" "tps".
func (r *run) table(args ...any) (*result, error) {
	q, err := readQuery("table", args)
	if err != nil {
		return nil, err
	}
	if len(q.names) == 0 {
		return nil, fail("table: which? tables are: %s", strings.Join(tableKinds, " "))
	}
	chosen, err := r.chosen(q)
	if err != nil {
		return nil, err
	}
	var t *Table
	switch kind, rest := q.names[0], q.names[1:]; kind {
	case "comparison":
		t, err = r.comparisonTable(q, rest, chosen)
	case "systems":
		t = r.systemsTable()
	case "summary":
		t, err = r.summaryTable(rest, chosen)
	case "cost":
		t, err = r.costTable(rest, chosen)
	case "capacity":
		t, err = r.capacityTable()
	case "overhead":
		t, err = r.overheadTable(q, rest, chosen)
	case "scaling":
		t, err = r.scalingTable()
	case "steadiness":
		t, err = r.steadinessTable(rest, chosen)
	case "percentiles":
		t, err = r.percentilesTable(rest, chosen)
	case "ranking":
		t, err = r.rankingTable(rest, chosen)
	case "settings":
		t, err = r.settingsTable(rest)
	default:
		err = fail("table: no table %q; tables are: %s", kind, strings.Join(tableKinds, " "))
	}
	if err != nil {
		return nil, err
	}
	t.Name = r.unique("table-" + strings.Join(q.names, "-"))
	return &result{block: &part{table: t}}, nil
}

func (r *run) t(key string, args ...any) string { return lang.Text(r.l, "report."+key, args...) }

// estimate writes a value with its interval.
func (r *run) estimate(e analysis.Estimate, print func(string, float64, int) string) string {
	if !e.Value.OK {
		return absent
	}
	s := print(r.l, e.Value.V, -1)
	if e.Low.OK && e.High.OK {
		s = lang.Text(r.l, "report.table.interval", s, print(r.l, e.Low.V, -1), print(r.l, e.High.V, -1))
	}
	return s
}

// plainMetric prints a metric's value without its unit, which stands in the head.
func plainMetric(parse.Metric) func(string, float64, int) string { return printFixed(2, "") }

// comparisonTable has the levels down and the systems across; each other system
// has its delta, the base of which is named in the head.
func (r *run) comparisonTable(q *query, rest []string, chosen analysis.LevelSet) (*Table, error) {
	m := throughput(r.n.base())
	if len(rest) > 0 && (q.vsAt < 0 || len(rest) == 3) {
		found, err := parse.MetricNamed(rest[0])
		if err != nil {
			return nil, fail("table \"comparison\": %v", err)
		}
		m, rest = found, rest[1:]
	}
	base, others := r.n.base(), r.n.others()
	if len(rest) > 0 {
		other, b, err := r.pairOrBase(q, rest)
		if err != nil {
			return nil, err
		}
		base, others = b, []*System{other}
	}
	if len(others) == 0 {
		return nil, fail("table \"comparison\": there is only one system")
	}
	t := &Table{
		Caption: r.capital(r.withUnit(m)),
		Head:    []string{r.t("threads"), base.short()},
	}
	var cs []*analysis.Comparison
	verdicts := false
	for _, o := range others {
		c, err := r.compared(base, o, m, chosen)
		if err != nil {
			return nil, err
		}
		cs = append(cs, c)
		for _, l := range c.Levels {
			verdicts = verdicts || l.Verdict != analysis.NoVerdict
		}
	}
	for _, o := range others {
		t.Head = append(t.Head, o.short(), lang.Text(r.l, "report.table.relative", o.short(), base.short()))
		if verdicts {
			t.Head = append(t.Head, r.t("verdict"))
		}
	}
	print := plainMetric(m)
	for _, threads := range unionLevels(base, others, m, chosen) {
		row := []string{fmt.Sprint(threads), absent}
		if l := base.Sweep.Level(threads); l != nil {
			row[1] = r.estimate(l.Mean(m, r.n.confidence()), print)
		}
		for i, o := range others {
			value, delta, verdict := absent, absent, absent
			if l := o.Sweep.Level(threads); l != nil {
				value = r.estimate(l.Mean(m, r.n.confidence()), print)
			}
			for _, l := range cs[i].Levels {
				if l.Threads == threads {
					delta = r.estimate(l.Delta, printDelta)
					if l.Verdict != analysis.NoVerdict {
						verdict = lang.Text(r.l, "verdict."+string(l.Verdict))
					}
				}
			}
			row = append(row, value, delta)
			if verdicts {
				row = append(row, verdict)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	overall := func(name string, pick func(*analysis.Overall) string, focus, measured bool) {
		row := []string{name, ""}
		some := false
		for _, c := range cs {
			o := &c.Overall
			if focus {
				o = c.Focus
			}
			text, verdict := "", ""
			if o != nil && o.N > 1 {
				text, some = pick(o), true
				if o.Verdict != analysis.NoVerdict && measured {
					verdict = lang.Text(r.l, "verdict."+string(o.Verdict))
				}
			}
			row = append(row, "", text)
			if verdicts {
				row = append(row, verdict)
			}
		}
		if some {
			t.Rows = append(t.Rows, row)
		}
	}
	overall(r.t("table.mean"), func(o *analysis.Overall) string { return printDelta(r.l, o.Mean, -1) }, false, false)
	overall(r.t("table.median"), func(o *analysis.Overall) string { return printDelta(r.l, o.Median, -1) }, false, false)
	overall(r.t("table.geomean"), func(o *analysis.Overall) string {
		e := o.Measured
		if !e.Value.OK {
			e.Value = parse.Some(o.Geomean)
		}
		return r.estimate(e, printDelta)
	}, false, true) // the verdict rests on this figure's interval
	if len(r.n.Focus) > 0 && len(chosen) == 0 {
		overall(r.t("table.focus", r.n.Focus.String()), func(o *analysis.Overall) string { return printDelta(r.l, o.Mean, -1) }, true, false)
	}
	for i, o := range others {
		t.Notes = append(t.Notes, r.comparisonNotes(cs[i], base, o)...)
	}
	t.Notes = dedupe(t.Notes)
	return t, nil
}

// comparisonNotes are the footnotes of a comparison.
func (r *run) comparisonNotes(c *analysis.Comparison, base, other *System) []string {
	var out []string
	o := c.Overall
	if o.N > 1 {
		out = append(out, r.t("note.base", other.short(), base.short(), r.deltaIn(o.OtherBaseMean)))
		if o.Spread.Low.OK && o.Spread.High.OK {
			out = append(out, r.t("note.spread", other.short(), r.deltaRange(o.Spread.Low.V, o.Spread.High.V)))
		}
	}
	var more []string
	for _, l := range c.Levels {
		if l.MoreRepeats > 0 {
			more = append(more, r.t("note.repeats-at", l.MoreRepeats, l.Threads))
		}
	}
	if len(more) > 0 {
		out = append(out, r.t("note.repeats", strings.Join(more, r.t("comma"))))
	}
	var holm []int
	for _, l := range c.Levels {
		for _, n := range l.Delta.Notes {
			if n.Code == "note.holm-inconclusive" {
				holm = append(holm, l.Threads)
			}
		}
	}
	if len(holm) > 0 {
		out = append(out, r.t("note.holm-at", and(r.l, texts(holm))))
	}
	if len(c.OnlyBase) > 0 {
		out = append(out, r.t("note.unmatched", base.short(), blanks(c.OnlyBase)))
	}
	if len(c.OnlyOther) > 0 {
		out = append(out, r.t("note.unmatched", other.short(), blanks(c.OnlyOther)))
	}
	for _, n := range append(c.Notes[:len(c.Notes):len(c.Notes)], o.Notes...) {
		out = append(out, r.sentence(n.In(r.l)))
	}
	return out
}

func dedupe(texts []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, t := range texts {
		if !seen[t] {
			out = append(out, t)
		}
		seen[t] = true
	}
	return out
}

// withUnit is a metric in words with its unit, where the words do not say it.
func (r *run) withUnit(m parse.Metric) string {
	if m.IsLatency() || m.Name == "mibps" {
		return r.t("brackets", r.metricName(m.Name), m.Unit)
	}
	return r.metricName(m.Name)
}

func unionLevels(base *System, others []*System, m parse.Metric, chosen analysis.LevelSet) []int {
	have := map[int]bool{}
	for _, s := range append([]*System{base}, others...) {
		for _, t := range allLevels(s, m) {
			if chosen.Contains(t) {
				have[t] = true
			}
		}
	}
	return sortedKeys(have)
}

// systemsTable lists the systems with their settings and prices.
func (r *run) systemsTable() *Table {
	t := &Table{Caption: r.t("table.systems"), Head: []string{r.t("system")}, Left: []bool{true}}
	var keys []string
	prices := false
	for _, s := range r.n.Systems {
		prices = prices || len(s.Prices) > 0
		for _, set := range s.Settings {
			if set.Key != "" && !contains(keys, set.Key) {
				keys = append(keys, set.Key)
			}
		}
	}
	t.Head = append(t.Head, r.t("table.label"))
	t.Left = append(t.Left, true)
	for _, k := range keys {
		t.Head, t.Left = append(t.Head, k), append(t.Left, true)
	}
	if prices {
		t.Head, t.Left = append(t.Head, r.t("metric.price")), append(t.Left, true)
	}
	t.Head = append(t.Head, r.t("table.levels"), r.t("table.runs"))
	t.Left = append(t.Left, true, false)
	for i := range r.n.Systems {
		s := &r.n.Systems[i]
		row := []string{s.short(), s.label()}
		for _, k := range keys {
			value := absent
			for _, set := range s.Settings {
				if set.Key == k {
					value = set.Value
				}
			}
			row = append(row, value)
		}
		if prices {
			price := absent
			if hourly, currency, err := s.hourly(); err == nil {
				price = lang.Significant(hourly, 4) + " " + currency + "/h"
			}
			row = append(row, price)
		}
		var levels []int
		runs, failed := 0, []int(nil)
		for _, l := range s.Sweep.Levels {
			if len(l.Runs) > 0 {
				levels = append(levels, l.Threads)
			}
			if len(l.Failed) > 0 {
				failed = append(failed, l.Threads)
			}
			runs += len(l.Runs)
		}
		if len(failed) > 0 {
			t.Notes = append(t.Notes, r.t("note.failed", s.short(), blanks(failed)))
		}
		t.Rows = append(t.Rows, append(row, blanks(levels), fmt.Sprint(runs)))
	}
	if len(r.n.Settings) > 0 {
		var shared []string
		for _, s := range r.n.Settings {
			shared = append(shared, s.Key+r.t("colon")+s.Value)
		}
		t.Notes = append([]string{strings.Join(shared, r.t("semicolon"))}, t.Notes...)
	}
	return t
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// summaryTable has all metrics of one system, or of each in turn.
func (r *run) summaryTable(names []string, chosen analysis.LevelSet) (*Table, error) {
	systems := r.n.Systems
	if len(names) > 0 {
		s, err := r.n.system(names[0])
		if err != nil {
			return nil, err
		}
		systems = []System{*s}
	}
	have := map[parse.Metric]bool{}
	var metrics []parse.Metric
	for _, s := range systems {
		for _, m := range s.Sweep.Metrics() {
			if !have[m] {
				metrics = append(metrics, m)
			}
			have[m] = true
		}
	}
	t := &Table{Caption: r.t("table.summary"), Head: []string{r.t("system"), r.t("threads"), r.t("table.runs")}, Left: []bool{true}}
	for _, m := range metrics {
		t.Head = append(t.Head, r.withUnit(m))
	}
	for i := range systems {
		s := &systems[i]
		for j := range s.Sweep.Levels {
			l := &s.Sweep.Levels[j]
			if !chosen.Contains(l.Threads) {
				continue
			}
			row := []string{s.short(), fmt.Sprint(l.Threads), fmt.Sprint(len(l.Runs))}
			for _, m := range metrics {
				row = append(row, r.estimate(l.Mean(m, r.n.confidence()), plainMetric(m)))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t, nil
}

// costTable has the price of 1000 TPS by level, and which system is cheaper. The first
// system named is the base.
func (r *run) costTable(rest []string, chosen analysis.LevelSet) (*Table, error) {
	r.used["cost"] = true
	systems := append([]*System{r.n.base()}, r.n.others()...)
	if len(rest) > 0 {
		var err error
		if systems, err = r.named(rest); err != nil {
			return nil, err
		}
	}
	base, others := systems[0], systems[1:]
	_, currency, err := base.hourly()
	if err != nil {
		return nil, err
	}
	t := &Table{Caption: r.t("table.cost", currency), Head: []string{r.t("threads")}}
	for _, s := range systems {
		if _, c, err := s.hourly(); err != nil {
			return nil, err
		} else if c != currency {
			return nil, fail("table \"cost\": prices in %s and %s cannot be compared", currency, c)
		}
		t.Head = append(t.Head, s.short())
	}
	two := len(systems) == 2
	if two {
		t.Head = append(t.Head, r.t("table.cheaper"))
		t.Left = []bool{false, false, false, true}
	}
	cost := func(s *System, threads int) (analysis.Cost, bool) {
		if l := s.Sweep.Level(threads); l == nil || len(l.Values(parse.TPS)) == 0 {
			return analysis.Cost{}, false
		}
		c, err := analysis.CostAt(s.Sweep, s.Prices, threads)
		return c, err == nil && c.Per1000.Value.OK
	}
	for _, threads := range unionLevels(base, others, parse.TPS, chosen) {
		row := []string{fmt.Sprint(threads)}
		var costs []analysis.Cost
		for _, s := range systems {
			c, ok := cost(s, threads)
			if !ok {
				row = append(row, absent)
				continue
			}
			costs = append(costs, c)
			row = append(row, r.estimate(c.Per1000, printPrice("")))
		}
		if two {
			text := absent
			if len(costs) == 2 {
				if a, err := analysis.PricePerformance(costs[0], costs[1]); err == nil && a.Cheaper.Value.OK {
					text = r.cheaperText(base.short(), others[0].short(), a)
				}
			}
			row = append(row, text)
		}
		t.Rows = append(t.Rows, row)
	}
	if two && len(chosen) == 0 {
		if b, err := r.breakEvenOf(base, others[0]); err == nil {
			r.used["breakeven"] = true
			t.Notes = append(t.Notes, r.t("note.breakeven", others[0].short(), base.short(), r.cheaperAt(b)))
		}
	}
	for _, s := range systems {
		for _, p := range s.Prices {
			t.Notes = append(t.Notes, r.priceText(*s, p))
		}
	}
	return t, nil
}

// cheaperText names the cheaper system and by how much its cost is below the other's.
func (r *run) cheaperText(base, other string, a analysis.Advantage) string {
	less := a.Cheaper.Value.V // of other against base
	if less >= 0 {
		return r.t("table.cheaper-by", other, printPercent(r.l, less, -1))
	}
	// base is cheaper: 1 − base/other
	return r.t("table.cheaper-by", base, printPercent(r.l, 1-1/(1-less), -1))
}

// capacityTable has what each system carries within each limit, and what that costs.
func (r *run) capacityTable() (*Table, error) {
	if len(r.n.SLO) == 0 {
		return nil, fail("table \"capacity\": the head has no slo; write slo: {p95: 80ms}")
	}
	r.used["capacity"] = true
	t := &Table{Caption: r.t("table.capacity"), Head: []string{r.t("table.limit")}, Left: []bool{true}}
	prices := true
	for _, s := range r.n.Systems {
		prices = prices && len(s.Prices) > 0
	}
	many := len(r.n.Systems) > 4 // too wide for a page: a system a row
	for _, s := range r.n.Systems {
		name := r.t("table.tps-of", s.short())
		if many && !prices {
			name = s.short()
		}
		t.Head = append(t.Head, name)
	}
	if prices {
		for _, s := range r.n.Systems {
			_, currency, err := s.hourly()
			if err != nil {
				return nil, err
			}
			t.Head = append(t.Head, r.t("table.cost-of", s.short(), currency))
		}
	}
	for _, slo := range r.n.SLO {
		row := []string{slo.String()}
		for i := range r.n.Systems {
			s := &r.n.Systems[i]
			c, err := analysis.CapacityAt(s.Sweep, slo)
			if err != nil {
				return nil, lack(err)
			}
			cell := absent
			if c.TPS.Value.OK {
				cell = r.estimate(c.TPS, printFixed(0, ""))
				if c.Above > 0 {
					cell = r.t("table.between", cell, c.Below, c.Above)
				} else {
					cell = r.t("table.at-least", cell)
				}
			}
			row = append(row, cell)
			for _, n := range c.Notes {
				t.Notes = append(t.Notes, s.short()+r.t("comma.text")+slo.String()+r.t("colon")+n.In(r.l))
			}
		}
		if prices {
			for i := range r.n.Systems {
				s := &r.n.Systems[i]
				cell := absent
				if c, err := analysis.CostAtSLO(s.Sweep, s.Prices, slo); err == nil && c.Per1000.Value.OK {
					cell = r.estimate(c.Per1000, printPrice(""))
					r.used["cost"] = true
				}
				row = append(row, cell)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	t.Notes = dedupe(t.Notes)
	if many {
		t = t.flipped(r.t("system"))
	}
	return t, nil
}

// flipped is the table with its rows as columns; its first column is named anew.
func (t *Table) flipped(first string) *Table {
	f := &Table{Name: t.Name, Caption: t.Caption, Head: []string{first}, Left: []bool{true}, Notes: t.Notes}
	for _, row := range t.Rows {
		f.Head = append(f.Head, row[0])
	}
	for i, name := range t.Head[1:] {
		line := []string{name}
		for _, row := range t.Rows {
			line = append(line, row[i+1])
		}
		f.Rows = append(f.Rows, line)
	}
	return f
}

// overheadTable has what a feature costs by level.
func (r *run) overheadTable(q *query, rest []string, chosen analysis.LevelSet) (*Table, error) {
	with, without, err := r.pairOrBase(q, rest)
	if err != nil {
		return nil, err
	}
	o, err := r.overheadOf(with, without, chosen)
	if err != nil {
		return nil, err
	}
	r.used["overhead"] = true
	t := &Table{
		Caption: r.t("table.overhead", with.short(), without.short()),
		Head:    []string{r.t("threads"), r.t("table.tps-of", without.short()), r.t("table.tps-of", with.short()), r.t("table.lost"), r.t("table.added")},
	}
	added := func(l string, v float64, dec int) string {
		s := lang.Measured(v)
		if dec >= 0 {
			s = lang.Number(v, dec)
		}
		if v > 0 && strings.Trim(s, "0.") != "" {
			s = "+" + s
		}
		return s
	}
	for i, l := range o.Levels {
		row := []string{fmt.Sprint(l.Threads), absent, absent, r.estimate(l.Lost, printPercent), r.estimate(l.AddedMs, added)}
		if i < len(o.Throughput.Levels) {
			row[1] = r.estimate(o.Throughput.Levels[i].Base, printFixed(2, ""))
			row[2] = r.estimate(o.Throughput.Levels[i].Other, printFixed(2, ""))
		}
		t.Rows = append(t.Rows, row)
	}
	t.Rows = append(t.Rows, []string{r.t("table.mean"), "", "", r.estimate(o.Lost, printPercent), ""})
	for _, n := range o.Notes {
		t.Notes = append(t.Notes, r.sentence(n.In(r.l)))
	}
	t.Notes = dedupe(append(t.Notes, r.comparisonNotes(o.Throughput, without, with)...))
	return t, nil
}

// scalingTable has the fit of the Universal Scalability Law to each system.
func (r *run) scalingTable() (*Table, error) {
	r.used["scaling"] = true
	t := &Table{Caption: r.t("table.scaling"), Left: []bool{true},
		Head: []string{r.t("system"), "α", "β", "γ (TPS)", r.t("table.peak-threads"), r.t("table.peak-tps"), "R²"}}
	number := func(v float64, se parse.Num) string {
		s := lang.Significant(v, 3)
		if se.OK {
			s += " ± " + lang.Significant(se.V, 2)
		}
		return s
	}
	for i := range r.n.Systems {
		s := &r.n.Systems[i]
		u, err := analysis.Scaling(s.Sweep)
		if err != nil {
			return nil, lack(err)
		}
		t.Rows = append(t.Rows, []string{s.short(), number(u.Alpha, u.SEAlpha), number(u.Beta, u.SEBeta), number(u.Gamma, u.SEGamma),
			r.estimate(u.PeakThreads, printFixed(0, "")), r.estimate(u.PeakTPS, printFixed(0, "")), lang.Number(u.RSquared, 4)})
		for _, n := range u.Notes {
			t.Notes = append(t.Notes, s.short()+r.t("colon")+n.In(r.l))
		}
	}
	return t, nil
}
