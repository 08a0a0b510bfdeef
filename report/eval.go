package report

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"text/template"
	tree "text/template/parse"
)

// run is one computation of a notebook.
type run struct {
	n     *Notebook
	l     string // language
	calls map[string]any
	got   any // what the call being evaluated gave

	swap  bool // claims: with base and other exchanged
	claim bool // claims: an asserting call that fails is a result, not an error

	used  map[string]bool // methods that the notebook used, for the method section
	feet  []footnote
	names map[string]int // figure names given so far
	doc   *Document
	errs  Errors
	cache map[string]any
}

// prose evaluates a text cell into Markdown with blocks' places marked.
func (r *run) prose(c cell, out *strings.Builder) {
	r.typed(c)
	r.pictures(c)
	if r.tangled(c) || r.quotes(c) {
		return
	}
	t := tree.New("notebook")
	t.Mode = tree.SkipFuncCheck
	if _, err := t.Parse(clean(c.text), "", "", map[string]*tree.Tree{}); err != nil {
		line, msg := templateError(err)
		if at, what := unclosed(c.text); at > 0 && strings.HasSuffix(msg, "unexpected EOF") {
			line, msg = at, what+" is no call: a notebook holds prose and values, no program"
		}
		r.errs = append(r.errs, &Error{File: c.file, Line: line, Msg: msg})
		return
	}
	if t.Root == nil {
		return
	}
	afterBlock := false
	for _, node := range t.Root.Nodes {
		switch node := node.(type) {
		case *tree.TextNode:
			text := string(node.Text)
			if afterBlock {
				text = strings.TrimLeft(text, " \t")
			}
			out.WriteString(text)
			afterBlock = afterBlock && text == ""
		case *tree.CommentNode:
		case *tree.ActionNode:
			call := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(node.String(), "{{"), "}}"))
			res, err := r.eval(node)
			if err != nil {
				r.errs = append(r.errs, err.at(c.file, node.Line))
				continue
			}
			if res.block != nil {
				if len(r.doc.parts) == maxBlocks {
					r.errs = append(r.errs, &Error{File: c.file, Line: node.Line, Msg: fmt.Sprintf("more than %d figures, tables and lists", maxBlocks)})
					return
				}
				res.block.call, res.block.line, res.block.file = call, node.Line, c.file
				out.WriteString(r.doc.place(res.block))
				afterBlock = true
				continue
			}
			afterBlock = false
			text := tidy(r.l, res.in(r.l))
			if res.kind != words_ || res.unit != "" {
				r.doc.Values = append(r.doc.Values, res.value(node.Line, call, text))
			}
			r.hidden(c, node.Line, call, res)
			out.WriteString(escapeMarkdown(clean(text)))
			if res.foot != nil && !res.bare {
				out.WriteString(r.footmark(*res.foot))
			}
		default:
			r.errs = append(r.errs, &Error{File: c.file, Line: 1 + strings.Count(c.text[:min(int(node.Position()), len(c.text))], "\n"),
				Msg: fmt.Sprintf("%s is no call: a notebook holds prose and values, no program", firstLine(node.String()))})
		}
	}
}

// clean takes out the characters that mark blocks' places.
func clean(s string) string {
	return strings.Map(func(c rune) rune {
		if c == placeOpen || c == placeClose {
			return '\ufffd'
		}
		return c
	}, s)
}

var control = regexp.MustCompile(`\{\{-?\s*(if|range|with|block|define|end)\b[^{}]*\}\}`)

