package plotting

import (
	"errors"
	"io"

	"gonum.org/v1/plot"
)

// Figure is a drawn figure: its panels and texts can still be changed before it
// is written. A figure can be written several times, in both formats, and
// by several goroutines at once as long as nobody changes it meanwhile.
type Figure struct {
	Panels   []*plot.Plot // from left to right, from top to bottom
	Columns  int          // panels a row; 0: 1
	Title    string
	Subtitle string   // workload, levels, n
	Caption  string   // source and method
	AltText  string   // one sentence with the finding: goes into SVG <title>/<desc> and the PNG's text chunks
	Notes    []string // what was left out and why; also part of Caption
}

// PNG writes the figure as a PNG image. Text that no font at hand can set is an
// error that names the missing font; nothing is written then.
func (f *Figure) PNG(w io.Writer) error { return errors.ErrUnsupported }

// SVG writes the figure as SVG with real text, which needs no font here: the
// viewer's is used.
func (f *Figure) SVG(w io.Writer) error { return errors.ErrUnsupported }

// Encode writes the figure in the format named "png" or "svg".
func (f *Figure) Encode(w io.Writer, format string) error { return errors.ErrUnsupported }

// Save writes the figure to a file, PNG or SVG by its extension, whole or not
// at all: an error leaves an older file of that name as it was.
func (f *Figure) Save(path string) error { return errors.ErrUnsupported }
