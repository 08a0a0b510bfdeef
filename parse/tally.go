package parse

import (
	"fmt"
	"math"
	"regexp"
)

// tally takes in the cells of one run of a table and says what they amount to.
type tally struct {
	run             *Run
	measured, zeros int
	failed          bool // a cell says so: "timeout"
	doubtful        []doubt
}

// doubt is a zero that only a failed run can have.
type doubt struct {
	no, col int
	text    string
	of      column
}

// failureWord is in a cell that says that the run failed.
var failureWord = regexp.MustCompile(`(?i)time[d -]*out|fail|error|\berr\b|crash|kill|abort|\boom\b|fatal|refused|失败|失敗|超时|错误|崩溃|报错|エラー`)

// take puts a cell into the run. kind and name are those of its column or row.
func (y *tally) take(r *Reader, c cell, no int, col column, kind, name string) {
	unit := ""
	switch col.field {
	case fieldTransactions, fieldQueries, fieldEvents, fieldErrors, fieldReconnects:
	case fieldElapsed:
		unit = "s"
	case fieldMetric:
		unit = col.metric.Unit
	default:
		return
	}
	v, err := number(c.text, unit, col.scale)
	if err == nil {
		err = possible(v, unit)
	}
	if err != nil {
		r.ledger.problem(y.run, no, c.col, c.text, fmt.Sprintf("%s %q: %v", kind, name, err))
		y.failed = y.failed || failureWord.MatchString(c.text)
		return
	}
	if col.field != fieldElapsed && col.field != fieldErrors && col.field != fieldReconnects && col.metric != Err {
		y.measured++
		if v == 0 {
			y.zeros++
		}
	}
	if v == 0 && (col.field == fieldElapsed || col.metric.IsLatency() && col.metric != Min) {
		y.doubtful = append(y.doubtful, doubt{no, c.col, c.text, col})
		return
	}
	y.run.set(col, v)
}

// judge sets the status of the run, all of whose cells have been taken.
func (y *tally) judge(r *Reader) {
	run := y.run
	switch {
	case y.measured == 0 && y.failed:
		run.Status = Failed
	case y.measured == 0:
		run.Status = Empty
	case y.measured == y.zeros:
		run.Status = Failed
		run.Latency = Latency{}
	}
	for _, d := range y.doubtful {
		elapsed := d.of.field == fieldElapsed
		switch {
		case run.Status == Complete && elapsed:
			r.ledger.problem(run, d.no, d.col, d.text, "a time of 0 beside a measurement: taken as absent")
		case run.Status == Complete:
			r.ledger.problem(run, d.no, d.col, d.text, fmt.Sprintf("%s of 0 ms beside a measurement: taken as absent", d.of.metric.Name))
		case elapsed:
			run.ElapsedSec = Some(0)
		}
	}
}

// possible refuses numbers that no measurement gives.
func possible(v float64, unit string) error {
	switch {
	case v < 0:
		return fmt.Errorf("a negative number: taken as absent")
	case v >= impossible || math.IsNaN(v):
		return fmt.Errorf("%s: taken as absent", tooLarge(v, unit))
	}
	return nil
}

// impossible is more than any count, rate or latency of a benchmark: sysbench
// prints such values (1.8e19) when an unsigned difference goes below zero.
const impossible = 1e15

// tooLarge says what is wrong with a number beyond impossible.
func tooLarge(v float64, unit string) string {
	const wrap = 1 << 64
	seconds := wrap / v // of an interval, by which a rate divides the counter
	switch n := math.Round(seconds); {
	case n >= 1 && n <= 60 && math.Abs(seconds-n) < 0.005:
		return "an impossible number (a counter below zero)"
	case unit == "ms":
		return "an impossible number (no latency is that long)"
	case unit == "s":
		return "an impossible number (no run is that long)"
	}
	return "an impossible number (beyond any measurement)"
}
