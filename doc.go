// Package sbstat analyses sysbench benchmarks of databases: which of two
// systems is faster, by how much, how sure that is, and at what price.
//
// It is to sysbench what benchstat is to Go benchmarks. It reads what a
// benchmark left behind (raw sysbench logs, or the tables of an article), turns it into
// numbers with honest uncertainty, draws figures for a blog post, and writes
// reports whose prose cannot disagree with their data.
//
// This package itself holds only the overview and the published tables that
// the examples use ([Published]). The work is done by its subpackages, one
// step each, left to right:
//
//		text ──parse──▶ []Run ──analysis──▶ Sweep ─▶ Comparison, Cost, Capacity, Scaling, Finding
//		                                             │                      │
//		                                             ├──plotting──▶ Figure ─┤
//		                                             └──────────────────────┴─report──▶ Notebook ─▶ Markdown, HTML, Jupyter
//
//	  - parse reads text into runs, and says what it could not read.
//	  - analysis turns runs into sweeps, comparisons, costs, capacity, scaling and findings.
//	  - analysis/frame hands runs and comparisons over as gota data frames.
//	  - plotting draws analysis values as PNG and SVG in one house style.
//	  - report renders notebooks: prose, values and figures in one file.
//	  - cmd/sbstat is the command line.
//
// # Glossary
//
// A run is one execution of sysbench at one thread count. A level is a thread count.
// A system is what was measured: an instance type, a configuration. A sweep is
// one system's runs over its levels. A repeat is another run of the same system
// at the same level. An interval, in a log, is one line of --report-interval; a
// checkpoint is a mid-run summary.
//
// In a comparison every delta is other relative to base, other/base − 1, and
// the output says so in words: +15 % relative to Graviton and −13 % relative
// to x86 can be the same two measurements. An estimate is a value with its
// interval, the method of the interval and n. A verdict is better, worse, equivalent or
// inconclusive; there is none without repeats. A finding is something about the
// data that a reader must know. A claim is a published statement beside the
// figure that the data give.
//
// TPS are transactions per second, QPS queries per second, p95 the 95th
// percentile of the latency, an SLO a limit on a latency, USL the Universal Scalability
// Law.
//
// # Units
//
// Latencies are milliseconds, durations seconds, rates per second (tpmC: per
// minute), prices an amount an hour in a named currency, deltas fractions
// (0.153 is +15.3 %) wherever a program reads them. The unit stands in the name
// or in the doc comment of every number.
//
// Absent is not zero: a number that the data do not hold is a [github.com/sbstat/sbstat/parse.Num]
// that is not OK, null in JSON, and said to be absent in every output.
//
// # What an interval means
//
// The run is the unit. Noise within a run says nothing about the next run, so
// one run a level gives a ratio and neither an interval nor a verdict. The package
// documentation of analysis names the method for each question, its source and what
// its interval covers.
package sbstat
