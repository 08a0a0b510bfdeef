package parse

import (
	"regexp"
	"strings"
)

// hookHeader matches a header that somebody put above the lines of report_csv.
var hookHeader = regexp.MustCompile(`^(?:time|seconds?|sec|t)(?:\(s\)|_s)?,(?:th(?:rea)?ds?|threads?|concurrency),tps,qps,(?:r|reads?)(?:/s)?,(?:w|writes?)(?:/s)?,(?:o|others?)(?:/s)?,(?:lat|p\d|\d)[^,]*,err[^,]*,reconn[^,]*$`)

func isHookHeader(s string) bool {
	return hookHeader.MatchString(strings.ReplaceAll(strings.ToLower(strings.TrimSpace(s)), " ", ""))
}

// hookRow takes in the rows below the header of report_csv, and reports
// whether it did. Two rows whose time goes on with the same threads are the
// interval lines of one run; else a row is a run, as in every table.
func (r *Reader) hookRow(t *table, s string, no int) bool {
	if !t.hook {
		return false
	}
	iv, ok := csvInterval(s, no)
	if ok && t.held == nil && t.fits(split(s, t.by)) {
		t.held = &part{no, s}
		r.ledger.used()
		return true
	}
	if t.held != nil && ok {
		first, _ := csvInterval(t.held.text, t.held.no)
		if iv.TimeSec >= first.TimeSec+0.5 && iv.Threads == first.Threads {
			r.hookRun(t, &first, &iv)
			return true
		}
	}
	r.unhold(t)
	return false
}

// unhold takes the row held as a run.
func (r *Reader) unhold(t *table) {
	p := t.held
	t.hook, t.held = false, nil
	if p != nil {
		r.tableLine(p.text, p.no)
	}
}

// hookRun turns the table into a run of a log, to which the next lines add.
func (r *Reader) hookRun(t *table, first, second *Interval) {
	r.begin(t)
	r.table = nil
	if r.log.run == nil || !r.log.started {
		run := r.log.open(r, first.Line)
		r.log.headless, r.log.started = true, true
		run.System, run.Threads = t.caption, first.Threads
		run.Config = append(run.Config, t.settings...)
	}
	r.log.takeHook(r, first)
	r.log.takeHook(r, second)
	r.ledger.used()
}
