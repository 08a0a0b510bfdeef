package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// Beside the metrics of runs, systems are compared in what they give for money.
const (
	valueMetric = "value" // TPS per price: higher is better
	costMetric  = "cost"  // price per TPS: lower is better
	priceMetric = "price" // price an hour: lower is better
)

// deltas are the differences of two systems in one metric, level by level and, where
// asked for, as one figure.
type deltas struct {
	metric      string
	unit        string
	better      parse.Direction
	other, base *System
	levels      []amount          // other/base − 1
	overall     *amount           // the figure over the levels, where the call asks for one
	whole       bool              // over all levels, not a choice of them
	measured    analysis.Estimate // interval of the measurement over the levels, where there are repeats
	comparison  *analysis.Comparison
}

// compare reads a comparing call: metric, other, vs, base.
func (r *run) compare(name string, args []any) (*deltas, *query, error) {
	q, err := readQuery(name, args)
	if err != nil {
		return nil, nil, err
	}
	if len(q.names) == 0 {
		return nil, nil, fail("%s: expected a metric and two systems: %s \"tps\" %q vs %q", name, name, r.n.others0(), r.n.base().Name)
	}
	other, base, err := r.pair(q, 1)
	if err != nil {
		return nil, nil, err
	}
	chosen, err := r.chosen(q)
	if err != nil {
		return nil, nil, err
	}
	d := &deltas{metric: strings.ToLower(q.names[0]), other: other, base: base, whole: len(chosen) == 0}
	switch d.metric {
	case priceMetric:
		err = r.priceDelta(d)
	case valueMetric, costMetric:
		err = r.moneyDeltas(d, q, chosen)
	default:
		var m parse.Metric
		if m, err = parse.MetricNamed(d.metric); err != nil {
			return nil, nil, fail("%s: %v; also: value cost price", name, err)
		}
		err = r.metricDeltas(d, q, m, chosen)
	}
	if err != nil {
		return nil, nil, err
	}
	r.used["delta"] = true
	return d, q, nil
}

// compared is a comparison of two systems; it is computed once.
func (r *run) compared(base, other *System, m parse.Metric, levels analysis.LevelSet) (*analysis.Comparison, error) {
	key := fmt.Sprintf("compare %q %q %s %s", base.Name, other.Name, m.Name, levels)
	if c, ok := r.cache[key]; ok {
		return c.(*analysis.Comparison), nil
	}
	opts := analysis.CompareOptions{Levels: levels, Margin: r.n.Margin, Confidence: r.n.Confidence}
	if len(levels) == 0 {
		opts.Focus = r.n.Focus
	}
	c, err := analysis.Compare(base.Sweep, other.Sweep, m, opts)
	if err != nil {
		return nil, lack(err)
	}
	r.cache[key] = c
	return c, nil
}

func (r *run) metricDeltas(d *deltas, q *query, m parse.Metric, chosen analysis.LevelSet) error {
	for _, set := range chosen {
		if set.Lo == set.Hi { // named alone: it must be there on both sides
			for _, s := range []*System{d.base, d.other} {
				if _, err := level(s, set.Lo, m); err != nil {
					return err
				}
			}
		}
	}
	c, err := r.compared(d.base, d.other, m, chosen)
	if err != nil {
		return err
	}
	d.unit, d.better, d.comparison = m.Unit, m.Better, c
	for _, l := range c.Levels {
		if l.Delta.Value.OK {
			d.levels = append(d.levels, amountOf(l.Delta, l.Threads))
		}
	}
	if len(d.levels) == 0 {
		return lack(fmt.Errorf("no level has a %s on both sides", m.Name))
	}
	d.levels = ordered(chosen, d.levels)
	o := c.Overall
	switch q.stat {
	case mean, median, geomean:
		d.measured = o.Measured
	}
	switch q.stat {
	case mean:
		d.overall = &amount{v: o.Mean}
	case geomean: // the measurement's own interval belongs to this one
		d.overall = &amount{v: o.Geomean, low: o.Measured.Low, high: o.Measured.High, confidence: o.Measured.Confidence}
	case median:
		d.overall = &amount{v: o.Median}
	}
	return d.pick(q)
}

