package analysis_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/analysis"
)

// Miles per gallon of R's mtcars, by transmission.
var (
	automatic = []float64{21.4, 18.7, 18.1, 14.3, 24.4, 22.8, 19.2, 17.8, 16.4, 17.3, 15.2, 10.4, 10.4, 14.7, 21.5, 15.5, 15.2, 13.3, 19.2}
	manual    = []float64{21, 21, 22.8, 32.4, 30.4, 33.9, 27.3, 26, 30.4, 15.8, 19.7, 15, 21.4}
)

// Extra hours of sleep of R's sleep, by drug.
var (
	sleep1 = []float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0}
	sleep2 = []float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}
)

// R's lh (luteinizing hormone) and Nile (annual flow).
var (
	lh = []float64{
		2.4, 2.4, 2.4, 2.2, 2.1, 1.5, 2.3, 2.3, 2.5, 2.0, 1.9, 1.7, 2.2, 1.8, 3.2, 3.2, 2.7, 2.2, 2.2, 1.9, 1.9, 1.8, 2.7, 3.0,
		2.3, 2.0, 2.0, 2.9, 2.9, 2.7, 2.7, 2.3, 2.6, 2.4, 1.8, 1.7, 1.5, 1.4, 2.1, 3.3, 3.5, 3.5, 3.1, 2.6, 2.1, 3.4, 3.0, 2.9,
	}
	nile = []float64{
		1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935, 1110, 994, 1020, 960, 1180, 799, 958, 1140,
		1100, 1210, 1150, 1250, 1260, 1220, 1030, 1100, 774, 840, 874, 694, 940, 833, 701, 916, 692, 1020, 1050, 969,
		831, 726, 456, 824, 702, 1120, 1100, 832, 764, 821, 768, 845, 864, 862, 698, 845, 744, 796, 1040, 759,
		781, 865, 845, 944, 984, 897, 822, 1010, 771, 676, 649, 846, 812, 742, 801, 1040, 860, 874, 848, 890,
		744, 749, 838, 1050, 918, 986, 797, 923, 975, 815, 1020, 906, 901, 1170, 912, 746, 919, 718, 714, 740,
	}
)

func TestTheLogRatioIntervalOfMtcarsIsTheReferenceOne(t *testing.T) {
	e := analysis.LogRatioT(automatic, manual, 0.95)
	assert.InDelta(t, 1.422510271, e.Value.V, 5e-10)
	assert.InDelta(t, 1.188890, e.Low.V, 5e-7)
	assert.InDelta(t, 1.702038, e.High.V, 5e-7)
	assert.Equal(t, "method.log-ratio-t", e.Method)
	assert.Equal(t, 32, e.N)
}

func TestWelchAgreesWithRTTestOnSleep(t *testing.T) {
	// R: t.test(extra ~ group), group 1 minus group 2; here other − base.
	w := analysis.Welch(sleep2, sleep1, 0.95)
	assert.InDelta(t, -1.860813467, w.T.V, 5e-10)
	assert.InDelta(t, 17.77647352, w.DF.V, 5e-9)
	assert.InDelta(t, 0.07939414, w.P.V, 5e-9)
	assert.InDelta(t, -3.365483, w.Difference.Low.V, 5e-7)
	assert.InDelta(t, 0.205483, w.Difference.High.V, 5e-7)
}

func TestWelchOnMtcarsHasTheDegreesOfFreedomOfTheDifference(t *testing.T) {
	assert.InDelta(t, 18.33225, analysis.Welch(automatic, manual, 0.95).DF.V, 5e-6)
}

func TestMannWhitneyIsExact(t *testing.T) {
	u, p := analysis.MannWhitney([]float64{19, 22, 16, 29, 24}, []float64{20, 11, 17, 12})
	assert.Equal(t, 17.0, u)
	assert.InDelta(t, 0.1111111111, p.V, 5e-11)
}

