// Command block-storage renders the notebook on storage: fio on two storages of one machine, and two TPC-C clients.
//
//	go run ./examples/block-storage          # writes README.md, README.zh.md and figures into examples/block-storage
//	go run ./examples/block-storage -o DIR   # or into DIR
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/sbstat/sbstat/examples"
	"github.com/sbstat/sbstat/report"
)

func main() {
	dir := flag.String("o", "examples/block-storage", "folder to write to")
	flag.Parse()
	if err := run(*dir); err != nil {
		fmt.Fprintln(os.Stderr, "block-storage:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	for notebook, readme := range map[string]string{"notebook.md": "README.md", "notebook.zh.md": "README.zh.md"} {
		n, err := report.Load(examples.FS(), "block-storage/"+notebook) // the notebook and the logs that it names
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
