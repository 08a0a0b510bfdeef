package parse

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// logState is what the reader knows of the sysbench run at hand.
type logState struct {
	run      *Run
	headless bool // the run has no header: its text is a remainder
	counted  bool // the header or an interval line, no label, says the threads
	second   bool // the second summary of two runs: the threads are those of the first
	started  bool // "Threads started!", or an interval line
	inits    int  // how often "Initializing worker threads..." came

	banner  int    // line of a banner that is no run yet; 0 none
	version string // of the banner
	setup   bool   // prepare or cleanup runs under the banner

	block         *block // the summary at hand
	inCheckpoint  bool   // the summary that follows is one of --report-checkpoints
	checkpointed  bool   // there was one
	checkpointSec float64
	histogram     bool // histogram lines follow

	lastSec, step   float64 // of the interval lines
	cutSec, cutStep float64 // of the run before, when it was cut
	repeated        int     // intervals with the time of the one before
	warm            bool    // the warm-up is over

	failed      bool // FATAL and the like
	messages    map[string]bool
	interleaved bool // two runs write into one text
	held        *Run // an empty run that may be part of that
	twin        *Run // what both runs share, for the second summary

	json   *Interval  // the report_json object at hand
	shapes []string   // prefixes that a tool puts before each line
	file   string     // the file that grep puts before each line
	name   *nameParts // what its name says
}

var (
	banner    = regexp.MustCompile(`^sysbench v?(\d+\.\d+[\w.\-]*)(?::|\s+\(using|\s*$)`)
	threadsOf = regexp.MustCompile(`^Number of threads:\s*(\d{1,7})\s*$`)
)

// match is FindStringSubmatch for an expression that begins with plain text:
// most lines are told apart without the expression.
func match(re *regexp.Regexp, s, start string) []string {
	if !strings.HasPrefix(s, start) {
		return nil
	}
	return re.FindStringSubmatch(s)
}

// logLine takes in a line of a sysbench log, and reports whether it was one.
func (r *Reader) logLine(l line) bool {
	log := &r.log
	if len(log.shapes) > 0 {
		if rest, ok := log.known(l.text); ok {
			log.from(r, l.text[:len(l.text)-len(rest)])
			if r.sqlLine(rest, l) {
				return true
			}
		}
	}
	b := bytes.TrimSpace(plain(utf8Text(l.text)))
	if len(b) == 0 {
		return false
	}
	if r.sqlLine(b, l) {
		return true
	}
	used := false
	rest, prefixed := log.known(b)
	empty := prefixed && len(bytes.TrimSpace(rest)) == 0
	if prefixed && !empty {
		used = log.rest(r, rest, l)
	}
	used = used || log.text(r, string(b), l) || empty // a line that looks like nothing but a prefix may be one of sysbench
	if !used {
		if rest, ok := log.learn(b); ok {
			log.from(r, b[:len(b)-len(rest)])
			used = log.rest(r, rest, l)
		}
	}
	if used {
		r.ledger.used()
	}
	return used
}

// hotLines takes in interval lines of a SQL test straight from the buffer, as
// long as nothing else comes.
func (r *Reader) hotLines() {
	for r.log.run != nil && r.table == nil && len(r.queue) == 0 && r.broken.text == nil {
		b := r.lines.unread()
		end := scanSQL(b, &r.hot)
		if end < 0 || end >= len(b) || b[end] != '\n' {
			return
		}
		r.lines.skip(end + 1)
		r.hot.Line = r.lines.no
		r.log.take(r, &r.hot)
		r.ledger.parted = true
	}
}

// sqlLine takes in the interval line of a SQL test.
func (r *Reader) sqlLine(b []byte, l line) bool {
	if len(b) == 0 || b[0] != '[' {
		return false
	}
	iv := Interval{Line: l.no}
	if scanSQL(b, &iv) != len(b) {
		return false
	}
	r.log.take(r, &iv)
	r.ledger.used()
	return true
}