// ordered puts levels in the order in which the call names them.
func ordered(set analysis.LevelSet, levels []amount) []amount {
	threads := make([]int, len(levels))
	for i, l := range levels {
		threads[i] = l.threads
	}
	var out []amount
	for _, t := range inOrder(set, threads) {
		out = append(out, levels[slices.Index(threads, t)])
	}
	return out
}

// moneyDeltas compares TPS per price, or price per TPS.
func (r *run) moneyDeltas(d *deltas, q *query, chosen analysis.LevelSet) error {
	b, err := r.breakEvenOf(d.base, d.other)
	if err != nil {
		return err
	}
	r.used["cost"] = true
	d.unit, d.better = b.Currency+"/h per TPS", parse.LowerIsBetter
	if d.metric == valueMetric {
		d.unit, d.better = "TPS per "+b.Currency+"/h", parse.HigherIsBetter
	}
	var have []int
	for _, l := range b.Levels {
		have = append(have, l.Threads)
		if !chosen.Contains(l.Threads) {
			continue
		}
		a := amountOf(l.Advantage.MorePerMoney, l.Threads)
		if d.metric == costMetric {
			less := l.Advantage.Cheaper
			a = amount{v: -less.Value.V, low: negative(less.High), high: negative(less.Low), confidence: less.Confidence, threads: l.Threads}
		}
		if q.rounded >= 0 { // from costs as an article rounds them
			unit := math.Pow(10, float64(q.rounded))
			costB, costO := math.Round(l.Base*unit)/unit, math.Round(l.Other*unit)/unit
			if costB == 0 || costO == 0 {
				return lack(fmt.Errorf("a cost per 1000 TPS rounds to 0 with %d decimals", q.rounded))
			}
			a = amount{v: costB/costO - 1, threads: l.Threads}
			if d.metric == costMetric {
				a.v = costO/costB - 1
			}
		}
		d.levels = append(d.levels, a)
	}
	for _, set := range chosen {
		if set.Lo == set.Hi && !slices.Contains(have, set.Lo) {
			return lack(fmt.Errorf("no common level of %d threads; common levels are: %s", set.Lo, blanks(have)))
		}
	}
	if len(d.levels) == 0 {
		return lack(fmt.Errorf("no common level at %s threads; common levels are: %s", chosen, blanks(have)))
	}
	d.levels = ordered(chosen, d.levels)
	switch q.stat {
	case mean:
		sum := 0.0
		for _, l := range d.levels {
			sum += l.v
		}
		d.overall = &amount{v: sum / float64(len(d.levels))}
	case geomean:
		sum := 0.0
		for _, l := range d.levels {
			sum += math.Log1p(l.v)
		}
		d.overall = &amount{v: math.Expm1(sum / float64(len(d.levels)))}
	case median:
		return fail("%s: no median of %q; choose mean or geomean", q.name, d.metric)
	}
	return d.pick(q)
}

func negative(n parse.Num) parse.Num {
	n.V = -n.V
	return n
}

// priceDelta compares what the systems cost an hour.
func (r *run) priceDelta(d *deltas) error {
	b, cb, err := d.base.hourly()
	if err != nil {
		return err
	}
	o, co, err := d.other.hourly()
	if err != nil {
		return err
	}
	if cb != co {
		return fail("prices in %s and %s cannot be compared", cb, co)
	}
	d.unit, d.better, d.overall, d.whole = cb+"/h", parse.LowerIsBetter, &amount{v: o/b - 1}, false
	return nil
}

