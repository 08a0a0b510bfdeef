package analysis_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

func TestRunsOfUnknownLevelAreNoRepeatsOfEachOther(t *testing.T) {
	runs := []*parse.Run{plain("a", 4, 180), plain("a", 0, 100), plain("a", 0, 400), plain("a", 4, 190), plain("a", 0, 100)}
	s := analysis.Sweeps(runs)[0]
	require.Len(t, s.Levels, 3)
	for i, tps := range []float64{100, 400} { // each a level by itself, in input order
		l := &s.Levels[i]
		assert.Zero(t, l.Threads)
		e := l.Mean(parse.TPS, 0.95)
		assert.InDelta(t, tps, e.Value.V, 1e-9)
		assert.False(t, e.HasInterval())
	}
	assert.Len(t, s.Levels[0].Copies, 1, "a copy is known by its numbers, whatever the level")
	assert.Empty(t, s.Levels[1].Copies)
	assert.Len(t, s.Levels[2].Runs, 2)
	assert.Nil(t, s.Level(0), "no level has 0 threads")
}

func TestRunsOfUnknownLevelAreNeverCompared(t *testing.T) {
	unknown := func(system string, tps float64) *analysis.Sweep {
		return analysis.Sweeps([]*parse.Run{plain(system, 0, tps)})[0]
	}
	a, b := unknown("a", 100), unknown("b", 200)
	_, err := analysis.Compare(a, b, parse.TPS, analysis.CompareOptions{})
	require.ErrorContains(t, err, `"a": level unknown`)
	require.ErrorContains(t, err, "threads=N")
	_, err = analysis.Scaling(a, 0)
	require.ErrorContains(t, err, "level unknown")
	_, err = analysis.CapacityAt(a, analysis.SLO{Metric: parse.Avg, LimitMs: 100}, 0)
	require.ErrorContains(t, err, "level unknown")
	_, err = analysis.CostAtPeak(a, []analysis.Price{{Amount: 1, Currency: "USD", Per: "hour"}}, 0)
	require.ErrorContains(t, err, "level unknown")
	_, err = analysis.Ranking([]*analysis.Sweep{a, b}, parse.TPS, analysis.CompareOptions{})
	require.Error(t, err)

	s := analysis.Sweeps([]*parse.Run{plain("a", 4, 180), plain("a", 0, 900), plain("b", 4, 190), plain("b", 0, 100)})
	c, err := analysis.Compare(s[0], s[1], parse.TPS, analysis.CompareOptions{})
	require.NoError(t, err)
	require.Len(t, c.Levels, 1)
	assert.Equal(t, 4, c.Levels[0].Threads)
	assert.Contains(t, c.Notes, analysis.Note{Code: "note.level-unknown", Args: []any{"a", "1"}}, "what is left out is said")
	peak, err := analysis.CostAtPeak(s[0], []analysis.Price{{Amount: 1, Currency: "USD", Per: "hour"}}, 0)
	require.NoError(t, err)
	assert.Equal(t, 4, peak.Threads)
}
