package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// steady is how steady a run was.
type steady struct {
	system string // in full
	run    *parse.Run
	*analysis.Steadiness
}

// showWithin shows how steady each run was, by its interval lines.
func (a *app) showWithin(s *systems) error {
	var all []steady
	for _, w := range s.sweeps {
		for _, l := range w.Levels {
			if !a.flags.levels.Contains(l.Threads) {
				continue
			}
			for _, r := range l.Runs {
				if len(r.Intervals) == 0 {
					continue
				}
				m := parse.TPS
				switch {
				case a.flags.metric != nil:
					m = *a.flags.metric
				case !slices.ContainsFunc(r.Intervals, func(i parse.Interval) bool { return i.TPS.OK }):
					m = parse.EPS
				}
				if st := analysis.SteadinessOf(r, m, 0, float64(a.flags.confidence)); st.N > 0 {
					all = append(all, steady{w.System, r, st})
				}
			}
		}
	}
	if len(all) == 0 {
		return errors.New("no interval line with the metric; sysbench prints tps, qps and a percentile with --report-interval=1")
	}
	return a.show(view{
		doc: func(d *document) {
			cols := []column{left(a.text("cmd.system")), right(a.text("cmd.threads")), right(a.text("cmd.within.lines")), right(a.text("cmd.within.mean")),
				left(a.text("cmd.interval", lang.Confidence(float64(a.flags.confidence)))), right(a.text("cmd.within.cv")), right(a.text("cmd.within.lag1")),
				right(a.text("cmd.within.effective")), right(a.text("cmd.within.warmup")), left(a.text("cmd.within.stalls"))}
			var rows [][]string
			var said []string
			for _, st := range all {
				mean, interval := estimate(st.Mean)
				rows = append(rows, []string{s.short[st.system], threadCount(st.run.Threads), rawInt(st.N), metricHead(st.Metric) + " " + mean,
					interval, a.percent(st.CV), number(st.Lag1), whole(st.Effective), whole(st.WarmupSec), spans(st.Stalls)})
				for _, n := range slices.Concat(st.Mean.Notes, st.Notes) {
					if n.Code == "note.warmup-proposed" {
						continue // in its column
					}
					if t := a.note(n); !slices.Contains(said, t) {
						said = append(said, t)
					}
				}
			}
			d.table(cols, rows)
			d.line(a.text("cmd.within.how"))
			for _, t := range said {
				d.line(t)
			}
			a.captions(d, s)
		},
		records: func() [][]string {
			out := [][]string{{"system", "file", "line", "threads", "metric", "intervals", "mean", "low", "high", "cv", "lag1", "effective_n", "warmup_sec", "stalls"}}
			for _, st := range all {
				out = append(out, []string{csvText(st.system), csvText(st.run.Source.File), rawInt(st.run.Source.Line), orEmpty(st.run.Threads), st.Metric.Name, rawInt(st.N),
					raw(st.Mean.Value), raw(st.Mean.Low), raw(st.Mean.High), raw(st.CV), raw(st.Lag1), raw(st.Effective), raw(st.WarmupSec), spans(st.Stalls)})
			}
			return out
		},
		json: func() (any, error) {
			type span struct {
				FromSec float64 `json:"from_sec"`
				ToSec   float64 `json:"to_sec"`
			}
			type row struct {
				System    string       `json:"system"`
				File      string       `json:"file"`
				Line      int          `json:"line"`
				Threads   *int         `json:"threads"`
				Metric    string       `json:"metric"`
				Intervals int          `json:"intervals"`
				Mean      estimateJSON `json:"mean"`
				CV        parse.Num    `json:"cv"`
				Lag1      parse.Num    `json:"lag1"`
				Effective parse.Num    `json:"effective_n"`
				WarmupSec parse.Num    `json:"warmup_sec"`
				Stalls    []span       `json:"stalls"`
			}
			out := []row{}
			for _, st := range all {
				r := row{st.system, st.run.Source.File, st.run.Source.Line, threadsJSON(st.run.Threads), st.Metric.Name, st.N, toEstimate(st.Mean, st.Metric.Unit), st.CV, st.Lag1, st.Effective, st.WarmupSec, []span{}}
				for _, x := range st.Stalls {
					r.Stalls = append(r.Stalls, span(x))
				}
				out = append(out, r)
			}
			return map[string]any{"schema_version": schemaVersion, "confidence": float64(a.flags.confidence), "runs": out}, nil
		},
	})
}

func whole(n parse.Num) string {
	if !n.OK {
		return absent
	}
	return lang.Number(n.V, 0)
}

// spans writes stretches of seconds: "55–60 s".
func spans(all []analysis.Span) string {
	var out []string
	for _, s := range all {
		out = append(out, fmt.Sprintf("%s–%s s", lang.Number(s.FromSec, 0), lang.Number(s.ToSec, 0)))
	}
	return strings.Join(out, ", ")
}
