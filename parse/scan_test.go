package parse

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNumbersAreTheNearestFloatsAsStrconvReadsThem(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	texts := []string{"0", "0.00", "0.1", ".5", "5.", "1234567.89", "12345678.90", "99999999", "18451556959375273984.00",
		"123456789012345", "1234567890123456.7", "0.000000000000001", "7.125", "9007199254740993"}
	for range 20_000 {
		texts = append(texts, fmt.Sprintf("%.*f", rng.IntN(5), rng.Float64()*pow10[rng.IntN(10)]))
	}
	for _, s := range texts {
		want, err := strconv.ParseFloat(s, 64)
		assert.NoError(t, err)
		for _, tail := range []string{"", " qps: 1.00 and more", "/", ") lat (ms", "\n", "x34567890123"} {
			v, end := decimal([]byte("tps: "+s+tail), 5)
			if !assert.Equal(t, want, v, s+tail) || !assert.Equal(t, 5+len(s), end, s+tail) {
				return
			}
		}
	}
}

func TestWhatIsNoNumberIsRefused(t *testing.T) {
	for _, s := range []string{"", ".", "x", "-1", " 1", "NaN", strings.Repeat(":", 20), strings.Repeat("/", 20)} {
		_, end := decimal([]byte(s), 0)
		assert.Equal(t, -1, end, s)
	}
}
