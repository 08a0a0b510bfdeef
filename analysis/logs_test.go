package analysis_test

import (
	"context"
	"math"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

// quietSweep reads the sweep of two configurations with three repeats at six levels.
func quietSweep(t *testing.T) (a, b *analysis.Sweep) {
	t.Helper()
	files, err := filepath.Glob("../testdata/logs/sb10/sweep-quiet/*.log")
	require.NoError(t, err)
	require.Len(t, files, 36)
	results, err := parse.Files(context.Background(), files, parse.Options{Name: "{system}-rep{repeat}-t{threads}.log"})
	require.NoError(t, err)
	var runs []*parse.Run
	for _, r := range results {
		runs = append(runs, r.Runs...)
	}
	ss := analysis.Sweeps(runs)
	require.Len(t, ss, 2)
	return ss[0], ss[1]
}

func TestRealRepeatsGiveIntervalsAndAVerdictWhereTheyCarryOne(t *testing.T) {
	a, b := quietSweep(t)
	c := compare(t, a, b, parse.TPS, analysis.CompareOptions{})
	require.Len(t, c.Levels, 6)
	for _, l := range c.Levels {
		assert.True(t, l.Delta.HasInterval())
		assert.Equal(t, "method.log-ratio-t", l.Delta.Method)
		assert.NotEqual(t, analysis.NoVerdict, l.Verdict)
		assert.False(t, l.RankP.OK, "three repeats are too few for a rank test")
	}
	// No durable flush at each commit (B) is faster; over all levels the repeats show it, and at
	// 1 thread, where they scatter by half, they do not.
	assert.Equal(t, analysis.Better, c.Overall.Verdict)
	assert.Equal(t, analysis.Inconclusive, c.Levels[0].Verdict)
	assert.Greater(t, c.Levels[0].MoreRepeats, 10)
	assert.True(t, c.Overall.Measured.Low.V > 0.05)
	assert.NotEqual(t, c.Overall.Spread.Low, c.Overall.Measured.Low, "the spread across levels is another thing")
}

func TestOneRunOfALogGivesNoVerdictHoweverManySecondsItHas(t *testing.T) {
	a, b := quietSweep(t)
	one := func(s *analysis.Sweep) *analysis.Sweep {
		var runs []*parse.Run
		for _, l := range s.Levels {
			runs = append(runs, l.Runs[0])
		}
		return analysis.Sweeps(runs)[0]
	}
	c := compare(t, one(a), one(b), parse.TPS, analysis.CompareOptions{})
	for _, l := range c.Levels {
		assert.Equal(t, analysis.NoVerdict, l.Verdict)
		assert.False(t, l.Delta.HasInterval())
	}
}

func TestAShortRunHasNoIntervalOfItsOwn(t *testing.T) {
	a, _ := quietSweep(t)
	s := analysis.SteadinessOf(a.Levels[0].Runs[0], parse.TPS, 0, 0.95)
	assert.Equal(t, 10, s.N)
	assert.False(t, s.Mean.HasInterval())
	assert.Equal(t, []string{"run too short: 10 interval lines, 100 are needed"}, notesOf(s.Mean.Notes))
}

func longRun(t *testing.T) *parse.Run {
	t.Helper()
	res, err := parse.File("../testdata/logs/sb10/long/rw-120s-ftwrl.log", parse.Options{})
	require.NoError(t, err)
	return res.Runs[0]
}

func TestALockOfFiveSecondsIsAStallOfThisRun(t *testing.T) {
	s := analysis.SteadinessOf(longRun(t), parse.TPS, 0, 0.95)
	assert.Equal(t, []analysis.Span{{FromSec: 55, ToSec: 60}}, s.Stalls)
	assert.Equal(t, 120, s.N)
	assert.Equal(t, "method.batch-means", s.Mean.Method)
	assert.Contains(t, notesOf(s.Notes), "describes this run alone; says nothing about the next one")
	// Seconds that depend on each other tell less than 120 independent ones.
	assert.Less(t, s.Effective.V, 60.0)
	assert.Greater(t, s.Lag1.V, 0.5)

	after := analysis.SteadinessOf(longRun(t), parse.TPS, 60, 0.95)
	assert.Empty(t, after.Stalls)
	assert.Equal(t, 60, after.N)
}

func TestAWarmUpIsCutOnlyWhenAskedAndLeavesNoTotalsBehind(t *testing.T) {
	r := longRun(t)
	cut, err := analysis.AfterWarmup(r, 60)
	require.NoError(t, err)
	var sum float64
	for _, iv := range r.Intervals[60:] {
		sum += iv.TPS.V
	}
	tps, ok := cut.Value(parse.TPS)
	require.True(t, ok)
	assert.InDelta(t, sum/60, tps, 1e-9)
	assert.False(t, cut.Transactions.OK || cut.Latency.Avg.OK || len(cut.Latency.Pct) > 0)
	assert.Equal(t, 60.0, cut.ElapsedSec.V)
	assert.Len(t, r.Intervals, 120, "the run itself is unchanged")
	require.NotEmpty(t, cut.Problems)
	assert.Contains(t, cut.Problems[len(cut.Problems)-1].Msg, "the first 60 s were cut as warm-up")

	_, err = analysis.AfterWarmup(r, 500)
	assert.ErrorContains(t, err, "nothing is left after 500 s; the last interval line is at 120 s")
	_, err = analysis.AfterWarmup(r, -1)
	assert.Error(t, err)
	_, err = analysis.AfterWarmup(&parse.Run{}, 5)
	assert.ErrorContains(t, err, "run sysbench with --report-interval=1")
}

func TestARunWithoutIntervalLinesSaysSo(t *testing.T) {
	s := analysis.SteadinessOf(&parse.Run{}, parse.TPS, 0, 0)
	assert.Equal(t, []string{"no interval lines: run sysbench with --report-interval=1"}, notesOf(s.Notes))
	s = analysis.SteadinessOf(longRun(t), parse.MiBps, 0, 0)
	assert.Equal(t, []string{"the interval lines hold no mibps"}, notesOf(s.Notes))
}

func TestACutThatIsNoNumberOfSecondsCutsNothing(t *testing.T) {
	whole := analysis.SteadinessOf(longRun(t), parse.TPS, 0, 0.95)
	for _, cut := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), -5} {
		assert.Equal(t, whole, analysis.SteadinessOf(longRun(t), parse.TPS, cut, math.NaN()))
	}
}

