package parse

import (
	"path"
	"regexp"
	"strconv"
	"strings"
)

// options is what a sysbench command line says.
type options struct {
	verb     string // run, prepare, cleanup; "" unknown
	workload string
	threads  int
	config   []Setting // the options in their order, without passwords
}

var commandStart = regexp.MustCompile(`(?:^|[\s;&|/'"])sysbench\s+(.*)$`)

// command reads a line that shows a sysbench command, as set -x, a shell
// prompt or an echo leaves it.
func command(s string) (options, bool) {
	m := commandStart.FindStringSubmatch(s)
	if m == nil || !strings.Contains(m[1], "--") && !strings.HasSuffix(strings.TrimSpace(m[1]), " run") {
		return options{}, false
	}
	var o options
	words := shellWords(m[1])
	for i, w := range words {
		w = strings.TrimSuffix(w, ";")
		name, value, hasValue := strings.Cut(w, "=")
		if !strings.HasPrefix(w, "--") {
			switch w {
			case "run", "prepare", "cleanup", "prewarm", "help":
				o.verb = w
			case "|", ">", ">>", "2>&1", "&", "&&", ";", "\\":
			default:
				if i == 0 || (o.workload == "" && (strings.HasPrefix(words[i-1], "--") && strings.Contains(words[i-1], "="))) {
					o.workload = strings.TrimSuffix(path.Base(w), ".lua")
				}
			}
			continue
		}
		name = strings.TrimPrefix(name, "--")
		if isSecret(name) || name == "" {
			continue
		}
		switch strings.ReplaceAll(name, "_", "-") {
		case "threads", "num-threads":
			if n, err := strconv.Atoi(value); err == nil && n > 0 {
				o.threads = n
			}
		case "test":
			o.workload = strings.TrimSuffix(path.Base(value), ".lua")
		}
		if !hasValue {
			value = "on"
		}
		o.config = append(o.config, Setting{name, redact(value)})
	}
	return o, true
}

// shellWords splits a command line at blanks outside quotes.
func shellWords(s string) []string {
	var words []string
	var b strings.Builder
	quote, in := rune(0), false
	for _, r := range s {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			b.WriteRune(r)
		case r == '\'' || r == '"':
			quote, in = r, true
		case r == ' ' || r == '\t':
			if in {
				words = append(words, b.String())
				b.Reset()
				in = false
			}
		default:
			b.WriteRune(r)
			in = true
		}
	}
	if in {
		words = append(words, b.String())
	}
	return words
}
