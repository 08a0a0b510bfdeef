package report

import (
	"strings"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
)

// method says how the figures of this notebook were computed.
func (r *run) method() *result {
	return &result{block: &part{items: []item{{"", methodMark}}}} // filled in when all calls are known
}

const methodMark = "\x00method"

// methodItems are the methods that the notebook used.
func (r *run) methodItems() []item {
	var out []item
	add := func(key string, args ...any) {
		out = append(out, item{"", lang.Text(r.l, "report.method."+key, args...)})
	}
	repeats := false
	for _, s := range r.n.Systems {
		for _, l := range s.Sweep.Levels {
			repeats = repeats || len(l.Runs) > 1
		}
	}
	if len(r.n.Systems) > 1 {
		add("delta")
		add("mean")
	}
	if repeats {
		add("repeats", lang.Confidence(r.n.confidence()))
	} else {
		add("one-run")
	}
	if r.used["close"] || repeats {
		add("margin", printPercentOf(r.l, r.n.margin()))
	}
	if r.used["cost"] {
		for _, s := range r.n.Systems {
			for _, p := range s.Prices {
				out = append(out, item{"", r.priceText(s, p)})
			}
		}
		add("cost")
	}
	if r.used["breakeven"] {
		add("breakeven")
	}
	if r.used["capacity"] {
		add("capacity")
	}
	if r.used["overhead"] {
		add("overhead")
	}
	if r.used["scaling"] {
		add("scaling")
	}
	if r.used["merged"] {
		add("merged")
	}
	if r.used["pairs"] {
		add("pairs")
	}
	if len(r.n.Claims) > 0 {
		add("claims")
	}
	return out
}

func (r *run) priceText(s System, p analysis.Price) string {
	per := "h"
	if p.Per == "month" {
		per = lang.Text(r.l, "report.month")
	}
	text := lang.Text(r.l, "report.price", s.short(), trimNumber(p.Amount)+" "+p.Currency+"/"+per)
	var more []string
	for _, m := range []string{p.Of, p.AsOf} {
		if m != "" {
			more = append(more, m)
		}
	}
	if len(more) > 0 {
		text = lang.Text(r.l, "report.brackets", text, strings.Join(more, r.t("comma.text")))
	}
	return text
}
