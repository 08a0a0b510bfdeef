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

// vocabulary binds the calls of a notebook to this run.
func (r *run) vocabulary() map[string]any {
	calls := map[string]any{
		"capture": func(v any) string { r.got = v; return "" },

		// modifiers
		"at": at, "per": per, "rounded": rounded, "round": round, "bare": bare,

		// what the head says
		"title":       func() *result { return r.word(r.n.Title) },
		"author":      func() *result { return r.word(r.n.Author) },
		"date":        func() *result { return r.word(r.n.Date) },
		"description": func() *result { return r.word(r.n.Description) },
		"workload":    r.workload,
		"settings":    r.settingsText,
		"label":       r.label,
		"price":       r.price,
		"said":        r.said,
		"outcome":     r.outcome,
		"levels":      r.levelsCall,
		"focus":       func() focusWord { return focusWord{r.levelSet(r.n.Focus)} },
		"slo":         func() sloWord { return sloWord{r.slo()} },

		// values
		"value": func(metric string, args ...any) (*result, error) { return r.metric(metric, args) },
		"cost":  r.cost, "capacity": r.capacity, "breakeven": r.breakEven, "overhead": r.overhead, "scaling": r.scaling,
		"merged": r.merged, "pairs": r.pairs,

		// comparisons
		"delta": r.delta, "span": r.span, "added": r.added, "verdict": r.verdict, "repeats": r.repeats,
		"higher": r.higher, "lower": r.lower, "better": r.better, "worse": r.worse, "close": r.close,
		"cheaper": r.cheaper,

		// blocks
		"figure": r.figure, "table": r.table, "findings": r.findings, "method": r.method, "ledger": r.ledger, "data": r.data,
	}
	for _, w := range words {
		calls[string(w)] = func() word { return w }
	}
	metrics := []string{"tps", "qps", "eps", "avg", "min", "max", "err", "iops", "mibps", "tpmc"}
	for rank := 1; rank < 100; rank++ {
		metrics = append(metrics, fmt.Sprintf("p%d", rank))
	}
	for _, name := range metrics {
		calls[name] = func(args ...any) (*result, error) { return r.metric(name, args) }
	}
	return calls
}

func (r *run) word(s string) *result { return &result{kind: words_, text: s, decimals: -1} }

// at reads levels: (at 16), (at 96 128), (at "4-64").
func at(levels ...any) (atWord, error) {
	var set analysis.LevelSet
	for _, l := range levels {
		switch l := l.(type) {
		case int:
			if l < 1 {
				return nil, fail("at: %d is no number of threads", l)
			}
			set = append(set, analysis.LevelRange{Lo: l, Hi: l})
		case string:
			s, err := analysis.ParseLevels(l)
			if err != nil {
				return nil, fail("at: %v", err)
			}
			set = append(set, s...)
		default:
			return nil, fail("at: %v is no number of threads; write (at 16) or (at \"4-64\")", l)
		}
	}
	if len(set) == 0 {
		return nil, fail("at: which levels? write (at 16) or (at \"4-64\")")
	}
	return atWord(set), nil
}

// per reads how much throughput a cost is for: (per 100), (per million).
func per(n any) (perWord, error) {
	switch n := n.(type) {
	case int:
		if n > 0 {
			return perWord(n), nil
		}
	case word:
		if n == million {
			return 0, nil
		}
	}
	return 0, fail("per: expected (per 100), (per 1000) or (per million), found %v", n)
}

func rounded(decimals int) (roundedWord, error) {
	if decimals < 0 || decimals > 9 {
		return 0, fail("rounded: expected 0 to 9 decimals, found %d", decimals)
	}
	return roundedWord(decimals), nil
}

// round prints a value with so many decimals: {{ tps "x86" (at 16) | round 0 }}.
func round(decimals int, v any) (*result, error) {
	if decimals < 0 || decimals > 9 {
		return nil, fail("round: expected 0 to 9 decimals, found %d", decimals)
	}
	res, ok := v.(*result)
	if !ok || len(res.parts) == 0 {
		return nil, fail("round: there is no number before it; write {{ tps \"x86\" (at 16) | round 0 }}")
	}
	c := *res
	c.decimals = decimals
	return &c, nil
}

