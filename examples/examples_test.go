package examples_test

import (
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/examples"
	"github.com/sbstat/sbstat/report"
)

// figures are what the published tables give for each statement, computed by hand from
// the tables (see testdata/published), in the unit of the call: deltas in percent.
var figures = map[string]struct {
	holds   report.Holds
	digits  int
	numbers []string
	swapped string // by the other base
}{
	"aws-tps":        {report.BasesSwapped, 2, []string{"15.29"}, "−12.7 %"},
	"aws-lat":        {report.BasesSwapped, 2, []string{"-12.72"}, "+15.3 %"},
	"aws-16-tps":     {report.DoesHold, 2, []string{"275.02", "341.30"}, ""},
	"aws-16-cost":    {report.DoesHold, 4, []string{"0.3040", "0.2754"}, ""},
	"aws-16-adv":     {report.DoesHold, 2, []string{"10.37"}, ""},
	"aws-high":       {report.Roughly, 2, []string{"10.86", "11.95"}, ""},
	"aws-high-value": {report.DoesNotHold, 2, []string{"12.19", "13.57"}, ""},
	"aws-close":      {report.DoesHold, 2, []string{"0.23", "-0.99"}, ""},
	"aws-levels":     {report.DoesNotHold, 0, []string{"2", "4", "8", "16", "24", "32", "48", "64", "96", "128"}, ""},
	"vendor-52":      {report.NotSeen, 1, []string{"13.6"}, ""},

	"hw-gap":       {report.Roughly, 2, []string{"-45.33", "-14.50"}, ""},
	"hw-gap-upper": {report.DoesHold, 2, []string{"45.33"}, ""},
	"hw-30":        {report.Roughly, 2, []string{"-32.66"}, ""},
	"hw-price":     {report.NotTestable, 0, nil, ""},

	"ali-tps":            {report.DoesHold, 2, []string{"-4.11"}, ""},
	"ali-lat":            {report.DoesHold, 2, []string{"4.41"}, ""},
	"ali-price":          {report.DoesHold, 2, []string{"-36.11"}, ""},
	"ali-sum-tps":        {report.Roughly, 2, []string{"-4.11"}, ""},
	"ali-sum-price":      {report.Roughly, 2, []string{"-36.11"}, ""},
	"ali-16-tps":         {report.DoesHold, 2, []string{"2185.48", "2324.33"}, ""},
	"ali-16-cost":        {report.DoesHold, 4, []string{"0.7367", "1.0842"}, ""},
	"ali-16-adv":         {report.Roughly, 2, []string{"32.05"}, ""},
	"ali-16-adv-rounded": {report.DoesHold, 2, []string{"31.48"}, ""},
	"ali-16-adv-32":      {report.DoesHold, 2, []string{"32.05"}, ""},

	"oci-ha":        {report.Roughly, 2, []string{"-22.29", "-21.94"}, ""},
	"oci-az":        {report.DoesHold, 2, []string{"-0.31"}, ""},
	"oci-az-levels": {report.DoesNotHold, 2, []string{"-4.62", "-1.00", "0.05", "-7.40", "2.56", "0.35", "5.35", "0.10", "2.31", "-0.78"}, ""},
	"oci-lat":       {report.DoesHold, 2, []string{"0.13"}, ""},
	"oci-lat-load":  {report.DoesNotHold, 2, []string{"1.47", "-2.72"}, ""},
}

func TestEachStatementOfTheArticlesGetsTheFigureOfItsTable(t *testing.T) {
	seen := 0
	for _, name := range examples.Names() {
		doc, err := examples.Document(name, "en")
		require.NoError(t, err)
		for _, c := range doc.Ledger {
			want, ok := figures[c.ID]
			require.True(t, ok, "%s has no expected figure", c.ID)
			seen++
			assert.Equal(t, want.holds, c.Holds, c.ID)
			assert.Equal(t, want.swapped, c.Swapped, c.ID)
			var got []string
			for _, v := range c.Values {
				for _, n := range v.Numbers {
					x := n.Value.V
					if v.Unit == "fraction" {
						x *= 100
					}
					got = append(got, fmt.Sprintf("%.*f", want.digits, x))
				}
			}
			assert.Equal(t, want.numbers, got, c.ID)
		}
		assert.NoError(t, doc.Ledger.Err(), "each claim becomes what its notebook expects")
		assert.Empty(t, doc.Warnings, "%s types no result and has no problem in its data", name)
	}
	assert.Equal(t, len(figures), seen)
}

