package analysis

import "github.com/sbstat/sbstat/parse"

// Steadiness describes how steady one run was, from its interval lines. It says
// nothing about the next run: no verdict, no p value, no gate rests on it.
type Steadiness struct {
	Metric    parse.Metric
	N         int       // interval lines used
	Mean      Estimate  // batch-means t interval, 10 batches, from 100 lines on
	CV        parse.Num // coefficient of variation of the lines
	Lag1      parse.Num // lag-1 autocorrelation
	Effective parse.Num // effective sample size: independent lines that would tell as much
	CutSec    float64   // lines up to this second were left out, because the caller asked
	WarmupSec parse.Num // proposed warm-up cut (MSER-5), seconds; absent where none is proposed
	Stalls    []Span    // stretches in which nothing finished, or nearly nothing
	Notes     []Note
}

// Span is a stretch of a run in seconds since its start.
type Span struct{ FromSec, ToSec float64 }

// SteadinessOf examines the interval lines of a run after cutSec seconds (0: all of
// them). A run without interval lines gives a Steadiness whose notes say so.
func SteadinessOf(r *parse.Run, m parse.Metric, cutSec, confidence float64) *Steadiness { return nil }

// AfterWarmup returns a copy of the run whose rates are the means of its interval
// lines after cutSec seconds. What cannot be recomputed from interval lines (counts,
// percentiles, average latency) is absent in the copy.
func AfterWarmup(r *parse.Run, cutSec float64) (*parse.Run, error) { return nil, nil }
