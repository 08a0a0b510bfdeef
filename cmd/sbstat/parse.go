package main

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sbstat/sbstat/parse"
)

// runJSON is a run as parse prints it. The keys and their order are part of the
// JSON schema; an absent number is null.
type runJSON struct {
	System       string             `json:"system"`
	File         string             `json:"file"`
	Line         int                `json:"line"`
	Repeat       *int               `json:"repeat"`
	Workload     *string            `json:"workload"`
	Version      *string            `json:"version"`
	Threads      *int               `json:"threads"`
	Status       string             `json:"status"`
	ElapsedSec   parse.Num          `json:"elapsed_sec"`
	Transactions parse.Num          `json:"transactions"`
	Queries      parse.Num          `json:"queries"`
	TPS          parse.Num          `json:"tps"`
	QPS          parse.Num          `json:"qps"`
	EPS          parse.Num          `json:"eps"`
	IOPS         parse.Num          `json:"iops"`
	MiBps        parse.Num          `json:"mibps"`
	TpmC         parse.Num          `json:"tpmc"`
	LatencyMinMs parse.Num          `json:"latency_min_ms"`
	LatencyAvgMs parse.Num          `json:"latency_avg_ms"`
	LatencyMaxMs parse.Num          `json:"latency_max_ms"`
	Percentiles  []parse.Percentile `json:"percentiles"`
	Kinds        []kindJSON         `json:"kinds"`
	Errors       parse.Num          `json:"errors"`
	Reconnects   parse.Num          `json:"reconnects"`
	Intervals    int                `json:"intervals"`
	Config       settings           `json:"config"`
	Problems     []problemJSON      `json:"problems"`
}

// kindJSON is one kind of transaction of a TPC-C client.
type kindJSON struct {
	Name         string             `json:"name"`
	Count        parse.Num          `json:"count"`
	Errors       parse.Num          `json:"errors"`
	PerMin       parse.Num          `json:"per_min"`
	LatencyAvgMs parse.Num          `json:"latency_avg_ms"`
	LatencyMaxMs parse.Num          `json:"latency_max_ms"`
	Percentiles  []parse.Percentile `json:"percentiles"`
}

// settings are a run's configuration as a JSON object whose keys keep the order of
// the input. A key given twice has its last value.
type settings []parse.Setting

