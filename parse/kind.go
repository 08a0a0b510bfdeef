package parse

import (
	"fmt"
	"strings"
)

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

// OnlyKind returns the runs as if only their transactions of one kind had been measured, as
// [Run.OfKind] does for one; a blank or hyphen in the name counts as an underscore. Their workload
// says which kind it is. Runs that failed or are empty stay as they are; a run that measured something
// and does not have the kind is an error that says which it has.
func OnlyKind(runs []*Run, name string) ([]*Run, error) {
	name = strings.NewReplacer(" ", "_", "-", "_").Replace(name)
	out := make([]*Run, len(runs))
	for i, r := range runs {
		of, ok := r.OfKind(name)
		switch {
		case ok:
			of.Workload = strings.TrimSpace(r.Workload + " " + of.Kinds[0].Name)
			out[i] = of
		case r.Status == Failed || r.Status == Empty:
			out[i] = r
		case len(r.Kinds) == 0:
			return nil, fmt.Errorf("%s: the run does not tell kinds of transactions apart; go-tpc does", r.Source)
		default:
			var kinds []string
			for _, k := range r.Kinds {
				kinds = append(kinds, strings.ToLower(k.Name))
			}
			return nil, fmt.Errorf("%s: no such kind; kinds are: %s", r.Source, strings.Join(kinds, ", "))
		}
	}
	return out, nil
}
