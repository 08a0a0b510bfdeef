package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

func TestAnIntervalAndItsEstimateHaveTheSameDecimals(t *testing.T) {
	of := func(v, low, high float64) analysis.Estimate {
		return analysis.Estimate{Value: parse.Some(v), Low: parse.Some(low), High: parse.Some(high), Confidence: 0.95, N: 3, Method: "method.t"}
	}
	value, interval := estimate(of(0.00558, -0.0512, 0.3124))
	assert.Equal(t, "0.01 [−0.05, 0.31]", value+" "+interval)
	value, interval = estimate(of(0.05, 0.0471, 0.0529))
	assert.Equal(t, "0.0500 [0.0471, 0.0529]", value+" "+interval)
	value, interval = estimate(analysis.Estimate{Value: parse.Some(0.00558)})
	assert.Equal(t, "0.00558", value)
	assert.Empty(t, interval)
	assert.Equal(t, "+0.01 [−0.05, 0.31]", added(of(0.00558, -0.0512, 0.3124)))
	assert.Equal(t, "0.00 [−0.31, 0.32]", added(of(0.0021, -0.31, 0.32)), "what rounds to zero has no sign")
}
