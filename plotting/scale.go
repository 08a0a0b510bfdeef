package plotting

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

// logScale is a logarithmic scale that does not panic: what has no logarithm lies
// far below the axis.
type logScale struct{}

// Normalize returns the place of x between min and max.
func (logScale) Normalize(min, max, x float64) float64 {
	if x <= 0 || min <= 0 || max <= min {
		return -1e6
	}
	return math.Log(x/min) / math.Log(max/min)
}

// levelTicks are ticks at the measured levels. Labels that would touch are left
// out when the figure is drawn, powers of two last.
type levelTicks []int

// Ticks returns the levels within the range.
func (l levelTicks) Ticks(min, max float64) []plot.Tick {
	var ts []plot.Tick
	for _, n := range l {
		if v := float64(n); v >= min && v <= max {
			ts = append(ts, plot.Tick{Value: v, Label: strconv.Itoa(n)})
		}
	}
	return ts
}

// niceTicks are about n ticks at 1, 2, 2.5 or 5 times a power of ten.
type niceTicks struct {
	n      int
	format func(v, step float64) string // nil: plain numbers
}

// Ticks returns the ticks within the range.
func (t niceTicks) Ticks(lo, hi float64) []plot.Tick {
	step := niceStep(lo, hi, t.n)
	if step <= 0 {
		return nil
	}
	format := t.format
	if format == nil {
		format = plainNumber
	}
	var ts []plot.Tick
	for i := math.Ceil(lo/step - 1e-9); i*step <= hi+step*1e-9 && len(ts) < 100; i++ {
		v := i * step
		if v == 0 {
			v = 0 // no minus zero
		}
		ts = append(ts, plot.Tick{Value: v, Label: format(v, step)})
	}
	return ts
}

// niceStep is the distance of about n ticks over a range; 0 for a range that
// has none.
func niceStep(lo, hi float64, n int) float64 {
	raw := (hi - lo) / float64(max(n, 1))
	if !(raw > 0) || math.IsInf(raw, 0) {
		return 0
	}
	base := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, f := range []float64{1, 2, 2.5, 5} {
		if f*base >= raw*0.999 {
			return f * base
		}
	}
	return 10 * base
}

// logTicks are ticks at 1, 2 and 5 times the powers of ten, or at fewer of them
// where the range is wide.
type logTicks struct{ n int }

// Ticks returns the ticks within the range.
func (t logTicks) Ticks(lo, hi float64) []plot.Tick {
	if lo <= 0 || hi <= lo {
		return nil
	}
	if hi/lo < 5 { // too near for the powers of ten
		return niceTicks{n: t.n - 2}.Ticks(lo, hi)
	}
	first, last := int(math.Floor(math.Log10(lo))), int(math.Ceil(math.Log10(hi)))
	for _, try := range []struct {
		factors []float64
		every   int
	}{{[]float64{1, 2, 5}, 1}, {[]float64{1, 3}, 1}, {[]float64{1}, 1}, {[]float64{1}, 2}, {[]float64{1}, 3}, {[]float64{1}, 5}} {
		var ts []plot.Tick
		for e := first; e <= last; e++ {
			if (e-first)%try.every != 0 {
				continue
			}
			for _, f := range try.factors {
				if v := f * math.Pow(10, float64(e)); v >= lo*(1-1e-9) && v <= hi*(1+1e-9) {
					ts = append(ts, plot.Tick{Value: v, Label: plainNumber(v, v)})
				}
			}
		}
		if len(ts) <= t.n+2 {
			return ts
		}
	}
	return nil
}

// plainNumber writes a tick's value with the digits that its step needs and
// groups of three: 0.05, 250, 1,200, 2e+09.
func plainNumber(v, step float64) string {
	if a := math.Abs(v); a >= 1e9 || a > 0 && a < 1e-6 {
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	digits := 0
	for s := step; digits < 9 && math.Abs(s-math.Round(s)) > 1e-6*math.Abs(s)+1e-12; digits++ {
		s *= 10
	}
	return grouped(strconv.FormatFloat(v, 'f', digits, 64))
}

// grouped sets commas between groups of three digits from 1,000 on, and a real
// minus sign.
func grouped(s string) string {
	sign := ""
	for _, minus := range []string{"-", "−"} {
		if rest, ok := strings.CutPrefix(s, minus); ok {
			s, sign = rest, "−"
		}
	}
	whole, frac, _ := strings.Cut(s, ".")
	var b strings.Builder
	b.WriteString(sign)
	for i, r := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(r)
	}
	if frac != "" {
		b.WriteString("." + frac)
	}
	return b.String()
}

// thin blanks the labels of ticks that would touch a neighbour's, given their
// places and widths. Of evenly spaced labels the first, the last and some evenly between them stay, else
// powers of two and the ends stay longest. The ticks themselves remain.
func thin(ts []plot.Tick, at func(float64) float64, width func(string) float64, gap float64) []plot.Tick {
	out := slices.Clone(ts)
	order := make([]int, len(ts))
	for i := range order {
		order[i] = i
	}
	if kept, ok := evenly(ts, at, width, gap); ok {
		for i := range out {
			if !slices.Contains(kept, i) {
				out[i].Label = ""
			}
		}
		return out
	}
	rank := func(i int) int {
		v := ts[i].Value
		switch {
		case i == 0 || i == len(ts)-1:
			return 0
		case v > 0 && math.Exp2(math.Round(math.Log2(v))) == v:
			return 1
		case math.Mod(v, 10) == 0:
			return 2
		}
		return 3
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank(a) - rank(b) })
	type taken struct{ lo, hi float64 }
	var used []taken
	for _, i := range order {
		if ts[i].Label == "" {
			continue
		}
		x, w := at(ts[i].Value), width(ts[i].Label)/2
		if slices.ContainsFunc(used, func(t taken) bool { return x-w < t.hi+gap && x+w > t.lo-gap }) {
			out[i].Label = ""
			continue
		}
		used = append(used, taken{x - w, x + w})
	}
	return out
}

// evenly picks as many of evenly spaced labels as fit, the ends among them; false where the
// spaces differ.
func evenly(ts []plot.Tick, at func(float64) float64, width func(string) float64, gap float64) (kept []int, ok bool) {
	var all []int
	for i, t := range ts {
		if t.Label != "" {
			all = append(all, i)
		}
	}
	n := len(all)
	if n < 3 {
		return nil, false
	}
	step := (at(ts[all[n-1]].Value) - at(ts[all[0]].Value)) / float64(n-1)
	for i, k := range all {
		if math.Abs(at(ts[k].Value)-at(ts[all[0]].Value)-step*float64(i)) > step*0.02 {
			return nil, false
		}
	}
	for m := n; m >= 2; m-- {
		kept = kept[:0]
		free := math.Inf(-1)
		fits := true
		for i := range m {
			k := all[int(math.Round(float64(i)*float64(n-1)/float64(m-1)))]
			x, half := at(ts[k].Value), width(ts[k].Label)/2
			fits = fits && x-half >= free
			free = x + half + gap
			kept = append(kept, k)
		}
		if fits {
			return kept, true
		}
	}
	return all[:1], true
}
