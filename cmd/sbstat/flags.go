package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// flags are the flags that mean the same in every command that has them. The
// lower half holds their parsed values.
type flags struct {
	base, metricName, levelsText, focusText, atText string
	priceTexts, sloTexts                            []string
	margin, confidence                              fraction
	lang, format, output, pattern, transaction      string
	excel                                           bool

	metric            *parse.Metric // nil: the command chooses
	levels, focus, at analysis.LevelSet
	prices            []systemPrice
	slos              []analysis.SLO
}

// systemPrice is a --price: a price and the selector of its system.
type systemPrice struct {
	selector string
	price    analysis.Price
}

// commonFlag adds a flag that several commands have.
type commonFlag func(f *flags, fs *pflag.FlagSet)

var (
	baseFlag commonFlag = func(f *flags, fs *pflag.FlagSet) {
		fs.StringVar(&f.base, "base", "", "`system` that the others are relative to: a part of its name (default the first)")
	}
	metricFlag commonFlag = func(f *flags, fs *pflag.FlagSet) {
		fs.StringVar(&f.metricName, "metric", "", "`metric`: tps qps eps avg min max p95 p99 … err iops mibps tpmc (default the first the data have)")
	}
	levelsFlag commonFlag = func(f *flags, fs *pflag.FlagSet) {
		fs.StringVar(&f.levelsText, "levels", "", "use only these thread `counts`: 4-64 or 2,16-64")
	}
	focusFlag commonFlag = func(f *flags, fs *pflag.FlagSet) {
		fs.StringVar(&f.focusText, "focus", "", "thread `counts` whose overall figure is wanted as well: 4-64")
	}
	atFlag commonFlag = func(f *flags, fs *pflag.FlagSet) {
		fs.StringVar(&f.atText, "at", "", "show these thread `counts`: 2,16,64")
	}
	priceFlag commonFlag = func(f *flags, fs *pflag.FlagSet) {
		fs.StringArrayVar(&f.priceTexts, "price", nil, "price of a system, `SYSTEM=AMOUNT`: Graviton=0.836USD/h; several of a system add up")
	}
	sloFlag commonFlag = func(f *flags, fs *pflag.FlagSet) {
		fs.StringArrayVar(&f.sloTexts, "slo", nil, "latency `limit`: p95=80ms; may be given several times")
	}
	marginFlag commonFlag = func(f *flags, fs *pflag.FlagSet) {
		fs.Var(&f.margin, "margin", "equivalence margin as a `fraction`: ratios within 1/1.05 … 1.05 are equivalent")
	}
	confidenceFlag commonFlag = func(f *flags, fs *pflag.FlagSet) {
		fs.Var(&f.confidence, "confidence", "confidence of the intervals, a `fraction`")
	}
	patternFlag commonFlag = func(f *flags, fs *pflag.FlagSet) {
		fs.StringVar(&f.pattern, "pattern", "", "`pattern` of file names: '{system}-t{threads}-r{repeat}.log'")
	}
	transactionFlag commonFlag = func(f *flags, fs *pflag.FlagSet) {
		fs.StringVar(&f.transaction, "transaction", "", "only this `kind` of a TPC-C client's transactions: new_order, payment …")
	}
)

// common adds common flags, and --lang and -o, which all commands have.
func (a *app) common(cmd *cobra.Command, formats []string, add ...commonFlag) {
	f, fs := &a.flags, cmd.Flags()
	for _, flag := range add {
		flag(f, fs)
	}
	if len(formats) > 0 {
		fs.StringVar(&f.format, "format", formats[0], "output `format`: "+strings.Join(formats, ", "))
		cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
		cmd.Annotations = map[string]string{"formats": strings.Join(formats, " ")}
		if slices.Contains(formats, "csv") {
			fs.BoolVar(&f.excel, "excel", false, "begin CSV with a byte order mark, as Excel wants it")
		}
		fs.StringVarP(&f.output, "output", "o", "", "write to this `file` (whole or not at all) instead of stdout")
	}
	if fs.Lookup("lang") != nil {
		return // init takes several
	}
	fs.StringVar(&f.lang, "lang", "en", "`language` of the output: en, zh")
	cmd.RegisterFlagCompletionFunc("lang", cobra.FixedCompletions([]string{"en", "zh"}, cobra.ShellCompDirectiveNoFileComp))
}

