package parse_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/parse"
)

const survey = `TPS

threads    | alpha | beta | gamma
2          |   100 |  110 |    90
2          |   N/A |  112 |   N/A
4          |   200 |  190 |
8          |     0 |  300 |   n.d.
have_ssl   |   YES |  N/A |    NO

p95 latency (ms)

threads            | beta | alpha | gamma
2                  |   11 |    10 |    12
2                  | 11.5 |     - |     -
4                  |   21 |    20 |     —
innodb_doublewrite |  OFF |    ON |
`

func TestTablesOfMetricsJoinByThreadsAndName(t *testing.T) {
	res, err := parse.ReadAll(strings.NewReader(survey), "s.txt", parse.Options{})
	require.NoError(t, err)
	type row struct {
		system  string
		threads int
		tps     float64
		p95     any // nil: none
	}
	var got []row
	for _, r := range res.Runs {
		v, _ := r.Value(parse.TPS)
		line := row{r.System, r.Threads, v, nil}
		if p, ok := r.Value(parse.P95); ok {
			line.p95 = p
		}
		got = append(got, line)
	}
	assert.Equal(t, []row{
		{"alpha", 2, 100, 10.0}, {"beta", 2, 110, 11.0}, {"gamma", 2, 90, 12.0},
		{"beta", 2, 112, 11.5}, // a level that stands twice is a repeat
		{"alpha", 4, 200, 20.0}, {"beta", 4, 190, 21.0},
		{"alpha", 8, 0, nil}, {"beta", 8, 300, nil},
	}, got)
	assert.Equal(t, parse.Failed, res.Runs[6].Status, "a throughput of zero is a run that failed")
}

func TestASystemWithoutALevelIsNoProblemButAWordInPlaceOfANumberIs(t *testing.T) {
	res, err := parse.ReadAll(strings.NewReader(survey), "s.txt", parse.Options{})
	require.NoError(t, err)
	require.Len(t, res.Problems, 1)
	assert.Equal(t, `s.txt:7: found "n.d.": tps of "gamma" at 8 threads: no number: taken as absent`, res.Problems[0].Error())
}

func TestSettingsBelowTheNumbersAreEachSystemsConfiguration(t *testing.T) {
	res, err := parse.ReadAll(strings.NewReader(survey), "s.txt", parse.Options{})
	require.NoError(t, err)
	want := map[string][]parse.Setting{
		"alpha": {{Key: "have_ssl", Value: "YES"}, {Key: "innodb_doublewrite", Value: "ON"}},
		"beta":  {{Key: "have_ssl", Value: "N/A"}, {Key: "innodb_doublewrite", Value: "OFF"}}, // as written
		"gamma": {{Key: "have_ssl", Value: "NO"}},
	}
	for _, r := range res.Runs {
		assert.Equal(t, want[r.System], r.Config, "%s, %d threads", r.System, r.Threads)
	}
}
