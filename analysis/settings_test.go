package analysis_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

func TestSettingsAreListedByKeyAndWhatNobodyStatesDiffersFromNothing(t *testing.T) {
	system := func(name, workload string, config ...parse.Setting) *analysis.Sweep {
		return analysis.Sweeps([]*parse.Run{{System: name, Threads: 1, Workload: workload, Config: config,
			Printed: []parse.Measure{{Metric: "tps", Value: 1}}}})[0]
	}
	got := analysis.Settings([]*analysis.Sweep{
		system("a", "oltp_read_write", parse.Setting{Key: "have_ssl", Value: "YES"}, parse.Setting{Key: "memory", Value: "16 GB"}, parse.Setting{Key: "host", Value: "10.0.0.1"}),
		system("b", "oltp_read_write", parse.Setting{Key: "have_ssl", Value: "N/A"}, parse.Setting{Key: "memory", Value: "32 GB"}, parse.Setting{Key: "innodb_doublewrite", Value: "N/A"}),
		system("c", "", parse.Setting{Key: "memory", Value: "16 GB"}),
	})
	assert.Equal(t, []analysis.Setting{
		{Key: "have_ssl", Values: []string{"YES", "", ""}},
		{Key: "memory", Values: []string{"16 GB", "32 GB", "16 GB"}},
		{Key: "workload", Values: []string{"oltp_read_write", "oltp_read_write", ""}},
		{Key: "innodb_doublewrite", Values: []string{"", "", ""}},
	}, got)
	var differ []bool
	var stated []int
	for _, s := range got {
		differ, stated = append(differ, s.Differs()), append(stated, s.Stated())
	}
	assert.Equal(t, []bool{false, true, false, false}, differ)
	assert.Equal(t, []int{1, 3, 2, 0}, stated)
}

func TestSecondsTakenForSamplesTellRepeatsOfOneSystemApart(t *testing.T) {
	a, b := quietSweep(t)
	// Counted independently by a t table: 12 pairs of A and 7 of B, where chance gives two.
	differ, pairs := analysis.SamePairs([]*analysis.Sweep{a, b}, parse.TPS, 0.95)
	assert.Equal(t, [2]int{19, 36}, [2]int{differ, pairs})
	differ, pairs = analysis.SamePairs([]*analysis.Sweep{a}, parse.TPS, 0.95)
	assert.Equal(t, [2]int{12, 18}, [2]int{differ, pairs})

	runs := []*parse.Run{plain("a", 4, 900), plain("a", 4, 910)}
	differ, pairs = analysis.SamePairs(analysis.Sweeps(runs), parse.TPS, 0)
	assert.Equal(t, [2]int{0, 0}, [2]int{differ, pairs}, "no interval lines, no pairs")
	for i := range runs {
		runs[i] = logged(plain("a", 4, 900+float64(i)), 100, 100, 100)
	}
	differ, pairs = analysis.SamePairs(analysis.Sweeps(runs), parse.TPS, 0)
	assert.Equal(t, [2]int{0, 1}, [2]int{differ, pairs}, "equal lines do not differ")
}

func TestRepeatsThatNameSeveralMachinesAreSaidToDiffer(t *testing.T) {
	on := func(host string, threads int, tps float64) *parse.Run {
		r := plain("lab", threads, tps)
		r.Config = []parse.Setting{{Key: "mysql-host", Value: host}, {Key: "rand-seed", Value: host}}
		return r
	}
	runs := []*parse.Run{on("db-a", 8, 100), on("db-b", 8, 150), on("db-a", 16, 110), on("db-b", 16, 160)}
	s := analysis.Sweeps(runs)[0]
	note := analysis.Note{Code: "note.mixed-repeats", Args: []any{"lab", "mysql-host", "db-a, db-b"}}
	assert.Equal(t, []analysis.Note{note}, s.MixedRepeats())
	assert.Contains(t, findingsOf(runs...), "warn: runs of one system differ in mysql-host: db-a, db-b")

	other := analysis.Sweeps([]*parse.Run{on("db-c", 8, 100), on("db-c", 16, 150)})[0]
	other.System = "other"
	assert.Empty(t, other.MixedRepeats())
	c, err := analysis.Compare(other, s, parse.TPS, analysis.CompareOptions{})
	require.NoError(t, err)
	assert.Contains(t, c.Notes, note)
	assert.Empty(t, c.Differs, "that two systems run on two machines is no finding")

	byLevel := analysis.Sweeps([]*parse.Run{on("db-a", 8, 100), on("db-b", 16, 150)})[0]
	assert.Empty(t, byLevel.MixedRepeats(), "no repeats")
}
