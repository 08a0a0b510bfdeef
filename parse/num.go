package parse

import (
	"encoding/json"
	"math"
)

// Num is a number that may be absent. The zero value is absent, which is not
// the same as zero: a column that a format lacks, a percentile that was
// switched off and the 0.00 latency of an idle second are all absent.
// In JSON an absent number is null.
type Num struct {
	V  float64
	OK bool
}

// Some returns the number v, present. NaN and infinities are no measurements
// and give an absent number.
func Some(v float64) Num {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Num{}
	}
	return Num{V: v, OK: true}
}

// MarshalJSON writes null for an absent number.
func (n Num) MarshalJSON() ([]byte, error) {
	if !n.OK {
		return []byte("null"), nil
	}
	return json.Marshal(n.V)
}

// UnmarshalJSON reads null as absent.
func (n *Num) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*n = Num{}
		return nil
	}
	if err := json.Unmarshal(b, &n.V); err != nil {
		return err
	}
	n.OK = true
	return nil
}
