package main

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

func TestAGateDecidesOnSignificanceAndSize(t *testing.T) {
	loss := gate{below: true, limit: -0.05}
	rise := gate{limit: 0.05}
	delta := func(low, value, high float64) judged {
		return judged{delta: analysis.Estimate{Value: parse.Some(value), Low: parse.Some(low), High: parse.Some(high), Confidence: 0.95}}
	}
	for _, c := range []struct {
		what            string
		low, value, top float64
		want            outcome
	}{
		{"large and significant", -0.12, -0.10, -0.08, fails},
		{"large, but no difference is not excluded", -0.25, -0.10, 0.05, undecided},
		{"significant, and small for certain", -0.04, -0.03, -0.02, passes},
		{"significant, and perhaps large", -0.08, -0.04, -0.01, undecided},
		{"none, precisely", -0.02, 0, 0.02, passes},
		{"none, roughly", -0.20, 0, 0.20, undecided},
		{"the other way", 0.05, 0.10, 0.15, passes},
	} {
		assert.Equal(t, c.want, loss.judge(delta(c.low, c.value, c.top)), c.what)
		assert.Equal(t, c.want, rise.judge(delta(-c.top, -c.value, -c.low)), "mirrored: %s", c.what)
	}
}

func TestALevelThatHolmAdjustmentTakesAwayDoesNotFailAGate(t *testing.T) {
	g := gate{below: true, limit: -0.05}
	j := judged{delta: analysis.Estimate{Value: parse.Some(-0.10), Low: parse.Some(-0.19), High: parse.Some(-0.01), Confidence: 0.95}, p: parse.Some(0.12)}
	assert.Equal(t, undecided, g.judge(j))
	j.p = parse.Some(0.03)
	assert.Equal(t, fails, g.judge(j))
}

func TestWithoutAnIntervalThereIsNoGate(t *testing.T) {
	g := gate{below: true, limit: -0.05}
	assert.Equal(t, undecided, g.judge(judged{delta: analysis.Estimate{Value: parse.Some(-0.5)}}))
}

func FuzzGates(f *testing.F) {
	for _, s := range []string{"tps < -5%", "p95@2,16-64 > 10 %", "cost>5%", "tps@ < −5%", "p99.9 > .5%", "tps < -99999999999999999999999999999999999%", "x", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		gates, err := parseGates([]string{s})
		if err != nil {
			return
		}
		g := gates[0]
		if math.IsNaN(g.limit) || math.IsInf(g.limit, 0) || g.below && g.limit > 0 || !g.below && g.limit < 0 {
			t.Errorf("%q gives the limit %v", s, g.limit)
		}
		if !g.cost && g.metric.Name == "" {
			t.Errorf("%q gives no metric", s)
		}
	})
}
