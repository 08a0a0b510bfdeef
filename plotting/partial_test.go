package plotting

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

func TestAFigureOfPartOfARunSaysWhichPart(t *testing.T) {
	read, err := parse.File("../testdata/logs/sb10/options/histogram-checkpoints.log", parse.Options{})
	require.NoError(t, err)
	merged := analysis.Sweeps(read.Runs)[0].Levels[0].Merged()
	for name, draw := range map[string]func([]*parse.Run, Options) (*Figure, error){"histogram": Histogram, "cdf": CDF} {
		fig, err := draw([]*parse.Run{merged}, Options{})
		require.NoError(t, err)
		require.Len(t, fig.Notes, 1, name)
		assert.Contains(t, fig.Notes[0], "only the time since the last checkpoint, at 4 s", name)
	}

	// The line at 4 s has 1.8e19 TPS, a counter below zero.
	read, err = parse.File("../testdata/logs/sb05/oltp-t4-checkpoints.log", parse.Options{})
	require.NoError(t, err)
	fig, err := Timeline(read.Runs, Options{})
	require.NoError(t, err)
	require.Len(t, fig.Notes, 1)
	assert.Contains(t, fig.Notes[0], "interval lines without a possible TPS, left as gaps: 1")
}
