package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

// word is a call without arguments that steers another one: vs, mean, peak.
type word string

const (
	vs      word = "vs"
	mean    word = "mean"    // arithmetic mean of the level deltas
	median  word = "median"  // their median
	geomean word = "geomean" // geometric mean of the ratios
	best    word = "best"    // the level where other does best against base
	worst   word = "worst"
	peak    word = "peak" // the level with the highest throughput
	million word = "million"
)

// words are all of them, for the names of a notebook's language.
var words = []word{vs, mean, median, geomean, best, worst, peak, million}

// Modifiers with arguments, and those that print something when they stand alone.
type (
	atWord      analysis.LevelSet // (at 96 128), (at "4-64")
	perWord     float64           // (per 100); 0: per million transactions
	roundedWord int               // (rounded 2): from costs rounded so, as an article may have them
	focusWord   struct{ *result } // focus
	sloWord     struct{ *result } // slo
)

// query is a call's arguments, sorted out.
type query struct {
	name    string
	names   []string // the quoted words, in order
	vsAt    int      // how many of them stand before vs; -1: no vs
	stat    word     // "" none
	levels  analysis.LevelSet
	focus   bool
	slo     bool
	million bool
	per     float64 // TPS; 0: the default
	rounded int     // decimals; -1: exact
}

func readQuery(name string, args []any) (*query, error) {
	q := &query{name: name, vsAt: -1, rounded: -1}
	for _, a := range args {
		switch a := a.(type) {
		case string:
			q.names = append(q.names, a)
		case word:
			switch {
			case a == vs && q.vsAt >= 0:
				return nil, fail("%s: vs stands twice", name)
			case a == vs:
				q.vsAt = len(q.names)
			case a == million:
				return nil, fail("%s: million belongs to per: (per million)", name)
			case q.stat != "":
				return nil, fail("%s: both %s and %s; choose one", name, q.stat, a)
			default:
				q.stat = a
			}
		case atWord:
			q.levels = append(q.levels, a...)
		case perWord:
			q.per, q.million = float64(a), a == 0
		case roundedWord:
			q.rounded = int(a)
		case focusWord:
			q.focus = true
		case sloWord:
			q.slo = true
		case int, float64:
			return nil, fail("%s: a number alone says nothing here; levels are written (at %v)", name, a)
		case *result:
			return nil, fail("%s: another value cannot be its argument", name)
		default:
			return nil, fail("%s: an argument that means nothing here: %v", name, a)
		}
	}
	return q, nil
}

// callError is an error of a call. It becomes an Error with the line of the call.
type callError struct {
	msg, hint    string
	contradicted bool
	lack         bool // the data lack what it takes: a claim is not testable then
}

func (e *callError) Error() string { return e.msg }

func fail(format string, args ...any) error {
	return &callError{msg: fmt.Sprintf(format, args...)}
}

// lack marks an error as one of missing data.
func lack(err error) error {
	if err == nil {
		return nil
	}
	return &callError{msg: err.Error(), lack: true}
}

