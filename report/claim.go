package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sbstat/sbstat/internal/lang"
)

// Claim is a published statement: what was said, the figure, and the computation
// that the figure stands for. Run fills in what the data give.
type Claim struct {
	ID     string
	Says   string   // what was said, in our words
	Source string   // who said it and where; "" the article that the notebook is about
	Number string   // the figure as published: "12.7%", "275, 341", "-45..-15%", "up to 52%"; "": the call decides
	Is     []string // the computation, a call for each figure; none: not testable
	Expect Holds    // what is known of it; "": it is expected to hold
	Note   string   // a remark for the reader

	Published string // the figure as the ledger shows it
	Computed  string // what the data give
	Swapped   string // what the data give with the other base, where the bases are swapped
	Holds     Holds  // what became of it; "" before Run
	Reason    string // why it is not testable
	Values    []Value

	line int
	file string
}

// Holds says what became of a claim.
type Holds string

// The outcomes, in the order in which they are tried.
const (
	DoesHold     Holds = "holds"         // the computed value rounds to the published digits
	BasesSwapped Holds = "bases swapped" // it does with the other system as base
	Roughly      Holds = "roughly"       // within 25 % of it, or one unit of its last digit
	DoesNotHold  Holds = "does not hold" // none of these
	NotSeen      Holds = "not seen here" // an "up to" that these data do not reach: they cannot refute it
	NotTestable  Holds = "not testable"  // the data lack what it takes
)

func joinHolds(hs []Holds) string {
	texts := make([]string, len(hs))
	for i, h := range hs {
		texts[i] = string(h)
	}
	return strings.Join(texts, ", ")
}

// In returns the outcome in a language of the catalogue.
func (h Holds) In(l string) string {
	return lang.Text(l, "report.holds."+strings.ReplaceAll(string(h), " ", "-"))
}

// Ledger is a list of claims that have been computed.
type Ledger []Claim

// Table returns the ledger as a table: id, published, computed, verdict.
func (l Ledger) Table(language string) Table {
	text := func(key string) string { return lang.Text(language, "report.ledger."+key) }
	t := Table{
		Name: "ledger", stack: true,
		Head: []string{text("id"), text("published"), text("computed"), text("verdict")},
		Left: []bool{true, true, true, true},
	}
	for _, c := range l {
		t.Rows = append(t.Rows, []string{c.ID, c.Published, c.Computed, c.outcome(language)})
	}
	return t
}

// outcome is the verdict in words, with the figure of the other base.
func (c *Claim) outcome(language string) string {
	s := c.Holds.In(language)
	if c.Swapped != "" {
		s = lang.Text(language, "report.ledger.with", s, c.Swapped)
	}
	return s
}

// Unexpected returns the claims that became something else than expected.
func (l Ledger) Unexpected() Ledger {
	var out Ledger
	for _, c := range l {
		if c.Holds != c.expected() {
			out = append(out, c)
		}
	}
	return out
}

func (c *Claim) expected() Holds {
	if c.Expect == "" {
		return DoesHold
	}
	return c.Expect
}

// Err returns nil where every claim became what is expected of it, else an
// [Errors] with a line each.
func (l Ledger) Err() error {
	var es Errors
	for _, c := range l.Unexpected() {
		got := string(c.Holds)
		if c.Swapped != "" {
			got += " (" + c.Swapped + ")"
		}
		if c.Reason != "" {
			got += " (" + c.Reason + ")"
		}
		es = append(es, &Error{
			File: c.file, Line: c.line, Contradicted: true,
			Msg:  fmt.Sprintf("claim %s: published %s, computed %s: %s; expected: %s", c.ID, orNone(c.Published), orNone(c.Computed), got, c.expected()),
			Hint: fmt.Sprintf("if this is known, say expect: %s", c.Holds),
		})
	}
	if es == nil {
		return nil
	}
	return es
}

func orNone(s string) string {
	if s == "" {
		return "no figure"
	}
	return s
}

// judge computes a claim.
func (r *run) judge(c *Claim) {
	c.Holds, c.Computed, c.Swapped, c.Reason, c.Values = "", "", "", "", nil
	p, err := parsePublished(c.Number)
	if err != nil {
		r.claimError(c, &callError{msg: err.Error()})
		return
	}
	c.Published = p.text(r.l, true)
	if len(p.parts) == 0 {
		c.Published = c.Says
	}
	if len(c.Is) == 0 {
		c.Holds, c.Reason = NotTestable, lang.Text(r.l, "report.untestable")
		return
	}
	results, ok := r.claimResults(c)
	if !ok {
		return
	}
	var texts []string
	computed := 0
	first := results[0]
	signed := false
	for _, res := range results {
		computed += len(res.parts)
		texts = append(texts, res.inLedger(r.l))
		signed = signed || res.signed && res.wrong == nil
	}
	if len(p.parts) > 0 && first.kind != set {
		c.Published = p.text(r.l, signed)
	}
	c.Computed = strings.Join(texts, ", ")
	var parts []amount
	if len(p.parts) > 0 && computed > 0 && p.between == (first.kind == interval) {
		if parts, err = p.inUnits(results); err != nil {
			r.claimError(c, &callError{msg: err.Error()})
			return
		}
	}
	switch {
	case first.kind == set:
		c.Published, c.Computed = setText(p, r.l), setOf(first.parts)
		c.Holds = DoesNotHold
		if sameSet(p, first.parts) {
			c.Holds = DoesHold
		}
	case len(p.parts) == 0: // the call itself says whether it is so
		c.Holds = DoesHold
		for _, res := range results {
			if res.wrong != nil {
				c.Holds = DoesNotHold
			}
		}
	case computed == 0:
		c.Holds, c.Reason = NotTestable, c.Computed
	case p.upTo:
		c.Holds = NotSeen
		for _, a := range parts {
			if h := p.judge([]amount{a}); h != DoesNotHold || a.v > p.parts[0].v {
				c.Holds = DoesHold
			}
		}
	case p.between != (first.kind == interval):
		r.claimError(c, &callError{msg: "a range is computed by span, and span gives a range: number: -45..-15%"})
	default:
		c.Holds = p.judge(parts)
		for _, res := range results {
			if res.wrong != nil {
				c.Holds = DoesNotHold
			}
		}
		if c.Holds != DoesHold {
			r.tryOtherBase(c, p)
		}
	}
}

