package analysis_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

// byCode are the findings about runs by their codes.
func byCode(runs ...*parse.Run) map[string][]analysis.Finding {
	found := map[string][]analysis.Finding{}
	for _, f := range analysis.Findings(analysis.Sweeps(runs)) {
		found[f.Note.Code] = append(found[f.Note.Code], f)
	}
	return found
}

// kinds has, for each kind of finding, runs that have it and runs that fail it narrowly.
var kinds = map[string]struct{ has, not []*parse.Run }{
	"finding.above":    {one(pct(95, 52), max50), one(pct(95, 50.5), max50)},
	"finding.below":    {one(pct(95, 20)), one(pct(50, 20))}, // a median may lie below the average of 22.22
	"finding.capped":   {one(pct(95, 100_000)), one(pct(95, 99_000))},
	"finding.copied":   {runs(plain("a", 4, 180), plain("a", 4, 180)), runs(plain("a", 4, 180), plain("a", 4, 180.01))},
	"finding.drift":    {passes(0.94, 1, 1.06), passes(0.995, 1, 1.005)},
	"finding.little":   {one(slower(1.04)), one(slower(1.02))},
	"finding.errors":   {one(errors(19)), one(errors(18))}, // of 18,000 transactions
	"finding.failed":   {runs(&parse.Run{System: "a", Threads: 4, Status: parse.Empty}), one()},
	"finding.unfair":   {one(fairness(26)), one(fairness(24))},
	"finding.outlier":  {tails(2, 2, 4, 2, 2), tails(2, 2, 2.8, 2, 2)},
	"finding.rate":     {one(rate), one()},
	"finding.queue":    {one(queue(10)), one(queue(1))},
	"finding.kinds":    {one(ofKinds("PAYMENT", "DELIVERY")), one(ofKinds("PAYMENT"))},
	"finding.ranks":    {runs(with(pct(95, 60)), with(pct(99, 60))), runs(with(pct(95, 60)), with(pct(95, 61)))},
	"finding.one-run":  {one(), runs(plain("a", 4, 180), plain("a", 4, 190))},
	"finding.queries":  {runs(with(), with(queries(1.02))), runs(with(), with(queries(1.005)))},
	"finding.settings": {two(setting("tables", "4"), setting("tables", "8")), two(setting("mysql-host", "a"), setting("mysql-host", "b"))},
	"finding.one-step": {two(pct(95, 70.55), pct(95, 71.83)), two(pct(95, 70.55), pct(95, 73.13))},
	"finding.same-run": {two(), two(queries(1.00001))},
	"finding.stall":    {one(lines(100, 100, 0, 100, 100, 100)), one(lines(100, 100, 50, 100, 100, 100))},
	"finding.warmup":   {one(warming(60)), one(warming(0))},

	"finding.errors-few":       {one(errors(18)), one(errors(0))},
	"finding.reconnects":       {one(reconnects(19)), one(reconnects(18))},
	"finding.reconnects-few":   {one(reconnects(18)), one()},
	"finding.impossible":       {one(errors(1.8e19)), one(errors(1e14))},
	"finding.printed-rate":     {one(printed(182)), one(printed(181))},
	"finding.truncated":        {one(cut), one()},
	"finding.level-twice":      {runs(plain("a", 2, 100), plain("a", 4, 180), plain("a", 8, 300), plain("a", 8, 310)), runs(plain("a", 2, 100), plain("a", 4, 180), plain("a", 8, 300))},
	"finding.lines-rate":       {one(lines(186, 186, 186, 186, 186)), one(lines(184, 184, 184, 184, 184))}, // the summary says 180
	"finding.little-holds":     {one(), one(slower(1.04))},
	"finding.some-one-run":     {runs(plain("a", 2, 100), plain("a", 4, 180), plain("a", 4, 190)), one()},
	"finding.mixed-settings":   {runs(with(setting("tables", "4")), with(setting("tables", "8"), queries(1.001))), runs(with(setting("rand-seed", "4")), with(setting("rand-seed", "8"), queries(1.001)))},
	"finding.out-of-order":     {runs(on(1, plain("a", 4, 180)), on(2, plain("a", 2, 100))), runs(on(2, plain("a", 4, 180)), on(1, plain("a", 2, 100)))},
	"finding.durations":        {two(sec(100), sec(112)), two(sec(100), sec(109))},
	"finding.one-step-between": {append(two(pct(95, 70.55), pct(95, 71.83)), plain("c", 4, 150)), two(pct(95, 70.55), pct(95, 71.83))},
	// An idle second of a run whose lines are only counted, not kept.
	"finding.stall-lines": {one(folded(1)), one(folded(0))},
	"finding.same-line":   {runs(on(7, plain("a", 4, 180)), on(7, plain("a", 4, 190))), runs(on(7, plain("a", 4, 180)), on(8, plain("a", 4, 190)))},
	// Of five systems and more.
	"finding.same-run-many":  {five(), five(queries(1.001), queries(1.002), queries(1.003), queries(1.004))},
	"finding.durations-many": {five(sec(100), sec(100), sec(112)), five(sec(100), sec(109))},
	"finding.one-step-many":  {five(pct(95, 70.55), pct(95, 71.83), pct(99, 80), pct(99, 90), pct(99, 99)), five(pct(95, 70.55), pct(95, 73.13), pct(99, 80), pct(99, 90), pct(99, 99))},
	"finding.settings-many":  {five(setting("tables", "4"), setting("tables", "8")), five(setting("db", "4"), setting("db", "8"))},
}

