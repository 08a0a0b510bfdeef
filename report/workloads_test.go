package report_test

import (
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
	n, err := report.Load(fstest.MapFS{
		"n.md":   {Data: []byte(notebook)},
		"a.json": {Data: []byte(mixed)},
		"b.json": {Data: []byte(strings.ReplaceAll(mixed, "randread", "read"))},
	}, "n.md")
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
