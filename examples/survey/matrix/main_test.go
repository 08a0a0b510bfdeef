package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

func TestTheCommittedMatrixIsWhatTheSourcesGive(t *testing.T) {
	want, err := matrix()
	require.NoError(t, err)
	have, err := os.ReadFile("../vendors.txt")
	require.NoError(t, err)
	assert.True(t, want == string(have), "run: go run ./examples/survey/matrix > examples/survey/vendors.txt")
}

func TestTheMatrixReadsAsItsSourcesDo(t *testing.T) {
	text, err := matrix()
	require.NoError(t, err)
	res, err := parse.ReadAll(strings.NewReader(text), "vendors.txt", parse.Options{})
	require.NoError(t, err)
	assert.Empty(t, res.Problems)
	sweeps := analysis.Sweeps(res.Runs)
	require.Len(t, sweeps, len(sources))
	for _, s := range sources {
		want, err := s.sweep()
		require.NoError(t, err)
		got, err := analysis.Find(sweeps, s.name)
		require.NoError(t, err)
		require.Len(t, got.Levels, len(want.Levels), s.name)
		for i, l := range want.Levels {
			assert.Equal(t, l.Threads, got.Levels[i].Threads)
			assert.Len(t, got.Levels[i].Runs, len(l.Runs), "%s, %d threads", s.name, l.Threads)
			assert.Equal(t, len(l.Failed) > 0, len(got.Levels[i].Failed) > 0)
			for _, m := range []parse.Metric{parse.TPS, parse.QPS, parse.Avg, parse.P95} {
				a, b := l.Values(m), got.Levels[i].Values(m)
				require.Len(t, b, len(a))
				for j := range a {
					assert.InDelta(t, a[j], b[j], 0.00501, "%s, %d threads, %s", s.name, l.Threads, m.Name)
				}
			}
		}
	}
}

func TestEachSettingHasItsKey(t *testing.T) {
	for _, s := range sources {
		assert.LessOrEqual(t, len(s.settings), len(keys), s.name)
	}
}
