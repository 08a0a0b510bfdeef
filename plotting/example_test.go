package plotting_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/sbstat/sbstat"
	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
	"github.com/sbstat/sbstat/plotting"
)

// A figure from a published table, in a few lines.
func ExampleThroughput() {
	read, err := parse.FS(sbstat.Published(), "aws-rds-graviton-vs-x86.txt", parse.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fig, err := plotting.Throughput(analysis.Sweeps(read.Runs), plotting.Options{Theme: plotting.Dark})
	if err != nil {
		fmt.Println(err)
		return
	}
	dir, err := os.MkdirTemp("", "figures")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	if err := fig.Save(filepath.Join(dir, "throughput.svg")); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fig.AltText)
	// Output:
	// TPS, x86 relative to Graviton: 11.8–26.8 % higher at 2–64 threads; within 5 % at 96–128 threads. Graviton: AWS RDS Graviton(db.m6g.xlarge/gp3/100gb/3000iops/8.0.33); x86: AWS x86实例(db.m5.xlarge/gp3/100gb/3000iops/8.0.33).
}
