package report

import (
	"fmt"

	"github.com/sbstat/sbstat/analysis"
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
