package parse

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAFileNamePatternGivesSystemThreadsAndRepeat(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "m6g-xl-t16-r2.log")
	require.NoError(t, os.WriteFile(path, []byte("[ 1s ] eps: 3\n"+summary10), 0o600))
	res, err := File(path, Options{Name: "{system}-t{threads}-r{repeat}.log"})
	require.NoError(t, err)
	r := res.Runs[0]
	assert.Equal(t, "m6g-xl", r.System)
	assert.Equal(t, 2, r.Repeat)

	for _, c := range []struct {
		pattern, file string
		want          nameParts
	}{
		{"{system}/t{threads}.log", "/a/m6g/t8.log", nameParts{system: "m6g", threads: 8}},
		{"*_{system}_{workload}_{threads}.log", "x1_m5_oltp_read_only_32.log.gz", nameParts{system: "m5", workload: "oltp_read_only", threads: 32}},
		{"*t{threads}.log", "m6g-t8.log", nameParts{system: "m6g", threads: 8}},
	} {
		got, err := parseName(c.pattern, c.file)
		require.NoError(t, err)
		assert.Equal(t, c.want, *got, c.pattern)
	}
	_, err = File(path, Options{Name: "{sytem}.log"})
	assert.ErrorContains(t, err, "{sytem}")
	assert.ErrorContains(t, err, "{system}, {threads}, {repeat}, {workload}")
	_, err = File(path, Options{Metric: "tpz"})
	assert.ErrorContains(t, err, `no metric "tpz"`)
}

func TestTheUsualFileNamesNeedNoPattern(t *testing.T) {
	for _, c := range []struct {
		file            string
		header          int // threads that the run itself says, 0 for none
		system          string
		threads, repeat int
	}{
		{"logs/cfgA-rep1-t01.log", 1, "cfgA", 1, 1},
		{"logs/m6g-t16-r2.log.gz", 16, "m6g", 16, 2},
		{"m6g-r2-t16.log", 0, "m6g", 16, 2},
		{"m6g_16threads.log", 0, "m6g", 16, 0},
		{"m6g-threads-16.log", 0, "m6g", 16, 0},
		{"m6g threads=16 run 3.txt", 0, "m6g", 16, 3},
		{"mysql-8.0.33_t8_run2.log", 8, "mysql-8.0.33", 8, 2},
		{"oltp_read_only-t8.log", 8, "oltp_read_only", 8, 0},
		{"tpcc-run-t4.log", 0, "tpcc-run", 4, 0},
		{"16-threads-m6g.log", 0, "m6g", 16, 0},
		{"m6g.t16.log", 16, "m6g", 16, 0},
		{"db.t3.medium-t16.log", 16, "db.t3.medium", 16, 0},
		{"db.t3.medium.log", 16, "db.t3.medium", 16, 0},
		{"db.r6g.2xlarge-16t.log", 16, "db.r6g.2xlarge", 16, 0},
		{"nvme-1t.log", 16, "nvme-1t", 16, 0},
		{"old/t16.log", 16, "old", 16, 0},
		{"old/t16-r2.log", 16, "old", 16, 2},
		{"t16.log", 16, "t16", 16, 0},
		{"old.log", 16, "old", 16, 0},
		{"v2.log", 16, "v2", 16, 0},

		// A number alone counts only where the run has it.
		{"m6g_16.txt", 16, "m6g", 16, 0},
		{"m6g-c16.txt", 16, "m6g", 16, 0},
		{"m6g/16.log", 16, "m6g", 16, 0},
		{"st-j8.json", 8, "st", 8, 0},
		{"pg-15.log", 16, "pg-15", 16, 0},
		{"m6g_16.txt", 0, "m6g_16", 0, 0},

		// Machines are no repeats.
		{"mysql-r5.log", 16, "mysql-r5", 16, 0},
		{"r5-t16.log", 16, "r5", 16, 0},
		{"db.r5.large-t16.log", 16, "db.r5.large", 16, 0},

		// The run knows better, and then t3 was no thread count.
		{"mysql-t3.log", 16, "mysql-t3", 16, 0},
	} {
		text := "[ 1s ] eps: 3\n"
		if c.header > 0 {
			text = "threads=" + strconv.Itoa(c.header) + "\n" + text
		}
		res, err := ReadAll(strings.NewReader(text), c.file, Options{})
		require.NoError(t, err)
		require.Len(t, res.Runs, 1, c.file)
		r := res.Runs[0]
		assert.Equal(t, c.system, r.System, c.file)
		assert.Equal(t, c.threads, r.Threads, c.file)
		assert.Equal(t, c.repeat, r.Repeat, c.file)
		assert.True(t, r.FromFile, c.file)
	}
}

func TestAThreadCountOfTheNameThatTheRunContradictsIsSaidOnce(t *testing.T) {
	res, err := ReadAll(strings.NewReader("threads|tps\n1|10\n2|20\n"), "mysql-t3.txt", Options{})
	require.NoError(t, err)
	require.Len(t, res.Problems, 1)
	assert.Contains(t, res.Problems[0].Msg, "the file's name seems to say 3 threads, the run has 1")
	for _, r := range res.Runs {
		assert.Equal(t, "mysql-t3", r.System)
	}
}

func TestGreppedLinesAreNamedByTheFilesThatGrepNames(t *testing.T) {
	res, err := ReadAll(strings.NewReader(`m5-t8.log:    transactions:                        800    (160.00 per sec.)
m5-t16.log:    transactions:                        900    (180.00 per sec.)
m6g-t8.log:    transactions:                        1000   (200.00 per sec.)
`), "tps.txt", Options{})
	require.NoError(t, err)
	var got []string
	for _, r := range res.Runs {
		got = append(got, fmt.Sprintf("%s %d %g", r.System, r.Threads, r.Printed[0].Value))
	}
	assert.Equal(t, []string{"m5 8 160", "m5 16 180", "m6g 8 200"}, got)
	assert.Empty(t, res.Problems)
}
