package report

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// headReader walks the YAML nodes of a head and gathers what is wrong with it, each
// with its line. Aliases are refused, so a head cannot grow in memory.
type headReader struct {
	file  string
	files map[*yaml.Node]string // of nodes that another file holds
	errs  Errors
}

var yamlLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)`)

// noBlank is a key whose colon nothing parts from the value.
var noBlank = regexp.MustCompile(`^\s*([\w-]+):([^\s/].*)$`)

// yamlHint says what is likely wrong in a line of the head.
func yamlHint(head string, line int) string {
	lines := strings.Split(head, "\n")
	for _, i := range []int{line - 1, line - 2, line} { // the message may name the line behind
		if i < 0 || i >= len(lines) {
			continue
		}
		if strings.HasPrefix(lines[i], "\t") {
			return ". A tab begins the line: indent with blanks"
		}
		if m := noBlank.FindStringSubmatch(lines[i]); m != nil {
			return fmt.Sprintf(". Write a blank behind the colon: %s: %s", m[1], m[2])
		}
	}
	return ""
}

// parseHead reads the head's YAML; its mapping is the result.
func parseHead(src *source) (*yaml.Node, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(src.head), &doc); err != nil {
		e := &Error{File: src.file, Msg: "the head is no YAML: " + err.Error()}
		if m := yamlLine.FindStringSubmatch(firstLine(err.Error())); m != nil {
			e.Line, _ = strconv.Atoi(m[1])
			e.Msg = "the head is no YAML: " + m[2] + yamlHint(src.head, e.Line)
		}
		return nil, e
	}
	if len(doc.Content) == 0 {
		return nil, &Error{File: src.file, Line: 1, Msg: "the head is empty; it names at least the systems"}
	}
	return doc.Content[0], nil
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

func (h *headReader) fail(n *yaml.Node, format string, args ...any) {
	file := h.file
	if f, ok := h.files[n]; ok {
		file = f
	}
	e := &Error{File: file, Line: n.Line, Msg: fmt.Sprintf(format, args...)}
	if k := len(h.errs); k > 0 && *h.errs[k-1] == *e {
		return // a list of nine aliases is one mistake
	}
	h.errs = append(h.errs, e)
}

// check is for reading functions that return an error of their own.
func (h *headReader) check(n *yaml.Node, err error) {
	if err != nil {
		h.fail(n, "%s", err)
	}
}

// entry is a key of a mapping with its value.
type entry struct {
	key        string
	keyNode, v *yaml.Node
}

// entries returns a mapping's entries in their order. what says what the mapping
// is, for the error.
func (h *headReader) entries(n *yaml.Node, what string) []entry {
	if n.Kind == yaml.AliasNode {
		h.fail(n, "%s: aliases (*%s) are not used in a head; write it out", what, n.Value)
		return nil
	}
	if n.Kind != yaml.MappingNode {
		h.fail(n, "%s: found %s, expected keys with values", what, kindOf(n))
		return nil
	}
	var out []entry
	seen := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if k.Kind != yaml.ScalarNode {
			h.fail(k, "%s: a key must be a word", what)
			continue
		}
		if line, ok := seen[k.Value]; ok {
			h.fail(k, "%s: %q stands here and in line %d", what, k.Value, line)
			continue
		}
		seen[k.Value] = k.Line
		out = append(out, entry{k.Value, k, v})
	}
	return out
}

// fields reads a mapping with known keys. An unknown key is an error that lists them.
func (h *headReader) fields(n *yaml.Node, what string, known map[string]func(*yaml.Node)) {
	for _, e := range h.entries(n, what) {
		read, ok := known[e.key]
		if !ok {
			names := make([]string, 0, len(known))
			for k := range known {
				names = append(names, k)
			}
			slices.Sort(names)
			h.fail(e.keyNode, "%s: no key %q; keys are: %s", what, e.key, strings.Join(names, ", "))
			continue
		}
		if e.v.Kind == yaml.ScalarNode && e.v.ShortTag() == "!!null" {
			continue // "key:" without a value is as good as no key
		}
		read(e.v)
	}
}

func kindOf(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "keys with values"
	case yaml.SequenceNode:
		return "a list"
	case yaml.AliasNode:
		return "an alias"
	}
	return strconv.Quote(n.Value)
}

// text reads a scalar as it is written: dates and numbers keep their digits.
func (h *headReader) text(n *yaml.Node, what string) string {
	if n.Kind != yaml.ScalarNode {
		h.fail(n, "%s: found %s, expected a text", what, kindOf(n))
		return ""
	}
	return strings.TrimSpace(n.Value)
}

// texts reads a scalar or a list of scalars.
func (h *headReader) texts(n *yaml.Node, what string) []string {
	if n.Kind != yaml.SequenceNode {
		if s := h.text(n, what); s != "" {
			return []string{s}
		}
		return nil
	}
	var out []string
	for _, c := range n.Content {
		if s := h.text(c, what); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// number reads a finite number; "5%" is 0.05.
func (h *headReader) number(n *yaml.Node, what string) float64 {
	v, err := readNumber(h.text(n, what))
	if err != nil {
		h.fail(n, "%s: %v", what, err)
	}
	return v
}

func readNumber(s string) (float64, error) {
	t, percent := strings.CutSuffix(strings.TrimSpace(s), "%")
	v, err := strconv.ParseFloat(strings.TrimSpace(strings.Replace(t, "−", "-", 1)), 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("found %q, expected a number", s)
	}
	if percent {
		v /= 100
	}
	return v, nil
}

func (h *headReader) integer(n *yaml.Node, what string) int {
	s := strings.ReplaceAll(h.text(n, what), "_", "")
	v, err := strconv.Atoi(strings.ReplaceAll(s, ",", ""))
	if err != nil || v < 0 {
		h.fail(n, "%s: found %q, expected a whole number", what, s)
	}
	return v
}

// err returns what was gathered.
func (h *headReader) err() error {
	if len(h.errs) == 0 {
		return nil
	}
	return h.errs
}

// asErrors makes a list of any error.
func asErrors(err error) Errors {
	var es Errors
	if errors.As(err, &es) {
		return es
	}
	var e *Error
	if errors.As(err, &e) {
		return Errors{e}
	}
	return Errors{{Msg: err.Error()}}
}
