package parse

import "fmt"

// Source is the place of a run in its input: the file as named by the caller
// and the 1-based line where the run begins.
type Source struct {
	File string
	Line int
}

func (s Source) String() string { return fmt.Sprintf("%s:%d", s.File, s.Line) }

// Setting is one "key : value" of a run's configuration, as written.
type Setting struct{ Key, Value string }

// Measure is a rate as the input prints it, beside the counts.
type Measure struct {
	Metric string  `json:"metric"` // a metric name: tps, qps, eps, iops, mibps, tpmc, err
	Value  float64 `json:"value"`
}

// Percentile is a latency percentile: Rank in percent (95), Ms in milliseconds.
type Percentile struct {
	Rank float64 `json:"rank"`
	Ms   float64 `json:"ms"`
}

// Latency holds a run's latency summary in milliseconds.
type Latency struct {
	Min, Avg, Max, Sum Num
	Pct                []Percentile // in input order; a table may give p95 and p99
}

// Status says how much of a run its input holds.
type Status uint8

const (
	Complete  Status = iota // summary present
	Truncated               // interval lines but no summary: totals are absent
	Failed                  // FATAL and no summary, or a table row of zeros or with a word such as "timeout"
	Empty                   // a header and nothing after it, or a table row without a readable measure
)

func (s Status) String() string {
	return [...]string{"complete", "truncated", "failed", "empty"}[s]
}

// Run is one execution of sysbench (or of a tool like it) at one thread count.
type Run struct {
	Source   Source
	System   string    // the caption, a label the log carries, or made of the file's name
	FromFile bool      // System is made of the file's name
	Repeat   int       // 1, 2, …; 0 unknown
	Config   []Setting // in input order, as written; never holds a password
	Version  string    // "1.0.20"; "" unknown
	Workload string    // "oltp_read_write"; "" unknown
	Threads  int       // the level

	// Counts of the whole run. Events is sysbench's "total number of events":
	// transactions for SQL tests, and all that the other tests count.
	Transactions, Queries, Events Num
	Reads, Writes, Others         Num // queries by kind
	Errors, Reconnects            Num // ignored errors, reconnects
	Unfinished                    Num // transactions unfinished at a forced shutdown
	ElapsedSec                    Num // measured seconds, without warm-up
	SinceSec                      Num // after checkpoints: counts, rates, latency and histogram cover only the time since this second
	WarmupSec                     Num // --warmup-time, not part of ElapsedSec
	TargetRate                    Num // --rate, events per second
	Printed                       []Measure
	Latency                       Latency
	Fairness                      *Fairness // nil when not printed
	Kinds                         []Kind    // measures by kind of transaction, of a TPC-C client

	Series      Series     // summary of the interval lines
	Intervals   []Interval // the interval lines themselves, unless Options.Fold
	Checkpoints []Checkpoint
	Histogram   *Histogram // nil when not printed
	Status      Status
	Problems    []Problem

	label string // what a label says beside threads, repeat and workload
}

// Problem is something wrong in the input that did not stop the reading.
type Problem struct {
	File   string
	Line   int    // 1-based
	Column int    // 1-based rune column; 0 unknown
	Token  string // what was found
	Msg    string // what was expected, and what became of it
}

func (p Problem) Error() string {
	if p.Token == "" {
		return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Msg)
	}
	return fmt.Sprintf("%s:%d: found %q: %s", p.File, p.Line, p.Token, p.Msg)
}

// Interval is one line of --report-interval. Rates are per second, latency in
// milliseconds at the percentile Rank.
type Interval struct {
	Line              int     // 1-based line of the input
	TimeSec           float64 // end of the interval, seconds since the start (or the end of the warm-up)
	Threads           int
	TPS, QPS, EPS     Num
	Reads, Writes     Num // queries per second by kind
	Others            Num
	LatencyMs         Num     // absent when nothing finished in the interval
	Rank              float64 // percentile rank of LatencyMs; 0 unknown
	ErrPerSec         Num
	ReconnPerSec      Num
	QueueLen          Num // --rate: queued events
	Concurrency       Num // --rate: events in service
	ReadMiB, WriteMiB Num // fileio and memory, MiB per second
}

// Checkpoint is a mid-run summary of --report-checkpoints.
type Checkpoint struct {
	AtSec                         float64
	Transactions, Queries, Events Num // since the checkpoint before
	Latency                       Latency
}

// Fairness is sysbench's block "Threads fairness": how evenly the events and
// the execution time fell on the threads.
type Fairness struct {
	EventsAvg, EventsStddev   float64 // events a thread
	TimeAvgSec, TimeStddevSec float64 // seconds a thread
}

// Histogram holds the latency buckets of --histogram, ascending.
type Histogram struct{ Buckets []Bucket }

// Bucket is one bucket: its upper value in milliseconds and its count.
type Bucket struct {
	Ms    float64
	Count int64
}
