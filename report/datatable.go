package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// data places a system's runs as a raw table that package parse reads again.
func (r *run) data(system string) (*result, error) {
	s, err := r.n.system(system)
	if err != nil {
		return nil, err
	}
	return &result{block: &part{code: &listing{language: "text", source: rawTable(s), name: "data-" + r.unique(s.Name)}}}, nil
}

// rawTable writes runs in the form of the published tables. Rates that the counts
// give are left out; a failed run is a row of zeros, as sysbench scripts print it.
func rawTable(s *System) string {
	var runs []*parse.Run
	for _, l := range s.Sweep.Levels {
		runs = append(runs, l.Runs...)
		runs = append(runs, l.Failed...)
	}
	var ranks []float64
	counts, latency := false, false
	for _, r := range runs {
		counts = counts || r.Transactions.OK && r.ElapsedSec.OK
		latency = latency || r.Latency.Avg.OK
		for _, p := range r.Latency.Pct {
			if !slices.Contains(ranks, p.Rank) {
				ranks = append(ranks, p.Rank)
			}
		}
	}
	slices.Sort(ranks)
	head := []string{"threads"}
	if counts {
		head = append(head, "transactions", "queries", "time")
	} else {
		head = append(head, "tps")
	}
	if latency {
		head = append(head, "avg/Latency")
	}
	for _, rank := range ranks {
		head = append(head, trimNumber(rank)+"%/Latency")
	}
	cell := func(n parse.Num, failed bool, dec int) string {
		switch {
		case n.OK:
			return strings.Replace(lang.Number(n.V, dec), "−", "-", 1)
		case failed:
			return strings.Replace(lang.Number(0, dec), "−", "-", 1)
		}
		return ""
	}
	rows := [][]string{head}
	for _, r := range runs {
		failed := r.Status == parse.Failed
		row := []string{fmt.Sprint(r.Threads)}
		if counts {
			row = append(row, cell(r.Transactions, failed, 0), cell(r.Queries, failed, 0), cell(r.ElapsedSec, failed, 2))
		} else {
			v, ok := r.Value(parse.TPS)
			row = append(row, cell(parse.Num{V: v, OK: ok}, failed, 2))
		}
		if latency {
			row = append(row, cell(r.Latency.Avg, failed, 2))
		}
		for _, rank := range ranks {
			v, ok := r.Value(parse.Pct(rank))
			row = append(row, cell(parse.Num{V: v, OK: ok}, failed, 2))
		}
		rows = append(rows, row)
	}
	width := make([]int, len(head))
	for _, row := range rows {
		for i, c := range row {
			width[i] = max(width[i], len(c))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s:\n\n", strings.Join(strings.Fields(s.label()), " "))
	for _, row := range rows {
		for i, c := range row {
			if i > 0 {
				b.WriteByte('|')
			}
			fmt.Fprintf(&b, "%*s", width[i], c)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
