package parse

import "math"

// Series summarises the interval lines of a run, so that they need not be
// kept. The zero value is a run without interval lines.
type Series struct {
	Count     int     // interval lines
	FirstSec  float64 // end of the first interval
	LastSec   float64 // end of the last one
	TPS       Moments
	QPS       Moments
	EPS       Moments
	LatencyMs Moments // at the percentile Rank; intervals without data left out
	ErrPerSec Moments
	ReadMiB   Moments // MiB/s read (fileio), or moved (memory)
	WriteMiB  Moments // MiB/s written
	QueueLen  Moments // --rate
	Rank      float64 // percentile rank of LatencyMs; 0 unknown
	Stalls    int     // intervals in which nothing finished
}

// Moments gathers count, mean, variance, least and greatest of a series
// without keeping it (Welford 1962).
type Moments struct {
	N              int
	Mean, Min, Max float64
	m2             float64 // sum of squared distances from the mean
}

// Add takes one more value in.
func (m *Moments) Add(x float64) {
	m.N++
	if m.N == 1 {
		m.Min, m.Max = x, x
	}
	d := x - m.Mean
	m.Mean += d / float64(m.N)
	m.m2 += d * (x - m.Mean)
	m.Min, m.Max = min(m.Min, x), max(m.Max, x)
}

// SD returns the sample standard deviation (n − 1), absent below two values.
func (m Moments) SD() Num {
	if m.N < 2 {
		return Num{}
	}
	return Some(math.Sqrt(m.m2 / float64(m.N-1)))
}
