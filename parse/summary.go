package parse

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
)

// block is a summary being read: the one at the end of a run, or that of a
// checkpoint. Its numbers go into a run of their own until it is whole.
type block struct {
	run     Run
	section section
	headed  bool            // a heading came: the block is no grep'ed remainder
	ended   bool            // its last line came
	seen    map[string]bool // the lines that came
	twice   map[string]bool // those that came again: two summaries line by line
	told    bool            // a problem says so
	heading string          // the last one, until a value comes
	ioOnly  bool            // fileio of 1.1, which ends with the latency
}

// again notes a line that came twice.
func (b *block) again(key string) {
	if b.twice == nil {
		b.twice = map[string]bool{}
	}
	b.twice[key] = true
}

// mixed reports whether the lines of two summaries are in the block.
func (b *block) mixed() bool { return b != nil && len(b.twice) > 0 }

// forget makes the value absent that the line with the given key has set.
func (run *Run) forget(key string) {
	rates := func(names ...string) {
		run.Printed = slices.DeleteFunc(run.Printed, func(p Measure) bool { return slices.Contains(names, p.Metric) })
	}
	lat := &run.Latency
	switch key {
	case "transactions":
		run.Transactions = Num{}
		rates(TPS.Name)
	case "queries":
		run.Queries = Num{}
		rates(QPS.Name)
	case "total":
		run.Queries = Num{}
	case "ignored errors", "deadlocks":
		run.Errors = Num{}
		rates(Err.Name)
	case "reconnects":
		run.Reconnects = Num{}
	case "total operations", "operations performed", "events/s (eps)", "events per second":
		rates(EPS.Name)
	case "total time", "time elapsed":
		run.ElapsedSec = Num{}
	case "total number of events":
		run.Events = Num{}
	case "events (avg/stddev)", "execution time (avg/stddev)":
		run.Fairness = nil
	case "reads/s", "writes/s", "requests/sec", "io read", "io write", "read, mib/s", "written, mib/s", "transferred":
		rates(IOPS.Name, MiBps.Name)
	case "read":
		run.Reads = Num{}
	case "write":
		run.Writes = Num{}
	case "other":
		run.Others = Num{}
	case "min":
		lat.Min = Num{}
	case "avg":
		lat.Avg = Num{}
	case "max":
		lat.Max = Num{}
	case "sum", "total time taken by event execution":
		lat.Sum = Num{}
	default:
		if strings.HasSuffix(key, "percentile") {
			lat.Pct = nil
		}
	}
}

type section uint8

const (
	noSection section = iota
	sqlSection
	generalSection
	throughputSection
	latencySection
	fairnessSection
)

var headings = map[string]section{
	"SQL statistics:": sqlSection, "OLTP test statistics:": sqlSection, "queries performed:": sqlSection,
	"General statistics:": generalSection, "Test execution summary:": generalSection, "CPU speed:": generalSection, "File operations:": throughputSection,
	"Throughput:": throughputSection, "Latency (ms):": latencySection, "response time:": latencySection,
	"per-request statistics:": latencySection, "Threads fairness:": fairnessSection,
}

var (
	countRate = regexp.MustCompile(`^(\d+)\s+\((\S+) per sec\.\)$`)
	transfer  = regexp.MustCompile(`^([\d.]+) (Mi?B) transferred \(([\d.]+) (Mi?B)/sec\)$`)
	opsRate   = regexp.MustCompile(`^(\d+) \(([\d.]+) (?:per second|ops/sec)\)$`)
	ioRate    = regexp.MustCompile(`^IOPS=([\d.]+)(?: ([\d.]+) MiB/s.*)?$`)
	oldIO     = regexp.MustCompile(`^([\d.]+)\s+Requests/sec executed$`)
	// Of sysbench before 1.0, whose Kb is 1024 bytes.
	oldTransfer = regexp.MustCompile(`^Read [\d.]+[KMGT]?b\s+Written [\d.]+[KMGT]?b\s+Total transferred [\d.]+[KMGT]?b\s+\(([\d.]+)([KMGT]?)b/sec\)$`)
	rankOf      = regexp.MustCompile(`^(?:approx\.\s+)?(\d+(?:\.\d+)?)(?:th)?\s+percentile$`)
	pair        = regexp.MustCompile(`^([\d.]+)/([\d.]+)$`)
	unfinOf     = regexp.MustCompile(`^Number of unfinished transactions on forced shutdown:\s*(\d+)$`)
	bucketOf    = regexp.MustCompile(`^(\d+(?:\.\d+)?) \|\**\s+(\d+)$`)
)

// maxBuckets is more than any histogram of sysbench has (1024).
const maxBuckets = 1 << 16

