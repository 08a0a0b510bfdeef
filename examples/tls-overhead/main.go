// Command tls-overhead renders the notebook on what TLS costs, from sysbench 1.1 logs with histograms.
//
//	go run ./examples/tls-overhead          # writes README.md, README.zh.md and figures into examples/tls-overhead
//	go run ./examples/tls-overhead -o DIR   # or into DIR
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/sbstat/sbstat/examples"
	"github.com/sbstat/sbstat/report"
)

func main() {
	dir := flag.String("o", "examples/tls-overhead", "folder to write to")
	flag.Parse()
	if err := run(*dir); err != nil {
		fmt.Fprintln(os.Stderr, "tls-overhead:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	for notebook, readme := range map[string]string{"notebook.md": "README.md", "notebook.zh.md": "README.zh.md"} {
		n, err := report.Load(examples.FS(), "tls-overhead/"+notebook) // the notebook and its logs
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
