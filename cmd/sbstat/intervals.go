package main

import (
	"errors"

	"github.com/sbstat/sbstat/parse"
)

// intervalJSON is one interval line as parse --intervals prints it.
type intervalJSON struct {
	System       string    `json:"system"`
	File         string    `json:"file"`
	Line         int       `json:"line"`
	TimeSec      float64   `json:"time_sec"`
	Threads      int       `json:"threads"`
	TPS          parse.Num `json:"tps"`
	QPS          parse.Num `json:"qps"`
	EPS          parse.Num `json:"eps"`
	Reads        parse.Num `json:"reads_per_sec"`
	Writes       parse.Num `json:"writes_per_sec"`
	Others       parse.Num `json:"others_per_sec"`
	LatencyMs    parse.Num `json:"latency_ms"`
	Rank         parse.Num `json:"latency_rank"`
	ErrPerSec    parse.Num `json:"errors_per_sec"`
	ReconnPerSec parse.Num `json:"reconnects_per_sec"`
	QueueLen     parse.Num `json:"queue_length"`
	Concurrency  parse.Num `json:"concurrency"`
	ReadMiB      parse.Num `json:"read_mib_per_sec"`
	WriteMiB     parse.Num `json:"write_mib_per_sec"`
}

// intervalColumns are the measured columns of an interval line, in their order.
var intervalColumns = []struct {
	csv, head string
	get       func(*intervalJSON) parse.Num
}{
	{"tps", "TPS", func(i *intervalJSON) parse.Num { return i.TPS }},
	{"qps", "QPS", func(i *intervalJSON) parse.Num { return i.QPS }},
	{"eps", "EPS", func(i *intervalJSON) parse.Num { return i.EPS }},
	{"reads_per_sec", "reads/s", func(i *intervalJSON) parse.Num { return i.Reads }},
	{"writes_per_sec", "writes/s", func(i *intervalJSON) parse.Num { return i.Writes }},
	{"others_per_sec", "others/s", func(i *intervalJSON) parse.Num { return i.Others }},
	{"latency_ms", "latency ms", func(i *intervalJSON) parse.Num { return i.LatencyMs }},
	{"latency_rank", "rank", func(i *intervalJSON) parse.Num { return i.Rank }},
	{"errors_per_sec", "err/s", func(i *intervalJSON) parse.Num { return i.ErrPerSec }},
	{"reconnects_per_sec", "reconn/s", func(i *intervalJSON) parse.Num { return i.ReconnPerSec }},
	{"queue_length", "queue", func(i *intervalJSON) parse.Num { return i.QueueLen }},
	{"concurrency", "concurrency", func(i *intervalJSON) parse.Num { return i.Concurrency }},
	{"read_mib_per_sec", "read MiB/s", func(i *intervalJSON) parse.Num { return i.ReadMiB }},
	{"write_mib_per_sec", "write MiB/s", func(i *intervalJSON) parse.Num { return i.WriteMiB }},
}

func (a *app) showIntervals(d *data) error {
	var all []*intervalJSON
	for _, r := range d.runs {
		for _, i := range r.Intervals {
			j := &intervalJSON{
				System: r.System, File: r.Source.File, Line: i.Line, TimeSec: i.TimeSec, Threads: i.Threads,
				TPS: i.TPS, QPS: i.QPS, EPS: i.EPS, Reads: i.Reads, Writes: i.Writes, Others: i.Others,
				LatencyMs: i.LatencyMs, ErrPerSec: i.ErrPerSec, ReconnPerSec: i.ReconnPerSec,
				QueueLen: i.QueueLen, Concurrency: i.Concurrency, ReadMiB: i.ReadMiB, WriteMiB: i.WriteMiB,
			}
			if i.Rank > 0 {
				j.Rank = parse.Some(i.Rank)
			}
			all = append(all, j)
		}
	}
	if len(all) == 0 {
		return errors.New("no interval line in the input; sysbench prints them with --report-interval=1")
	}
	return a.show(view{
		doc: func(doc *document) {
			cols := []column{left("system"), left("line"), right("s"), right("threads")}
			var used []int // columns that hold a number anywhere
			for k, c := range intervalColumns {
				for _, i := range all {
					if c.get(i).OK {
						used = append(used, k)
						cols = append(cols, right(c.head))
						break
					}
				}
			}
			var rows [][]string
			for _, i := range all {
				row := []string{clean(i.System), clean(parse.Source{File: i.File, Line: i.Line}.String()), raw(parse.Some(i.TimeSec)), rawInt(i.Threads)}
				for _, k := range used {
					row = append(row, number(intervalColumns[k].get(i)))
				}
				rows = append(rows, row)
			}
			doc.table(cols, rows)
		},
		records: func() [][]string {
			head := []string{"system", "file", "line", "time_sec", "threads"}
			for _, c := range intervalColumns {
				head = append(head, c.csv)
			}
			out := [][]string{head}
			for _, i := range all {
				row := []string{csvText(i.System), csvText(i.File), rawInt(i.Line), raw(parse.Some(i.TimeSec)), rawInt(i.Threads)}
				for _, c := range intervalColumns {
					row = append(row, raw(c.get(i)))
				}
				out = append(out, row)
			}
			return out
		},
		json: func() (any, error) { return all, nil },
		lines: func() []any {
			out := make([]any, len(all))
			for k, i := range all {
				out[k] = i
			}
			return out
		},
	})
}
