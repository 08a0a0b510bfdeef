package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
	"github.com/sbstat/sbstat/plotting"
)

// plotFlags are the flags of plot alone.
type plotFlags struct {
	kind, theme, font, title, caption string
	width, height                     int
	linear, fromData, fit             bool
}

// kindFlags are the flags that some kinds alone take.
var kindFlags = []struct {
	flag  string
	kinds []string
}{
	{"metric", []string{"throughput", "latency", "hockey", "delta", "multiples"}},
	{"at", []string{"cost"}},
	{"slo", []string{"pareto"}},
	{"price", []string{"cost", "pareto"}},
	{"margin", []string{"delta"}},
	{"confidence", []string{"throughput", "latency", "delta", "cost", "pareto", "scaling", "overhead", "timeline", "multiples"}},
	{"linear-threads", []string{"throughput", "latency", "delta", "cost", "scaling", "multiples"}},
	{"from-data", []string{"throughput", "latency", "hockey", "scaling", "multiples"}},
	{"fit", []string{"throughput"}},
}

func kindFlagsHelp() string {
	var b strings.Builder
	for _, f := range kindFlags {
		fmt.Fprintf(&b, "  --%-15s %s\n", f.flag, strings.Join(f.kinds, ", "))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (a *app) plotCommand() *cobra.Command {
	var p plotFlags
	var kinds []string
	for _, k := range plotting.Kinds() {
		kinds = append(kinds, k.Name)
	}
	cmd := &cobra.Command{
		Use:   "plot --kind KIND -o FIGURE [flags] FILE…",
		Short: "Draw a figure as PNG or SVG",
		Long: `plot draws one figure in the house style. The format is that of the file's name, .png or
.svg; "-o -" writes to stdout in the --format. --kind list shows all kinds.

Flags that some kinds alone take:
` + kindFlagsHelp(),
		Example: `  sbstat plot --kind throughput -o tps.svg aws.txt
  sbstat plot --kind delta --base Graviton --lang zh -o delta.png aws.txt
  sbstat plot --kind cost --price Graviton=0.836USD/h --price x86=0.94USD/h -o cost.png aws.txt
  sbstat plot --kind list`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if p.kind == "list" {
				return a.showKinds()
			}
			if !slices.Contains(kinds, p.kind) {
				return fmt.Errorf("--kind: no kind %q; kinds are: %s", p.kind, strings.Join(kinds, ", "))
			}
			for _, f := range kindFlags {
				if cmd.Flags().Changed(f.flag) && !slices.Contains(f.kinds, p.kind) {
					return fmt.Errorf("--%s has no effect on --kind %s; kinds that take it are: %s", f.flag, p.kind, strings.Join(f.kinds, ", "))
				}
			}
			if err := needInput(cmd, args); err != nil {
				return err
			}
			format, err := a.figureFormat()
			if err != nil {
				return err
			}
			if t := plotting.Theme(p.theme); t != plotting.Light && t != plotting.Dark {
				return fmt.Errorf("--theme: no theme %q; themes are: light, dark", p.theme)
			}
			d, err := a.load(args, parse.Options{Fold: p.kind != "timeline"}, false)
			if err != nil {
				return err
			}
			s, err := a.systems(d)
			if err != nil {
				return err
			}
			if p.kind == "multiples" && !cmd.Flags().Changed("height") {
				p.height = 0 // as tall as its rows need
			}
			fig, err := a.draw(&p, d, s)
			if err != nil {
				return err
			}
			return fig.Encode(&a.out, format)
		},
	}
	a.common(cmd, nil, baseFlag, metricFlag, levelsFlag, atFlag, sloFlag, priceFlag, marginFlag, confidenceFlag, patternFlag, transactionFlag)
	fs := cmd.Flags()
	fs.StringVar(&p.kind, "kind", "throughput", "`kind` of figure; list shows them all")
	fs.StringVarP(&a.flags.output, "output", "o", "", "write to this `file`, .png or .svg; - is stdout")
	fs.StringVar(&a.flags.format, "format", "", "`format` of the figure: png, svg (default by the name of the file)")
	fs.StringVar(&p.theme, "theme", "light", "`theme`: light, dark")
	fs.StringVar(&p.font, "font", "", "`path` of a font with Chinese characters for PNG (default: found on the system)")
	fs.StringVar(&p.title, "title", "", "`title` in place of the one made from the data")
	fs.StringVar(&p.caption, "caption", "", "`text` below the figure in place of the one made from the data")
	fs.IntVar(&p.width, "width", 1200, "width in `pixels`")
	fs.IntVar(&p.height, "height", 800, "height in `pixels`; multiples are as tall as their rows need")
	fs.BoolVar(&p.linear, "linear-threads", false, "linear thread axis in place of log2")
	fs.BoolVar(&p.fromData, "from-data", false, "throughput axis from the data's range, marked, in place of from zero")
	fs.BoolVar(&p.fit, "fit", false, "draw the fitted scalability law as well")
	cmd.RegisterFlagCompletionFunc("kind", cobra.FixedCompletions(append(kinds, "list"), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (a *app) showKinds() error {
	d := &document{colour: a.colour}
	var rows [][]string
	for _, k := range plotting.Kinds() {
		rows = append(rows, []string{k.Name, k.In(a.flags.lang)})
	}
	d.list(rows)
	a.flags.output = ""
	a.out.WriteString(d.String())
	return nil
}

// figureFormat is "png" or "svg", by the name of the output or by --format.
func (a *app) figureFormat() (string, error) {
	f := &a.flags
	ext := strings.ToLower(strings.TrimPrefix(filepath.Ext(f.output), "."))
	known := func(s string) bool { return s == "png" || s == "svg" }
	switch {
	case f.output == "":
		return "", errors.New("no output; give -o FILE with .png or .svg, or -o - for stdout")
	case f.format != "" && !known(f.format):
		return "", fmt.Errorf("--format: no figure format %q; formats are: png, svg", f.format)
	case f.output == "-" && f.format == "":
		return "", errors.New("-o -: say which format: --format png or --format svg")
	case f.output == "-":
		return f.format, nil
	case f.format != "" && known(ext) && ext != f.format:
		return "", fmt.Errorf("-o %s is not --format %s; give one of the two", f.output, f.format)
	case f.format != "":
		return f.format, nil
	case !known(ext):
		return "", fmt.Errorf("-o %s: its name ends in neither .png nor .svg; name it so, or give --format", f.output)
	}
	return ext, nil
}

// draw makes the figure of a kind.
func (a *app) draw(p *plotFlags, d *data, s *systems) (*plotting.Figure, error) {
	sweeps := slices.Clone(s.sweeps) // under their full names: a figure shortens long ones and says so
	for i, w := range sweeps {
		sweeps[i] = a.within(w)
		if len(sweeps[i].Levels) == 0 {
			return nil, fmt.Errorf("--levels %s: %s has no such level; its levels are: %s", a.flags.levels, w.System, levelList(allLevels([]*analysis.Sweep{w})))
		}
	}
	opts := plotting.Options{
		Title: p.title, Caption: p.caption, Width: p.width, Height: p.height, Theme: plotting.Theme(p.theme), Lang: a.flags.lang,
		LinearThreads: p.linear, FromData: p.fromData, Fit: p.fit, Confidence: float64(a.flags.confidence), Systems: systemNames(sweeps), Font: p.font,
	}
	var runs []*parse.Run
	for _, w := range sweeps {
		for _, l := range w.Levels {
			for _, r := range l.Runs {
				named := *r
				named.System = w.System
				runs = append(runs, &named)
			}
		}
	}
	opts.InFlight = !slices.ContainsFunc(runs, func(r *parse.Run) bool { return r.Tool() != "fio" })
	metric := parse.Metric{}
	if a.flags.metric != nil {
		metric = *a.flags.metric
		if _, err := a.chosenMetric(s); err != nil {
			return nil, err
		}
	}
	switch p.kind {
	case "throughput", "latency":
		if a.flags.metric != nil {
			return plotting.Metric(sweeps, metric, opts)
		}
		if p.kind == "latency" {
			return plotting.Latency(sweeps, opts)
		}
		return plotting.Throughput(sweeps, opts)
	case "hockey":
		return plotting.Hockey(sweeps, metric, opts)
	case "delta":
		c, err := a.onePair(s, sweeps)
		if err != nil {
			return nil, err
		}
		return plotting.Delta(c, opts)
	case "overhead":
		if err := two(sweeps); err != nil {
			return nil, err
		}
		o, err := analysis.OverheadOf(sweeps[0], sweeps[1], analysis.OverheadOptions{CompareOptions: a.compareOptions(), Force: true})
		if err != nil {
			return nil, err
		}
		return plotting.Overhead(o, opts)
	case "cost", "pareto":
		costs, notes, err := a.costsToDraw(p.kind, d, sweeps)
		if err != nil {
			return nil, err
		}
		if p.kind == "cost" {
			return plotting.Cost(costs, opts)
		}
		if len(a.flags.slos) > 0 {
			opts.Limit = a.flags.slos[0].String()
		}
		fig, err := plotting.Pareto(costs, opts)
		if err == nil {
			fig.Notes = append(fig.Notes, notes...)
		}
		return fig, err
	case "scaling":
		return plotting.Scaling(sweeps, opts)
	case "timeline":
		return plotting.Timeline(runs, opts)
	case "histogram":
		return plotting.Histogram(merged(sweeps), opts)
	case "cdf":
		return plotting.CDF(merged(sweeps), opts)
	case "multiples":
		metrics := sweeps[0].Metrics()
		if a.flags.metric != nil {
			metrics = []parse.Metric{metric}
		}
		return plotting.Multiples(sweeps, metrics, opts)
	}
	return nil, fmt.Errorf("--kind %s cannot be drawn from the command line", p.kind)
}

// merged has a run for each level, whose histogram is that of all its repeats:
// histograms add up exactly. Runs without one follow as they are.
func merged(sweeps []*analysis.Sweep) []*parse.Run {
	var out []*parse.Run
	for _, w := range sweeps {
		for _, l := range w.Levels {
			if r := l.Merged(); r != nil {
				r.System = w.System
				out = append(out, r)
			}
			for _, r := range l.Runs {
				if r.Histogram == nil { // the figure says so
					out = append(out, &parse.Run{System: w.System, Threads: r.Threads, Repeat: r.Repeat, Workload: r.Workload})
				}
			}
		}
	}
	return out
}

// two checks that there are exactly two systems.
func two(sweeps []*analysis.Sweep) error {
	if len(sweeps) != 2 {
		return fmt.Errorf("this kind shows two systems, and there are %d: %s; choose them with NAME=PATH#SELECTOR", len(sweeps), strings.Join(systemNames(sweeps), ", "))
	}
	return nil
}

func (a *app) onePair(s *systems, sweeps []*analysis.Sweep) (*analysis.Comparison, error) {
	if err := two(sweeps); err != nil {
		return nil, err
	}
	m, err := a.chosenMetric(s)
	if err != nil {
		return nil, err
	}
	return analysis.Compare(sweeps[0], sweeps[1], m, a.compareOptions())
}

// costsToDraw are the costs at each level for bars, and at the SLO or the peak for
// the Pareto front, with what is to be known of levels that miss the SLO. A system without a level that
// meets it has a cost without throughput.
func (a *app) costsToDraw(kind string, d *data, sweeps []*analysis.Sweep) (costs []analysis.Cost, missed []string, err error) {
	if len(a.flags.prices) == 0 {
		return nil, nil, errors.New("no price; give one a system: --price SYSTEM=AMOUNT, such as --price x86=0.94USD/h")
	}
	priced, err := a.priced(d)
	if err != nil {
		return nil, nil, err
	}
	for _, w := range sweeps {
		prices := priced.prices[w.System]
		if kind == "pareto" {
			c, err := analysis.CostAtPeak(w, prices, float64(a.flags.confidence))
			if err != nil {
				return nil, nil, err
			}
			if len(a.flags.slos) > 0 {
				capacity, err := analysis.CapacityAt(w, a.flags.slos[0], float64(a.flags.confidence))
				switch {
				case err != nil:
					return nil, nil, err
				case !capacity.TPS.Value.OK:
					c.TPS, c.Per1000 = analysis.Estimate{}, analysis.Estimate{}
				default:
					if c, err = analysis.CostAtSLO(w, prices, a.flags.slos[0], float64(a.flags.confidence)); err != nil {
						return nil, nil, err
					}
				}
				for _, n := range capacity.Notes {
					if n.Code == "note.slo-exceeded-below" {
						missed = append(missed, a.text("plot.note.fit", w.System, n.In(a.flags.lang)))
					}
				}
			}
			costs = append(costs, c)
			continue
		}
		for _, l := range w.Levels {
			if l.Threads == 0 || !a.flags.levels.Contains(l.Threads) || !a.flags.at.Contains(l.Threads) || len(l.Values(parse.TPS)) == 0 {
				continue
			}
			c, err := analysis.CostAt(w, prices, l.Threads, float64(a.flags.confidence))
			if err != nil {
				return nil, nil, err
			}
			costs = append(costs, c)
		}
	}
	return costs, missed, nil
}
