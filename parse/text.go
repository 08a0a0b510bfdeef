package parse

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// shorten returns the text without secrets, control characters and outer
// blanks, cut to n runes.
func shorten(s string, n int) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\t' {
			return utf8.RuneError
		}
		return r
	}, redact(strings.TrimSpace(s)))
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}

// secret finds a password and what comes before it: options of sysbench and
// the clients, environment variables, URLs and SQL.
var secret = regexp.MustCompile(`(?i)` +
	`([\w.-]*(?:passw(?:or)?d|_pwd|passphrase|secret|api_?key|access_?token|密码|口令|パスワード)[\w-]*["']?\s*(?:[=:：]|=>|\s)\s*)(` + word + `)` +
	`|(\bmysql(?:dump|admin|slap)?\b.*?\s-p)(` + word + `)` +
	`|(\bidentified\s+by\s+)(` + word + `)` +
	`|(\w://[^\s:/@]*:)([^\s/@]+)(@)`)

// word is what a shell takes for one word.
const word = `(?:"[^"]*"?|'[^']*'?|[^\s|"'])+`

// secretHint are the words without which a text needs no search for secrets.
var secretHint = regexp.MustCompile(`(?i)pass|pwd|secret|key|token|identified|://|mysql.*-p|密码|口令|パスワード`)

// redact replaces each password of a text by ***. Messages of the server
// such as "(using password: YES)" stay as they are.
func redact(s string) string {
	if !secretHint.MatchString(s) {
		return s
	}
	return secret.ReplaceAllStringFunc(s, func(m string) string {
		g := secret.FindStringSubmatch(m)
		for i := 1; i+1 < len(g); i += 2 {
			if g[i] == "" {
				continue
			}
			v := g[i+1]
			if i == 1 && harmless(g[i], v) {
				return m
			}
			tail := ""
			if i == 7 {
				tail = "@"
			}
			return g[i] + "***" + tail
		}
		return m
	})
}

// harmless reports whether a word after "password" is text of a message and
// no password: "(using password: YES)", "password authentication failed".
func harmless(before, v string) bool {
	if strings.HasSuffix(before, "password: ") && (strings.HasPrefix(v, "YES)") || strings.HasPrefix(v, "NO)")) {
		return true
	}
	sep := strings.TrimRight(before, " \t")
	last, _ := utf8.DecodeLastRuneInString(sep)
	if !strings.ContainsRune("=:：>", last) {
		// "password sbtest" or "--password sbtest" hides a secret, prose does not.
		return strings.HasPrefix(v, "authentication") || strings.HasPrefix(v, "is") || strings.HasPrefix(v, "for")
	}
	return false
}

var ansi = regexp.MustCompile("\x1b(?:\\[[0-9;?]*[ -/]*[@-~]|\\][^\x07\x1b]*(?:\x07|\x1b\\\\)?|[@-Z\\\\-_])")

// plain removes terminal colours and what a carriage return within the line
// has overwritten.
func plain(b []byte) []byte {
	if bytes.IndexByte(b, 0x1b) >= 0 {
		b = ansi.ReplaceAll(b, nil)
	}
	if i := bytes.LastIndexByte(b, '\r'); i >= 0 {
		b = b[i+1:]
	}
	return b
}

// halfWidth maps the full-width forms that Chinese and Japanese input methods
// produce onto ASCII: （）：，｜％＝ and the full-width letters and digits.
func halfWidth(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return strings.Map(func(r rune) rune {
				switch {
				case r >= '！' && r <= '～':
					return r - '！' + '!'
				case r == '\u3000' || r == '\u00a0':
					return ' '
				case r == '−' || r == '–':
					return '-'
				}
				return r
			}, s)
		}
	}
	return s
}

// blank reports whether a line holds nothing to read.
func blank(b []byte) bool {
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if !unicode.IsSpace(r) && r != '\ufeff' && r != 0 {
			return false
		}
		b = b[n:]
	}
	return true
}
