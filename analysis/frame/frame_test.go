package frame_test

import (
	"bytes"
	"fmt"
	"math"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat"
	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/analysis/frame"
	"github.com/sbstat/sbstat/parse"
)

func runs(t *testing.T, file string) []*parse.Run {
	t.Helper()
	res, err := parse.FS(sbstat.Published(), file, parse.Options{})
	require.NoError(t, err)
	return res.Runs
}

func TestRunsBecomeOneRowEachWithTheDocumentedColumns(t *testing.T) {
	df := frame.Runs(runs(t, "oci-mysql-ha-vs-standalone.txt"))
	require.NoError(t, df.Err)
	assert.Equal(t, []string{
		"file", "line", "system", "repeat", "workload", "version", "threads", "status", "elapsed_sec",
		"transactions", "queries", "tps", "qps", "eps", "latency_min_ms", "latency_avg_ms", "latency_max_ms",
		"p95_ms", "errors", "reconnects", "intervals",
	}, df.Names())
	assert.Equal(t, 44, df.Nrow())
	complete := df.Filter(dataframe.F{Colname: "status", Comparator: series.Eq, Comparando: "complete"})
	assert.Equal(t, 40, complete.Nrow())
	assert.InDelta(t, 90638/300.01, df.Col("tps").Elem(0).Float(), 1e-9)
}

func TestAnAbsentNumberIsNaNInAFrameAndNeverZero(t *testing.T) {
	df := frame.Runs(runs(t, "oci-mysql-ha-vs-standalone.txt"))
	failed := df.Filter(dataframe.F{Colname: "status", Comparator: series.Eq, Comparando: "failed"})
	require.Equal(t, 4, failed.Nrow())
	for i := range 4 {
		assert.True(t, math.IsNaN(failed.Col("tps").Elem(i).Float()))
	}
	assert.True(t, math.IsNaN(df.Col("latency_max_ms").Elem(0).Float()), "the table has no maximum")
}

func TestAFrameOfNoRunsHasItsColumns(t *testing.T) {
	df := frame.Runs(nil)
	require.NoError(t, df.Err)
	assert.Equal(t, 0, df.Nrow())
	assert.Contains(t, df.Names(), "tps")
}

func TestNoComparisonIsAFrameWithAnError(t *testing.T) {
	assert.ErrorContains(t, frame.Comparison(nil).Err, "there is no comparison")
}

func ExampleComparison() {
	res, _ := parse.FS(sbstat.Published(), "aws-rds-graviton-vs-x86.txt", parse.Options{})
	sweeps := analysis.Sweeps(res.Runs)
	c, _ := analysis.Compare(sweeps[0], sweeps[1], parse.TPS, analysis.CompareOptions{})
	df := frame.Comparison(c).Select([]string{"threads", "base", "other", "delta"}).
		Filter(dataframe.F{Colname: "threads", Comparator: series.LessEq, Comparando: 8})
	var csv bytes.Buffer
	_ = df.WriteCSV(&csv)
	fmt.Print(csv.String())
	// Output:
	// threads,base,other,delta
	// 2,39.832683,44.518881,0.117647
	// 4,77.729636,91.787488,0.180856
	// 8,145.489085,184.408746,0.267509
}
