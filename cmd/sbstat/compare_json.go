package main

import (
	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

// comparisonJSON is a comparison in JSON. Deltas are fractions.
type comparisonJSON struct {
	Metric  string       `json:"metric"`
	Unit    string       `json:"unit"`
	Base    string       `json:"base"`
	Other   string       `json:"other"`
	Levels  []deltaJSON  `json:"levels"`
	Overall overallJSON  `json:"overall"`
	Focus   *overallJSON `json:"focus,omitempty"`
	Notes   []noteJSON   `json:"notes"`
}

type deltaJSON struct {
	Threads int       `json:"threads"`
	Base    parse.Num `json:"base"`
	Other   parse.Num `json:"other"`
	Delta   parse.Num `json:"delta"`
	Low     parse.Num `json:"low"`
	High    parse.Num `json:"high"`
	NBase   int       `json:"n_base"`
	NOther  int       `json:"n_other"`
	Verdict *string   `json:"verdict"`

	P           parse.Num  `json:"p"`            // Holm-adjusted
	MoreRepeats *int       `json:"more_repeats"` // a side that would likely settle it
	Notes       []noteJSON `json:"notes"`
}

type overallJSON struct {
	MeanDelta          parse.Num `json:"mean_delta"`
	GeomeanDelta       parse.Num `json:"geomean_delta"`
	MedianDelta        parse.Num `json:"median_delta"`
	Min                parse.Num `json:"min"`
	Max                parse.Num `json:"max"`
	OtherBaseMeanDelta parse.Num `json:"other_base_mean_delta"`
	OtherBaseMedian    parse.Num `json:"other_base_median_delta"`
	PerDoublingDelta   parse.Num `json:"per_doubling_delta"`
	SpreadLow          parse.Num `json:"spread_low"`
	SpreadHigh         parse.Num `json:"spread_high"`
	MeasuredDelta      parse.Num `json:"measured_delta"`
	MeasuredLow        parse.Num `json:"measured_low"`
	MeasuredHigh       parse.Num `json:"measured_high"`
	MinThreads         *int      `json:"min_threads"`
	MaxThreads         *int      `json:"max_threads"`
	Verdict            *string   `json:"verdict"`
	Levels             []int     `json:"levels"`
}

// noteJSON is a note: Code is stable, Text is in the language of the output.
type noteJSON struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// toNotes writes notes in a language; none are an empty list.
func toNotes(notes []analysis.Note, l string) []noteJSON {
	out := []noteJSON{}
	for _, n := range notes {
		out = append(out, noteJSON{n.Code, n.In(l)})
	}
	return out
}

func toComparison(c *analysis.Comparison, l string) comparisonJSON {
	j := comparisonJSON{Metric: c.Metric.Name, Unit: c.Metric.Unit, Base: c.Base, Other: c.Other,
		Levels: []deltaJSON{}, Overall: toOverall(&c.Overall), Notes: []noteJSON{}}
	for _, d := range c.Levels {
		level := deltaJSON{d.Threads, d.Base.Value, d.Other.Value, d.Delta.Value, d.Delta.Low, d.Delta.High, d.Base.N, d.Other.N, verdictJSON(d.Verdict), d.P, nil, toNotes(d.Delta.Notes, l)}
		if d.MoreRepeats > 0 {
			level.MoreRepeats = &d.MoreRepeats
		}
		j.Levels = append(j.Levels, level)
	}
	if c.Focus != nil {
		f := toOverall(c.Focus)
		j.Focus = &f
	}
	for _, ns := range [][]analysis.Note{c.Notes, c.Overall.Notes} {
		for _, n := range ns {
			j.Notes = append(j.Notes, noteJSON{n.Code, n.In(l)})
		}
	}
	return j
}

func toOverall(o *analysis.Overall) overallJSON {
	j := overallJSON{Levels: append([]int{}, o.Levels...), Verdict: verdictJSON(o.Verdict)}
	if o.N == 0 {
		return j
	}
	j.MeanDelta, j.GeomeanDelta, j.MedianDelta = parse.Some(o.Mean), parse.Some(o.Geomean), parse.Some(o.Median)
	j.Min, j.MinThreads = parse.Some(o.Min.Delta), &o.Min.Threads
	j.Max, j.MaxThreads = parse.Some(o.Max.Delta), &o.Max.Threads
	j.OtherBaseMeanDelta, j.OtherBaseMedian = parse.Some(o.OtherBaseMean), parse.Some(o.OtherBaseMedian)
	j.PerDoublingDelta = o.PerDoubling
	j.SpreadLow, j.SpreadHigh = o.Spread.Low, o.Spread.High
	if o.Measured.Low.OK { // else it is the geometric mean again
		j.MeasuredDelta, j.MeasuredLow, j.MeasuredHigh = o.Measured.Value, o.Measured.Low, o.Measured.High
	}
	return j
}

func verdictJSON(v analysis.Verdict) *string {
	if v == analysis.NoVerdict {
		return nil
	}
	s := string(v)
	return &s
}

// compareRecords lists the levels of comparisons for CSV.
func compareRecords(cs []*analysis.Comparison) [][]string {
	out := [][]string{{"metric", "unit", "base", "other", "threads", "base_value", "other_value", "delta", "low", "high", "n_base", "n_other", "verdict"}}
	for _, c := range cs {
		for _, d := range c.Levels {
			out = append(out, []string{c.Metric.Name, c.Metric.Unit, csvText(c.Base), csvText(c.Other), rawInt(d.Threads),
				raw(d.Base.Value), raw(d.Other.Value), raw(d.Delta.Value), raw(d.Delta.Low), raw(d.Delta.High),
				rawInt(d.Base.N), rawInt(d.Other.N), string(d.Verdict)})
		}
	}
	return out
}
