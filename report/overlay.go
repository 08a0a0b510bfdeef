package report

import (
	"errors"
	"io/fs"
)

// Overlay returns a file system that looks for a file in each of the layers, in
// their order: a notebook's folder over the published tables.
func Overlay(layers ...fs.FS) fs.FS { return overlay(layers) }

type overlay []fs.FS

func (o overlay) Open(name string) (fs.File, error) {
	for _, l := range o {
		f, err := l.Open(name)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return f, err
		}
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

func (o overlay) Stat(name string) (fs.FileInfo, error) {
	for _, l := range o {
		info, err := fs.Stat(l, name)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return info, err
		}
	}
	return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
}
