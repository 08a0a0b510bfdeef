package report_test

import (
	"fmt"

	"github.com/sbstat/sbstat"
	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
	"github.com/sbstat/sbstat/report"
)

// A report made in Go has the same cells as a notebook file.
func ExampleNew() {
	read, err := parse.FS(sbstat.Published(), "aws-rds-graviton-vs-x86.txt", parse.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	sweeps := analysis.Sweeps(read.Runs)

	n := report.New("x86 or Graviton2?")
	n.Systems = []report.System{{Name: "Graviton", Sweep: sweeps[0]}, {Name: "x86", Sweep: sweeps[1]}}
	n.Text(`On average x86 is {{ higher "tps" "x86" vs "Graviton" mean | bare }} faster.`)
	n.Claims = []report.Claim{{ID: "aws-tps", Says: "x86 +12.7 % TPS", Number: "12.7%", Is: []string{`delta "tps" "x86" vs "Graviton" mean`}}}

	doc, err := n.Run()
	if err != nil {
		fmt.Println(err) // a sentence that the data contradict, with its line
		return
	}
	files, err := doc.Render(report.Markdown, "post.md")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s", files[0].Data) // files.Write("out") writes them
	for _, c := range doc.Ledger {
		fmt.Println(c.ID, "published", c.Published, "computed", c.Computed, c.Holds, c.Swapped)
	}
	// Output:
	// # x86 or Graviton2?
	//
	// On average x86 is 15.3 % faster.
	// aws-tps published +12.7 % computed +15.3 % bases swapped −12.7 %
}
