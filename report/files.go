package report

import "errors"

// File is a rendered file; Name is relative, with forward slashes.
type File struct {
	Name string
	Data []byte
}

// Files are rendered files that belong together.
type Files []File

// Write writes the files below dir, which is made if need be: all of them or,
// on an error, none.
func (fs Files) Write(dir string) error { return errors.ErrUnsupported }

// Check compares the files with those below dir. The error says which differ or lack, and at
// which line first.
func (fs Files) Check(dir string) error { return errors.ErrUnsupported }
