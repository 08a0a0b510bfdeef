package analysis

// sharedLevels are the levels at which all runs of one system stand under the name of the
// other as well.
func sharedLevels(a, b *Sweep) []int {
	var levels []int
	for _, l := range a.Levels {
		other := b.Level(l.Threads)
		if other == nil {
			continue
		}
		under := map[measurement]bool{} // the name of b
		for _, r := range other.Runs {
			if m, telling := measured(r); telling {
				under[m] = true
			}
		}
		shared := 0
		for _, r := range l.Runs {
			if m, _ := measured(r); under[m] {
				shared++
			}
		}
		if shared > 0 && shared >= min(len(l.Runs), len(other.Runs)) {
			levels = append(levels, l.Threads)
		}
	}
	return levels
}
