package report_test

import (
	"os"
	"testing"

	"github.com/sbstat/sbstat/report"
)

func TestTry(t *testing.T) {
	for _, f := range []string{"graviton", "graviton.zh"} {
		n, err := report.LoadFile("/tmp/nb/" + f + ".md")
		if err != nil {
			t.Error(err)
			continue
		}
		d, err := n.Run()
		if err != nil {
			t.Error(err)
			continue
		}
		for _, w := range d.Warnings {
			t.Log(w)
		}
		for _, x := range []report.Format{report.Markdown, report.HTML, report.JSON} {
			fs, err := d.Render(x, "out-"+f+x.Ext())
			if err != nil {
				t.Error(x, err)
				continue
			}
			if err := fs.Write("/tmp/nb/out"); err != nil {
				t.Error(err)
			}
		}
		t.Log(d.Ledger.Err())
	}
	_ = os.Stdout
}
