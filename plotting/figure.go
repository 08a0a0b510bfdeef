package plotting

import (
	"errors"
	"io"

	"gonum.org/v1/plot"
)

// Figure is a drawn figure: its panels can still be changed before it is
// written.
type Figure struct {
	Panels   []*plot.Plot
	Title    string
	Subtitle string
	Caption  string // source and method
	AltText  string // one sentence with the finding
	Notes    []string
}

// PNG writes the figure as a PNG image.
func (f *Figure) PNG(w io.Writer) error { return errors.ErrUnsupported }

// SVG writes the figure as SVG with real text.
func (f *Figure) SVG(w io.Writer) error { return errors.ErrUnsupported }

// Save writes the figure to a file, PNG or SVG by its extension, whole or not
// at all.
func (f *Figure) Save(path string) error { return errors.ErrUnsupported }
