package main

import (
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// document collects paragraphs and tables and renders them as plain text for a
// terminal or as Markdown.
type document struct {
	markdown bool
	colour   bool
	b        strings.Builder
}

// column is a table column: its head and how its cells align.
type column struct {
	head string
	left bool
}

func right(head string) column { return column{head, false} }
func left(head string) column  { return column{head, true} }

// tone is a meaning that a terminal shows as a colour.
type tone int

const (
	plain tone = iota
	good
	bad
	dim
	strong
)

func init() { text.OverrideRuneWidthEastAsianWidth(false) } // the same layout in every locale

// tint colours a text on a terminal and returns it as it is elsewhere.
func (d *document) tint(t tone, s string) string {
	if !d.colour || t == plain || s == "" {
		return s
	}
	c := map[tone]text.Colors{good: {text.FgGreen}, bad: {text.FgRed}, dim: {text.Faint}, strong: {text.Bold}}[t]
	return c.EscapeSeq() + s + text.Reset.EscapeSeq()
}

// line writes a line of text. In Markdown each becomes a paragraph.
func (d *document) line(s string) {
	if d.markdown {
		d.b.WriteString(escapeMarkdown(s) + "\n\n")
		return
	}
	d.b.WriteString(s + "\n")
}

// heading writes the title of what follows.
func (d *document) heading(s string) {
	if d.markdown {
		d.b.WriteString("### " + escapeMarkdown(s) + "\n\n")
		return
	}
	d.line(d.tint(strong, s))
}

// blank separates two parts.
func (d *document) blank() {
	if !d.markdown && d.b.Len() > 0 {
		d.b.WriteString("\n")
	}
}

// list writes remarks, their columns aligned.
func (d *document) list(rows [][]string) {
	if d.markdown {
		for _, r := range rows {
			d.b.WriteString("- " + escapeMarkdown(strings.Join(r, " · ")) + "\n")
		}
		d.b.WriteString("\n")
		return
	}
	t := d.writer()
	for _, r := range rows {
		row := make(table.Row, len(r))
		for i, c := range r {
			row[i] = c
		}
		t.AppendRow(row)
	}
	d.b.WriteString(t.Render() + "\n")
}

func (d *document) writer() table.Writer {
	t := table.NewWriter()
	t.SetStyle(table.Style{
		Box:     table.BoxStyle{PaddingRight: "  "},
		Options: table.OptionsNoBordersAndSeparators,
	})
	t.SuppressTrailingSpaces()
	return t
}

// table writes a table; rows may be shorter than the columns.
func (d *document) table(cols []column, rows [][]string) {
	t := d.writer()
	head := make(table.Row, len(cols))
	configs := make([]table.ColumnConfig, len(cols))
	for i, c := range cols {
		head[i] = clean(c.head)
		if d.markdown {
			head[i] = escapeMarkdown(strings.TrimSpace(c.head))
		}
		align := text.AlignRight
		if c.left {
			align = text.AlignLeft
		}
		configs[i] = table.ColumnConfig{Number: i + 1, Align: align, AlignHeader: align}
	}
	t.AppendHeader(head)
	t.SetColumnConfigs(configs)
	for _, r := range rows {
		row := make(table.Row, len(cols))
		for i := range row {
			row[i] = ""
			if i < len(r) {
				row[i] = r[i]
			}
			if d.markdown {
				row[i] = escapeMarkdown(strings.TrimSpace(row[i].(string)))
			}
		}
		t.AppendRow(row)
	}
	if d.markdown {
		d.b.WriteString(t.RenderMarkdown() + "\n\n")
		return
	}
	d.b.WriteString(t.Render() + "\n")
}

func (d *document) String() string { return strings.TrimRight(d.b.String(), "\n") + "\n" }

// escapeMarkdown keeps a text from acting as Markdown or HTML, or as a tag of a site generator
// that fills templates in Markdown.
func escapeMarkdown(s string) string {
	return strings.NewReplacer("{{", "&#123;&#123;", "{%", "&#123;%", `\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "<", "&lt;", ">", "&gt;", "#", `\#`, "[", `\[`, "]", `\]`).Replace(s)
}