type change func(r *parse.Run)

func with(cs ...change) *parse.Run {
	r := plain("a", 4, 180)
	for _, c := range cs {
		c(r)
	}
	return r
}

// ofKinds are kinds of transaction, the last of which has the latency of the run.
func ofKinds(names ...string) change {
	return func(r *parse.Run) {
		for i, n := range names {
			k := parse.Kind{Name: n}
			if i == len(names)-1 {
				k.Latency = r.Latency
			}
			r.Kinds = append(r.Kinds, k)
		}
	}
}

func runs(rs ...*parse.Run) []*parse.Run { return rs }

func one(cs ...change) []*parse.Run { return runs(with(cs...)) }

// two are systems a and b, changed each.
func two(cs ...change) []*parse.Run { return systems(2, cs) }

func five(cs ...change) []*parse.Run { return systems(5, cs) }

func systems(n int, cs []change) []*parse.Run {
	var rs []*parse.Run
	for i := range n {
		r := plain(string(rune('a'+i)), 4, 180)
		if i < len(cs) {
			cs[i](r)
		}
		rs = append(rs, r)
	}
	return rs
}

func on(line int, r *parse.Run) *parse.Run {
	r.Source.Line = line
	return r
}

func pct(rank, ms float64) change {
	return func(r *parse.Run) { r.Latency.Pct = append(r.Latency.Pct, parse.Percentile{Rank: rank, Ms: ms}) }
}
func max50(r *parse.Run)          { r.Latency.Max = parse.Some(50) }
func errors(n float64) change     { return func(r *parse.Run) { r.Errors = parse.Some(n) } }
func reconnects(n float64) change { return func(r *parse.Run) { r.Reconnects = parse.Some(n) } }
func slower(f float64) change     { return func(r *parse.Run) { r.Latency.Avg.V *= f } }
func queries(f float64) change    { return func(r *parse.Run) { r.Queries.V *= f } }
func rate(r *parse.Run)           { r.TargetRate = parse.Some(200) }
func sec(v float64) change {
	return func(r *parse.Run) {
		f := v / r.ElapsedSec.V
		r.ElapsedSec.V, r.Transactions.V, r.Queries.V = v, r.Transactions.V*f, r.Queries.V*f
	}
}

func fairness(sd float64) change {
	return func(r *parse.Run) { r.Fairness = &parse.Fairness{EventsAvg: 100, EventsStddev: sd} }
}

func printed(tps float64) change {
	return func(r *parse.Run) { r.Printed = []parse.Measure{{Metric: "tps", Value: tps}} }
}

func setting(key, value string) change {
	return func(r *parse.Run) { r.Config = []parse.Setting{{Key: key, Value: value}} }
}

func lines(tps ...float64) change { return func(r *parse.Run) { logged(r, tps...) } }

func cut(r *parse.Run) { r.Status, r.Series.Count = parse.Truncated, 30 }

func folded(stalls int) change {
	return func(r *parse.Run) { r.Series.Count, r.Series.Stalls = 100, stalls }
}

