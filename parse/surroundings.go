package parse

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// surroundings are the lines since the last run or table that may say something
// about the next one: its caption, its settings, a label such as threads=16,
// the command. What the next one does not use was prose, and is passed over.
type surroundings struct {
	pending []remark
	blank   bool // the line before was blank

	group     string   // the system that the last label named
	words     string   // what the last label or heading before a run said beside numbers
	announced []string // shapes of the lines that announced runs

	captions map[string]bool   // those that tables have had
	heads    []head            // the headings that the text at hand stands under
	sections map[string]string // their names
	fences   int               // lines so far that open or close a Markdown fence
}

type remark struct {
	no       int
	text     string
	settings []Setting // a "key : value" line, or one of several key=value
	gap      bool      // a blank line stands before it
	joined   bool      // it continues the command before it, which a backslash ends
	used     bool
	fences   int // of the text before it
}

const (
	maxPending = 64
	maxCommand = 10_000 // bytes
)

// add takes in a line that is no measurement.
func (c *surroundings) add(no int, text string, l *ledger) {
	if len(c.pending) == maxPending {
		c.settle(l, 1)
	}
	r := remark{no: no, text: strings.TrimSpace(text), gap: c.blank, fences: c.fences}
	c.blank = false
	if n := len(c.pending); n > 0 && !r.gap {
		if whole, ok := secretAcross(c.pending[n-1].text, r.text); ok {
			c.pending[n-1].text, r.text, r.joined = whole, "***", true
			c.pending = append(c.pending, r)
			return
		}
		head := n - 1
		for head > 0 && c.pending[head].joined {
			head--
		}
		if h := &c.pending[head]; strings.HasSuffix(h.text, `\`) && len(h.text) < maxCommand {
			h.text = redact(strings.TrimSuffix(h.text, `\`) + " " + r.text)
			r.joined = true
			c.pending = append(c.pending, r)
			return
		}
	}
	afterSetting := len(c.pending) > 0 && len(c.pending[len(c.pending)-1].settings) > 0 && !r.gap
	all := assignments(r.text)
	if key, value, ok := keyValue(r.text, afterSetting); ok && len(all) == 0 {
		all = []Setting{{key, value}}
	}
	for _, s := range all {
		if isSecret(s.Key) {
			r.used, r.text = true, s.Key
		} else {
			r.settings = append(r.settings, Setting{s.Key, redact(s.Value)})
		}
	}
	c.pending = append(c.pending, r)
}

// settle gives up the first n remarks: those nobody used are skipped lines.
func (c *surroundings) settle(l *ledger, n int) {
	for _, r := range c.pending[:n] {
		c.heads = under(c.heads, r.text)
		if r.used {
			l.used()
		} else {
			l.skip(r.no, r.text)
		}
	}
	c.pending = append(c.pending[:0], c.pending[n:]...)
}

var keyed = regexp.MustCompile(`^(?:[-*•] +)?([\pL_][\pL\pN_.\-/]*)(\s*)([:：=])(\s*)(.*)$`)

// keyValue reads "key : value". A value may be empty only where the line is
// surely no caption: with a blank before the colon, or among such lines.
func keyValue(s string, among bool) (key, value string, ok bool) {
	m := keyed.FindStringSubmatch(s)
	if m == nil || utf8.RuneCountInString(m[1]) > 40 || numberedTable.MatchString(s) {
		return "", "", false
	}
	key, value = m[1], strings.TrimSpace(m[5])
	switch {
	case strings.HasPrefix(value, "//"): // a URL
		return "", "", false
	case utf8.RuneCountInString(value) > 120 || strings.HasSuffix(value, ".") || strings.HasSuffix(value, "。"): // a sentence
		return "", "", false
	case value == "":
		return key, "", among || (m[2] != "" && m[3] == ":")
	case m[3] == ":" && m[2] == "" && m[4] == "" && !among: // 10:30, host:port
		return "", "", false
	}
	return key, value, true
}

var (
	assigned    = regexp.MustCompile(`([\pL_][\pL\pN_.\-/]*)=("[^"]*"|'[^']*'|[^\s"'=;,]+)`)
	assignedAll = regexp.MustCompile(`^(?:` + assigned.String() + `(?:[\s;,]+|$))+$`)
)

// assignments reads a line of nothing but key=value, as a shell writes it.
func assignments(s string) []Setting {
	if !strings.Contains(s, "=") || !assignedAll.MatchString(s) {
		return nil
	}
	var all []Setting
	for _, m := range assigned.FindAllStringSubmatch(s, -1) {
		all = append(all, Setting{m[1], strings.Trim(m[2], `"'`)})
	}
	return all
}

func isSecret(key string) bool {
	return secretKey.MatchString(key)
}

var secretKey = regexp.MustCompile(`(?i)` + secretWord)

// settings returns the settings among the remarks and marks them as used.
func (c *surroundings) settings() []Setting {
	var all []Setting
	for i := range c.pending {
		if r := &c.pending[i]; len(r.settings) > 0 {
			all = append(all, r.settings...)
			r.used = true
		}
	}
	return all
}

const maxCaption = 100 // runes

var (
	captionMarks = regexp.MustCompile(`^(?:>\s*)*(?:#{1,6}\s+|[-*•]\s+|=+\s+|<!--\s*)?`)
	captionTag   = regexp.MustCompile(`(?i)</?(?:h[1-6]|b|strong|em|i|p|div|span|caption|code|a)(?:\s[^<>]*)?>|^#\+caption:`)
	captionLink  = regexp.MustCompile(`\[([^\[\]]+)\]\([^()]*\)`)
	captionEnd   = regexp.MustCompile(`(?:[\s:：#=]|-->)+$`)
)

// legible reports whether a line is one that somebody wrote: it has a letter or
// a digit and nothing that no text holds.
func legible(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) &&
		!strings.ContainsFunc(s, func(r rune) bool {
			return r == utf8.RuneError || unicode.Is(unicode.Co, r) || unicode.IsControl(r) && r != '\t'
		})
}

// captionText returns a line without the marks and the colon of a caption, or
// "" for a line that is a sentence of prose.
func captionText(s string) string {
	if strings.ContainsAny(s, "<[+") {
		s = captionLink.ReplaceAllString(captionTag.ReplaceAllString(s, " "), "$1")
	}
	s = captionMarks.ReplaceAllString(strings.TrimSpace(s), "")
	s = unmark(captionEnd.ReplaceAllString(s, ""))
	s = captionEnd.ReplaceAllString(s, "")
	if s == "" || utf8.RuneCountInString(s) > maxCaption || !legible(s) {
		return ""
	}
	switch last, _ := utf8.DecodeLastRuneInString(s); last {
	case '.', '。', '!', '！', '?', '？', ';', '；', ',', '，':
		return ""
	}
	return redact(s)
}

// label is what the lines before a log's run say about it.
type label struct {
	system, workload string
	threads, repeat  int
	config           []Setting
	words            string // what else it says
}

var (
	threadsAfter  = regexp.MustCompile(`(?i)` + threadsWord + `\s*(?:[:=：]|is|->|=>)\s*["']?(\d{1,6})\b`)
	threadsBehind = regexp.MustCompile(`(?i)` + threadsWord + `\s*(\d{1,6})\b\s*(\w?)`)
	threadsBefore = regexp.MustCompile(`(?i)\b(\d{1,6})[\s-]*(?:threads?|thds|线程|并发)\b`)
	repeatLabel   = regexp.MustCompile(`(?i)\b(?:repeat|rep|round|iteration|run|轮次|第)\s*(?:[:=#：])?\s*(\d{1,4})\b\s*(threads?|s|sec\w*|min\w*|hours?|h|秒|分|并发|线程)?`)
	workloads     = regexp.MustCompile(`\b(oltp(?:_\w+)?|select_random_\w+|bulk_insert|tpcc)\b`)
)

const threadsWord = `(?:\b(?:threads?|thds?|concurrency|num[-_]threads|clients)\b|线程数?|并发数?|スレッド数?)`

// threadsIn finds the thread count in a label, 0 for none. What is assigned
// (threads=16) counts before a number behind the word, and this before one in
// front of it, unless it goes on (16 threads 60 s). after is false for one in
// front.
func threadsIn(s string) (n int, after bool) {
	m := threadsAfter.FindStringSubmatch(s)
	if m == nil {
		m = threadsBehind.FindStringSubmatch(s)
		if b := threadsBefore.FindStringSubmatch(s); b != nil && (m == nil || m[2] != "") {
			n, _ = strconv.Atoi(b[1])
			return n, false
		}
	}
	if m == nil {
		return 0, false
	}
	n, _ = strconv.Atoi(m[1])
	return n, true
}

// labelled reports whether a line says a thread count.
func labelled(s string) bool {
	n, _ := threadsIn(s)
	return n > 0
}

// set takes in one setting before a run.
func (l *label) set(s Setting) {
	f, known := words[fold(strings.ToLower(s.Key))]
	n, err := strconv.Atoi(strings.Trim(s.Value, `;,"'`))
	number := err == nil && n > 0
	switch {
	case known && f == fieldThreads && number:
		l.threads = n
	case known && f == fieldRepeat && number:
		l.repeat = n
	case known && f == fieldSystem && s.Value != "":
		l.system = s.Value
		l.config = append(l.config, s)
	case known && f == fieldWorkload && s.Value != "":
		l.workload = s.Value
	default:
		l.config = append(l.config, s)
	}
}

// label reads the remarks before a run of a log: key=value lines, the line of
// a shell loop's echo, the command as set -x shows it.
func (c *surroundings) label() label {
	var l label
	for i := range c.pending {
		r := &c.pending[i]
		if r.joined {
			r.used = i > 0 && c.pending[i-1].used
			continue
		}
		if o, ok := command(r.text); ok {
			r.used = true
			l.config = append(l.config, o.config...)
			if o.workload != "" {
				l.workload = o.workload
			}
			if o.threads > 0 {
				l.threads = o.threads
			}
			continue
		}
		if len(r.settings) > 0 {
			r.used = true
			for _, s := range r.settings {
				l.set(s)
			}
			continue
		}
		if utf8.RuneCountInString(r.text) > maxCaption {
			continue
		}
		n, after := threadsIn(r.text)
		if n > 0 {
			l.threads, r.used = n, true
			if w := labelWords(r.text); w != "" {
				c.words = w
			}
		} else if isHeading(r.text) || strings.HasPrefix(r.text, "---") || strings.HasPrefix(r.text, "***") {
			c.words = labelWords(r.text)
		}
		if m := repeatLabel.FindStringSubmatch(r.text); m != nil && (m[2] == "" || after && strings.HasPrefix(strings.ToLower(m[2]), "thread")) {
			l.repeat, _ = strconv.Atoi(m[1])
			r.used = true
		}
		if m := workloads.FindString(r.text); m != "" {
			l.workload, r.used = m, true
		}
	}
	if l.system != "" {
		c.group = l.system // until another label
	}
	l.system, l.words = c.group, c.words
	return l
}
