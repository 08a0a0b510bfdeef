package parse

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// pivotKey tells the runs of pivot tables apart: tables of different metrics
// over the same systems and levels join into the same runs.
type pivotKey struct {
	system  string
	threads int
}

// place is what two tables of one input may both give a value for.
type place struct {
	pivotKey
	metric Metric
}

// given is a value and the first line of its table.
type given struct {
	v     float64
	table int
}

// pivots holds the runs of pivot tables until the end of the input, since a
// later table may add another metric to them.
type pivots struct {
	given    map[place]given // the first value of each place
	order    []*Run
	byKey    map[pivotKey][]*Run
	settings map[string][]Setting // by system
}

// add puts a value into the first run of the key that lacks its metric.
func (p *pivots) add(key pivotKey, m Metric, v float64, fresh func() *Run) *Run {
	for _, run := range p.byKey[key] {
		if !run.has(m) {
			run.setMetric(m, v)
			return run
		}
	}
	run := fresh()
	run.setMetric(m, v)
	if p.byKey == nil {
		p.byKey = map[pivotKey][]*Run{}
	}
	p.byKey[key] = append(p.byKey[key], run)
	p.order = append(p.order, run)
	return run
}

// failed reports whether a run of the key has failed.
func (p *pivots) failed(key pivotKey) bool {
	return slices.ContainsFunc(p.byKey[key], func(run *Run) bool { return run.Status == Failed })
}

// has reports whether the run holds the metric as printed.
func (run *Run) has(m Metric) bool {
	if rank, ok := m.Rank(); ok {
		return slices.ContainsFunc(run.Latency.Pct, func(p Percentile) bool { return p.Rank == rank })
	}
	switch m {
	case Avg:
		return run.Latency.Avg.OK
	case Min:
		return run.Latency.Min.OK
	case Max:
		return run.Latency.Max.OK
	}
	_, ok := run.printed(m)
	return ok
}

// pivotCell takes in one cell of a pivot.
func (r *Reader) pivotCell(c cell, no int, system string, threads int, measure column) {
	if absentWords[strings.ToLower(strings.TrimSpace(c.text))] {
		return // not every system has every level: N/A is what was meant
	}
	t := r.table
	v, err := number(c.text, measure.metric.Unit, measure.scale)
	if err == nil {
		err = possible(v, measure.metric.Unit)
	}
	if err == nil && v == 0 && measure.metric.IsLatency() && measure.metric != Min {
		if r.pivots.failed(pivotKey{system, threads}) {
			return
		}
		err = fmt.Errorf("a latency of 0 ms: taken as absent")
	}
	if err != nil {
		r.ledger.problem(nil, no, c.col, c.text, fmt.Sprintf("%s of %q at %d threads: %v", measure.metric.Name, system, threads, err))
		return
	}
	key := pivotKey{system, threads}
	if r.copied(key, measure.metric, v) {
		return
	}
	run := r.pivots.add(key, measure.metric, v, func() *Run {
		return &Run{Source: Source{r.ledger.file, no}, System: system, Threads: threads, Config: slices.Clip(t.settings)}
	})
	if v == 0 && measure.metric.Better == HigherIsBetter {
		run.Status = Failed
	}
}

// copied reports whether a value stands in a table before as well, which makes
// it no second measurement. Another value is one: that the runs are read as
// repeats is told once a table, since they may be of another test.
func (r *Reader) copied(key pivotKey, m Metric, v float64) bool {
	t, at := r.table, place{key, m}
	g, again := r.pivots.given[at]
	if !again {
		if r.pivots.given == nil {
			r.pivots.given = map[place]given{}
		}
		r.pivots.given[at] = given{v, t.first}
		return false
	}
	if g.table == t.first {
		return false // a level that stands twice in a table
	}
	same := g.v == v
	if !t.told {
		t.told = true
		what := "both are read as runs of one system; other names would keep them apart"
		if same {
			what = "the same value is taken once"
		}
		r.ledger.problem(nil, t.line, 0, strings.TrimSpace(t.text), fmt.Sprintf(
			"%s of %q at %d threads stands in the table of line %d already: %s", m.Name, key.system, key.threads, g.table, what))
	}
	return same
}

// twoNumbers finds a cell that holds two numbers, which a lost separator
// leaves: the row is not to be trusted then.
func twoNumbers(cells []cell) (cell, bool) {
	for _, c := range cells {
		if _, err := number(c.text, "", 1); err != nil && strings.HasPrefix(err.Error(), "two numbers") {
			return c, true
		}
	}
	return cell{}, false
}

