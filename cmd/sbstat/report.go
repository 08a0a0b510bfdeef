package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sbstat/sbstat"
	"github.com/sbstat/sbstat/report"
)

func (a *app) reportCommand() *cobra.Command {
	var dir, to string
	var check bool
	cmd := &cobra.Command{
		Use:   "report [flags] NOTEBOOK.md",
		Short: "Compute a notebook: a report whose numbers are those of its data",
		Long: `report computes a notebook, a Markdown file with a YAML head and calls in the prose, and
writes it as Markdown and as one HTML page into the folder of -o. Where the data contradict
the prose ("higher" where it is lower) it says so with the line, exits 1 and writes nothing.

--check writes nothing: it exits 1 where the prose or a claim does not agree with the data
or, with -o, where the files there differ from what would be written. For a blog's CI.

Formats of --to: markdown, html, fragment (a body with inline styles and PNGs, for blog
editors), jupyter, json (every computed value). The head's publish says how a fragment is
written: {fragment: wordpress (or wechat), image_url: https://…, image_width: 1080}.

Every key of the head and every call: go doc github.com/sbstat/sbstat/report. init writes a
notebook to begin with.`,
		Example: `  sbstat report post.md -o out
  sbstat report --to fragment,jupyter post.md -o out
  sbstat report --check post.md`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("report: found %d arguments; want one notebook file (sbstat init FILE… > post.md writes one)", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			formats, err := formatsOf(to)
			if err != nil {
				return err
			}
			doc, err := a.compute(args[0])
			if err != nil {
				return err
			}
			files, err := render(doc, formats, strings.TrimSuffix(filepath.Base(args[0]), filepath.Ext(args[0])))
			if err != nil {
				return err
			}
			a.warn(doc)
			if check {
				return a.checkReport(cmd, doc, files, dir)
			}
			if overwrites(files, dir, args[0]) {
				return fmt.Errorf("-o %s: the report would overwrite its notebook %s; name another folder", dir, args[0])
			}
			if err := files.Write(dir); err != nil {
				return err
			}
			a.ledger(doc.Ledger)
			for _, f := range files {
				if !strings.Contains(f.Name, "/") {
					fmt.Fprintln(&a.out, filepath.Join(dir, f.Name))
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&dir, "output", "o", "out", "`folder` that the report is written to")
	cmd.Flags().StringVar(&to, "to", "markdown,html", "output `formats`: markdown, html, fragment, jupyter, json")
	cmd.Flags().BoolVar(&check, "check", false, "write nothing; exit 1 where prose, claims or written files disagree with the data")
	return cmd
}

func formatsOf(to string) ([]report.Format, error) {
	var known []string
	for _, f := range report.Formats() {
		known = append(known, string(f))
	}
	var out []report.Format
next:
	for _, name := range strings.FieldsFunc(to, func(r rune) bool { return r == ',' || r == ' ' }) {
		for _, f := range report.Formats() {
			if strings.EqualFold(name, string(f)) {
				out = append(out, f)
				continue next
			}
		}
		return nil, fmt.Errorf("--to: no format %q; formats are: %s", name, strings.Join(known, ", "))
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("--to: no format given; formats are: %s", strings.Join(known, ", "))
	}
	return out, nil
}

// compute loads and runs a notebook file.
func (a *app) compute(path string) (*report.Document, error) {
	n, err := report.LoadFile(path, sbstat.Published()) // the embedded notebooks name the published tables
	if err != nil {
		return nil, notebookError(err)
	}
	doc, err := n.Run()
	if err != nil {
		return nil, notebookError(err)
	}
	return doc, nil
}

// notebookError keeps the lines of a notebook's errors, each of which has its
// place, and gives prose that the data contradict its own exit code.
func notebookError(err error) error {
	code := exitUsage
	if errors.Is(err, report.ErrContradicted) {
		code = exitFailed
	}
	var lines report.Errors
	var line *report.Error
	return &failure{code: code, err: err, listed: errors.As(err, &lines) || errors.As(err, &line)}
}

// render renders a document in several formats. Files that formats share stand
// once.
func render(doc *report.Document, formats []report.Format, name string) (report.Files, error) {
	var all report.Files
	seen := map[string]bool{}
	for _, f := range formats {
		files, err := doc.Render(f, name+f.Ext())
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			if !seen[file.Name] {
				seen[file.Name] = true
				all = append(all, file)
			}
		}
	}
	return all, nil
}

// overwrites reports whether writing the files to dir would replace the notebook.
func overwrites(files report.Files, dir, notebook string) bool {
	for _, f := range files {
		if sameFile(filepath.Join(dir, filepath.FromSlash(f.Name)), notebook) {
			return true
		}
	}
	return false
}

func (a *app) warn(doc *report.Document) {
	for _, w := range doc.Warnings {
		fmt.Fprintln(a.stderr, "sbstat: "+oneLine(w.Error()))
	}
}

// checkReport fails where a claim is not as expected or a written file differs.
func (a *app) checkReport(cmd *cobra.Command, doc *report.Document, files report.Files, dir string) error {
	a.ledger(doc.Ledger)
	if err := doc.Ledger.Err(); err != nil {
		fmt.Fprintln(&a.last, clean(err.Error()))
		a.code = exitFailed
	}
	if cmd.Flags().Changed("output") {
		if err := files.Check(dir); err != nil {
			fmt.Fprintln(&a.last, clean(err.Error()))
			a.code = exitFailed
		}
	}
	return nil
}

// ledger prints what became of the claims.
func (a *app) ledger(l report.Ledger) {
	if len(l) == 0 {
		return
	}
	t := l.Table(a.flags.lang)
	d := &document{colour: a.colour}
	var cols []column
	for _, h := range t.Head {
		cols = append(cols, left(h)) // a ledger is words and sets of numbers
	}
	var rows [][]string
	for _, r := range t.Rows {
		row := make([]string, len(r))
		for i, c := range r {
			row[i] = clean(c)
		}
		rows = append(rows, row)
	}
	d.table(cols, rows)
	for _, n := range t.Notes {
		d.line(clean(n))
	}
	a.out.WriteString(d.String())
}
