package plotting

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

func TestARunOfUnknownLevelHasNoPlaceInAFigureOverThreads(t *testing.T) {
	run := func(threads int) *parse.Run {
		return &parse.Run{System: "A", Threads: threads, Printed: []parse.Measure{{Metric: "tps", Value: 100}}, Latency: parse.Latency{Avg: parse.Some(5), Pct: []parse.Percentile{{Rank: 95, Ms: 9}}}}
	}
	unknown := analysis.Sweeps([]*parse.Run{run(0), run(0)})
	for name, draw := range map[string]func([]*analysis.Sweep, Options) (*Figure, error){"throughput": Throughput, "latency": Latency, "scaling": Scaling} {
		_, err := draw(unknown, Options{})
		assert.ErrorContains(t, err, "says its threads", name)
	}
	fig, err := Throughput(analysis.Sweeps([]*parse.Run{run(0), run(8)}), Options{})
	require.NoError(t, err)
	assert.NotContains(t, fig.AltText, "0 thread")
	assert.Contains(t, fig.AltText, "8 threads")
}
