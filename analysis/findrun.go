package analysis

import (
	"math"
	"strconv"

	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

const (
	littleTolerance = 0.03 // of threads = TPS × average latency
	rateTolerance   = 0.01 // of transactions ÷ time against the printed rate
	linesTolerance  = 0.03 // of the mean of the interval lines against the rate of the run
	impossible      = 1e15 // a count or rate beyond any machine: an unsigned underflow
	unfairCV        = 0.25 // coefficient of variation of the events of the threads
	warmupEffect    = 0.01 // share by which a warm-up lowers the rate of the run
	rounding        = 0.01 // milliseconds: latencies are printed with two decimals
	shortestSec     = 1.0  // seconds below which the printed digits of the time decide a rate
)

// run examines one usable run.
func (f *finder) run(s *Sweep, r *parse.Run) {
	one := []*parse.Run{r}
	at := func(sev Severity, code string, args ...any) { f.at(sev, s, one, code, args...) }
	if r.Status == parse.Truncated {
		at(Warn, "finding.truncated", strconv.Itoa(r.Series.Count))
	}
	for _, n := range []parse.Num{
		r.Transactions, r.Queries, r.Events, r.Errors, r.Reconnects, r.ElapsedSec, r.Latency.Avg, r.Latency.Max,
		parse.Some(r.Series.TPS.Max), parse.Some(r.Series.QPS.Max),
	} {
		if n.OK && (n.V < 0 || n.V >= impossible) {
			at(Warn, "finding.impossible", strconv.FormatFloat(n.V, 'g', 3, 64))
			break
		}
	}
	tps, _ := r.Value(parse.TPS)
	if off, ok := littleOff(r); ok && math.Abs(off) > littleTolerance {
		at(Warn, "finding.little", lang.Number((1+off)*float64(r.Threads), 2), percent(off))
	}
	f.printedRates(s, r)
	f.percentiles(s, r)
	f.errors(s, r, tps)
	if q := r.Fairness; q != nil && q.EventsAvg >= 100 && q.EventsStddev > unfairCV*q.EventsAvg {
		at(Warn, "finding.unfair", lang.Number(q.EventsAvg, 0), lang.Number(q.EventsStddev, 0))
	}
	f.withinRun(s, r)
}

// littleOff is by which share TPS × average latency differs from the threads, which Little's law
// (Little 1961) makes the same in a closed loop; false where a run is none, or lacks one of them.
func littleOff(r *parse.Run) (off float64, ok bool) {
	tps, okT := r.Value(parse.TPS)
	avg, okA := r.Value(parse.Avg)
	if !okT || !okA || !(tps > 0 && avg >= 0) || !closedLoop(r) {
		return 0, false
	}
	return tps*avg/1000/float64(r.Threads) - 1, true
}

// closedLoop reports whether Little's law ties latency to throughput: every thread waits
// for its transaction, no rate is imposed, none was cut off, the counts cover the whole run, and
// the latency is that of all transactions, which it is not for fio's directions and go-tpc's kinds.
func closedLoop(r *parse.Run) bool {
	return r.Threads > 0 && !r.TargetRate.OK && r.Tool() == "sysbench" && len(r.Checkpoints) == 0 && r.Series.QueueLen.N == 0 &&
		!(r.Unfinished.V > 0) && !(r.ElapsedSec.OK && r.ElapsedSec.V < shortestSec)
}

// printedRates compares what was counted with the rates that are printed.
func (f *finder) printedRates(s *Sweep, r *parse.Run) {
	if !(r.ElapsedSec.V >= shortestSec) || len(r.Checkpoints) > 0 || r.SinceSec.OK {
		return
	}
	for _, p := range r.Printed {
		count := map[string]parse.Num{"tps": r.Transactions, "qps": r.Queries, "eps": r.Events}[p.Metric]
		if !count.OK || p.Value <= 0 {
			continue
		}
		counted := count.V / r.ElapsedSec.V
		if math.Abs(counted/p.Value-1) > rateTolerance {
			f.at(Warn, s, []*parse.Run{r}, "finding.printed-rate", p.Metric, lang.Number(p.Value, 2), lang.Number(counted, 2))
		}
	}
}

// percentiles looks for percentiles that cannot be.
func (f *finder) percentiles(s *Sweep, r *parse.Run) {
	one := []*parse.Run{r}
	l := r.Latency
	for _, p := range l.Pct {
		name := parse.Pct(p.Rank).Name
		switch {
		case p.Ms >= gridMaxMs*0.999 && r.Tool() == "sysbench":
			f.at(Warn, s, one, "finding.capped", name, lang.Number(p.Ms/1000, 0))
		case l.Min.OK && p.Ms < l.Min.V*(1-GridStep())-rounding:
			f.at(Warn, s, one, "finding.below", name, millis(p.Ms), "min", millis(l.Min.V))
		case l.Max.OK && l.Max.V > 0 && p.Ms > l.Max.V*(1+GridStep())+rounding:
			f.at(Warn, s, one, "finding.above", name, millis(p.Ms), "max", millis(l.Max.V))
		case l.Avg.OK && p.Rank >= 90 && p.Ms < l.Avg.V*(1-GridStep())-rounding:
			f.at(Warn, s, one, "finding.below", name, millis(p.Ms), "avg", millis(l.Avg.V))
		}
	}
}

// errors reports ignored errors and reconnects: a run by itself where they are more than
// one in a thousand transactions, the others together (see sweep).
func (f *finder) errors(s *Sweep, r *parse.Run, tps float64) {
	sec := r.ElapsedSec.V
	for _, k := range []struct {
		n    parse.Num
		code string
	}{{r.Errors, "finding.errors"}, {r.Reconnects, "finding.reconnects"}} {
		if !(k.n.V > 0) || k.n.V >= impossible {
			continue
		}
		if !(sec > 0) || k.n.V/sec <= 0.001*tps {
			f.few[k.code] = append(f.few[k.code], r)
			continue
		}
		f.at(Warn, s, []*parse.Run{r}, k.code, lang.Number(k.n.V, 0), lang.Significant(k.n.V/sec, 2))
	}
}

// withinRun looks at the interval lines.
func (f *finder) withinRun(s *Sweep, r *parse.Run) {
	one := []*parse.Run{r}
	m := parse.TPS
	times, values := series(r, m, 0)
	if len(values) == 0 {
		m = parse.EPS
		times, values = series(r, m, 0)
	}
	if len(values) == 0 {
		if r.Series.Stalls > 0 {
			f.at(Warn, s, one, "finding.stall-lines", strconv.Itoa(r.Series.Stalls))
		}
		return
	}
	for _, span := range stallsOf(r, 0) {
		f.at(Warn, s, one, "finding.stall", seconds(span.FromSec), seconds(span.ToSec))
	}
	whole := mean(values)
	if rate, ok := r.Value(m); ok && r.Status == parse.Complete && rate > 0 && len(r.Checkpoints) == 0 && len(values) >= 5 {
		if off := whole/rate - 1; math.Abs(off) > linesTolerance && whole < impossible {
			f.at(Info, s, one, "finding.lines-rate", lang.Number(whole, 2), lang.Number(rate, 2), percent(off))
		}
	}
	if cut, ok := warmup(values); ok && cut > 0 {
		// How much a start that is slower (or faster) moves the rate of the whole run.
		if off := whole/mean(values[cut:]) - 1; math.Abs(off) >= warmupEffect && finite(off) {
			f.at(Warn, s, one, "finding.warmup", seconds(times[cut-1]), percent(off))
		}
	}
	f.queue(s, r)
}

// queue looks for a queue that grows under --rate: the target is not met.
func (f *finder) queue(s *Sweep, r *parse.Run) {
	var q []float64
	for _, iv := range r.Intervals {
		if iv.QueueLen.OK {
			q = append(q, iv.QueueLen.V)
		}
	}
	if len(q) < 6 {
		return
	}
	third := len(q) / 3
	first, last := mean(q[:third]), mean(q[len(q)-third:])
	if last >= 10 && last > 1.5*first {
		f.at(Warn, s, []*parse.Run{r}, "finding.queue", lang.Number(first, 0), lang.Number(last, 0))
	}
}
