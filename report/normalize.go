package report

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	gtext "github.com/yuin/goldmark/text"

	"github.com/sbstat/sbstat/internal/lang"
)

func text(l, key string, args ...any) string { return lang.Text(l, "report."+key, args...) }

// markdown is the dialect of notebooks: GitHub's tables, strikethrough and task
// lists, and footnotes. Raw HTML is not passed on.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList, extension.Footnote),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
)

// edit replaces a stretch of a text.
type edit struct {
	from, to int
	with     string
}

var comment = regexp.MustCompile(`(?s)^\s*<!--(?:[^-]|-[^-])*-->\s*$`)

// normalize prepares prose for every output: raw HTML is shown and not obeyed, and a
// line break between two Chinese characters, which is no blank in Chinese, goes.
func normalize(prose string) string {
	prose = strings.Trim(prose, "\n") + "\n"
	src := []byte(prose)
	var edits []edit
	escape := func(from, to int) {
		if comment.Match(src[from:to]) {
			return
		}
		for i := from; i < to; i++ {
			if src[i] == '<' {
				edits = append(edits, edit{i, i + 1, "&lt;"})
			}
		}
	}
	root := markdown.Parser().Parse(gtext.NewReader(src))
	_ = ast.Walk(root, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch node := node.(type) {
		case *ast.HTMLBlock:
			lines := node.Lines()
			if lines.Len() > 0 {
				end := lines.At(lines.Len() - 1).Stop
				if node.HasClosure() {
					end = max(end, node.ClosureLine.Stop)
				}
				escape(lines.At(0).Start, end)
			} else if node.HasClosure() {
				escape(node.ClosureLine.Start, node.ClosureLine.Stop)
			}
		case *ast.RawHTML:
			for i := range node.Segments.Len() {
				s := node.Segments.At(i)
				escape(s.Start, s.Stop)
			}
		case *ast.Text:
			if e, ok := chineseBreak(src, node); ok {
				edits = append(edits, e)
			}
		}
		return ast.WalkContinue, nil
	})
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
	var b strings.Builder
	at := 0
	for _, e := range edits {
		if e.from < at {
			continue
		}
		b.WriteString(prose[at:e.from])
		b.WriteString(e.with)
		at = e.to
	}
	b.WriteString(prose[at:])
	return b.String()
}

// chineseBreak finds the soft line break after a text node, if Chinese stands on both sides.
func chineseBreak(src []byte, node *ast.Text) (edit, bool) {
	if !node.SoftLineBreak() {
		return edit{}, false
	}
	before, _ := utf8.DecodeLastRune(src[:node.Segment.Stop])
	var next *ast.Text
	if sibling := node.NextSibling(); sibling != nil {
		_ = ast.Walk(sibling, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if t, ok := n.(*ast.Text); ok {
				next = t
				return ast.WalkStop, nil
			}
			return ast.WalkContinue, nil
		})
	}
	if next == nil {
		return edit{}, false
	}
	after, _ := utf8.DecodeRune(src[next.Segment.Start:])
	if !(chinese(before) && chinese(after) || wide(before) || wide(after)) {
		return edit{}, false
	}
	end := node.Segment.Stop
	for end < next.Segment.Start && strings.IndexByte(" \t\n>", src[end]) >= 0 {
		end++
	}
	return edit{node.Segment.Stop, end, ""}, true
}

// chinese reports whether a character belongs to a script that sets no blanks.
func chinese(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || wide(r) || strings.ContainsRune("“”…—", r)
}

// wide reports whether a character is full-width punctuation, which has its blank
// within itself.
func wide(r rune) bool { return r >= 0x3001 && r <= 0x303F || r >= 0xFF01 && r <= 0xFF60 }

// placed checks that each part stands in a paragraph of its own, where it can be
// put in, and not inside a listing.
func (d *Document) placed() error {
	src := []byte(d.markdown)
	found := map[string]bool{}
	_ = ast.Walk(markdown.Parser().Parse(gtext.NewReader(src)), func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if p, ok := node.(*ast.Paragraph); ok && entering && p.Lines().Len() == 1 {
			line := p.Lines().At(0)
			found[strings.TrimSpace(string(line.Value(src)))] = true
		}
		return ast.WalkContinue, nil
	})
	var es Errors
	for i, p := range d.parts {
		if !found[mark(i)] {
			es = append(es, &Error{File: p.file, Line: p.line, Msg: fmt.Sprintf("{{ %s }} cannot stand here, inside a listing; give it a line of its own", p.call)})
		}
	}
	if es == nil {
		return nil
	}
	return es
}

// tidy takes out the blanks that a message leaves between two Chinese characters, where a
// name that is Chinese itself was put in.
func tidy(l, s string) string {
	if l != "zh" || !strings.Contains(s, " ") {
		return s
	}
	runes := []rune(s)
	out := make([]rune, 0, len(runes))
	for i, c := range runes {
		if c == ' ' && i > 0 && i+1 < len(runes) && chinese(runes[i-1]) && chinese(runes[i+1]) {
			continue
		}
		out = append(out, c)
	}
	return string(out)
}

// tidy tidies the texts that the notebook itself put into a part.
func (p *part) tidy(l string) {
	for i := range p.items {
		p.items[i].text = tidy(l, p.items[i].text)
	}
	if t := p.table; t != nil {
		t.Caption = tidy(l, t.Caption)
		for _, row := range append([][]string{t.Head, t.Notes}, t.Rows...) {
			for i := range row {
				row[i] = tidy(l, row[i])
			}
		}
	}
}
