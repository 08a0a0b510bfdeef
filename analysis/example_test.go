package analysis_test

import (
	"fmt"

	"github.com/sbstat/sbstat"
	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

// Two systems of a published table, one run a level: a ratio, and neither interval nor verdict.
func ExampleCompare() {
	res, err := parse.FS(sbstat.Published(), "aws-rds-graviton-vs-x86.txt", parse.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	sweeps := analysis.Sweeps(res.Runs)
	graviton, _ := analysis.Find(sweeps, "Graviton")
	x86, _ := analysis.Find(sweeps, "x86")
	focus, _ := analysis.ParseLevels("4-64")
	c, err := analysis.Compare(graviton, x86, parse.TPS, analysis.CompareOptions{Focus: focus})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("x86 relative to Graviton: mean %+.1f %%, at %s threads %+.1f %%\n", 100*c.Overall.Mean, focus, 100*c.Focus.Mean)
	fmt.Printf("Graviton relative to x86: mean %+.1f %%\n", 100*c.Overall.OtherBaseMean)
	for _, n := range c.Notes {
		fmt.Println(n)
	}
	// Output:
	// x86 relative to Graviton: mean +15.3 %, at 4–64 threads +20.3 %
	// Graviton relative to x86: mean -12.7 %
	// one run a level: no interval, no verdict; 3 repeats would give one
}

// Five runs a side: a ratio with its interval.
func ExampleRatio() {
	before := []float64{1010, 987, 1003, 995, 1021}
	after := []float64{1098, 1124, 1107, 1089, 1115}
	r := analysis.Ratio(before, after, 0.95)
	fmt.Printf("%.3f (%.3f to %.3f, n = %d)\n", r.Value.V, r.Low.V, r.High.V, r.N)
	// Output:
	// 1.103 (1.083 to 1.124, n = 10)
}

// The throughput that keeps 95 % of the transactions within 80 ms.
func ExampleCapacityAt() {
	res, err := parse.FS(sbstat.Published(), "aws-rds-graviton-vs-x86.txt", parse.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	slo, _ := analysis.ParseSLO("p95=80ms")
	for _, s := range analysis.Sweeps(res.Runs) {
		c, err := analysis.CapacityAt(s, slo, 0)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%.0f TPS, between %d and %d threads\n", c.TPS.Value.V, c.Below, c.Above)
		for _, n := range c.Notes {
			fmt.Println(n)
		}
	}
	// Output:
	// 681 TPS, between 32 and 48 threads
	// 990 TPS, between 48 and 64 threads
	// the limit is exceeded already at fewer threads (2), though met at 48: shown, not taken as the limit
}
