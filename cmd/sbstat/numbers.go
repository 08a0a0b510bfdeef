package main

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// absent stands in a cell that has no number.
const absent = "—"

// metricLabel is a metric as people write it: "TPS", "p95".
func metricLabel(m parse.Metric) string {
	switch m.Name {
	case "tps", "qps", "eps", "iops":
		return strings.ToUpper(m.Name)
	case "mibps":
		return "MiB/s"
	case "tpmc":
		return "tpmC"
	case "err":
		return "err/s"
	}
	return m.Name
}

// metricHead is a metric as a column's head, with the unit where the name does
// not say it.
func metricHead(m parse.Metric) string {
	if m.IsLatency() {
		return metricLabel(m) + " ms"
	}
	return metricLabel(m)
}

// number formats a value of any metric: two decimals, more below 0.1.
func number(n parse.Num) string {
	if !n.OK {
		return absent
	}
	return lang.Measured(n.V)
}

// estimate writes a value, and its interval where it has one, with the same decimals.
func estimate(e analysis.Estimate) (value, interval string) {
	if !e.HasInterval() {
		return number(e.Value), ""
	}
	decimals := lang.MeasuredDecimals(e.Value.V, e.Low.V, e.High.V)
	write := func(n parse.Num) string { return lang.Number(n.V, decimals) }
	return write(e.Value), "[" + write(e.Low) + ", " + write(e.High) + "]"
}

func (a *app) delta(n parse.Num) string {
	if !n.OK {
		return absent
	}
	return lang.Delta(a.flags.lang, n.V)
}

func (a *app) percent(n parse.Num) string {
	if !n.OK {
		return absent
	}
	return lang.Percent(a.flags.lang, n.V)
}

// deltaInterval writes the interval of a delta, "[+3.2 %, +7.0 %]", or nothing where
// there is none.
func (a *app) deltaInterval(e analysis.Estimate) string {
	if !e.Low.OK || !e.High.OK {
		return ""
	}
	return "[" + lang.Signed(a.flags.lang, e.Low.V) + ", " + lang.Signed(a.flags.lang, e.High.V) + "]"
}

// price formats an amount of money.
func price(n parse.Num) string {
	if !n.OK {
		return absent
	}
	return lang.Significant(n.V, 4)
}

// priceWithInterval is an amount of money with its interval, where it has one.
func priceWithInterval(e analysis.Estimate) string {
	if !e.HasInterval() {
		return price(e.Value)
	}
	return price(e.Value) + " [" + price(e.Low) + ", " + price(e.High) + "]"
}

// threads writes levels as a text names them: "1 thread", "2, 4 threads".
func (a *app) threads(levels []int) string {
	if len(levels) == 1 {
		return a.count("cmd.nthreads", levels[0])
	}
	return a.text("cmd.nthreads.many", levelList(levels))
}

// threadCell is a thread count as the first cell of a row; an unknown one is absent.
func threadCell(threads int) string { return fmt.Sprintf("%7s", threadCount(threads)) }

func threadCount(threads int) string {
	if threads == 0 {
		return absent
	}
	return rawInt(threads)
}

// threadsJSON is a thread count in JSON: null where it is unknown.
func threadsJSON(threads int) *int {
	if threads == 0 {
		return nil
	}
	return &threads
}

// raw writes a number for a program: full precision, nothing where it is absent.
func raw(n parse.Num) string {
	if !n.OK {
		return ""
	}
	return strconv.FormatFloat(n.V, 'g', -1, 64)
}

func rawInt(n int) string { return strconv.Itoa(n) }

// mostListed is how many levels a text lists; of more it names the first three and the last.
const mostListed = 30

var longList = regexp.MustCompile(fmt.Sprintf(`(\d+, \d+, \d+)(?:, \d+){%d,}, (\d+)`, mostListed-3))

// shortLists shortens the long lists of levels in a text: "1, 2, 3 … 3000".
func shortLists(s string) string { return longList.ReplaceAllString(s, "$1 … $2") }

// levelList writes thread counts: "2, 4, 8"; many are shortened.
func levelList(levels []int) string {
	s := make([]string, len(levels))
	for i, l := range levels {
		s[i] = threadCount(l)
	}
	return shortLists(strings.Join(s, ", "))
}

// brackets explains, below a table, the intervals in it: their confidence, the runs behind them, the
// methods, what they do not cover, and why a value with repeats has none. Without repeats it says nothing.
func (a *app) brackets(d *document, sweeps []*analysis.Sweep, shown ...analysis.Estimate) {
	var methods, lacking []string
	confidence := 0.0
	for _, e := range shown {
		for _, n := range e.Notes {
			t := a.text("cmd.brackets.none", n.In(a.flags.lang))
			if e.N > 1 && !e.HasInterval() && n.Code != "note.one-run" && !slices.Contains(lacking, t) {
				lacking = append(lacking, t)
			}
		}
		if m := a.text(e.Method); e.HasInterval() && !slices.Contains(methods, m) {
			methods, confidence = append(methods, m), e.Confidence
		}
	}
	if methods != nil {
		fewest, most := math.MaxInt, 0
		for _, s := range sweeps {
			for _, l := range s.Levels {
				if n := len(l.Runs); n > 0 && l.Threads > 0 {
					fewest, most = min(fewest, n), max(most, n)
				}
			}
		}
		runs := rawInt(fewest)
		if most > fewest {
			runs += "–" + rawInt(most)
		}
		d.line(a.text("cmd.brackets", lang.Confidence(confidence), runs, strings.Join(methods, a.text("cmd.semicolon"))))
	}
	for _, t := range lacking {
		d.line(t)
	}
}
