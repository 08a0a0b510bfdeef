package plotting

import (
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot"

	"github.com/sbstat/sbstat/parse"
)

func TestLabelsSpreadToTheirGapAndStayInOrder(t *testing.T) {
	got := spread([]float64{50, 52, 10, 53}, 10, 0, 100)
	assert.Equal(t, 10.0, got[2], "one that has room stays")
	assert.InDeltaSlice(t, []float64{41.6667, 51.6667, 61.6667}, []float64{got[0], got[1], got[3]}, 1e-3, "around the mean of their own places")
	got = spread([]float64{98, 99, 100}, 10, 0, 100)
	assert.Equal(t, []float64{80, 90, 100}, got, "not past the edge")
	got = spread([]float64{1, 2}, 10, 5, 100)
	assert.Equal(t, []float64{5, 15}, got)
}

func TestTickLabelsThatTouchAreLeftOutPowersOfTwoLast(t *testing.T) {
	ticks := levelTicks{8, 9, 10, 11, 12, 13, 14, 16}.Ticks(0, 100)
	got := thin(ticks, func(v float64) float64 { return v * 10 }, func(string) float64 { return 18 }, 5)
	var kept []string
	for _, k := range got {
		if k.Label != "" {
			kept = append(kept, k.Label)
		}
	}
	assert.Equal(t, []string{"8", "11", "16"}, kept)
	assert.Len(t, got, len(ticks), "the ticks themselves stay")
	assert.NotEmpty(t, ticks[1].Label, "the given ticks are not changed")
}

func TestALineBreaksAtBlanksAndBetweenChineseCharacters(t *testing.T) {
	st := &style{fonts: newFonts(Options{})}
	for _, text := range []string{"one two three four five six seven", "每并发仅一次运行：无置信区间（不作判定），重复三次即可得到。"} {
		lines := st.wrap(text, 10, false, 100, 9)
		require.Greater(t, len(lines), 1)
		for _, l := range lines {
			assert.LessOrEqual(t, st.width(l, 10, false), 100.0, l)
			assert.False(t, strings.HasPrefix(l, "，") || strings.HasPrefix(l, "：") || strings.HasPrefix(l, "）"), "no punctuation at the start of %q", l)
			assert.False(t, strings.HasSuffix(l, "（"), "no open bracket at the end of %q", l)
		}
		strip := func(s string) string { return strings.ReplaceAll(s, " ", "") }
		assert.Equal(t, strip(text), strip(strings.Join(lines, "")))
	}
	cut := st.wrap(strings.Repeat("word ", 50), 10, false, 100, 2)
	assert.Len(t, cut, 2)
	assert.True(t, strings.HasSuffix(cut[1], "…"))
	assert.LessOrEqual(t, st.width(cut[1], 10, false), 100.0)
}

func TestALongNameIsCutInTheMiddle(t *testing.T) {
	st := &style{fonts: newFonts(Options{})}
	got := st.clip("db.m6g.xlarge in Tokyo with gp3 (A)", 10, false, 100)
	assert.True(t, strings.HasPrefix(got, "db.m6g"))
	assert.True(t, strings.HasSuffix(got, "(A)"))
	assert.LessOrEqual(t, st.width(got, 10, false), 100.0)
	assert.Equal(t, "short", st.clip("short", 10, false, 100))
}

func TestTicksLieAtRoundNumbers(t *testing.T) {
	label := func(ts []plot.Tick) (out []string) {
		for _, k := range ts {
			out = append(out, k.Label)
		}
		return out
	}
	assert.Equal(t, []string{"0", "200", "400", "600", "800", "1,000", "1,200"}, label(niceTicks{n: 6}.Ticks(0, 1200)))
	assert.Equal(t, []string{"−0.05", "0.00", "0.05"}, label(niceTicks{n: 3}.Ticks(-0.06, 0.09)))
	assert.Equal(t, []string{"0.1", "1", "10", "100", "1,000"}, label(logTicks{n: 5}.Ticks(0.05, 2000)))
	assert.Equal(t, []string{"10", "20", "50", "100"}, label(logTicks{n: 6}.Ticks(10, 100)))
	assert.Empty(t, niceTicks{n: 6}.Ticks(5, 5))
	assert.Empty(t, logTicks{n: 6}.Ticks(0, 10))
}

