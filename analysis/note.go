package analysis

import "github.com/sbstat/sbstat/internal/lang"

// Note is a remark that belongs to a number: why there is no interval, which
// levels had no partner, what a footnote must say. Code is stable and appears
// in JSON; Args fill the message.
type Note struct {
	Code string // "note.one-run"
	Args []any
}

// String returns the note in English.
func (n Note) String() string { return n.In("en") }

// In returns the note in a language of the catalogue: "en" or "zh".
func (n Note) In(l string) string { return lang.Text(l, n.Code, n.Args...) }

// notes returns one note as a list.
func notes(code string, args ...any) []Note { return []Note{{Code: code, Args: args}} }
