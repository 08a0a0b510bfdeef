package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
)

// maxSource is the size of a notebook file, in bytes, beyond which something else
// must be the matter.
const maxSource = 4 << 20

// source is a notebook file cut into head and body. Both keep the line numbers of
// the file: what is cut away is replaced by empty lines.
type source struct {
	file string
	head string
	body string
}

func readSource(fsys fs.FS, name string) (*source, error) {
	info, err := fs.Stat(fsys, name) // before it is opened: a pipe without a writer would wait for ever
	switch {
	case err != nil:
		return nil, readError(name, err)
	case info.IsDir():
		return nil, &Error{File: name, Msg: "this is a folder; name the notebook in it, such as " + path.Join(name, "notebook.md")}
	case !info.Mode().IsRegular():
		return nil, &Error{File: name, Msg: "no regular file"}
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, readError(name, err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSource+1))
	if err != nil {
		return nil, readError(name, err)
	}
	if len(data) > maxSource {
		return nil, &Error{File: name, Msg: fmt.Sprintf("more than %d MiB: that is no notebook", maxSource>>20)}
	}
	return splitSource(name, data)
}

func readError(name string, err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return &Error{File: name, Msg: "there is no such file"}
	}
	return &Error{File: name, Msg: "cannot be read: " + err.Error()}
}

func splitSource(name string, data []byte) (*source, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if bytes.IndexByte(data, 0) >= 0 {
		return nil, &Error{File: name, Msg: "not a text file; a notebook is Markdown in UTF-8"}
	}
	text := strings.ToValidUTF8(string(data), "\ufffd")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	lines := strings.Split(text, "\n")
	if strings.TrimRight(lines[0], " \t") != "---" {
		return nil, &Error{File: name, Line: 1, Msg: "no head: a notebook begins with a line --- and YAML that names its systems, and ends the head with another ---"}
	}
	for i := 1; i < len(lines); i++ {
		if l := strings.TrimRight(lines[i], " \t"); l == "---" || l == "..." {
			return &source{
				file: name,
				head: "\n" + strings.Join(lines[1:i], "\n") + "\n",
				body: strings.Repeat("\n", i+1) + strings.Join(lines[i+1:], "\n"),
			}, nil
		}
	}
	return nil, &Error{File: name, Line: 1, Msg: "the head has no end: close it with a line ---"}
}
