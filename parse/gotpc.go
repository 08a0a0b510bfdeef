package parse

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// tpccState is what the reader knows of the go-tpc run at hand.
//
// A run of "go-tpc tpcc run" is one Run. Its tpmC is in Printed, with
// "efficiency" (percent of the 12.86 tpmC that the TPC-C specification allows
// a warehouse) and, by newer versions, "tpmtotal". Transactions counts all
// that succeeded, of every kind, and Errors those that did not. Latency is
// that of NEW_ORDER, the transaction that tpmC counts, because percentiles of
// several kinds cannot be merged; Kinds holds every kind. A block of
// "[Current]" lines is an interval: TPS over all kinds, latency of NEW_ORDER.
//
// go-tpc keeps latencies to one significant digit in binary steps (HdrHistogram
// with 16 buckets an octave): its percentiles lie on a grid of 3 to 6 %.
type tpccState struct {
	run     *Run
	command options          // of a command line seen before
	current map[string]tpcOp // the block of [Current] lines
	order   []string         // its operations as they came
	line    int              // where it begins
	summary map[string]tpcOp // the [Summary] lines
	kinds   []string         // their operations as they came
	columns []string         // the header of a table
	errors  int              // messages of failed transactions
	message line             // the first of them
	signal  line             // the message of an end by a signal
	summed  bool             // the line with tpmC came
}

// tpcOp are the measures of one operation, by go-tpc's names: "Count",
// "TPM", "Avg(ms)", "99.9th(ms)".
type tpcOp map[string]Num

const newOrder = "NEW_ORDER"

var (
	tpcLine   = regexp.MustCompile(`^\[(Current|Summary)\] (\w+)\s+- (Takes\(s\): .*, Max\(ms\): .*)$`)
	tpcWait   = regexp.MustCompile(`^\[(?:Current|Summary)\] (?:KEYING|THINKING)TIME-\w+\s+- [\d.]+s$`)
	tpcTotal  = regexp.MustCompile(`^tpmC: \S+, .*efficiency: \S+%$`)
	tpcHeader = regexp.MustCompile(`^\|\s*(?:PREFIX\s*\|\s*OPERATION|TPMC)\s*\|`)
	tpcRank   = regexp.MustCompile(`^([1-9]\d?(?:\.\d*[1-9])?)th\(ms\)$`)
	tpcError  = regexp.MustCompile(`^(?:\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\] )?execute run failed, err `)
	tpcNoise  = regexp.MustCompile(`^(?:Finished|\d{4}/\d\d/\d\d \d\d:\d\d:\d\d maxprocs: .*|\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\] run worker \d+ stopped due to timeout: .*|\[mysql\] \d{4}/.*|\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\] .*)$`)
	tpcCall   = regexp.MustCompile(`(?:^|[\s;&|/'"])go-tpc\S*\s+(.*\btpcc\b.*)$`)
)

// tpccLine takes in a line that go-tpc printed, in any of its three styles
// (--output plain, table, json), and reports whether it was one.
func (r *Reader) tpccLine(s string, l line) bool {
	t, no := &r.tpcc, l.no
	switch {
	case strings.HasPrefix(s, "[Current] ") || strings.HasPrefix(s, "[Summary] "):
		if tpcWait.MatchString(s) {
			return true
		}
		m := tpcLine.FindStringSubmatch(s)
		if m == nil || l.open {
			return t.run != nil && t.damaged(r, s, no)
		}
		t.take(r, m[1], m[2], t.fields(r, m[3], no), s, no)
		return true
	case strings.HasPrefix(s, "tpmC: "):
		if !tpcTotal.MatchString(s) {
			return t.run != nil && t.damaged(r, s, no)
		}
		t.total(r, t.fields(r, s, no), no)
		return true
	case strings.HasPrefix(s, "[{") && (strings.Contains(s, `"Prefix"`) || strings.Contains(s, `"tpmC"`)):
		return t.jsonLine(r, s, no)
	case strings.HasPrefix(s, "|") && (t.columns != nil || tpcHeader.MatchString(s)):
		return t.tableLine(r, s, no)
	case strings.HasPrefix(s, "+") && t.columns != nil && isRule(s):
		return true
	}
	t.columns = nil
	if strings.Contains(s, "go-tpc") {
		if m := tpcCall.FindStringSubmatch(s); m != nil {
			t.call(r, m[1])
			return true
		}
	}
	if strings.HasPrefix(s, "Got signal [") {
		t.signal = line{text: []byte(s), no: no}
		r.ledger.used()
		return true
	}
	if t.run == nil {
		return false
	}
	return t.other(r, s, no)
}