func TestMannWhitneyAtThreeASideCannotGoBelowATenth(t *testing.T) {
	_, p := analysis.MannWhitney([]float64{1, 2, 3}, []float64{4, 5, 6})
	assert.InDelta(t, 0.1, p.V, 1e-12)
}

// With ties the reference is a count of all divisions of the pooled values, written
// independently of the package's dynamic programming.
func TestMannWhitneyWithTiesCountsAllDivisions(t *testing.T) {
	for _, s := range [][2][]float64{
		{{1, 2, 2, 3}, {2, 3, 4, 4, 5}},
		{{1, 1, 1, 1}, {1, 1, 1, 2}},
		{{5, 5, 7}, {5, 6, 6, 9, 9, 9}},
		{{3, 3, 3, 3}, {3, 3, 3, 3}},
	} {
		_, p := analysis.MannWhitney(s[0], s[1])
		assert.InDelta(t, countedP(s[0], s[1]), p.V, 1e-12, "%v", s)
	}
}

// countedP is the share of all ways to choose len(x) of the pooled values whose U lies at
// least as far from its mean as that of x.
func countedP(x, y []float64) float64 {
	pool := append(append([]float64{}, x...), y...)
	n := len(x)
	middle := float64(n*len(y)) / 2
	far := func(in []bool) float64 {
		u := 0.0
		for i := range pool {
			for j := range pool {
				if in[i] && !in[j] {
					if pool[i] > pool[j] {
						u++
					} else if pool[i] == pool[j] {
						u += 0.5
					}
				}
			}
		}
		if u > middle {
			return u - middle
		}
		return middle - u
	}
	observed := make([]bool, len(pool))
	for i := range x {
		observed[i] = true
	}
	limit, hits, all := far(observed), 0.0, 0.0
	for mask := range 1 << len(pool) {
		in, k := make([]bool, len(pool)), 0
		for i := range pool {
			if mask>>i&1 == 1 {
				in[i] = true
				k++
			}
		}
		if k != n {
			continue
		}
		all++
		if far(in) >= limit-1e-9 {
			hits++
		}
	}
	return hits / all
}

func TestLargeSamplesTakeTheNormalApproximationThatTheExactOneApproaches(t *testing.T) {
	var x, y []float64
	for i := range 50 {
		x = append(x, float64(i))
		y = append(y, float64(i)+7.5)
	}
	_, exact := analysis.MannWhitney(x, y)
	x, y = append(x, 24.2), append(y, 31.7)
	_, approx := analysis.MannWhitney(x, y)
	assert.InDelta(t, exact.V, approx.V, 0.005)
	assert.NotEqual(t, exact.V, approx.V)
}

func TestAFewRunsBesideHundredsAreComparedExactlyFromEitherSide(t *testing.T) {
	var many []float64
	for i := range 400 {
		many = append(many, float64(i))
	}
	// Of the C(404, 4) divisions, one is as extreme on each side; the next two have one value further in.
	divisions := 404.0 * 403 * 402 * 401 / 24
	for few, extreme := range map[[4]float64]float64{{-4, -3, -2, -1}: 2, {-4, -3, -2, 0.5}: 4} {
		u, p := analysis.MannWhitney(few[:], many)
		assert.InEpsilon(t, extreme/divisions, p.V, 1e-9)
		v, q := analysis.MannWhitney(many, few[:])
		assert.InEpsilon(t, extreme/divisions, q.V, 1e-9)
		assert.Equal(t, 1600.0, u+v, "U of both sides add up to the pairs")
	}
}

func TestHolmIsRsPAdjust(t *testing.T) {
	assert.InDeltaSlice(t, []float64{.05, .08, .09, .09, .09}, analysis.Holm([]float64{.01, .02, .03, .04, .05}), 1e-12)
	assert.InDeltaSlice(t, []float64{.09, .05, .09, .09, .08}, analysis.Holm([]float64{.03, .01, .05, .04, .02}), 1e-12, "in the order given")
	assert.Empty(t, analysis.Holm(nil))
}

