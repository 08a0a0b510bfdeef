package parse

import (
	"encoding/csv"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A separator says how the cells of a table row are told apart.
type separator uint8

const (
	bySpace separator = iota // text aligned with blanks
	byGap                    // the same, cells hold single blanks
	byPipe
	byTab
	byComma
	bySemicolon
)

// cell is one cell of a table row: its text without outer blanks and its
// 1-based rune column in the line.
type cell struct {
	text string
	col  int
}

var (
	spaces = regexp.MustCompile(`\S+`)
	gaps   = regexp.MustCompile(`\S+(?: \S+)*`)
)

// split cuts a line into cells. Leading and trailing pipes are a frame.
func split(s string, by separator) []cell {
	switch by {
	case byPipe:
		cells, _ := splitPipes(s, 0)
		return cells
	case byTab:
		return splitAt(strings.TrimRight(s, "\r\n"), '\t')
	case byComma, bySemicolon:
		sep := ','
		if by == bySemicolon {
			sep = ';'
		}
		if !strings.Contains(s, `"`) {
			return splitAt(s, sep)
		}
		r := csv.NewReader(strings.NewReader(s))
		r.Comma, r.LazyQuotes, r.TrimLeadingSpace = sep, true, true
		fields, err := r.Read()
		if err != nil {
			return splitAt(s, sep)
		}
		cells := make([]cell, len(fields))
		for i, f := range fields {
			_, c := r.FieldPos(i)
			cells[i] = cell{strings.TrimSpace(f), utf8.RuneCountInString(s[:min(c-1, len(s))]) + 1}
		}
		return cells
	}
	words := spaces
	if by == byGap {
		words = gaps
	}
	var cells []cell
	for _, m := range words.FindAllStringIndex(s, -1) {
		cells = append(cells, cell{s[m[0]:m[1]], utf8.RuneCountInString(s[:m[0]]) + 1})
	}
	return cells
}

func splitAt(s string, sep rune) []cell {
	var cells []cell
	col := 1
	for _, f := range strings.Split(s, string(sep)) {
		t := strings.TrimLeft(f, " \t\u3000")
		cells = append(cells, cell{strings.TrimSpace(t), col + utf8.RuneCountInString(f) - utf8.RuneCountInString(t)})
		col += utf8.RuneCountInString(f) + 1
	}
	return cells
}

// splitPipes cuts at | (and ｜, │), not at \|. Pipes at both ends of the line
// are a frame and no cells. In a row of a table whose header has width cells
// and no frame, they are one only where the row would be too wide otherwise.
func splitPipes(s string, width int) (cells []cell, framed bool) {
	s = pipes.Replace(s)
	const escaped = "\x00"
	cells = splitAt(strings.ReplaceAll(s, `\|`, escaped), '|')
	for i := range cells {
		cells[i].text = strings.ReplaceAll(cells[i].text, escaped, "|")
	}
	t := strings.TrimSpace(s)
	if strings.HasPrefix(t, "|") && len(cells) > max(1, width) {
		cells, framed = cells[1:], true
	}
	if strings.HasSuffix(t, "|") && len(cells) > max(1, width) {
		cells = cells[:len(cells)-1]
	}
	return cells, framed
}

var pipes = strings.NewReplacer("｜", "|", "│", "|", "┃", "|", "║", "|")

// rule matches the lines that frame a table: +---+---+, |:--|--:|, =====.
var rule = regexp.MustCompile(`^[\s|+:\-=─━┌┬┐├┼┤└┴┘│═╔╦╗╠╬╣╚╩╝]*$`)

func isRule(s string) bool {
	return strings.ContainsAny(s, "-=─━═") && rule.MatchString(s)
}

// absentWords are the ways to write that there is no value.
var absentWords = map[string]bool{"": true, "-": true, "--": true, "—": true, "–": true, "n/a": true, "na": true, "null": true, "nil": true, "none": true, "nan": true, "/": true, "无": true, "なし": true, "未测": true, "inf": true}

// number reads a cell: digits with thousands separators, a sign, an exponent,
// a glued unit. scale turns the number into the column's unit when the cell
// carries its own. The error says what is there instead.
func number(text, unit string, scale float64) (v float64, err error) {
	if v := parseNum(text); v.OK {
		return convert(v.V, scale), nil
	}
	s := strings.TrimSpace(halfWidth(unmark(text)))
	if absentWords[strings.ToLower(s)] {
		return 0, fmt.Errorf("no number: taken as absent")
	}
	digits, tail := cutNumber(s)
	if digits == "" {
		return 0, fmt.Errorf("no number: taken as absent")
	}
	v, perr := strconv.ParseFloat(digits, 64)
	if perr != nil || math.IsInf(v, 0) || math.IsNaN(v) {
		return 0, fmt.Errorf("number out of range: taken as absent")
	}
	tail = strings.ToLower(strings.TrimSpace(tail))
	if tail == "" {
		return convert(v, scale), nil
	}
	if strings.ContainsAny(tail[:1], "0123456789.+-") {
		return 0, fmt.Errorf("two numbers in one cell: taken as absent")
	}
	if isUnit(tail) {
		if f := unitScale(tail, unit); f != 0 {
			return convert(v, f), nil
		}
	}
	return 0, fmt.Errorf("a number in %s was expected: taken as absent", unitName(unit))
}

// convert turns a number into another unit. 15 digits are all that a decimal
// number keeps in a float64: 0.0133 s are 13.3 ms and not 13.299999999999999.
func convert(v, scale float64) float64 {
	if scale == 1 {
		return v
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v*scale, 'g', 15, 64), 64)
	if err != nil {
		return v * scale
	}
	return rounded
}