func TestAWarmUpIsProposedInSecondsOfTheRun(t *testing.T) {
	var lines []float64
	for i := range 200 {
		v := 1000 + float64(i*7919%13)
		if i < 40 {
			v = 500
		}
		lines = append(lines, v)
	}
	s := analysis.SteadinessOf(logged(plain("a", 4, 900), lines...), parse.TPS, 0, 0.95)
	assert.Equal(t, 40.0, s.WarmupSec.V)
	assert.Contains(t, notesOf(s.Notes), "the first 40 s look like warm-up (MSER-5): proposed, not cut")
	assert.Equal(t, 200, s.N, "nothing was cut")
	s = analysis.SteadinessOf(logged(plain("a", 4, 900), lines...), parse.TPS, 40, 0.95)
	assert.Equal(t, 40.0, s.WarmupSec.V, "nothing more to cut")
	assert.Equal(t, 160, s.N)
}

func TestMergedHistogramsOfALogAgreeWithItsOwnPercentile(t *testing.T) {
	res, err := parse.File("../testdata/logs/sb10/options/histogram.log", parse.Options{})
	require.NoError(t, err)
	r := res.Runs[0]
	require.NotNil(t, r.Histogram)
	l := analysis.Sweeps(res.Runs)[0].Levels[0]
	printed, ok := r.Value(parse.P95)
	require.True(t, ok)
	e := l.MergedPercentile(95)
	assert.InDelta(t, printed, e.Value.V, 0.006, "sysbench's own percentile, rounded to two decimals")
	assert.Equal(t, "method.bucket", e.Method)
}