// summaryLine takes in a line of a summary or of the histogram before it.
func (l *logState) summaryLine(r *Reader, s string, at line) bool {
	if strings.HasPrefix(s, "Latency histogram (values are in milliseconds)") {
		if l.run == nil {
			return false
		}
		l.run.Histogram = &Histogram{}
		l.histogram = true
		return true
	}
	if l.histogram {
		if strings.HasPrefix(s, "value") && strings.Contains(s, "distribution") {
			return true
		}
		if m := bucketOf.FindStringSubmatch(s); m != nil {
			ms, n := parseNum(m[1]), parseNum(m[2])
			if h := l.run.Histogram; !at.open && ms.OK && n.OK && n.V < impossible && len(h.Buckets) < maxBuckets {
				h.Buckets = append(h.Buckets, Bucket{ms.V, int64(n.V)})
			}
			return true
		}
	}
	if sec, ok := headings[s]; ok {
		l.heading(r, s, sec, at)
		return true
	}
	if m := match(unfinOf, s, "Number of unfinished"); m != nil {
		if l.block == nil && l.run == nil {
			return false
		}
		l.need(r, at).run.Unfinished = parseNum(m[1])
		return true
	}
	key, val, ok := strings.Cut(s, ":")
	if !ok {
		if m := transfer.FindStringSubmatch(s); m != nil {
			return l.rate(r, at, "transferred", MiBps, parseNum(m[3]))
		}
		if m := oldIO.FindStringSubmatch(s); m != nil {
			return l.rate(r, at, "requests/sec", IOPS, parseNum(m[1]))
		}
		if m := match(oldTransfer, s, "Read "); m != nil {
			n := parseNum(m[1])
			n.V *= map[string]float64{"": 1.0 / (1 << 20), "K": 1.0 / (1 << 10), "M": 1, "G": 1 << 10, "T": 1 << 20}[m[2]]
			return l.rate(r, at, "transferred", MiBps, n)
		}
		return false
	}
	if len(key) > 60 {
		return false
	}
	return l.pair(r, strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(val), at)
}

// heading begins a section, and a block where the section is the first of one.
func (l *logState) heading(r *Reader, s string, sec section, at line) {
	if b := l.block; b != nil && b.heading == s && !l.inCheckpoint {
		l.interleave(r, at.no) // twice at once: two summaries line by line
		l.block.again(s)
		return
	}
	first := s == "SQL statistics:" || s == "OLTP test statistics:" || s == "CPU speed:" || s == "File operations:"
	if b := l.block; b != nil && (first || b.seen[s]) && (b.headed || b.seen[s]) {
		l.endBlock(r)
	}
	b := l.need(r, at)
	b.headed = true
	b.seen[s] = true
	b.section, b.heading = sec, s
}

// need returns the block at hand, beginning one, and a run for it, where
// there is none.
func (l *logState) need(r *Reader, at line) *block {
	if l.run == nil {
		l.open(r, at.no)
		l.headless = true
		if l.twin != nil {
			r.ledger.problem(l.run, at.no, 0, "", "the second summary of two runs that wrote into this text at the same time: which run it ends is unknown")
			l.twin = nil
		}
	}
	if l.block == nil {
		l.histogram = false
		l.block = &block{seen: map[string]bool{}}
	}
	return l.block
}

// rate takes in a printed rate.
func (l *logState) rate(r *Reader, at line, key string, m Metric, v Num) bool {
	if !v.OK {
		return false
	}
	b := l.entry(r, key, at)
	b.run.addRate(m, v.V)
	return true
}

// addRate puts a printed rate into the run; a second one of the same metric
// adds to it (reads and writes make the IOPS).
func (run *Run) addRate(m Metric, v float64) {
	for i := range run.Printed {
		if run.Printed[i].Metric == m.Name {
			run.Printed[i].Value = round6(run.Printed[i].Value + v)
			return
		}
	}
	run.Printed = append(run.Printed, Measure{m.Name, v})
}

// round6 removes the dust that arithmetic leaves behind printed decimals.
func round6(v float64) float64 { return math.Round(v*1e6) / 1e6 }

// entry returns the block for a line with the given key. A key that came
// before begins another block: the remainders that grep leaves have no other
// border.
func (l *logState) entry(r *Reader, key string, at line) *block {
	if b := l.block; b != nil && b.seen[key] {
		if b.headed {
			if !b.told {
				b.told = true
				r.ledger.problem(l.run, at.no, 0, "", "lines of the summary come twice, as of two runs that write into this text at the same time: their values are taken as absent")
			}
			b.again(key)
		} else {
			l.endBlock(r)
			if l.run != nil {
				l.close(r)
			}
		}
	}
	b := l.need(r, at)
	b.seen[key], b.heading = true, ""
	return b
}