// other takes in a line between the results of a run: the messages of failed
// transactions, whose SQL spans lines. A label of another run, or a table, ends
// this one.
func (t *tpccState) other(r *Reader, s string, no int) bool {
	switch {
	case tpcError.MatchString(s):
		if t.errors++; t.errors == 1 {
			t.message = line{text: []byte(s), no: no}
		}
	case tpcNoise.MatchString(s) || isRule(s):
		r.ledger.used()
		return true
	case len(s) <= maxCaption && labelled(s), r.header(s, no) != nil:
		t.close(r)
		return false
	}
	r.ledger.skip(no, s)
	return true
}

func (t *tpccState) damaged(r *Reader, s string, no int) bool {
	r.ledger.problem(t.run, no, 0, s, "a result line of go-tpc that is cut or damaged: passed over")
	return true
}

// jsonLine reads a line of --output json: a list of objects whose values are
// strings.
func (t *tpccState) jsonLine(r *Reader, s string, no int) bool {
	var rows []map[string]string
	if err := json.Unmarshal([]byte(s), &rows); err != nil {
		return t.damaged(r, s, no)
	}
	for _, row := range rows {
		op := tpcOp{}
		for _, name := range slices.Sorted(maps.Keys(row)) {
			value := row[name]
			if name != "Prefix" && name != "Operation" {
				t.set(r, op, name, value, no)
			}
		}
		t.row(r, row["Prefix"], row["Operation"], op, s, no)
	}
	return true
}

// tableLine reads a line of --output table: a frame of + and |, with a header
// in capitals before each block.
func (t *tpccState) tableLine(r *Reader, s string, no int) bool {
	cells, _ := splitPipes(s, 0)
	texts := make([]string, len(cells))
	for i, c := range cells {
		texts[i] = strings.TrimSpace(c.text)
	}
	if tpcHeader.MatchString(s) {
		t.columns = texts
		return true
	}
	if len(texts) != len(t.columns) || !strings.HasSuffix(s, "|") {
		return t.damaged(r, s, no)
	}
	op := tpcOp{}
	for i, name := range t.columns {
		if name, ok := tpcNames[name]; ok {
			t.set(r, op, name, texts[i], no)
		}
	}
	prefix, operation := "", ""
	if t.columns[0] == "PREFIX" {
		prefix, operation = texts[0], strings.ReplaceAll(texts[1], " ", "_")
	}
	t.row(r, prefix, operation, op, s, no)
	return true
}

// tpcNames are go-tpc's names by the capitals of its tables.
var tpcNames = func() map[string]string {
	names := map[string]string{}
	for _, n := range []string{"Takes(s)", "Count", "TPM", "Sum(ms)", "Avg(ms)", "50th(ms)", "90th(ms)", "95th(ms)", "99th(ms)", "99.9th(ms)", "Max(ms)", "tpmC", "tpmTotal", "efficiency"} {
		names[strings.ToUpper(n)] = n
	}
	return names
}()

// row takes in one row of a table or a JSON list.
func (t *tpccState) row(r *Reader, prefix, operation string, op tpcOp, s string, no int) {
	switch strings.TrimSpace(prefix) {
	case "[Current]":
		t.take(r, "Current", operation, op, s, no)
	case "[Summary]":
		t.take(r, "Summary", operation, op, s, no)
	default:
		if op["tpmC"].OK {
			t.total(r, op, no)
		}
	}
}

// fields reads "name: value, name: value".
func (t *tpccState) fields(r *Reader, s string, no int) tpcOp {
	op := tpcOp{}
	for _, field := range strings.Split(s, ", ") {
		name, value, _ := strings.Cut(field, ": ")
		t.set(r, op, name, value, no)
	}
	return op
}

// set takes in one value. What is no possible number is absent.
func (t *tpccState) set(r *Reader, op tpcOp, name, value string, no int) {
	n := parseNum(strings.TrimSuffix(strings.TrimSpace(value), "%"))
	if !n.OK || possible(n.V, "") != nil {
		r.ledger.problem(t.run, no, 0, name+": "+value, "a number was expected: taken as absent")
		return
	}
	op[name] = n
}

