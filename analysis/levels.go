package analysis

// LevelSet is a set of levels as ranges of thread counts, written "4-64",
// "96,128" or "2,16-64". The empty set means all levels.
type LevelSet []LevelRange

// LevelRange holds the thread counts Lo to Hi, both included.
type LevelRange struct{ Lo, Hi int }

// ParseLevels reads a LevelSet; it accepts "-" and "–" for ranges and commas or
// blanks between them.
func ParseLevels(s string) (LevelSet, error) { return nil, nil }

// Contains reports whether the level belongs to the set; the empty set
// contains every level.
func (s LevelSet) Contains(threads int) bool { return false }

// String writes the set as people read it: "4–64, 96".
func (s LevelSet) String() string { return "" }
