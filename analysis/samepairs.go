package analysis

import "github.com/sbstat/sbstat/parse"

// SamePairs shows what comes of taking seconds for samples: of all pairs of repeats of the
// same system at the same level, how many a Welch test on their interval lines calls
// different at the given confidence. They were measured alike, so about 1 − confidence of the pairs
// should be; far more are, because the seconds of a run depend on each other and each
// run has conditions of its own. Pairs in which a run has fewer than two lines with the
// metric are left out.
func SamePairs(sweeps []*Sweep, m parse.Metric, confidence float64) (differ, pairs int) {
	alpha := 1 - withConfidence(confidence)
	for _, s := range sweeps {
		for _, l := range s.Levels {
			for i, a := range l.Runs {
				_, x := series(a, m, 0)
				for _, b := range l.Runs[i+1:] {
					_, y := series(b, m, 0)
					w := Welch(x, y, confidence)
					if len(x) < 2 || len(y) < 2 {
						continue
					}
					pairs++
					if w.P.OK && w.P.V < alpha {
						differ++
					}
				}
			}
		}
	}
	return differ, pairs
}
