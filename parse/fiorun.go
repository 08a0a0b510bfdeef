package parse

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A fioGroup is a job with all its processes: one entry, or, where fio
// reports them one by one, an entry each.
type fioGroup struct {
	jobs    []*fioJob
	options fioOptions
}

// groups returns the jobs in their order, entries of one job together.
func (doc *fioJSON) groups() []*fioGroup {
	var all []*fioGroup
	for i := range doc.jobs {
		job := &doc.jobs[i]
		j := slices.IndexFunc(all, func(g *fioGroup) bool {
			own := g.jobs[0]
			return own.Name == job.Name && own.Group.V == job.Group.V && slices.Equal(own.Options, job.Options)
		})
		if j >= 0 {
			all[j].jobs = append(all[j].jobs, job)
			continue
		}
		all = append(all, &fioGroup{jobs: []*fioJob{job}, options: job.Options.over(doc.global)})
	}
	return all
}

// fioDirections are the measures of a job, in the order of fio's output.
var fioDirections = []struct {
	name string
	of   func(*fioJob) *fioSide
}{
	{"read", func(j *fioJob) *fioSide { return &j.Read }},
	{"write", func(j *fioJob) *fioSide { return &j.Write }},
	{"trim", func(j *fioJob) *fioSide { return &j.Trim }},
	{"mixed", func(j *fioJob) *fioSide { return &j.Mixed }},
	{"sync", func(j *fioJob) *fioSide { return &j.Sync }},
}

// count is how many operations a side measured. Of syncs fio may print a
// latency and a total of 0.
func (s *fioSide) count() float64 { return max(s.IOs.V, s.Clat.N.V, s.Lat.N.V) }

// sides returns the directions of a group that measured something: the name
// and the side of each process that did.
func (g *fioGroup) sides() (names []string, sides [][]*fioSide) {
	for _, d := range fioDirections {
		var active []*fioSide
		for _, j := range g.jobs {
			if s := d.of(j); s.count() > 0 {
				active = append(active, s)
			}
		}
		if len(active) == 0 || d.name == "mixed" && len(names) > 0 { // unified_rw_reporting=both: the sum of the others
			continue
		}
		names, sides = append(names, d.name), append(sides, active)
	}
	return names, sides
}

// fioRuns makes the runs of one JSON text and yields them.
//
// A run is one job and one direction: a job that reads and writes gives two,
// and its syncs a third, because their latencies are different things whose
// percentiles cannot be merged. The workload names them: "fio randrw 4k read",
// "fio write 4k fdatasync". The level is iodepth × numjobs: the operations that
// can be under way at once.
func (r *Reader) fioRuns(doc fioJSON, from label) {
	var runs []*Run
	var jobs []string
	for _, g := range doc.groups() {
		names, sides := g.sides()
		if len(names) == 0 {
			names, sides = []string{""}, [][]*fioSide{nil}
		}
		several := len(names) > 1 && names[1] != "sync"
		for i, name := range names {
			run := r.fioRun(&doc, g, name, sides[i], several)
			run.System, run.Repeat, run.Config = from.system, from.repeat, append(slices.Clone(from.config), run.Config...)
			runs, jobs = append(runs, run), append(jobs, g.jobs[0].Name)
		}
	}
	// Jobs of one workload at different levels are a sweep. At the same level
	// they are no repeats of each other: the job's name tells them apart.
	seen := map[string]int{}
	key := func(run *Run) string { return fmt.Sprint(run.Threads, run.Workload) }
	for _, run := range runs {
		seen[key(run)]++
	}
	for i, run := range runs {
		twins := seen[key(run)] > 1
		if twins && jobs[i] != "" {
			run.Workload += " " + redact(jobs[i])
		}
		r.emit(run)
	}
}