// from takes note of the file that a prefix of grep names: another one holds
// another run.
func (l *logState) from(r *Reader, prefix []byte) {
	prefix = bytes.TrimRight(prefix, " \t")
	if !bytes.HasSuffix(prefix, []byte(":")) {
		return
	}
	m := grepped.FindSubmatch(prefix)
	if m == nil || string(m[1]) == l.file {
		return
	}
	if l.file != "" {
		l.close(r)
		l.flushHeld(r)
		l.banner, l.version, l.twin = 0, "", nil
		r.around.group, r.around.words = "", ""
	}
	l.file = string(m[1])
	l.name, _ = parseName(r.opts.Name, l.file) // the pattern was tried with the input's name
}

// grepped is what grep, and grep -n, put before the lines of several files.
var grepped = regexp.MustCompile(`(?:^|\s)(\S+\.(?:log|txt|out|res|result)):(?:\d+:)?$`)

// rest takes in what stands behind a prefix.
func (l *logState) rest(r *Reader, b []byte, at line) bool {
	b = bytes.TrimSpace(b)
	return len(b) == 0 || l.text(r, string(b), at)
}

// text takes in a line without its prefix.
func (l *logState) text(r *Reader, s string, at line) bool {
	return l.intervalLine(r, s, at) || l.hookLine(r, s, at) || l.headerLine(r, s, at) ||
		l.summaryLine(r, s, at) || l.messageLine(r, s, at) || l.noise(s)
}

func (l *logState) intervalLine(r *Reader, s string, at line) bool {
	if s[0] != '[' {
		return false
	}
	m := intervalStart.FindStringSubmatch(s)
	if m == nil {
		return false
	}
	if strings.HasPrefix(m[2], "Checkpoint report:") {
		if l.run == nil {
			l.open(r, at.no)
			l.headless = true
		}
		l.endBlock(r)
		l.inCheckpoint, l.checkpointed = true, true
		l.checkpointSec, _ = strconv.ParseFloat(m[1], 64)
		return true
	}
	type wrong struct{ token, msg string }
	var bad []wrong
	iv := Interval{Line: at.no}
	if !matchInterval(s, &iv, func(token, msg string) { bad = append(bad, wrong{token, msg}) }) {
		if l.run == nil {
			return false
		}
		r.ledger.problem(l.run, at.no, 0, s, "an interval line that is cut or damaged: passed over")
		r.around.settle(&r.ledger, len(r.around.pending))
		r.ledger.skip(at.no, s)
		return true
	}
	l.take(r, &iv)
	for _, w := range bad {
		r.ledger.problem(l.run, at.no, 0, w.token, w.msg)
	}
	return true
}

// open starts a run with what stands before it in the text.
func (l *logState) open(r *Reader, no int) *Run {
	r.unstarted(true)
	label := r.around.label()
	r.around.settle(&r.ledger, len(r.around.pending))
	if l.banner > 0 {
		no = l.banner
	}
	run := &Run{
		Source: Source{r.ledger.file, no}, System: label.system, Repeat: label.repeat,
		Config: label.config, Version: l.version, Workload: label.workload, Threads: label.threads, label: label.words,
	}
	if l.twin != nil {
		twin := *l.twin
		run.Version, run.Threads = twin.Version, twin.Threads
	}
	*l = logState{run: run, second: l.twin != nil, held: l.held, twin: l.twin, cutSec: l.cutSec, cutStep: l.cutStep, shapes: l.shapes, file: l.file, name: l.name}
	return run
}

// close ends the run at hand, decides its status and yields it.
func (l *logState) close(r *Reader) {
	run := l.run
	if run == nil {
		return
	}
	complete := false
	if b := l.block; b != nil && !l.inCheckpoint {
		complete = l.settle(r, b)
	}
	l.done(r, complete)
}

