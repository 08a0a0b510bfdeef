package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

func (a *app) checkCommand() *cobra.Command {
	var strict bool
	cmd := &cobra.Command{
		Use:   "check [flags] FILE…",
		Short: "Say what a reader of these data must know before trusting them",
		Long: `check lists what could not be read, what was passed over, and the findings: outliers,
stalls, warm-up inside totals, copies, failed levels, settings that differ between
systems, and what the data cannot say. "warn" is something that a statement may stumble
over (a file without a run is one), "note" a property of the data, "bad" what could not be read.

It exits 0 whatever it finds, but 1 with --strict where there is a "warn" or a "bad", and 2
where no run is usable.`,
		Example: `  sbstat check aws.txt
  sbstat check --strict new=logs/new
  sbstat check --lang zh 'logs/**/*.log'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := needInput(cmd, args); err != nil {
				return err
			}
			d, err := a.load(args, parse.Options{}, true)
			if err != nil {
				return err
			}
			s, err := a.systems(d)
			if err != nil {
				return err
			}
			return a.showCheck(d, s, strict)
		},
	}
	a.common(cmd, []string{"table", "markdown", "csv", "json"}, baseFlag, patternFlag)
	cmd.Flags().BoolVar(&strict, "strict", false, "exit 1 on any warning")
	return cmd
}

// remark is a line of check: where, how grave, what.
type remark struct {
	Where    string `json:"where"`
	Severity string `json:"severity"` // bad, warn, note
	System   string `json:"system"`
	Threads  int    `json:"threads"`
	Code     string `json:"code"`
	Text     string `json:"text"`
}

func (a *app) showCheck(d *data, s *systems, strict bool) error {
	var remarks []remark
	for _, err := range d.unread {
		severity := "bad"
		if errors.Is(err, parse.ErrNoRuns) {
			severity = string(analysis.Warn)
		}
		file, what, _ := strings.Cut(oneLine(err.Error()), ": ")
		remarks = append(remarks, remark{Where: file, Severity: severity, Text: what})
	}
	for _, r := range d.results {
		for _, p := range r.Problems {
			what := p.Msg
			if p.Token != "" {
				what = fmt.Sprintf("found %q: %s", p.Token, p.Msg)
			}
			remarks = append(remarks, remark{Where: fmt.Sprintf("%s:%d", p.File, p.Line), Severity: "bad", Text: what})
		}
	}
	sweeps := s.sweeps
	if a.flags.format == "table" || a.flags.format == "markdown" {
		sweeps = s.shown()
	}
	for _, f := range analysis.Findings(sweeps) {
		remarks = append(remarks, remark{
			Where: where(f.Sources, d), Severity: string(f.Severity), System: f.System, Threads: f.Threads,
			Code: f.Note.Code, Text: f.Note.In(a.flags.lang),
		})
	}
	var failed, truncated, skipped int
	for _, r := range d.runs {
		switch r.Status {
		case parse.Failed, parse.Empty:
			failed++
		case parse.Truncated:
			truncated++
		}
	}
	for _, r := range d.results {
		for _, k := range r.Skipped {
			skipped += k.Last - k.First + 1
		}
	}
	what := "cmd.systems"
	if d.tables() == len(s.sweeps) {
		what = "cmd.tables"
	}
	total := a.text("cmd.check.total", a.count(what, len(s.sweeps)), a.count("cmd.runs", len(d.runs)), rawInt(failed))
	if truncated > 0 {
		total += a.text("cmd.check.truncated", rawInt(truncated))
	}
	if skipped > 0 {
		total += a.text("cmd.check.skipped", a.count("cmd.lines", skipped))
	}
	warnings := 0
	for _, r := range remarks {
		if r.Severity != string(analysis.Info) {
			warnings++
		}
	}
	switch {
	case !slices.ContainsFunc(s.sweeps, func(w *analysis.Sweep) bool { return len(w.Metrics()) > 0 }):
		a.code = exitUsage
		fmt.Fprintln(&a.last, "sbstat: "+a.text("cmd.check.unusable"))
	case strict && warnings > 0:
		a.code = exitFailed
		fmt.Fprintln(&a.last, "sbstat: "+a.count("cmd.check.strict", warnings))
	}
	return a.show(view{
		doc: func(doc *document) {
			var rows [][]string
			alike, hidden := map[string]int{}, 0
			for _, r := range remarks {
				if alike[r.Code]++; r.Code != "" && r.System == "" && alike[r.Code] > shownAlike {
					hidden++
					continue
				}
				rows = append(rows, []string{clean(r.Where), doc.tint(severityTone(r.Severity), a.text("cmd.severity."+r.Severity)), clean(a.remarkText(r))})
			}
			if len(rows) > 0 {
				doc.list(rows)
			}
			if hidden > 0 {
				doc.line(a.text("cmd.check.more", rawInt(hidden)))
			}
			doc.line(total)
			a.captions(doc, s)
		},
		records: func() [][]string {
			out := [][]string{{"where", "severity", "system", "threads", "code", "text"}}
			for _, r := range remarks {
				out = append(out, []string{csvText(r.Where), r.Severity, csvText(r.System), orEmpty(r.Threads), r.Code, csvText(r.Text)})
			}
			return out
		},
		json: func() (any, error) {
			if remarks == nil {
				remarks = []remark{}
			}
			return map[string]any{"schema_version": schemaVersion, "findings": remarks, "systems": len(s.sweeps), "runs": len(d.runs), "failed": failed, "truncated": truncated, "skipped_lines": skipped}, nil
		},
	})
}

// shownAlike is how many findings of one kind about pairs of systems a reader is
// shown: among many systems each pair would have one.
const shownAlike = 5

func severityTone(s string) tone {
	switch s {
	case "bad":
		return bad
	case "warn":
		return strong
	}
	return dim
}

// remarkText puts the system and level before what is said of them: "x86, 2 threads: …".
func (a *app) remarkText(r remark) string {
	var who []string
	if r.System != "" {
		who = append(who, r.System)
	}
	if r.Threads > 0 {
		who = append(who, a.count("cmd.nthreads", r.Threads))
	}
	if len(who) == 0 {
		return r.Text
	}
	return a.text("cmd.about", strings.Join(who, a.text("cmd.comma")), r.Text)
}

// where writes the lines that a finding rests on: "aws.txt:12,26". Where it rests
// on no single line it names the input.
func where(sources []parse.Source, d *data) string {
	var files []string
	lines := map[string][]int{}
	for _, s := range sources {
		if !slices.Contains(files, s.File) {
			files = append(files, s.File)
		}
		if s.Line > 0 && !slices.Contains(lines[s.File], s.Line) {
			lines[s.File] = append(lines[s.File], s.Line)
		}
	}
	if len(files) == 0 {
		for _, r := range d.results {
			files = append(files, r.File)
		}
	}
	if len(files) > 2 {
		return fmt.Sprintf("%s +%d", files[0], len(files)-1)
	}
	for i, f := range files {
		if n := lines[f]; len(n) > 4 {
			files[i] = fmt.Sprintf("%s:%s,…", f, strings.ReplaceAll(levelList(n[:4]), " ", ""))
		} else if len(n) > 0 {
			files[i] = f + ":" + strings.ReplaceAll(levelList(n), " ", "")
		}
	}
	return strings.Join(files, " ")
}
