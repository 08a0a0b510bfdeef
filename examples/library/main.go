// Command library compares the two systems of the published AWS study in plain
// Go, without a notebook: read, group, compare, price, draw. It is the tutorial
// of the packages, to be read from top to bottom.
//
//	go run ./examples/library           # prints the comparison
//	go run ./examples/library -o DIR    # and draws its figures into DIR
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/sbstat/sbstat"
	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
	"github.com/sbstat/sbstat/plotting"
)

func main() {
	dir := flag.String("o", "", "folder for the figures; empty draws none")
	flag.Parse()
	if err := run(os.Stdout, *dir); err != nil {
		fmt.Fprintln(os.Stderr, "library:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, dir string) error {
	// Read. A file of your own is parse.File("sweep.log", parse.Options{}); raw
	// logs and tables give the same runs.
	read, err := parse.FS(sbstat.Published(), "aws-rds-graviton-vs-x86.txt", parse.Options{})
	if err != nil {
		return err
	}
	for _, p := range read.Problems { // what could not be read; none here
		fmt.Fprintln(w, p)
	}

	// Group. A sweep is one system's runs over its levels. A system is found by any
	// part of its caption that no other has, and may be given a shorter name.
	sweeps := analysis.Sweeps(read.Runs)
	graviton, err := analysis.Find(sweeps, "graviton")
	if err != nil {
		return err
	}
	x86, err := analysis.Find(sweeps, "x86")
	if err != nil {
		return err
	}
	graviton.System, x86.System = "Graviton", "x86"

	// Compare. Every delta is other relative to base: here x86 / Graviton − 1.
	tps, err := analysis.Compare(graviton, x86, parse.TPS, analysis.CompareOptions{
		Focus: analysis.LevelSet{{Lo: 4, Hi: 64}},
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "TPS of %s relative to %s\n", tps.Other, tps.Base)
	for _, l := range tps.Levels {
		fmt.Fprintf(w, "%4d threads  %8.2f  %8.2f  %+6.1f %%\n",
			l.Threads, l.Base.Value.V, l.Other.Value.V, 100*l.Delta.Value.V)
	}
	fmt.Fprintf(w, "mean of %d levels %+.1f %%, at 4–64 threads %+.1f %%\n",
		tps.Overall.N, 100*tps.Overall.Mean, 100*tps.Focus.Mean)
	fmt.Fprintf(w, "the same from the other base: %+.1f %%\n", 100*tps.Overall.OtherBaseMean)
	for _, note := range tps.Notes { // why there is no interval and no verdict
		fmt.Fprintln(w, note)
	}

	// Price. Several prices a system (compute, disk) would add up.
	prices := map[*analysis.Sweep][]analysis.Price{
		graviton: {{Amount: 0.836, Currency: "USD", Per: "hour", Of: "compute only"}},
		x86:      {{Amount: 0.94, Currency: "USD", Per: "hour", Of: "compute only"}},
	}
	var costs []analysis.Cost
	for _, s := range []*analysis.Sweep{graviton, x86} {
		for _, l := range s.Levels {
			c, err := analysis.CostAt(s, prices[s], l.Threads, 0)
			if err != nil {
				return err
			}
			costs = append(costs, c)
			if l.Threads == 16 {
				fmt.Fprintf(w, "1000 TPS on %s at 16 threads: %.3f %s/h\n", c.System, c.Per1000.Value.V, c.Currency)
			}
		}
	}

	// Examine. Findings are what a reader of the data must know.
	for _, f := range analysis.Findings(sweeps) {
		fmt.Fprintf(w, "%s: %s\n", f.Severity, f.Note)
	}

	// Draw. A figure is PNG or SVG by the file's extension, and describes itself.
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	both := []*analysis.Sweep{graviton, x86}
	for name, draw := range map[string]func() (*plotting.Figure, error){
		"throughput": func() (*plotting.Figure, error) { return plotting.Throughput(both, plotting.Options{}) },
		"latency":    func() (*plotting.Figure, error) { return plotting.Latency(both, plotting.Options{}) },
		"delta":      func() (*plotting.Figure, error) { return plotting.Delta(tps, plotting.Options{}) },
		"cost":       func() (*plotting.Figure, error) { return plotting.Cost(costs, plotting.Options{}) },
	} {
		fig, err := draw()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := fig.Save(filepath.Join(dir, name+".png")); err != nil {
			return err
		}
	}
	return nil
}
