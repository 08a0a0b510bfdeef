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
//	$ sbstat summary --levels 2,16 aws.txt#x86
//	AWS x86实例（db.m5.xlarge/gp3/100gb/3000iops/8.0.33） · 10 levels × 1 run · 300 s
//	threads     TPS      QPS  avg ms  p95 ms  status
//	      2   44.52   890.38   44.92  112.67  complete
//	     16  341.30  6826.06   46.87   56.84  complete
//
// Which one is faster? The base is named, and the figure with the other base
// stands below, because +15.3 % and −12.7 % are the same measurements:
//
//	$ sbstat compare --base Graviton --focus 4-64 aws.txt
//	TPS      Graviton      x86  x86 relative to Graviton
//	      2     39.83    44.52  +11.8 %
//	      4     77.73    91.79  +18.1 %
//	      8    145.49   184.41  +26.8 %                   ← largest
//	     16    275.02   341.30  +24.1 %
//	     24    401.72   485.65  +20.9 %
//	     32    522.14   621.96  +19.1 %
//	     48    728.88   867.93  +19.1 %
//	     64    897.86  1022.86  +13.9 %
//	     96   1097.63  1100.11  +0.2 %
//	    128   1171.50  1159.85  −1.0 %                    ← smallest
//	mean +15.3 %   median +18.6 %   4–64 threads +20.3 %
//	other base (Graviton relative to x86): mean −12.7 %
//	Geometric mean +14.9 %; at equal weight per doubling of threads +17.7 %. Levels differ: mean +8.6 % to +22.0 % (95 % t interval: how levels differ, not the error of measurement).
//	One run a level: no interval, no verdict; 3 repeats would give one.
//	p95 of x86: mean −1.0 %   median −14.2 % (one level, 2 threads, moves the mean from −12.5 % to −1.0 %)
//	Graviton: AWS RDS Graviton（db.m6g.xlarge/gp3/100gb/3000iops/8.0.33)
//	x86: AWS x86实例（db.m5.xlarge/gp3/100gb/3000iops/8.0.33）
//
// What does it cost?
//
//	$ sbstat cost --price Graviton=0.836USD/h --price x86=0.94USD/h --at 2,16,64,96,128 aws.txt
//	USD/h per 1000 TPS  Graviton     x86  cheaper
//	      2                20.99   21.11  Graviton by  0.6 %
//	     16                3.040   2.754  x86      by  9.4 %
//	     64               0.9311  0.9190  x86      by  1.3 %
//	     96               0.7616  0.8545  Graviton by 10.9 %
//	    128               0.7136  0.8104  Graviton by 11.9 %
//	x86 is cheaper from about 2.2 to 67 threads (between 2–4 and 64–96).
//	At 16 threads x86 may cost up to 1.037 USD/h.
//	Prices: Graviton 0.836 USD/h, x86 0.94 USD/h.
//	Graviton: AWS RDS Graviton（db.m6g.xlarge/gp3/100gb/3000iops/8.0.33)
//	x86: AWS x86实例（db.m5.xlarge/gp3/100gb/3000iops/8.0.33）
//
// How much can each carry if the 95th percentile must stay below a limit?
//
//	$ sbstat capacity --slo p95=80ms --slo p95=100ms aws.txt
//	p95 ≤   Graviton         x86
//	 80 ms  681 TPS (32–48)  990 TPS (48–64)
//	100 ms  961 TPS (64–96)  1059 TPS (64–96)
//	! x86 exceeds both at 2 threads (112.67 ms): shown, not taken as the limit
//	Graviton: AWS RDS Graviton（db.m6g.xlarge/gp3/100gb/3000iops/8.0.33)
//	x86: AWS x86实例（db.m5.xlarge/gp3/100gb/3000iops/8.0.33）
//
// What must a reader know before trusting all this?
//
//	$ sbstat check aws.txt
//	aws.txt:18     warn  x86, 2 threads: p95 112.67 ms is 2.5 × average (others 1.15–1.41)
//	aws.txt:12,26  note  96 threads: p95 differs by one histogram step (1.8 %)
//	aws.txt        note  TPS × average latency = threads within 0.03 %: latency repeats TPS
//	aws.txt        note  one run a level: no interval
//	2 tables, 20 runs, 0 failed
//	Graviton: AWS RDS Graviton（db.m6g.xlarge/gp3/100gb/3000iops/8.0.33)
//	x86: AWS x86实例（db.m5.xlarge/gp3/100gb/3000iops/8.0.33）
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
// 0 done; 1 a check (report --check, check --strict), a claim or a gate failed; 2 wrong usage, or no usable run; 3 a gate
// that the data cannot decide. Problems in single rows go to stderr and do not
// change the code.
//
// # JSON
//
// The schema of the JSON output has version 1 (sbstat --version says it). Keys
// are only added within a version; units stand in the keys; deltas are fractions;
// absent numbers are null.
package main
