package parse

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// scanSQL reads the interval line of a SQL test as sysbench 1.0 and 1.1 print
// it, and as the report_default hook does (no colon after err/s):
//
//	[ 1s ] thds: 8 tps: 553.53 qps: 8945.37 (r/w/o: 7830.32/0.00/1115.05) lat (ms,95%): 19.29 err/s: 0.00 reconn/s: 0.00
//
// It returns where the line's text ends in b, or -1. It is the hot loop: all
// other shapes go through matchInterval. It writes all fields that a SQL line
// has, and no others.
func scanSQL(b []byte, iv *Interval) (end int) {
	i := after(b, 0, "[ ")
	sec, i := integer(b, i)
	i = after(b, i, "s ] thds: ")
	thds, i := integer(b, i)
	if i = after(b, i, " tps: "); i < 0 {
		return -1
	}
	tps, i := decimal(b, i)
	if i = after(b, i, " qps: "); i < 0 {
		return -1
	}
	qps, i := decimal(b, i)
	if i = after(b, i, " (r/w/o: "); i < 0 {
		return -1
	}
	reads, i := decimal(b, i)
	if i = after(b, i, "/"); i < 0 {
		return -1
	}
	writes, i := decimal(b, i)
	if i = after(b, i, "/"); i < 0 {
		return -1
	}
	others, i := decimal(b, i)
	if i = after(b, i, ") lat (ms,"); i < 0 {
		return -1
	}
	rank, i := integer(b, i)
	if i = after(b, i, "%): "); i < 0 {
		return -1
	}
	lat, i := decimal(b, i)
	k := after(b, i, " err/s: ")
	if k < 0 {
		if k = after(b, i, " err/s "); k < 0 {
			return -1
		}
	}
	errs, i := decimal(b, k)
	if i = after(b, i, " reconn/s: "); i < 0 {
		return -1
	}
	reconn, i := decimal(b, i)
	if i < 0 || qps >= impossible || tps >= impossible || reads >= impossible || writes >= impossible || others >= impossible {
		return -1
	}
	for i < len(b) && (b[i] == ' ' || b[i] == '\r') {
		i++
	}
	iv.TimeSec, iv.Threads, iv.Rank = float64(sec), thds, float64(rank)
	iv.TPS, iv.QPS = Num{tps, true}, Num{qps, true}
	iv.Reads, iv.Writes, iv.Others = Num{reads, true}, Num{writes, true}, Num{others, true}
	iv.LatencyMs = Num{lat, true}
	iv.ErrPerSec, iv.ReconnPerSec = Num{errs, true}, Num{reconn, true}
	return i
}

var intervalStart = regexp.MustCompile(`^\[\s*(\d{1,9})(?:\.\d+)?\s*s\s*\]\s*(.*)$`)

// An intervalField finds one value of an interval line by its name.
type intervalField struct {
	find *regexp.Regexp
	set  func(iv *Interval, v float64)
}

// value matches a number, or what stands in its place.
const value = `:?\s*([^\s,/()%]*)`

var (
	intervalThreads = regexp.MustCompile(`^(?:thds|threads)` + value)
	intervalRank    = regexp.MustCompile(`\(ms,\s*(\d+(?:\.\d+)?)%?\)|\((\d+(?:\.\d+)?)%\)`)
	intervalMemory  = regexp.MustCompile(`^([\d.]+) (Mi?B)/s(?:ec)?\s*$`)
	intervalFields  = []intervalField{
		{regexp.MustCompile(`\btps` + value), func(iv *Interval, v float64) { iv.TPS = Some(v) }},
		{regexp.MustCompile(`\bqps` + value), func(iv *Interval, v float64) { iv.QPS = Some(v) }},
		{regexp.MustCompile(`\beps` + value), func(iv *Interval, v float64) { iv.EPS = Some(v) }},
		{regexp.MustCompile(`\(?r/w/o` + value), func(iv *Interval, v float64) { iv.Reads = Some(v) }},
		{regexp.MustCompile(`r/w/o:?\s*[^\s/]*/([^\s/)]*)`), func(iv *Interval, v float64) { iv.Writes = Some(v) }},
		{regexp.MustCompile(`r/w/o:?\s*[^\s/]*/[^\s/]*/([^\s/)]*)`), func(iv *Interval, v float64) { iv.Others = Some(v) }},
		{regexp.MustCompile(`\b(?:lat|latency)\s*\([^)]*\)` + value), setLatency},
		{regexp.MustCompile(`\bresponse time` + value), setLatency},
		{regexp.MustCompile(`\berr(?:ors)?(?:/s)?` + value), func(iv *Interval, v float64) { iv.ErrPerSec = Some(v) }},
		{regexp.MustCompile(`\breconn(?:ects)?(?:/s)?` + value), func(iv *Interval, v float64) { iv.ReconnPerSec = Some(v) }},
	}
	oldReads    = regexp.MustCompile(`\breads(?:/s)?` + value)
	oldWrites   = regexp.MustCompile(`\bwrites(?:/s)?` + value)
	fileReads   = regexp.MustCompile(`\breads: ([\d.]+) Mi?B/s`)
	fileWrites  = regexp.MustCompile(`\bwrites: ([\d.]+) Mi?B/s`)
	queueLength = regexp.MustCompile(`^queue length:\s*(\d+),?\s*concurrency:\s*(\d+)`)
)

