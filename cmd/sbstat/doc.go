// Sbstat says what a sysbench benchmark says, and how sure it is: it compares
// systems, prices them, finds their capacity, draws figures and computes reports
// from sysbench logs and published tables.
//
// Usage:
//
//	sbstat COMMAND [flags] INPUT…
//
// Commands are parse, summary, check, compare, cost, capacity, scaling, plot,
// report, init and reproduce; "sbstat help COMMAND" explains each with examples.
//
// # Inputs
//
// An input is a file, a folder, a quoted pattern or "-" for standard input; NAME=INPUT
// names its system, INPUT#SELECTOR takes the one system whose name contains the
// selector. Tables name their systems by their captions, logs by a label in them or by
// their file's name without its thread and repeat numbers.
//
// # A session
//
// The file aws.txt holds the two tables of a published article.
//
//	$ sbstat summary --levels 2,16 aws.txt
//
// Which one is faster? The base is named, and the figure with the other base
// stands below, because +15.3 % and −12.7 % are the same measurements:
//
//	$ sbstat compare --base Graviton --focus 4-64 aws.txt
//
// What does it cost?
//
//	$ sbstat cost --price Graviton=0.836USD/h --price x86=0.94USD/h --at 2,16,64,96,128 aws.txt
//
// How much can each carry if the 95th percentile must stay below a limit?
//
//	$ sbstat capacity --slo p95=80ms --slo p95=100ms aws.txt
//
// What must a reader know before trusting all this?
//
//	$ sbstat check aws.txt
//
// # Gates
//
// With repeats, compare can decide in a script whether something got worse, on
// significance and size:
//
//	sbstat compare --fail-if 'tps < -5%' old=logs/old new=logs/new
//
// # Exit codes
//
// 0 done; 1 a check, a claim or a gate failed; 2 wrong usage, or no usable run; 3 a gate
// that the data cannot decide. Problems in single rows go to stderr and do not
// change the code.
//
// # JSON
//
// The schema of the JSON output has version 1 (sbstat --version says it). Keys
// are only added within a version; units stand in the keys; deltas are fractions;
// absent numbers are null.
package main
