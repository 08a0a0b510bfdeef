// Package analysis turns benchmark runs into sweeps, comparisons, costs,
// capacity, overhead, scaling and findings, with honest uncertainty. It reads no files and
// draws nothing: runs come from package parse, figures from package plotting.
//
// # The run is the unit
//
// Noise within a run says nothing about the next run: two repeats of the same
// configuration "differ" in every second pair if their seconds are taken for samples. So an
// interval and a verdict need repeats, and a published table with one run a level has
// neither, which every result says in its notes. Which question is answered by what:
//
//   - How far apart at this level? One run a side: the ratio alone. Repeats: the
//     ratio of means with a log-ratio t interval ([LogRatioT]); from 20 runs a side a BCa
//     bootstrap ([RatioBCa]); from 4 a side an exact Mann–Whitney p value beside it
//     ([MannWhitney]). [Ratio] chooses.
//   - Which verdict? The margin is (1/1.05, 1.05) unless set. Equivalent: the interval lies
//     inside it. Else better or worse: the interval excludes 1. Else inconclusive, with
//     the number of repeats that would likely settle it. Over several levels or systems the verdicts
//     are adjusted by [Holm]; the intervals shown are not.
//   - How far apart overall? [Overall] has the arithmetic mean of the level deltas (what
//     articles give) and the geometric mean of the ratios (the same from either base), over
//     matched levels, and at equal weight per doubling of threads. Its Spread says how the levels
//     differ and is no error of measurement; its Measured is the interval of the
//     measurement: runs of one repeat share its conditions at every level, so each repeat counts as a whole
//     (one run of each repeat at every level; runs without repeat numbers by input order). Where runs do
//     not line up so, the levels are taken for independent. A note says which, unless the numbers do.
//     The intervals of a capacity and of a break-even load between two levels are made alike.
//   - How steady was this run? [SteadinessOf]: mean with a batch-means t interval from 100 interval
//     lines on, autocorrelation, effective sample size, stalls, and a warm-up cut that is proposed (MSER-5) and
//     applied only by [AfterWarmup]. No verdict rests on it.
//   - How does it scale? [Scaling] fits the Universal Scalability Law; "no peak in range" where the
//     sweep still rises.
//   - What can I use? [CapacityAt] a latency limit, interpolated and never extrapolated.
//   - What does it cost? [CostAt] a level, [CostAtPeak], [CostAtSLO]; [PricePerformance];
//     [BreakEvenOf], which can have several loads; [Pareto].
//   - What does a feature cost? [OverheadOf], refused where other settings differ as well.
//   - Several systems? [CompareAll] against one base, [Ranking].
//   - What must a reader know? [Findings].
//
// Every delta is other relative to base, other/base − 1, a fraction. Percentiles of
// repeats are averaged run by run, and the notes say so; [Level.MergedPercentile] merges histograms
// exactly instead. A difference of one step of sysbench's histogram (1.8 %, [GridSteps]) is said to
// be one.
//
// Each method names its source where it is declared, is tested against values of R, scipy or NIST,
// and its interval against a simulation of what it covers (go test ./analysis
// -args -coverage runs them twenty times as long). Nothing here is NaN or infinite: what does
// not exist is absent, with a [Note] in words.
//
// # How to measure
//
// At least 5 repeats of each level, the systems interleaved, one log a run:
//
//	for repeat in 1 2 3 4 5; do
//	  for threads in 1 2 4 8 16 32 64; do
//	    for system in A B; do            # A and B take turns: a drift hits both
//	      sysbench oltp_read_write --mysql-host=$system.example.net --mysql-user=sbtest \
//	        --tables=10 --table-size=1000000 --threads=$threads --time=300 \
//	        --report-interval=1 --histogram=on run > $system-t$threads-r$repeat.log 2>&1
//	    done
//	  done
//	done
//
// Repeats, since one run cannot tell a difference from a bad day; five, since the
// interval of three is about 1.6 times as wide. Interleaved, since clouds and caches drift over hours,
// and a drift would otherwise be taken for a difference between the systems. --report-interval=1 shows
// stalls and warm-up; --histogram=on lets percentiles of several runs be merged
// exactly. Choose the levels by doubling, so that each part of the load weighs the same, and fix
// the run time before looking at results. sbstat reads the file names by the pattern
// "{system}-t{threads}-r{repeat}.log".
package analysis