// MarshalJSON writes the object.
func (s settings) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, kv := range s {
		if slices.ContainsFunc(s[i+1:], func(later parse.Setting) bool { return later.Key == kv.Key }) {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(kv.Key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(kv.Value)
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// problemJSON is a problem of the input, with the place where it stands.
type problemJSON struct {
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Token  string `json:"token"`
	Msg    string `json:"msg"`
}

func (a *app) parseCommand() *cobra.Command {
	var intervals bool
	cmd := &cobra.Command{
		Use:   "parse [flags] FILE…",
		Short: "Print every run that the inputs hold, as it was read",
		Long: `parse prints what was read, one run a line, and computes nothing. What could not
be read goes to stderr with file and line; the other rows are kept.

jsonl prints one JSON object a run, json a list of them. Numbers that the input does
not hold are null; status is complete, truncated, failed or empty. With --intervals
it prints one line an interval of --report-interval instead.`,
		Example: `  sbstat parse --format jsonl run.log | jq .tps
  sbstat parse --format csv --excel 'logs/*.log' -o runs.csv
  sbstat parse --intervals --format csv run.log`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := needInput(cmd, args); err != nil {
				return err
			}
			d, err := a.load(args, parse.Options{Fold: !intervals}, false)
			if err != nil {
				return err
			}
			if intervals {
				return a.showIntervals(d)
			}
			return a.showRuns(d)
		},
	}
	a.common(cmd, []string{"table", "markdown", "csv", "json", "jsonl"}, patternFlag)
	cmd.Flags().BoolVar(&intervals, "intervals", false, "one line an interval of --report-interval")
	return cmd
}

func (a *app) showRuns(d *data) error {
	runs := d.runs
	metrics := metricsOf(runs)
	return a.show(view{
		doc: func(doc *document) {
			cols := []column{left("system"), left("line"), right("threads"), right("s")}
			for _, m := range metrics {
				cols = append(cols, right(metricHead(m)))
			}
			cols = append(cols, left("status"))
			var rows [][]string
			for _, r := range runs {
				row := []string{clean(r.System), clean(r.Source.String()), orEmpty(r.Threads), number(r.ElapsedSec)}
				for _, m := range metrics {
					row = append(row, number(value(r, m)))
				}
				rows = append(rows, append(row, a.status(doc, r.Status)))
			}
			doc.table(cols, rows)
		},
		records: func() [][]string {
			head := []string{"system", "file", "line", "repeat", "workload", "version", "threads", "status", "elapsed_sec", "transactions", "queries", "errors", "reconnects", "intervals"}
			for _, m := range metrics {
				head = append(head, csvHead(m))
			}
			out := [][]string{head}
			for _, r := range runs {
				row := []string{csvText(r.System), csvText(r.Source.File), rawInt(r.Source.Line), orEmpty(r.Repeat), csvText(r.Workload), csvText(r.Version), orEmpty(r.Threads), r.Status.String(),
					raw(r.ElapsedSec), raw(r.Transactions), raw(r.Queries), raw(r.Errors), raw(r.Reconnects), rawInt(intervalCount(r))}
				for _, m := range metrics {
					row = append(row, raw(value(r, m)))
				}
				out = append(out, row)
			}
			return out
		},
		json: func() (any, error) { return toJSON(runs), nil },
		lines: func() []any {
			var out []any
			for _, r := range toJSON(runs) {
				out = append(out, r)
			}
			return out
		},
	})
}

func toJSON(runs []*parse.Run) []runJSON {
	out := []runJSON{}
	for _, r := range runs {
		j := runJSON{
			System: r.System, File: r.Source.File, Line: r.Source.Line,
			Status:     r.Status.String(),
			ElapsedSec: r.ElapsedSec, Transactions: r.Transactions, Queries: r.Queries,
			TPS: value(r, parse.TPS), QPS: value(r, parse.QPS), EPS: value(r, parse.EPS),
			IOPS: value(r, parse.IOPS), MiBps: value(r, parse.MiBps), TpmC: value(r, parse.TpmC),
			LatencyMinMs: r.Latency.Min, LatencyAvgMs: r.Latency.Avg, LatencyMaxMs: r.Latency.Max,
			Percentiles: append([]parse.Percentile{}, r.Latency.Pct...),
			Errors:      r.Errors, Reconnects: r.Reconnects,
			Intervals: intervalCount(r), Config: settings(r.Config), Problems: []problemJSON{},
		}
		j.Kinds = []kindJSON{}
		for _, k := range r.Kinds {
			j.Kinds = append(j.Kinds, kindJSON{k.Name, k.Count, k.Errors, k.PerMin, k.Latency.Avg, k.Latency.Max, append([]parse.Percentile{}, k.Latency.Pct...)})
		}
		if r.Threads > 0 {
			j.Threads = &r.Threads
		}
		if r.Repeat > 0 {
			j.Repeat = &r.Repeat
		}
		if r.Workload != "" {
			j.Workload = &r.Workload
		}
		if r.Version != "" {
			j.Version = &r.Version
		}
		for _, p := range r.Problems {
			j.Problems = append(j.Problems, problemJSON{p.Line, p.Column, p.Token, p.Msg})
		}
		out = append(out, j)
	}
	return out
}

// intervalCount is the number of interval lines of a run.
func intervalCount(r *parse.Run) int { return r.Series.Count }

// value is a run's value of a metric, absent where it has none.
func value(r *parse.Run, m parse.Metric) parse.Num {
	v, ok := r.Value(m)
	if !ok {
		return parse.Num{}
	}
	return parse.Some(v)
}

// status writes a run's status, coloured by what it means.
func (a *app) status(d *document, s parse.Status) string {
	t := plain
	switch s {
	case parse.Failed, parse.Empty:
		t = bad
	case parse.Truncated:
		t = dim
	}
	return d.tint(t, a.text("cmd.status."+s.String()))
}

func orEmpty(n int) string {
	if n == 0 {
		return ""
	}
	return rawInt(n)
}

// csvHead names a metric's column with its unit.
func csvHead(m parse.Metric) string {
	if m.IsLatency() {
		return "latency_" + strings.ToLower(m.Name) + "_ms"
	}
	return strings.ToLower(m.Name)
}
