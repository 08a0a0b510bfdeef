package analysis

import (
	"slices"
	"strings"

	"github.com/sbstat/sbstat/parse"
)

// Difference is a setting that two systems do not share.
type Difference struct{ Key, Base, Other string }

// Keys that say where or when a run was made, not how; without the prefix of the
// database driver.
var placeKeys = []string{
	"host", "hostname", "ip", "port", "socket", "user", "db", "dir", "sub_dir", "file", "path",
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

// settings gathers the distinct values of each setting over a sweep's runs.
func settings(s *Sweep) (keys []string, values map[string][]string) {
	values = map[string][]string{}
	add := func(key, value string) {
		if values[key] == nil {
			keys = append(keys, key)
			values[key] = []string{}
		}
		if value != "" && !slices.Contains(values[key], value) {
			values[key] = append(values[key], value)
		}
	}
	for _, l := range s.Levels {
		for _, runs := range [][]*parse.Run{l.Runs, l.Failed} {
			for _, r := range runs {
				for _, c := range r.Config {
					if !isPlace(c.Key) {
						add(c.Key, strings.TrimSpace(c.Value))
					}
				}
			}
		}
	}
	for _, r := range s.runs() {
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

func isPlace(key string) bool {
	k := strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(strings.Trim(key, "- ")))
	for _, driver := range []string{"mysql_", "pgsql_"} {
		k = strings.TrimPrefix(k, driver)
	}
	return slices.Contains(placeKeys, k)
}
