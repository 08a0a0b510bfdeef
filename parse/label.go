package parse

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// labelWords returns what a label such as "=== m5.xlarge threads=8 run 2 ==="
// says beside its numbers: m5.xlarge.
func labelWords(s string) string {
	for _, re := range []*regexp.Regexp{threadsAfter, threadsBefore, threadsBehind, repeatLabel, workloads} {
		s = re.ReplaceAllString(s, " ")
	}
	var words []string
	for _, w := range strings.Fields(s) {
		w = strings.Trim(w, "#=-*_:;,.|>[](){}\"'")
		if !strings.ContainsFunc(w, unicode.IsLetter) || timeWord.MatchString(w) {
			continue
		}
		words = append(words, w)
	}
	return redact(strings.Join(words, " "))
}

// timeWord matches words of a date or time.
var timeWord = regexp.MustCompile(`(?i)^(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|utc|gmt|cst|am|pm)[a-z]*$|^\d{4}-?\d\d-?\d\dT|\d:\d\d`)

// nameByLabels tells systems of one log apart by their labels, where nothing
// but the file names them and the same levels stand below each label: a loop
// over machines whose echo says "m5.xlarge threads=8" leaves that. Else the
// words of labels name nothing; they may be times, or "start".
func nameByLabels(runs []*Run) {
	levels := map[string][]int{} // by label
	again := false
	seen := map[int]bool{}
	for _, r := range runs {
		if !r.FromFile || r.label == "" {
			return
		}
		levels[r.label] = append(levels[r.label], r.Threads)
		again = again || seen[r.Threads]
		seen[r.Threads] = true
	}
	if len(levels) < 2 || !again {
		return
	}
	var want []int
	for i, label := range slices.Sorted(maps.Keys(levels)) {
		slices.Sort(levels[label])
		if i > 0 && !slices.Equal(want, levels[label]) {
			return
		}
		want = levels[label]
	}
	for _, r := range runs {
		r.System += " " + r.label
	}
}