// tryOtherBase finds a claim whose figure is that of the other base.
func (r *run) tryOtherBase(c *Claim, p *published) {
	r.swap = true
	defer func() { r.swap = false }()
	var mirror []*result
	var texts []string
	for _, is := range c.Is {
		res, err := r.expression(is)
		if err != nil || res.base == "" {
			return
		}
		mirror = append(mirror, res)
		own := *res
		if res.signed { // as the other base says it
			own.parts = mirrored(res.parts)
		}
		texts = append(texts, own.inLedger(r.l))
	}
	if parts, err := p.inUnits(mirror); err == nil && p.judge(parts) == DoesHold {
		c.Holds, c.Swapped = BasesSwapped, strings.Join(texts, ", ")
	}
}

// claimResults evaluates a claim's calls. Where the data lack something the claim
// is not testable; any other error is one of the notebook.
func (r *run) claimResults(c *Claim) ([]*result, bool) {
	r.claim = true
	defer func() { r.claim = false }()
	var out []*result
	for _, is := range c.Is {
		res, err := r.expression(is)
		switch {
		case err != nil && err.lack:
			c.Holds, c.Reason = NotTestable, err.msg
			return nil, false
		case err != nil:
			r.claimError(c, err)
			return nil, false
		case res.block != nil || res.kind == words_ && len(res.parts) == 0 && res.unit == "":
			r.claimError(c, &callError{msg: fmt.Sprintf("%q gives no number", is)})
			return nil, false
		case len(out) > 0 && (res.fraction != out[0].fraction || res.kind != out[0].kind):
			r.claimError(c, &callError{msg: "its calls give numbers of different kinds; make it two claims"})
			return nil, false
		}
		v := res.value(c.line, is, res.in(r.l))
		v.Claim = c.ID
		c.Values = append(c.Values, v)
		out = append(out, res)
	}
	return out, true
}

func (r *run) claimError(c *Claim, err *callError) {
	e := err.at(c.file, c.line)
	e.Msg = "claim " + c.ID + ": " + e.Msg
	r.errs = append(r.errs, e)
}

// inLedger writes a result without its base, which the ledger's reader has before him.
func (r *result) inLedger(l string) string {
	if r.kind == words_ {
		return r.text
	}
	texts := make([]string, len(r.parts))
	for i, a := range r.parts {
		texts[i] = r.print(l, a.v, r.decimals)
		if r.signed && r.fraction { // with a sign in every language, as figures are published
			texts[i] = printPercent(l, a.v, r.decimals)
			if a.v > 0 && strings.Trim(texts[i], "0.% ") != "" {
				texts[i] = "+" + texts[i]
			}
		}
	}
	s := strings.Join(texts, ", ")
	if len(texts) > 4 && r.kind != interval && r.kind != set { // of many levels, the ends
		low, high := 0, 0
		for i, a := range r.parts {
			if a.v < r.parts[low].v {
				low = i
			}
			if a.v > r.parts[high].v {
				high = i
			}
		}
		s = lang.Text(l, "report.range", texts[low], texts[high])
	}
	if r.kind == interval {
		s = lang.Text(l, "report.range", texts[0], texts[1])
	}
	if r.where != "" {
		s = lang.Text(l, "report.best", s, r.where)
	}
	return s
}

// A set of levels, in a claim, is shown by its ends.

func setText(p *published, _ string) string {
	var parts []amount
	for _, f := range p.parts {
		parts = append(parts, amount{v: f.v})
	}
	return setOf(parts)
}

func setOf(parts []amount) string {
	texts := make([]string, len(parts))
	for i, a := range parts {
		texts[i] = lang.Number(a.v, 0)
	}
	if len(texts) > 6 {
		texts = append(append(texts[:4:4], "…"), texts[len(texts)-1])
	}
	return strings.Join(texts, " ")
}

func sameSet(p *published, parts []amount) bool {
	var a, b []float64
	for _, f := range p.parts {
		a = append(a, f.v)
	}
	for _, x := range parts {
		b = append(b, x.v)
	}
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}