func queue(step float64) change {
	return func(r *parse.Run) {
		logged(r, 180, 180, 180, 180, 180, 180, 180, 180, 180)
		for i := range r.Intervals {
			r.Intervals[i].QueueLen = parse.Some(step * float64(i))
		}
	}
}

// warming is a run of 300 s around 180 a second, half of that in its first seconds.
func warming(seconds int) change {
	return func(r *parse.Run) {
		for i := range 300 {
			v := 180 + 0.5*float64(i%2)
			if i < seconds {
				v -= 90
			}
			logged(r, v)
			r.Intervals[i].TimeSec = float64(i + 1)
		}
		r.Series.Count = 300
	}
}

func passes(factors ...float64) []*parse.Run {
	var rs []*parse.Run
	for _, threads := range []int{2, 4, 8} {
		for k, f := range factors {
			r := plain("a", threads, 50*float64(threads)*f)
			r.Repeat = k + 1
			rs = append(rs, r)
		}
	}
	return rs
}

// tails are levels whose p95 is so many times the average.
func tails(times ...float64) []*parse.Run {
	var rs []*parse.Run
	for i, f := range times {
		r := plain("a", 2<<i, 100*float64(i+1))
		pct(95, f*r.Latency.Avg.V)(r)
		rs = append(rs, r)
	}
	return rs
}

func TestEveryKindOfFindingIsFoundAndIsNotFoundWhereItNarrowlyFails(t *testing.T) {
	files, err := filepath.Glob("find*.go")
	require.NoError(t, err)
	code := regexp.MustCompile(`"(finding\.[a-z0-9-]+)"`)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range code.FindAllSubmatch(text, -1) {
			if _, ok := kinds[string(m[1])]; !ok {
				t.Errorf("no test finds %s", m[1])
			}
		}
	}
	for code, k := range kinds {
		t.Run(code, func(t *testing.T) {
			found := byCode(k.has...)[code]
			require.NotEmpty(t, found)
			for _, f := range found {
				assert.NotContains(t, f.Note.String(), "%!")
				assert.NotContains(t, fmt.Sprint(f.Note.Args...), "NaN")
			}
			assert.Empty(t, byCode(k.not...)[code])
		})
	}
}

func TestFindingsSayWhatTheyRestOn(t *testing.T) {
	stall := byCode(one(folded(3))...)["finding.stall-lines"]
	require.Len(t, stall, 1)
	assert.Equal(t, []any{"3"}, stall[0].Note.Args)
	assert.Equal(t, 4, stall[0].Threads)

	kinds := byCode(one(ofKinds("PAYMENT", "DELIVERY"))...)["finding.kinds"]
	assert.Contains(t, kinds[0].Note.String(), "the latency is that of delivery alone (not of: payment)")
	few := byCode(runs(with(errors(3)), plain("a", 8, 300), plain("a", 2, 100))...)["finding.errors-few"]
	require.Len(t, few, 1)
	assert.Equal(t, []any{"1"}, few[0].Note.Args, "runs, not errors")
	assert.Len(t, few[0].Sources, 1)
	assert.Equal(t, analysis.Info, few[0].Severity)

	same := byCode(two()...)["finding.same-run"]
	require.Len(t, same, 1)
	assert.Equal(t, []any{"a", "b", "4"}, same[0].Note.Args)
	assert.Len(t, same[0].Sources, 2)

	single := byCode(append(systems(3, nil), plain("a", 4, 190), plain("a", 8, 300), plain("c", 4, 170))...)["finding.some-one-run"]
	require.Len(t, single, 1)
	assert.Equal(t, []any{"a: 8; b: 4"}, single[0].Note.Args)
	single = byCode(append(systems(7, nil), plain("a", 4, 190))...)["finding.some-one-run"]
	require.Len(t, single, 1)
	assert.Equal(t, []any{"b, c, d, e … (6): 4"}, single[0].Note.Args, "the same levels once")

	warm := byCode(one(warming(60))...)["finding.warmup"]
	require.Len(t, warm, 1)
	assert.Equal(t, []any{"60", "−10.0"}, warm[0].Note.Args) // (60·90 + 240·180)/300 = 162 is a tenth below 180
	rates := byCode(one(lines(186, 186, 186, 186, 186))...)["finding.lines-rate"]
	require.Len(t, rates, 1)
	assert.Equal(t, []any{"186.00", "180.00", "+3.3"}, rates[0].Note.Args)
}