// pick takes the level where other does best or worst against base.
func (d *deltas) pick(q *query) error {
	switch q.stat {
	case best, worst:
		at := 0
		for i, l := range d.levels {
			up := (l.v > d.levels[at].v) == (d.better == parse.HigherIsBetter)
			if l.v != d.levels[at].v && up == (q.stat == best) {
				at = i
			}
		}
		a := d.levels[at]
		d.overall = &a
	case peak:
		return fail("%s: peak is for values; choose mean, median, geomean, best or worst", q.name)
	}
	return nil
}

// shown are the numbers that the call prints: the overall figure, or the levels.
func (d *deltas) shown() []amount {
	if d.overall != nil {
		return []amount{*d.overall}
	}
	return d.levels
}

// result makes a result of numbers of a comparison.
func (r *run) result(d *deltas, parts []amount, signed bool) *result {
	res := &result{
		parts: parts, decimals: -1, print: printPercent, fraction: true, signed: signed,
		metric: d.metric, unit: "fraction", system: d.other.Name, base: d.base.Name,
	}
	if signed {
		res.print = printDelta
	}
	for _, l := range d.levels {
		res.levels = append(res.levels, l.threads)
	}
	if r.swap { // the same statement, from the other base
		res.system, res.base = res.base, res.system
	}
	if d.comparison != nil {
		res.foot = r.footOf(d.comparison)
	} else if d.metric != priceMetric {
		res.foot = &footnote{"money " + d.other.Name + d.base.Name + d.metric,
			r.capital(lang.Text(r.l, "report.foot.money", r.metricName(d.metric), d.other.short(), d.base.short()))}
	}
	return res
}

// footOf says in words what a delta is: which base, what the other base would give,
// and what is known about its uncertainty.
func (r *run) footOf(c *analysis.Comparison) *footnote {
	key := fmt.Sprintf("compare %s %q %q", c.Metric.Name, c.Other, c.Base)
	base, _ := r.n.system(c.Base)
	other, _ := r.n.system(c.Other)
	if whole, err := r.compared(base, other, c.Metric, nil); err == nil {
		c = whole
	}
	text := lang.Text(r.l, "report.foot.base", r.metricName(c.Metric.Name), c.Other, c.Base)
	if c.Overall.N > 1 {
		text += lang.Text(r.l, "report.sentence") + lang.Text(r.l, "report.foot.mean", c.Overall.N,
			r.deltaIn(c.Overall.Mean), c.Other, r.deltaIn(c.Overall.OtherBaseMean))
	}
	var ns []analysis.Note
	for _, n := range c.Notes {
		switch n.Code { // what belongs to single levels and settings stands with the tables
		case "note.failed-at", "note.only-in", "note.settings-differ", "note.one-step":
		default:
			ns = append(ns, n)
		}
	}
	if len(ns) > 0 {
		text += lang.Text(r.l, "report.sentence") + r.sentence(r.notes(ns))
	}
	return &footnote{key, r.capital(text)}
}

// shortOf is the short name of a system.
func (r *run) shortOf(name string) string {
	if s, err := r.n.system(name); err == nil {
		return s.short()
	}
	return name
}

func (r *run) deltaIn(v float64) string { return lang.Delta(r.l, v) }

// deltaRange writes a range of deltas.
func (r *run) deltaRange(low, high float64) string {
	res := &result{kind: interval, signed: true, fraction: true, decimals: -1, print: printDelta, parts: []amount{{v: low}, {v: high}}}
	return res.in(r.l)
}

// sentence gives a note its capital letter and its full stop.
func (r *run) sentence(s string) string {
	if r.l == "zh" {
		return strings.TrimSuffix(s, "。") + "。"
	}
	return strings.TrimSuffix(r.capital(s), ".") + "."
}

