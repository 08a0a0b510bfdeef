package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

func (a *app) scalingCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "scaling [flags] FILE…",
		Short: "Fit the Universal Scalability Law: contention, coherency, and where the peak is",
		Long: `scaling fits X(N) = γN / (1 + α(N−1) + βN(N−1)) to the mean throughput of each system's
levels (Gunther 1993): α is contention, β coherency, γ the throughput of one thread. It needs
four levels. There is no peak where β is 0 or the sweep still rises, and it says so.

A table of threads and tps is enough, as CSV too.

JSON (schema version 1): a list under "systems" where there are several, else one object with
alpha, beta, gamma, se {alpha, beta, gamma}, peak_threads, peak_tps and their intervals, …`,
		Example: `  sbstat scaling run.log
  sbstat scaling --format json sweep.csv
  printf 'threads,tps\n1,100\n2,190\n4,340\n8,520\n16,610\n' | sbstat scaling -`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := needInput(cmd, args); err != nil {
				return err
			}
			d, err := a.load(args, parse.Options{Fold: true}, false)
			if err != nil {
				return err
			}
			s, err := a.systems(d)
			if err != nil {
				return err
			}
			return a.showScaling(s)
		},
	}
	a.common(cmd, []string{"table", "markdown", "csv", "json"}, baseFlag, levelsFlag, confidenceFlag, patternFlag, transactionFlag)
	return cmd
}

// within returns a copy of a sweep with only the chosen levels.
func (a *app) within(w *analysis.Sweep) *analysis.Sweep {
	c := &analysis.Sweep{System: w.System}
	for _, l := range w.Levels {
		if a.flags.levels.Contains(l.Threads) {
			c.Levels = append(c.Levels, l)
		}
	}
	return c
}

// fit is the law fitted to a system, or why it could not be.
type fit struct {
	sweep *analysis.Sweep
	usl   *analysis.USL
	err   error
}

func (a *app) showScaling(s *systems) error {
	var fits []fit
	var errs []error
	for _, w := range s.sweeps {
		w = a.within(w)
		u, err := analysis.Scaling(w, float64(a.flags.confidence))
		if err != nil {
			errs = append(errs, err)
		}
		fits = append(fits, fit{w, u, err})
	}
	if len(errs) == len(fits) {
		var all []string
		for _, err := range errs {
			all = append(all, err.Error())
		}
		return errors.New(strings.Join(all, "; "))
	}
	for _, err := range errs {
		fmt.Fprintln(a.stderr, "sbstat: "+oneLine(err.Error()))
	}
	return a.show(view{
		doc: func(d *document) {
			first := true
			for _, f := range fits {
				if f.usl == nil {
					continue
				}
				if !first {
					d.blank()
				}
				first = false
				d.heading(s.short[f.sweep.System] + " · " + a.extent(f.sweep))
				a.scaling(d, f)
			}
			a.captions(d, s)
		},
		records: func() [][]string {
			out := [][]string{{"system", "alpha", "beta", "gamma", "se_alpha", "se_beta", "se_gamma", "peak_threads", "peak_threads_low", "peak_threads_high", "peak_tps", "peak_tps_low", "peak_tps_high", "amdahl_limit_tps", "residual_tps", "df", "r_squared", "knee_threads"}}
			for _, f := range fits {
				u := f.usl
				if u == nil {
					continue
				}
				out = append(out, []string{csvText(f.sweep.System), rawFloat(u.Alpha), rawFloat(u.Beta), rawFloat(u.Gamma), raw(u.SEAlpha), raw(u.SEBeta), raw(u.SEGamma),
					raw(u.PeakThreads.Value), raw(u.PeakThreads.Low), raw(u.PeakThreads.High), raw(u.PeakTPS.Value), raw(u.PeakTPS.Low), raw(u.PeakTPS.High),
					raw(u.AmdahlLimit), rawFloat(u.Residual), rawInt(u.DF), rawFloat(u.RSquared), raw(u.Knee)})
			}
			return out
		},
		json: func() (any, error) {
			out := []scalingJSON{}
			for _, f := range fits {
				if f.usl != nil {
					out = append(out, toScaling(f, a.flags.lang))
				}
			}
			return map[string]any{"schema_version": schemaVersion, "confidence": float64(a.flags.confidence), "systems": out}, nil
		},
	})
}

func rawFloat(v float64) string { return raw(parse.Some(v)) }