// unclosed finds the first {{ if }} or the like that no {{ end }} closes, and its line.
func unclosed(text string) (line int, what string) {
	var open [][]int
	for _, at := range control.FindAllStringSubmatchIndex(text, -1) {
		switch {
		case text[at[2]:at[3]] != "end":
			open = append(open, at)
		case len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 {
		return 0, ""
	}
	return 1 + strings.Count(text[:open[0][0]], "\n"), text[open[0][0]:open[0][1]]
}

var templateLine = regexp.MustCompile(`^template: notebook:(\d+)(?::\d+)?: (?:executing "notebook" at )?(.*)`)

// noArguments is the engine's message of a word, such as peak or mean, that is used as a call.
var noArguments = regexp.MustCompile(`wrong number of args for (\w+): want 0 got`)

// openCall is the engine's message of a call without }}: it stands at the place where
// the engine gave up and names the line on which the call begins, where that is another.
var openCall = regexp.MustCompile(`^unclosed action(?: started at notebook:(\d+))?$`)

func templateError(err error) (line int, msg string) {
	msg = err.Error()
	if m := templateLine.FindStringSubmatch(firstLine(msg)); m != nil {
		fmt.Sscan(m[1], &line)
		msg = m[2]
	}
	if m := openCall.FindStringSubmatch(msg); m != nil {
		if m[1] != "" {
			fmt.Sscan(m[1], &line)
		}
		return line, "a call that begins with {{ here is not closed with }}"
	}
	if strings.HasPrefix(msg, `unexpected "{"`) {
		return line, "a { within a call: is the call before it closed with }}?"
	}
	if m := noArguments.FindStringSubmatch(msg); m != nil {
		return line, fmt.Sprintf("%s takes nothing behind it: it belongs to a call, such as {{ tps \"…\" %s }}", m[1], m[1])
	}
	return line, "a call that cannot be read: " + msg
}

// at makes an error of a call one of a place.
func (e *callError) at(file string, line int) *Error {
	return &Error{File: file, Line: line, Msg: e.msg, Hint: e.hint, Contradicted: e.contradicted}
}

// expression evaluates a call that is written alone, as in a claim.
func (r *run) expression(s string) (*result, *callError) {
	if err := quotes(s); err != "" {
		return nil, &callError{msg: err}
	}
	t := tree.New("notebook")
	t.Mode = tree.SkipFuncCheck
	if _, err := t.Parse("{{ "+s+" }}", "", "", map[string]*tree.Tree{}); err != nil {
		_, msg := templateError(err)
		return nil, &callError{msg: msg}
	}
	if t.Root == nil || len(t.Root.Nodes) != 1 {
		return nil, &callError{msg: fmt.Sprintf("%q is not one call", s)}
	}
	node, ok := t.Root.Nodes[0].(*tree.ActionNode)
	if !ok {
		return nil, &callError{msg: fmt.Sprintf("%q is no call", s)}
	}
	return r.eval(node)
}

// eval evaluates one call. Only the notebook's own calls are known: nothing that
// loops, prints at will or reaches outside.
func (r *run) eval(node *tree.ActionNode) (*result, *callError) {
	if err := r.allowed(node.Pipe, 0); err != nil {
		return nil, err
	}
	pipe := node.Pipe.CopyPipe()
	pipe.Cmds = append(pipe.Cmds, &tree.CommandNode{NodeType: tree.NodeCommand, Args: []tree.Node{tree.NewIdentifier("capture")}})
	action := &tree.ActionNode{NodeType: tree.NodeAction, Pos: node.Pos, Line: node.Line, Pipe: pipe}
	t, err := template.New("notebook").Funcs(r.calls).AddParseTree("notebook", &tree.Tree{
		Name: "notebook", Root: &tree.ListNode{NodeType: tree.NodeList, Nodes: []tree.Node{action}},
	})
	if err != nil {
		return nil, &callError{msg: err.Error()}
	}
	r.got = nil
	if err := t.Execute(io.Discard, nil); err != nil {
		var ce *callError
		if errors.As(err, &ce) {
			return nil, ce
		}
		_, msg := templateError(err)
		return nil, &callError{msg: msg}
	}
	switch got := r.got.(type) {
	case *result:
		return got, nil
	case focusWord:
		if got.result == nil {
			return nil, &callError{msg: "the head has no focus; write focus: 4-64"}
		}
		return got.result, nil
	case sloWord:
		if got.result == nil {
			return nil, &callError{msg: "the head has no slo; write slo: {p95: 80ms}"}
		}
		return got.result, nil
	case string:
		return &result{kind: words_, text: got}, nil
	case word:
		return nil, &callError{msg: fmt.Sprintf("%s belongs to another call, such as %s", got, r.example())}
	}
	return nil, &callError{msg: fmt.Sprintf("%s says nothing alone; use it in a call, such as %s", node.Pipe, r.example())}
}

func (r *run) example() string {
	return fmt.Sprintf("delta \"tps\" %q vs %q mean", r.n.others0(), r.n.base().Name)
}

// allowed checks a pipeline before it runs.
func (r *run) allowed(p *tree.PipeNode, depth int) *callError {
	if depth > 8 {
		return &callError{msg: "too many brackets within each other"}
	}
	if len(p.Decl) > 0 {
		return &callError{msg: fmt.Sprintf("%s: a notebook has no variables", p)}
	}
	for _, cmd := range p.Cmds {
		for _, arg := range cmd.Args {
			switch arg := arg.(type) {
			case *tree.StringNode, *tree.NumberNode:
			case *tree.PipeNode:
				if err := r.allowed(arg, depth+1); err != nil {
					return err
				}
			case *tree.IdentifierNode:
				if len(r.n.Systems) == 0 && !strings.Contains(" title author date description workload settings levels focus slo said outcome ledger method ", " "+arg.Ident+" ") {
					return &callError{msg: fmt.Sprintf("%s: the notebook has no systems", arg.Ident)}
				}
				if _, ok := r.calls[arg.Ident]; !ok || arg.Ident == "capture" {
					names := make([]string, 0, len(r.calls))
					for name := range r.calls {
						if name != "capture" && !percentileCall.MatchString(name) {
							names = append(names, name)
						}
					}
					slices.Sort(names)
					return &callError{msg: fmt.Sprintf("no call %q", arg.Ident), hint: "calls are: " + strings.Join(names, " ") + " p50 … p99"}
				}
			default:
				return &callError{msg: fmt.Sprintf("%s means nothing in a notebook; names of systems and metrics stand in quotes: \"tps\"", arg)}
			}
		}
	}
	return nil
}

var percentileCall = regexp.MustCompile(`^p\d+$`)

// footmark returns the mark of a footnote the first time it is needed.
func (r *run) footmark(f footnote) string {
	for _, have := range r.feet {
		if have.key == f.key {
			return ""
		}
	}
	n := 1
	if len(r.feet) > 0 {
		n = r.feet[len(r.feet)-1].number + 1
	}
	for r.numbered(n) {
		n++
	}
	f.number = n
	r.feet = append(r.feet, f)
	return fmt.Sprintf("[^%d]", n)
}

// numbered reports whether the prose has a footnote of its own with a number.
func (r *run) numbered(n int) bool {
	return slices.ContainsFunc(r.n.cells, func(c cell) bool { return strings.Contains(c.text, fmt.Sprintf("[^%d]", n)) })
}
