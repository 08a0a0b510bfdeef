package parse

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// hookLine takes in what the hook reporters of sysbench.lua print in place of
// interval lines: report_csv one line of ten numbers without a header,
// report_json an array of objects over many lines.
func (l *logState) hookLine(r *Reader, s string, at line) bool {
	if l.run == nil {
		return l.loneCSV(r, s, at) || l.loneJSON(r, s, at)
	}
	if !l.started {
		return false
	}
	if c := s[0]; c >= '0' && c <= '9' {
		return l.csvLine(r, s, at)
	}
	return l.jsonLine(r, s, at)
}

// csvLine takes in a line of report_csv.
func (l *logState) csvLine(r *Reader, s string, at line) bool {
	iv, ok := csvInterval(s, at.no)
	if ok {
		l.takeHook(r, &iv)
	}
	return ok
}

// loneCSV takes in a line of report_csv of which nothing is left but such
// lines: the threads and the time are whole, and the queries by kind add up.
func (l *logState) loneCSV(r *Reader, s string, at line) bool {
	if s[0] < '0' || s[0] > '9' {
		return false
	}
	iv, ok := csvInterval(s, at.no)
	sum := iv.Reads.V + iv.Writes.V + iv.Others.V
	if !ok || iv.Threads < 1 || iv.TimeSec != math.Trunc(iv.TimeSec) || iv.QPS.V == 0 || math.Abs(sum-iv.QPS.V) > 0.05+1e-3*iv.QPS.V {
		return false
	}
	l.open(r, at.no)
	l.headless, l.started = true, true
	l.takeHook(r, &iv)
	return true
}

// loneJSON opens a run with an object of report_json of which nothing else is
// left: a time and, in the next line, the threads.
func (l *logState) loneJSON(r *Reader, s string, at line) bool {
	before := l.json
	l.json = nil
	m := hookObject.FindStringSubmatch(s)
	switch {
	case m == nil:
	case m[1] == "time":
		sec, _ := strconv.ParseFloat(m[2], 64)
		l.json = &Interval{Line: at.no, TimeSec: sec}
	case before != nil && before.Line == at.no-1:
		l.open(r, before.Line)
		l.headless, l.started, l.json = true, true, before
		return l.jsonLine(r, s, at)
	}
	return false
}

var hookObject = regexp.MustCompile(`^"(time|threads)":\s+(\d{1,9}),$`)

// csvInterval reads time,threads,tps,qps,reads,writes,others,latency,err/s,reconn/s.
func csvInterval(s string, no int) (iv Interval, ok bool) {
	fields := strings.Split(s, ",")
	if len(fields) != 10 {
		return Interval{}, false
	}
	var v [10]Num
	for i, f := range fields {
		if v[i] = parseNum(strings.TrimSpace(f)); !v[i].OK || v[i].V >= impossible {
			return Interval{}, false
		}
	}
	return Interval{
		Line: no, TimeSec: v[0].V, Threads: int(min(v[1].V, 1e9)), TPS: v[2], QPS: v[3], Reads: v[4], Writes: v[5], Others: v[6],
		LatencyMs: v[7], ErrPerSec: v[8], ReconnPerSec: v[9],
	}, true
}

// jsonLine reads one line of a report_json object.
func (l *logState) jsonLine(r *Reader, s string, at line) bool {
	switch s {
	case "[", "]", "{", "},", "}", "]}":
		return true
	}
	if s[0] != '"' {
		return false
	}
	key, val, ok := strings.Cut(s, ":")
	if !ok {
		return false
	}
	key = strings.Trim(key, `" `)
	val = strings.TrimSuffix(strings.TrimSpace(val), ",")
	if key == "time" {
		l.json = &Interval{Line: at.no}
	}
	iv := l.json
	if iv == nil {
		return false
	}
	v := parseNum(val)
	if v.V >= impossible {
		r.ledger.problem(l.run, at.no, 0, val, tooLarge(v.V, "")+": taken as absent")
		v = Num{}
	}
	switch key {
	case "time":
		iv.TimeSec = v.V
	case "threads":
		iv.Threads = int(min(v.V, 1e9))
	case "tps":
		iv.TPS = v
	case "total":
		iv.QPS = v
	case "reads":
		iv.Reads = v
	case "writes":
		iv.Writes = v
	case "other":
		iv.Others = v
	case "latency":
		iv.LatencyMs = v
	case "errors":
		iv.ErrPerSec = v
	case "reconnects":
		iv.ReconnPerSec = v
		l.json = nil
		if iv.Threads == 0 && iv.TPS.OK && l.run.Series.Count > 0 {
			l.cumulative(r, iv)
		} else {
			l.takeHook(r, iv)
		}
	case "qps":
	default:
		return false
	}
	return true
}

// takeHook takes in an interval of a hook, which does not print the rank of
// its latency.
func (l *logState) takeHook(r *Reader, iv *Interval) {
	if iv.LatencyMs.V == 0 {
		iv.LatencyMs = Num{}
	}
	l.take(r, iv)
}

// cumulative ends a run with the object that report_json prints in place of
// the text summary: its threads are 0, its rates those of the whole run.
func (l *logState) cumulative(r *Reader, iv *Interval) {
	run := l.run
	for _, p := range []struct {
		m Metric
		v Num
	}{{TPS, iv.TPS}, {QPS, iv.QPS}, {Err, iv.ErrPerSec}} {
		if p.v.OK {
			run.addRate(p.m, p.v.V)
		}
	}
	run.ElapsedSec = Some(iv.TimeSec)
	l.done(r, true)
}