// done yields the run at hand.
func (l *logState) done(r *Reader, complete bool) {
	run := l.run
	partial := l.block != nil || l.checkpointed
	switch {
	case complete:
		run.Status = Complete
	case l.failed:
		run.Status = Failed
	case run.Series.Count > 0 || partial || l.interleaved:
		run.Status = Truncated
	default:
		run.Status = Empty
	}
	if run.Series.LatencyMs.N > 0 && run.Series.Rank == 0 && len(run.Latency.Pct) == 1 {
		run.Series.Rank = run.Latency.Pct[0].Rank // hooks do not print it
		for i := range run.Intervals {
			run.Intervals[i].Rank = run.Series.Rank
		}
	}
	if n, ok := run.threadsByFairness(); ok && run.Threads != n {
		if l.held != nil && l.held.Threads == n {
			l.interleave(r, run.Source.Line) // the summary is that of the header before
		}
		if run.Threads > 0 && !l.counted && !l.second {
			r.ledger.problem(run, run.Source.Line, 0, "", fmt.Sprintf("the label says %d threads, events total ÷ events avg of the summary is %d: taken as %d", run.Threads, n, n))
		}
		if !l.counted || l.interleaved {
			run.Threads = n
		}
	}
	if run.Threads == 0 && run.Status != Failed && r.nameOf().threads == 0 {
		r.ledger.problem(run, run.Source.Line, 0, "", "no thread count: neither a header nor a label such as threads=16 stands before the run")
	}
	if l.interleaved && !l.block.mixed() {
		run.Series, run.Intervals = Series{}, nil
		twin := *run
		l.twin = &twin
	} else {
		l.twin = nil
	}
	next := logState{shapes: l.shapes, file: l.file, name: l.name, twin: l.twin, held: l.held}
	if run.Status == Truncated {
		next.cutSec, next.cutStep = l.lastSec, l.step
	}
	if run.Status == Empty && !l.headless && run.Threads > 0 {
		next.flushHeld(r)
		next.held = run
		*l = next
		return
	}
	next.flushHeld(r)
	*l = next
	r.emit(run)
}

// flushHeld yields an empty run that turned out to be one.
func (l *logState) flushHeld(r *Reader) {
	if l.held != nil {
		r.emit(l.held)
		l.held = nil
	}
}

// interleave says that two runs write into this text. Their interval lines
// cannot be told apart, so they are left out; each summary stays whole.
func (l *logState) interleave(r *Reader, no int) {
	if l.interleaved {
		return
	}
	l.interleaved = true
	l.held = nil
	l.run.Series, l.run.Intervals = Series{}, nil
	r.ledger.problem(l.run, no, 0, "", "two runs write into this text at the same time: their interval lines cannot be told apart and are left out")
}

// endLog closes what is open at the end of the input.
func (r *Reader) endLog() {
	r.log.close(r)
	r.log.flushHeld(r)
}

// headerLine takes in what sysbench prints before the test.
func (l *logState) headerLine(r *Reader, s string, at line) bool {
	if m := match(banner, s, "sysbench "); m != nil {
		if l.run != nil && l.headless && l.run.Series.Count == 0 && l.block == nil && !l.failed && len(l.run.Checkpoints) == 0 {
			l.run.Version = m[1] // the banner came after "Threads started!"
			l.begin()
			return true
		}
		l.close(r)
		l.banner, l.version, l.setup, l.twin = at.no, m[1], false, nil
		return true
	}
	if s == "Running the test with following options:" {
		if l.run == nil || !l.headless && (l.run.Threads > 0 && l.inits > 0 || l.run.Series.Count > 0) {
			l.close(r)
			l.open(r, at.no)
		}
		l.begin()
		return true
	}
	if m := match(threadsOf, s, "Number of threads:"); m != nil {
		n, _ := strconv.Atoi(m[1])
		labelled := l.run != nil && !l.started && l.block == nil && l.inits == 0
		if l.run == nil || !labelled && (l.run.Threads > 0 && l.run.Threads != n || l.run.Series.Count > 0 || l.block != nil) {
			l.close(r)
			l.open(r, at.no)
		}
		l.run.Threads, l.counted = n, true
		return true
	}
	switch s {
	case "Initializing worker threads...":
		if l.run == nil {
			return l.banner > 0
		}
		if l.inits++; l.inits > 1 {
			l.interleave(r, at.no)
		} else {
			l.begin()
		}
		return true
	case "Threads started!":
		if l.run == nil {
			l.open(r, at.no)
			l.headless = true
		}
		if l.started && l.run.Series.Count == 0 {
			l.interleave(r, at.no)
		}
		l.started = true
		return true
	}
	if l.run == nil || l.run.Series.Count > 0 || l.block != nil {
		return false
	}
	return l.option(s)
}

