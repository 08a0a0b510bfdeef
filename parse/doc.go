// Package parse reads what database benchmarks leave behind into runs: one
// [Run] for each execution of a benchmark at one thread count.
//
// It reads, and tells by itself,
//
//   - logs of sysbench 0.4, 0.5, 1.0 and 1.1, of any test, with one run or
//     many, cut, quoted, prefixed by ts or a logger, coloured, or grep'ed;
//   - tables with a level a row (threads, transactions, TPS, latencies …), as
//     text aligned with blanks, as Markdown, tab- or comma-separated, in the
//     mysql client's boxes or its rows of a line a column (\G), with headers
//     in English, Chinese or Japanese;
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
// # Whose run it is
//
// A run belongs to the system that a label names (host: db-a, until the next
// such label), else to the one that the table's caption and the headings above
// it name, else to what the file's name says: m6g-t16-r2.log is repeat 2 of
// m6g at 16 threads ([Options].Name says it exactly). A thread count that the
// text gives counts before that of a name; where the two differ, a Problem
// says so. Run.FromFile tells that nothing but the file names the system.
//
// A run that a label or a command announces like others before it, and of
// which nothing follows, is a failed one, with the message that stands there.
//
// # Numbers
//
// A table decides what a comma within a number is: cells that only one reading
// fits (12,96 or 1,234.5) decide for all its rows, also those before. Where
// none does, a comma parts thousands, or decimals where semicolons part cells.
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
// the file's name, from a label or from the command above the output.
//
// The package computes nothing across runs: that is package analysis.
package parse
