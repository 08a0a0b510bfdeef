package report

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/sbstat/sbstat/plotting"
)

// The parts of nbformat 4.5 that a notebook here uses.
type (
	nbNotebook struct {
		Cells    []any      `json:"cells"`
		Metadata nbMetadata `json:"metadata"`
		Format   int        `json:"nbformat"`
		Minor    int        `json:"nbformat_minor"`
	}
	nbMetadata struct {
		Title      string            `json:"title"`
		Authors    []nbAuthor        `json:"authors,omitempty"`
		KernelSpec map[string]string `json:"kernelspec"`
		Language   map[string]string `json:"language_info"`
	}
	nbAuthor struct {
		Name string `json:"name"`
	}
	nbMarkdown struct {
		Type     string         `json:"cell_type"`
		ID       string         `json:"id"`
		Metadata map[string]any `json:"metadata"`
		Source   []string       `json:"source"`
	}
	nbCode struct {
		Type     string         `json:"cell_type"`
		Count    *int           `json:"execution_count"`
		ID       string         `json:"id"`
		Metadata map[string]any `json:"metadata"`
		Outputs  []nbOutput     `json:"outputs"`
		Source   []string       `json:"source"`
	}
	nbOutput struct {
		Type     string         `json:"output_type"`
		Data     map[string]any `json:"data"`
		Metadata map[string]any `json:"metadata"`
	}
)

var footRef = regexp.MustCompile(`\[\^(\d+)\]`)

// renderJupyter writes a Jupyter notebook: prose as Markdown cells, each figure, table
// and list as a code cell that shows the call, with what it gave as its output. The cells
// are computed already; no kernel is needed to read them.
func (d *Document) renderJupyter(name string) (Files, error) {
	nb := nbNotebook{Format: 4, Minor: 5, Cells: []any{}, Metadata: nbMetadata{
		Title:      d.Title,
		KernelSpec: map[string]string{"name": "sbstat", "display_name": "sbstat (computed)", "language": "text"},
		Language:   map[string]string{"name": "text"},
	}}
	if d.Author != "" {
		nb.Metadata.Authors = []nbAuthor{{d.Author}}
	}
	id := func() string { return fmt.Sprintf("cell-%d", len(nb.Cells)+1) }
	prose := func(md string) {
		md = strings.TrimSpace(footRef.ReplaceAllString(md, "<sup>[$1]</sup>"))
		if md != "" {
			nb.Cells = append(nb.Cells, nbMarkdown{"markdown", id(), map[string]any{}, lines(md)})
		}
	}
	if d.heading() == "" {
		prose("# " + escapeMarkdown(d.Title))
	}
	count := 0
	md := d.markdown
	for i, p := range d.parts {
		before, after, _ := strings.Cut(md, mark(i))
		prose(before)
		md = after
		data, err := p.mime(d.Lang)
		if err != nil {
			return nil, err
		}
		count++
		n := count
		nb.Cells = append(nb.Cells, nbCode{"code", &n, id(), map[string]any{},
			[]nbOutput{{"display_data", data, map[string]any{}}}, lines(p.source())})
	}
	prose(md)
	if len(d.feet) > 0 {
		var b strings.Builder
		for _, f := range d.feet {
			fmt.Fprintf(&b, "<sup>[%d]</sup> %s\n\n", f.number, escapeMarkdown(f.text))
		}
		nb.Cells = append(nb.Cells, nbMarkdown{"markdown", id(), map[string]any{}, lines(strings.TrimSpace(b.String()))})
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(nb); err != nil {
		return nil, err
	}
	return Files{{name, b.Bytes()}}, nil
}

// lines splits a text as nbformat stores it: each line with its end.
func lines(s string) []string { return strings.SplitAfter(s, "\n") }

// source is what the code cell of a part shows: its call.
func (p *part) source() string {
	switch {
	case p.call != "":
		return p.call
	case p.figure != nil:
		return fmt.Sprintf("figure %q", p.figure.name)
	case p.table != nil:
		return "table"
	}
	return p.code.source
}

// mime is a part in the forms that Jupyter shows. A figure is a PNG, which every viewer
// shows, or SVG where no font for the PNG is at hand.
func (p *part) mime(l string) (map[string]any, error) {
	if p.figure == nil {
		md := p.markdown(l)
		return map[string]any{"text/html": lines(p.html(l, false)), "text/markdown": lines(md), "text/plain": lines(md)}, nil
	}
	if png, alt, err := p.draw("png", plotting.Options{}); err == nil {
		return map[string]any{"image/png": base64.StdEncoding.EncodeToString(png), "text/plain": lines(alt)}, nil
	}
	svg, alt, err := p.draw("svg", plotting.Options{})
	if err != nil {
		return nil, err
	}
	return map[string]any{"image/svg+xml": lines(string(svg)), "text/plain": lines(alt)}, nil
}
