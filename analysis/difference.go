package analysis

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sbstat/sbstat/parse"
)

// Difference is a setting that two systems do not share, with the value of each: "" where it
// states none, several joined by commas.
type Difference struct{ Key, Base, Other string }

// Keys that name a machine or a database; without the prefix of the database driver. Two
// systems differ in them, the runs of one do not.
var machineKeys = []string{"host", "hostname", "ip", "port", "socket", "db"}

// Keys that say otherwise where or when a run was made, not how.
var placeKeys = []string{
	"user", "dir", "sub_dir", "file", "path",
	"date", "system", "label", "title", "threads", "num_threads", "repeat", "rand_seed", "report_interval",
}

// differences lists the settings (with the workload and the version of sysbench) in
// which two systems differ, in the order in which the runs name them. What names a place or
// a date is left out, and so is what one system's runs say nothing about at all.
func differences(base, other *Sweep) []Difference {
	keysB, valuesB := settings(base)
	keysO, valuesO := settings(other)
	silent := saysNothing(valuesB) || saysNothing(valuesO)
	var ds []Difference
	for _, k := range append(keysB, keysO...) {
		if slices.ContainsFunc(ds, func(d Difference) bool { return d.Key == k }) {
			continue
		}
		b, o := valuesB[k], valuesO[k]
		if slices.Equal(b, o) || (b == nil || o == nil) && (silent || isIdentity(k)) {
			continue
		}
		ds = append(ds, Difference{Key: k, Base: strings.Join(b, ", "), Other: strings.Join(o, ", ")})
	}
	return ds
}

// settings gathers the distinct values of each setting over a sweep's runs, but for those
// that name a machine, a place or a date.
func settings(s *Sweep) (keys []string, values map[string][]string) {
	var rs []*parse.Run
	for _, l := range s.Levels {
		rs = append(append(rs, l.Runs...), l.Failed...)
	}
	return settingsOf(rs, func(key string) bool { return !isOneOf(machineKeys, key) })
}

// settingsOf gathers the distinct values of the settings that are wanted, the workload and the
// version over runs, but for those that name a place or a date.
func settingsOf(rs []*parse.Run, wanted func(key string) bool) (keys []string, values map[string][]string) {
	values = map[string][]string{}
	seen := map[[2]string]bool{}
	add := func(key, value string) {
		if values[key] == nil {
			keys = append(keys, key)
			values[key] = []string{}
		}
		if at := [2]string{key, value}; value != "" && !seen[at] {
			seen[at] = true
			values[key] = append(values[key], value)
		}
	}
	for _, r := range rs {
		for _, c := range r.Config {
			if !isOneOf(placeKeys, c.Key) && wanted(c.Key) {
				add(c.Key, strings.TrimSpace(c.Value))
			}
		}
	}
	for _, r := range rs {
		if r.Status == parse.Failed || r.Status == parse.Empty {
			continue
		}
		if r.Workload != "" {
			add("workload", r.Workload)
		}
		if r.Version != "" {
			add("version", r.Version)
		}
	}
	for _, v := range values {
		slices.Sort(v)
	}
	return keys, values
}

// MixedRepeats says why runs that are taken for repeats of each other may be several systems
// under one name: they differ in settings, machine and database among them, or are columns of one
// table.
func (s *Sweep) MixedRepeats() []Note {
	var keys []string
	values := map[string][]string{}
	for _, l := range s.Levels {
		ks, vs := settingsOf(l.Runs, func(string) bool { return true })
		for _, k := range ks {
			if len(vs[k]) < 2 {
				continue
			}
			if values[k] == nil {
				keys = append(keys, k)
			}
			values[k] = append(values[k], vs[k]...)
		}
	}
	var ns []Note
	for _, k := range keys {
		slices.Sort(values[k])
		ns = append(ns, Note{"note.mixed-repeats", []any{s.System, k, few(slices.Compact(values[k]), ", ")}})
	}
	if _, n := s.sameLine(); n > 0 {
		ns = append(ns, Note{"note.same-line", []any{s.System, strconv.Itoa(n)}})
	}
	return ns
}

// sameLine finds columns of a table that stand under the name of one system: runs of one
// level and line. n is the most on a line.
func (s *Sweep) sameLine() (rs []*parse.Run, n int) {
	for _, l := range s.Levels {
		on := map[parse.Source][]*parse.Run{}
		for _, r := range slices.Concat(l.Runs, l.Copies) {
			if r.Tool() == "sysbench" && r.Source.Line > 0 { // fio writes many jobs into one line
				on[r.Source] = append(on[r.Source], r)
			}
		}
		for _, r := range l.Runs {
			if same := on[r.Source]; len(same) > 1 && same[0] == r {
				rs, n = append(rs, r), max(n, len(same))
			}
		}
	}
	return rs, n
}

// mostNamed is the number of values, or systems, that a message names one by one.
const mostNamed = 4

// few lists names for a message: "a, b, c, d … (14)".
func few(names []string, separator string) string {
	if len(names) <= mostNamed+1 {
		return strings.Join(names, separator)
	}
	return strings.Join(names[:mostNamed], separator) + " … (" + strconv.Itoa(len(names)) + ")"
}

// saysNothing reports whether a system's runs name no setting at all, as logs without their
// command line.
func saysNothing(values map[string][]string) bool {
	for k := range values {
		if !isIdentity(k) {
			return false
		}
	}
	return true
}

// isIdentity reports whether a setting is what the run itself says, not its configuration.
func isIdentity(key string) bool { return key == "workload" || key == "version" }

// isOneOf reports whether a setting is one of those named, however it is written.
func isOneOf(keys []string, key string) bool {
	k := strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(strings.Trim(key, "- ")))
	for _, driver := range []string{"mysql_", "pgsql_"} {
		k = strings.TrimPrefix(k, driver)
	}
	return slices.Contains(keys, k)
}
