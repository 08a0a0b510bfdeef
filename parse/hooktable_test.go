package parse

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const csvHead = "time,threads,tps,qps,reads,writes,other,latency,err/s,reconn/s\n"

func TestLinesOfReportCSVBelowAHeaderAreTheIntervalsOfOneRunALevel(t *testing.T) {
	res := read(t, "m6g:\n"+csvHead+
		"1,16,100.5,2000,1400,400,200,15.2,0.00,0.00\n2,16,110.5,2200,1540,440,220,16.2,0.00,0.00\n3,16,120.5,2400,1680,480,240,17.2,1.00,0.00\n"+
		"1,32,200,4000,2800,800,400,25.2,0.00,0.00\n2,32,210,4200,2940,840,420,26.2,0.00,0.00\n", Options{})
	require.Len(t, res.Runs, 2)
	r := res.Runs[0]
	assert.Equal(t, "m6g", r.System)
	assert.Equal(t, 16, r.Threads)
	assert.Equal(t, Truncated, r.Status, "there is no summary")
	assert.Equal(t, 3, r.Series.Count)
	assert.Len(t, r.Intervals, 3)
	assert.False(t, r.Latency.Avg.OK, "the latency of an interval is a percentile")
	v, ok := r.Value(TPS)
	assert.True(t, ok)
	assert.InDelta(t, 110.5, v, 1e-9)
	assert.Equal(t, 32, res.Runs[1].Threads)
	assert.Equal(t, 2, res.Runs[1].Series.Count)
}

func TestRowsBelowThatHeaderWhoseTimeDoesNotGoOnAreARunEach(t *testing.T) {
	res := read(t, csvHead+"60,16,100,2000,1400,400,200,15.2,0,0\n60,32,200,4000,2800,800,400,25.2,0,0\n", Options{})
	require.Len(t, res.Runs, 2)
	assert.Equal(t, []int{16, 32}, []int{res.Runs[0].Threads, res.Runs[1].Threads})
	assert.Equal(t, Some(60), res.Runs[0].ElapsedSec)
	one := read(t, csvHead+"60,16,100,2000,1400,400,200,15.2,0,0\n", Options{})
	require.Len(t, one.Runs, 1)
	assert.Equal(t, Complete, one.Runs[0].Status)
}
