package analysis

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Five seconds of ramp, then steady but for a stall from 100 to 110 s: the warm-up
// ends with the ramp, not with the stall.
func TestAStallIsNoWarmUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var x []float64
	for i := range 300 {
		v := 400 + 20*rng.Float64()
		switch {
		case i < 5:
			v = 100
		case i >= 100 && i < 110:
			v = 0
		}
		x = append(x, v)
	}
	plain, ok := MSER5(x)
	require.True(t, ok)
	require.GreaterOrEqual(t, plain, 110, "the rule alone falls for the stall")
	cut, ok := warmup(x)
	require.True(t, ok)
	assert.Equal(t, 5, cut)
}
