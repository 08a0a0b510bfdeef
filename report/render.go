package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/sbstat/sbstat/plotting"
)

// Format is an output format.
type Format string

// The output formats.
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
func (f Format) Ext() string {
	return map[Format]string{Markdown: ".md", HTML: ".html", Fragment: ".fragment.html", Jupyter: ".ipynb", JSON: ".json"}[f]
}

// Render renders the document. The first of the files has the given name;
// figure files that it needs follow, with names relative to its folder.
func (d *Document) Render(f Format, name string) (Files, error) {
	files, err := d.render(f, name)
	for i, file := range files {
		if path.Ext(file.Name) != ".png" {
			files[i].Data = bytes.Map(undirected, file.Data)
		}
	}
	return files, err
}

// undirected takes out the characters that turn the direction of what follows them: a name
// could rewrite the sentence around it.
func undirected(c rune) rune {
	if c >= 0x202A && c <= 0x202E || c >= 0x2066 && c <= 0x2069 {
		return -1
	}
	return c
}

func (d *Document) render(f Format, name string) (Files, error) {
	switch f {
	case Markdown:
		return d.renderMarkdown(name)
	case HTML:
		return d.renderHTML(name)
	case Fragment:
		return d.renderFragment(name)
	case Jupyter:
		return d.renderJupyter(name)
	case JSON:
		return d.renderJSON(name)
	}
	return nil, fmt.Errorf("no format %q; formats are: markdown html fragment jupyter json", f)
}

// Figures lie in a folder beside the main file; those of another language than English
// carry it in their names, so that two languages can share the folder.
func (d *Document) figureFile(p *part, ext string) string {
	name := p.figure.name
	if d.Lang != "en" {
		name += "." + d.Lang
	}
	return "figures/" + name + ext
}

// draw draws a figure and encodes it.
func (p *part) draw(format string, o plotting.Options) (data []byte, alt string, err error) {
	f, err := p.figure.draw(o)
	if err == nil {
		var b bytes.Buffer
		if err = f.Encode(&b, format); err == nil {
			return b.Bytes(), f.AltText, nil
		}
	}
	return nil, "", &Error{File: p.file, Line: p.line, Msg: err.Error()}
}

func (d *Document) renderMarkdown(name string) (Files, error) {
	files := Files{{Name: name}}
	md := d.markdown
	if d.heading() == "" {
		md = "# " + escapeMarkdown(d.Title) + "\n\n" + md
	}
	if d.publish.FrontMatter {
		head, err := d.frontMatter()
		if err != nil {
			return nil, err
		}
		md = head + md
	}
	for i, p := range d.parts {
		block := ""
		if p.figure != nil {
			data, alt, err := p.draw("svg", plotting.Options{})
			if err != nil {
				return nil, err
			}
			file := d.figureFile(p, ".svg")
			files = append(files, File{path.Join(path.Dir(name), file), data})
			block = fmt.Sprintf("![%s](%s)", escapeMarkdown(alt), file)
		} else {
			block = p.markdown(d.Lang)
		}
		md = putPart(md, i, block)
	}
	for _, f := range d.feet {
		md = strings.TrimRight(md, "\n") + fmt.Sprintf("\n\n[^%d]: %s\n", f.number, escapeMarkdown(f.text))
	}
	files[0].Data = []byte(strings.TrimRight(md, "\n") + "\n")
	return files, nil
}

// putPart puts a block where its mark stands.
func putPart(md string, i int, block string) string {
	before, after, _ := strings.Cut(md, mark(i))
	before, after = strings.TrimRight(before, "\n"), strings.TrimLeft(after, "\n")
	if before != "" {
		before += "\n\n"
	}
	return before + block + "\n\n" + after
}

