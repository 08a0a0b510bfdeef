package main

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/sbstat/sbstat/parse"
)

// progress shows on stderr how far long work has come: only on a terminal.
type progress struct{ bar *progressbar.ProgressBar }

// progressFrom is the number of files from which reading them may take long.
const progressFrom = 50

func (a *app) progress(files int) *progress {
	if files < progressFrom || !isTerminal(a.stderr) {
		return &progress{progressbar.NewOptions(files, progressbar.OptionSetWriter(io.Discard))}
	}
	return &progress{progressbar.NewOptions(files,
		progressbar.OptionSetWriter(a.stderr),
		progressbar.OptionSetDescription(a.text("cmd.reading")),
		progressbar.OptionShowCount(),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)}
}

func (p *progress) set(now parse.Progress) { _ = p.bar.Set(now.Files) }
func (p *progress) done()                  { _ = p.bar.Finish() }
