package report_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/report"
)

// mixed is fio's JSON of a file that holds two workloads.
const mixed = `{"fio version":"fio-3.33","jobs":[
{"jobname":"log","groupid":0,"error":0,"job options":{"rw":"write","bs":"4k"},"write":{"iops":200,"runtime":10000,"total_ios":2000,"clat_ns":{"mean":50000,"N":2000,"percentile":{"99.000000":89100}}}},
{"jobname":"read","groupid":0,"error":0,"job options":{"rw":"randread","bs":"4k"},"read":{"iops":500,"runtime":10000,"total_ios":5000,"clat_ns":{"mean":70000,"N":5000,"percentile":{"99.000000":750000}}}}]}
`

func mixedNotebook(t *testing.T, notebook string) (string, error) {
	t.Helper()
	return markdown(t, fstest.MapFS{
		"n.md":   {Data: []byte(notebook)},
		"a.json": {Data: []byte(mixed)},
		"b.json": {Data: []byte(strings.ReplaceAll(mixed, "randread", "read"))},
	})
}

// markdown is what the notebook n.md of a file system becomes.
func markdown(t *testing.T, fsys fstest.MapFS) (string, error) {
	t.Helper()
	n, err := report.Load(fsys, "n.md")
	if err != nil {
		return "", err
	}
	d, err := n.Run()
	if err != nil {
		return "", err
	}
	files, err := d.Render(report.Markdown, "README.md")
	require.NoError(t, err)
	for _, f := range files {
		if f.Name == "README.md" {
			return string(f.Data), nil
		}
	}
	t.Fatal("no README.md")
	return "", nil
}

func TestASystemIsChosenByItsWorkloadWhereAFileHoldsSeveral(t *testing.T) {
	text, err := mixedNotebook(t, `---
title: Two workloads
systems:
  log: {data: {file: a.json, table: fio write}}
  read: {data: {file: a.json, table: randread}}
---
{{ workload }}: {{ p99 "log" (at 1) }}, {{ p99 "read" (at 1) }}, {{ added "p99" "log" vs "read" (at 1) | bare }}
`)
	require.NoError(t, err)
	assert.Contains(t, text, "fio write 4k, fio randread 4k: 0.0891 ms, 0.75 ms, −0.66 ms")
}

func TestRunsOfSeveralWorkloadsAreNoLevelsOfOneSystem(t *testing.T) {
	_, err := mixedNotebook(t, "---\ntitle: x\nsystems:\n  read: {data: {file: [a.json, b.json], table: read}}\n---\n")
	require.Error(t, err)
	assert.Contains(t, err.Error(), `hold 2 workloads, which are no levels of one system: "fio randread 4k", "fio read 4k"`)
}

// The summary of the run at 4 threads: 5130 PAYMENTs in 30.0 s, 13.6 ms at their 95th percentile.
func TestASystemMayBeOneKindOfTransaction(t *testing.T) {
	log, err := os.ReadFile("../testdata/logs/gotpc/tpcc-run-t4.log")
	require.NoError(t, err)
	head := "---\ntitle: T\nsystems:\n  A:\n    data: {file: a-t4.log, pattern: 't{threads}.log', transaction: %s}\n---\n"
	load := func(kind string) (string, error) {
		return markdown(t, fstest.MapFS{"a-t4.log": {Data: log},
			"n.md": {Data: []byte(fmt.Sprintf(head, kind) + `{{ tps "A" (at 4) }} and {{ p95 "A" (at 4) }} of {{ workload }}.`)}})
	}
	text, err := load("payment")
	require.NoError(t, err)
	assert.Contains(t, text, "171.00 and 13.60 ms of go-tpc tpcc PAYMENT.")
	_, err = load("refund")
	assert.ErrorContains(t, err, "transaction refund: a-t4.log:1: no such kind; kinds are: delivery, new_order, order_status, payment, stock_level")
}
