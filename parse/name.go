package parse

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// nameParts is what a file's name says about its runs.
type nameParts struct {
	system, workload string
	threads, repeat  int

	// Without a pattern the parts are a guess, which the first run of known
	// threads settles.
	guess   bool
	whole   string // the system where the guess is wrong
	number  int    // such as the 16 of m6g-16, which is a thread count only where the run has it
	without string // the system then
}

var placeholder = regexp.MustCompile(`\{[a-z]*\}|\*|[^{*]+|.`)

// parseName reads a file name by a pattern such as
// "{system}-t{threads}-r{repeat}.log", or, without one that matches, by the
// forms that are in use.
func parseName(pattern, file string) (*nameParts, error) {
	p := guessName(file)
	if pattern == "" {
		return p, nil
	}
	compiled, err := namePattern(pattern)
	if err != nil {
		return p, err
	}
	m := compiled.FindStringSubmatch(filepath.ToSlash(file))
	if m == nil {
		return p, nil
	}
	p = &nameParts{system: p.system}
	for i, name := range compiled.SubexpNames() {
		switch name {
		case "system":
			p.system = m[i]
		case "workload":
			p.workload = m[i]
		case "threads":
			p.threads, _ = strconv.Atoi(m[i])
		case "repeat":
			p.repeat, _ = strconv.Atoi(m[i])
		}
	}
	return p, nil
}

// namePattern compiles a pattern of file names.
func namePattern(pattern string) (*regexp.Regexp, error) {
	var re strings.Builder
	re.WriteString(`(?:^|/)`)
	for _, part := range placeholder.FindAllString(filepath.ToSlash(pattern), -1) {
		switch part {
		case "{system}", "{workload}":
			re.WriteString(`(?P<` + part[1:len(part)-1] + `>[^/]+?)`)
		case "{threads}", "{repeat}":
			re.WriteString(`(?P<` + part[1:len(part)-1] + `>\d{1,7})`)
		case "*":
			re.WriteString(`[^/]*?`)
		default:
			if strings.HasPrefix(part, "{") {
				return nil, fmt.Errorf("file name pattern %q: found %s; the parts are {system}, {threads}, {repeat}, {workload} and *", pattern, part)
			}
			re.WriteString(regexp.QuoteMeta(part))
		}
	}
	re.WriteString(`(?:\.gz|\.zst)?$`)
	compiled, err := regexp.Compile(re.String())
	if err != nil {
		return nil, fmt.Errorf("file name pattern %q: each part may stand once", pattern)
	}
	return compiled, nil
}

var (
	nameThreads = regexp.MustCompile(`(?i)^(?:(?:t|th|thds?|thr|threads?|conc|concurrency|clients?|users)=?(\d{1,6})|(\d{1,6})(?:thds?|thr|threads?|clients|users))$`)
	nameRepeat  = regexp.MustCompile(`(?i)^(?:rep|repeat|run|round|iter|iteration|try|trial)=?(\d{1,4})$`)
	nameR       = regexp.MustCompile(`(?i)^r(\d{1,4})$`)                     // of r5 it is not known whether it is a machine
	nameNumber  = regexp.MustCompile(`(?i)^(?:[cjp]?(\d{1,6})|(\d{1,6})t)$`) // nor of c16, a bare 16 and 1t
	nameUnit    = regexp.MustCompile(`(?i)^(?:threads?|thds?|clients?|users)$`)
	nameWord    = regexp.MustCompile(`(?i)^(?:threads?|thds?|concurrency|clients?|rep|repeat|run|round|iter)$`)
)

