package parse_test

import (
	"fmt"
	"io"
	"strings"

	"github.com/sbstat/sbstat/parse"
)

func ExampleReadAll() {
	text := `
db.m6g.xlarge:

| threads | transactions | time   | 95% latency (ms) |
|--------:|-------------:|-------:|-----------------:|
|       4 |       23,322 | 300.04 |            57.87 |
|       8 |          n/a | 300.05 |            65.65 |
`
	res, err := parse.ReadAll(strings.NewReader(text), "article.md", parse.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, run := range res.Runs {
		tps, ok := run.Value(parse.TPS)
		fmt.Printf("%s, %d threads: %.2f TPS %v\n", run.System, run.Threads, tps, ok)
	}
	for _, p := range res.Problems {
		fmt.Println(p.Error())
	}
	// Output:
	// db.m6g.xlarge, 4 threads: 77.73 TPS true
	// db.m6g.xlarge, 8 threads: 0.00 TPS false
	// article.md:7: found "n/a": column "transactions": no number: taken as absent
}

func ExampleReader() {
	log := `sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: 8

Threads started!

[ 1s ] thds: 8 tps: 647.56 qps: 13044.12 (r/w/o: 9150.77/2590.24/1303.11) lat (ms,95%): 17.95 err/s: 0.00 reconn/s: 0.00
[ 2s ] thds: 8 tps: 592.99 qps: 11874.85 (r/w/o: 8311.89/2376.97/1185.98) lat (ms,95%): 20.74 err/s: 0.00 reconn/s: 0.00
`
	r := parse.NewReader(strings.NewReader(log), "run.log", parse.Options{Fold: true})
	for {
		run, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%v: %d threads, %s, %d intervals, %.1f TPS\n", run.Source, run.Threads, run.Status, run.Series.Count, run.Series.TPS.Mean().V)
	}
	// Output:
	// run.log:1: 8 threads, truncated, 2 intervals, 620.3 TPS
}
