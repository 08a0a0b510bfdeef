package analysis

import (
	"slices"

	"github.com/sbstat/sbstat/parse"
)

// sharedRuns finds measurements that stand under the names of two systems: the runs, of both,
// and their levels.
func sharedRuns(a, b *Sweep) (rs []*parse.Run, levels []int) {
	for _, l := range a.Levels {
		other := b.Level(l.Threads)
		if other == nil {
			continue
		}
		under := map[measurement]*parse.Run{} // under the name of b
		for _, r := range slices.Backward(other.Runs) {
			if m, telling := measured(r); telling {
				under[m] = r
			}
		}
		for _, r := range l.Runs {
			if m, _ := measured(r); under[m] != nil {
				rs = append(rs, r, under[m])
				if !slices.Contains(levels, l.Threads) {
					levels = append(levels, l.Threads)
				}
			}
		}
	}
	return rs, levels
}

// sharedLevels are the levels at which all runs of one system stand under the name of the
// other as well.
func sharedLevels(a, b *Sweep) []int {
	rs, levels := sharedRuns(a, b)
	return slices.DeleteFunc(levels, func(threads int) bool {
		shared := 0
		for _, r := range rs {
			if r.Threads == threads {
				shared++
			}
		}
		return shared < 2*min(len(a.Level(threads).Runs), len(b.Level(threads).Runs))
	})
}
