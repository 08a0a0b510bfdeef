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
}

var placeholder = regexp.MustCompile(`\{[a-z]*\}|\*|[^{*]+|.`)

// parseName reads a file name by a pattern such as
// "{system}-t{threads}-r{repeat}.log". Without a pattern, or when it does not
// match, the system is the name without folder and extensions.
func parseName(pattern, file string) (*nameParts, error) {
	p := &nameParts{system: baseName(file)}
	if pattern == "" {
		return p, nil
	}
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
				return p, fmt.Errorf("file name pattern %q: found %s; the parts are {system}, {threads}, {repeat}, {workload} and *", pattern, part)
			}
			re.WriteString(regexp.QuoteMeta(part))
		}
	}
	re.WriteString(`(?:\.gz|\.zst)?$`)
	compiled, err := regexp.Compile(re.String())
	if err != nil {
		return p, fmt.Errorf("file name pattern %q: each part may stand once", pattern)
	}
	m := compiled.FindStringSubmatch(filepath.ToSlash(file))
	if m == nil {
		return p, nil
	}
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
