package report

import (
	"fmt"
	"strings"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
)

// pairOrBase reads "OTHER" vs "BASE", or takes the head's base and the one other system.
func (r *run) pairOrBase(q *query, names []string) (other, base *System, err error) {
	if q.vsAt >= 0 {
		own := *q
		own.names, own.vsAt = names, q.vsAt-(len(q.names)-len(names))
		return r.pair(&own, 0)
	}
	switch len(names) {
	case 0:
		if others := r.n.others(); len(others) == 1 {
			return others[0], r.n.base(), nil
		}
		return nil, nil, fail("%s %q: which systems? write %q vs %q", q.name, q.names[0], r.n.others0(), r.n.base().Name)
	case 1:
		if other, err = r.n.system(names[0]); err != nil {
			return nil, nil, err
		}
		if other != r.n.base() {
			return other, r.n.base(), nil
		}
	}
	return nil, nil, fail("%s %q: which systems? write %q vs %q", q.name, q.names[0], r.n.others0(), r.n.base().Name)
}

// findings lists what a reader of the data must know.
func (r *run) findings() *result {
	sweeps := make([]*analysis.Sweep, len(r.n.Systems))
	for i, s := range r.n.Systems {
		own := *s.Sweep
		own.System = s.short()
		sweeps[i] = &own
	}
	p := &part{}
	for _, f := range analysis.Findings(sweeps) {
		p.items = append(p.items, item{lang.Text(r.l, "report.severity."+string(f.Severity)), r.finding(f)})
	}
	if len(p.items) == 0 {
		p.items = append(p.items, item{"", lang.Text(r.l, "report.findings.none")})
	}
	return &result{block: p}
}

// finding is a finding in words: whom it concerns, what it is, and where in the data.
func (r *run) finding(f analysis.Finding) string {
	text := f.Note.In(r.l)
	threads := r.t("finding.threads", fmt.Sprint(f.Threads))
	if f.Threads == 1 {
		threads = r.t("finding.thread")
	}
	switch {
	case f.System != "" && f.Threads > 0:
		text = r.t("finding.level", f.System, threads) + r.t("colon") + text
	case f.System != "":
		text = f.System + r.t("colon") + text
	case f.Threads > 0:
		text = threads + r.t("colon") + text
	}
	if len(f.Sources) == 0 || len(f.Sources) > 6 {
		return text
	}
	var files []string
	lines := map[string][]string{}
	for _, s := range f.Sources {
		if _, ok := lines[s.File]; !ok {
			files = append(files, s.File)
		}
		lines[s.File] = append(lines[s.File], fmt.Sprint(s.Line))
	}
	var places []string
	for _, file := range files {
		if r.oneFile() {
			places = append(places, r.t("finding.lines", strings.Join(lines[file], r.t("comma"))))
		} else {
			places = append(places, baseName(file)+":"+strings.Join(lines[file], ","))
		}
	}
	return r.t("finding.at", text, strings.Join(places, r.t("comma")))
}

// oneFile reports whether all data come from one file, so that a line says enough.
func (r *run) oneFile() bool {
	file := ""
	for _, s := range r.n.Systems {
		for _, l := range s.Sweep.Levels {
			for _, run := range l.Runs {
				if file != "" && run.Source.File != file {
					return false
				}
				file = run.Source.File
			}
		}
	}
	return true
}

func baseName(file string) string { return file[strings.LastIndexAny(file, `/\`)+1:] }

// ledger places the table of the claims.
func (r *run) ledger() (*result, error) {
	if len(r.n.Claims) == 0 {
		return nil, fail("ledger: the head has no claims")
	}
	text := func(key string) string { return lang.Text(r.l, "report.ledger."+key) }
	t := &Table{Name: "ledger", stack: true, Caption: text("caption"),
		Head: []string{text("id"), text("says"), text("published"), text("computed"), text("verdict")},
		Left: []bool{true, true, true, true, true}}
	for _, c := range r.doc.Ledger {
		verdict := c.outcome(r.l)
		if note := c.remark(); note != "" {
			t.Notes = append(t.Notes, c.ID+lang.Text(r.l, "report.colon")+note)
		}
		published := c.Published
		if c.Number == "" {
			published = lang.Text(r.l, "report.ledger.words")
		}
		says := c.Says
		if c.Source != "" {
			says = r.t("brackets", says, c.Source)
		}
		t.Rows = append(t.Rows, []string{c.ID, says, published, c.Computed, verdict})
	}
	return &result{block: &part{table: t}}, nil
}

// remark is what the ledger says below itself about a claim.
func (c *Claim) remark() string {
	if c.Note != "" {
		return c.Note
	}
	return c.Reason
}
