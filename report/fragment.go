package report

import (
	"bytes"
	"fmt"
	"html"
	"path"
	"strings"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/sbstat/sbstat/plotting"
)

// renderFragment writes a page's body for the editor of a blog: such editors drop style
// sheets, classes and SVG, so every element carries its style and figures are PNGs. The
// addresses of the images begin with the prefix that the head gives.
func (d *Document) renderFragment(name string) (Files, error) {
	files := Files{{Name: name}}
	o := plotting.Options{Width: d.publish.ImageWidth}
	o.Height = o.Width * 2 / 3
	body, _, err := d.body(func(p *part) (string, error) {
		if p.figure == nil {
			return p.html(d.Lang, false), nil
		}
		png, alt, err := p.draw("png", o)
		if err != nil {
			return "", err
		}
		file := d.figureFile(p, ".png")
		files = append(files, File{path.Join(path.Dir(name), file), png})
		return fmt.Sprintf("<p><img src=\"%s\" alt=\"%s\"></p>\n", html.EscapeString(d.imageURL(file)), html.EscapeString(alt)), nil
	})
	if err != nil {
		return nil, err
	}
	styled, err := d.inlineStyles(body)
	if err != nil {
		return nil, err
	}
	files[0].Data = []byte(styled)
	return files, nil
}

// imageURL is the address of an image in the fragment. A prefix takes the place of the
// folder: editors upload files into one of their own.
func (d *Document) imageURL(file string) string {
	prefix := d.publish.ImageURL
	if prefix == "" {
		return file
	}
	if !strings.HasSuffix(prefix, "/") && !strings.HasSuffix(prefix, "=") {
		prefix += "/"
	}
	return prefix + path.Base(file)
}

// elementStyles are the styles of elements in a fragment.
var elementStyles = map[atom.Atom]string{
	atom.H1:         "font-size:26px;line-height:1.3;margin:0 0 14px;color:#1c1c1c",
	atom.H2:         "font-size:21px;line-height:1.35;margin:34px 0 12px;padding-top:8px;border-top:1px solid #dcdcdc;color:#1c1c1c",
	atom.H3:         "font-size:18px;line-height:1.4;margin:26px 0 8px;color:#1c1c1c",
	atom.P:          "margin:0 0 16px;line-height:1.7;color:#1c1c1c",
	atom.Ul:         "margin:0 0 16px;padding-left:22px;line-height:1.7;color:#1c1c1c",
	atom.Ol:         "margin:0 0 16px;padding-left:22px;line-height:1.7;color:#1c1c1c",
	atom.Li:         "margin:4px 0",
	atom.Blockquote: "margin:0 0 16px;padding-left:14px;border-left:3px solid #dcdcdc;color:#5a5a5a",
	atom.Table:      "border-collapse:collapse;font-size:14px;line-height:1.4;margin:0;color:#1c1c1c",
	atom.Caption:    "text-align:left;font-weight:bold;padding:0 0 6px",
	atom.Th:         "padding:5px 9px;text-align:right;vertical-align:bottom;border-bottom:2px solid #dcdcdc;font-weight:bold",
	atom.Td:         "padding:5px 9px;text-align:right;vertical-align:top;border-bottom:1px solid #dcdcdc",
	atom.Pre:        "margin:0 0 16px;padding:10px 14px;background:#f5f5f2;border:1px solid #dcdcdc;overflow-x:auto;font:12px/1.5 Menlo,Consolas,monospace;color:#1c1c1c;white-space:pre",
	atom.Code:       "font-family:Menlo,Consolas,monospace",
	atom.Img:        "max-width:100%;height:auto;display:block;margin:0 auto",
	atom.A:          "color:#0060a0",
	atom.Figure:     "margin:22px 0",
	atom.Figcaption: "margin-top:8px",
	atom.Hr:         "border:0;border-top:1px solid #dcdcdc;margin:24px 0",
	atom.Sup:        "font-size:12px;line-height:0",
}

// inlineStyles gives every element its style and takes out what editors drop.
func (d *Document) inlineStyles(body string) (string, error) {
	root := &nethtml.Node{Type: nethtml.ElementNode, DataAtom: atom.Body, Data: "body"}
	nodes, err := nethtml.ParseFragment(strings.NewReader(body), root)
	if err != nil {
		return "", err
	}
	wechat := d.publish.Fragment == "wechat"
	section := &nethtml.Node{Type: nethtml.ElementNode, DataAtom: atom.Section, Data: "section",
		Attr: []nethtml.Attribute{{Key: "style", Val: "font-size:16px;line-height:1.7;color:#1c1c1c"}}}
	for _, n := range nodes {
		section.AppendChild(n)
	}
	var walk func(n *nethtml.Node)
	walk = func(n *nethtml.Node) {
		for c := n.FirstChild; c != nil; {
			next := c.NextSibling
			walk(c)
			if wechat && c.DataAtom == atom.A { // WeChat has no links: their text stays, and where they led
				unlink(c)
			}
			c = next
		}
		if n.Type == nethtml.ElementNode && n != section {
			restyle(n, wechat)
		}
	}
	walk(section)
	var b bytes.Buffer
	if err := nethtml.Render(&b, section); err != nil {
		return "", err
	}
	b.WriteByte('\n')
	return b.String(), nil
}

func restyle(n *nethtml.Node, wechat bool) {
	style := elementStyles[n.DataAtom]
	class := ""
	var keep []nethtml.Attribute
	for _, a := range n.Attr {
		switch {
		case a.Key == "class":
			class = a.Val
		case a.Key == "style": // of a table's column, from Markdown
			style += ";" + a.Val
		case strings.HasPrefix(a.Key, "data-"), a.Key == "role", wechat && a.Key == "id":
		default:
			keep = append(keep, a)
		}
	}
	for _, c := range strings.Fields(class) {
		switch c {
		case "left":
			style += ";text-align:left"
		case "scroll":
			style = "overflow-x:auto"
		case "notes":
			style = "list-style:none;margin:0;padding:0;font-size:13px;color:#5a5a5a"
		case "interval":
			style = "display:block;font-size:12px;color:#5a5a5a;white-space:nowrap"
		case "label":
			style = "font-weight:bold"
		case "footnotes":
			style = "font-size:14px;color:#5a5a5a"
		}
	}
	if wechat && (n.DataAtom == atom.Figure || n.DataAtom == atom.Figcaption || n.DataAtom == atom.Div) {
		n.DataAtom, n.Data = atom.Section, "section"
	}
	if style != "" {
		keep = append(keep, nethtml.Attribute{Key: "style", Val: style})
	}
	n.Attr = keep
}

// unlink replaces a link by its content, followed by its address where it leads out.
func unlink(a *nethtml.Node) {
	href, back := "", false
	for _, at := range a.Attr {
		if at.Key == "href" {
			href = at.Val
		}
		back = back || at.Key == "class" && at.Val == "footnote-backref"
	}
	for c := a.FirstChild; c != nil && !back; {
		next := c.NextSibling
		a.RemoveChild(c)
		a.Parent.InsertBefore(c, a)
		c = next
	}
	if strings.HasPrefix(href, "http") {
		a.Parent.InsertBefore(&nethtml.Node{Type: nethtml.TextNode, Data: " (" + href + ")"}, a)
	}
	a.Parent.RemoveChild(a)
}
