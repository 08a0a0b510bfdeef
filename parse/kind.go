package parse

import "strings"

// Kind is one kind of transaction within a run, as a TPC-C client measures
// it: NEW_ORDER, PAYMENT, ORDER_STATUS, DELIVERY, STOCK_LEVEL. Count holds
// those that succeeded, and Latency covers only these.
type Kind struct {
	Name       string // as printed
	Count      Num
	Errors     Num // transactions of this kind that failed; absent when none is printed
	PerMin     Num // transactions per minute, as printed
	ElapsedSec Num // seconds that the measures of this kind cover
	Latency    Latency
}

// OfKind returns the run as if only its transactions of one kind had been
// measured: TPS, errors and latency are those of the kind, and what covers
// all kinds (interval lines, printed rates) is left out. The name is found in
// any case; ok is false when the run has no such kind.
func (r *Run) OfKind(name string) (of *Run, ok bool) {
	for _, k := range r.Kinds {
		if !strings.EqualFold(k.Name, name) {
			continue
		}
		of := *r
		of.Transactions, of.Errors, of.ElapsedSec, of.Latency = k.Count, k.Errors, k.ElapsedSec, k.Latency
		of.Queries, of.Events, of.Reads, of.Writes, of.Others = Num{}, Num{}, Num{}, Num{}, Num{}
		of.Printed, of.Histogram, of.Fairness, of.Kinds = nil, nil, nil, []Kind{k}
		of.Series, of.Intervals, of.Checkpoints = Series{}, nil, nil
		if k.PerMin.OK {
			of.Printed = []Measure{{TPS.Name, k.PerMin.V / 60}}
		}
		return &of, true
	}
	return nil, false
}
