package analysis_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

// numbers are what a measurement fixes of a run, field by field.
func numbers(r *parse.Run) []any {
	pct, printed := r.Latency.Pct, r.Printed
	if len(pct) == 0 {
		pct = nil
	}
	if len(printed) == 0 {
		printed = nil
	}
	return []any{r.Transactions, r.Queries, r.Events, r.Reads, r.Writes, r.Others, r.Errors, r.Reconnects, r.ElapsedSec,
		r.Latency.Min, r.Latency.Avg, r.Latency.Max, r.Latency.Sum, pct, printed, r.Series}
}

// telling counts the numbers of a run that are not zero.
func telling(r *parse.Run) int {
	n := 0
	for _, v := range numbers(r)[:13] {
		if v.(parse.Num).V != 0 {
			n++
		}
	}
	for _, p := range r.Latency.Pct {
		if n++; p.Ms != 0 { // and its rank
			n++
		}
	}
	for _, p := range r.Printed {
		if p.Value != 0 {
			n++
		}
	}
	return max(n, r.Series.Count)
}

// The copies are those that a search through all pairs finds.
func TestCopiesAreTheRunsWithAllNumbersOfAnEarlierRunOfTheirLevel(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	few := func() float64 { return []float64{0, 95, 95, 100}[rng.IntN(4)] }
	num := func(chance int) parse.Num { // one in so many is there
		if rng.IntN(chance) > 0 {
			return parse.Num{}
		}
		return parse.Some(few())
	}
	copies := 0
	for range 300 {
		var runs []*parse.Run
		for i := range 60 {
			r := &parse.Run{Source: parse.Source{File: "f", Line: i + 1}, System: string(rune('a' + rng.IntN(2))), Threads: []int{0, 4}[rng.IntN(2)],
				Transactions: num(1), Errors: num(4), Latency: parse.Latency{Avg: num(4)}}
			for range rng.IntN(2) {
				r.Latency.Pct = append(r.Latency.Pct, parse.Percentile{Rank: 95, Ms: few()})
			}
			for _, m := range []string{"tps", "qps"} {
				if rng.IntN(3) == 0 {
					r.Printed = append(r.Printed, parse.Measure{Metric: m, Value: few()})
				}
			}
			if rng.IntN(4) == 0 {
				r.Series.Count = rng.IntN(5)
			}
			if rng.IntN(8) == 0 {
				r.Status = parse.Failed
			}
			runs = append(runs, r)
		}
		isCopy := map[*parse.Run]bool{}
		for i, r := range runs {
			for _, earlier := range runs[:i] {
				if r.Status != parse.Failed && earlier.Status != parse.Failed && earlier.System == r.System && earlier.Threads == r.Threads &&
					telling(r) >= 3 && reflect.DeepEqual(numbers(r), numbers(earlier)) {
					isCopy[r] = true
				}
			}
		}
		seen := 0
		for _, s := range analysis.Sweeps(runs) {
			for _, l := range s.Levels {
				for _, r := range l.Runs {
					assert.False(t, isCopy[r], "%+v", r)
				}
				for _, r := range l.Copies {
					require.NotEmpty(t, l.Runs)
					assert.True(t, isCopy[r], "%+v", r)
					copies++
				}
				seen += len(l.Runs) + len(l.Copies) + len(l.Failed)
			}
		}
		assert.Equal(t, len(runs), seen, "none is lost")
	}
	assert.Greater(t, copies, 100)
}

func BenchmarkSweeps20000Repeats(b *testing.B) {
	var runs []*parse.Run
	for i := range 20_000 {
		r := plain("a", 1<<(i%8), 100+float64(i))
		r.Config = []parse.Setting{{Key: "run", Value: fmt.Sprint(i)}}
		runs = append(runs, r)
	}
	for b.Loop() {
		analysis.Sweeps(runs)
	}
}
