package report

import (
	"errors"
	"io/fs"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
	"github.com/sbstat/sbstat/plotting"
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
	Margin     float64           // 0: 0.05
	Confidence float64           // 0: 0.95

	Claims  []Claim
	Publish Publish

	cells []cell
}

// System is one side of the comparison.
type System struct {
	Name   string           // what calls and tables say
	Label  string           // what legends say; "": Name
	Color  string           // "#rrggbb"; "": the house style's
	Prices []analysis.Price // several add up; none: no cost
	Sweep  *analysis.Sweep  // its runs
}

// Workload says what was run, as far as it is known.
type Workload struct {
	Test    string // "oltp_read_write"; "": taken from the runs
	Tables  int
	Rows    int // a table
	Seconds int // a level
}

// Publish steers the fragment output.
type Publish struct {
	Fragment   string // the editor: "wordpress", "wechat"; "": any
	ImageURL   string // prefix of the image addresses
	ImageWidth int    // pixels; 0: 1200
}

// New starts a notebook.
func New(title string) *Notebook { return &Notebook{Title: title} }

// Load reads a notebook file and the data that its head names, both from fsys:
// data files are looked for in the folder of the notebook. Every error carries
// file and line.
func Load(fsys fs.FS, name string) (*Notebook, error) { return nil, errors.ErrUnsupported }

// LoadFile is Load for a file on disk. Nothing outside the file's folder is read.
func LoadFile(path string) (*Notebook, error) { return nil, errors.ErrUnsupported }

// Text adds prose: Markdown, with calls in it as in a notebook file.
func (n *Notebook) Text(markdown string) {}

// Figure adds a figure. Its name, of small letters, digits and dashes, becomes the file's.
func (n *Notebook) Figure(name string, f *plotting.Figure) {}

// Table adds a table.
func (n *Notebook) Table(t Table) {}

// Code adds a listing in the given language ("" for none).
func (n *Notebook) Code(language, source string) {}

// Findings adds what a reader of the data must know.
func (n *Notebook) Findings() {}

// Method adds how the figures were computed.
func (n *Notebook) Method() {}

// Ledger adds the table of the claims.
func (n *Notebook) Ledger() {}

// Data adds the raw table of a system, which package parse reads again.
func (n *Notebook) Data(system string) {}

// Run computes the notebook. The error is an [Errors] that lists every call which
// failed, with its line; errors.Is(err, ErrContradicted) tells that the prose is
// at fault and not the input.
func (n *Notebook) Run() (*Document, error) { return nil, errors.ErrUnsupported }

type cell struct{}
