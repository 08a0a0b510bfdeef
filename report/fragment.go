package report

import "errors"

func (d *Document) renderFragment(name string) (Files, error) { return nil, errors.ErrUnsupported }
func (d *Document) renderJupyter(name string) (Files, error)  { return nil, errors.ErrUnsupported }
