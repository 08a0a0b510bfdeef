package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sbstat/sbstat/examples"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/report"
)

func (a *app) reproduceCommand() *cobra.Command {
	var dir string
	var only []string
	cmd := &cobra.Command{
		Use:   "reproduce [flags]",
		Short: "Recompute published articles from their tables, and check their statements",
		Long: `reproduce computes the embedded notebooks of four published articles, writes their reports
in English and Chinese with an index page into the folder of -o, and prints the ledger: each
statement, the figure that was published, the figure that the article's own table gives,
and whether it holds. It exits 1 if a statement became something else than its notebook
expects.`,
		Example: `  sbstat reproduce
  sbstat reproduce --only aws-graviton -o aws`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return a.reproduce(dir, only) },
	}
	cmd.Flags().StringVarP(&dir, "output", "o", "out", "`folder` that the reports are written to")
	cmd.Flags().StringArrayVar(&only, "only", nil, "only the study of this `name`; may be given several times")
	cmd.RegisterFlagCompletionFunc("only", cobra.FixedCompletions(examples.Articles(), cobra.ShellCompDirectiveNoFileComp))
	a.common(cmd, nil)
	return cmd
}

// languages are those that the studies are written in.
var languages = [2]string{"en", "zh"}

// indexName is the name of a page without its extension: "index", "index.zh".
func indexName(language string) string {
	if language == "en" {
		return "index"
	}
	return "index." + language
}

func (a *app) reproduce(dir string, only []string) error {
	names := examples.Articles()
	for _, name := range only {
		if !slices.Contains(names, name) {
			return fmt.Errorf("--only: no study %q; studies are: %s", name, strings.Join(names, ", "))
		}
	}
	var files report.Files
	var claims report.Ledger
	for i, language := range languages {
		var pages []report.Page
		for _, name := range names {
			if len(only) > 0 && !slices.Contains(only, name) {
				continue
			}
			if err := a.ctx.Err(); err != nil {
				return err
			}
			doc, err := examples.Document(name, language)
			if err != nil {
				return notebookError(err)
			}
			rendered, err := render(doc, []report.Format{report.HTML, report.Markdown}, indexName(language))
			if err != nil {
				return err
			}
			for _, f := range rendered {
				f.Name = name + "/" + f.Name
				files = append(files, f)
			}
			pages = append(pages, report.Page{Href: name + "/" + indexName(language) + report.HTML.Ext(), Document: doc})
			if language == a.flags.lang {
				claims = append(claims, doc.Ledger...)
			}
		}
		translated := languages[1-i]
		pages = append(pages, report.Page{
			Href:     indexName(translated) + report.HTML.Ext(),
			Document: &report.Document{Title: lang.Text(translated, "cmd.reproduce.language"), Lang: translated},
		})
		index, err := report.Index(lang.Text(language, "cmd.reproduce.title"), language, pages)
		if err != nil {
			return err
		}
		index.Name = indexName(language) + report.HTML.Ext()
		files = append(files, index)
	}
	if err := files.Write(dir); err != nil {
		return err
	}
	a.ledger(claims)
	fmt.Fprintln(&a.out, a.text("cmd.reproduce.where", filepath.Join(dir, indexName(a.flags.lang)+report.HTML.Ext())))
	if err := claims.Err(); err != nil {
		fmt.Fprintln(&a.last, clean(err.Error()))
		a.code = exitFailed
	}
	return nil
}