func TestLagOneAutocorrelationIsRs(t *testing.T) {
	assert.InDelta(t, 0.5755244755, analysis.Autocorrelation(lh, 1).V, 5e-11)
	assert.InDelta(t, 0.4984081841, analysis.Autocorrelation(nile, 1).V, 5e-11)
}

func TestTheLawFitsSpecsdm91AsRDoes(t *testing.T) {
	u, err := analysis.FitUSL(
		[]float64{1, 18, 36, 72, 108, 144, 216},
		[]float64{64.9, 995.9, 1652.4, 1853.2, 1828.9, 1775.0, 1702.2}, 0)

	require.NoError(t, err)
	assert.InEpsilon(t, 0.02772847283, u.Alpha, 1e-7)
	assert.InEpsilon(t, 1.043654843e-4, u.Beta, 1e-7)
	assert.InEpsilon(t, 89.99522846, u.Gamma, 1e-7)
	assert.InEpsilon(t, 0.009121731, u.SEAlpha.V, 1e-5)
	assert.InEpsilon(t, 1.987527e-5, u.SEBeta.V, 1e-5)
	assert.InEpsilon(t, 14.21348809, u.SEGamma.V, 1e-5)
	assert.InDelta(t, 82.84582, u.Residual, 5e-5)
	assert.Equal(t, 4, u.DF)
	assert.InDelta(t, 96.51956, u.PeakThreads.Value.V, 5e-4)
	assert.InDelta(t, 1883.899, u.PeakTPS.Value.V, 5e-3)
	assert.InDelta(t, 3245.589, u.AmdahlLimit.V, 5e-2)
	assert.True(t, u.PeakThreads.HasInterval() && u.PeakTPS.HasInterval())
}

func TestRaytracerHasBetaAtItsBoundAndNoPeak(t *testing.T) {
	n := []float64{1, 4, 8, 12, 16, 20, 24, 28, 32, 48, 64}
	x := []float64{20, 78, 130, 170, 190, 200, 210, 230, 260, 280, 310}
	u, err := analysis.FitUSL(n, x, 0)
	require.NoError(t, err)
	assert.InEpsilon(t, 0.0577707804, u.Alpha, 1e-7)
	assert.Zero(t, u.Beta)
	assert.False(t, u.SEBeta.OK)
	assert.InEpsilon(t, 21.8488428, u.Gamma, 1e-7)
	assert.InEpsilon(t, 9.335669, u.Residual, 1e-6)
	assert.False(t, u.PeakThreads.Value.OK || u.PeakTPS.Value.OK)
	assert.Contains(t, notesOf(u.Notes), "no peak: β is 0, the fitted curve never bends down")

	six, err := analysis.FitUSL(n[:6], x[:6], 0)
	require.NoError(t, err)
	assert.InEpsilon(t, 0.02444404, six.Alpha, 1e-6)
	assert.InEpsilon(t, 0.00162681, six.Beta, 2e-6)
	assert.InEpsilon(t, 20.856045, six.Gamma, 1e-7)
	// R's interval with normal quantiles.
	const z = 1.959964
	assert.InDelta(t, .00800, six.Alpha-z*six.SEAlpha.V, 5e-6)
	assert.InDelta(t, .04089, six.Alpha+z*six.SEAlpha.V, 5e-6)
	assert.InDelta(t, .001114, six.Beta-z*six.SEBeta.V, 1e-6)
	assert.InDelta(t, .002139, six.Beta+z*six.SEBeta.V, 1e-6)
	assert.InDelta(t, 19.311, six.Gamma-z*six.SEGamma.V, 1e-3)
	assert.InDelta(t, 22.402, six.Gamma+z*six.SEGamma.V, 1e-3)
	assert.False(t, six.PeakThreads.Value.OK)
	assert.Contains(t, notesOf(six.Notes), "no peak in range: the fit puts it at 24 threads, beyond the last level 20")
}

