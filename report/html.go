package report

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"encoding/csv"
	"fmt"
	"html"
	"html/template"
	"regexp"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gtext "github.com/yuin/goldmark/text"

	"github.com/sbstat/sbstat/plotting"
)

//go:embed assets/page.css
var pageCSS string

//go:embed assets/page.html
var pageHTML string

var pageTemplate = template.Must(template.New("page").Parse(pageHTML))

// page is what the page template shows.
type page struct {
	Lang, Title, Description, Author, Byline, Heading, Made string
	ContentsTitle                                           string
	Contents                                                []heading
	CSS                                                     template.CSS
	Body                                                    template.HTML
}

type heading struct{ ID, Text string }

func (p *page) render(name string) (Files, error) {
	p.CSS = template.CSS(pageCSS)
	p.Made = text(strings.TrimSuffix(p.Lang, "-CN"), "page.made", "sbstat")
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, p); err != nil {
		return nil, err
	}
	return Files{{name, b.Bytes()}}, nil
}

func (d *Document) renderHTML(name string) (Files, error) {
	body, headings, err := d.body(func(p *part) (string, error) {
		if p.figure != nil {
			return d.figureHTML(p)
		}
		return p.html(d.Lang, true), nil
	})
	if err != nil {
		return nil, err
	}
	p := page{
		Lang: d.htmlLang(), Title: d.Title, Description: d.Description, Author: d.Author,
		Byline:        strings.Join(notEmpty(d.Author, d.Date), " · "),
		ContentsTitle: d.text("page.contents"), Body: template.HTML(body),
	}
	if len(headings) > 2 {
		p.Contents = headings
	}
	if d.heading() == "" {
		p.Heading = d.Title
	}
	return p.render(name)
}

func (d *Document) htmlLang() string {
	if d.Lang == "zh" {
		return "zh-CN"
	}
	return d.Lang
}

func notEmpty(texts ...string) []string {
	var out []string
	for _, t := range texts {
		if t != "" {
			out = append(out, t)
		}
	}
	return out
}

// heading is the text of the document's first heading of level 1; "" if it has none.
func (d *Document) heading() string {
	src := []byte(d.markdown)
	found := ""
	_ = ast.Walk(markdown.Parser().Parse(gtext.NewReader(src)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if h, ok := n.(*ast.Heading); ok && h.Level == 1 {
			found = nodeText(h, src)
			return ast.WalkStop, nil
		}
		return ast.WalkContinue, nil
	})
	return found
}

func nodeText(n ast.Node, src []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			switch n := n.(type) {
			case *ast.Text:
				b.Write(n.Value(src))
			case *ast.String:
				b.Write(n.Value)
			}
		}
		return ast.WalkContinue, nil
	})
	return html.UnescapeString(unescapeMarkdown.ReplaceAllString(b.String(), "$1"))
}

var unescapeMarkdown = regexp.MustCompile("\\\\([\\\\`*_\\[\\]|~])")

// body renders the prose with goldmark and puts each part, as block gives it, in
// its place. The headings of level 2 are for a contents list.
func (d *Document) body(block func(*part) (string, error)) (string, []heading, error) {
	md := d.markdown
	for _, f := range d.feet {
		md += fmt.Sprintf("\n\n[^%d]: %s\n", f.number, escapeMarkdown(f.text))
	}
	src := []byte(md)
	root := markdown.Parser().Parse(gtext.NewReader(src), parser.WithContext(parser.NewContext(parser.WithIDs(&ids{used: map[string]bool{}}))))
	var headings []heading
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if h, ok := n.(*ast.Heading); ok && entering && h.Level == 2 {
			if id, ok := h.AttributeString("id"); ok {
				headings = append(headings, heading{string(id.([]byte)), nodeText(h, src)})
			}
		}
		return ast.WalkContinue, nil
	})
	var b bytes.Buffer
	if err := markdown.Renderer().Render(&b, src, root); err != nil {
		return "", nil, err
	}
	out := unbroken(strings.ReplaceAll(b.String(), "<!-- raw HTML omitted -->", ""))
	var failed error
	out = placeHTML.ReplaceAllStringFunc(out, func(s string) string {
		var i int
		fmt.Sscan(placeHTML.FindStringSubmatch(s)[1], &i)
		if i >= len(d.parts) {
			return ""
		}
		h, err := block(d.parts[i])
		if err != nil && failed == nil {
			failed = err
		}
		return h
	})
	// Tables of the prose scroll on small screens like those of calls.
	out = strings.ReplaceAll(strings.ReplaceAll(out, "\n<table>", "\n<div class=\"scroll\"><table>"), "</table>\n", "</table></div>\n")
	return out, headings, failed
}

var placeHTML = regexp.MustCompile(fmt.Sprintf("(?:<p>)?%c(\\d+)%c(?:</p>)?", placeOpen, placeClose))

