package parse

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// fioJob is one element of "jobs" in fio 3's JSON: a job, or with
// group_reporting all its processes together.
type fioJob struct {
	Name     string     `json:"jobname"`
	Group    float64    `json:"groupid"`
	Error    float64    `json:"error"`     // errno
	TotalErr Num        `json:"total_err"` // of --continue_on_error
	Options  fioOptions `json:"job options"`
	Read     fioSide    `json:"read"`
	Write    fioSide    `json:"write"`
	Trim     fioSide    `json:"trim"`
	Mixed    fioSide    `json:"mixed"` // --unified_rw_reporting
	Sync     fioSide    `json:"sync"`  // fsync and fdatasync
	line     int
}

// fioSide holds the measures of one direction.
type fioSide struct {
	IOs     Num        `json:"total_ios"`
	IOPS    Num        `json:"iops"`
	Bytes   Num        `json:"bw_bytes"` // per second
	Runtime Num        `json:"runtime"`  // ms
	Clat    fioLatency `json:"clat_ns"`  // completion: from submission on
	Lat     fioLatency `json:"lat_ns"`   // total
}

// fioLatency is a latency in nanoseconds.
type fioLatency struct {
	Min, Max, Mean, N Num
	Percentile        map[string]Num   `json:"percentile"`
	Bins              map[string]int64 `json:"bins"` // json+: nanoseconds → count
}

// count is how many operations the side measured. Of syncs fio can print a
// latency and a total of 0.
func (s *fioSide) count() float64 { return max(s.IOs.V, s.Clat.N.V, s.Lat.N.V) }

// latency returns the latency that has percentiles, so that average and
// percentiles are those of one quantity: the total where it has them
// (--lat_percentiles), else that of the completion, fio's default.
func (s *fioSide) latency() (l fioLatency, name string) {
	if len(s.Lat.Percentile) > 0 || s.Clat.Mean.V == 0 && s.Lat.Mean.V > 0 {
		return s.Lat, "lat"
	}
	return s.Clat, "clat"
}

// fioOptions are options in their order.
type fioOptions []Setting

// UnmarshalJSON reads an object of strings, and leaves out secrets.
func (o *fioOptions) UnmarshalJSON(b []byte) error {
	*o = nil
	d := json.NewDecoder(bytes.NewReader(b))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		var value any
		if err := d.Decode(&value); err != nil {
			return err
		}
		name := fmt.Sprint(key)
		if isSecret(name) || fioSecret[name] {
			continue
		}
		*o = append(*o, Setting{name, redact(fmt.Sprint(value))})
	}
	return nil
}

// fioSecret are options whose names do not tell that they hold a secret.
var fioSecret = map[string]bool{"http_pass": true, "http_s3_key": true, "http_s3_keyid": true, "http_s3_sse_customer_key": true}

// get returns the last value of an option, "" when it is not set.
func (o fioOptions) get(name string) string {
	for _, s := range slices.Backward(o) {
		if s.Key == name {
			return s.Value
		}
	}
	return ""
}

// over returns the options with those of a job in the place of global ones.
func (o fioOptions) over(global fioOptions) fioOptions {
	var all fioOptions
	for _, s := range global {
		if o.get(s.Key) == "" {
			all = append(all, s)
		}
	}
	return append(all, o...)
}

// number returns an option that counts something: 1 when it is not set.
func (o fioOptions) number(name string) (n int, ok bool) {
	v := o.get(name)
	if v == "" {
		return 1, true
	}
	n, err := strconv.Atoi(v)
	return n, err == nil && n > 0 && n <= 1e6
}

// fioJSON reads one JSON text of fio, whose first line is given. Jobs before
// a place where it is damaged or cut are kept.
//
// A run is one job and one direction: a job that reads and writes gives two
// runs, and its syncs a third, because their latencies are different things
// and their percentiles cannot be merged. The direction stands in the
// workload ("fio randrw 4k read"). Processes of one job that fio reports one
// by one are one run.
func (r *Reader) fioJSON(text []byte, first int, label label) {
	var version string
	var global fioOptions
	var jobs []fioJob
	d := json.NewDecoder(bytes.NewReader(text))
	lineAt := func(offset int64) int { return first + bytes.Count(text[:min(int(offset), len(text))], []byte("\n")) }
	// soft notes a value of the wrong type, after which the reading goes on.
	soft := func(err error, path string, at int) error {
		var t *json.UnmarshalTypeError
		if !errors.As(err, &t) {
			return err
		}
		if t.Field != "" {
			path += "." + t.Field
		}
		r.ledger.problem(nil, at, 0, path+": "+t.Value, "fio's JSON has a "+t.Type.String()+" here: taken as absent")
		return nil
	}
	read := func() error {
		if _, err := d.Token(); err != nil {
			return err
		}
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return err
			}
			at := lineAt(d.InputOffset())
			switch key {
			case "fio version":
				err = soft(d.Decode(&version), "fio version", at)
			case "global options":
				err = soft(d.Decode(&global), "global options", at)
			case "jobs":
				t, tokenErr := d.Token()
				if tokenErr != nil {
					return tokenErr
				}
				if t != json.Delim('[') {
					r.ledger.problem(nil, at, 0, fmt.Sprint("jobs: ", t), "fio's JSON has a list of jobs here")
					return nil
				}
				for d.More() {
					job := fioJob{line: lineAt(d.InputOffset()) + 1}
					path := fmt.Sprintf("jobs[%d]", len(jobs))
					if err := soft(d.Decode(&job), path, job.line); err != nil {
						return err
					}
					jobs = append(jobs, job)
				}
				_, err = d.Token()
			default:
				var other json.RawMessage
				err = d.Decode(&other)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	err := read()
	if err == nil && len(bytes.TrimSpace(text)) > 0 && text[len(bytes.TrimSpace(text))-1] != '}' {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		at, msg := lineAt(d.InputOffset()), fmt.Sprintf("fio's JSON is damaged (%v)", err)
		var syntax *json.SyntaxError
		switch {
		case errors.As(err, &syntax):
			at = lineAt(syntax.Offset)
		case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
			at, msg = lineAt(int64(len(bytes.TrimSpace(text)))), "fio's JSON ends before it is complete: fio was stopped, or the file is cut"
		}
		r.ledger.problem(nil, at, 0, "", fmt.Sprintf("%s; %d jobs before this are kept", msg, len(jobs)))
	} else if len(jobs) == 0 {
		r.ledger.problem(nil, first, 0, "", "fio's JSON holds no job")
	}
	var runs []*Run
	names := map[*Run]string{}
	for _, group := range fioGroups(jobs) {
		group.cut = err != nil
		options := group.jobs[0].Options.over(global)
		for _, run := range r.fioRuns(group, options) {
			run.Version, run.System, run.Repeat = version, label.system, label.repeat
			runs = append(runs, run)
			names[run] = group.jobs[0].Name
		}
	}
	// Jobs of one workload at different levels are a sweep. At the same level
	// they are not each other's repeats: then the job's name tells them apart.
	twins := map[string]int{}
	key := func(run *Run) string { return fmt.Sprint(run.Workload, "\x00", run.Threads) }
	for _, run := range runs {
		twins[key(run)]++
	}
	for _, run := range runs {
		if twins[key(run)] > 1 && names[run] != "" {
			defer func(workload string) { run.Workload = workload; r.emit(run) }(run.Workload + " " + redact(names[run]))
			continue
		}
		defer r.emit(run)
	}
}
