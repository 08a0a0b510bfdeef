// Package parse reads what database benchmarks leave behind into runs: one
// [Run] for each execution of a benchmark at one thread count.
//
// It reads, and tells by itself,
//
//   - logs of sysbench 0.4, 0.5, 1.0 and 1.1, of any test, with one run or
//     many, cut, quoted, prefixed by ts or a logger, coloured, or grep'ed;
//   - tables with a level a row (threads, transactions, TPS, latencies …), as
//     text aligned with blanks, as Markdown, tab- or comma-separated, in the
//     mysql client's boxes, with headers in English, Chinese or Japanese;
//   - pivots: a system a column or a row, for one metric, several of them
//     joined by system and threads;
//   - the JSON of fio 3 and the logs of go-tpc.
//
// Whatever stands around them is passed over and reported ([Skip]). The text
// may be compressed (gzip, zstd) and may be UTF-8, UTF-16 or GB18030.
//
// Three rules hold everywhere. Absent is not zero ([Num]). What is wrong in
// the input is a value beside the good runs ([Problem]); an error is one of
// reading. And a row, a line or a run that is not whole is refused or marked
// ([Status]), never guessed: a value is never shifted into another column.
// Passwords in commands and settings are dropped while reading; nothing that
// is returned holds one.
//
// All latencies are in milliseconds, all times in seconds, all rates per
// second unless the metric says otherwise. [Run.Value] defines each rate.
//
// # fio and go-tpc in the model of a run
//
// fio: a run is one job and one direction, since the latencies of reads, writes
// and syncs are different things; the workload names it ("fio randrw 4k
// read", "fio write 4k fdatasync"). Threads is iodepth × numjobs, the
// operations that can be under way at once. IOPS and MiB/s are as printed, Events counts operations, and the
// latency is that which has the percentiles, total or completion: the
// setting "latency" says "lat" or "clat". Processes of a job that fio reports one by one are one run; their percentiles
// are merged from the bins of json+, else absent. Other output of fio is no
// run: a problem says how to get the JSON.
//
// go-tpc: a run of its TPC-C test is one run. Printed holds tpmC, efficiency
// (percent) and tpmtotal; Transactions and Errors cover all kinds of
// transaction, Latency is that of NEW_ORDER, and Kinds holds each kind
// ([Run.OfKind]). go-tpc does not print its threads: they come from
// [Options].Name, from a label or from the command above the output.
//
// The package computes nothing across runs: that is package analysis.
package parse
