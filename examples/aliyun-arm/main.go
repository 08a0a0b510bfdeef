// Command aliyun-arm renders the notebook of the published Alibaba Cloud study: the economy edition on ARM against the standard edition on x86.
//
//	go run ./examples/aliyun-arm          # writes README.md, README.zh.md and figures into examples/aliyun-arm
//	go run ./examples/aliyun-arm -o DIR   # or into DIR
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/sbstat/sbstat/examples"
	"github.com/sbstat/sbstat/report"
)

func main() {
	dir := flag.String("o", "examples/aliyun-arm", "folder to write to")
	flag.Parse()
	if err := run(*dir); err != nil {
		fmt.Fprintln(os.Stderr, "aliyun-arm:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	for notebook, readme := range map[string]string{"notebook.md": "README.md", "notebook.zh.md": "README.zh.md"} {
		n, err := report.Load(examples.FS(), "aliyun-arm/"+notebook) // the notebook and the tables that it names
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
