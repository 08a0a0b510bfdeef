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

// Moments gathers count, mean, standard deviation, least and greatest of a
// series without keeping it. The sums are of distances from the first value
// (Chan, Golub and LeVeque 1983, "shifted data"), which loses no digits when
// the spread is small beside the mean.
type Moments struct {
	N          int
	Min, Max   float64 // 0 when N is 0
	shift      float64
	sum, sumSq float64
}

// Add takes one more value in.
func (m *Moments) Add(x float64) {
	if m.N == 0 {
		m.shift, m.Min, m.Max = x, x, x
	}
	m.N++
	d := x - m.shift
	m.sum += d
	m.sumSq += d * d
	if x < m.Min {
		m.Min = x
	}
	if x > m.Max {
		m.Max = x
	}
}

// Mean returns the arithmetic mean, absent when there is no value.
func (m Moments) Mean() Num {
	if m.N == 0 {
		return Num{}
	}
	return Some(m.shift + m.sum/float64(m.N))
}

// SD returns the sample standard deviation (n − 1), absent below two values.
func (m Moments) SD() Num {
	if m.N < 2 {
		return Num{}
	}
	n := float64(m.N)
	return Some(math.Sqrt(max(0, m.sumSq-m.sum*m.sum/n) / (n - 1)))
}