// guessName takes a file's name apart as people write it: m6g-t16-r2.log,
// m6g_16threads.log, x-rep1-t01.log. The parts that number threads and repeats
// are no part of the system's name; where nothing else remains, the folder
// names the system. A part r2 counts beside a thread count only: m5 and r5 are
// machines.
func guessName(file string) *nameParts {
	stem := baseName(file)
	p := &nameParts{whole: stem, guess: true}
	var parts, seps []string // seps[i] stands before parts[i]
	for rest := stem; rest != ""; {
		sep := rest[:len(rest)-len(strings.TrimLeft(rest, "-_ "))]
		part := rest[len(sep):]
		if i := strings.IndexAny(part, "-_ "); i >= 0 {
			part = part[:i]
		}
		rest = rest[len(sep)+len(part):]
		if n := len(parts); n > 0 && (nameWord.MatchString(parts[n-1]) && digitsOnly(part) || digitsOnly(parts[n-1]) && nameUnit.MatchString(part)) {
			parts[n-1] += part // threads-16, 16-threads
			continue
		}
		if i := strings.LastIndexByte(part, '.'); i > 0 && (nameThreads.MatchString(part[i+1:]) || nameRepeat.MatchString(part[i+1:])) {
			parts, seps = append(parts, part[:i]), append(seps, sep) // m6g.t16, but not t3.large
			part, sep = part[i+1:], "."
		}
		parts, seps = append(parts, part), append(seps, sep)
	}
	drop := make([]bool, len(parts))
	number := -1
	for i, part := range parts {
		if m := nameThreads.FindStringSubmatch(part); m != nil {
			p.threads, _ = strconv.Atoi(m[1] + m[2])
			drop[i] = true
			for _, j := range []int{i - 1, i + 1} {
				if j > 0 && j < len(parts) { // the first part names the system
					if m := nameR.FindStringSubmatch(parts[j]); m != nil {
						p.repeat, _ = strconv.Atoi(m[1])
						drop[j] = true
					}
				}
			}
		} else if m := nameRepeat.FindStringSubmatch(part); m != nil {
			p.repeat, _ = strconv.Atoi(m[1])
			drop[i] = true
		} else if m := nameNumber.FindStringSubmatch(part); m != nil {
			p.number, _ = strconv.Atoi(m[1] + m[2])
			number = i
		}
	}
	rest := func() string {
		kept := ""
		for i, part := range parts {
			if !drop[i] {
				kept += seps[i] + part
			}
		}
		if kept = strings.Trim(kept, "-_ ."); kept == "" {
			kept = stem
			if dir := filepath.Base(filepath.Dir(file)); dir != "." && dir != ".." && dir != string(filepath.Separator) {
				kept = dir
			}
		}
		return kept
	}
	p.system = rest()
	if p.threads == 0 && number >= 0 {
		drop[number] = true
		p.without = rest()
	}
	return p
}

func digitsOnly(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// settle decides with the first run of known threads whether the guess holds.
// It reports a thread count of the name that the run contradicts.
func (p *nameParts) settle(threads int) (wrong int) {
	if !p.guess || threads == 0 {
		return 0
	}
	p.guess = false
	switch {
	case p.threads > 0 && p.threads != threads:
		wrong = p.threads
		p.system, p.threads, p.repeat = p.whole, 0, 0
	case p.without != "" && p.number == threads:
		p.system = p.without
	}
	return wrong
}

// baseName returns a file's name without its folder and the extensions that
// say nothing: .log, .txt, .gz …
func baseName(file string) string {
	name := filepath.Base(filepath.ToSlash(file))
	for {
		ext := filepath.Ext(name)
		switch strings.ToLower(ext) {
		case ".log", ".txt", ".out", ".gz", ".zst", ".md", ".csv", ".tsv", ".json", ".stdout", ".result":
			if trimmed := strings.TrimSuffix(name, ext); trimmed != "" {
				name = trimmed
				continue
			}
		}
		return name
	}
}

// NameMatches reports whether a pattern of Options.Name matches a file's name;
// a pattern that cannot be read is an error.
func NameMatches(pattern, file string) (bool, error) {
	compiled, err := namePattern(pattern)
	return err == nil && compiled.MatchString(filepath.ToSlash(file)), err
}