// take takes in the measures of one operation, of an interval or the summary.
func (t *tpccState) take(r *Reader, when, name string, op tpcOp, s string, no int) {
	current := when == "Current"
	if t.run != nil && (current && len(t.summary) > 0 || !current && t.summary[name] != nil) {
		t.close(r)
	}
	if t.run == nil {
		t.open(r, no)
	}
	if !op["Count"].OK || !op["Takes(s)"].OK {
		t.damaged(r, s, no)
		return
	}
	if !current {
		t.endBlock(r)
		t.kinds = append(t.kinds, name)
		t.summary[name] = op
		return
	}
	if t.current[name] != nil || len(t.order) > 0 && name < t.order[len(t.order)-1] { // sorted by name
		t.endBlock(r)
	}
	if len(t.order) == 0 {
		t.line, t.current = no, map[string]tpcOp{}
	}
	t.order = append(t.order, name)
	t.current[name] = op
}

// open starts a run with what stands before it.
func (t *tpccState) open(r *Reader, no int) {
	r.endTable()
	r.log.close(r)
	label := r.around.label()
	r.around.settle(&r.ledger, len(r.around.pending))
	t.run = &Run{
		Source: Source{r.ledger.file, no}, System: label.system, Repeat: label.repeat, Threads: label.threads,
		Workload: "go-tpc tpcc", Config: append(label.config, t.command.config...),
	}
	if t.command.threads > 0 {
		t.run.Threads = t.command.threads
	}
	t.command = options{}
	t.summary = map[string]tpcOp{}
}

// isError tells the operation of failed transactions from that of the kind.
func isError(name string) (kind string, ok bool) { return strings.CutSuffix(name, "_ERR") }

// endBlock makes an interval of the [Current] lines at hand.
func (t *tpccState) endBlock(r *Reader) {
	if len(t.order) == 0 {
		return
	}
	run := t.run
	done, failed, takes := 0.0, 0.0, 0.0
	for _, name := range t.order {
		op := t.current[name]
		takes = max(takes, op["Takes(s)"].V)
		if _, isErr := isError(name); isErr {
			failed += op["Count"].V
		} else {
			done += op["Count"].V
		}
	}
	if takes > 0 {
		iv := Interval{Line: t.line, TimeSec: round6(run.Series.LastSec + takes), TPS: Some(done / takes), ErrPerSec: Some(failed / takes)}
		if p := t.current[newOrder]["95th(ms)"]; p.OK {
			iv.LatencyMs, iv.Rank = p, 95
		}
		run.Series.add(&iv)
		if !r.opts.Fold {
			run.Intervals = append(run.Intervals, iv)
		}
	}
	t.order, t.current = nil, nil
}

// total takes in the line that ends a run.
func (t *tpccState) total(r *Reader, op tpcOp, no int) {
	if t.run == nil {
		t.open(r, no)
	}
	for _, m := range []struct{ name, of string }{{TpmC.Name, "tpmC"}, {"tpmtotal", "tpmTotal"}, {"efficiency", "efficiency"}} {
		if v := op[m.of]; v.OK {
			t.run.Printed = append(t.run.Printed, Measure{m.name, v.V})
		}
	}
	t.summed = true
	t.close(r)
}

// endTPCC closes the run at hand.
func (r *Reader) endTPCC() { r.tpcc.close(r) }

// close decides what the run at hand is, and yields it.
func (t *tpccState) close(r *Reader) {
	run := t.run
	if run == nil {
		return
	}
	t.endBlock(r)
	t.settle(run)
	switch {
	case t.summed || len(t.summary) == 0 && run.Series.Count > 0:
	case len(t.summary) > 0 && run.Transactions.V == 0 && run.Errors.V > 0:
		run.Status = Failed
		r.ledger.problem(run, run.Source.Line, 0, fmt.Sprintf("%g errors", run.Errors.V), "every transaction failed: the run has no result")
	case len(t.summary) > 0:
		r.ledger.problem(run, run.Source.Line, 0, "", "the run has no line with tpmC: its summary is cut, and totals over all kinds are absent")
	}
	if !t.summed {
		if run.Status == Complete {
			run.Status = Truncated
		}
		run.Transactions, run.Errors, run.ElapsedSec = Num{}, Num{}, Num{}
	}
	if t.signal.no > 0 {
		r.ledger.problem(run, t.signal.no, 0, string(t.signal.text), "the run was stopped: its results cover the time until then")
	}
	if t.errors > 0 {
		r.ledger.problem(run, t.message.no, 0, string(t.message.text), fmt.Sprintf("the first of %d messages of failed transactions", t.errors))
	}
	if run.Threads == 0 && r.nameOf().threads == 0 {
		msg := "go-tpc does not print its threads: give the pattern of the file names, such as {system}-t{threads}.log, or a line threads=16 before the run"
		if busy := t.busy(); busy > 0 {
			msg += fmt.Sprintf(" (latencies add up to %.1f clients at work)", busy)
		}
		r.ledger.problem(run, run.Source.Line, 0, "", msg)
	}
	*t = tpccState{columns: t.columns}
	r.emit(run)
}

