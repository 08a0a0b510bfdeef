package parse

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// A shape says what the rows and columns of a table are.
type shape uint8

const (
	byLevel   shape = iota // a row is a level, a column a measure
	bySystem               // a row is a level, a column a system, for one measure (pivot)
	acrossOne              // a column is a level, a row a measure of one system
	across                 // a column is a level, a row a system, for one measure (pivot)
)

// table is a table whose header has been read.
type table struct {
	shape     shape
	by        separator
	framed    bool // pipes at both ends of the header
	width     int  // cells of the header
	cols      []column
	systems   []string // of pivots, by column; "" where there is none
	levels    []int    // of tables with the levels across, by column
	measure   column   // of pivots: what all cells hold
	caption   string
	own       bool // the caption is the table's own
	first     int  // its first line, where a header is repeated
	told      bool // what is wrong with the whole table
	settings  []Setting
	line      int
	text      string // the header as written
	notes     []note // what is wrong with the header, told once the table is sure
	confirmed bool   // a row that fits has been seen
	rows      int
	level     int      // of the last row
	open      []part   // the lines of a row whose quoted cell goes on
	alone     bool     // a quote was not closed: each line is a row
	hook      bool     // the header is that of report_csv
	held      *part    // its first row, until the second says what they are
	early     []early  // rows before the table was sure, with another number of cells
	keys      []string // of records
	numbers   convention
	waiting   []part         // rows until one says which
	names     map[int]string // of the systems in the row before, by column, for cells left empty

	runs   []tally           // of the table, where a run is more than a row
	config map[int][]Setting // of pivots: settings below the numbers, by column
}

// note is something wrong with a header cell.
type note struct{ token, msg string }

// levelWords are parts of which one is in every header but those that a
// framed table may have.
var levelWords = strings.Fields("thre thd concu conn client user vu 并 併 線 執行緒 线程 连接 客户 用户 並 スレッド 同時 接続 " +
	"system instance host server vendor provider cloud 系统 实例 主机 厂商 规格 システム インスタンス")

func hasLevelWord(s string) bool {
	s = strings.ToLower(s)
	return slices.ContainsFunc(levelWords, func(w string) bool { return strings.Contains(s, w) })
}

// maxHeader is the longest header line, in bytes.
const maxHeader = 10_000

// header reads a line as the header of a table, or returns nil.
func (r *Reader) header(s string, no int) *table {
	if len(s) > maxHeader {
		return nil
	}
	var by []separator
	if strings.ContainsAny(s, "|｜│┃║") {
		by = append(by, byPipe)
	}
	if strings.ContainsRune(strings.TrimSpace(s), '\t') {
		by = append(by, byTab)
	}
	if strings.ContainsRune(s, ',') {
		by = append(by, byComma)
	}
	if strings.ContainsRune(s, ';') {
		by = append(by, bySemicolon)
	}
	by = append(by, byGap, bySpace)
	level := hasLevelWord(s)
	for _, by := range by {
		if !level && by != byPipe && by != byTab {
			break
		}
		t := &table{by: by, line: no, first: no, text: s, hook: by == byComma && isHookHeader(s)}
		var cells []cell
		if by == byPipe {
			cells, t.framed = splitPipes(s, 0)
		} else {
			cells = split(s, by)
		}
		t.width = len(cells)
		if !slices.ContainsFunc(cells, wordy) {
			continue
		}
		if t.width >= 2 && t.width <= 1000 && (t.levelRows(cells) || t.levelsAcross(cells) || t.pivot(cells)) {
			return t
		}
	}
	return nil
}

// wordy reports whether a cell holds a letter.
func wordy(c cell) bool { return strings.IndexFunc(c.text, unicode.IsLetter) >= 0 }

// levelRows reads the header of a table with a level a row: one cell means
// threads, at least one other a measurement.
func (t *table) levelRows(cells []cell) bool {
	threads, measures, others := 0, 0, 0
	t.cols, t.notes = make([]column, len(cells)), nil
	for i, c := range cells {
		col, known := meaning(c.text)
		if !known {
			col = column{text: c.text, scale: 1}
		}
		t.cols[i] = col
	}
	if t.systemsInMetrics() {
		return false
	}
	t.oneOfEach()
	for _, col := range t.cols {
		switch {
		case col.field == fieldThreads:
			threads++
		case col.measures():
			measures++
		case col.field == fieldOther:
			others++
		}
	}
	t.shape = byLevel
	t.confirmed = t.by == byPipe || t.by == byTab
	if threads == 0 || measures == 0 {
		return false
	}
	return t.confirmed || others == 0 || t.by == byComma && others <= measures+3
}