// bare prints a value without its interval and its base.
func bare(v any) (*result, error) {
	res, ok := v.(*result)
	if !ok {
		return nil, fail("bare: there is no value before it; write {{ delta … | bare }}")
	}
	c := *res
	c.bare = true
	return &c, nil
}

func (r *run) workload() *result {
	w := r.n.Workload
	test := strings.Join(r.n.workloads(), lang.Text(r.l, "report.comma.text"))
	var more []string
	switch {
	case w.Tables > 0 && w.Rows > 0:
		more = append(more, lang.Text(r.l, "report.workload.tables", grouped(w.Tables), grouped(w.Rows)))
	case w.Tables > 0:
		more = append(more, lang.Text(r.l, "report.workload.tables-only", grouped(w.Tables)))
	}
	if w.Seconds > 0 {
		more = append(more, lang.Text(r.l, "report.workload.seconds", grouped(w.Seconds)))
	}
	if test == "" {
		test = "sysbench"
	}
	if len(more) == 0 {
		return r.word(test)
	}
	return r.word(lang.Text(r.l, "report.workload", test, strings.Join(more, lang.Text(r.l, "report.comma.text"))))
}

// workloads are what the head says was run, else what the runs say, each once.
func (n *Notebook) workloads() []string {
	if n.Workload.Test != "" {
		return []string{n.Workload.Test}
	}
	var out []string
	for _, s := range n.Systems {
		for _, l := range s.Sweep.Levels {
			for _, run := range l.Runs {
				if run.Workload != "" && !slices.Contains(out, run.Workload) {
					out = append(out, run.Workload)
				}
			}
		}
	}
	return out
}