var (
	preformatted = regexp.MustCompile(`(?s)<pre.*?</pre>`)
	numberUnit   = regexp.MustCompile(`(\d) (%|ms\b|TPS\b)`)
	limitText    = regexp.MustCompile(`≤ (\d)`)
)

// unbroken keeps a number and its unit on one line, save in listings.
func unbroken(h string) string {
	keep := func(s string) string {
		return limitText.ReplaceAllString(numberUnit.ReplaceAllString(s, "$1\u00a0$2"), "≤\u00a0$1")
	}
	var b strings.Builder
	at := 0
	for _, span := range preformatted.FindAllStringIndex(h, -1) {
		b.WriteString(keep(h[at:span[0]]) + h[span[0]:span[1]])
		at = span[1]
	}
	return b.String() + keep(h[at:])
}

// ids names headings as GitHub does, also Chinese ones.
type ids struct{ used map[string]bool }

func (g *ids) Generate(value []byte, _ ast.NodeKind) []byte {
	s := html.UnescapeString(unescapeMarkdown.ReplaceAllString(string(value), "$1"))
	slug := strings.Map(func(c rune) rune {
		switch {
		case unicode.IsLetter(c) || unicode.IsDigit(c) || c == '-' || c == '_':
			return unicode.ToLower(c)
		case c == ' ':
			return '-'
		}
		return -1
	}, strings.TrimSpace(s))
	if slug == "" {
		slug = "section"
	}
	id := slug
	for i := 1; g.used[id]; i++ {
		id = fmt.Sprintf("%s-%d", slug, i)
	}
	g.used[id] = true
	return []byte(id)
}

func (g *ids) Put(value []byte) { g.used[string(value)] = true }

// The sizes of figures in a page: for the width of a text, and for a telephone.
var (
	wideFigure   = plotting.Options{}
	narrowFigure = plotting.Options{Width: 420, Height: 460}
)

// figureHTML puts a figure in line as SVG, in two widths and two themes of which the
// style sheet shows one, with the files for download.
func (d *Document) figureHTML(p *part) (string, error) {
	var b strings.Builder
	b.WriteString(`<figure class="drawing">` + "\n")
	variants := []struct {
		class string
		o     plotting.Options
	}{
		{"light wide", wideFigure}, {"light narrow", narrowFigure},
		{"dark wide", plotting.Options{Theme: plotting.Dark}},
		{"dark narrow", plotting.Options{Theme: plotting.Dark, Width: narrowFigure.Width, Height: narrowFigure.Height}},
	}
	if p.figure.fixed {
		variants = variants[:1]
	}
	var svg []byte
	for i, v := range variants {
		data, _, err := p.draw("svg", v.o)
		if err != nil {
			return "", err
		}
		if i == 0 {
			svg = data
		}
		fmt.Fprintf(&b, "<div class=%q>%s</div>\n", v.class, inlineSVG(data, fmt.Sprintf("-%s-%d", p.figure.name, i)))
	}
	fmt.Fprintf(&b, `<figcaption class="get"><span>%s</span>`, html.EscapeString(d.text("page.download")))
	b.WriteString(download(p.figure.name+".svg", "image/svg+xml", svg, "SVG"))
	if png, _, err := p.draw("png", plotting.Options{}); err == nil { // without a font for it there is no PNG, and no link
		b.WriteString(download(p.figure.name+".png", "image/png", png, "PNG"))
	}
	b.WriteString("</figcaption>\n</figure>\n")
	return b.String(), nil
}

func download(name, mime string, data []byte, label string) string {
	return fmt.Sprintf(`<a download="%s" href="data:%s;base64,%s">%s</a>`, html.EscapeString(name), mime, base64.StdEncoding.EncodeToString(data), label)
}

var (
	svgProlog = regexp.MustCompile(`(?s)^\s*<\?xml.*?\?>\s*`)
	svgID     = regexp.MustCompile(`\b(id="|url\(#|href="#)([^")]+)`)
	svgLabel  = regexp.MustCompile(`aria-labelledby="([^"]*)"`)
	svgSize   = regexp.MustCompile(`^(<svg[^>]*?) width="[^"]*" height="[^"]*"`)
)

// inlineSVG prepares an SVG file for standing in a page: identifiers of its own, and
// the width that the page gives it.
func inlineSVG(svg []byte, suffix string) string {
	s := svgProlog.ReplaceAllString(string(svg), "")
	s = svgID.ReplaceAllString(s, "${1}${2}"+suffix)
	s = svgLabel.ReplaceAllStringFunc(s, func(m string) string {
		ids := strings.Fields(svgLabel.FindStringSubmatch(m)[1])
		for i := range ids {
			ids[i] += suffix
		}
		return `aria-labelledby="` + strings.Join(ids, " ") + `"`
	})
	return svgSize.ReplaceAllString(strings.TrimSpace(s), "$1")
}