// pivotRow takes in a row of a table with a level a row and a system a column.
func (r *Reader) pivotRow(cells []cell, no int) {
	t := r.table
	threads, note, ok := threadCount(cells[0].text)
	if !ok {
		// A settings row below the numbers: have_ssl | YES | NO.
		if t.config == nil {
			t.config = map[int][]Setting{}
		}
		for i, c := range cells[1:] {
			if c.text != "" && cells[0].text != "" && !isSecret(cells[0].text) {
				t.config[i+1] = append(t.config[i+1], Setting{unmark(cells[0].text), redact(unmark(c.text))})
			}
		}
		return
	}
	t.level = threads
	if note != "" {
		r.ledger.problem(nil, no, cells[0].col, cells[0].text, note)
	}
	if c, two := twoNumbers(cells[1:]); two {
		r.ledger.problem(nil, no, c.col, c.text, fmt.Sprintf(
			"two numbers in one cell, where the header in line %d has %d systems: the row is passed over", t.line, t.width-1))
		return
	}
	for i, c := range cells[1:] {
		if t.systems[i+1] == "" {
			continue // told with the header
		}
		measure := t.measure
		if t.cols[i+1].field == fieldMetric {
			measure = t.cols[i+1]
		}
		if measure.field != fieldMetric {
			r.unnamedMetric()
			return
		}
		r.pivotCell(c, no, t.systems[i+1], threads, measure)
	}
}

// acrossRow takes in a row of a table with the levels across. Its first cell
// names a metric of the one system, or a system.
func (r *Reader) acrossRow(cells []cell, no int) {
	t := r.table
	name := unmark(cells[0].text)
	col, known := meaning(cells[0].text)
	if known && col.field != fieldSystem && col.field != fieldWorkload && col.field != fieldOther && (t.shape == acrossOne || t.measure.field != fieldMetric) {
		t.shape = acrossOne
		if t.runs == nil {
			for _, n := range t.levels[1:] {
				t.runs = append(t.runs, tally{run: &Run{Source: Source{r.ledger.file, no}, System: t.caption, Threads: n, Config: slices.Clip(t.settings)}})
			}
		}
		for i, c := range cells[1:] {
			t.runs[i].take(r, c, no, col, "row", name)
		}
		return
	}
	if c, two := twoNumbers(cells[1:]); two {
		r.ledger.problem(nil, no, c.col, c.text, fmt.Sprintf(
			"two numbers in one cell, where the header in line %d has %d levels: the row is passed over", t.line, t.width-1))
		return
	}
	if t.shape == acrossOne {
		for i, c := range cells[1:] {
			if c.text != "" && name != "" && !isSecret(name) {
				run := t.runs[i].run
				run.Config = append(run.Config, Setting{name, redact(unmark(c.text))})
			}
		}
		return
	}
	if t.measure.field != fieldMetric {
		r.unnamedMetric()
		return
	}
	if derivedColumn(name) {
		r.ledger.problem(nil, no, cells[0].col, name, "a row "+noMeasurement+": passed over")
		return
	}
	for i, c := range cells[1:] {
		r.pivotCell(c, no, redact(name), t.levels[i+1], t.measure)
	}
}

// unnamedMetric says, once a table, that nobody named what a pivot measures.
func (r *Reader) unnamedMetric() {
	t := r.table
	switch {
	case t.told:
	case derived(t.caption):
		r.ledger.problem(nil, t.line, 0, t.caption, "a table of what is "+noMeasurement+": it is passed over")
	default:
		msg := "a table with a system a column needs its metric named, by its caption or by the caller (tps, qps, avg, p95 …): it is passed over"
		if names := t.columnNames(); names != "" {
			msg = "no column is known as a metric (found " + names + "): if they are systems, " + msg
		}
		r.ledger.problem(nil, t.line, 0, strings.TrimSpace(t.text), msg)
	}
	t.told = true
}

// columnNames lists the columns of a pivot that may be meant as metrics.
func (t *table) columnNames() string {
	var names []string
	for _, s := range t.systems {
		switch {
		case s == "":
		case len(names) == 8:
			return strings.Join(names, ", ") + " …"
		default:
			names = append(names, strconv.Quote(shorten(s, 40)))
		}
	}
	return strings.Join(names, ", ")
}

// endPivot keeps the settings that stood below a pivot's numbers: they are
// those of the system, in every table.
func (r *Reader) endPivot(t *table) {
	if t.shape != bySystem || t.config == nil {
		return
	}
	if r.pivots.settings == nil {
		r.pivots.settings = map[string][]Setting{}
	}
	for i, system := range t.systems {
		r.pivots.settings[system] = append(r.pivots.settings[system], t.config[i]...)
	}
}

// emitPivots yields the runs of the pivots: no table can add to them now.
func (r *Reader) emitPivots() {
	for _, run := range r.pivots.order {
		for _, s := range r.pivots.settings[run.System] {
			if !slices.Contains(run.Config, s) {
				run.Config = append(run.Config, s)
			}
		}
		r.emit(run)
	}
	r.pivots = pivots{}
}
