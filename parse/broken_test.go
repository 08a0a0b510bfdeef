package parse

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hardWrapped breaks the lines of a text as a terminal of a width does.
func hardWrapped(text string, width int) string {
	var b strings.Builder
	for l := range strings.Lines(text) {
		l = strings.TrimSuffix(l, "\n")
		for len(l) > width {
			b.WriteString(l[:width] + "\n")
			l = l[width:]
		}
		b.WriteString(l + "\n")
	}
	return b.String()
}

func TestLinesThatATerminalBrokeAreWhole(t *testing.T) {
	text := run10(interval10(1, 16, 101)+interval10(2, 16, 102)+interval10(3, 16, 103), 16)
	want := essence(read(t, text, Options{}).Runs[0])
	for width := 66; width <= 130; width++ {
		res := read(t, hardWrapped(text, width), Options{})
		require.Len(t, res.Runs, 1, width)
		got := res.Runs[0]
		require.Len(t, got.Intervals, 3, width)
		assert.Equal(t, Some(12.5), got.Intervals[0].LatencyMs, width)
		assert.Equal(t, Some(102), got.Intervals[1].TPS, width)
		assert.Equal(t, want, essence(got), width)
		assert.Empty(t, res.Problems, width)
	}
}

func TestABrokenLineWithoutItsOtherHalfIsReadAsItStands(t *testing.T) {
	half := "[ 2s ] thds: 16 tps: 102.00 qps: 2040.00 (r/w/o: 1428.00/408.00/204.00) lat (ms,95%): 22"
	for name, text := range map[string]string{
		"at the end":               interval10(1, 16, 101) + half,
		"before the next interval": interval10(1, 16, 101) + half + "\n" + interval10(3, 16, 103),
	} {
		r := read(t, text, Options{}).Runs[0]
		require.GreaterOrEqual(t, len(r.Intervals), 2, name)
		assert.Equal(t, Some(102), r.Intervals[1].TPS, name)
		for i := 1; i < len(r.Intervals); i++ {
			assert.Greater(t, r.Intervals[i].TimeSec, r.Intervals[i-1].TimeSec, name)
		}
	}
}