func TestALogarithmicScaleDoesNotPanicAtZero(t *testing.T) {
	assert.Less(t, logScale{}.Normalize(1, 100, 0), -1.0)
	assert.Less(t, logScale{}.Normalize(1, 100, -5), -1.0)
	assert.InDelta(t, 0.5, logScale{}.Normalize(1, 100, 10), 1e-12)
}

func TestASystemKeepsItsColourAndMarkerWhateverTheFigureShows(t *testing.T) {
	study := []string{"A", "B", "C"}
	b, err := newBuilder(Options{Systems: study}, []string{"C"})
	require.NoError(t, err)
	all, err := newBuilder(Options{}, study)
	require.NoError(t, err)
	assert.Equal(t, all.looks.of("C"), b.looks.of("C"))
	own, err := newBuilder(Options{Colors: map[string]string{"B": "#123456"}}, study)
	require.NoError(t, err)
	assert.Equal(t, rgb(0x123456), own.looks.of("B").color)
}

func TestARunHasTheColourOfItsSystem(t *testing.T) {
	opts := Options{Systems: []string{"A", "B"}, Colors: map[string]string{"B": "#123456"}}
	f, err := CDF([]*parse.Run{histogram("B", 12), histogram("A", 30)}, opts)
	require.NoError(t, err)
	require.Len(t, f.keys, 2)
	assert.Equal(t, rgb(0x123456), f.keys[0].look.color)
	assert.Equal(t, themes[Light].series[0], f.keys[1].look.color)
	f, err = CDF([]*parse.Run{histogram("B", 12), histogram("B", 30)}, opts)
	require.NoError(t, err)
	assert.NotEqual(t, f.keys[0].look.color, f.keys[1].look.color, "two runs of a system")
}

func TestTwelveSystemsDifferInMarkerAndInColourOrDashes(t *testing.T) {
	for name, th := range themes {
		l := looks{theme: th}
		var seen []look
		for i := range 12 {
			l.add(string(rune('A' + i)))
		}
		for _, s := range l.order {
			k := l.of(s)
			for _, o := range seen {
				assert.NotEqual(t, o.marker, k.marker)
				assert.False(t, o.color == k.color && len(o.dashes) == len(k.dashes), "%s: %s", name, s)
			}
			assert.Greater(t, contrast(k.color, th.back), 1.8, "%s: %s shows on its background", name, s)
			seen = append(seen, k)
		}
	}
}

func TestNoSpikeIsLostWhenALongLineIsThinned(t *testing.T) {
	var pts []xy
	for i := range 100000 {
		pts = append(pts, xy{float64(i), 1})
	}
	pts[77777].y, pts[1234].y = 50, -3
	got := decimate(pts, 2000)
	assert.LessOrEqual(t, len(got), 2000)
	assert.True(t, slices.Contains(got, pts[77777]))
	assert.True(t, slices.Contains(got, pts[1234]))
	assert.True(t, slices.IsSortedFunc(got, func(a, b xy) int { return signOf(a.x - b.x) }))
}

// Twelve fits, a caption of many lines, a small figure: what was left out is said all the same, and
// a caller hears that his text does not fit.
func TestNotesAreNeverCutOffBehindALongCaption(t *testing.T) {
	sweeps := twelveSweeps("system")
	sweeps[0].Levels[1].Runs = nil
	for _, o := range []Options{{}, {Width: 700, Height: 560}, {Width: 400, Height: 900}} {
		f, err := Scaling(sweeps, o)
		require.NoError(t, err)
		require.NotEmpty(t, f.Notes)
		texts := strings.Join(readSVG(t, encoded(t, f, "svg")).texts, " ")
		for _, n := range f.Notes {
			assert.Contains(t, texts, n, "%v", o)
		}
	}
	f, err := Scaling(sweeps, Options{Caption: strings.Repeat("many words and ", 120)})
	require.NoError(t, err)
	assert.ErrorContains(t, f.SVG(io.Discard), "the caption takes")
}

func TestOfEvenlySpacedTickLabelsSomeStayEvenly(t *testing.T) {
	kept := func(room float64) (out []string) {
		for _, k := range thin(levelTicks{1, 2, 4, 8, 16, 32, 64, 128}.Ticks(0, 200), func(v float64) float64 { return 10 * math.Log2(v) }, func(string) float64 { return room }, 2) {
			if k.Label != "" {
				out = append(out, k.Label)
			}
		}
		return out
	}
	assert.Len(t, kept(8), 8)
	assert.Equal(t, []string{"1", "4", "32", "128"}, kept(12), "no hole at one end")
}
