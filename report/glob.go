package report

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Glob returns the pattern that a notebook in fsys may name instead of several files, where
// their names share one and it matches no other file there; else the files themselves.
func Glob(fsys fs.FS, files []string) []string {
	if len(files) < 2 {
		return files
	}
	pattern, ok := shared(files)
	if !ok {
		return files
	}
	found, err := doublestar.Glob(fsys, pattern, doublestar.WithFilesOnly())
	if err != nil {
		return files
	}
	want := slices.Clone(files)
	slices.Sort(want)
	slices.Sort(found)
	if !slices.Equal(slices.Compact(want), found) {
		return files
	}
	return []string{pattern}
}

// shared writes the pattern of paths that have as many folders each: in every part of the
// path what all begin with, a star for what differs, and what all end with.
func shared(files []string) (pattern string, ok bool) {
	parts := make([][]string, len(files))
	for i, f := range files {
		if strings.ContainsAny(f, `*?[]{}\`) {
			return "", false
		}
		parts[i] = strings.Split(f, "/")
		if len(parts[i]) != len(parts[0]) {
			return "", false
		}
	}
	out := make([]string, len(parts[0]))
	for k := range out {
		first := parts[0][k]
		prefix, suffix := first, first
		for _, p := range parts {
			for !strings.HasPrefix(p[k], prefix) {
				prefix = prefix[:len(prefix)-1]
			}
			for !strings.HasSuffix(p[k], suffix) {
				suffix = suffix[1:]
			}
		}
		if out[k] = first; prefix != first {
			// A number that differs is a star as a whole: of t16 and t128 not t1*.
			out[k] = strings.ToValidUTF8(strings.TrimRight(prefix, "0123456789"), "") + "*" +
				strings.ToValidUTF8(strings.TrimLeft(suffix, "0123456789"), "")
		}
	}
	return strings.Join(out, "/"), true
}
