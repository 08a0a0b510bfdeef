package report

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sbstat/sbstat/internal/lang"
)

// published is a figure as it was published, with the digits it was given.
type published struct {
	parts   []figure
	between bool // two parts: from, to
	upTo    bool // "up to 52%": some level reaches it
}

// figure is one published number.
type figure struct {
	v        float64 // as written: 12.7 for "12.7 %"
	decimals int
	percent  bool
	unit     string
	plus     bool // written with a plus sign
}

var (
	figureText = regexp.MustCompile(`^([+−-]?)\s*(\d+(?:\.\d+)?)\s*(%|(?:1/)?[A-Za-zµμ/]+)?$`)
	upToText   = regexp.MustCompile(`^(?i:up to)\s+(.*)$`)
)

// parsePublished reads "12.7%", "275, 341", "-45..-15%" and "up to 52%". The empty
// text is no figure.
func parsePublished(s string) (*published, error) {
	p := &published{}
	if strings.TrimSpace(s) == "" {
		return p, nil
	}
	rest := strings.TrimSpace(s)
	if m := upToText.FindStringSubmatch(rest); m != nil {
		p.upTo, rest = true, m[1]
	}
	texts := strings.Split(rest, ",")
	if from, to, ok := strings.Cut(rest, ".."); ok && len(texts) == 1 {
		p.between, texts = true, []string{from, to}
	}
	for _, t := range texts {
		m := figureText.FindStringSubmatch(strings.TrimSpace(t))
		if m == nil {
			return nil, fmt.Errorf("number: found %q, expected figures such as 12.7%%, [275, 341], -45..-15%%, up to 52%%", s)
		}
		f := figure{percent: m[3] == "%", plus: m[1] == "+"}
		if !f.percent {
			f.unit = m[3]
		}
		f.v, _ = strconv.ParseFloat(m[2], 64)
		if i := strings.IndexByte(m[2], '.'); i >= 0 {
			f.decimals = len(m[2]) - i - 1
		}
		if m[1] == "-" || m[1] == "−" {
			f.v = -f.v
		}
		p.parts = append(p.parts, f)
	}
	if p.between { // "-45..-15%" has its unit once
		last := p.parts[1]
		if !p.parts[0].percent && p.parts[0].unit == "" {
			p.parts[0].percent, p.parts[0].unit = last.percent, last.unit
		}
	}
	return p, nil
}

// text writes the figure in the way of the language; signed gives positive
// percentages a plus sign.
func (p *published) text(l string, signed bool) string {
	var texts []string
	for i, f := range p.parts {
		t := lang.Number(f.v, f.decimals)
		if f.v > 0 && (f.plus || signed && f.percent) {
			t = "+" + t
		}
		switch {
		case p.between && i == 0 && f.percent == p.parts[1].percent && f.unit == p.parts[1].unit: // the unit follows the second
		case f.percent && l == "zh":
			t += "%"
		case f.percent:
			t += " %"
		case f.unit != "":
			t += " " + f.unit
		}
		texts = append(texts, t)
	}
	switch {
	case p.between:
		return lang.Text(l, "report.range", texts[0], texts[1])
	case p.upTo:
		return lang.Text(l, "report.upto", strings.Join(texts, ", "))
	}
	return strings.Join(texts, ", ")
}

// roughShare is how far from the published figure "roughly" reaches.
const roughShare = 0.25

// outcomes are the outcomes of claims, from best to worst.
var outcomes = []Holds{DoesHold, BasesSwapped, Roughly, DoesNotHold, NotSeen, NotTestable}

// holds compares a computed value, in the figure's own unit, with the figure.
func (f figure) holds(v float64) Holds {
	unit := math.Pow(10, -float64(f.decimals))
	switch d := math.Abs(v - f.v); {
	case d <= unit/2*(1+1e-9):
		return DoesHold
	case d <= math.Max(roughShare*math.Abs(f.v), unit)*(1+1e-9):
		return Roughly
	}
	return DoesNotHold
}

// judge compares computed numbers, in the units of the figures, with the published ones.
// A single figure may be said of several numbers; the worst outcome counts.
func (p *published) judge(computed []amount) Holds {
	worst := DoesHold
	for i, a := range computed {
		if h := p.parts[min(i, len(p.parts)-1)].holds(a.v); slices.Index(outcomes, h) > slices.Index(outcomes, worst) {
			worst = h
		}
	}
	return worst
}
