package report

import (
	"errors"

	"github.com/sbstat/sbstat/parse"
)

// Document is a computed notebook, ready to be rendered.
type Document struct {
	Title       string
	Author      string
	Date        string
	Description string
	Lang        string
	Ledger      Ledger
	Values      []Value
	Warnings    Errors // what does not stop the report: numbers typed into the prose, problems in the data

	publish Publish
}

// Value is a computed value as it stands in the prose or in a claim.
type Value struct {
	Line   int       `json:"line"` // of the notebook; 0 for a claim's without a file
	Call   string    `json:"call"` // as written
	Text   string    `json:"text"` // as printed
	Value  parse.Num `json:"value"`
	Unit   string    `json:"unit"` // "1/s", "ms", "fraction", "USD/h", …
	Low    parse.Num `json:"low"`
	High   parse.Num `json:"high"`
	Metric string    `json:"metric,omitempty"`
	System string    `json:"system,omitempty"` // the system, or the other one of a comparison
	Base   string    `json:"base,omitempty"`
	Levels []int     `json:"levels,omitempty"`
	Claim  string    `json:"claim,omitempty"` // id of the claim it was computed for
}

// Format is an output format.
type Format string

const (
	Markdown Format = "markdown" // with figure files beside it
	HTML     Format = "html"     // one self-contained page
	Fragment Format = "fragment" // a page's body with inline styles, PNGs beside it: for editors of blogs
	Jupyter  Format = "jupyter"  // nbformat 4.5
	JSON     Format = "json"     // every computed value and claim
)

// Formats lists the output formats.
func Formats() []Format { return []Format{Markdown, HTML, Fragment, Jupyter, JSON} }

// Ext returns the usual extension of the format's main file: ".md".
func (f Format) Ext() string { return "" }

// Render renders the document. The first of the files has the given name;
// figure files that it needs follow, with names relative to it.
func (d *Document) Render(f Format, name string) (Files, error) { return nil, errors.ErrUnsupported }

// Index renders an index page that links the given pages and lists what became
// of their claims. Hrefs are relative.
func Index(title, lang string, pages []Page) (File, error) { return File{}, errors.ErrUnsupported }

// Page is a rendered document for an index.
type Page struct {
	Href     string
	Document *Document
}
