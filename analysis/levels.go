package analysis

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// LevelSet is a set of levels as ranges of thread counts, written "4-64",
// "96,128" or "2,16-64". The empty set means all levels.
type LevelSet []LevelRange

// LevelRange holds the thread counts Lo to Hi, both included.
type LevelRange struct{ Lo, Hi int }

// ParseLevels reads a LevelSet; it accepts "-" and "–" for ranges and commas or
// blanks between them. The empty string is the empty set.
func ParseLevels(s string) (LevelSet, error) {
	var set LevelSet
	dashes := strings.NewReplacer("–", "-", "—", "-", "−", "-", "~", "-", "，", ",", "、", ",", " - ", "-")
	for _, f := range strings.FieldsFunc(dashes.Replace(s), func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' }) {
		lo, hi, isRange := strings.Cut(f, "-")
		if !isRange {
			hi = lo
		}
		l, err1 := strconv.Atoi(lo)
		h, err2 := strconv.Atoi(hi)
		if err1 != nil || err2 != nil || l < 1 {
			return nil, fmt.Errorf("levels %q: %q is no thread count and no range; write 4-64 or 2,16,96-128", s, f)
		}
		if l > h {
			return nil, fmt.Errorf("levels %q: the range %q runs backwards; write %d-%d", s, f, h, l)
		}
		set = append(set, LevelRange{l, h})
	}
	if set == nil && strings.TrimSpace(s) != "" {
		return nil, fmt.Errorf("levels %q hold no thread count; write 4-64 or 2,16,96-128", s)
	}
	return set, nil
}

// Contains reports whether the level belongs to the set; the empty set
// contains every level.
func (s LevelSet) Contains(threads int) bool {
	return len(s) == 0 || slices.ContainsFunc(s, func(r LevelRange) bool { return r.Lo <= threads && threads <= r.Hi })
}

// String writes the set as people read it: "4–64, 96".
func (s LevelSet) String() string {
	parts := make([]string, len(s))
	for i, r := range s {
		parts[i] = strconv.Itoa(r.Lo)
		if r.Hi != r.Lo {
			parts[i] += "–" + strconv.Itoa(r.Hi)
		}
	}
	return strings.Join(parts, ", ")
}

// levelList writes thread counts for a message: "2, 4, 8"; an unknown one is "—".
func levelList(threads []int) string {
	parts := make([]string, len(threads))
	for i, t := range threads {
		parts[i] = strconv.Itoa(t)
		if t == 0 {
			parts[i] = "—"
		}
	}
	return strings.Join(parts, ", ")
}
