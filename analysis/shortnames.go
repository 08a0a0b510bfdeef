package analysis

import (
	"slices"
	"strings"
	"unicode"
)

// ShortNames shortens captions to what tells them apart, for table heads and
// legends: "AWS RDS Graviton（db.m6g.xlarge…)" and "AWS x86实例（…）" become
// "Graviton" and "x86". Names that cannot be shortened and stay distinct are kept.
func ShortNames(systems []string) []string {
	if len(systems) < 2 {
		return slices.Clone(systems)
	}
	outside, inside := make([]string, len(systems)), make([]string, len(systems))
	for i, s := range systems {
		for _, p := range captionPhrases {
			s = strings.ReplaceAll(s, p, " ")
		}
		outside[i], inside[i] = splitBrackets(s)
	}
	if short := distinguish(outside); tellApart(short) {
		return short
	}
	if tellApart(inside) {
		return inside
	}
	return slices.Clone(systems)
}

// Words that say what kind of thing a system is, and not which one.
var genericWords = []string{"rds", "mysql", "database", "db", "instance", "instances", "实例", "数据库", "results", "result", "benchmark"}

// Phrases of captions around the name of a system.
var captionPhrases = []string{"的测试详细结果如下", "的测试结果如下", "测试详细结果如下", "测试结果如下", "的测试结果", "测试结果", "如下"}

// tellApart reports whether no name is empty or stands twice.
func tellApart(names []string) bool {
	for i, n := range names {
		if n == "" || slices.Contains(names[:i], n) {
			return false
		}
	}
	return true
}

// distinguish drops generic words and the words that all names share.
func distinguish(names []string) []string {
	words := make([][]string, len(names))
	for i, n := range names {
		words[i] = scriptWords(n)
	}
	short := make([]string, len(names))
	for i, ws := range words {
		var kept []string
		for _, w := range ws {
			shared := !slices.ContainsFunc(words, func(o []string) bool {
				return !slices.ContainsFunc(o, func(v string) bool { return fold(v) == fold(w) })
			})
			if !shared && !slices.Contains(genericWords, fold(w)) {
				kept = append(kept, w)
			}
		}
		short[i] = joinWords(kept)
	}
	return short
}

// splitBrackets parts a name from what stands in brackets; half-width and full-width
// brackets close each other, as they do in captions.
func splitBrackets(s string) (outside, inside string) {
	var out, in strings.Builder
	depth := 0
	for _, r := range s {
		switch r {
		case '(', '（', '[', '【':
			depth++
			out.WriteByte(' ')
			in.WriteByte(' ')
		case ')', '）', ']', '】':
			depth = max(0, depth-1)
		default:
			if depth == 0 {
				out.WriteRune(r)
			} else {
				in.WriteRune(r)
			}
		}
	}
	return out.String(), strings.TrimSpace(in.String())
}

// scriptWords splits at blanks and where Chinese meets other script, and trims the
// particle 的 and punctuation at the ends.
func scriptWords(s string) []string {
	var words []string
	var cur []rune
	flush := func() {
		w := strings.Trim(string(cur), "的:：,，;；、-–")
		for _, g := range []string{"实例", "数据库"} { // generic, and not set apart by a blank
			if t := strings.TrimSuffix(w, g); t != "" {
				w = t
			}
		}
		if w != "" {
			words = append(words, w)
		}
		cur = nil
	}
	han := false
	for _, r := range s {
		switch h := unicode.Is(unicode.Han, r); {
		case unicode.IsSpace(r):
			flush()
			continue
		case len(cur) > 0 && h != han:
			flush()
			han = h
		default:
			han = h
		}
		cur = append(cur, r)
	}
	flush()
	return words
}

// joinWords sets a blank between words unless both sides are Chinese.
func joinWords(words []string) string {
	var b strings.Builder
	var last rune
	for _, w := range words {
		rs := []rune(w)
		if b.Len() > 0 && !(unicode.Is(unicode.Han, last) && unicode.Is(unicode.Han, rs[0])) {
			b.WriteByte(' ')
		}
		b.WriteString(w)
		last = rs[len(rs)-1]
	}
	return b.String()
}