func setLatency(iv *Interval, v float64) { iv.LatencyMs = Some(v) }

// matchInterval reads every other shape of an interval line, and damaged
// ones: a field that is no number is absent and goes to bad. ok is false for
// a line that is no interval line, or holds no rate.
func matchInterval(s string, iv *Interval, bad func(token, msg string)) (ok bool) {
	m := intervalStart.FindStringSubmatch(s)
	if m == nil {
		return false
	}
	iv.TimeSec, _ = strconv.ParseFloat(m[1], 64)
	rest := m[2]
	if q := queueLength.FindStringSubmatch(rest); q != nil {
		iv.QueueLen, iv.Concurrency = parseNum(q[1]), parseNum(q[2])
		return true
	}
	if q := intervalMemory.FindStringSubmatch(rest); q != nil {
		iv.ReadMiB = parseNum(q[1])
		return iv.ReadMiB.OK
	}
	if q := intervalThreads.FindStringSubmatch(rest); q != nil {
		n, err := strconv.Atoi(q[1])
		if err != nil {
			bad(q[1], "interval line: a thread count was expected")
		}
		iv.Threads = n
	}
	if q := intervalRank.FindStringSubmatch(rest); q != nil {
		iv.Rank = parseNum(q[1] + q[2]).V
	}
	if strings.Contains(rest, "MiB/s") || strings.Contains(rest, " MB/s") { // 0.5 writes MB, and divides by 1024²
		if q := fileReads.FindStringSubmatch(rest); q != nil {
			iv.ReadMiB = parseNum(q[1])
		}
		if q := fileWrites.FindStringSubmatch(rest); q != nil {
			iv.WriteMiB = parseNum(q[1])
		}
	} else if !strings.Contains(rest, "r/w/o") {
		if q := oldReads.FindStringSubmatch(rest); q != nil {
			iv.Reads = parseNum(q[1])
		}
		if q := oldWrites.FindStringSubmatch(rest); q != nil {
			iv.Writes = parseNum(q[1])
		}
		for _, v := range []*Num{&iv.Reads, &iv.Writes} {
			if v.V >= impossible {
				*v = Num{}
			}
		}
	}
	for _, f := range intervalFields {
		q := f.find.FindStringSubmatch(rest)
		if q == nil {
			continue
		}
		text := strings.TrimSuffix(q[1], "ms")
		v := parseNum(text)
		switch {
		case text == "N" || strings.EqualFold(text, "N/A") || text == "-": // "reconnects: N/A"
		case !v.OK:
			bad(q[1], "interval line: a number was expected: taken as absent")
		case v.V >= impossible:
			bad(q[1], "interval line: "+tooLarge(v.V, "")+": taken as absent")
		default:
			f.set(iv, v.V)
		}
	}
	return iv.TPS.OK || iv.QPS.OK || iv.EPS.OK || iv.ReadMiB.OK || iv.WriteMiB.OK || iv.Threads > 0 && iv.LatencyMs.OK
}

// parseNum reads a plain decimal number, absent if it is none.
func parseNum(s string) Num {
	v, end := decimal([]byte(s), 0)
	if end != len(s) || s == "" {
		return Num{}
	}
	return Some(v)
}

// idle reports whether nothing finished in the interval. Queries may have
// run nevertheless; sysbench 0.5 prints tps: 0.00 beside a latency for tests
// without transactions.
func (iv *Interval) idle() bool {
	switch {
	case iv.LatencyMs.V > 0:
		return false
	case iv.TPS.OK:
		return iv.TPS.V == 0
	case iv.EPS.OK:
		return iv.EPS.V == 0
	case iv.ReadMiB.OK || iv.WriteMiB.OK:
		return iv.ReadMiB.V == 0 && iv.WriteMiB.V == 0
	}
	return false
}

