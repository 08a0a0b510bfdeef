// Package examples holds the notebooks of four published articles, as files. Each
// folder has the notebook in English and Chinese, a program that renders it, and
// what the program writes: README.md, README.zh.md and the figures.
package examples

import (
	"embed"
	"io/fs"
	"path"

	"github.com/sbstat/sbstat"
	"github.com/sbstat/sbstat/report"
)

//go:embed */notebook.md */notebook.zh.md
var notebooks embed.FS

// Names lists the folders of the notebooks.
func Names() []string {
	return []string{"aws-graviton", "huawei-kunpeng", "aliyun-arm", "oracle-ha"}
}

// FS holds the notebooks, NAME/notebook.md and NAME/notebook.zh.md, and beside
// each the published tables that it names.
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
