package report

import (
	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

// Notebook is a report before it is computed: what it is about, and its cells.
// The zero value is usable; a program may change any field and add cells,
// also to a notebook that was loaded from a file.
type Notebook struct {
	File        string // where it was read from; "" for one made in Go
	Title       string
	Author      string
	Date        string
	Description string // one sentence for index pages and search engines
	Lang        string // "en" (default) or "zh"

	Systems  []System // in the order of tables and legends
	Base     string   // the name of the system that the others are set against; "": the first
	Workload Workload
	Settings []parse.Setting // what all systems share, for the reader

	Focus      analysis.LevelSet // the levels that matter; empty: all
	SLO        []analysis.SLO    // latency limits; the first is the one that capacity takes by default
	Margin     float64           // of equivalence; 0: 0.05
	Confidence float64           // of intervals; 0: 0.95

	Claims  []Claim
	Publish Publish

	cells    []cell
	problems Errors // of the data
}

// System is one side of the comparison.
type System struct {
	Name     string           // what calls say
	Short    string           // what tables say; "": Name
	Label    string           // what legends say; "": Short
	Color    string           // "#rrggbb"; "": the house style's
	Prices   []analysis.Price // several add up; none: no cost
	Settings []parse.Setting  // its own, for the reader
	Sweep    *analysis.Sweep  // its runs
}

// Workload says what was run, as far as it is known.
type Workload struct {
	Test    string // "oltp_read_write"; "": taken from the runs
	Tables  int
	Rows    int // a table
	Seconds int // a level
}

// Publish steers the outputs for editors and site generators.
type Publish struct {
	Fragment    string // the editor of the fragment output: "wordpress", "wechat"; "": any
	ImageURL    string // prefix of the image addresses in the fragment
	ImageWidth  int    // of the fragment's images, pixels; 0: 1200
	FrontMatter bool   // Markdown begins with YAML front matter, for site generators
}

// editors are those that the fragment output knows.
var editors = []string{"wordpress", "wechat"}

// New starts a notebook.
func New(title string) *Notebook { return &Notebook{Title: title} }
