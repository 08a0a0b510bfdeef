package report

import (
	"strings"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// result is what a call gives: numbers with the way to print them, a text, or a
// block of the document.
type result struct {
	parts    []amount
	decimals int                                       // as asked for by round; -1: the call's own
	bare     bool                                      // as asked for: no interval, no base
	print    func(l string, v float64, dec int) string // one number; dec -1: the call's own
	phrase   string                                    // message key around the numbers: %[1]s the numbers, then args
	args     []any
	text     string // in place of numbers
	kind     resultKind
	wrong    *callError // an asserting call that the data contradict
	where    string     // the level that best or worst picked, in words
	foot     *footnote

	fraction bool // the numbers are fractions
	signed   bool // they are deltas: their sign says which way
	metric   string
	unit     string
	system   string // or the other one of a comparison
	base     string
	levels   []int
	measured analysis.Estimate // of a difference over levels: the interval of the measurement, where the number has none of its own

	block *part
}

type resultKind int

const (
	numbers   resultKind = iota
	interval             // two parts: from, to
	set                  // the parts are a set: levels
	statement            // true, or wrong is set
	words_               // no number: text alone
)

// amount is a number with its interval, where it has one, and its level, where it has one.
type amount struct {
	v          float64
	low, high  parse.Num
	confidence float64
	threads    int
}

func amountOf(e analysis.Estimate, threads int) amount {
	return amount{e.Value.V, e.Low, e.High, e.Confidence, threads}
}

// footnote says in words what a number without its base rests on.
type footnote struct {
	key, text string
	number    int // which no footnote of the prose itself has
}

// in writes the result as it stands in prose.
func (r *result) in(l string) string {
	if r.kind == words_ {
		return r.text
	}
	texts := make([]string, len(r.parts))
	for i, a := range r.parts {
		dec := r.decimals
		if dec < 0 && r.unit == "ms" && !r.bare {
			dec = together(a.v, a.low, a.high)
		}
		texts[i] = r.print(l, a.v, dec)
		if a.low.OK && a.high.OK && !r.bare {
			texts[i] = lang.Text(l, "report.interval", texts[i], lang.Confidence(a.confidence), r.print(l, a.low.V, dec), r.print(l, a.high.V, dec))
		}
	}
	var s string
	if r.kind == interval {
		s = r.ends(l, texts)
	} else {
		s = and(l, texts)
	}
	if r.phrase != "" && !r.bare {
		s = lang.Text(l, r.phrase, append([]any{s}, r.args...)...)
	}
	return s
}

// ends writes a range. In Chinese the word for higher or lower stands once where it is
// the same for both.
func (r *result) ends(l string, texts []string) string {
	if l == "zh" && r.signed && r.fraction {
		for _, word := range []string{"高 ", "低 "} {
			if strings.HasPrefix(texts[0], word) && strings.HasPrefix(texts[1], word) {
				if r.parts[0].v < 0 { // from the smaller to the larger, as it is said
					texts[0], texts[1] = texts[1], texts[0]
				}
				texts[1] = strings.TrimPrefix(texts[1], word)
			}
		}
	}
	return lang.Text(l, "report.range", texts[0], texts[1])
}

// and joins texts: "a, b and c".
func and(l string, texts []string) string {
	if len(texts) < 2 {
		return strings.Join(texts, "")
	}
	last := len(texts) - 1
	return lang.Text(l, "report.and", strings.Join(texts[:last], lang.Text(l, "report.comma")), texts[last])
}

// value is the result for JSON.
func (r *result) value(line int, call, text string) Value {
	v := Value{Line: line, Call: call, Text: text, Unit: r.unit, Metric: r.metric, System: r.system, Base: r.base, Levels: r.levels}
	for _, a := range r.parts {
		v.Numbers = append(v.Numbers, Number{Value: parse.Some(a.v), Low: a.low, High: a.high, Threads: a.threads})
	}
	return v
}

// How numbers are printed; dec -1 takes the default of the kind.

func decimals(dec, def int) int {
	if dec < 0 {
		return def
	}
	return dec
}

func printFixed(def int, unit string) func(string, float64, int) string {
	return func(_ string, v float64, dec int) string { return lang.Number(v, decimals(dec, def)) + unit }
}

func printPrice(unit string) func(string, float64, int) string {
	return func(_ string, v float64, dec int) string {
		if dec < 0 {
			return lang.Significant(v, 4) + unit
		}
		return lang.Number(v, dec) + unit
	}
}

func printPercent(l string, v float64, dec int) string {
	s := lang.Number(100*v, decimals(dec, 1))
	if l == "zh" {
		return s + "%"
	}
	return s + " %"
}

func printDelta(l string, v float64, dec int) string {
	if dec < 0 {
		return lang.Delta(l, v)
	}
	abs := printPercent(l, max(v, -v), dec)
	switch {
	case strings.Trim(abs, "0.% ") == "":
		return abs
	case l == "zh" && v > 0:
		return "高 " + abs
	case l == "zh":
		return "低 " + abs
	case v > 0:
		return "+" + abs
	}
	return "−" + abs
}

// together are the decimals of measured milliseconds and the ends of their interval; -1, the
// call's own, where there is none.
func together(v float64, low, high parse.Num) int {
	if !low.OK || !high.OK {
		return -1
	}
	return lang.MeasuredDecimals(v, low.V, high.V)
}

// plusMeasured prints a measured difference with its sign.
func plusMeasured(def int, unit string) func(string, float64, int) string {
	return func(_ string, v float64, dec int) string {
		s := lang.Measured(v)
		if dec = decimals(dec, def); dec >= 0 {
			s = lang.Number(v, dec)
		}
		if v > 0 && strings.Trim(s, "0.") != "" {
			s = "+" + s
		}
		return s + unit
	}
}

// printLatency prints milliseconds, with the decimals that a fast disk needs.
func printLatency(_ string, v float64, dec int) string {
	if dec < 0 {
		return lang.Measured(v) + " ms"
	}
	return lang.Number(v, dec) + " ms"
}

// printMetric prints a metric's value: throughputs bare, since the prose names
// them, latencies with their unit.
func printMetric(m parse.Metric) func(string, float64, int) string {
	switch {
	case m.IsLatency():
		return printLatency
	case m.Name == "mibps":
		return printFixed(2, " MiB/s")
	case m.Name == "tpmc":
		return printFixed(1, "")
	}
	return printFixed(2, "")
}
