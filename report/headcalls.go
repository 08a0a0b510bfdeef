package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
)

func (r *run) word(s string) *result { return &result{kind: words_, text: s, decimals: -1} }

func (r *run) workload() *result {
	w := r.n.Workload
	test := strings.Join(r.n.workloads(), lang.Text(r.l, "report.comma.text"))
	var more []string
	switch {
	case w.Tables > 0 && w.Rows > 0:
		more = append(more, lang.Text(r.l, "report.workload.tables", grouped(w.Tables), grouped(w.Rows)))
	case w.Tables > 0:
		more = append(more, lang.Text(r.l, "report.workload.tables-only", grouped(w.Tables)))
	}
	if w.Seconds > 0 {
		more = append(more, lang.Text(r.l, "report.workload.seconds", grouped(w.Seconds)))
	}
	if test == "" {
		test = "sysbench"
	}
	if len(more) == 0 {
		return r.word(test)
	}
	return r.word(lang.Text(r.l, "report.workload", test, strings.Join(more, lang.Text(r.l, "report.comma.text"))))
}

// workloads are what the head says was run, else what the runs say, each once.
func (n *Notebook) workloads() []string {
	if n.Workload.Test != "" {
		return []string{n.Workload.Test}
	}
	var out []string
	for _, s := range n.Systems {
		for _, l := range s.Sweep.Levels {
			for _, run := range l.Runs {
				if run.Workload != "" && !slices.Contains(out, run.Workload) {
					out = append(out, run.Workload)
				}
			}
		}
	}
	return out
}

// grouped writes a whole number with commas between thousands.
func grouped(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func (r *run) settingsText() *result {
	var out []string
	for _, s := range r.n.Settings {
		out = append(out, s.Value)
	}
	return r.word(strings.Join(out, lang.Text(r.l, "report.comma")))
}

func (r *run) label(system string) (*result, error) {
	s, err := r.n.system(system)
	if err != nil {
		return nil, err
	}
	return r.word(s.label()), nil
}

func (r *run) price(system string) (*result, error) {
	s, err := r.n.system(system)
	if err != nil {
		return nil, err
	}
	hourly, currency, err := s.hourly()
	if err != nil {
		return nil, err
	}
	r.used["price"] = true
	unit := currency + "/h"
	return &result{parts: []amount{{v: hourly}}, decimals: -1, unit: unit, system: s.Name, metric: "price",
		print: func(_ string, v float64, dec int) string {
			if dec < 0 {
				return trimNumber(v) + " " + unit
			}
			return lang.Number(v, dec) + " " + unit
		}}, nil
}

// trimNumber writes a number that a person typed as that person would.
func trimNumber(v float64) string { return fmt.Sprint(v) }

func (r *run) said(claim string) (*result, error) {
	var ids []string
	for _, c := range r.n.Claims {
		if c.ID == claim {
			p, err := parsePublished(c.Number)
			if err != nil || c.Number == "" {
				return r.word(c.Says), nil
			}
			return r.word(p.text(r.l, false)), nil
		}
		ids = append(ids, c.ID)
	}
	return nil, fail("no claim %q; claims are: %s", claim, strings.Join(ids, ", "))
}

// outcome prints what became of a claim.
func (r *run) outcome(claim string) (*result, error) {
	var ids []string
	for _, c := range r.doc.Ledger {
		if c.ID == claim {
			return r.word(c.outcome(r.l)), nil
		}
		ids = append(ids, c.ID)
	}
	return nil, fail("no claim %q; claims are: %s", claim, strings.Join(ids, ", "))
}

// levelsCall prints the levels of a system, or those of all.
func (r *run) levelsCall(system ...string) (*result, error) {
	have := map[int]bool{}
	systems := r.n.Systems
	if len(system) > 0 {
		s, err := r.n.system(system[0])
		if err != nil {
			return nil, err
		}
		systems = []System{*s}
	}
	for _, s := range systems {
		for _, l := range s.Sweep.Levels {
			if len(l.Runs) > 0 {
				have[l.Threads] = true
			}
		}
	}
	res := &result{kind: set, decimals: -1, metric: "levels", unit: "threads", print: printFixed(0, "")}
	for _, l := range sortedKeys(have) {
		res.parts = append(res.parts, amount{v: float64(l)})
		res.levels = append(res.levels, l)
	}
	return res, nil
}

// levelSet prints ranges of levels as they are written.
func (r *run) levelSet(s analysis.LevelSet) *result {
	if len(s) == 0 {
		return nil
	}
	return r.word(s.String())
}

func (r *run) slo() *result {
	if len(r.n.SLO) == 0 {
		return nil
	}
	texts := make([]string, len(r.n.SLO))
	for i, s := range r.n.SLO {
		texts[i] = s.String()
	}
	return r.word(and(r.l, texts))
}