// prepare reads the common flags before a command runs, so that a wrong one is
// found before any file is read.
func (a *app) prepare(cmd *cobra.Command) (err error) {
	f := &a.flags
	flag := func(name string, e error) error { return fmt.Errorf("--%s: %w", name, e) }
	if fl := cmd.Flags().Lookup("format"); fl != nil && !fl.Changed {
		f.format = fl.DefValue // the commands share the variable, not the default
	}
	if f.lang, err = lang.Parse(f.lang); err != nil {
		return flag("lang", err)
	}
	if known := strings.Fields(cmd.Annotations["formats"]); len(known) > 0 && !slices.Contains(known, f.format) {
		return fmt.Errorf("--format: no format %q; formats of %s are: %s", f.format, cmd.Name(), strings.Join(known, ", "))
	}
	if f.excel && f.format != "csv" {
		return fmt.Errorf("--excel: it belongs to --format csv, not %s", f.format)
	}
	for _, name := range []string{"base", "metric", "levels", "focus", "at", "pattern", "output", "overhead", "transaction"} {
		if changed(cmd, name) && strings.TrimSpace(cmd.Flag(name).Value.String()) == "" {
			return fmt.Errorf("--%s: it is empty; give a value, or leave the flag out", name)
		}
	}
	if f.metricName != "" {
		m, err := parse.MetricNamed(f.metricName)
		if err != nil {
			return flag("metric", err)
		}
		f.metric = &m
	}
	for _, l := range []struct {
		name, text string
		set        *analysis.LevelSet
	}{{"levels", f.levelsText, &f.levels}, {"focus", f.focusText, &f.focus}, {"at", f.atText, &f.at}} {
		if l.text == "" {
			continue
		}
		if *l.set, err = analysis.ParseLevels(l.text); err != nil {
			return flag(l.name, err)
		}
	}
	for _, t := range f.priceTexts {
		i := strings.LastIndexByte(t, '=')
		if i <= 0 {
			return fmt.Errorf("--price %q: want SYSTEM=AMOUNT, such as Graviton=0.836USD/h", t)
		}
		p, err := analysis.ParsePrice(t[i+1:])
		if err != nil {
			return flag("price", err)
		}
		f.prices = append(f.prices, systemPrice{t[:i], p})
	}
	for _, t := range f.sloTexts {
		s, err := analysis.ParseSLO(t)
		if err != nil {
			return flag("slo", err)
		}
		f.slos = append(f.slos, s)
	}
	if f.output != "" && f.output != "-" {
		if err := writable(f.output); err != nil {
			return err
		}
	}
	a.colour = f.output == "" && (f.format == "" || f.format == "table") && colourful(a.stdout)
	return nil
}

// fraction is the value of a flag between 0 and 1, which may be given in percent.
type fraction float64

func (f *fraction) Set(s string) error {
	number, percent := strings.CutSuffix(strings.TrimSpace(s), "%")
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if percent {
		v /= 100
	}
	if err != nil || !(v > 0 && v < 1) {
		return errors.New("no fraction between 0 and 1")
	}
	*f = fraction(v)
	return nil
}

func (f *fraction) String() string { return strconv.FormatFloat(float64(*f), 'g', -1, 64) }
func (f *fraction) Type() string   { return "fraction" }

func changed(cmd *cobra.Command, name string) bool {
	f := cmd.Flags().Lookup(name)
	return f != nil && f.Changed
}

// colourful reports whether w is a terminal that takes colours and whose user
// wants them (https://no-color.org).
func colourful(w io.Writer) bool {
	return isTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