// html writes a part that is no figure, with its file for download if asked for.
func (p *part) html(l string, downloads bool) string {
	switch {
	case p.table != nil:
		return p.table.html(l, downloads && p.table.Name != "")
	case p.code != nil:
		class := ""
		if p.code.language != "" {
			class = fmt.Sprintf(` class="language-%s"`, html.EscapeString(p.code.language))
		}
		s := fmt.Sprintf("<pre><code%s>%s</code></pre>\n", class, html.EscapeString(p.code.source))
		if downloads && p.code.name != "" {
			s = "<figure>" + s + `<figcaption class="get"><span>` + html.EscapeString(text(l, "page.download")) + "</span>" +
				download(p.code.name+".txt", "text/plain;charset=utf-8", []byte(p.code.source), "TXT") + "</figcaption></figure>\n"
		}
		return s
	}
	var b strings.Builder
	b.WriteString(`<ul class="items">` + "\n")
	for _, it := range p.items {
		b.WriteString("<li>")
		if it.label != "" {
			b.WriteString(`<span class="label">` + html.EscapeString(it.label) + "</span>" + html.EscapeString(text(l, "colon")))
		}
		b.WriteString(unbroken(html.EscapeString(it.text)) + "</li>\n")
	}
	b.WriteString("</ul>\n")
	return b.String()
}

func (t *Table) html(l string, downloads bool) string {
	var b strings.Builder
	class := ""
	if t.stack {
		class = ` class="stack"`
	}
	b.WriteString("<figure>\n<div class=\"scroll\"><table" + class + ">")
	if t.Caption != "" {
		b.WriteString("<caption>" + html.EscapeString(t.Caption) + "</caption>\n")
	}
	row := func(tag string, cells []string) {
		b.WriteString("<tr>")
		for i := range t.Head {
			c := ""
			if i < len(cells) {
				c = cells[i]
			}
			var classes []string
			if t.left(i) {
				classes = append(classes, "left")
			}
			if tag == "td" && len([]rune(c)) > 24 && !withInterval.MatchString(c) {
				classes = append(classes, "text")
			}
			b.WriteString("<" + tag)
			if classes != nil {
				fmt.Fprintf(&b, ` class="%s"`, strings.Join(classes, " "))
			}
			if t.stack && tag == "td" { // a narrow page shows a row as a list
				fmt.Fprintf(&b, ` data-head="%s"`, html.EscapeString(t.Head[i]))
			}
			cell := cellHTML(c)
			if tag == "th" { // a setting's name is long, and may break between its words
				cell = strings.ReplaceAll(cell, "_", "_<wbr>")
			}
			b.WriteString(">" + cell + "</" + tag + ">")
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("<thead>")
	row("th", t.Head)
	b.WriteString("</thead>\n<tbody>")
	for _, r := range t.Rows {
		row("td", r)
	}
	b.WriteString("</tbody></table></div>\n")
	if len(t.Notes) > 0 || downloads {
		b.WriteString("<figcaption>")
		if len(t.Notes) > 0 {
			b.WriteString(`<ul class="notes">` + "\n")
			for _, n := range t.Notes {
				b.WriteString("<li>" + unbroken(html.EscapeString(n)) + "</li>\n")
			}
			b.WriteString("</ul>")
		}
		if downloads {
			b.WriteString(`<div class="get"><span>` + html.EscapeString(text(l, "page.download")) + "</span>" +
				download(t.Name+".csv", "text/csv;charset=utf-8", t.csv(), "CSV") + "</div>")
		}
		b.WriteString("</figcaption>\n")
	}
	b.WriteString("</figure>\n")
	return b.String()
}

// cellHTML writes a cell; an interval stands below its value.
func cellHTML(c string) string {
	if m := withInterval.FindStringSubmatch(c); m != nil {
		return unbroken(html.EscapeString(m[1])) + ` <span class="interval">` + html.EscapeString(m[2]) + "</span>" + unbroken(html.EscapeString(m[3]))
	}
	return unbroken(html.EscapeString(c))
}

// csv is the table as a CSV file that a spreadsheet opens: a byte order mark, and no
// cell that it would run as a formula.
func (t *Table) csv() []byte {
	var b bytes.Buffer
	b.WriteString("\ufeff")
	w := csv.NewWriter(&b)
	for _, r := range append([][]string{t.Head}, t.Rows...) {
		out := make([]string, len(r))
		for i, c := range r {
			if c != "" && strings.ContainsRune("=@\t\r", rune(c[0])) || formula.MatchString(c) {
				c = "'" + c
			}
			out[i] = c
		}
		_ = w.Write(out) // a buffer takes it
	}
	w.Flush()
	return b.Bytes()
}

// formula is a cell that begins like a signed number and is none.
var formula = regexp.MustCompile(`^[+-](?:[^\d.]|$)`)
