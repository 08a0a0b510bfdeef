// Package report renders notebooks: prose, computed values and figures in one
// file, so that the prose cannot disagree with the data.
//
// A notebook is a Markdown file with a YAML head, which names the systems, where their
// runs lie, prices and claims, and with calls in the prose:
//
//	x86 is {{ higher "tps" "x86" vs "Graviton" mean }} faster on average.
//
// [Load] reads such a file, [New] starts the same thing in Go; [Notebook.Run] computes
// it. A call that the data contradict ("higher" where it is lower) is an error
// with its line. The [Document] that comes out is rendered to Markdown, to one
// self-contained HTML page, to a fragment for a blog's editor, to a Jupyter notebook or to JSON.
//
// The package computes no statistics of its own (package analysis does) and is no
// general template engine: a notebook reads no file but those that its head
// names, below its own folder, runs no program and reaches no network. Raw HTML in
// the prose is shown and not obeyed.
//
// # The head
//
// An unknown key is an error that lists the known ones.
//
//	title, author, date, description, lang   lang: en or zh
//	extends      another notebook, whose head this one takes over: a translation sets texts only
//	workload     {test: oltp_read_write, tables: 10, rows: 1000000, seconds: 300}
//	settings     what all systems share, for the reader: {engine: MySQL 8.0.33, …}
//	systems      by name, in the order of tables and legends; each has
//	             data      {file: sweep.txt, table: x86}: a file, a list of files or patterns such as logs/*.log; table
//	                       chooses a system of the file by a part of its name; pattern says what names of files
//	                       carry (t{threads}-r{repeat}.log); metric names that of a pivot table; transaction
//	                       (payment) takes one kind of a TPC-C client's alone
//	             label, short, color, settings   legends say the label, tables the short name
//	             price     0.94USD/h, or {amount: 0.94, currency: USD, per: hour, of: compute only, as_of: 2023-12};
//	                       a list adds up
//	base         the system that the others are set against (default: the first)
//	focus        4-64: the levels that matter
//	slo          {p95: 80ms}: latency limits
//	margin       5%: what counts as equal; confidence 95%: of intervals
//	publish      {fragment: wordpress or wechat, image_url: https://…, image_width: 1080, front_matter: true}
//	claims       by id: {says: what was said, number: 12.7%, is: the computation, expect: what is known of it, source, note};
//	             a unit of the same kind is converted (0.08 s, 80 ms), several figures need as many computed numbers
//
// # The calls
//
// Names of systems and metrics stand in quotes: a system by its name or by a part that no
// other has, a metric as in package parse (tps qps eps avg min max p95 p99 … err iops mibps tpmc).
// Levels are (at 16), (at 96 128), (at "4-64") or focus. Where there are repeats, a
// number is printed with its interval.
//
//	title author date description workload settings levels focus slo
//	label "x86"                              what legends say
//	price "x86"                              an hour
//	tps "x86" (at 16)                        any metric at a level, or peak; value "p99.9" "x86" (at 16)
//	cost "x86" (at 16) (per 100)             of 100 TPS an hour (default 1000); (per million) transactions; peak; slo
//	capacity "x86"                           the throughput within the slo; capacity "x86" "p95=100ms"
//	scaling "x86" "peak"                     of the fitted Universal Scalability Law: peak, tps, alpha, beta, gamma; alone in words
//	merged "p99" "x86" (at 16)               percentile of all transactions, from histograms
//	pairs "tps"                              pairs of repeats that their interval lines would tell apart
//
// Comparisons name other and base, other relative to base, and over several levels which figure:
// mean, median, geomean, best or worst (level). Beside the metrics they know value (TPS per
// money), cost (money per TPS) and price.
//
//	delta "tps" "x86" vs "Graviton" mean     +15.3 % relative to Graviton
//	span "tps" "x86" vs "Graviton" focus     smallest to largest level
//	added "avg" "HA" vs "single" (at 2)      milliseconds
//	overhead "HA" vs "single"                throughput lost
//	breakeven "x86" vs "Graviton"            the loads at which x86 is cheaper; with (at 16) up to which price
//	verdict "tps" "x86" vs "Graviton"        better, worse, equivalent, inconclusive, or why there is none
//	repeats "tps" "x86" vs "Graviton" (at 4) repeats that would likely settle it
//
// Asserting calls print the bare magnitude and fail where the data point the other way, where the interval
// leaves it open, or where the verdict of the level, which is adjusted over all levels, is inconclusive. Where a
// call names several levels it must be true at each. Over money no verdict exists, and the interval decides. Without
// repeats the values decide:
//
//	higher lower better worse cheaper close
//
// A value can be followed by | round 0, which sets its decimals, and by | bare, which leaves out base and
// interval; where that interval includes no difference and the paragraph has no verdict, a warning says so. (rounded 2) computes a cost comparison from costs rounded as an article may have them.
//
// Blocks stand on their own:
//
//	figure "throughput"                      a kind of package plotting, or a metric; with systems, metric and levels where they fit
//	table "comparison" "tps"                 comparison systems summary cost capacity overhead scaling
//	                                         steadiness percentiles ranking settings
//	findings method ledger
//	data "x86"                               the raw table, which package parse reads again
//
// and two speak of claims: said "id" prints the published figure, outcome "id" what became of it.
//
// # Claims
//
// A claim sets a published figure beside the computed one. A number is a figure with its digits (12.7%), several
// of them ([275, 341]), a range (-45..-15%), which span computes, or "up to 52%", which some level must
// reach; without a number the call itself decides (close, higher, …). What becomes of it is tried in the order of
// [Holds]: it holds where the computed value rounds to the published digits; the bases are swapped
// where it does with the other system as base. expect says what is known of a claim, so that a check
// passes. [Ledger] lists them.
package report
