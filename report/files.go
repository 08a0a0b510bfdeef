package report

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/renameio/v2"
)

// File is a rendered file; Name is relative, with forward slashes.
type File struct {
	Name string
	Data []byte
}

// Files are rendered files that belong together.
type Files []File

// Write writes the files below dir, which is made if need be. Each is first written beside
// its place and then renamed, when all of them could be written: on an error none is
// changed.
func (fs Files) Write(dir string) (err error) {
	var pending []*renameio.PendingFile
	defer func() {
		for _, p := range pending {
			_ = p.Cleanup() // no effect once it is in its place
		}
	}()
	for _, f := range fs {
		if !filepath.IsLocal(filepath.FromSlash(f.Name)) {
			return fmt.Errorf("%s: would be written outside %s", f.Name, dir)
		}
		file := filepath.Join(dir, filepath.FromSlash(f.Name))
		if info, err := os.Stat(file); err == nil && info.IsDir() {
			return fmt.Errorf("%s is a folder; it stands where a file must go", file)
		}
		if err := fileAbove(file); err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		p, err := renameio.NewPendingFile(file, renameio.WithPermissions(0o644), renameio.IgnoreUmask())
		if err != nil {
			return err
		}
		pending = append(pending, p)
		if _, err := p.Write(f.Data); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	for _, p := range pending {
		if err := p.CloseAtomicallyReplace(); err != nil {
			return err
		}
	}
	return nil
}

// fileAbove is an error where a file stands in the place of a folder of the path.
func fileAbove(path string) error {
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		switch {
		case err == nil && !info.IsDir():
			return fmt.Errorf("%s is a file; it stands where a folder must go: name another folder, or move the file away", dir)
		case err == nil || dir == filepath.Dir(dir):
			return nil
		}
	}
}

// Check compares the files with those below dir. The error is an [Errors] that says
// which differ, from which line on, and which lack.
func (fs_ Files) Check(dir string) error {
	var es Errors
	for _, f := range fs_ {
		file := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := fileAbove(file); err != nil {
			return err
		}
		have, err := os.ReadFile(file)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			es = append(es, &Error{File: file, Contradicted: true, Msg: "is missing", Hint: "write the report again"})
		case err != nil:
			return err
		case !bytes.Equal(have, f.Data):
			e := &Error{File: file, Contradicted: true, Msg: "no longer agrees with the notebook and its data", Hint: "write the report again"}
			if isText(f.Name) {
				e.Line, e.Msg = firstDifference(have, f.Data)
			}
			es = append(es, e)
		}
	}
	if es == nil {
		return nil
	}
	return es
}

func isText(name string) bool {
	return strings.HasSuffix(name, ".md") || strings.HasSuffix(name, ".html") || strings.HasSuffix(name, ".json")
}

// firstDifference finds the first line that differs, and quotes it from shortly before the
// place where it does.
func firstDifference(have, want []byte) (line int, msg string) {
	a, b := strings.Split(string(have), "\n"), strings.Split(string(want), "\n")
	for line < len(a) && line < len(b) && a[line] == b[line] {
		line++
	}
	at := func(lines []string) []rune {
		if line >= len(lines) {
			return nil
		}
		return []rune(strings.ReplaceAll(lines[line], "\u00a0", " "))
	}
	x, y, same := at(a), at(b), 0
	for same < len(x) && same < len(y) && x[same] == y[same] {
		same++
	}
	quote := func(lines []string, s []rune) string {
		if line >= len(lines) {
			return "nothing"
		}
		before := ""
		if from := same - 60; from > 0 {
			before, s = "…", s[from:]
		}
		return fmt.Sprintf("%q", before+shorten(string(s), 120))
	}
	return line + 1, fmt.Sprintf("no longer agrees: it says %s, computed is %s", quote(a, x), quote(b, y))
}

func shorten(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}