func (a *app) scaling(d *document, f fit) {
	u := f.usl
	row := func(key string, v, se parse.Num, digits int) []string {
		cell := absent
		if v.OK {
			cell = lang.Significant(v.V, digits)
		}
		r := []string{a.text(key), cell}
		if se.OK {
			r = append(r, "± "+lang.Significant(se.V, 2))
		}
		return r
	}
	d.table([]column{left(a.text("cmd.scaling.coefficient")), right(a.text("cmd.scaling.value")), left(a.text("cmd.scaling.se"))}, [][]string{
		row("cmd.scaling.alpha", parse.Some(u.Alpha), u.SEAlpha, 3),
		row("cmd.scaling.beta", parse.Some(u.Beta), u.SEBeta, 3),
		row("cmd.scaling.gamma", parse.Some(u.Gamma), u.SEGamma, 4),
	})
	var rows [][]string
	for _, l := range f.sweep.Levels {
		e := l.Mean(parse.TPS, 0)
		if e.Value.OK {
			rows = append(rows, []string{threadCell(l.Threads), number(e.Value), number(parse.Some(u.At(float64(l.Threads))))})
		}
	}
	d.blank()
	d.table([]column{right(a.text("cmd.threads")), right("TPS"), right(a.text("cmd.scaling.fitted"))}, rows)
	if p := u.PeakThreads; p.Value.OK && u.PeakTPS.Value.OK {
		d.line(a.text("cmd.scaling.peak", number(u.PeakTPS.Value), lang.Number(p.Value.V, 0), rangeOf(p, 0)))
		if p.HasInterval() {
			d.line(a.text("cmd.scaling.brackets", lang.Confidence(p.Confidence), a.text(p.Method)))
		}
	}
	if u.Knee.OK {
		d.line(a.text("cmd.scaling.knee", a.count("cmd.nthreads", int(u.Knee.V))))
	}
	if u.AmdahlLimit.OK {
		d.line(a.text("cmd.scaling.amdahl", number(u.AmdahlLimit)))
	}
	d.line(a.text("cmd.scaling.residual", number(parse.Some(u.Residual)), a.count("cmd.df", u.DF), lang.Number(u.RSquared, 4)))
	var said []string
	for _, n := range slices.Concat(u.Notes, u.PeakThreads.Notes, u.PeakTPS.Notes) {
		if t := a.note(n); !slices.Contains(said, t) {
			said = append(said, t)
			d.line(t)
		}
	}
}

// rangeOf writes an estimate's interval with some decimals, " [80, 113]", or
// nothing where there is none.
func rangeOf(e analysis.Estimate, decimals int) string {
	if !e.Low.OK || !e.High.OK {
		return ""
	}
	return " [" + lang.Number(e.Low.V, decimals) + ", " + lang.Number(e.High.V, decimals) + "]"
}

type scalingJSON struct {
	System          string     `json:"system"`
	Alpha           parse.Num  `json:"alpha"`
	Beta            parse.Num  `json:"beta"`
	Gamma           parse.Num  `json:"gamma"`
	SE              scalingSE  `json:"se"`
	PeakThreads     parse.Num  `json:"peak_threads"`
	PeakThreadsLow  parse.Num  `json:"peak_threads_low"`
	PeakThreadsHigh parse.Num  `json:"peak_threads_high"`
	PeakTPS         parse.Num  `json:"peak_tps"`
	PeakTPSLow      parse.Num  `json:"peak_tps_low"`
	PeakTPSHigh     parse.Num  `json:"peak_tps_high"`
	AmdahlLimitTPS  parse.Num  `json:"amdahl_limit_tps"`
	ResidualTPS     parse.Num  `json:"residual_tps"`
	DF              int        `json:"df"`
	RSquared        parse.Num  `json:"r_squared"`
	Notes           []noteJSON `json:"notes"`
	KneeThreads     parse.Num  `json:"knee_threads"`
}

type scalingSE struct {
	Alpha parse.Num `json:"alpha"`
	Beta  parse.Num `json:"beta"`
	Gamma parse.Num `json:"gamma"`
}

func toScaling(f fit, l string) scalingJSON {
	u := f.usl
	j := scalingJSON{
		System: f.sweep.System, Alpha: parse.Some(u.Alpha), Beta: parse.Some(u.Beta), Gamma: parse.Some(u.Gamma),
		SE:          scalingSE{u.SEAlpha, u.SEBeta, u.SEGamma},
		PeakThreads: u.PeakThreads.Value, PeakThreadsLow: u.PeakThreads.Low, PeakThreadsHigh: u.PeakThreads.High,
		PeakTPS: u.PeakTPS.Value, PeakTPSLow: u.PeakTPS.Low, PeakTPSHigh: u.PeakTPS.High,
		AmdahlLimitTPS: u.AmdahlLimit, ResidualTPS: parse.Some(u.Residual), DF: u.DF, RSquared: parse.Some(u.RSquared), Notes: []noteJSON{}, KneeThreads: u.Knee,
	}
	for _, n := range u.Notes {
		j.Notes = append(j.Notes, noteJSON{n.Code, n.In(l)})
	}
	return j
}
