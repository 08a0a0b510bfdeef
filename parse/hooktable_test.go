package parse

import (
	"strings"
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

func TestObjectsOfTheJSONHookAloneAreARun(t *testing.T) {
	text := logText(t, "sb10/options/hook-report_json.log")
	whole := read(t, text, Options{}).Runs[0]
	alone := read(t, text[strings.Index(text, "[\n"):strings.Index(text, "]\n")+2], Options{})
	require.Len(t, alone.Runs, 1)
	r := alone.Runs[0]
	assert.Equal(t, Truncated, r.Status)
	assert.Equal(t, 4, r.Threads)
	assert.Equal(t, whole.Series.Count, r.Series.Count)
	assert.Equal(t, whole.Series.TPS, r.Series.TPS)
	assert.Empty(t, read(t, "[\n{\n\"time\": 5,\n\"name\": 7,\n\"threads\": 7,\n}\n]\n", Options{}).Runs)
}

func TestTheLinesOfTheHookAreASeriesUnderAnyHeaderAndWithoutOne(t *testing.T) {
	lines := "1,16,101,2001,1400,400,201,224.00,0.10,0.00\n2,16,102,2002,1400,400,202,224.00,0.10,0.00\n3,16,103,2003,1400,400,203,224.00,0.10,0.00\n"
	for name, head := range map[string]string{
		"none":          "",
		"plain words":   "time,threads,tps,qps,reads,writes,other,latency,errors,reconnects\n",
		"short":         "time,thds,tps,qps,r,w,o,lat,err/s,reconn/s\n",
		"with the rank": "Time,Threads,TPS,QPS,Reads,Writes,Other,P95,Errors,Reconnects\n",
	} {
		res := read(t, head+lines, Options{})
		require.Len(t, res.Runs, 1, name)
		r := res.Runs[0]
		assert.Equal(t, 3, r.Series.Count, name)
		assert.Equal(t, 16, r.Threads, name)
		assert.False(t, r.Latency.Avg.OK, name)
		assert.False(t, r.Errors.OK, "errors a second are no count")
	}
	for name, text := range map[string]string{
		"the parts do not add up": "1,16,101,2001,140,40,20,224.00,0.10,0.00\n2,16,101,2001,140,40,20,224.00,0.10,0.00\n",
		"no whole second":         "1.5,16,101,2001,1400,400,201,224.00,0.10,0.00\n2.5,16,101,2001,1400,400,201,224.00,0.10,0.00\n",
	} {
		assert.Empty(t, read(t, text, Options{}).Runs, name)
	}
}