// systemsInMetrics reports whether the columns after the threads are those of
// a pivot although each is known as a metric: "tps (x86)", "tps (arm)".
func (t *table) systemsInMetrics() bool {
	seen, twice := map[Metric]bool{}, false
	for i, col := range t.cols {
		if i == 0 {
			if col.field != fieldThreads {
				return false
			}
			continue
		}
		if col.field != fieldMetric {
			continue
		}
		if _, _, ok := inPivot(col.text); !ok {
			return false
		}
		twice = twice || seen[col.metric]
		seen[col.metric] = true
	}
	return twice
}

// oneOfEach leaves one column of each meaning: the one whose header says it
// best, "avg latency" rather than "latency", else the first. What is left out
// is kept as text.
func (t *table) oneOfEach() {
	type key struct {
		field  field
		metric Metric
	}
	kept := map[key]int{}
	for i, col := range t.cols {
		switch col.field {
		case fieldOther, fieldSystem, fieldWorkload:
			continue
		}
		k := key{col.field, col.metric}
		j, again := kept[k]
		switch {
		case !again:
			kept[k] = i
		case t.cols[j].bare && !col.bare:
			t.cols[j] = column{text: t.cols[j].text, scale: 1}
			kept[k] = i
		default:
			if col.bare == t.cols[j].bare {
				t.notes = append(t.notes, note{col.text, fmt.Sprintf("a column that means the same as %q: it is kept as text, the first one counts", t.cols[j].text)})
			}
			t.cols[i] = column{text: col.text, scale: 1}
		}
	}
}

// pivot reads the header of a table with the levels down and the systems
// across: the first cell means threads, the others name systems, or systems
// with a metric each.
func (t *table) pivot(cells []cell) bool {
	if t.by == bySpace && len(cells) < 3 {
		return false
	}
	corner, ok := t.corner(cells[0].text, fieldThreads)
	if !ok {
		return false
	}
	if c, _ := meaning(cells[0].text); c.field == fieldMetric && !slices.ContainsFunc(cells[1:], wordy) {
		return false // "avg | 1300 | 21" is a row
	}
	t.measure = corner
	t.cols, t.systems, t.notes = make([]column, len(cells)), make([]string, len(cells)), nil
	own := false // the columns name a metric each
	for i, c := range cells[1:] {
		if c.text == "" || len(c.text) > 80 {
			return false
		}
		if system, col, ok := inPivot(c.text); ok {
			t.systems[i+1], t.cols[i+1], own = redact(system), col, true
		} else if _, known := meaning(c.text); known {
			return false
		} else if derivedColumn(c.text) {
			t.refuseDerived(c.text)
		} else if system, unit := cutMeasureUnit(c.text); unit != "" {
			t.systems[i+1], t.cols[i+1] = redact(system), column{text: c.text, unit: unit}
		} else {
			t.systems[i+1] = redact(unmark(c.text))
		}
	}
	if own {
		for i, c := range cells[1:] {
			if t.cols[i+1].field != fieldMetric && t.systems[i+1] != "" {
				t.systems[i+1] = ""
				t.notes = append(t.notes, note{c.text, "a column without a metric beside columns that name theirs: passed over"})
			}
		}
	}
	t.shape = bySystem
	return true
}

// corner reads the upper left cell of a pivot: the wanted field, a metric, or
// both, as in "threads\TPS".
func (t *table) corner(text string, want field) (measure column, ok bool) {
	c, known := meaning(text)
	if known && c.field == want {
		return column{}, true
	}
	if known && c.field == fieldMetric {
		return c, true
	}
	for _, part := range strings.FieldsFunc(halfWidth(text), func(r rune) bool { return strings.ContainsRune(`\/|()`, r) }) {
		switch c, known := meaning(part); {
		case known && c.field == want:
			ok = true
		case known && c.field == fieldMetric:
			measure = c
		}
	}
	return measure, ok
}