func TestExactDataGiveExactCoefficients(t *testing.T) {
	u, err := analysis.FitUSL([]float64{1, 2, 4, 6, 8, 10}, []float64{1, 1.8868, 3.0769, 3.5294, 3.5398, 3.3557}, 0)
	require.NoError(t, err)
	assert.InDelta(t, 0.02, u.Alpha, 2e-4)
	assert.InDelta(t, 0.02, u.Beta, 2e-4)
	assert.InDelta(t, 1, u.Gamma, 2e-4)
}

func TestKneedleFindsTheKneeOfItsPaper(t *testing.T) {
	var x, y []float64
	for i := range 10 {
		x = append(x, float64(i)/9)
		y = append(y, 5-1/(x[i]+0.1))
	}
	assert.InEpsilon(t, 0.2222, analysis.Kneedle(x, y).V, 0.05)
}

func TestASweepThatStillRisesHasNoPeakAndAPlateauHasOne(t *testing.T) {
	n := []float64{1, 2, 4, 8, 16, 32}
	rises, err := analysis.FitUSL(n, []float64{100, 190, 350, 560, 600, 650}, 0)
	require.NoError(t, err)
	require.Greater(t, rises.Beta, 0.0)
	assert.False(t, rises.PeakThreads.Value.OK)
	plateau, err := analysis.FitUSL(n, []float64{100, 190, 350, 560, 646, 650}, 0)
	require.NoError(t, err)
	assert.True(t, plateau.PeakThreads.Value.OK)
	assert.Less(t, plateau.PeakThreads.Value.V, 32.0)
}

func TestASweepThatFallsFromItsFirstLevelOnHasNoPeak(t *testing.T) {
	for name, x := range map[string][]float64{"steeply": {100, 60, 30, 12, 5}, "slowly": {100, 97, 90, 75, 50}} {
		u, err := analysis.FitUSL([]float64{1, 2, 4, 8, 16}, x, 0)
		require.NoError(t, err)
		assert.False(t, u.PeakThreads.Value.OK, name)
		assert.False(t, u.PeakTPS.Value.OK, name)
		assert.Contains(t, notesOf(u.Notes), "no peak in range: the throughput falls from the first level on (1)", name)
	}
}

func TestPerfectlyLinearScalingHasNeitherContentionNorCoherencyNorAPeak(t *testing.T) {
	for _, per := range []float64{100, 0.3, 123456.789} {
		n := []float64{1, 2, 4, 8, 16}
		var x []float64
		for _, v := range n {
			x = append(x, per*v)
		}
		u, err := analysis.FitUSL(n, x, 0)
		require.NoError(t, err)
		assert.Zero(t, u.Alpha)
		assert.Zero(t, u.Beta)
		assert.InEpsilon(t, per, u.Gamma, 1e-12)
		assert.False(t, u.PeakThreads.Value.OK)
		assert.Contains(t, notesOf(u.Notes), "no peak: β is 0, the fitted curve never bends down")
	}
}

func TestAnIntervalOfThePeakBeyondTheMeasuredLevelsIsSaidToBe(t *testing.T) {
	const says = "the interval of the peak reaches beyond the measured levels 1 to 32: there the fit is extrapolated"
	for name, w := range map[string]struct {
		x      []float64
		beyond bool
	}{
		"points on the curve":      {[]float64{100, 190, 350, 560, 646, 650}, false},
		"points far off the curve": {[]float64{60, 290, 250, 700, 540, 640}, true},
	} {
		u, err := analysis.FitUSL([]float64{1, 2, 4, 8, 16, 32}, w.x, 0)
		require.NoError(t, err)
		require.True(t, u.PeakThreads.HasInterval(), name)
		assert.Equal(t, w.beyond, u.PeakThreads.Low.V < 1 || u.PeakThreads.High.V > 32, name)
		assert.Equal(t, w.beyond, contains(notesOf(u.PeakThreads.Notes), says), name)
		assert.Equal(t, w.beyond, contains(notesOf(u.Notes), says), name)
	}
}
