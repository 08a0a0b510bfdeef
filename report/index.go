package report

import (
	"fmt"
	"html"
	"html/template"
	"strings"
)

// Page is a rendered document for an index.
type Page struct {
	Href     string
	Document *Document
}

// Index renders an index page that links the given pages and lists what became
// of their claims. Hrefs are relative.
func Index(title, lang string, pages []Page) (File, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "<ul class=\"items\">\n")
	for _, p := range pages {
		fmt.Fprintf(&b, "<li><a href=\"%s\">%s</a>", html.EscapeString(p.Href), html.EscapeString(p.Document.Title))
		if p.Document.Description != "" {
			b.WriteString("<br>" + html.EscapeString(p.Document.Description))
		}
		b.WriteString("</li>\n")
	}
	b.WriteString("</ul>\n")
	var contents []heading
	for i, p := range pages {
		if len(p.Document.Ledger) == 0 {
			continue
		}
		if contents == nil {
			fmt.Fprintf(&b, "<h2 id=\"claims\">%s</h2>\n", html.EscapeString(text(lang, "page.claims")))
		}
		id := fmt.Sprintf("claims-%d", i+1)
		contents = append(contents, heading{id, p.Document.Title})
		fmt.Fprintf(&b, "<h3 id=\"%s\"><a href=\"%s\">%s</a></h3>\n", id, html.EscapeString(p.Href), html.EscapeString(p.Document.Title))
		t := p.Document.Ledger.Table(lang)
		b.WriteString(t.html(lang, false))
	}
	pg := page{Lang: lang, Title: title, Heading: title, Body: template.HTML(b.String()), ContentsTitle: text(lang, "page.contents"), Contents: contents}
	if lang == "zh" {
		pg.Lang = "zh-CN"
	}
	files, err := pg.render("index.html")
	if err != nil {
		return File{}, err
	}
	return files[0], nil
}
