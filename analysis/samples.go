package analysis

import "github.com/sbstat/sbstat/parse"

// Ratio estimates mean(other)/mean(base) with the method that fits the number of runs:
// no interval for one run a side, [LogRatioT] for repeats, [RatioBCa] from 20 a side.
func Ratio(base, other []float64, confidence float64) Estimate { return Estimate{} }

// LogRatioT estimates mean(other)/mean(base) with a t interval on the logarithm.
func LogRatioT(base, other []float64, confidence float64) Estimate { return Estimate{} }

// RatioBCa estimates mean(other)/mean(base) with a BCa bootstrap interval (10,000
// resamples, seeded).
func RatioBCa(base, other []float64, confidence float64) Estimate { return Estimate{} }

// MannWhitney returns U of x and the exact two-sided p value, ties included.
func MannWhitney(x, y []float64) (u float64, p parse.Num) { return 0, parse.Num{} }

// WelchTest is the outcome of Welch's t test.
type WelchTest struct {
	Difference Estimate  // mean(other) − mean(base)
	T, DF, P   parse.Num // absent where a side has fewer than two values
}

// Welch compares two means without assuming equal variances.
func Welch(base, other []float64, confidence float64) WelchTest { return WelchTest{} }

// Holm adjusts p values for multiple comparisons, in the order given.
func Holm(p []float64) []float64 { return nil }

// Autocorrelation returns the autocorrelation of x at a lag.
func Autocorrelation(x []float64, lag int) parse.Num { return parse.Num{} }

// EffectiveSampleSize returns how many independent values would tell as much about
// the mean as x.
func EffectiveSampleSize(x []float64) parse.Num { return parse.Num{} }

// BatchMeans estimates the mean of an autocorrelated series with a t interval on
// the means of ten batches; it needs 100 values.
func BatchMeans(x []float64, confidence float64) Estimate { return Estimate{} }

// MSER5 proposes how many values at the start of x are warm-up.
func MSER5(x []float64) (cut int, ok bool) { return 0, false }

// Kneedle finds the knee of a concave increasing curve.
func Kneedle(x, y []float64) parse.Num { return parse.Num{} }
