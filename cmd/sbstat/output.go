package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/google/renameio/v2"
)

// view is what a command has to show, in each of the formats.
type view struct {
	doc     func(d *document)   // table and markdown
	records func() [][]string   // csv: a header and rows, numbers in full precision
	json    func() (any, error) // json: one value
	lines   func() []any        // jsonl: one value a line
}

// show writes the view in the format asked for.
func (a *app) show(v view) error {
	switch a.flags.format {
	case "csv":
		if a.flags.excel {
			a.out.WriteString("\ufeff")
		}
		w := csv.NewWriter(&a.out)
		if err := w.WriteAll(v.records()); err != nil {
			return err
		}
	case "json":
		x, err := v.json()
		if err != nil {
			return err
		}
		return a.encode(x, "  ")
	case "jsonl":
		for _, x := range v.lines() {
			if err := a.encode(x, ""); err != nil {
				return err
			}
		}
	default:
		d := &document{markdown: a.flags.format == "markdown", colour: a.colour}
		v.doc(d)
		a.out.WriteString(d.String())
	}
	return nil
}

func (a *app) encode(x any, indent string) error {
	e := json.NewEncoder(&a.out)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	return e.Encode(x)
}

// flush sends the finished output where it belongs.
func (a *app) flush() error {
	if err := a.ctx.Err(); err != nil {
		return err
	}
	if a.flags.output != "" && a.flags.output != "-" {
		for _, input := range a.inputs {
			if sameFile(a.flags.output, input) {
				return fmt.Errorf("-o %s: the output would replace an input, %s; name another file", a.flags.output, input)
			}
		}
		return writeFile(a.flags.output, a.out.Bytes())
	}
	if _, err := a.stdout.Write(a.out.Bytes()); err != nil {
		return fmt.Errorf("writing to stdout: %w", err)
	}
	return nil
}

// sameFile reports whether two paths lead to one existing file.
func sameFile(a, b string) bool {
	x, errA := os.Stat(a)
	y, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(x, y)
}

// writable checks that a file can be put at a path, before any work is done for it.
func writable(path string) error {
	dir := filepath.Dir(path)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return fmt.Errorf("-o %s: there is no folder %s; make it first", path, dir)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("-o %s: that is a folder; name a file in it", path)
	}
	return nil
}

// writeFile writes a file whole or not at all.
func writeFile(path string, data []byte) error {
	if err := writable(path); err != nil {
		return err
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(path, data, 0o644) // a device or a pipe cannot be replaced
	}
	if err := renameio.WriteFile(path, data, 0o644); err != nil {
		return fmt.Errorf("-o %s: %w", path, err)
	}
	return nil
}

// csvText protects a text from being run as a formula where a spreadsheet
// opens the file, and from being obeyed by a terminal.
func csvText(s string) string {
	s = clean(s)
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}

// clean replaces characters which a terminal would obey, controls and those that turn the
// direction of writing, by the replacement character.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\t' && r != '\n' || unicode.Is(unicode.Bidi_Control, r) {
			return '\ufffd'
		}
		return r
	}, s)
}