func TestTheGeometricMeansAreThoseOfTheTables(t *testing.T) {
	for _, c := range []struct{ name, call, want string }{
		{"aws-graviton", `delta "tps" "x86" vs "Graviton" geomean`, "+14.94 %"},
		{"aws-graviton", `delta "tps" "Graviton" vs "x86" geomean`, "−13.00 %"},
		{"aws-graviton", `delta "avg" "Graviton" vs "x86" mean`, "+15.30 %"},
		{"huawei-kunpeng", `delta "tps" "Kunpeng" vs "x86" geomean`, "−33.76 %"},
		{"aliyun-arm", `delta "tps" "ARM" vs "x86" geomean`, "−4.16 %"},
		{"oracle-ha", `delta "tps" "HA-cross" vs "standalone" geomean`, "−22.40 %"},
		{"oracle-ha", `added "avg" "HA-cross" vs "HA-one" (at 2 4 8)`, "+0.31 ms, +0.08 ms and 0.00 ms"},
	} {
		n, err := report.Load(examples.FS(), c.name+"/notebook.md")
		require.NoError(t, err)
		n.Text("RESULT {{ " + c.call + " | round 2 | bare }} END")
		doc, err := n.Run()
		require.NoError(t, err)
		files, err := doc.Render(report.Markdown, "x.md")
		require.NoError(t, err)
		assert.Contains(t, string(files[0].Data), "RESULT "+c.want+" END", c.call)
	}
}

func TestTheCommittedReportsAreWhatTheNotebooksGive(t *testing.T) {
	for _, name := range examples.Names() {
		want := map[string]bool{}
		for lang, readme := range map[string]string{"en": "README.md", "zh": "README.zh.md"} {
			doc, err := examples.Document(name, lang)
			require.NoError(t, err)
			files, err := doc.Render(report.Markdown, readme)
			require.NoError(t, err)
			assert.NoError(t, files.Check(name), "run: go run ./examples/%s", name)
			for _, f := range files {
				want[f.Name] = true
			}
		}
		have, err := fs.Glob(os.DirFS(name), "figures/*")
		require.NoError(t, err)
		for _, f := range have {
			assert.True(t, want[f], "%s/%s is no figure of the notebook any more", name, f)
		}
	}
}

func TestTheProgramOfAFolderWritesItsReports(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, examples.Write("survey", dir))
	for _, readme := range []string{"README.md", "README.zh.md"} {
		want, err := os.ReadFile("survey/" + readme)
		require.NoError(t, err)
		got, err := os.ReadFile(dir + "/" + readme)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got))
	}
}

func TestBothLanguagesHaveTheSameNumbers(t *testing.T) {
	numbers := func(doc *report.Document) map[string]string {
		out := map[string]string{}
		for _, c := range doc.Ledger {
			s := string(c.Holds)
			for _, v := range c.Values {
				s += fmt.Sprint(" ", v.Call, v.Numbers)
			}
			out[c.ID] = s
		}
		return out
	}
	for _, name := range examples.Names() {
		en, err := examples.Document(name, "en")
		require.NoError(t, err)
		zh, err := examples.Document(name, "zh")
		require.NoError(t, err)
		assert.Equal(t, numbers(en), numbers(zh), name)
		for i, c := range zh.Ledger {
			assert.NotEqual(t, en.Ledger[i].Says, c.Says, "%s: %s is not translated", name, c.ID)
			if en.Ledger[i].Note != "" {
				assert.NotEqual(t, en.Ledger[i].Note, c.Note, "%s: the note of %s is not translated", name, c.ID)
			}
		}
	}
}

// A newcomer has no CJK font: the English reports must not need one.
func TestTheEnglishReportsNeedNoFontOfTheSystem(t *testing.T) {
	for _, name := range examples.Names() {
		doc, err := examples.Document(name, "en")
		require.NoError(t, err)
		files, err := doc.Render(report.Markdown, "README.md")
		require.NoError(t, err)
		for _, f := range files[1:] {
			require.True(t, strings.HasSuffix(f.Name, ".svg"))
			text := string(f.Data)
			text = text[strings.Index(text, "<title"):] // before it stands the list of font families
			for _, c := range text {
				require.False(t, c >= 0x2e80 && c < 0xfb00, "%s/%s holds %q", name, f.Name, c)
			}
		}
	}
}