// settle fills the run from its summary.
func (t *tpccState) settle(run *Run) {
	done, failed, takes := 0.0, 0.0, 0.0
	for _, name := range t.kinds {
		op := t.summary[name]
		takes = max(takes, op["Takes(s)"].V)
		kind, isErr := isError(name)
		i := slices.IndexFunc(run.Kinds, func(k Kind) bool { return k.Name == kind })
		if isErr {
			failed += op["Count"].V
			if i < 0 {
				run.Kinds = append(run.Kinds, Kind{Name: kind, Count: Some(0)})
				i = len(run.Kinds) - 1
			}
			run.Kinds[i].Errors = op["Count"]
			continue
		}
		done += op["Count"].V
		k := Kind{Name: name, Count: op["Count"], PerMin: op["TPM"], ElapsedSec: op["Takes(s)"], Latency: op.latency()}
		if i >= 0 {
			k.Errors = run.Kinds[i].Errors
			run.Kinds[i] = k
		} else {
			run.Kinds = append(run.Kinds, k)
		}
	}
	if takes == 0 {
		return
	}
	run.Transactions, run.Errors, run.ElapsedSec = Some(done), Some(failed), Some(takes)
	if op := t.summary[newOrder]; op != nil {
		run.Latency = op.latency()
	}
	t.warehouses(run)
}

// warehouses finds the scale of the data, which go-tpc does not print, from
// its efficiency: tpmC ÷ (12.86 × warehouses), in percent.
func (t *tpccState) warehouses(run *Run) {
	tpmC, ok1 := run.printed(TpmC)
	efficiency, ok2 := run.printed(Metric{Name: "efficiency"})
	if !ok1 || !ok2 || efficiency <= 0 || slices.ContainsFunc(run.Config, func(s Setting) bool { return s.Key == "warehouses" }) {
		return
	}
	n := tpmC / (12.86 * efficiency / 100)
	whole := math.Round(n)
	// Both numbers are rounded to 0.1: past a relative error of half a
	// warehouse the scale is not known.
	if slack := n * (0.05/tpmC + 0.05/efficiency); whole >= 1 && math.Abs(n-whole) <= slack+1e-9 && slack < 0.5 {
		run.Config = append(run.Config, Setting{"warehouses", strconv.FormatFloat(whole, 'f', -1, 64)})
	}
}

func (op tpcOp) latency() Latency {
	l := Latency{Avg: op["Avg(ms)"], Max: op["Max(ms)"], Sum: op["Sum(ms)"]}
	for name, v := range op {
		if m := tpcRank.FindStringSubmatch(name); m != nil {
			if rank := parseNum(m[1]).V; rank > 0 && rank <= 100 {
				l.Pct = append(l.Pct, Percentile{rank, v.V})
			}
		}
	}
	slices.SortFunc(l.Pct, func(a, b Percentile) int { return int(math.Copysign(1, a.Rank-b.Rank)) })
	return l
}

// busy is how many clients the latencies of all kinds account for: their sum
// over the time (Little 1961). With --wait there are more clients.
func (t *tpccState) busy() float64 {
	sum, takes := 0.0, 0.0
	for _, op := range t.summary {
		sum += op["Sum(ms)"].V / 1000
		takes = max(takes, op["Takes(s)"].V)
	}
	if takes == 0 {
		return 0
	}
	return sum / takes
}

// call reads a go-tpc command line, as set -x or a prompt shows it.
func (t *tpccState) call(r *Reader, args string) {
	if t.run != nil {
		t.close(r)
	}
	r.ledger.used()
	words := shellWords(args)
	t.command = options{}
	for i, w := range words {
		if !strings.HasPrefix(w, "-") {
			continue
		}
		name, value, inline := strings.Cut(strings.TrimLeft(w, "-"), "=")
		if !inline && i+1 < len(words) && !strings.HasPrefix(words[i+1], "-") {
			value = words[i+1]
		}
		switch name {
		case "T", "threads":
			if n, err := strconv.Atoi(value); err == nil && n > 0 && n < 1e7 {
				t.command.threads = n
			}
		case "warehouses", "time", "isolation", "driver", "d", "parts", "wait":
			if name == "d" {
				name = "driver"
			}
			t.command.config = append(t.command.config, Setting{name, redact(value)})
		}
	}
}
