package parse

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTheTableDecidesWhatACommaInANumberIs(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"decimal commas with semicolons":    {"Threads;TPS;avg (ms)\n16;1234,50;12,96\n32;2000,50;16,00\n", "in t16 avg=12.96 tps=1234.5\nin t32 avg=16 tps=2000.5\n"},
		"of three decimals":                 {"Threads;TPS;avg (ms)\n16;1234,567;12,960\n32;2000,500;16,000\n", "in t16 avg=12.96 tps=1234.567\nin t32 avg=16 tps=2000.5\n"},
		"and points as thousands":           {"Threads;TPS;avg (ms)\n16;1.234;12,96\n32;2.000;16,00\n", "in t16 avg=12.96 tps=1234\nin t32 avg=16 tps=2000\n"},
		"with tabs":                         {"Threads\tTPS\tavg (ms)\n16\t1234,567\t12,960\n", "in t16 avg=12.96 tps=1234.567\n"},
		"decided by a later row":            {"Threads;TPS;avg (ms)\n16;1.234;12,960\n32;2.000;16,00\n", "in t16 avg=12.96 tps=1234\nin t32 avg=16 tps=2000\n"},
		"in Markdown":                       {"| threads | tps |\n|---|---|\n| 16 | 0,123 |\n| 32 | 1,234 |\n", "in t16 tps=0.123\nin t32 tps=1.234\n"},
		"with units":                        {"| threads | tps | avg |\n|---|---|---|\n| 16 | 10 | 12,96 ms |\n", "in t16 avg=12.96 tps=10\n"},
		"of a matrix":                       {"TPS\nthreads;A;B\n16;1.234,5;1.300\n", "A t16 tps=1234.5\nB t16 tps=1300\n"},
		"quoted, in a file with commas":     {"threads,tps,avg\n16,\"1234,5\",\"12,96\"\n", "in t16 avg=12.96 tps=1234.5\n"},
		"thousands":                         {"| threads | tps | avg |\n|---|---|---|\n| 16 | 1,234 | 12.96 |\n| 32 | 2,000 | 16.00 |\n", "in t16 avg=12.96 tps=1234\nin t32 avg=16 tps=2000\n"},
		"thousands that nothing else shows": {"| threads | tps |\n|---|---|\n| 16 | 1,234 |\n| 32 | 2,000 |\n", "in t16 tps=1234\nin t32 tps=2000\n"},
		"thousands decided by a later row":  {"| threads | tps |\n|---|---|\n| 16 | 1,234 |\n\n| 32 | 950.5 |\n", "in t16 tps=1234\nin t32 tps=950.5\n"},
	} {
		res := read(t, c.text, Options{})
		assert.Equal(t, c.want, brief(res), name)
		assert.Empty(t, res.Problems, name)
	}
	res := read(t, "Threads;TPS\n16;1,234\n32;1,300\n", Options{})
	assert.Equal(t, "in t16 tps=1.234\nin t32 tps=1.3\n", brief(res))
	if assert.Len(t, res.Problems, 1) {
		assert.Contains(t, res.Problems[0].Error(), "in.txt:2: found \"16;1,234\": commas are taken for decimal commas")
	}
	res = read(t, "threads|tps\n16|950.5\n32|12,34\n", Options{})
	assert.Len(t, res.Problems, 1, "no decimal comma beside decimal points")
}
