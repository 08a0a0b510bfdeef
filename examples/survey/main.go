// Command survey renders the notebook on a matrix of many vendors: what may be said of it, and what not.
//
//	go run ./examples/survey          # writes README.md, README.zh.md and figures into examples/survey
//	go run ./examples/survey -o DIR   # or into DIR
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/sbstat/sbstat/examples"
	"github.com/sbstat/sbstat/report"
)

func main() {
	dir := flag.String("o", "examples/survey", "folder to write to")
	flag.Parse()
	if err := run(*dir); err != nil {
		fmt.Fprintln(os.Stderr, "survey:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	for notebook, readme := range map[string]string{"notebook.md": "README.md", "notebook.zh.md": "README.zh.md"} {
		n, err := report.Load(examples.FS(), "survey/"+notebook) // the notebook and its matrix
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
