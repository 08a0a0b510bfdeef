package report

import (
	"fmt"
	"regexp"
	"strings"
)

var callText = regexp.MustCompile(`(?s)\{\{.*?\}\}`)

// quotes finds calls with full-width quotes or brackets, which Chinese input
// methods type, and says how to write them. It reports whether there is one.
func (r *run) quotes(c cell) bool {
	found := false
	for _, at := range callText.FindAllStringIndex(c.text, -1) {
		if msg := quotes(c.text[at[0]+2 : at[1]-2]); msg != "" {
			r.errs = append(r.errs, &Error{File: c.file, Line: 1 + strings.Count(c.text[:at[0]], "\n"), Msg: msg})
			found = true
		}
	}
	return found
}

var halfWidth = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "＂", `"`, "「", `"`, "」", `"`, "‘", `"`, "’", `"`, "（", "(", "）", ")", "｜", "|", "，", " ", "\u3000", " ")

func quotes(call string) string {
	in := false
	for i, c := range call {
		switch {
		case c == '"' && (i == 0 || call[i-1] != '\\'):
			in = !in
		case !in && strings.ContainsRune("“”„＂「」‘’（）｜，\u3000", c):
			return fmt.Sprintf("full-width %q in a call; write ASCII quotes and brackets: {{ %s }}", string(c), strings.TrimSpace(halfWidth.Replace(call)))
		}
	}
	return ""
}

var (
	// typedResult is what a typed number looks like that reads as a result.
	typedResult = regexp.MustCompile(`\d+(?:\.\d+){2,}|[+−-]?\d[\d,]*(?:\.\d+)?\s?(?:%|％|ms\b|毫秒|(?i:tps|qps|iops|tpmc)\b)|\d+\.\d{2,}`)
	notProse    = regexp.MustCompile("(?s)```.*?(?:```|$)|~~~.*?(?:~~~|$)|`[^`\n]*`|\\]\\([^)\n]*\\)|https?://\\S+|\\b[pP]\\d{1,3}(?:\\.\\d+)?\\b|\\{\\{.*?\\}\\}|<!--.*?-->")
	digits      = regexp.MustCompile(`\d+(?:\.\d+)*`)
)

// typed warns of numbers in the prose that look like results and are no
// calls. What the head says (claims, prices, limits, settings) may be quoted.
func (r *run) typed(c cell) {
	known := map[string]bool{}
	for _, s := range r.headTexts() {
		for _, d := range digits.FindAllString(s, -1) {
			known[d] = true
		}
	}
	blank := func(s string) string { // keeps the lines
		return strings.Map(func(c rune) rune {
			if c == '\n' {
				return c
			}
			return ' '
		}, s)
	}
	for i, line := range strings.Split(notProse.ReplaceAllStringFunc(c.text, blank), "\n") {
		for _, found := range typedResult.FindAllString(line, -1) {
			if d := digits.FindString(strings.ReplaceAll(found, ",", "")); known[d] || strings.Count(d, ".") > 1 {
				continue
			}
			r.doc.Warnings = append(r.doc.Warnings, &Error{File: c.file, Line: i + 1,
				Msg: fmt.Sprintf("%q is typed and not computed: it stays as it is when the data change; use a call, or make it a claim", strings.TrimSpace(found))})
		}
	}
}

var (
	code         = regexp.MustCompile("(?s)```.*?(?:```|$)|~~~.*?(?:~~~|$)|`[^`\n]*`")
	typedPicture = regexp.MustCompile(`!\[[^\]\n]*\]\(<?([^)\s>]+)|<img[^>]*\bsrc=["']?([^"'\s>]+)`)
)

// pictures warns of pictures that the prose names itself: the outputs hold the figures
// that are computed, and nothing else.
func (r *run) pictures(c cell) {
	text := code.ReplaceAllStringFunc(c.text, func(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) })
	for i, line := range strings.Split(text, "\n") {
		for _, m := range typedPicture.FindAllStringSubmatch(line, -1) {
			name, msg := m[1]+m[2], "the outputs do not hold this picture: put it beside each of them"
			if strings.HasPrefix(name, "data:") {
				continue
			}
			if strings.Contains(name, "//") {
				msg = "whoever opens the page loads this picture from the network"
			}
			r.doc.Warnings = append(r.doc.Warnings, &Error{File: c.file, Line: i + 1, Msg: fmt.Sprintf("%q: %s", name, msg)})
		}
	}
}

// hidden warns of a difference that is printed without its interval, though the interval
// includes no difference. A verdict in the same paragraph says it in its place.
func (r *run) hidden(c cell, line int, call string, res *result) {
	if !res.bare || !res.signed && res.metric != "overhead" {
		return
	}
	for _, a := range res.parts {
		low, high := a.low, a.high
		if !low.OK {
			low, high = res.measured.Low, res.measured.High
		}
		if low.OK && high.OK && low.V <= 0 && high.V >= 0 && !strings.Contains(paragraph(c.text, line), "{{ verdict ") {
			r.doc.Warnings = append(r.doc.Warnings, &Error{File: c.file, Line: line,
				Msg: fmt.Sprintf("{{ %s }}: the interval that | bare leaves out includes no difference; print it, or the verdict beside it", call)})
			return
		}
	}
}

// paragraph is the text between empty lines around a line.
func paragraph(text string, line int) string {
	lines := strings.Split(text, "\n")
	from, to := min(line-1, len(lines)), min(line, len(lines))
	for from > 0 && strings.TrimSpace(lines[from-1]) != "" {
		from--
	}
	for to < len(lines) && strings.TrimSpace(lines[to]) != "" {
		to++
	}
	return strings.Join(lines[from:to], "\n")
}

// headTexts are the texts of the head whose numbers prose may quote.
func (r *run) headTexts() []string {
	var out []string
	for _, c := range r.n.Claims {
		out = append(out, c.Number, c.Says)
	}
	for _, s := range r.n.Settings {
		out = append(out, s.Value)
	}
	for _, s := range r.n.Systems {
		out = append(out, s.Label)
		for _, p := range s.Prices {
			out = append(out, fmt.Sprint(p.Amount))
		}
		for _, set := range s.Settings {
			out = append(out, set.Value)
		}
	}
	for _, s := range r.n.SLO {
		out = append(out, fmt.Sprint(s.LimitMs))
	}
	return append(out, fmt.Sprint(100*r.n.margin()), fmt.Sprint(100*r.n.confidence()), r.n.Title)
}

func (n *Notebook) margin() float64 {
	if n.Margin > 0 {
		return n.Margin
	}
	return 0.05
}

func (n *Notebook) confidence() float64 {
	if n.Confidence > 0 {
		return n.Confidence
	}
	return 0.95
}

// Limits that no article reaches, so that a notebook of somebody else cannot keep a
// machine busy: reading Markdown takes the square of a paragraph's emphasis marks.
const (
	maxMarks  = 5000 // emphasis marks a paragraph
	maxBlocks = 500  // figures, tables and lists
)

// tangled finds paragraphs beyond the limit. It reports whether there is one.
func (r *run) tangled(c cell) bool {
	marks := 0
	for i, line := range strings.Split(c.text, "\n") {
		if strings.TrimSpace(line) == "" {
			marks = 0
			continue
		}
		marks += strings.Count(line, "*") + strings.Count(line, "_") + strings.Count(line, "~")
		if marks > maxMarks {
			r.errs = append(r.errs, &Error{File: c.file, Line: i + 1, Msg: fmt.Sprintf("a paragraph with more than %d emphasis marks (* _ ~); part it by empty lines", maxMarks)})
			return true
		}
	}
	return false
}