// levelsAcross reads the header of a table with the levels across: all cells
// but the first are thread counts.
func (t *table) levelsAcross(cells []cell) bool {
	if len(cells) < 3 || t.by == byGap || t.by == bySpace && len(cells) < 3 {
		return false
	}
	if _, _, isNumber := threadCount(cells[0].text); isNumber {
		return false
	}
	t.levels = make([]int, len(cells))
	for i, c := range cells[1:] {
		n, _, ok := threadCount(c.text)
		if !ok || n <= t.levels[i] {
			return false
		}
		t.levels[i+1] = n
	}
	t.notes = nil
	corner, ok := t.corner(cells[0].text, fieldThreads)
	if !ok {
		corner, ok = t.corner(cells[0].text, fieldSystem)
	}
	if !ok && (t.by != byPipe && t.by != byTab || cells[0].text != "") {
		return false
	}
	t.measure = corner
	t.shape = across
	return true
}

// cells splits a row of the table.
func (t *table) cells(s string) []cell {
	cells := t.split(s)
	if t.numbers == decimalComma {
		t.withPoints(cells)
	}
	return cells
}

func (t *table) split(s string) []cell {
	switch t.by {
	case byPipe:
		width := t.width
		if t.framed {
			width = 0
		}
		cells, _ := splitPipes(s, width)
		return cells
	case byGap:
		if cells := split(s, bySpace); len(cells) == t.width {
			return cells
		}
	}
	return split(s, t.by)
}

// isRow reports whether a line after the header belongs to the table; gap
// says that a blank line stands before it.
func (t *table) isRow(s string, cells []cell, gap bool) bool {
	if !t.confirmed || gap {
		return len(cells) == t.width && t.fits(cells) && t.measured(cells)
	}
	switch t.by {
	case byPipe:
		return strings.ContainsAny(s, "|｜│┃║")
	case byTab:
		return strings.ContainsRune(s, '\t') && len(cells) > 1
	}
	if len(cells) < 2 {
		return false
	}
	return t.fits(cells) || t.shape != across && t.shape != acrossOne && t.by != bySpace && len(cells) == t.width
}

// fits reports whether a row begins as the table's rows do.
func (t *table) fits(cells []cell) bool {
	switch t.shape {
	case byLevel:
		for i, c := range t.cols {
			if c.field == fieldThreads && i < len(cells) {
				_, _, ok := threadCount(cells[i].text)
				return ok
			}
		}
		return false
	case bySystem:
		_, _, ok := threadCount(cells[0].text)
		return ok
	}
	if _, _, number := threadCount(cells[0].text); number || len(cells) < 2 {
		return false
	}
	_, err := number(cells[1].text, "", 1)
	return err == nil || absentWords[strings.ToLower(cells[1].text)]
}

// measured reports whether a cell of a measure holds a number, or says that
// there is none.
func (t *table) measured(cells []cell) bool {
	for i, c := range cells {
		if i > 0 && t.shape != byLevel || t.shape == byLevel && t.cols[i].measures() {
			if digits, _ := cutNumber(halfWidth(unmark(c.text))); digits != "" || absentWords[strings.ToLower(c.text)] {
				return true
			}
		}
	}
	return false
}

// measures reports whether the column holds a measurement.
func (c column) measures() bool {
	switch c.field {
	case fieldTransactions, fieldQueries, fieldEvents, fieldMetric:
		return true
	}
	return false
}

// tableLine takes a line that may continue the table at hand, and reports
// whether it did. A blank line or a rule does not end a table.
func (r *Reader) tableLine(s string, no int) bool {
	t := r.table
	if t.open == nil && isRule(s) {
		r.ledger.used()
		return true
	}
	s, no, open := r.join(t, s, no)
	if open || r.hookRow(t, s, no) || r.waits(t, s, no) {
		return true
	}
	cells := t.cells(s)
	gap := t.rows > 0 && r.around.blank
	if t.summary(cells) && !(gap && r.headsLevels(s, no)) {
		r.ledger.used()
		r.ledger.problem(nil, no, cells[0].col, strings.TrimSpace(s), "a row that sums up others and is no level itself: passed over")
		return true
	}
	if !t.isRow(s, cells, gap) {
		return !r.around.blank && t.holdEarly(s, cells, no)
	}
	if !t.fits(cells) {
		if next := r.header(s, no); next != nil && next.by == t.by && next.confirmed {
			return false
		}
	}
	if !t.confirmed {
		r.begin(t)
	}
	t.confirmed = true
	t.rows++
	if t.rows == 1 && t.first == t.line && !t.hook {
		r.tables++
	}
	r.around.blank = false
	r.ledger.used()
	if len(cells) != t.width {
		r.refuseRow(t, s, len(cells), no)
		return true
	}
	switch t.shape {
	case byLevel:
		r.levelRow(cells, no)
	case bySystem:
		r.pivotRow(cells, no)
	default:
		r.acrossRow(cells, no)
	}
	return true
}

