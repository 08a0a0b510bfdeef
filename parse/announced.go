package parse

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// announcement is what the lines before a run say that belong to one start of
// the program: a label, the command, or both, with one thread count.
type announcement struct {
	first, end int // the remarks, from the first to the one before the next announcement
	threads    int
	shapes     []string
}

// announcements returns the starts that the remarks tell of, in their order. A
// line of the same shape as one before, or another thread count, is the next.
func (c *surroundings) announcements() []announcement {
	var all []announcement
	for i := range c.pending {
		r := &c.pending[i]
		n := r.threads()
		if n == 0 {
			continue
		}
		shape := digits.ReplaceAllString(r.text, "0")
		if k := len(all) - 1; k < 0 || all[k].threads != n || slices.Contains(all[k].shapes, shape) {
			if k >= 0 {
				all[k].end = i
			}
			all = append(all, announcement{first: i, threads: n})
		}
		a := &all[len(all)-1]
		a.end, a.shapes = len(c.pending), append(a.shapes, shape)
	}
	return all
}

// threads returns the thread count that a remark announces, 0 for none.
func (r *remark) threads() int {
	if r.joined || messageOf(r.text) != "" {
		return 0
	}
	if o, ok := command(r.text); ok {
		if o.verb != "run" {
			return 0
		}
		return o.threads
	}
	for _, s := range r.settings {
		var l label
		if l.set(s); l.threads > 0 {
			return l.threads
		}
	}
	if len(r.settings) > 0 || utf8.RuneCountInString(r.text) > maxCaption {
		return 0
	}
	n, _ := threadsIn(r.text)
	return n
}

// unstarted yields the runs that were announced and printed nothing: the
// program was not found, or crashed. Only lines that look like those before
// other runs announce one. follows says that a run begins now, to which the
// last announcement belongs.
func (r *Reader) unstarted(follows bool) {
	c := &r.around
	all := c.announcements()
	if len(all) == 0 {
		return
	}
	gone := all
	if follows {
		gone = all[:len(all)-1]
		c.announced = append(c.announced, all[len(all)-1].shapes...)
		if len(c.announced) > maxPending {
			c.announced = c.announced[len(c.announced)-maxPending:]
		}
	}
	last := 0
	for _, a := range gone {
		if !slices.ContainsFunc(a.shapes, func(shape string) bool { return slices.Contains(c.announced, shape) }) {
			continue
		}
		lines := &surroundings{pending: c.pending[a.first:a.end], group: c.group}
		said := lines.label()
		message := ""
		for i := range lines.pending {
			if m := &lines.pending[i]; m.threads() == 0 && !shellNoise(m.text) && !strings.HasPrefix(m.text, "+") {
				message, m.used = m.text, true
				break
			}
		}
		run := &Run{
			Source: Source{r.ledger.file, c.pending[a.first].no}, System: said.system, Repeat: said.repeat,
			Config: said.config, Workload: said.workload, Threads: a.threads, Status: Failed,
		}
		r.ledger.problem(run, run.Source.Line, 0, message, fmt.Sprintf("a run of %s was announced and printed nothing: taken as failed", threadsSaid(a.threads)))
		r.emit(run)
		last = a.end
	}
	if last > 0 {
		c.settle(&r.ledger, last)
	}
}

func threadsSaid(n int) string {
	if n == 1 {
		return "1 thread"
	}
	return strconv.Itoa(n) + " threads"
}
