package report

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sbstat/sbstat/parse"
)

func TestMillisecondsAndTheirIntervalHaveTheSameDecimals(t *testing.T) {
	r := &result{decimals: -1, print: plusMeasured(-1, " ms"), unit: "ms",
		parts: []amount{{v: 0.00558, low: parse.Some(-0.0512), high: parse.Some(0.3124), confidence: 0.95}}}
	assert.Equal(t, "+0.01 ms (95 % interval: −0.05 ms to +0.31 ms)", r.in("en"))
	r.bare = true
	assert.Equal(t, "+0.00558 ms", r.in("en"), "alone it has the digits that it needs")
	r.bare, r.decimals = false, 3
	assert.Equal(t, "+0.006 ms (95 % interval: −0.051 ms to +0.312 ms)", r.in("en"), "as asked for")
	r.decimals, r.print = -1, printLatency
	assert.Equal(t, "0.01 ms (95 % interval: −0.05 ms to 0.31 ms)", r.in("en"))
}
