package parse

import (
	"fmt"
	"regexp"
	"strings"
)

// isHeading reports whether a line heads a section.
func isHeading(s string) bool { return strings.HasPrefix(s, "#") || strings.HasPrefix(s, "==") }

// leadIn matches what stands before a table without saying whose it is.
var leadIn = regexp.MustCompile(`(?i)^(?:` +
	`(?:here (?:are|is) )?(?:(?:the|our|my|these|following|full|raw|test|tests|benchmark|sysbench|detailed|final|performance|complete|measured) )*(?:results?|numbers|output|data|figures|table|measurements|summary)(?: of the (?:tests?|runs?|benchmarks?|sweeps?))?(?: (?:are|is))?(?: (?:as follows|below|here|again|follows?))?` +
	`|(?:as follows|see below|the following)` +
	`|(?:以下|下面|本次|最终|完整|详细|原始|具体|压测|测试|性能|基准|我们|的|是|为|sysbench)*(?:结果|数据|表格?|汇总|输出)?(?:如下|见下|如下所示|如下表|如下表所示|见下表|如表所示)?` +
	`|(?:以下|下記)?(?:が|は|の)?(?:測定|テスト|ベンチマーク|性能)?(?:結果|データ)(?:は|を)?(?:以下|次|下記)?(?:に|の)?(?:通り|とおり|示す)?(?:です)?` +
	`)$`)

// captionOf returns a line as a caption, or "" for one that says nothing
// about whose table it is: prose, a lead-in, and before a table of one system
// (of) the mere name of a metric.
func captionOf(line string, one bool) string {
	s := captionText(line)
	if s == "" || leadIn.MatchString(s) {
		return ""
	}
	if m := numberedTable.FindStringSubmatch(s); m != nil {
		s = strings.TrimSpace(m[2])
	}
	if c, known := meaning(s); one && known && c.field == fieldMetric {
		return ""
	}
	return s
}

// numberedTable is the beginning of a caption such as "Table 1: m6g".
var numberedTable = regexp.MustCompile(`(?i)^(?:table|tab\.|表格?)\s*(\d{1,3})\s*(?:[:：.、—–-]\s*|\s)(\S.*)$`)

// prompt begins a line that a client of a database echoes or adds.
var prompt = regexp.MustCompile(`^(?:mysql|MariaDB \[[^\]]*\])> |^\w+=[#>] |^\(?\d+ rows?(?: in set|\))`)

// head is a heading that the text at hand stands under.
type head struct {
	level int
	text  string // as a caption
}

// under returns the headings that hold after a line.
func under(heads []head, line string) []head {
	if !isHeading(line) {
		return heads
	}
	level := len(line) - len(strings.TrimLeft(line, line[:1]))
	for len(heads) > 0 && heads[len(heads)-1].level >= level {
		heads = heads[:len(heads)-1]
	}
	return append(heads[:len(heads):len(heads)], head{level, captionOf(line, true)})
}

// section names what stands under some headings: the last one that says
// something and those above it but the title, which counts only where another
// section has the same name.
func (c *surroundings) section(heads []head) string {
	path := fmt.Sprint(heads)
	name, ok := c.sections[path]
	if ok {
		return name
	}
	for i := len(heads) - 1; i >= 0; i-- {
		switch h := heads[i]; {
		case h.text == "":
		case name == "":
			name = h.text
		case h.level > 1 || c.captions[name]:
			name = h.text + " " + name
		}
	}
	if c.sections == nil {
		c.sections = map[string]string{}
	}
	if len(c.sections) < maxSkips {
		c.sections[path] = name
	}
	return name
}

// inClosedFence reports whether a remark stands within a Markdown fence that
// ended before the text at hand: a command, say.
func (c *surroundings) inClosedFence(r *remark) bool {
	return r.fences%2 == 1 && r.fences != c.fences
}

// emphatic reports whether a line looks like the caption of what follows
// rather than like one of a text.
func emphatic(line string) bool {
	line = strings.TrimSpace(line)
	return strings.HasSuffix(line, ":") || strings.HasSuffix(line, "：") || strings.HasPrefix(line, "**") || strings.HasPrefix(line, "- ") || numberedTable.MatchString(line)
}

// caption returns the caption of a table that begins now, marked as used: the
// last line before it that says whose table it is, else the headings it stands
// under. Where a heading opens the section at hand, the words of a text below
// it name nothing, and a caption that another section has as well is told
// apart by the heading. Where only a title stands above settings that name the
// system themselves, they do. own is false for a caption that is not the
// table's own.
func (c *surroundings) caption(one bool) (text string, own bool) {
	heads := make([][]head, len(c.pending)+1) // before each remark, and after the last
	heads[0] = c.heads
	opens := -1 // the last heading among the remarks
	for i, r := range c.pending {
		heads[i+1] = under(heads[i], r.text)
		if isHeading(r.text) {
			opens = i
		}
	}
	all := heads[len(c.pending)]
	keep := func(r *remark, name string) (string, bool) {
		r.used = true
		if c.captions == nil {
			c.captions = map[string]bool{}
		}
		if len(c.captions) < maxSkips {
			c.captions[name] = true
		}
		return name, true
	}
	named := ""
	for i := len(c.pending) - 1; i >= 0; i-- {
		r := &c.pending[i]
		for _, s := range r.settings {
			if s.Value != "" && words[fold(strings.ToLower(s.Key))] == fieldSystem {
				named = s.Value
			}
		}
		if len(r.settings) > 0 || isRule(r.text) || strings.HasPrefix(r.text, "![") || c.inClosedFence(r) {
			continue
		}
		if _, ok := command(r.text); ok || prompt.MatchString(r.text) {
			continue
		}
		if named != "" {
			return named, true
		}
		if captionText(r.text) == "" {
			break
		}
		s := captionOf(r.text, one)
		if s == "" {
			continue
		}
		if !one {
			return keep(r, s)
		}
		if isHeading(r.text) {
			return keep(r, c.section(heads[i+1]))
		}
		section := c.section(all)
		switch {
		case section == "":
		case opens >= 0 && !emphatic(r.text):
			r = &c.pending[opens]
			s = section
		case c.captions[s]: // under another heading
			s = section + " " + s
		}
		return keep(r, s)
	}
	if named != "" {
		return named, true
	}
	if opens >= 0 {
		for i := opens; i >= 0; i-- {
			r := &c.pending[i]
			if s := captionOf(r.text, one); isHeading(r.text) && s != "" {
				if one {
					s = c.section(all)
				}
				return keep(r, s)
			}
		}
	}
	if one {
		return c.section(c.heads), false
	}
	return "", false
}
