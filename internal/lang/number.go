package lang

import (
	"math"
	"strconv"
	"strings"
)

// Number formats v with a fixed number of decimals. A negative number has the
// minus sign U+2212; one that rounds to zero has no sign.
func Number(v float64, decimals int) string {
	s := strconv.FormatFloat(math.Abs(v), 'f', decimals, 64)
	if v < 0 && strings.Trim(s, "0.") != "" {
		return "−" + s
	}
	return s
}

// Confidence writes a confidence in percent, as people do: "95", "99.9"; one below 1 is never 100.
func Confidence(fraction float64) string {
	s := strconv.FormatFloat(100*fraction, 'g', 5, 64)
	if s == "100" && fraction < 1 {
		digits := strings.TrimPrefix(strconv.FormatFloat(fraction, 'f', -1, 64), "0.")
		return digits[:2] + "." + digits[2:]
	}
	return s
}

// Significant formats v with the given number of significant digits and without
// an exponent, save below 1e-12, where it would be zeros only: prices and rates over many orders of magnitude. 20.99, 3.040 and
// 0.7616 have four. Digits before the point are never dropped.
func Significant(v float64, digits int) string {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return Number(v, 0)
	}
	// The exponent of the rounded number: 9.9996 has one digit more than it seems.
	e := strconv.FormatFloat(math.Abs(v), 'e', digits-1, 64)
	exp, _ := strconv.Atoi(e[strings.IndexByte(e, 'e')+1:])
	if exp < -12 {
		if v < 0 {
			return "−" + e
		}
		return e
	}
	return Number(v, max(0, digits-1-exp))
}

// Measured formats a rate or a latency: two decimals, as sysbench prints them,
// and below 0.1 as many as three significant digits need, since a disk answers
// in microseconds: 12.78, 0.05, 0.0891, 0.000268.
func Measured(v float64) string {
	two := Number(v, 2)
	if math.Abs(v) >= 0.1 {
		return two
	}
	s := Significant(v, 3)
	if strings.Contains(s, "e") {
		return s
	}
	if s := strings.TrimRight(s, "0"); len(s) > len(two) {
		return s
	}
	return two
}

// mostDecimals is the number of decimals beyond which nothing is measured.
const mostDecimals = 12

// MeasuredDecimals returns the decimals of numbers that stand together, as an estimate and the
// ends of its interval do, by the rule of [Measured] for the largest: so none claims digits
// that another lacks.
func MeasuredDecimals(vs ...float64) int {
	largest := 0.0
	for _, v := range vs {
		largest = max(largest, math.Abs(v))
	}
	if largest >= 0.1 || largest == 0 {
		return 2
	}
	return min(mostDecimals, 2-int(math.Floor(math.Log10(largest))))
}

// Percent formats a fraction as a bare percentage with one decimal, without a
// plus sign: "11.8 %" in English, "11.8%" in Chinese.
func Percent(lang string, fraction float64) string {
	if lang == "zh" {
		return Number(100*fraction, 1) + "%"
	}
	return Number(100*fraction, 1) + " %"
}

// Signed formats a fraction as a signed percentage, "+11.8 %" or "+11.8%": the ends
// of intervals. One that rounds to zero has no sign.
func Signed(lang string, fraction float64) string {
	p := Percent(lang, fraction)
	if fraction > 0 && p != Percent(lang, 0) {
		return "+" + p
	}
	return p
}

// Delta formats a fraction as a difference: "+11.8 %" and "−1.0 %" in English,
// "高 11.8%" and "低 1.0%" in Chinese. A delta that rounds to zero has no sign.
func Delta(lang string, fraction float64) string {
	abs := Percent(lang, math.Abs(fraction))
	switch {
	case lang != "zh" || abs == Percent(lang, 0):
		return Signed(lang, fraction)
	case fraction > 0:
		return "高 " + abs
	default:
		return "低 " + abs
	}
}
