// Package lang is the one message catalogue of sbstat: notes, findings,
// verdicts and labels, in English (en.go) and Chinese (zh.go). Adding a
// language is adding one file and a line in languages.
package lang

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/message/catalog"
)

// messages maps a message's key to its text: a Printf format, with explicit
// argument indexes (%[2]s) where a language needs another order. Numbers come
// formatted as strings, save counts and thread numbers, which are ints.
type messages map[string]string

var languages = map[string]messages{"en": en, "zh": zh}

var printers = func() map[string]*message.Printer {
	b := catalog.NewBuilder(catalog.Fallback(language.English))
	for name, msgs := range languages {
		tag := language.MustParse(name)
		for key, text := range msgs {
			if err := b.SetString(tag, key, text); err != nil {
				panic(err) // a fault of the catalogue itself, found by any test
			}
		}
	}
	ps := map[string]*message.Printer{}
	for name := range languages {
		ps[name] = message.NewPrinter(language.MustParse(name), message.Catalog(b))
	}
	return ps
}()

// Parse returns the catalogue's name of a language tag: "" is "en", "zh-CN"
// and "zh_Hans" are "zh". An unknown language is an error that lists the known.
func Parse(s string) (string, error) {
	if s == "" {
		return "en", nil
	}
	base := strings.ToLower(strings.FieldsFunc(s, func(r rune) bool { return r == '-' || r == '_' || r == '.' })[0])
	if _, ok := languages[base]; !ok {
		return "", fmt.Errorf("no language %q; languages are: en, zh", s)
	}
	return base, nil
}

// Text returns the message of a key in a language ("" is English). A language
// that lacks the key falls back to English; an unknown key is returned as it is.
func Text(lang, key string, args ...any) string {
	p, ok := printers[lang]
	if !ok {
		p = printers["en"]
	}
	if _, ok := languages[lang][key]; !ok {
		if _, ok := en[key]; !ok {
			return fmt.Sprint(append([]any{key}, args...)...)
		}
		p = printers["en"]
	}
	if p == printers["zh"] {
		return closedUp(p, key, args)
	}
	s := p.Sprintf(key, args...)
	if p == printers["en"] && strings.Contains(s, "1 threads") {
		s = oneThread.ReplaceAllString(s, "${1}1 thread")
	}
	return s
}

// oneThread matches a level that a message writes like several: levels reach the messages as
// text, since most come as lists. The end of a list or range keeps its plural.
var oneThread = regexp.MustCompile(`(^|[^0-9.,–-] ?)1 threads\b`)

// closedUp formats a Chinese message and drops its blank beside an argument where Chinese meets
// Chinese: the blank belongs between Chinese and Latin letters only. Blanks within an argument,
// which may be a name, stay.
func closedUp(p *message.Printer, key string, args []any) string {
	marked := make([]any, len(args))
	for i, a := range args {
		if s, ok := a.(string); ok {
			a = edge + s + edge
		}
		marked[i] = a
	}
	parts := strings.Split(p.Sprintf(key, marked...), edge)
	for i := 1; i < len(parts); i++ {
		a, z := parts[i-1], parts[i]
		last, _ := utf8.DecodeLastRuneInString(strings.TrimSuffix(a, " "))
		first, _ := utf8.DecodeRuneInString(strings.TrimPrefix(z, " "))
		if !chinese(last) || !chinese(first) {
			continue
		}
		if i%2 == 1 { // an argument begins
			parts[i-1] = strings.TrimSuffix(a, " ")
		} else {
			parts[i] = strings.TrimPrefix(z, " ")
		}
	}
	return strings.Join(parts, "")
}

// edge marks the ends of an argument; Unicode keeps this character for such inner use.
const edge = "\ufdd0"

func chinese(r rune) bool {
	return unicode.Is(unicode.Han, r) || r >= 0x3001 && r <= 0x303f || r >= 0xff01 && r <= 0xff60
}
