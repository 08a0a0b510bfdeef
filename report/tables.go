package report

import (
	"fmt"
	"regexp"
	"slices"
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
	r.explainIntervals(t, q.names[0])
	t.Name = r.unique("table-" + strings.Join(q.names, "-"))
	return &result{block: &part{table: t}}, nil
}

func (r *run) t(key string, args ...any) string { return lang.Text(r.l, "report."+key, args...) }

// estimate writes a value with its interval: "+17.7 % [−46.1, +156.9]".
func (r *run) estimate(e analysis.Estimate, print func(string, float64, int) string) string {
	if !e.Value.OK {
		return absent
	}
	s := print(r.l, e.Value.V, -1)
	if e.Low.OK && e.High.OK {
		s = fmt.Sprintf("%s [%s, %s]", s, signs.Replace(print(r.l, e.Low.V, -1)), signs.Replace(print(r.l, e.High.V, -1)))
	}
	return s
}

// signs makes the ends of an interval short: signs in place of words, and no unit, which
// stands before them.
var signs = strings.NewReplacer("高 ", "+", "低 ", "−", " %", "", "%", "")

// withInterval is a cell that estimate wrote with an interval.
var withInterval = regexp.MustCompile(`^(.+) (\[[^\[\]]+, [^\[\]]+\])(.*)$`)

// explainIntervals says in a table's notes what stands in brackets.
func (r *run) explainIntervals(t *Table, kind string) {
	key := "note.brackets"
	if kind == "capacity" {
		key += ".capacity"
	}
	for _, row := range t.Rows {
		for _, c := range row {
			if withInterval.MatchString(c) {
				t.Notes = append([]string{r.t(key, lang.Confidence(r.n.confidence()))}, t.Notes...)
				return
			}
		}
	}
}

// plainMetric prints a metric's value without its unit, which stands in the head.
func plainMetric(parse.Metric) func(string, float64, int) string { return printFixed(2, "") }

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
	labels := slices.ContainsFunc(r.n.Systems, func(s System) bool { return s.label() != s.short() })
	if labels {
		t.Head, t.Left = append(t.Head, r.t("table.label")), append(t.Left, true)
	}
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
		row := []string{s.short()}
		if labels {
			row = append(row, s.label())
		}
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
			if len(l.Runs) > 0 && l.Threads > 0 {
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
			threads := fmt.Sprint(l.Threads)
			if l.Threads == 0 { // unknown
				threads = absent
			}
			row := []string{s.short(), threads, fmt.Sprint(len(l.Runs))}
			for _, m := range metrics {
				row = append(row, r.estimate(l.Mean(m, r.n.confidence()), plainMetric(m)))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t, nil
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
	for i, l := range o.Levels {
		row := []string{fmt.Sprint(l.Threads), absent, absent, r.estimate(l.Lost, printPercent), r.estimate(l.AddedMs, plusMeasured(together(l.AddedMs.Value.V, l.AddedMs.Low, l.AddedMs.High), ""))}
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
	t.Notes = dedupe(append(t.Notes, r.notesOnPair(o.Throughput, without, with)...))
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
		u, err := analysis.Scaling(s.Sweep, r.n.Confidence)
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
