package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

// anySetting is the value of --overhead that lets all settings differ.
const anySetting = "any"

// showOverhead shows what a feature costs each of the other systems against the base: the
// throughput lost, and the average latency added, level by level.
func (a *app) showOverhead(s *systems, setting string) error {
	if a.flags.metric != nil || a.flags.focus != nil {
		return errors.New("--overhead: it shows TPS and the average latency at all levels; leave out --metric and --focus")
	}
	overheads := func(sweeps []*analysis.Sweep) ([]*analysis.Overhead, error) {
		opts := analysis.OverheadOptions{CompareOptions: a.compareOptions(), Force: setting == anySetting}
		if !opts.Force {
			opts.Setting = setting
		}
		var all []*analysis.Overhead
		for _, with := range sweeps[1:] {
			o, err := analysis.OverheadOf(sweeps[0], with, opts)
			if err != nil && opts.Force {
				return nil, fmt.Errorf("--overhead %s: %w", setting, err)
			}
			if err != nil {
				return nil, fmt.Errorf("--overhead %s: %w (--overhead %s goes on)", setting, err, anySetting)
			}
			all = append(all, o)
		}
		return all, nil
	}
	full, err := overheads(s.sweeps)
	if err != nil {
		return err
	}
	shown, err := overheads(s.shown())
	if err != nil {
		return err
	}
	return a.show(view{
		doc: func(d *document) {
			for i, o := range shown {
				if i > 0 {
					d.blank()
				}
				d.heading(a.text("report.table.overhead", o.With, o.Without))
				a.overhead(d, o, []*analysis.Sweep{s.sweeps[0], s.sweeps[i+1]})
			}
			a.captions(d, s)
		},
		records: func() [][]string { return overheadRecords(full) },
		json: func() (any, error) {
			out := []overheadJSON{}
			for _, o := range full {
				out = append(out, toOverhead(o, a.flags.lang))
			}
			return map[string]any{"schema_version": schemaVersion, "confidence": float64(a.flags.confidence), "overheads": out}, nil
		},
	})
}

func (a *app) overhead(d *document, o *analysis.Overhead, sweeps []*analysis.Sweep) {
	cols := []column{left(fmt.Sprintf("%-7s", a.text("cmd.threads"))), right(o.Without + " TPS"), right(o.With + " TPS"),
		left(a.text("report.table.lost")), left(a.text("report.table.added"))}
	var rows [][]string
	var shown []analysis.Estimate
	for i, l := range o.Levels {
		c := o.Throughput.Levels[i]
		rows = append(rows, []string{threadCell(l.Threads), number(c.Base.Value), number(c.Other.Value), a.lost(l.Lost), added(l.AddedMs)})
		shown = append(shown, l.Lost, l.AddedMs)
	}
	if len(o.Levels) > 1 {
		rows = append(rows, []string{a.text("cmd.compare.rowmean"), "", "", a.lost(o.Lost), ""})
		shown = append(shown, o.Lost)
	}
	d.table(cols, rows)
	a.brackets(d, sweeps, shown...)
	var said []string
	for _, n := range slices.Concat(o.Throughput.Notes, o.Notes) {
		if n.Code == "note.holm" || n.Code == "note.dominated" {
			continue // of verdicts and deltas, which stand in the comparison
		}
		if t := a.note(n); !slices.Contains(said, t) {
			said = append(said, t)
			d.line(t)
		}
	}
}

// lost writes a fraction of the throughput, with its interval where it has one.
func (a *app) lost(e analysis.Estimate) string {
	s := a.percent(e.Value)
	if e.HasInterval() {
		s += " [" + a.percent(e.Low) + ", " + a.percent(e.High) + "]"
	}
	return s
}

// added writes milliseconds with their sign, and their interval where they have one.
func added(e analysis.Estimate) string {
	value, interval := estimate(e)
	if e.Value.OK && e.Value.V > 0 && strings.Trim(value, "0.") != "" {
		value = "+" + value
	}
	return strings.TrimSpace(value + " " + interval)
}

type overheadJSON struct {
	Without string              `json:"without"`
	With    string              `json:"with"`
	Lost    estimateJSON        `json:"lost"` // a fraction of the throughput
	Levels  []overheadLevelJSON `json:"levels"`
	Notes   []noteJSON          `json:"notes"`
}

type overheadLevelJSON struct {
	Threads    int          `json:"threads"`
	WithoutTPS parse.Num    `json:"without_tps"`
	WithTPS    parse.Num    `json:"with_tps"`
	Lost       estimateJSON `json:"lost"`
	AddedMs    estimateJSON `json:"added_ms"` // average latency
}

func toOverhead(o *analysis.Overhead, l string) overheadJSON {
	j := overheadJSON{Without: o.Without, With: o.With, Lost: toEstimate(o.Lost, ""), Levels: []overheadLevelJSON{}, Notes: toNotes(slices.Concat(o.Throughput.Notes, o.Notes), l)}
	for i, level := range o.Levels {
		c := o.Throughput.Levels[i]
		j.Levels = append(j.Levels, overheadLevelJSON{level.Threads, c.Base.Value, c.Other.Value, toEstimate(level.Lost, ""), toEstimate(level.AddedMs, "")})
	}
	return j
}

// overheadRecords lists the levels of overheads for CSV.
func overheadRecords(overheads []*analysis.Overhead) [][]string {
	out := [][]string{{"without", "with", "threads", "without_tps", "with_tps", "lost", "lost_low", "lost_high", "added_ms", "added_ms_low", "added_ms_high"}}
	for _, o := range overheads {
		for i, l := range o.Levels {
			c := o.Throughput.Levels[i]
			out = append(out, []string{csvText(o.Without), csvText(o.With), rawInt(l.Threads), raw(c.Base.Value), raw(c.Other.Value),
				raw(l.Lost.Value), raw(l.Lost.Low), raw(l.Lost.High), raw(l.AddedMs.Value), raw(l.AddedMs.Low), raw(l.AddedMs.High)})
		}
	}
	return out
}
