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

// secretStart finds what comes before a password: options of sysbench and the
// clients, misspelt ones too, environment variables, lists of arguments, SQL.
var secretStart = regexp.MustCompile(`(?i)` +
	`[\w.-]*(?:` + secretWord + `)[\w.-]*["']?\s*(?:[=:：]|=>|["'],)\s*` +
	`|[\w.-]*(?:passw(?:or)?d|_pwd|passphrase|secret|api_?key|access_?token|密码|口令|パスワード)[\w-]*["']?\s+` +
	`|[\w.-]*pw["']?\s*[=:：]\s*` +
	`|--[\w-]*(?:` + secretWord + `)[\w-]*\s+` +
	`|(?:^|[\s"'])(?-i:-p)(?:["'],)?\s*` +
	`|\bidentified\s+by\s+`)

// secretWord is in the name of whatever holds a secret.
const secretWord = `pass|pa?s+w|pwd|pword|secret|token|api_?key|密码|口令|パスワード`

// urlSecret is the password within a URL.
var urlSecret = regexp.MustCompile(`(\w://[^\s:/@]*:)\S+@`)

// sourceSecret is the password within the data source name of a Go driver,
// user:password@tcp(host:3306)/db.
var sourceSecret = regexp.MustCompile(`([^\s:/@'"]*:)\S+(@(?:tcp|unix)\()`)

// plainWord is a value whose end is beyond doubt: a word without quotes,
// escapes and substitutions, or one quoted as a whole.
var plainWord = regexp.MustCompile("^(?:'[^'\\\\]*'|\"(?:[^\"\\\\`$]|\\$[\\w{])*\"|(?:[^\\s|\"'\\\\`()$]|\\$[\\w{])+)(?:[\\s|]|$)")

// secretHints are the words without which a text needs no search for secrets, by
// their first byte; letters in any case.
var secretHints = func() (byFirst [256][]string) {
	for _, w := range []string{"pas", "psw", "pwd", "pword", "pw", "secret", "key", "token", "identified", "://", "tcp(", "unix(", "-p", "密码", "口令", "パスワード"} {
		byFirst[w[0]] = append(byFirst[w[0]], w)
	}
	return byFirst
}()

func hintsAtSecret(s string) bool {
	for i := range len(s) {
		for _, w := range secretHints[s[i]|0x20] { // 0x20: a letter's lower case; the other first bytes have the bit
			if i+len(w) <= len(s) && strings.EqualFold(s[i:i+len(w)], w) {
				return true
			}
		}
	}
	return false
}

// redact replaces each password of a text by ***, and with it the rest of the
// text where quotes leave it unclear how far the password goes. Messages of
// the server such as "(using password: YES)" stay as they are.
func redact(s string) string {
	if !hintsAtSecret(s) {
		return s
	}
	s = urlSecret.ReplaceAllString(s, "$1***@")
	s = sourceSecret.ReplaceAllString(s, "$1***$2")
	pos := 0
	for {
		m := secretStart.FindStringIndex(s[pos:])
		if m == nil {
			return s
		}
		at := pos + m[1]
		before, rest := s[:at], s[at:]
		if rest == "" || rest == `\` {
			return s
		}
		if harmless(s[pos+m[0]:at], rest) {
			pos = at
			continue
		}
		n := len(plainWord.FindString(rest))
		if n == 0 || strings.Count(before, "'")%2 == 1 || strings.Count(before, `"`)%2 == 1 {
			if strings.HasSuffix(rest, ` \`) { // the command goes on in the next line
				return before + `*** \`
			}
			return before + "***"
		}
		if n < len(rest) || strings.ContainsAny(rest[n-1:], " \t|") {
			n-- // the blank behind the word
		}
		s = before + "***" + rest[n:]
		pos = len(before) + len("***")
	}
}

// secretAcross joins two lines of a command between which a terminal broke the
// name of a password's option, or the option from its value. ok is false for
// others.
func secretAcross(first, second string) (whole string, ok bool) {
	if !strings.Contains(first, "-") || !hintsAtSecret(first+second) {
		return "", false
	}
	tail := first[strings.LastIndexAny(first, " \t")+1:]
	if !strings.HasPrefix(tail, "-") || strings.Contains(strings.TrimSuffix(tail, "="), "=") {
		return "", false
	}
	for _, sep := range []string{"", " "} {
		whole := first + sep + second
		if safe := redact(whole); safe != whole && redact(second) == second {
			return safe, true
		}
	}
	return "", false
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

// webBlanks are the blanks with which web pages keep runs of blanks and lines
// together, and what means none at all.
var webBlanks = []struct{ is, means []byte }{
	{[]byte("\u00a0"), []byte(" ")}, {[]byte("\u2007"), []byte(" ")}, {[]byte("\u202f"), []byte(" ")}, {[]byte("\u200b"), nil}, {[]byte("\ufeff"), nil},
}

// plain removes terminal colours, what a carriage return within the line has
// overwritten, and the <br> of a web page.
func plain(b []byte) []byte {
	if bytes.IndexByte(b, 0x1b) >= 0 {
		b = ansi.ReplaceAll(b, nil)
	}
	for _, w := range webBlanks {
		if bytes.Contains(b, w.is) {
			b = bytes.ReplaceAll(b, w.is, w.means)
		}
	}
	if i := bytes.LastIndexByte(b, '\r'); i >= 0 {
		b = b[i+1:]
	}
	if t := bytes.TrimRight(b, " \t"); bytes.HasSuffix(t, []byte(">")) {
		b = lineBreak.ReplaceAll(t, nil)
	}
	return b
}

// lineBreak is what a web page puts behind each line.
var lineBreak = regexp.MustCompile(`(?i)\s*<br\s*/?>$`)

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