// grouped writes a whole number with commas between thousands.
func grouped(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func (r *run) settingsText() *result {
	var out []string
	for _, s := range r.n.Settings {
		out = append(out, s.Value)
	}
	return r.word(strings.Join(out, lang.Text(r.l, "report.comma")))
}

func (r *run) label(system string) (*result, error) {
	s, err := r.n.system(system)
	if err != nil {
		return nil, err
	}
	return r.word(s.label()), nil
}

func (s *System) label() string {
	if s.Label != "" {
		return s.Label
	}
	return s.short()
}

func (s *System) short() string {
	if s.Short != "" {
		return s.Short
	}
	return s.Name
}

// hourly is what a system costs an hour.
func (s *System) hourly() (float64, string, error) {
	if len(s.Prices) == 0 {
		return 0, "", lack(fmt.Errorf("%s has no price; the head may give one: price: 0.94 USD/h", s.Name))
	}
	amount, currency, err := analysis.Hourly(s.Prices)
	return amount, currency, lack(err)
}

func (r *run) price(system string) (*result, error) {
	s, err := r.n.system(system)
	if err != nil {
		return nil, err
	}
	hourly, currency, err := s.hourly()
	if err != nil {
		return nil, err
	}
	r.used["price"] = true
	unit := currency + "/h"
	return &result{parts: []amount{{v: hourly}}, decimals: -1, unit: unit, system: s.Name, metric: "price",
		print: func(_ string, v float64, dec int) string {
			if dec < 0 {
				return trimNumber(v) + " " + unit
			}
			return lang.Number(v, dec) + " " + unit
		}}, nil
}

// trimNumber writes a number that a person typed as that person would.
func trimNumber(v float64) string { return fmt.Sprint(v) }

func (r *run) said(claim string) (*result, error) {
	var ids []string
	for _, c := range r.n.Claims {
		if c.ID == claim {
			p, err := parsePublished(c.Number)
			if err != nil || c.Number == "" {
				return r.word(c.Says), nil
			}
			return r.word(p.text(r.l, false)), nil
		}
		ids = append(ids, c.ID)
	}
	return nil, fail("no claim %q; claims are: %s", claim, strings.Join(ids, ", "))
}

// outcome prints what became of a claim.
func (r *run) outcome(claim string) (*result, error) {
	var ids []string
	for _, c := range r.doc.Ledger {
		if c.ID == claim {
			return r.word(c.outcome(r.l)), nil
		}
		ids = append(ids, c.ID)
	}
	return nil, fail("no claim %q; claims are: %s", claim, strings.Join(ids, ", "))
}

// levelsCall prints the levels of a system, or those of all.
func (r *run) levelsCall(system ...string) (*result, error) {
	have := map[int]bool{}
	systems := r.n.Systems
	if len(system) > 0 {
		s, err := r.n.system(system[0])
		if err != nil {
			return nil, err
		}
		systems = []System{*s}
	}
	for _, s := range systems {
		for _, l := range s.Sweep.Levels {
			if len(l.Runs) > 0 {
				have[l.Threads] = true
			}
		}
	}
	res := &result{kind: set, decimals: -1, metric: "levels", unit: "threads", print: printFixed(0, "")}
	for _, l := range sortedKeys(have) {
		res.parts = append(res.parts, amount{v: float64(l)})
		res.levels = append(res.levels, l)
	}
	return res, nil
}

// levelSet prints ranges of levels as they are written.
func (r *run) levelSet(s analysis.LevelSet) *result {
	if len(s) == 0 {
		return nil
	}
	return r.word(s.String())
}

func (r *run) slo() *result {
	if len(r.n.SLO) == 0 {
		return nil
	}
	texts := make([]string, len(r.n.SLO))
	for i, s := range r.n.SLO {
		texts[i] = s.String()
	}
	return r.word(and(r.l, texts))
}

// metric prints a system's value of a metric: at a level, at several, or at its peak.
func (r *run) metric(name string, args []any) (*result, error) {
	m, err := parse.MetricNamed(name)
	if err != nil {
		return nil, fail("%v", err)
	}
	q, err := readQuery(name, args)
	if err != nil {
		return nil, err
	}
	if len(q.names) != 1 || q.vsAt >= 0 {
		return nil, fail("%s: expected one system: %s %q (at 16)", name, name, r.n.base().Name)
	}
	s, err := r.n.system(q.names[0])
	if err != nil {
		return nil, err
	}
	var levels []int
	chosen, err := r.chosen(q)
	switch {
	case err != nil:
		return nil, err
	case q.stat == peak && len(chosen) == 0:
		p, err := peakOf(s)
		if err != nil {
			return nil, err
		}
		levels = []int{p}
	case q.stat != "":
		return nil, fail("%s: %s is for comparisons; a value is one level's or the peak's", name, q.stat)
	case len(chosen) == 0:
		return nil, fail("%s: at which level? write (at 16) or peak; levels of %s are: %s", name, s.Name, blanks(allLevels(s, m)))
	default:
		if levels, err = measured(s, chosen, m); err != nil {
			return nil, err
		}
		levels = inOrder(chosen, levels)
	}
	res := &result{decimals: -1, print: printMetric(m), metric: m.Name, unit: m.Unit, system: s.Name, levels: levels}
	for _, t := range levels {
		l, err := level(s, t, m)
		if err != nil {
			return nil, err
		}
		res.parts = append(res.parts, amountOf(l.Mean(m, r.n.confidence()), t))
	}
	return res, nil
}

func allLevels(s *System, m parse.Metric) []int {
	var out []int
	for i := range s.Sweep.Levels {
		if l := &s.Sweep.Levels[i]; len(l.Values(m)) > 0 {
			out = append(out, l.Threads)
		}
	}
	return out
}

// throughput is the metric of a system's throughput: TPS, or what it has in its place.
func throughput(s *System) parse.Metric {
	for _, m := range s.Sweep.Metrics() {
		if m.Better == parse.HigherIsBetter {
			return m
		}
	}
	return parse.TPS
}

// peakOf is the level with the highest mean throughput.
func peakOf(s *System) (int, error) {
	m := throughput(s)
	top, at := math.Inf(-1), 0
	for i := range s.Sweep.Levels {
		l := &s.Sweep.Levels[i]
		if e := l.Mean(m, 0.95); e.Value.OK && e.Value.V > top {
			top, at = e.Value.V, l.Threads
		}
	}
	if at == 0 {
		return 0, lack(fmt.Errorf("%s has no throughput", s.Name))
	}
	return at, nil
}

// cost prints the price of a throughput: cost "x86" (at 16) (per 100).
func (r *run) cost(args ...any) (*result, error) {
	q, err := readQuery("cost", args)
	if err != nil {
		return nil, err
	}
	if len(q.names) != 1 || q.vsAt >= 0 {
		return nil, fail("cost: expected one system: cost %q (at 16) (per 100)", r.n.base().Name)
	}
	s, err := r.n.system(q.names[0])
	if err != nil {
		return nil, err
	}
	_, currency, err := s.hourly()
	if err != nil {
		return nil, err
	}
	chosen, err := r.chosen(q)
	if err != nil {
		return nil, err
	}
	var costs []analysis.Cost
	switch {
	case q.slo:
		if len(r.n.SLO) == 0 {
			return nil, fail("cost: the head has no slo; write slo: {p95: 80ms}")
		}
		c, err := analysis.CostAtSLO(s.Sweep, s.Prices, r.n.SLO[0])
		if err != nil {
			return nil, lack(err)
		}
		costs = append(costs, c)
	case q.stat == peak:
		c, err := analysis.CostAtPeak(s.Sweep, s.Prices)
		if err != nil {
			return nil, lack(err)
		}
		costs = append(costs, c)
	case q.stat != "":
		return nil, fail("cost: %s is for comparisons; a cost is a level's, the peak's or the slo's", q.stat)
	case len(chosen) == 0:
		return nil, fail("cost: at which level? write (at 16), peak or slo; levels of %s are: %s", s.Name, blanks(allLevels(s, parse.TPS)))
	default:
		levels, err := measured(s, chosen, parse.TPS)
		if err != nil {
			return nil, err
		}
		for _, t := range inOrder(chosen, levels) {
			c, err := analysis.CostAt(s.Sweep, s.Prices, t)
			if err != nil {
				return nil, lack(err)
			}
			costs = append(costs, c)
		}
	}
	r.used["cost"] = true
	unit := currency + "/h"
	if q.million {
		unit = currency
	}
	res := &result{decimals: -1, print: printPrice(" " + unit), metric: "cost", unit: unit, system: s.Name}
	for _, c := range costs {
		e := c.Per1000
		switch {
		case q.million:
			e = c.PerMillion()
		case q.per > 0:
			e = c.Per(q.per)
		}
		if !e.Value.OK {
			return nil, lack(fmt.Errorf("the cost of %s is unknown: %s", s.Name, notes(e.Notes)))
		}
		res.parts = append(res.parts, amountOf(e, c.Threads))
		if c.Threads > 0 {
			res.levels = append(res.levels, c.Threads)
		}
	}
	return res, nil
}

// notes joins notes in English, for errors.
func notes(ns []analysis.Note) string {
	texts := make([]string, len(ns))
	for i, n := range ns {
		texts[i] = n.String()
	}
	return strings.Join(texts, "; ")
}

// capacity prints the throughput that a system carries within a latency limit.
func (r *run) capacity(args ...any) (*result, error) {
	q, err := readQuery("capacity", args)
	if err != nil {
		return nil, err
	}
	slos := r.n.SLO
	if len(q.names) == 2 { // capacity "x86" "p95=100ms"
		s, err := analysis.ParseSLO(q.names[1])
		if err != nil {
			return nil, fail("capacity: %v", err)
		}
		slos = []analysis.SLO{s}
	}
	if len(q.names) < 1 || len(q.names) > 2 || q.vsAt >= 0 {
		return nil, fail("capacity: expected a system: capacity %q, or capacity %q \"p95=80ms\"", r.n.base().Name, r.n.base().Name)
	}
	if len(slos) == 0 {
		return nil, fail("capacity: under which limit? the head may say slo: {p95: 80ms}, or the call \"p95=80ms\"")
	}
	s, err := r.n.system(q.names[0])
	if err != nil {
		return nil, err
	}
	c, err := analysis.CapacityAt(s.Sweep, slos[0])
	if err != nil {
		return nil, lack(err)
	}
	r.used["capacity"] = true
	res := &result{decimals: -1, metric: "capacity", unit: "1/s", system: s.Name, print: printFixed(0, "")}
	if !c.TPS.Value.OK {
		res.kind, res.text = words_, r.notes(c.Notes)
		return res, nil
	}
	res.parts = []amount{amountOf(c.TPS, 0)}
	switch {
	case c.Above == 0:
		res.phrase, res.args = "report.capacity.at-least", []any{c.Below}
	default:
		res.phrase, res.args = "report.capacity.between", []any{c.Below, c.Above}
	}
	return res, nil
}

// notes joins notes in the notebook's language.
func (r *run) notes(ns []analysis.Note) string {
	texts := make([]string, len(ns))
	for i, n := range ns {
		texts[i] = n.In(r.l)
	}
	return strings.Join(texts, lang.Text(r.l, "report.semicolon"))
}

// breakEven prints the loads at which one system is cheaper, or, at a level, the
// price up to which it is.
func (r *run) breakEven(args ...any) (*result, error) {
	q, err := readQuery("breakeven", args)
	if err != nil {
		return nil, err
	}
	other, base, err := r.pair(q, 0)
	if err != nil {
		return nil, err
	}
	b, err := r.breakEvenOf(base, other)
	if err != nil {
		return nil, err
	}
	r.used["cost"], r.used["breakeven"] = true, true
	res := &result{decimals: -1, metric: "breakeven", system: other.Name, base: base.Name}
	if len(q.levels) > 0 {
		res.unit, res.print = b.Currency+"/h", printPrice(" "+b.Currency+"/h")
		for _, l := range b.Levels {
			if q.levels.Contains(l.Threads) {
				res.parts = append(res.parts, amountOf(l.MaxPrice, l.Threads))
				res.levels = append(res.levels, l.Threads)
			}
		}
		if len(res.parts) == 0 {
			return nil, lack(fmt.Errorf("no common level with a TPS at %s threads", q.levels))
		}
		return res, nil
	}
	res.kind, res.unit = words_, "threads"
	for _, c := range b.Crossings {
		res.parts = append(res.parts, amountOf(c.Threads, 0))
	}
	res.text = r.cheaperAt(b)
	return res, nil
}

func (r *run) breakEvenOf(base, other *System) (*analysis.BreakEven, error) {
	for _, s := range []*System{base, other} {
		if _, _, err := s.hourly(); err != nil {
			return nil, err
		}
	}
	b, err := analysis.BreakEvenOf(base.Sweep, other.Sweep, base.Prices, other.Prices)
	return b, lack(err)
}

// cheaperAt says at which loads the other system is cheaper.
func (r *run) cheaperAt(b *analysis.BreakEven) string {
	first, last := b.Levels[0], b.Levels[len(b.Levels)-1]
	threads := func(v float64) string { return lang.Significant(v, 2) }
	var spans []string
	cheaper, from := first.Other < first.Base, ""
	if len(b.Crossings) == 0 {
		key := "report.breakeven.never"
		if cheaper {
			key = "report.breakeven.always"
		}
		return lang.Text(r.l, key, fmt.Sprint(first.Threads), fmt.Sprint(last.Threads))
	}
	for _, c := range b.Crossings {
		switch now := c.Cheaper == b.Other; {
		case now:
			from = threads(c.Threads.Value.V)
		case from != "":
			spans = append(spans, lang.Text(r.l, "report.breakeven.between", from, threads(c.Threads.Value.V)))
			from = ""
		default:
			spans = append(spans, lang.Text(r.l, "report.breakeven.upto", threads(c.Threads.Value.V)))
		}
	}
	if from != "" {
		spans = append(spans, lang.Text(r.l, "report.breakeven.from", from))
	}
	return and(r.l, spans)
}

// overhead prints the throughput that a feature costs: overhead "HA" vs "standalone".
func (r *run) overhead(args ...any) (*result, error) {
	q, err := readQuery("overhead", args)
	if err != nil {
		return nil, err
	}
	with, without, err := r.pair(q, 0)
	if err != nil {
		return nil, err
	}
	chosen, err := r.chosen(q)
	if err != nil {
		return nil, err
	}
	o, err := r.overheadOf(with, without, chosen)
	if err != nil {
		return nil, err
	}
	r.used["overhead"] = true
	res := &result{decimals: -1, print: printPercent, metric: "overhead", unit: "fraction", fraction: true, system: with.Name, base: without.Name}
	if len(q.levels) > 0 {
		for _, l := range o.Levels {
			res.parts = append(res.parts, amountOf(l.Lost, l.Threads))
			res.levels = append(res.levels, l.Threads)
		}
		return res, nil
	}
	res.parts = []amount{amountOf(o.Lost, 0)}
	for _, l := range o.Levels {
		res.levels = append(res.levels, l.Threads)
	}
	res.foot = r.footOf(o.Throughput)
	return res, nil
}

func (r *run) overheadOf(with, without *System, levels analysis.LevelSet) (*analysis.Overhead, error) {
	o, err := analysis.OverheadOf(without.Sweep, with.Sweep, analysis.OverheadOptions{
		CompareOptions: analysis.CompareOptions{Levels: levels, Margin: r.n.Margin, Confidence: r.n.Confidence},
		Force:          true, // the head says what the systems are
	})
	return o, lack(err)
}

// scaling prints the peak of the fitted Universal Scalability Law.
func (r *run) scaling(args ...any) (*result, error) {
	q, err := readQuery("scaling", args)
	if err != nil {
		return nil, err
	}
	if len(q.names) < 1 || len(q.names) > 2 || q.vsAt >= 0 {
		return nil, fail("scaling: expected a system: scaling %q, or scaling %q \"peak\"", r.n.base().Name, r.n.base().Name)
	}
	s, err := r.n.system(q.names[0])
	if err != nil {
		return nil, err
	}
	u, err := analysis.Scaling(s.Sweep)
	if err != nil {
		return nil, lack(err)
	}
	r.used["scaling"] = true
	res := &result{decimals: -1, metric: "scaling", system: s.Name, kind: words_, unit: "threads"}
	pick := "text"
	if len(q.names) == 2 {
		pick = q.names[1]
	}
	one := func(unit string, n parse.Num, print func(string, float64, int) string) (*result, error) {
		if !n.OK {
			return nil, lack(fmt.Errorf("%s has no %s: %s", s.Name, pick, notes(u.Notes)))
		}
		res.kind, res.unit, res.print, res.parts = numbers, unit, print, []amount{{v: n.V}}
		return res, nil
	}
	digits4 := func(_ string, v float64, dec int) string {
		if dec < 0 {
			return lang.Significant(v, 4)
		}
		return lang.Number(v, dec)
	}
	switch pick {
	case "text":
		if u.PeakThreads.Value.OK && u.PeakTPS.Value.OK {
			res.parts = []amount{amountOf(u.PeakTPS, 0), amountOf(u.PeakThreads, 0)}
			res.text = lang.Text(r.l, "report.scaling.peak", lang.Number(u.PeakTPS.Value.V, 0), lang.Number(u.PeakThreads.Value.V, 0))
		} else {
			res.text = lang.Text(r.l, "report.scaling.none")
		}
		return res, nil
	case "peak":
		return one("threads", u.PeakThreads.Value, printFixed(0, ""))
	case "tps":
		return one("1/s", u.PeakTPS.Value, printFixed(0, ""))
	case "alpha":
		return one("", parse.Some(u.Alpha), digits4)
	case "beta":
		return one("", parse.Some(u.Beta), digits4)
	case "gamma":
		return one("1/s", parse.Some(u.Gamma), digits4)
	}
	return nil, fail("scaling: no %q; there are: peak, tps, alpha, beta, gamma", pick)
}
