package analysis_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

func TestNeighboursOnSysbenchsGridAre18PercentApart(t *testing.T) {
	assert.InDelta(t, 0.0182, analysis.GridStep(), 0.00005)
	for _, w := range []struct {
		a, b  float64
		steps int
	}{
		{121.08, 123.28, 1}, {123.28, 121.08, 1}, {57.87, 58.92, 1}, {45.79, 47.47, 2}, {102.97, 102.97, 0}, {7.17, 7.30, 1}, {5.57, 5.57, 0}, {1427.08, 1453.01, 1},
	} {
		steps, ok := analysis.GridSteps(w.a, w.b)
		assert.True(t, ok, "%v %v", w.a, w.b)
		assert.Equal(t, w.steps, steps, "%v %v", w.a, w.b)
	}
	for _, off := range [][2]float64{{100, 123.28}, {121.08, 122}, {0, 5.57}, {-1, 5.57}, {0.3, 0.31}} {
		_, ok := analysis.GridSteps(off[0], off[1])
		assert.False(t, ok, "%v", off)
	}
}

func TestMergedHistogramsGiveThePercentileOfAllTransactions(t *testing.T) {
	a := &parse.Histogram{Buckets: []parse.Bucket{{Ms: 1, Count: 90}, {Ms: 10, Count: 10}}}
	b := &parse.Histogram{Buckets: []parse.Bucket{{Ms: 1, Count: 100}, {Ms: 5, Count: 800}}}
	m := analysis.MergeHistograms(a, nil, b)
	assert.Equal(t, []parse.Bucket{{Ms: 1, Count: 190}, {Ms: 5, Count: 800}, {Ms: 10, Count: 10}}, m.Buckets)
	assert.Len(t, a.Buckets, 2, "the arguments are unchanged")
	for rank, want := range map[float64]float64{1: 1, 19: 1, 19.1: 5, 99: 5, 99.1: 10, 100: 10} {
		e := analysis.HistogramPercentile(m, rank)
		assert.Equal(t, want, e.Value.V, "p%v", rank)
		assert.InEpsilon(t, want/1.009, e.Low.V, 0.0005)
		assert.InEpsilon(t, want*1.009, e.High.V, 0.0005)
		assert.Equal(t, 1000, e.N)
	}
	// The mean of the two p95 (10 and 5) is not the p95 of the whole.
	l := analysis.Level{Runs: []*parse.Run{{Histogram: a}, {Histogram: b}, {}}}
	e := l.MergedPercentile(95)
	assert.Equal(t, 5.0, e.Value.V)
	assert.Equal(t, []string{"1 of 3 runs have no histogram"}, notesOf(e.Notes))
}

func TestALevelsHistogramsMakeOneRunThatNamesItsFileOnlyWhereThereIsOne(t *testing.T) {
	h := &parse.Histogram{Buckets: []parse.Bucket{{Ms: 1, Count: 5}}}
	run := func(file string, h *parse.Histogram) *parse.Run {
		return &parse.Run{System: "a", Threads: 4, Source: parse.Source{File: file, Line: 7}, Histogram: h, Transactions: parse.Some(5)}
	}
	l := analysis.Level{Threads: 4, Runs: []*parse.Run{run("x.log", nil), run("x.log", h), run("x.log", h)}}
	m := l.Merged()
	assert.Equal(t, parse.Source{File: "x.log", Line: 7}, m.Source)
	assert.Equal(t, []parse.Bucket{{Ms: 1, Count: 10}}, m.Histogram.Buckets)
	assert.False(t, m.Transactions.OK, "a total would be that of one run")
	l.Runs = append(l.Runs, run("y.log", h), run("y.log", h))
	assert.Empty(t, l.Merged().Source)
	assert.Nil(t, (&analysis.Level{Runs: []*parse.Run{run("x.log", nil)}}).Merged())
}

func TestNoHistogramGivesNoPercentile(t *testing.T) {
	assert.Nil(t, analysis.MergeHistograms(nil, nil))
	for _, h := range []*parse.Histogram{nil, {}, {Buckets: []parse.Bucket{{Ms: 1, Count: 0}}}} {
		e := analysis.HistogramPercentile(h, 95)
		assert.False(t, e.Value.OK)
		assert.Equal(t, []string{"no histogram: run sysbench with --histogram=on"}, notesOf(e.Notes))
	}
	h := &parse.Histogram{Buckets: []parse.Bucket{{Ms: 1, Count: 5}}}
	for _, rank := range []float64{0, -1, 101} {
		assert.False(t, analysis.HistogramPercentile(h, rank).Value.OK)
	}
}
