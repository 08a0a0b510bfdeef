package parse

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestRowsThatAClientPrintsALineAColumnAreATable(t *testing.T) {
	for name, text := range map[string]string{
		"mysql": "mysql> select * from results\\G\n*************************** 1. row ***************************\nthreads: 16\n    tps: 1300.00\n avg_ms: 12.30\n" +
			"*************************** 2. row ***************************\nthreads: 32\n    tps: 2100.00\n avg_ms: 15.30\n2 rows in set (0.00 sec)\n",
		"psql": "-[ RECORD 1 ]----\nthreads | 16\ntps     | 1300.00\navg_ms  | 12.30\n-[ RECORD 2 ]----\nthreads | 32\ntps     | 2100.00\navg_ms  | 15.30\n",
	} {
		res := read(t, text, Options{})
		assert.Equal(t, "in t16 avg=12.3 tps=1300\nin t32 avg=15.3 tps=2100\n", brief(res), name)
		assert.Empty(t, res.Problems, name)
	}
	res := read(t, "*** 1. row ***\nUser: root\nHost: db|1\n*** 2. row ***\nUser: x\nHost: y\n", Options{})
	assert.Empty(t, res.Runs)
	lines := 0
	for _, s := range res.Skipped {
		lines += s.Lines
	}
	assert.Equal(t, 6, lines, "every line is accounted for")
}
