// Command gallery draws every kind of figure from real data, in both languages
// and both themes, and writes a page that shows them.
//
//	go run ./examples/gallery           # into examples/gallery
//	go run ./examples/gallery -o DIR    # elsewhere
//
// It reads the published AWS tables and logs of testdata/logs (a sweep with TLS on
// and off, three runs a level, with histograms; a run of two minutes with a stall), so it
// runs from the root of the repository.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sbstat/sbstat"
	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
	"github.com/sbstat/sbstat/plotting"
)

func main() {
	dir := flag.String("o", filepath.Join("examples", "gallery"), "folder for the figures and the page")
	logs := flag.String("logs", filepath.Join("testdata", "logs"), "folder of the logs")
	flag.Parse()
	if err := run(*dir, *logs); err != nil {
		fmt.Fprintln(os.Stderr, "gallery:", err)
		os.Exit(1)
	}
}

// figure is one picture of the gallery: a kind and the data it shows.
type figure struct {
	kind, name string
	draw       func(plotting.Options) (*plotting.Figure, error)
}

// run draws all figures into a folder and writes its pages.
func run(dir, logs string) error {
	figures, err := collect(logs)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, lang := range []string{"en", "zh"} {
		page := &strings.Builder{}
		page.WriteString(map[string]string{
			"en": "# Gallery\n\nEvery kind of figure, drawn by `go run ./examples/gallery` from real data. [中文](README.zh.md)\n",
			"zh": "# 图集\n\n各类图表，由 `go run ./examples/gallery` 根据真实数据绘制。[English](README.md)\n",
		}[lang])
		kind := ""
		for _, f := range figures {
			if f.kind != kind {
				kind = f.kind
				fmt.Fprintf(page, "\n## %s\n\n%s\n", kind, line(kind, lang))
			}
			for _, theme := range []plotting.Theme{plotting.Light, plotting.Dark} {
				fig, err := f.draw(plotting.Options{Lang: lang, Theme: theme})
				if err != nil {
					return fmt.Errorf("%s: %w", f.name, err)
				}
				// The pictures of the English page are PNG, as most blogs want
				// them; SVG needs no Chinese font here, and is sharp at any size.
				file := fmt.Sprintf("%s.%s.%s.svg", f.name, lang, theme)
				if lang == "en" && theme == plotting.Light {
					file = f.name + ".png"
				}
				if err := fig.Save(filepath.Join(dir, file)); err != nil {
					return err
				}
				fmt.Fprintf(page, "\n![%s](%s)\n", escape(fig.AltText), file)
			}
		}
		name := map[string]string{"en": "README.md", "zh": "README.zh.md"}[lang]
		if err := os.WriteFile(filepath.Join(dir, name), []byte(page.String()), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// line is what a kind shows.
func line(kind, lang string) string {
	for _, k := range plotting.Kinds() {
		if k.Name == kind {
			return k.In(lang)
		}
	}
	return ""
}

// escape makes a text safe between the brackets of a Markdown picture.
func escape(s string) string {
	return strings.NewReplacer("[", `\[`, "]", `\]`, "\n", " ").Replace(s)
}

// collect reads the data and says what is drawn from it.
func collect(logs string) ([]figure, error) {
	read, err := parse.FS(sbstat.Published(), "aws-rds-graviton-vs-x86.txt", parse.Options{})
	if err != nil {
		return nil, err
	}
	aws := analysis.Sweeps(read.Runs)
	graviton, err := analysis.Find(aws, "Graviton")
	if err != nil {
		return nil, err
	}
	x86, err := analysis.Find(aws, "x86")
	if err != nil {
		return nil, err
	}
	graviton.System, x86.System = "Graviton2", "x86"

	files, err := filepath.Glob(filepath.Join(logs, "sb11", "tls", "*.log"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no logs in %s: run from the root of the repository, or give -logs", filepath.Join(logs, "sb11", "tls"))
	}
	results, err := parse.Files(context.Background(), files, parse.Options{Name: "{system}-rep{repeat}-t{threads}.log"})
	if err != nil {
		return nil, err
	}
	var runs []*parse.Run
	for _, r := range results {
		runs = append(runs, r.Runs...)
	}
	tls := analysis.Sweeps(runs)
	off, err := analysis.Find(tls, "tls-off")
	if err != nil {
		return nil, err
	}
	on, err := analysis.Find(tls, "tls-on")
	if err != nil {
		return nil, err
	}
	off.System, on.System = "TLS off", "TLS on"
	tls = []*analysis.Sweep{off, on}
	distributions := []*parse.Run{off.Level(16).Runs[0], on.Level(16).Runs[0]}

	stall, err := parse.File(filepath.Join(logs, "sb10", "long", "rw-120s-ftwrl.log"), parse.Options{System: "MySQL 8.0"})
	if err != nil {
		return nil, err
	}

	compared, err := analysis.Compare(graviton, x86, parse.TPS, analysis.CompareOptions{})
	if err != nil {
		return nil, err
	}
	repeated, err := analysis.Compare(off, on, parse.TPS, analysis.CompareOptions{})
	if err != nil {
		return nil, err
	}
	overhead, err := analysis.OverheadOf(off, on, analysis.OverheadOptions{})
	if err != nil {
		return nil, err
	}

	var costs, front []analysis.Cost
	for _, s := range []struct {
		sweep *analysis.Sweep
		price float64
	}{{graviton, 0.836}, {x86, 0.94}} {
		prices := []analysis.Price{{Amount: s.price, Currency: "USD", Per: "hour", Of: "compute only", AsOf: "2023-12"}}
		for _, l := range s.sweep.Levels {
			c, err := analysis.CostAt(s.sweep, prices, l.Threads, 0)
			if err != nil {
				return nil, err
			}
			if l.Threads >= 16 {
				costs = append(costs, c)
			}
			if l.Threads == 32 || l.Threads == 64 || l.Threads == 128 {
				front = append(front, c)
			}
		}
	}

	of := func(sweeps []*analysis.Sweep, draw func([]*analysis.Sweep, plotting.Options) (*plotting.Figure, error)) func(plotting.Options) (*plotting.Figure, error) {
		return func(o plotting.Options) (*plotting.Figure, error) { return draw(sweeps, o) }
	}
	both := []*analysis.Sweep{graviton, x86}
	return []figure{
		{"throughput", "throughput", of(both, plotting.Throughput)},
		{"throughput", "throughput-repeats", of(tls, plotting.Throughput)},
		{"latency", "latency", of(both, plotting.Latency)},
		{"hockey", "hockey", func(o plotting.Options) (*plotting.Figure, error) {
			return plotting.Hockey(both, parse.P95, o)
		}},
		{"delta", "delta", func(o plotting.Options) (*plotting.Figure, error) { return plotting.Delta(compared, o) }},
		{"delta", "delta-repeats", func(o plotting.Options) (*plotting.Figure, error) { return plotting.Delta(repeated, o) }},
		{"cost", "cost", func(o plotting.Options) (*plotting.Figure, error) { return plotting.Cost(costs, o) }},
		{"pareto", "pareto", func(o plotting.Options) (*plotting.Figure, error) { return plotting.Pareto(front, o) }},
		{"scaling", "scaling", of(both, plotting.Scaling)},
		{"timeline", "timeline", func(o plotting.Options) (*plotting.Figure, error) { return plotting.Timeline(stall.Runs, o) }},
		{"histogram", "histogram", func(o plotting.Options) (*plotting.Figure, error) {
			return plotting.Histogram(distributions, o)
		}},
		{"cdf", "cdf", func(o plotting.Options) (*plotting.Figure, error) { return plotting.CDF(distributions, o) }},
		{"overhead", "overhead", func(o plotting.Options) (*plotting.Figure, error) { return plotting.Overhead(overhead, o) }},
		{"multiples", "multiples", func(o plotting.Options) (*plotting.Figure, error) {
			return plotting.Multiples(both, []parse.Metric{parse.TPS, parse.QPS, parse.Avg, parse.P95}, o)
		}},
	}, nil
}
