package analysis

import (
	"slices"
	"strings"
)

// Setting is one setting of several systems.
type Setting struct {
	Key    string
	Values []string // by system, in the order of the sweeps; "" where its runs do not state it
}

// Differs reports whether two systems state different values. A system that states none
// differs from nobody: it may be the same there or not.
func (s Setting) Differs() bool {
	first := ""
	for _, v := range s.Values {
		switch {
		case v == "":
		case first == "":
			first = v
		case v != first:
			return true
		}
	}
	return false
}

// Stated counts the systems that state a value.
func (s Setting) Stated() int {
	n := 0
	for _, v := range s.Values {
		if v != "" {
			n++
		}
	}
	return n
}

// Settings lists the settings of several systems (with the workload and the version of
// sysbench), in the order in which the runs name them. What names a machine, a place or a date
// is left out. A value such as N/A states nothing; a system whose runs differ among themselves has its
// values joined by commas.
func Settings(sweeps []*Sweep) []Setting {
	var all []Setting
	for i, s := range sweeps {
		keys, values := settings(s)
		for _, k := range keys {
			at := slices.IndexFunc(all, func(s Setting) bool { return s.Key == k })
			if at < 0 {
				at = len(all)
				all = append(all, Setting{k, make([]string, len(sweeps))})
			}
			stated := slices.DeleteFunc(values[k], func(v string) bool {
				return slices.Contains([]string{"n/a", "-", "–", "—"}, strings.ToLower(v))
			})
			all[at].Values[i] = strings.Join(stated, ", ")
		}
	}
	return all
}