// fioRun makes the run of one direction of a job; without sides it is one
// that measured nothing.
func (r *Reader) fioRun(doc *fioJSON, g *fioGroup, direction string, sides []*fioSide, several bool) *Run {
	first := g.jobs[0]
	run := &Run{
		Source: Source{r.ledger.file, first.line}, Version: doc.version,
		Workload: g.workload(direction, several), Config: slices.Clone(g.options),
	}
	problem := func(token, msg string) { r.ledger.problem(run, first.line, 0, token, msg) }
	run.Threads = g.level(problem)
	run.TargetRate = g.targetRate()
	errors := 0.0
	for _, j := range g.jobs {
		if j.Error.V != 0 && j.TotalErr.V == 0 {
			run.Status = Failed
			problem(fmt.Sprintf("error: %g", j.Error.V), "fio gives this errno for the job: its numbers are not used")
		}
		errors += j.TotalErr.V
	}
	if errors > 0 {
		run.Errors = Some(errors)
	}
	if n, ok := g.options.number("numjobs"); ok && len(g.jobs) < n && (len(g.jobs) > 1 || doc.cut && first == &doc.jobs[len(doc.jobs)-1]) {
		run.Status = Failed
		problem(fmt.Sprintf("%d of %d processes", len(g.jobs), n), "the others of this job are missing: its numbers are not used")
	}
	if len(sides) == 0 {
		if run.Status == Complete {
			run.Status = Empty
			problem("", "the job "+strconv.Quote(first.Name)+" did no I/O")
		}
		return run
	}
	num := func(n fioNum) float64 {
		if n.bad != "" {
			problem(n.bad, "a possible number was expected: taken as absent")
		}
		return n.V
	}
	var iops, bytes, ios, ms float64
	var lats []*fioLatency
	of := ""
	for _, s := range sides {
		iops += num(s.IOPS)
		bytes += num(s.Bytes)
		ios += s.count()
		ms = max(ms, num(s.Runtime))
		var lat *fioLatency
		lat, of = s.latency()
		for _, n := range []fioNum{lat.Min, lat.Mean, lat.Max, lat.N} {
			num(n)
		}
		lats = append(lats, lat)
	}
	if direction == "sync" { // has no time of its own: it is the job's
		for _, j := range g.jobs {
			ms = max(ms, j.Read.Runtime.V, j.Write.Runtime.V, j.Trim.Runtime.V, j.Mixed.Runtime.V)
		}
	}
	run.Events = Some(ios)
	if ms > 0 {
		run.ElapsedSec = Some(ms / 1000)
	}
	if iops > 0 {
		run.Printed = append(run.Printed, Measure{IOPS.Name, iops})
	}
	if bytes > 0 {
		run.Printed = append(run.Printed, Measure{MiBps.Name, bytes / (1 << 20)})
	}
	if of != "" && direction != "sync" {
		run.Config = append(run.Config, Setting{"latency", of})
	}
	run.fioLatency(lats, problem)
	return run
}

// workload names what the job does: "fio randwrite 4k", with the direction
// where the job has several.
func (g *fioGroup) workload(direction string, several bool) string {
	rw := g.options.get("rw")
	if rw == "" {
		rw = direction
	}
	size := g.options.get("bs")
	for _, other := range []string{"bsrange", "bssplit"} {
		if v := g.options.get(other); v != "" {
			size = v
		}
	}
	if size == "" {
		size = "4k" // fio's default
	}
	words := []string{"fio", rw, size}
	switch {
	case direction == "sync":
		name := "sync"
		for _, option := range []string{"fsync", "fdatasync"} {
			if v := g.options.get(option); v != "" && v != "0" {
				name = option
			}
		}
		words = append(words, name)
	case several:
		words = append(words, direction)
	}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}

// syncEngines are the I/O engines that have one operation under way, whatever
// the iodepth (fio's manual, "iodepth").
var syncEngines = []string{"sync", "psync", "vsync", "pvsync", "pvsync2", "mmap"}

// level is iodepth × numjobs, 0 where an option is no number.
func (g *fioGroup) level(problem func(token, msg string)) int {
	depth, ok1 := g.options.number("iodepth")
	jobs, ok2 := g.options.number("numjobs")
	switch {
	case !ok1:
		problem("iodepth="+g.options.get("iodepth"), "a count was expected: the level is unknown")
		return 0
	case !ok2:
		problem("numjobs="+g.options.get("numjobs"), "a count was expected: the level is unknown")
		return 0
	}
	if engine := g.options.get("ioengine"); depth > 1 && slices.Contains(syncEngines, engine) {
		problem("iodepth="+strconv.Itoa(depth), "the I/O engine "+engine+" has one operation under way whatever the iodepth: the level is numjobs")
		depth = 1
	}
	if len(g.jobs) > jobs {
		jobs = len(g.jobs)
	}
	return depth * jobs
}