// begin gives a table what stands above it.
func (r *Reader) begin(t *table) {
	r.past = nil
	r.release()
	t.caption, t.own = r.around.caption(t.shape == byLevel)
	t.settings = r.around.settings()
	r.around.settle(&r.ledger, len(r.around.pending))
	r.ledger.used()
	for _, n := range t.notes {
		r.ledger.problem(nil, t.line, 0, n.token, n.msg)
	}
	r.tellEarly(t)
	if t.shape == byLevel {
		return
	}
	if t.measure.field != fieldMetric {
		if c, ok := metricIn(t.caption); ok {
			t.measure = c
		}
	}
	if t.measure.field != fieldMetric && r.opts.Metric != "" && !derived(t.caption) {
		if m, err := MetricNamed(r.opts.Metric); err == nil {
			t.measure = column{field: fieldMetric, metric: m, scale: 1}
		}
	}
	r.agree(t)
}

// agree puts the units that the columns of a pivot name beside its metric. A
// unit that no value of the metric has contradicts it: "m6g (ms)" under "TPS".
func (r *Reader) agree(t *table) {
	if t.shape != bySystem || t.measure.field != fieldMetric {
		return
	}
	for i, c := range t.cols {
		if c.unit == "" || t.systems[i] == "" {
			continue
		}
		scale := unitScale(c.unit, t.measure.metric.Unit)
		if scale == 0 {
			t.systems[i] = ""
			r.ledger.problem(nil, t.line, 0, c.text, fmt.Sprintf(
				"a column in %s, which is no unit of %s, the metric of the table: passed over", c.unit, t.measure.metric.Name))
			continue
		}
		t.cols[i].field, t.cols[i].metric, t.cols[i].scale = fieldMetric, t.measure.metric, scale
	}
}

// startTable makes a header the table at hand.
func (r *Reader) startTable(t *table) {
	before := r.table
	r.endTable()
	r.table = t
	if !t.confirmed {
		return
	}
	again := before != nil && before.rows > 0 && !r.around.blank && len(r.around.pending) == 0
	r.begin(t)
	if again { // a header that is repeated after some rows, or one that touches
		t.caption, t.own, t.settings, t.names, t.first = before.caption, before.own, before.settings, before.names, before.first
	}
}

// endTable closes the table at hand. A header that no row followed was prose.
func (r *Reader) endTable() {
	t := r.table
	if t == nil {
		return
	}
	if len(t.open) > 0 {
		r.disjoin(t)
		r.endTable()
		return
	}
	r.unhold(t)
	r.decide(t, undecided)
	r.table = nil
	if t.rows > 0 && (t.shape == byLevel || t.shape == bySystem) {
		r.past = t
	}
	switch {
	case len(t.early) > 0:
		r.ledger.used()
		r.tellEarly(t)
	case !t.confirmed:
		r.around.add(t.line, t.text, &r.ledger)
	case t.rows == 0:
		r.ledger.problem(nil, t.line, 0, t.text, "a table header without rows")
	}
	for i := range t.runs {
		t.runs[i].judge(r)
		r.emit(t.runs[i].run)
	}
	r.endPivot(t)
}