// begin forgets what the header, which comes now, shows to be a stray line
// before it: "Threads started!", "Checkpoint report:".
func (l *logState) begin() {
	if l.headless && l.run.Series.Count == 0 && l.block == nil && len(l.run.Checkpoints) == 0 {
		l.started, l.inCheckpoint, l.checkpointed = false, false, false
	}
}

var (
	warmup      = regexp.MustCompile(`^(?:Warmup time:|Warming up for)\s*(\d+(?:\.\d+)?)`)
	targetRate  = regexp.MustCompile(`^Target transaction rate:\s*([\d.]+)/sec`)
	fileOptions = []struct {
		key  string
		find *regexp.Regexp
	}{
		{"files", regexp.MustCompile(`^(\d+ files, \S+ each)(?:, .*)?$`)},
		{"total file size", regexp.MustCompile(`^(\S+) total file size$`)},
		{"Block size", regexp.MustCompile(`^Block size (\S+)$`)},
		{"I/O mode", regexp.MustCompile(`^Using (\w+) I/O mode$`)},
	}
	doing      = regexp.MustCompile(`^Doing (.+?)(?: test)?\.?$`)
	nameOfTest = map[string]string{
		"CPU performance benchmark": "cpu", "memory operations speed": "memory", "mutex performance": "mutex",
		"thread subsystem performance": "threads", "OLTP": "oltp",
	}
)

// maxOptions is more than any header of sysbench has.
const maxOptions = 200

// option takes in a line of the header that tells how the test was run.
func (l *logState) option(s string) bool {
	run := l.run
	keep := func(key, value string) bool {
		if len(run.Config) < maxOptions {
			run.Config = append(run.Config, Setting{key, value})
		}
		return true
	}
	if m := warmup.FindStringSubmatch(s); m != nil {
		run.WarmupSec = parseNum(m[1])
		return true
	}
	if m := targetRate.FindStringSubmatch(s); m != nil {
		run.TargetRate = parseNum(m[1])
		return true
	}
	for _, o := range fileOptions {
		if m := o.find.FindStringSubmatch(s); m != nil {
			return keep(o.key, m[1])
		}
	}
	if m := doing.FindStringSubmatch(s); m != nil {
		if name, ok := nameOfTest[m[1]]; ok {
			run.name(name)
			return true
		}
		if run.Workload == "" {
			run.name("fileio")
		}
		return keep("test mode", m[1])
	}
	key, value, ok := strings.Cut(s, ":")
	if !ok {
		return false
	}
	value = strings.TrimSpace(value)
	switch key {
	case "Prime numbers limit", "Primer numbers limit":
		run.name("cpu")
		return keep("Prime numbers limit", value)
	case "Running memory speed test with the following options":
		run.name("memory")
		return true
	case "block size", "total size", "operation", "scope", "Memory block size", "Memory transfer size", "Memory operations type", "Memory scope type",
		"Extra file open flags", "Number of IO requests", "Read/Write ratio for combined random IO test", "Validation checks":
		return keep(key, strings.TrimSuffix(value, "."))
	}
	return false
}

// name sets the workload unless a label or the command has named it.
func (run *Run) name(workload string) {
	if run.Workload == "" {
		run.Workload = workload
	}
}

// messageStart are the beginnings of messages that a reader of the result
// should know of.
var messageStart = []string{"FATAL", "ALERT", "PANIC", "CRITICAL", "ERROR", "Segmentation fault", "Killed", "Terminated", "Aborted",
	"invalid option", "Unknown command", "Invalid value", "Cannot find benchmark"}

// crash is what a shell prints of a process that a signal ended.
var crash = regexp.MustCompile(`^\S+ line \d+:\s+\d+ (?:Segmentation fault|Killed|Terminated|Aborted)`)

func messageOf(s string) string {
	for _, start := range messageStart {
		if strings.HasPrefix(s, start) {
			return start
		}
	}
	if strings.Contains(s, " line ") && crash.MatchString(s) {
		return "crash"
	}
	return ""
}

// refused are the messages of a sysbench that did not even print its banner.
var refused = regexp.MustCompile(`^(?:invalid option: -|Invalid value for (?:the '|verbosity: ))`)