func unitName(unit string) string {
	if unit == "" {
		return "plain digits"
	}
	return unit
}

var (
	grouped  = regexp.MustCompile(`^[+-]?[1-9]\d{0,2}(?:[,'_]\d{3})+(?:\.\d+)?`)
	decimals = regexp.MustCompile(`^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?`)
	groups   = strings.NewReplacer(",", "", "'", "", "_", "")
	notGroup = regexp.MustCompile(`^[\d,'_.]`)
)

// cutNumber splits the leading number off, without thousands separators.
func cutNumber(s string) (digits, tail string) {
	if m := grouped.FindString(s); m != "" && !notGroup.MatchString(s[len(m):]) {
		return groups.Replace(m), s[len(m):]
	}
	m := decimals.FindString(s)
	return m, s[len(m):]
}

var threadsCell = regexp.MustCompile(`(?i)^(?:t|thds?|threads?|线程|并发)?[=: ]*(\d{1,7})\s*(?:t|thds?|threads?|线程|并发|スレッド)?$`)

// threadCount reads the level of a row: "16", "16 threads", "3*8" (24 in
// all, noted), "1,024".
func threadCount(text string) (n int, note string, ok bool) {
	if n, end := integer([]byte(text), 0); end == len(text) && n > 0 {
		return n, "", true
	}
	s := strings.TrimSpace(halfWidth(unmark(text)))
	if m := threadsCell.FindStringSubmatch(s); m != nil {
		n, err := strconv.Atoi(m[1])
		return n, "", err == nil && n > 0
	}
	if a, b, found := cutAnyOf(s, "*x×"); found {
		n1, err1 := strconv.Atoi(strings.TrimSpace(a))
		n2, err2 := strconv.Atoi(strings.TrimSpace(b))
		if err1 == nil && err2 == nil && n1 > 0 && n2 > 0 && n1 <= 1e6 && n2 <= 1e6 {
			return n1 * n2, fmt.Sprintf("taken as %d threads in all", n1*n2), true
		}
	}
	if digits, tail := cutNumber(s); strings.TrimSpace(tail) == "" && digits != "" {
		if v, err := strconv.ParseFloat(digits, 64); err == nil && v == math.Trunc(v) && v >= 1 && v < 1e9 {
			return int(v), "", true
		}
	}
	return 0, "", false
}

func cutAnyOf(s, seps string) (before, after string, found bool) {
	i := strings.IndexAny(s, seps)
	if i < 0 {
		return s, "", false
	}
	_, n := utf8.DecodeRuneInString(s[i:])
	return s[:i], s[i+n:], true
}