// pair takes in a line "key: value" of a summary.
func (l *logState) pair(r *Reader, key, val string, at line) bool {
	b := l.block
	in := noSection
	if b != nil {
		in = b.section
	}
	num := func() Num {
		s := strings.TrimSuffix(strings.TrimSuffix(val, "s"), "m")
		v := parseNum(s)
		if v.V >= impossible {
			r.ledger.problem(l.run, at.no, 0, val, tooLarge(v.V, "")+": taken as absent")
			return Num{}
		}
		return v
	}
	// The last line of the text may be cut within its number.
	if at.open && b != nil && !wholeValue(val) {
		r.ledger.problem(l.run, at.no, 0, val, "the text ends within this line: passed over")
		return true
	}
	count := func(to func(run *Run, n Num), m Metric) bool {
		q := countRate.FindStringSubmatch(val)
		if q == nil {
			if b == nil || !num().OK {
				return false
			}
			to(&l.entry(r, key, at).run, num())
			return true
		}
		e := l.entry(r, key, at)
		if v := parseNum(q[1]); v.V < impossible {
			to(&e.run, v)
		} else {
			r.ledger.problem(l.run, at.no, 0, q[1], tooLarge(v.V, "")+": taken as absent")
		}
		if v := parseNum(q[2]); v.OK && v.V < impossible && m.Name != "" {
			e.run.addRate(m, v.V)
		}
		return true
	}
	one := func(set func(run *Run, v Num)) bool {
		v := num()
		if !v.OK {
			if b == nil {
				return false
			}
			r.ledger.problem(l.run, at.no, 0, val, "a number was expected: taken as absent")
			return true
		}
		set(&l.entry(r, key, at).run, v)
		return true
	}
	latency := func(set func(run *Run, v Num)) bool {
		return one(func(run *Run, v Num) {
			if strings.HasSuffix(val, "s") && !strings.HasSuffix(val, "ms") { // 0.4.10 and older print seconds
				v.V = round6(v.V * 1000)
			}
			set(run, v)
		})
	}
	switch key {
	case "transactions":
		return count(func(run *Run, n Num) { run.Transactions = n }, TPS)
	case "queries":
		return count(func(run *Run, n Num) { run.Queries = n }, QPS)
	case "ignored errors", "deadlocks":
		return count(func(run *Run, n Num) { run.Errors = n }, Err)
	case "reconnects":
		if val == "N/A" {
			return b != nil
		}
		return count(func(run *Run, n Num) { run.Reconnects = n }, Metric{})
	case "read/write requests", "other operations":
		return count(func(*Run, Num) {}, Metric{})
	case "total operations", "operations performed":
		q := opsRate.FindStringSubmatch(val)
		if q == nil {
			return b != nil
		}
		l.need(r, at).headed = true
		return l.rate(r, at, key, EPS, parseNum(q[2]))
	case "total time", "time elapsed":
		if !strings.HasSuffix(val, "s") {
			return b != nil
		}
		return one(func(run *Run, v Num) { run.ElapsedSec = v })
	case "total number of events":
		return one(func(run *Run, v Num) { run.Events = v })
	case "events/s (eps)", "events per second":
		v := num()
		if b == nil || !v.OK {
			return false
		}
		e := l.entry(r, key, at)
		if _, have := e.run.printed(EPS); !have {
			e.run.addRate(EPS, v.V)
		}
		return true
	case "total time taken by event execution":
		return one(func(run *Run, v Num) { run.Latency.Sum = Some(round6(v.V * 1000)) })
	case "events (avg/stddev)", "execution time (avg/stddev)":
		return l.fairness(r, key, val, at)
	case "reads/s", "writes/s":
		return b != nil && l.rate(r, at, key, IOPS, num())
	case "fsyncs/s":
		return b != nil
	case "read, mib/s", "written, mib/s":
		return b != nil && l.rate(r, at, key, MiBps, num())
	}
	if strings.HasSuffix(key, "percentile") {
		m := rankOf.FindStringSubmatch(key)
		if m == nil {
			return false
		}
		rank := parseNum(m[1]).V
		if rank <= 0 || rank > 100 {
			return false
		}
		return latency(func(run *Run, v Num) { run.Latency.Pct = append(run.Latency.Pct, Percentile{rank, v.V}) })
	}
	if b == nil {
		return false
	}
	if q := ioRate.FindStringSubmatch(val); q != nil && (key == "read" || key == "write" || key == "fsync") {
		e := l.entry(r, "io "+key, at)
		e.ioOnly = true
		if key != "fsync" {
			e.run.addRate(IOPS, parseNum(q[1]).V)
			if v := parseNum(q[2]); v.OK {
				e.run.addRate(MiBps, v.V)
			}
		}
		return true
	}
	switch key {
	case "read":
		return one(func(run *Run, v Num) { run.Reads = v })
	case "write":
		return one(func(run *Run, v Num) { run.Writes = v })
	case "other":
		return one(func(run *Run, v Num) { run.Others = v })
	case "total":
		return one(func(run *Run, v Num) {
			if !run.Queries.OK { // 0.4 and 0.5 give the queries here alone
				run.Queries = v
			}
		})
	case "min":
		return latency(func(run *Run, v Num) { run.Latency.Min = v })
	case "avg":
		return latency(func(run *Run, v Num) { run.Latency.Avg = v })
	case "max":
		return latency(func(run *Run, v Num) { run.Latency.Max = v })
	case "percentile stats":
		return true
	case "sum":
		if !one(func(run *Run, v Num) { run.Latency.Sum = v }) {
			return false
		}
		if l.block.ioOnly && in == latencySection {
			l.block.ended = true
			l.endBlock(r)
		}
		return true
	}
	return false
}