// targetRate is rate_iops of all processes together, absent where directions
// have their own.
func (g *fioGroup) targetRate() Num {
	rate := parseNum(g.options.get("rate_iops"))
	jobs, ok := g.options.number("numjobs")
	if !rate.OK || rate.V <= 0 || !ok {
		return Num{}
	}
	return Some(rate.V * float64(max(jobs, len(g.jobs))))
}

// latency returns the latency that has the percentiles, so that average and
// percentiles are those of one quantity: the total where it has them
// (--lat_percentiles=1), else the completion, fio's default. Syncs have but
// the total.
func (s *fioSide) latency() (l *fioLatency, name string) {
	if len(s.Lat.Percentile) > 0 || s.Clat.Mean.V == 0 && s.Lat.Mean.V > 0 {
		return &s.Lat, "lat"
	}
	return &s.Clat, "clat"
}

// fioLatency sets the latency and the histogram. Those of several processes
// are merged where that is exact: average, least, greatest and, when all
// have bins, the percentiles.
func (run *Run) fioLatency(lats []*fioLatency, problem func(token, msg string)) {
	lats = slices.DeleteFunc(lats, func(l *fioLatency) bool { return l.N.OK && l.N.V == 0 }) // switched off: --disable_lat
	const perMs = 1e6                                                                        // nanoseconds; dividing by it leaves no dust behind the decimals
	var n, sum float64
	var least, greatest Num
	bins := map[float64]int64{}
	binned := true
	ranks := map[float64]Num{}
	for _, l := range lats {
		if l.Mean.OK {
			n += l.N.V
			sum += l.N.V * l.Mean.V
		}
		if l.Min.OK && (!least.OK || l.Min.V < least.V) {
			least = l.Min.Num
		}
		if l.Max.OK && (!greatest.OK || l.Max.V > greatest.V) {
			greatest = l.Max.Num
		}
		for text, v := range l.Percentile {
			rank, err := strconv.ParseFloat(text, 64)
			switch {
			case err != nil || rank <= 0 || rank > 100 || !v.OK:
				problem(text+": "+v.bad, "a percentile of fio that is none: left out")
			default:
				ranks[rank] = v.Num
			}
		}
		binned = binned && len(l.Bins) > 0
		for text, v := range l.Bins {
			ns, err := strconv.ParseFloat(text, 64)
			if err != nil || ns < 0 || ns >= impossible || !v.OK || v.V >= impossible {
				problem(text+": "+v.bad, "a bin of fio that is none: left out")
				continue
			}
			bins[ns] += int64(v.V)
		}
	}
	switch {
	case len(lats) == 1 && lats[0].Mean.OK:
		run.Latency.Avg = Some(lats[0].Mean.V / perMs)
	case n > 0:
		run.Latency.Avg = Some(sum / n / perMs)
	}
	if least.OK {
		run.Latency.Min = Some(least.V / perMs)
	}
	if greatest.OK {
		run.Latency.Max = Some(greatest.V / perMs)
	}
	values := slices.Sorted(maps.Keys(bins))
	if binned && len(values) > 0 {
		run.Histogram = &Histogram{}
		for _, ns := range values {
			run.Histogram.Buckets = append(run.Histogram.Buckets, Bucket{ns / perMs, bins[ns]})
		}
	}
	if len(lats) > 1 && len(ranks) > 0 && run.Histogram == nil {
		problem(fmt.Sprintf("%d processes", len(lats)), "percentiles of single processes cannot be merged: run fio with --group_reporting, or with --output-format=json+ for its bins")
		return
	}
	for _, rank := range slices.Sorted(maps.Keys(ranks)) {
		v := ranks[rank].V / perMs
		if len(lats) > 1 {
			v = run.Histogram.rank(rank)
		}
		run.Latency.Pct = append(run.Latency.Pct, Percentile{rank, v})
	}
}

// rank returns the percentile of a rank as fio takes it from its bins
// (stat.c, calc_clat_percentiles): the first bin up to which at least rank
// percent of the operations lie.
func (h *Histogram) rank(rank float64) float64 {
	total := 0.0
	for _, b := range h.Buckets {
		total += float64(b.Count)
	}
	sum := 0.0
	for _, b := range h.Buckets {
		if sum += float64(b.Count); sum >= rank/100*total {
			return b.Ms
		}
	}
	return h.Buckets[len(h.Buckets)-1].Ms
}
