package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
	"github.com/sbstat/sbstat/report"
)

func (a *app) initCommand() *cobra.Command {
	var langs, title, output string
	cmd := &cobra.Command{
		Use:   "init [flags] FILE… > post.md",
		Short: "Write a working notebook for logs or tables: a first draft of a report",
		Long: `init writes a notebook with the systems found in the inputs, their comparison, figures, and
prose that says what was found; every number in it is a call. Edit it, then sbstat report it.

The notebook names its data relative to its own folder and reads nothing outside of it, so
that logs and notebook are kept together. With two languages, -o post.md writes post.md and
post.zh.md.`,
		Example: `  sbstat init run.log > post.md
  sbstat init old=logs/old new=logs/new -o post.md
  sbstat init --lang en,zh aws.txt -o post.md`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := needInput(cmd, args); err != nil {
				return err
			}
			var languages []string
			for _, l := range strings.Split(langs, ",") {
				name, err := lang.Parse(strings.TrimSpace(l))
				if err != nil {
					return fmt.Errorf("--lang: %w", err)
				}
				languages = append(languages, name)
			}
			if len(languages) > 1 && output == "" {
				return errors.New("--lang: several languages need -o FILE.md, which becomes FILE.md and FILE.zh.md")
			}
			d, err := a.load(args, parse.Options{Fold: true}, false)
			if err != nil {
				return err
			}
			s, err := a.systems(d)
			if err != nil {
				return err
			}
			s.sweeps = slices.DeleteFunc(s.sweeps, func(w *analysis.Sweep) bool {
				unusable := len(w.Metrics()) == 0
				if unusable {
					fmt.Fprintf(a.stderr, "sbstat: %s is left out: none of its runs is usable\n", clean(w.System))
				}
				return unusable
			})
			if len(s.sweeps) == 0 {
				return errors.New("no run is usable; sbstat check says why")
			}
			for _, w := range s.sweeps {
				if !slices.ContainsFunc(w.Levels, func(l analysis.Level) bool { return l.Threads > 0 }) {
					return fmt.Errorf("%s: no run says its threads, and a notebook goes by them; name them with a pattern of the file names (--pattern '{system}-t{threads}.log') or a label threads=N before the run", clean(w.System))
				}
			}
			systems, err := a.drafted(d, s, filepath.Dir(output))
			if err != nil {
				return err
			}
			paths, texts := make([]string, len(languages)), make([][]byte, len(languages))
			for i, l := range languages {
				title := title
				if title == "" {
					title = titleOf(l, systems)
				}
				if i == 0 {
					texts[i], err = report.Draft(title, l, systems)
				} else { // one head for all languages
					texts[i], err = report.DraftTranslation(filepath.Base(output), title, l, systems)
				}
				if err != nil {
					return err
				}
				if output == "" {
					a.out.Write(texts[i])
					return nil
				}
				paths[i] = output
				if i > 0 {
					ext := filepath.Ext(output)
					paths[i] = strings.TrimSuffix(output, ext) + "." + l + ext
				}
				if exists(paths[i]) {
					return fmt.Errorf("-o %s: the file exists; move it away, a notebook is work that init does not overwrite", paths[i])
				}
			}
			for i, path := range paths {
				if err := writeFile(path, texts[i]); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&langs, "lang", "en", "`languages` of the notebook: en, zh or en,zh")
	cmd.Flags().StringVar(&title, "title", "", "`title` (default: the names of the systems)")
	cmd.Flags().StringVarP(&output, "output", "o", "", "notebook `file` (default stdout, and the data are named from here)")
	a.common(cmd, nil, baseFlag, metricFlag, patternFlag)
	return cmd
}

// titleOf names up to three systems; of more the first, and how many they are.
func titleOf(l string, systems []report.DraftSystem) string {
	var names []string
	for _, w := range systems {
		names = append(names, w.Name)
	}
	if n := len(names); n > 3 {
		more := n - 1
		if l == "zh" { // 等 counts them all
			more = n
		}
		return lang.Text(l, "report.draft.title", names[0], rawInt(more))
	}
	return strings.Join(names, " / ")
}

// drafted are the systems of a notebook in dir, with their files relative to it.
func (a *app) drafted(d *data, s *systems, dir string) ([]report.DraftSystem, error) {
	from, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	var out []report.DraftSystem
	for i, w := range s.shown() {
		o := d.origins[s.sweeps[i].System]
		system := report.DraftSystem{Name: w.System, Table: o.table, Pattern: a.flags.pattern, Metric: a.flags.metricName, Sweep: w}
		for _, f := range o.files {
			if f == stdinSource {
				return nil, errors.New("init: a notebook names its data by file, and stdin has no name; save it to a file first")
			}
			path, err := filepath.Abs(f)
			if err != nil {
				return nil, err
			}
			rel, err := filepath.Rel(from, path)
			if err != nil || !filepath.IsLocal(rel) {
				return nil, fmt.Errorf("init: %s lies outside the notebook's folder %s, where it is not read; keep data below the notebook, or write it there with -o", f, from)
			}
			system.Files = append(system.Files, filepath.ToSlash(rel))
		}
		system.Files = report.Glob(os.DirFS(from), system.Files)
		out = append(out, system)
	}
	return out, nil
}