var digits = regexp.MustCompile(`\d+`)

// messageLine takes in an error message.
func (l *logState) messageLine(r *Reader, s string, at line) bool {
	m := messageOf(s)
	if m == "" || l.run == nil && l.banner == 0 && !strings.HasPrefix(s, "FATAL: ") && !refused.MatchString(s) {
		return false
	}
	fatal := m == "FATAL" || m == "PANIC" || m == "CRITICAL"
	if l.run == nil && fatal && !l.setup && strings.HasPrefix(l.version, "0.") {
		l.open(r, at.no) // 0.4 connects before it prints the options
	}
	if fatal && l.run != nil {
		l.failed = true
	}
	// Each thread prints the same: one is enough.
	key := digits.ReplaceAllString(s, "0")
	if l.messages[key] || len(l.messages) >= 20 {
		return true
	}
	if l.messages == nil {
		l.messages = map[string]bool{}
	}
	l.messages[key] = true
	msg := "an error of the run"
	switch {
	case l.run == nil && l.setup:
		msg = "prepare or cleanup failed"
	case l.run == nil:
		msg = "sysbench ended before the test"
	case !fatal && m != "ALERT" && m != "ERROR":
		msg = "the run ended here"
	}
	r.ledger.problem(l.run, at.no, 0, s, msg)
	return true
}

// noiseStart are lines that sysbench, its scripts and the shell print and
// that say nothing about the result.
var noiseStart = []string{
	"Initializing ", "Random number generator", "Report intermediate results", "Report checkpoint(s)", "Debug mode enabled", "Validation checks",
	"Forcing shutdown in", "Warming up for", "DEBUG:", "NOTICE:", "Time limit exceeded", "Event limit exceeded", "Done.", "(last message repeated",
	"Creating ", "Inserting ", "Dropping table", "Adding indexes", "Adding FK", "loading tables", "Waiting on tables", "Creating files",
	"Removing test files", "Periodic FSYNC", "Calling fsync()", "Using ", "Maximum number of requests", "No DB drivers specified", "Running ",
	"Doing ", "Extra file open flags", "Preventing workers", "LINE ", "^",
}

var bytesWritten = regexp.MustCompile(`^\d+ bytes written in|^\d+ files, `)

var setupStart = regexp.MustCompile(`^(?:Creating |Inserting |Dropping table|Removing test files|Adding |loading tables|\d+ files, )`)

var shellOutput = regexp.MustCompile(`^(?:\+ (?:for|date|sleep|echo|set|tee|mkdir|true|:)\b|(?:real|user|sys)\s+\d+m[\d.]+s|(?:real|user|sys) [\d.]+$)`)

// shellNoise reports whether a line is what the shell and its tools leave
// around a log.
func shellNoise(s string) bool {
	for _, start := range []string{"```", "~~~", "nohup: ", "Script started ", "Script done "} {
		if strings.HasPrefix(s, start) {
			return true
		}
	}
	return strings.ContainsRune("+rus", rune(s[0])) && shellOutput.MatchString(s)
}

func (l *logState) noise(s string) bool {
	switch {
	case strings.HasPrefix(s, "WARNING: "), strings.HasPrefix(s, "DEBUG: "), strings.HasPrefix(s, "(last message repeated "), s == "]", s == "}":
		return true
	}
	if l.run == nil && l.banner == 0 {
		return shellNoise(s) || setupNoise.MatchString(s)
	}
	if setupStart.MatchString(s) {
		l.setup = true
	}
	if shellNoise(s) || bytesWritten.MatchString(s) {
		return true
	}
	return slices.ContainsFunc(noiseStart, func(start string) bool { return strings.HasPrefix(s, start) })
}

var setupNoise = regexp.MustCompile(`^(?:Creating table '|Inserting \d+ records into '|Creating a secondary index on '|Creating secondary indexes on '|Dropping table ')`)