// system finds a system by its name, or by a part of its name or label that only one has.
func (n *Notebook) system(selector string) (*System, error) {
	for i := range n.Systems {
		if n.Systems[i].Name == selector || n.Systems[i].Short == selector && selector != "" {
			return &n.Systems[i], nil
		}
	}
	var found []*System
	for i := range n.Systems {
		s := &n.Systems[i]
		low := strings.ToLower(selector)
		if low != "" && (strings.Contains(strings.ToLower(s.Name), low) || strings.Contains(strings.ToLower(s.Label), low)) {
			found = append(found, s)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	names := make([]string, len(n.Systems))
	for i, s := range n.Systems {
		names[i] = s.Name
	}
	if len(found) > 1 {
		return nil, fail("%q may be several systems; systems are: %s", selector, strings.Join(names, ", "))
	}
	return nil, fail("no system %q; systems are: %s", selector, strings.Join(names, ", "))
}

// base is the system that the others are set against.
func (n *Notebook) base() *System {
	if s, err := n.system(n.Base); n.Base != "" && err == nil {
		return s
	}
	return &n.Systems[0]
}

// others are all systems but the base.
func (n *Notebook) others() []*System {
	var out []*System
	for i := range n.Systems {
		if s := &n.Systems[i]; s != n.base() {
			out = append(out, s)
		}
	}
	return out
}

// pair reads "OTHER" vs "BASE" from the names from the given one on.
func (r *run) pair(q *query, from int) (other, base *System, err error) {
	if q.vsAt < 0 {
		b := r.n.base().Name
		return nil, nil, fail("%s: say against what: %s %q vs %q", q.name, q.name, r.n.others0(), b)
	}
	switch {
	case from == 1 && len(q.names) == 2 && q.vsAt == 1:
		return nil, nil, fail("%s: which metric? %s \"tps\" %q vs %q", q.name, q.name, q.names[0], q.names[1])
	case from == 0 && len(q.names) == 3 && q.vsAt == 2:
		return nil, nil, fail("%s takes no metric: %s %q vs %q", q.name, q.name, q.names[1], q.names[2])
	case len(q.names) != from+2 || q.vsAt != from+1:
		return nil, nil, fail("%s: expected one system before vs and one after it: %q vs %q", q.name, r.n.others0(), r.n.base().Name)
	}
	if other, err = r.n.system(q.names[from]); err != nil {
		return nil, nil, err
	}
	if base, err = r.n.system(q.names[from+1]); err != nil {
		return nil, nil, err
	}
	if other == base {
		return nil, nil, fail("%s: both sides are %s", q.name, base.Name)
	}
	if r.swap {
		other, base = base, other
	}
	return other, base, nil
}

// nThreads writes a level for an error message.
func nThreads(n int) string {
	if n == 1 {
		return "1 thread"
	}
	return fmt.Sprintf("%d threads", n)
}

// others0 is a name for the examples of error messages.
func (n *Notebook) others0() string {
	if o := n.others(); len(o) > 0 {
		return o[0].Name
	}
	return n.Systems[0].Name
}

// chosen are the levels that a call asks for; empty: all.
func (r *run) chosen(q *query) (analysis.LevelSet, error) {
	if !q.focus {
		return q.levels, nil
	}
	if len(q.levels) > 0 {
		return nil, fail("%s: both focus and (at …); choose one", q.name)
	}
	if len(r.n.Focus) == 0 {
		return nil, fail("%s: the head has no focus; write focus: 4-64", q.name)
	}
	return r.n.Focus, nil
}

// level finds a level that has a value of a metric.
func level(s *System, threads int, m parse.Metric) (*analysis.Level, error) {
	var have []int
	for i := range s.Sweep.Levels {
		if l := &s.Sweep.Levels[i]; len(l.Values(m)) > 0 {
			if l.Threads == threads {
				return l, nil
			}
			have = append(have, l.Threads)
		}
	}
	if len(have) == 0 {
		return nil, lack(fmt.Errorf("%s has no %s", s.Name, m.Name))
	}
	return nil, lack(fmt.Errorf("%s has no %s at %s; levels are: %s", s.Name, m.Name, nThreads(threads), blanks(have)))
}

// blanks joins numbers by blanks.
func blanks(levels []int) string {
	return strings.Trim(fmt.Sprint(levels), "[]")
}

// measured are the levels of a set at which the system has the metric.
func measured(s *System, set analysis.LevelSet, m parse.Metric) ([]int, error) {
	var out []int
	for _, r := range set { // a level that is named alone must be there
		if r.Lo == r.Hi {
			if _, err := level(s, r.Lo, m); err != nil {
				return nil, err
			}
		}
	}
	for i := range s.Sweep.Levels {
		if l := &s.Sweep.Levels[i]; set.Contains(l.Threads) && len(l.Values(m)) > 0 {
			out = append(out, l.Threads)
		}
	}
	if len(out) == 0 {
		return nil, lack(fmt.Errorf("%s has no %s at %s threads", s.Name, m.Name, set))
	}
	return out, nil
}

// inOrder are the levels of a set in the order in which they were written, where
// each is named alone: (at 128 96) gives 128 first.
func inOrder(set analysis.LevelSet, levels []int) []int {
	var out []int
	for _, r := range set {
		for _, l := range levels {
			if r.Lo <= l && l <= r.Hi && !slices.Contains(out, l) {
				out = append(out, l)
			}
		}
	}
	if len(set) == 0 {
		return levels
	}
	return out
}