// levelRow turns a row of a table with a level a row into a run.
func (r *Reader) levelRow(cells []cell, no int) {
	t := r.table
	run := &Run{Source: Source{r.ledger.file, no}, System: t.caption, Config: slices.Clip(t.settings)}
	var names []string // "cloud" and "instance" name a system together
	for i, c := range cells {
		switch col := t.cols[i]; col.field {
		case fieldThreads:
			n, note, ok := threadCount(c.text)
			if !ok {
				r.ledger.problem(nil, no, c.col, c.text, "a thread count was expected: the row is passed over")
				return
			}
			run.Threads, t.level = n, n
			if note != "" {
				run.Config = append(run.Config, Setting{col.text, c.text})
				r.ledger.problem(run, no, c.col, c.text, note)
			}
		case fieldSystem:
			if c.text != "" {
				if t.names == nil {
					t.names = map[int]string{}
				}
				t.names[i] = redact(unmark(c.text))
			}
			names = append(names, t.names[i])
		case fieldWorkload:
			run.Workload = unmark(c.text)
		case fieldRepeat:
			if n, err := strconv.Atoi(unmark(c.text)); err == nil && n > 0 {
				run.Repeat = n
			}
		case fieldOther:
			if c.text != "" && col.text != "" && !isSecret(col.text) {
				run.Config = append(run.Config, Setting{unmark(col.text), redact(unmark(c.text))})
			}
		}
	}
	if names != nil {
		run.System = strings.TrimSpace(strings.Join(names, " "))
	}
	y := tally{run: run}
	for i, c := range cells {
		y.take(r, c, no, t.cols[i], "column", t.cols[i].text)
	}
	y.judge(r)
	if t.own || names != nil || r.opts.System != "" || len(r.below) == maxRows {
		r.repeated(t, run)
		r.emit(run)
		return
	}
	r.below, r.belowT = append(r.below, run), t
}

// captionBelow takes in the caption of the table before, where captions stand
// below the tables and are numbered: "Table 1: m6g" after the first one.
func (r *Reader) captionBelow(s string) bool {
	if len(r.below) == 0 {
		return false
	}
	m := numberedTable.FindStringSubmatch(captionText(s))
	if m == nil || m[1] != strconv.Itoa(r.tables) {
		return false
	}
	name := captionOf(s, true)
	if name == "" {
		return false
	}
	for _, run := range r.below {
		run.System = name
	}
	r.belowT.own = true
	r.release()
	r.ledger.used()
	return true
}

// release yields the runs that waited for a caption.
func (r *Reader) release() {
	t, runs := r.belowT, r.below
	r.below, r.belowT = nil, nil
	for _, run := range runs {
		r.repeated(t, run)
		r.emit(run)
	}
}

// rowKey tells the rows of tables apart that stand in one input.
type rowKey struct {
	system, workload string
	threads          int
}

// repeated says, once a table, that a run stands in a table before as well
// where no caption of their own keeps the two apart.
func (r *Reader) repeated(t *table, run *Run) {
	if run.Repeat > 0 || r.opts.System != "" {
		return
	}
	if r.rows == nil {
		r.rows = map[rowKey]int{}
	}
	k := rowKey{run.System, run.Workload, run.Threads}
	first, again := r.rows[k]
	switch {
	case !again && len(r.rows) < maxRows:
		r.rows[k] = t.first
	case again && first != t.first && !t.own && !t.told:
		t.told = true
		r.ledger.problem(nil, t.line, 0, strings.TrimSpace(t.text), fmt.Sprintf(
			"a table without a caption, with levels (%d threads) of the table in line %d: both are read as runs of one system; captions would keep them apart", run.Threads, first))
	}
}

// maxRows is how many rows are remembered for that.
const maxRows = 100_000

// set puts a number where its column says.
func (run *Run) set(col column, v float64) {
	switch col.field {
	case fieldTransactions:
		run.Transactions = Some(v)
	case fieldQueries:
		run.Queries = Some(v)
	case fieldEvents:
		run.Events = Some(v)
	case fieldElapsed:
		run.ElapsedSec = Some(v)
	case fieldErrors:
		run.Errors = Some(v)
	case fieldReconnects:
		run.Reconnects = Some(v)
	case fieldMetric:
		run.setMetric(col.metric, v)
	}
}

// setMetric puts a printed rate or a latency into the run.
func (run *Run) setMetric(m Metric, v float64) {
	rank, isRank := m.Rank()
	switch {
	case isRank:
		run.Latency.Pct = append(run.Latency.Pct, Percentile{rank, v})
	case m == Avg:
		run.Latency.Avg = Some(v)
	case m == Min:
		run.Latency.Min = Some(v)
	case m == Max:
		run.Latency.Max = Some(v)
	default:
		run.Printed = append(run.Printed, Measure{m.Name, v})
	}
}

// printed returns a rate as the input prints it.
func (run *Run) printed(m Metric) (float64, bool) {
	for _, p := range run.Printed {
		if p.Metric == m.Name {
			return p.Value, true
		}
	}
	return 0, false
}