func (d *Document) frontMatter() (string, error) {
	head := yaml.Node{Kind: yaml.MappingNode}
	for _, kv := range [][2]string{{"title", d.Title}, {"author", d.Author}, {"date", d.Date}, {"description", d.Description}, {"lang", d.Lang}} {
		if kv[1] != "" {
			var v yaml.Node
			v.SetString(kv[1])
			head.Content = append(head.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: kv[0]}, &v)
		}
	}
	b, err := yaml.Marshal(&head)
	return "---\n" + string(b) + "---\n\n", err
}

// markdown writes a part that is no figure.
func (p *part) markdown(l string) string {
	switch {
	case p.table != nil:
		return p.table.markdown()
	case p.code != nil:
		fence := "```"
		for strings.Contains(p.code.source, fence) {
			fence += "`"
		}
		return fence + p.code.language + "\n" + strings.TrimRight(p.code.source, "\n") + "\n" + fence
	}
	var b strings.Builder
	for _, it := range p.items {
		b.WriteString("- ")
		if it.label != "" {
			b.WriteString("**" + escapeMarkdown(it.label) + "**" + escapeMarkdown(text(l, "colon")))
		}
		b.WriteString(escapeMarkdown(it.text) + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

func (t *Table) markdown() string {
	var b strings.Builder
	if t.Caption != "" {
		b.WriteString("**" + escapeMarkdown(t.Caption) + "**\n\n")
	}
	row := func(cells []string) {
		b.WriteString("|")
		for i := range t.Head {
			c := ""
			if i < len(cells) {
				c = cells[i]
			}
			// A closing bracket does nothing where the opening one is escaped.
			b.WriteString(" " + strings.ReplaceAll(escapeMarkdown(c), `\]`, "]") + " |")
		}
		b.WriteString("\n")
	}
	row(t.Head)
	b.WriteString("|")
	for i := range t.Head {
		if t.left(i) {
			b.WriteString(" :-- |")
		} else {
			b.WriteString(" --: |")
		}
	}
	b.WriteString("\n")
	for _, r := range t.Rows {
		row(r)
	}
	if len(t.Notes) > 0 {
		b.WriteString("\n")
	}
	for _, n := range t.Notes {
		b.WriteString("- " + escapeMarkdown(n) + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// schemaVersion counts the incompatible changes of the JSON output.
const schemaVersion = 1

func (d *Document) renderJSON(name string) (Files, error) {
	type claim struct {
		ID        string  `json:"id"`
		Says      string  `json:"says"`
		Source    string  `json:"source,omitempty"`
		Number    string  `json:"number,omitempty"`
		Published string  `json:"published"`
		Computed  string  `json:"computed"`
		Swapped   string  `json:"swapped,omitempty"`
		Holds     Holds   `json:"holds"`
		Expect    Holds   `json:"expect"`
		Reason    string  `json:"reason,omitempty"`
		Values    []Value `json:"values"`
	}
	out := struct {
		Schema     int      `json:"schema_version"`
		Title      string   `json:"title"`
		Lang       string   `json:"lang"`
		Base       string   `json:"base,omitempty"`
		Systems    []string `json:"systems"`
		Confidence float64  `json:"confidence"` // of the intervals of the values
		Values     []Value  `json:"values"`
		Claims     []claim  `json:"claims"`
	}{Schema: schemaVersion, Title: d.Title, Lang: d.Lang, Base: d.base, Systems: []string{}, Confidence: d.confidence, Values: d.Values, Claims: []claim{}}
	if out.Values == nil {
		out.Values = []Value{}
	}
	for _, s := range d.systems {
		out.Systems = append(out.Systems, s.Name)
	}
	for _, c := range d.Ledger {
		values := c.Values
		if values == nil {
			values = []Value{}
		}
		out.Claims = append(out.Claims, claim{c.ID, c.Says, c.Source, c.Number, c.Published, c.Computed, c.Swapped, c.Holds, c.expected(), c.Reason, values})
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(out); err != nil {
		return nil, err
	}
	return Files{{name, b.Bytes()}}, nil
}
