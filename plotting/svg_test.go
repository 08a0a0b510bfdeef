package plotting

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/analysis"
)

// svgFacts is the structure of an SVG: what a test may rely on whatever the
// library's version draws.
type svgFacts struct {
	root     map[string]string
	texts    []string
	elements map[string]int
	title    string
	desc     string
}

func readSVG(t *testing.T, b []byte) svgFacts {
	t.Helper()
	f := svgFacts{elements: map[string]int{}}
	d := xml.NewDecoder(strings.NewReader(string(b)))
	var in string
	var text strings.Builder
	for {
		tok, err := d.Token()
		if err == io.EOF {
			return f
		}
		require.NoError(t, err, "SVG must be well-formed XML")
		switch v := tok.(type) {
		case xml.StartElement:
			f.elements[v.Name.Local]++
			in = v.Name.Local
			text.Reset()
			if in == "svg" {
				f.root = map[string]string{}
				for _, a := range v.Attr {
					f.root[a.Name.Local] = a.Value
				}
			}
		case xml.CharData:
			text.Write(v)
		case xml.EndElement:
			switch in {
			case "text":
				f.texts = append(f.texts, text.String())
			case "title":
				f.title = text.String()
			case "desc":
				f.desc = text.String()
			}
			in = ""
		}
	}
}

func TestAnSVGKeepsTextAsTextWithViewBoxTitleAndDescription(t *testing.T) {
	f := throughput(t, Options{})
	s := readSVG(t, encoded(t, f, "svg"))
	assert.Equal(t, "0 0 1200 800", s.root["viewBox"])
	assert.Equal(t, "img", s.root["role"])
	assert.Contains(t, s.root["font-family"], "sans-serif")
	assert.Contains(t, s.root["font-family"], "Noto Sans CJK SC")
	assert.Equal(t, f.Title, s.title)
	assert.Equal(t, f.AltText, s.desc)
	for _, want := range []string{f.Title, f.Subtitle, "Graviton", "x86", "threads (log scale)", "transactions per second"} {
		assert.Contains(t, s.texts, want)
	}
}

func TestTheTicksOfAThreadAxisAreTheMeasuredLevels(t *testing.T) {
	s := readSVG(t, encoded(t, throughput(t, Options{}), "svg"))
	for _, level := range []string{"2", "4", "8", "16", "24", "32", "48", "64", "96", "128"} {
		assert.Contains(t, s.texts, level)
	}
	for _, other := range []string{"1", "12", "100", "256"} {
		assert.NotContains(t, s.texts, other)
	}
}

func TestEverySVGIsWellFormedAndSmall(t *testing.T) {
	each(t, Options{}, func(t *testing.T, f *Figure) {
		b := encoded(t, f, "svg")
		s := readSVG(t, b)
		assert.NotEmpty(t, s.desc, "alt text")
		assert.Less(t, len(b), 150<<10)
		assert.NotContains(t, string(b), "NaN")
		assert.NotContains(t, string(b), "Inf")
		assert.NotContains(t, string(b), "plot.", "an unknown message key")
		assert.NotContains(t, string(b), "%!", "a message that does not fit its arguments")
	})
}

func TestNamesAreEscapedAndShownAsTheyAre(t *testing.T) {
	name := `<script>"x"</script>&'A'`
	f, err := Throughput([]*analysis.Sweep{sweepOf(name, graviton), sweepOf("bad \x01\xff byte", x86)}, Options{})
	require.NoError(t, err)
	b := encoded(t, f, "svg")
	assert.NotContains(t, string(b), "<script")
	s := readSVG(t, b)
	assert.Zero(t, s.elements["script"])
	assert.Contains(t, strings.Join(s.texts, "\n"), name)
}

func TestTwoFiguresOfAPageHaveDifferentIDs(t *testing.T) {
	id := func(f *Figure) string { return readSVG(t, encoded(t, f, "svg")).root["aria-labelledby"] }
	assert.NotEqual(t, id(throughput(t, Options{})), id(throughput(t, Options{Title: "other"})))
}

func TestAnSVGInChineseNeedsNoFont(t *testing.T) {
	f := throughput(t, Options{Lang: "zh", Font: "/nonexistent.ttf"})
	s := readSVG(t, encoded(t, f, "svg"))
	assert.Contains(t, s.texts, "每秒事务数（TPS）")
}

func TestSVGHoldsOneMarkForEveryMeasuredPoint(t *testing.T) {
	count := func(sweeps []*analysis.Sweep) int {
		f, err := Throughput(sweeps, Options{Title: "T"})
		require.NoError(t, err)
		return strings.Count(string(encoded(t, f, "svg")), "Z") // closed shapes
	}
	all := count([]*analysis.Sweep{sweepOf("A", graviton)})
	less := count([]*analysis.Sweep{sweepOf("A", graviton[:9])})
	assert.Equal(t, 2, all-less, "a marker is its rim and its area")
}
