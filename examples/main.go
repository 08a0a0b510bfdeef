package examples

import (
	"flag"
	"fmt"
	"os"

	"github.com/sbstat/sbstat/report"
)

// Main is the program of a notebook's folder: it writes README.md, README.zh.md and the
// figures into examples/NAME, or into the folder that -o names.
func Main(name string) {
	dir := flag.String("o", "examples/"+name, "folder to write to")
	flag.Parse()
	if err := Write(name, *dir); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(1)
	}
}

// Write computes a notebook in both languages and writes it as Markdown with its figures.
func Write(name, dir string) error {
	for lang, readme := range readmes {
		doc, err := Document(name, lang) // every value, figure and claim
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

// readmes are the reports of a notebook by language.
var readmes = map[string]string{"en": "README.md", "zh": "README.zh.md"}
