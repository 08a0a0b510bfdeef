// Command aws-graviton renders the notebook of the published AWS study: Graviton2 against x86 on RDS MySQL.
//
//	go run ./examples/aws-graviton          # writes README.md, README.zh.md and figures into examples/aws-graviton
//	go run ./examples/aws-graviton -o DIR   # or into DIR
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/sbstat/sbstat/examples"
	"github.com/sbstat/sbstat/report"
)

func main() {
	dir := flag.String("o", "examples/aws-graviton", "folder to write to")
	flag.Parse()
	if err := run(*dir); err != nil {
		fmt.Fprintln(os.Stderr, "aws-graviton:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	for notebook, readme := range map[string]string{"notebook.md": "README.md", "notebook.zh.md": "README.zh.md"} {
		n, err := report.Load(examples.FS(), "aws-graviton/"+notebook) // the notebook and the tables that it names
		if err != nil {
			return err
		}
		doc, err := n.Run() // every value, figure and claim
		if err != nil {
			return err
		}
		files, err := doc.Render(report.Markdown, readme)
		if err != nil {
			return err
		}
		if err := files.Write(dir); err != nil {
			return err
		}
	}
	return nil
}