// capital begins an English sentence, unless with a name: of a system, or p95.
func (r *run) capital(s string) string {
	first, _, _ := strings.Cut(s, " ")
	if r.l == "zh" || first == "" || strings.ContainsAny(first, "0123456789") {
		return s
	}
	for _, sys := range r.n.Systems {
		if strings.HasPrefix(s, sys.short()) {
			return s
		}
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// metricName is a metric in words.
func (r *run) metricName(name string) string {
	if m, err := parse.MetricNamed(name); err == nil {
		if rank, ok := m.Rank(); ok {
			return lang.Text(r.l, "report.metric.percentile", fmt.Sprint(rank))
		}
	}
	return lang.Text(r.l, "report.metric."+name)
}

// delta prints how much higher or lower other is than base, with its sign.
func (r *run) delta(args ...any) (*result, error) {
	d, q, err := r.compare("delta", args)
	if err != nil {
		return nil, err
	}
	parts := d.shown()
	if d.overall == nil && len(d.levels) > 1 && len(q.levels) == 0 {
		return nil, fail("delta: over %d levels; say which figure: mean, median, geomean, best, worst or (at 16)", len(d.levels))
	}
	if r.swap {
		parts = mirrored(parts)
	}
	res := r.result(d, parts, true)
	res.phrase, res.args = "report.relative", []any{r.shortOf(res.base)}
	if q.stat == best || q.stat == worst {
		res.where = lang.Text(r.l, "report.at", d.overall.threads)
	}
	res.foot = nil // the base stands beside the number
	return res, nil
}

// mirrored turns deltas of the exchanged pair into figures that can stand where the
// pair's own stood: an article that swaps the bases prints −v.
func mirrored(parts []amount) []amount {
	out := make([]amount, len(parts))
	for i, a := range parts {
		out[i] = amount{v: -a.v, low: negative(a.high), high: negative(a.low), confidence: a.confidence, threads: a.threads}
	}
	return out
}

// span prints the smallest and the largest level delta.
func (r *run) span(args ...any) (*result, error) {
	d, q, err := r.compare("span", args)
	if err != nil {
		return nil, err
	}
	if q.stat != "" {
		return nil, fail("span: it is over levels; leave out %s", q.stat)
	}
	if len(d.levels) == 0 {
		return nil, fail("span: a %s has no levels", d.metric)
	}
	parts := slices.Clone(d.levels)
	slices.SortStableFunc(parts, func(a, b amount) int {
		switch {
		case a.v < b.v:
			return -1
		case a.v > b.v:
			return 1
		}
		return 0
	})
	ends := []amount{{v: parts[0].v, threads: parts[0].threads}, {v: parts[len(parts)-1].v, threads: parts[len(parts)-1].threads}}
	if r.swap {
		ends = mirrored([]amount{ends[1], ends[0]})
	}
	res := r.result(d, ends, true)
	res.kind = interval
	return res, nil
}

// added prints a difference in milliseconds: added "avg" "HA" vs "standalone" (at 2).
func (r *run) added(args ...any) (*result, error) {
	d, q, err := r.compare("added", args)
	if err != nil {
		return nil, err
	}
	if d.comparison == nil || !d.comparison.Metric.IsLatency() {
		return nil, fail("added: expected a latency (avg, p95), found %q", d.metric)
	}
	res := r.result(d, nil, true)
	res.fraction, res.unit = false, "ms"
	res.print = func(_ string, v float64, dec int) string {
		s := lang.Measured(v)
		if dec >= 0 {
			s = lang.Number(v, dec)
		}
		if v > 0 && strings.Trim(s, "0.") != "" {
			s = "+" + s
		}
		return s + " ms"
	}
	sum := 0.0
	for _, l := range d.levels {
		for _, c := range d.comparison.Levels {
			if c.Threads == l.threads {
				diff := c.Other.Value.V - c.Base.Value.V
				sum += diff
				res.parts = append(res.parts, amount{v: diff, threads: l.threads})
			}
		}
	}
	switch {
	case q.stat == mean:
		res.parts = []amount{{v: sum / float64(len(res.parts))}}
	case q.stat != "":
		return nil, fail("added: only mean is known here, not %s", q.stat)
	case len(res.parts) > 1 && len(q.levels) == 0:
		return nil, fail("added: over %d levels; say mean or (at 16)", len(res.parts))
	}
	if r.swap {
		res.parts = mirrored(res.parts)
	}
	res.phrase, res.args = "report.relative", []any{r.shortOf(res.base)}
	res.foot = nil
	return res, nil
}

// Asserting calls print the bare magnitude and fail where the data point the other way.

func (r *run) higher(args ...any) (*result, error) { return r.assert("higher", args, +1, false) }
func (r *run) lower(args ...any) (*result, error)  { return r.assert("lower", args, -1, false) }
func (r *run) better(args ...any) (*result, error) { return r.assert("better", args, +1, true) }
func (r *run) worse(args ...any) (*result, error)  { return r.assert("worse", args, -1, true) }

// cheaper is lower "cost": cheaper "x86" vs "Graviton" (at 16).
func (r *run) cheaper(args ...any) (*result, error) {
	return r.assert("cheaper", append([]any{costMetric}, args...), -1, false)
}

func (r *run) assert(name string, args []any, sign float64, quality bool) (*result, error) {
	d, q, err := r.compare(name, args)
	if err != nil {
		return nil, err
	}
	if d.overall == nil && len(d.levels) > 1 && len(q.levels) == 0 {
		return nil, fail("%s: over %d levels; say which figure: mean, median, geomean, best, worst, (at 16) or (at 96 128)", name, len(d.levels))
	}
	if quality {
		sign *= float64(d.better)
	}
	var wrong *callError
	var parts []amount
	for _, a := range d.shown() {
		lo, hi := d.bounds(a)
		size := amount{v: math.Abs(a.v), confidence: a.confidence, threads: a.threads}
		if a.low.OK && a.high.OK {
			size.low, size.high = a.low, a.high
			if a.v < 0 {
				size.low, size.high = negative(a.high), negative(a.low)
			}
		}
		parts = append(parts, size)
		if r.swap {
			continue
		}
		is := lang.Percent("en", math.Abs(a.v))
		switch zero := strings.Trim(is, "0.% ") == ""; {
		case zero:
			wrong = r.contradiction(name, q, d, a, "there is no difference", "use close")
		case a.v*sign < 0:
			wrong = r.contradiction(name, q, d, a, "it is "+is+" "+direction(a.v), r.rather(name, d, a))
		case lo.OK && hi.OK && lo.V <= 0 && hi.V >= 0:
			wrong = r.contradiction(name, q, d, a, fmt.Sprintf("it is %s, but the interval from %s to %s holds no difference as well",
				lang.Delta("en", a.v), lang.Delta("en", lo.V), lang.Delta("en", hi.V)), "use delta or verdict, or measure more repeats")
		}
	}
	if wrong != nil && !r.claim {
		return nil, wrong
	}
	res := r.result(d, parts, false)
	res.wrong = wrong
	if q.stat == best || q.stat == worst {
		res.where = lang.Text(r.l, "report.at", d.overall.threads)
	}
	return res, nil
}

// bounds is the interval that a statement about a number must respect: its own, or that
// of the measurement over the levels.
func (d *deltas) bounds(a amount) (low, high parse.Num) {
	if d.overall != nil && !a.low.OK {
		return d.measured.Low, d.measured.High
	}
	return a.low, a.high
}

func direction(v float64) string {
	if v < 0 {
		return "lower"
	}
	return "higher"
}

// contradiction words the error of an asserting call.
func (r *run) contradiction(name string, q *query, d *deltas, a amount, is, hint string) *callError {
	where := "as a whole"
	switch n := len(d.levels); {
	case a.threads > 0:
		where = fmt.Sprintf("%d threads", a.threads)
	case d.metric == priceMetric:
		where = "an hour"
	case q.focus:
		where = fmt.Sprintf("%s of the %d levels in %s", q.stat, n, r.n.Focus)
	case n > 0:
		where = fmt.Sprintf("%s of %d levels", q.stat, n)
	}
	return &callError{
		msg:          fmt.Sprintf("%s %q %s vs %s, %s: %s.", name, d.metric, d.other.Name, d.base.Name, where, is),
		hint:         hint,
		contradicted: true,
	}
}

// rather is the call that would be true.
func (r *run) rather(name string, d *deltas, a amount) string {
	true_ := map[string]string{"higher": "lower", "lower": "higher", "better": "worse", "worse": "better", "cheaper": "higher \"cost\""}[name]
	if r.near(a.v) {
		return fmt.Sprintf("use %s, or close (margin %s)", true_, percentOf(r.n.margin()))
	}
	return "use " + true_
}

func percentOf(v float64) string { return trimNumber(math.Round(1e6*v)/1e4) + " %" }

// near reports whether a delta lies within the margin, which is the same from either base.
func (r *run) near(delta float64) bool {
	ratio := 1 + delta
	m := 1 + r.n.margin()
	return ratio <= m && ratio >= 1/m
}

// close says that two systems are about equal, at each level that it names.
func (r *run) close(args ...any) (*result, error) {
	d, q, err := r.compare("close", args)
	if err != nil {
		return nil, err
	}
	parts := d.shown()
	largest := 0.0
	var wrong *callError
	for _, a := range parts {
		largest = max(largest, math.Abs(a.v))
		low, high := d.bounds(a)
		switch {
		case !r.near(a.v):
			if wrong == nil {
				is := lang.Percent("en", math.Abs(a.v)) + " " + direction(a.v)
				wrong = r.contradiction("close", q, d, a, "it is "+is, fmt.Sprintf("use %s, or a wider margin than %s in the head", direction(a.v), percentOf(r.n.margin())))
			}
		case low.OK && high.OK && !(r.near(low.V) && r.near(high.V)) && wrong == nil:
			wrong = r.contradiction("close", q, d, a, fmt.Sprintf("the interval from %s to %s reaches beyond the margin of %s",
				lang.Delta("en", low.V), lang.Delta("en", high.V), percentOf(r.n.margin())), "use delta, or measure more repeats")
		}
	}
	if wrong != nil && !r.claim {
		return nil, wrong
	}
	res := r.result(d, parts, true)
	res.wrong = wrong
	if r.claim {
		res.kind = statement
		return res, nil
	}
	// "within 1.0 %" must be true: the bound is rounded up.
	up := math.Ceil(1000*largest-1e-9) / 1000
	res.parts = []amount{{v: up}}
	res.signed, res.print, res.phrase = false, printPercent, "report.within"
	return res, nil
}

// verdict prints what the measurement allows to say: better, worse, equivalent,
// inconclusive, or why there is no verdict.
func (r *run) verdict(args ...any) (*result, error) {
	d, q, err := r.compare("verdict", args)
	if err != nil {
		return nil, err
	}
	if d.comparison == nil {
		return nil, fail("verdict: a metric of the runs, such as \"tps\", not %q", d.metric)
	}
	var v analysis.Verdict
	var ns []analysis.Note
	switch {
	case len(d.levels) == 1:
		whole, err := r.compared(d.base, d.other, d.comparison.Metric, nil) // adjusted over all levels, as in the tables
		if err != nil {
			return nil, err
		}
		for _, l := range whole.Levels {
			if l.Threads == d.levels[0].threads {
				v, ns = l.Verdict, l.Delta.Notes
			}
		}
	case q.stat == "" && len(q.levels) > 0:
		return nil, fail("verdict: one level, or all of them without (at …)")
	default:
		v, ns = d.comparison.Overall.Verdict, d.comparison.Overall.Notes
	}
	res := &result{kind: words_, decimals: -1, metric: d.metric, unit: "verdict", system: d.other.Name, base: d.base.Name}
	if v == analysis.NoVerdict {
		if len(ns) == 0 {
			ns = d.comparison.Notes
		}
		res.text = lang.Text(r.l, "report.no-verdict", r.notes(ns))
		return res, nil
	}
	res.text = lang.Text(r.l, "verdict."+string(v))
	return res, nil
}