// wholeValue reports whether a value at the very end of a text shows by its
// form that nothing is missing: two or more decimals, a unit, a bracket.
func wholeValue(val string) bool {
	if strings.HasSuffix(val, "s") || strings.HasSuffix(val, ")") || strings.HasSuffix(val, "disabled") {
		return true
	}
	i := strings.LastIndexByte(val, '.')
	return i >= 0 && len(val)-i-1 >= 2
}

// fairness takes in the two lines of the fairness block, the last of a
// summary.
func (l *logState) fairness(r *Reader, key, val string, at line) bool {
	q := pair.FindStringSubmatch(val)
	if q == nil || l.block == nil {
		return l.block != nil
	}
	avg, sd := parseNum(q[1]), parseNum(q[2])
	b := l.entry(r, key, at)
	if !avg.OK || !sd.OK {
		return true
	}
	if b.run.Fairness == nil {
		b.run.Fairness = &Fairness{}
	}
	f := b.run.Fairness
	if strings.HasPrefix(key, "events") {
		f.EventsAvg, f.EventsStddev = avg.V, sd.V
		return true
	}
	f.TimeAvgSec, f.TimeStddevSec = avg.V, sd.V
	b.ended = true
	l.endBlock(r)
	return true
}

// endBlock takes the block at hand into the checkpoints or, when it is the
// final one and whole, ends the run.
func (l *logState) endBlock(r *Reader) {
	b := l.block
	if b == nil {
		return
	}
	if l.inCheckpoint {
		if b.ended {
			b.run.dropEmptyLatency()
			l.run.Checkpoints = append(l.run.Checkpoints, Checkpoint{AtSec: l.checkpointSec,
				Transactions: b.run.Transactions, Queries: b.run.Queries, Events: b.run.Events, Latency: b.run.Latency})
		}
		l.inCheckpoint, l.block = false, nil
		return
	}
	if complete := l.settle(r, b); complete || b.headed {
		l.done(r, complete)
	}
}

// settle moves the numbers of a block into the run. It reports whether the
// summary is whole: it came to its last line, or it is what grep left of one.
func (l *logState) settle(r *Reader, b *block) (complete bool) {
	run, from := l.run, &b.run
	for key := range b.twice {
		from.forget(key)
	}
	from.dropEmptyLatency()
	run.Transactions, run.Queries, run.Events = from.Transactions, from.Queries, from.Events
	run.Reads, run.Writes, run.Others = from.Reads, from.Writes, from.Others
	run.Errors, run.Reconnects, run.Unfinished = from.Errors, from.Reconnects, from.Unfinished
	run.ElapsedSec, run.Printed, run.Latency, run.Fairness = from.ElapsedSec, from.Printed, from.Latency, from.Fairness
	for _, p := range run.Latency.Pct {
		if run.Events.OK && p.Ms >= 100000 {
			r.ledger.problem(run, run.Source.Line, 0, "", "the percentile is at the end of sysbench's histogram (100 s): the true one may be greater")
		}
	}
	if n := len(run.Checkpoints); n > 0 || l.checkpointed {
		run.SinceSec = Some(l.checkpointSec)
		r.ledger.problem(run, run.Source.Line, 0, "", fmt.Sprintf("the totals cover only the time since the last checkpoint, at %g s", l.checkpointSec))
	}
	if b.mixed() && !run.Transactions.OK && !run.Events.OK {
		return false
	}
	return b.ended || !b.headed
}

// dropEmptyLatency makes the latency absent where no event finished: sysbench
// prints 0.00 then.
func (run *Run) dropEmptyLatency() {
	if run.Events.OK && run.Events.V == 0 {
		run.Latency = Latency{}
	}
}