// add takes an interval into the series. Only what is present counts.
func (s *Series) add(iv *Interval) {
	if s.Count == 0 {
		s.FirstSec = iv.TimeSec
	}
	s.Count++
	s.LastSec = iv.TimeSec
	if iv.TPS.OK {
		s.TPS.Add(iv.TPS.V)
	}
	if iv.QPS.OK {
		s.QPS.Add(iv.QPS.V)
	}
	if iv.EPS.OK {
		s.EPS.Add(iv.EPS.V)
	}
	if iv.LatencyMs.OK {
		s.LatencyMs.Add(iv.LatencyMs.V)
		s.Rank = iv.Rank
	}
	if iv.ErrPerSec.OK {
		s.ErrPerSec.Add(iv.ErrPerSec.V)
	}
	if iv.ReadMiB.OK {
		s.ReadMiB.Add(iv.ReadMiB.V)
	}
	if iv.WriteMiB.OK {
		s.WriteMiB.Add(iv.WriteMiB.V)
	}
	if iv.idle() {
		s.Stalls++
	}
}

// take puts an interval into the run at hand, opening one if there is none.
func (l *logState) take(r *Reader, iv *Interval) {
	run := l.openFor(r, iv)
	if iv.QueueLen.OK {
		// A line of --rate completes the one before it.
		run.Series.QueueLen.Add(iv.QueueLen.V)
		if n := len(run.Intervals); n > 0 && run.Intervals[n-1].TimeSec == iv.TimeSec {
			run.Intervals[n-1].QueueLen, run.Intervals[n-1].Concurrency = iv.QueueLen, iv.Concurrency
		}
		return
	}
	if iv.LatencyMs.OK && iv.LatencyMs.V == 0 && (iv.idle() || iv.Rank == 0 || l.besideCheckpoint(iv)) {
		iv.LatencyMs = Num{} // nothing finished, or nothing was counted
	}
	l.step, l.lastSec = iv.TimeSec-l.lastSec, iv.TimeSec
	if l.interleaved {
		return
	}
	run.Series.add(iv)
	if !r.opts.Fold {
		run.Intervals = append(run.Intervals, *iv)
	}
}

// besideCheckpoint reports whether the interval's latency went into a
// checkpoint at the same second, which leaves 0.00 in the interval line.
func (l *logState) besideCheckpoint(iv *Interval) bool {
	return l.checkpointed && iv.TimeSec >= l.checkpointSec && iv.TimeSec <= l.checkpointSec+1
}

// openFor returns the run that an interval belongs to. Times that go back
// mean another run: one after the warm-up, one whose header is lost, or one
// that writes into the same file at the same time.
func (l *logState) openFor(r *Reader, iv *Interval) *Run {
	run := l.run
	if run == nil {
		run = l.open(r, iv.Line)
		l.headless = true
		if iv.Threads > 0 {
			run.Threads, l.counted = iv.Threads, true
		}
	}
	l.started = true
	if run.Series.Count == 0 && !iv.QueueLen.OK {
		if l.cutSec > 1 && l.cutStep > 0 && iv.TimeSec == l.cutSec+l.cutStep && iv.TimeSec > l.cutStep {
			l.interleave(r, iv.Line) // it goes on where the run before was cut
		}
	}
	if run.Threads == 0 && iv.Threads > 0 {
		run.Threads, l.counted = iv.Threads, true
	}
	if run.Series.Count == 0 || l.interleaved || iv.QueueLen.OK || iv.TimeSec > l.lastSec {
		return run
	}
	switch {
	case iv.TimeSec == l.lastSec && l.headless && (run.Series.Count == 1 || iv.Threads > run.Threads):
		run = l.openNext(r, iv) // what grep left of several runs
	case iv.TimeSec == l.lastSec:
		l.repeated++
		if l.held != nil || iv.Threads > run.Threads || l.repeated > 2 && l.repeated*4 > run.Series.Count {
			l.interleave(r, iv.Line)
		}
	case run.WarmupSec.OK && !l.warm && l.lastSec <= run.WarmupSec.V+1:
		l.warm = true
		r.ledger.problem(run, iv.Line, 0, "", fmt.Sprintf("%d interval lines of the warm-up are left out", run.Series.Count))
		run.Series, run.Intervals = Series{}, nil
	default:
		run = l.openNext(r, iv)
	}
	return run
}

// openNext ends the run at hand and opens one without a header.
func (l *logState) openNext(r *Reader, iv *Interval) *Run {
	l.close(r)
	run := l.open(r, iv.Line)
	l.headless, l.started = true, true
	if iv.Threads > 0 {
		run.Threads, l.counted = iv.Threads, true
	}
	return run
}
