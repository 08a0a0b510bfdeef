// Package examples holds notebooks, as files: those of four published articles, and some on
// measurements of our own. Each folder has the notebook in English and Chinese, its data, a
// program that renders it, and what the program writes: README.md, README.zh.md and the figures.
package examples

import (
	"embed"
	"io/fs"
	"path"

	"github.com/sbstat/sbstat"
	"github.com/sbstat/sbstat/report"
)

//go:embed */notebook.md */notebook.zh.md */logs/*.log */logs/*.json survey/vendors.txt
var notebooks embed.FS

// Articles lists the folders of the notebooks that recompute published articles.
func Articles() []string {
	return []string{"aws-graviton", "huawei-kunpeng", "aliyun-arm", "oracle-ha"}
}

// Names lists the folders of all notebooks.
func Names() []string {
	return append(Articles(), "own-logs", "tls-overhead", "survey", "block-storage")
}

// FS holds the notebooks, NAME/notebook.md and NAME/notebook.zh.md, and beside
// each the data that it names: the published tables, or its own logs.
func FS() fs.FS { return report.Overlay(notebooks, besideEach{sbstat.Published()}) }

// besideEach shows the files of a file system in every folder.
type besideEach struct{ fs.FS }

func (b besideEach) Open(name string) (fs.File, error) { return b.FS.Open(path.Base(name)) }

// Document computes a notebook in a language, "en" or "zh".
func Document(name, lang string) (*report.Document, error) {
	file := name + "/notebook.md"
	if lang == "zh" {
		file = name + "/notebook.zh.md"
	}
	n, err := report.Load(FS(), file)
	if err != nil {
		return nil, err
	}
	return n.Run()
}
