package report

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/sbstat/sbstat/parse"
)

// Document is a computed notebook, ready to be rendered.
type Document struct {
	Title       string
	Author      string
	Date        string
	Description string
	Lang        string
	Ledger      Ledger
	Values      []Value
	Warnings    Errors // what does not stop the report: numbers typed into the prose, problems in the data

	publish  Publish
	markdown string // prose, with marks where the parts stand
	parts    []*part
	feet     []footnote
	systems  []System
	base     string

	confidence float64 // of the intervals
}

// Value is a computed value as it stands in the prose or in a claim.
type Value struct {
	Line    int      `json:"line"` // of the notebook
	Call    string   `json:"call"` // as written
	Text    string   `json:"text"` // as printed
	Claim   string   `json:"claim,omitempty"`
	Metric  string   `json:"metric,omitempty"`
	System  string   `json:"system,omitempty"` // the system, or the other one of a comparison
	Base    string   `json:"base,omitempty"`
	Unit    string   `json:"unit"` // of the numbers: "1/s", "ms", "fraction", "USD/h", …
	Levels  []int    `json:"levels,omitempty"`
	Numbers []Number `json:"numbers"`
}

// Number is one number of a value, in full precision, with its interval. Threads is
// its level, 0 where it belongs to none or to several.
type Number struct {
	Value   parse.Num `json:"value"`
	Low     parse.Num `json:"low"`
	High    parse.Num `json:"high"`
	Threads int       `json:"threads,omitempty"`
}

// Run computes the notebook. The error is an [Errors] that lists every call which
// failed, with its line; errors.Is(err, ErrContradicted) tells that nothing but the
// prose is at fault.
func (n *Notebook) Run() (*Document, error) {
	if err := n.valid(); err != nil {
		return nil, Errors{err}
	}
	own := *n // analysis names systems as tables do
	own.Systems = slices.Clone(n.Systems)
	for i := range own.Systems {
		s := *own.Systems[i].Sweep
		s.System = own.Systems[i].short()
		own.Systems[i].Sweep = &s
	}
	n = &own
	r := &run{n: n, l: n.Lang, used: map[string]bool{}, names: map[string]int{}, cache: map[string]any{}}
	if r.l == "" {
		r.l = "en"
	}
	r.calls = r.vocabulary()
	d := &Document{
		Title: n.Title, Author: n.Author, Date: n.Date, Description: n.Description, Lang: r.l,
		publish: n.Publish, systems: n.Systems, confidence: n.confidence(), Warnings: slices.Clone(n.problems),
	}
	if len(n.Systems) > 0 {
		d.base = n.base().Name
	}
	r.doc = d
	for _, c := range n.Claims {
		r.judge(&c)
		d.Ledger = append(d.Ledger, c)
	}
	clear(r.used) // the method section tells of what the reader sees
	var b strings.Builder
	for _, c := range n.cells {
		if c.part != nil {
			own := *c.part
			if own.figure != nil {
				f := *own.figure
				f.name = r.unique(f.name)
				own.figure = &f
			}
			b.WriteString(d.place(&own))
			continue
		}
		r.prose(c, &b)
	}
	for _, p := range d.parts {
		if len(p.items) == 1 && p.items[0].text == methodMark {
			p.items = r.methodItems()
		}
	}
	for _, f := range r.feet {
		f.text = tidy(r.l, f.text)
		d.feet = append(d.feet, f)
	}
	for _, p := range d.parts {
		if p.call != "" {
			p.tidy(r.l)
		}
	}
	if len(r.errs) > 0 {
		slices.SortStableFunc(r.errs, func(a, b *Error) int {
			return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
		})
		return nil, r.errs
	}
	d.markdown = normalize(b.String())
	if err := d.placed(); err != nil {
		return nil, err
	}
	return d, nil
}

// valid checks what a program may have got wrong; Load has checked it all.
func (n *Notebook) valid() *Error {
	wrong := func(format string, args ...any) *Error {
		return &Error{File: n.File, Msg: fmt.Sprintf(format, args...)}
	}
	if n.Lang != "" && n.Lang != "en" && n.Lang != "zh" {
		return wrong("no language %q; languages are: en, zh", n.Lang)
	}
	seen, labels := map[string]bool{}, map[string]bool{}
	for _, s := range n.Systems {
		switch {
		case s.Name == "":
			return wrong("a system has no name")
		case seen[s.Name] || seen[s.short()]:
			return wrong("two systems are named %q", s.Name)
		case s.Sweep == nil || len(s.Sweep.Levels) == 0:
			return wrong("system %s has no runs", s.Name)
		}
		seen[s.Name], seen[s.short()] = true, true
		if labels[s.label()] {
			return wrong("two systems are labelled %q, and legends could not tell them apart", s.label())
		}
		labels[s.label()] = true
	}
	if n.Base != "" && len(n.Systems) > 0 {
		if _, err := n.system(n.Base); err != nil {
			return wrong("base: %v", err)
		}
	}
	if n.Margin < 0 || n.Margin >= 1 || n.Confidence < 0 || n.Confidence >= 1 {
		return wrong("margin %v, confidence %v: both are fractions below 1", n.Margin, n.Confidence)
	}
	for _, c := range n.cells {
		if c.part != nil && c.part.figure != nil && !figureName.MatchString(c.part.figure.name) {
			return wrong("figure name %q: small letters, digits and dashes only", c.part.figure.name)
		}
	}
	return nil
}

var figureName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`)

func sortedKeys(m map[int]bool) []int { return slices.Sorted(maps.Keys(m)) }

// text returns a message of the catalogue in the document's language.
func (d *Document) text(key string, args ...any) string { return text(d.Lang, key, args...) }
