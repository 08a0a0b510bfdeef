package parse

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"
)

// File reads all runs of one file. A file without any run is an error that
// wraps ErrNoRuns and says what was found; its Result is returned as well. So
// is that of a file which cannot be read to its end (ErrIncomplete), with the
// runs before.
func File(path string, opts Options) (*Result, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", path, reason(err))
	}
	return readFile(f, path, opts)
}

// FS is File for a file of a file system, such as the embedded published
// tables.
func FS(fsys fs.FS, name string, opts Options) (*Result, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", name, reason(err))
	}
	return readFile(f, name, opts)
}

func readFile(f fs.File, path string, opts Options) (*Result, error) {
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a folder: name its files, such as %s/*.log", path, path)
	}
	res, err := ReadAll(f, path, opts)
	if err != nil {
		return res, err
	}
	if len(res.Runs) == 0 {
		return res, fmt.Errorf("%s: %w: %s", path, ErrNoRuns, res.found())
	}
	return res, nil
}

// found says what an input without runs holds instead.
func (res *Result) found() string {
	if len(res.Problems) > 0 {
		p := res.Problems[0]
		if p.Token != "" {
			return fmt.Sprintf("line %d: found %q: %s", p.Line, p.Token, p.Msg)
		}
		return fmt.Sprintf("line %d: %s", p.Line, p.Msg)
	}
	lines := 0
	for _, s := range res.Skipped {
		lines += s.Lines
	}
	if lines == 0 {
		return "it is empty, or holds nothing but the messages of prepare and cleanup; a sysbench log, fio JSON, go-tpc output or a table with a threads column was expected"
	}
	if strings.ContainsRune(res.Skipped[0].Text, utf8.RuneError) {
		return "it is no text but binary data, or in an unknown encoding; a sysbench log, fio JSON, go-tpc output or a table with a threads column was expected"
	}
	return fmt.Sprintf("it begins with %q; a sysbench log, fio JSON, go-tpc output or a table with a threads column was expected", res.Skipped[0].Text)
}

// reason drops the path that the message names already.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// Files reads files side by side. The results stand in the order of the
// paths. A file that cannot be read, or holds no run, does not stop the
// others: the error joins what went wrong, and a file without a Result is
// left out of the slice.
func Files(ctx context.Context, paths []string, opts Options) ([]*Result, error) {
	results := make([]*Result, len(paths))
	errs := make([]error, len(paths))
	var mu sync.Mutex
	progress := Progress{OfFiles: len(paths)}
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, path := range paths {
		if ctx.Err() != nil {
			break
		}
		group.Go(func() error {
			if ctx.Err() != nil {
				return nil
			}
			var size int64
			results[i], size, errs[i] = fileWith(ctx, path, opts)
			if opts.Progress != nil {
				mu.Lock()
				defer mu.Unlock()
				progress.Files++
				progress.Bytes += size
				opts.Progress(progress)
			}
			return nil
		})
	}
	_ = group.Wait()
	kept := results[:0]
	for _, res := range results {
		if res != nil {
			kept = append(kept, res)
		}
	}
	if err := ctx.Err(); err != nil {
		return kept, err
	}
	return kept, errors.Join(errs...)
}

// fileWith is File with a context that ends the reading, and the bytes read.
func fileWith(ctx context.Context, path string, opts Options) (*Result, int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, fmt.Errorf("cannot read %s: %w", path, reason(err))
	}
	c := &counted{File: f, ctx: ctx}
	res, err := readFile(c, path, opts)
	return res, c.n, err
}

// counted counts the bytes read of a file, and ends with its context.
type counted struct {
	fs.File
	ctx context.Context
	n   int64
}

func (c *counted) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.File.Read(p)
	c.n += int64(n)
	return n, err
}

var _ io.Reader = (*counted)(nil)
