package sbstat_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/sbstat/sbstat"
	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
	"github.com/sbstat/sbstat/plotting"
)

// The whole way in one screen: read a table, compare its two systems, draw the
// figure.
func Example() {
	read, err := parse.FS(sbstat.Published(), "aws-rds-graviton-vs-x86.txt", parse.Options{})
	if err != nil {
		log.Fatal(err)
	}
	sweeps := analysis.Sweeps(read.Runs)
	tps, err := analysis.Compare(sweeps[0], sweeps[1], parse.TPS, analysis.CompareOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("mean over %d levels: %+.1f %%\n", tps.Overall.N, 100*tps.Overall.Mean)
	fmt.Printf("from the other base: %+.1f %%\n", 100*tps.Overall.OtherBaseMean)

	fig, err := plotting.Throughput(sweeps, plotting.Options{})
	if err != nil {
		log.Fatal(err)
	}
	if err := fig.Save(filepath.Join(os.TempDir(), "throughput.svg")); err != nil {
		log.Fatal(err)
	}
	// Output:
	// mean over 10 levels: +15.3 %
	// from the other base: -12.7 %
}