// anchor finds the beginning of a line that only sysbench prints, behind
// whatever a tool has put before it.
var anchor = regexp.MustCompile(`\[\s*\d+s\s*\] (?:thds|threads|queue|reads|Checkpoint|[\d.]+ MiB)|sysbench v?\d+\.\d+[\w.\-]*(?::  multi| \(using)|Number of threads: \d|Running the test with following options:$|Threads started!$|Initializing worker threads\.\.\.$|SQL statistics:$|General statistics:$|Latency \(ms\):$|Threads fairness:$|FATAL: |(?:transactions|queries):\s+\d+\s+\([\d.]+ per sec\.\)$`)

// anchorHints are in every anchor; to look for them is quicker.
var anchorHints = [][]byte{[]byte("s ]"), []byte("s] "), []byte("sysbench "), []byte("of threads: "), []byte("worker threads..."), []byte("Threads started!"), []byte("Threads fairness:"), []byte("statistics:"), []byte("Latency (ms)"), []byte("FATAL: "), []byte("Running the test"), []byte(" per sec.)")}

// learn removes what a tool such as ts, a logger or a quoting mail puts before
// each line, and keeps its shape for the lines to come: the prefix of a line
// that is surely sysbench's may vary in its digits and letters.
func (l *logState) learn(b []byte) (rest []byte, ok bool) {
	if !slices.ContainsFunc(anchorHints, func(hint []byte) bool { return bytes.Contains(b, hint) }) {
		return nil, false
	}
	m := anchor.FindIndex(b)
	if m == nil || m[0] == 0 || m[0] > 120 || anchor.Match(bytes.TrimSpace(b[:m[0]])) { // two lines run together are no prefix
		return nil, false
	}
	shape := shapeOf(b[:m[0]])
	if strings.HasSuffix(shape, "a") || strings.HasSuffix(shape, "0") || l.run == nil && l.banner == 0 && prosy(b[:m[0]]) {
		return nil, false
	}
	if len(l.shapes) < 8 {
		l.shapes = append(l.shapes, shape)
	}
	return b[m[0]:], true
}

// known removes a prefix of a shape that was learned.
func (l *logState) known(b []byte) (rest []byte, ok bool) {
	for _, shape := range l.shapes {
		if n := matchShape(b, shape); n >= 0 {
			return b[n:], true
		}
	}
	return nil, false
}

// prosy reports whether a prefix reads like words of a sentence.
func prosy(prefix []byte) bool {
	return !bytes.ContainsAny(prefix, "0123456789:|>]#$%")
}

// shapeOf writes a prefix with each run of digits as 0, of letters as a, of
// blanks as one.
func shapeOf(prefix []byte) string {
	var s []byte
	for _, c := range prefix {
		k := class(c)
		if n := len(s); n > 0 && s[n-1] == k && (k == '0' || k == 'a' || k == ' ') {
			continue
		}
		s = append(s, k)
	}
	return string(s)
}

func class(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return '0'
	case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80:
		return 'a'
	case c == '\t':
		return ' '
	}
	return c
}

// matchShape returns the length of the prefix of b with the given shape, or
// -1. The blanks at the end of a shape may be missing at the end of the line.
func matchShape(b []byte, shape string) int {
	i := 0
	for k := 0; k < len(shape); k++ {
		c := shape[k]
		if i == len(b) {
			if strings.Trim(shape[k:], " ") == "" {
				return i
			}
			return -1
		}
		if class(b[i]) != c {
			return -1
		}
		i++
		if c == '0' || c == 'a' || c == ' ' {
			for i < len(b) && class(b[i]) == c {
				i++
			}
		}
	}
	return i
}

// threadsByFairness returns the thread count that the fairness block implies:
// events ÷ events a thread. ok is false unless exactly one count gives the
// average to its last decimal.
func (run *Run) threadsByFairness() (int, bool) {
	f := run.Fairness
	if f == nil || f.EventsAvg <= 0 || !run.Events.OK || run.SinceSec.OK {
		return 0, false
	}
	n := math.Round(run.Events.V / f.EventsAvg)
	const printed = 0.00005 // half of the last decimal of EventsAvg
	if n < 1 || n > 1e7 || math.Abs(run.Events.V/n-f.EventsAvg) > 1.01*printed || run.Events.V/(n+1) > f.EventsAvg-3*printed {
		return 0, false
	}
	return int(n), true
}
