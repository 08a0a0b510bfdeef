package report

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/sbstat/sbstat/plotting"
)

// part is a block of a document: what a figure, a table, a list or a listing is
// before it is rendered. One of its fields is set.
type part struct {
	call string // as written; "" for one made in Go
	line int
	file string

	figure *drawing
	table  *Table
	items  []item
	code   *listing
}

// drawing is a figure that can be drawn in several sizes.
type drawing struct {
	name string // of its files, without extension
	draw func(plotting.Options) (*plotting.Figure, error)

	fixed bool // made by a program: it has one size
}

// item is an entry of a list: a short label, which may be empty, and a text.
type item struct{ label, text string }

// listing is program text or a raw table.
type listing struct {
	language string
	source   string
	name     string // what its file would be called; "": no download
}

// A block's place in the Markdown is marked by characters of the private use area,
// which are taken out of everything else.
const (
	placeOpen  = '\uE000'
	placeClose = '\uE001'
)

// place registers a block and returns its mark, a paragraph of its own.
func (d *Document) place(p *part) string {
	d.parts = append(d.parts, p)
	return fmt.Sprintf("\n\n%s\n\n", mark(len(d.parts)-1))
}

func mark(i int) string { return fmt.Sprintf("%c%d%c", placeOpen, i, placeClose) }

// escapeMarkdown keeps a text from acting as Markdown or HTML, or as a tag of a site generator
// that fills templates in Markdown. An underscore within a
// word does nothing and stays as it is: oltp_read_write.
func escapeMarkdown(s string) string {
	return underscore.ReplaceAllString(markdownEscapes.Replace(s), `$1\_`)
}

var (
	markdownEscapes = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "[", `\[`, "]", `\]`,
		"<", "&lt;", ">", "&gt;", "&", "&amp;", "|", `\|`, "~", `\~`, "{{", "&#123;{", "{%", "&#123;%", "\n", " ", "\r", " ")
	underscore = regexp.MustCompile(`(^|[^\pL\pN])_|_$`)
)

// Figure adds a figure. Its name, of small letters, digits and dashes, becomes the file's.
func (n *Notebook) Figure(name string, f *plotting.Figure) {
	n.cells = append(n.cells, cell{part: &part{figure: &drawing{name: name, draw: func(plotting.Options) (*plotting.Figure, error) { return f, nil }, fixed: true}}})
}

// Table adds a table.
func (n *Notebook) Table(t Table) { n.cells = append(n.cells, cell{part: &part{table: &t}}) }

// Code adds a listing in the given language ("" for none).
func (n *Notebook) Code(language, source string) {
	n.cells = append(n.cells, cell{part: &part{code: &listing{language: language, source: source}}})
}

// Text adds prose: Markdown, with calls in it as in a notebook file.
func (n *Notebook) Text(markdown string) { n.cells = append(n.cells, cell{text: markdown + "\n\n"}) }

// Findings adds what a reader of the data must know.
func (n *Notebook) Findings() { n.Text("{{ findings }}") }

// Method adds how the figures were computed.
func (n *Notebook) Method() { n.Text("{{ method }}") }

// Ledger adds the table of the claims.
func (n *Notebook) Ledger() { n.Text("{{ ledger }}") }

// Data adds the raw table of a system, which package parse reads again.
func (n *Notebook) Data(system string) { n.Text(fmt.Sprintf("{{ data %q }}", system)) }

// cell is a piece of a notebook: prose with calls, or a block made in Go.
type cell struct {
	text string
	file string
	part *part
}
