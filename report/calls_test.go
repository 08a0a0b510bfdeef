package report_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/report"
)

// Expected values are computed by hand from the published AWS table.
func TestCallsPrintTheFiguresOfTheTable(t *testing.T) {
	for call, want := range map[string]string{
		`tps "x86" (at 16)`:                                        "341.30",
		`tps "x86" (at 16) | round 0`:                              "341",
		`tps "x86" peak`:                                           "1159.85",
		`qps "Graviton" (at 2)`:                                    "796.65",
		`avg "Graviton" (at 16)`:                                   "58.17 ms",
		`p95 "x86" (at 2)`:                                         "112.67 ms",
		`value "p95" "x86" (at 2)`:                                 "112.67 ms",
		`tps "graviton" (at 2 4)`:                                  "39.83 and 77.73",
		`tps "Graviton" (at "96-128")`:                             "1097.63 and 1171.50",
		`delta "tps" "x86" vs "Graviton" mean`:                     "+15.3 % relative to Graviton",
		`delta "tps" "x86" vs "Graviton" mean | bare`:              "+15.3 %",
		`delta "tps" "Graviton" vs "x86" mean | bare`:              "−12.7 %",
		`delta "tps" "x86" vs "Graviton" median | bare`:            "+18.6 %",
		`delta "tps" "x86" vs "Graviton" geomean | round 2 | bare`: "+14.94 %",
		`delta "tps" "x86" vs "Graviton" best | bare`:              "+26.8 %",
		`delta "tps" "x86" vs "Graviton" worst | bare`:             "−1.0 %",
		`delta "p95" "x86" vs "Graviton" best | bare`:              "−20.9 %",
		`delta "tps" "x86" vs "Graviton" (at 96 128) | bare`:       "+0.2 % and −1.0 %",
		`delta "tps" "x86" vs "Graviton" (at 128 96) | bare`:       "−1.0 % and +0.2 %",
		`delta "p95" "x86" vs "Graviton" mean focus | bare`:        "−15.5 %",
		`delta "price" "x86" vs "Graviton" | bare`:                 "+12.4 %",
		`delta "value" "Graviton" vs "x86" best | bare`:            "+13.6 %",
		`span "tps" "x86" vs "Graviton"`:                           "−1.0 % to +26.8 %",
		`added "avg" "x86" vs "Graviton" (at 16) | bare`:           "−11.30 ms",
		`higher "tps" "x86" vs "Graviton" mean`:                    "15.3 %",
		`lower "avg" "x86" vs "Graviton" (at 8)`:                   "21.1 %",
		`better "p95" "x86" vs "Graviton" (at 16)`:                 "19.4 %",
		`worse "p95" "x86" vs "Graviton" (at 2)`:                   "101.8 %",
		`better "value" "x86" vs "Graviton" (at 16)`:               "10.4 %",
		`cheaper "x86" vs "Graviton" (at 16)`:                      "9.4 %",
		`cheaper "Graviton" vs "x86" (at 96 128)`:                  "10.9 % and 11.9 %",
		`close "tps" "x86" vs "Graviton" (at 96 128)`:              "within 1.0 %",
		`cost "Graviton" (at 16)`:                                  "3.040 USD/h",
		`cost "x86" (at 16) (per 100)`:                             "0.2754 USD/h",
		`cost "x86" (at 16) (per million)`:                         "0.7650 USD",
		`price "x86"`:                                              "0.94 USD/h",
		`breakeven "x86" vs "Graviton"`:                            "from about 2.2 to 67 threads",
		`breakeven "Graviton" vs "x86"`:                            "up to about 2.2 threads and from about 67 threads",
		`breakeven "x86" vs "Graviton" (at 16)`:                    "1.037 USD/h",
		`capacity "x86"`:                                           "990 TPS (between 48 and 64 threads)",
		`capacity "x86" "p95=100ms"`:                               "1059 TPS (between 64 and 96 threads)",
		`cost "x86" slo`:                                           "0.9500 USD/h",
		`overhead "Graviton" vs "x86"`:                             "12.7 %",
		`focus`:                                                    "4–64",
		`slo`:                                                      "p95 ≤ 80 ms",
		`levels "x86"`:                                             "2, 4, 8, 16, 24, 32, 48, 64, 96 and 128",
		`label "x86"`:                                              "x86",
		`"{{"`:                                                     "&#123;{",
	} {
		assert.Equal(t, want, line(t, "{{ "+call+" }}"), call)
	}
	assert.Contains(t, line(t, `{{ verdict "tps" "x86" vs "Graviton" }}`), "no verdict (one run a level")
}

func TestAStatementThatTheDataContradictFailsWithItsLine(t *testing.T) {
	for call, want := range map[string]string{
		`higher "tps" "x86" vs "Graviton" (at 128)`:    "n.md:13: higher \"tps\" x86 vs Graviton, 128 threads: it is 1.0 % lower.\n  use lower, or close (margin 5 %)",
		`lower "tps" "x86" vs "Graviton" mean`:         "n.md:13: lower \"tps\" x86 vs Graviton, mean of 10 levels: it is 15.3 % higher.\n  use higher",
		`lower "tps" "x86" vs "Graviton" mean focus`:   "n.md:13: lower \"tps\" x86 vs Graviton, mean of the 7 levels in 4–64: it is 20.3 % higher.\n  use higher",
		`better "p95" "x86" vs "Graviton" (at 2)`:      "n.md:13: better \"p95\" x86 vs Graviton, 2 threads: it is 101.8 % higher.\n  use worse",
		`higher "tps" "x86" vs "Graviton" (at 96 128)`: "128 threads: it is 1.0 % lower.",
		`close "tps" "x86" vs "Graviton" (at 64 96)`:   "n.md:13: close \"tps\" x86 vs Graviton, 64 threads: it is 13.9 % higher.\n  use higher, or a wider margin than 5 % in the head",
		`cheaper "x86" vs "Graviton" (at 128)`:         "128 threads: it is 13.6 % higher.",
	} {
		n := load(t, head+"---\n# T\n\n\nIt is {{ "+call+" }}.\n")
		_, err := n.Run()
		require.Error(t, err, call)
		assert.Contains(t, err.Error(), want)
		assert.ErrorIs(t, err, report.ErrContradicted)
	}
}

func TestAllErrorsOfANotebookAreToldAtOnceInTheOrderOfLines(t *testing.T) {
	n := load(t, head+"---\n{{ tps \"x86\" (at 17) }}\n\n{{ higher \"tps\" \"Graviton\" vs \"x86\" mean }}\n")
	_, err := n.Run()
	var es report.Errors
	require.ErrorAs(t, err, &es)
	require.Len(t, es, 2)
	assert.Equal(t, "n.md:10: x86 has no tps at 17 threads; levels are: 2 4 8 16 24 32 48 64 96 128", es[0].Error())
	assert.Equal(t, 12, es[1].Line)
	assert.False(t, errors.Is(err, report.ErrContradicted), "not only the prose is at fault")
}

func TestAWrongCallSaysWhatIsKnown(t *testing.T) {
	for call, want := range map[string]string{
		`tps "gravitn" (at 16)`:                     `no system "gravitn"; systems are: Graviton, x86`,
		`tps "" (at 16)`:                            `no system ""; systems are: Graviton, x86`,
		`tps "x86"`:                                 `tps: at which level? write (at 16) or peak; levels of x86 are: 2 4 8`,
		`tps "x86" mean`:                            `mean is for comparisons`,
		`tps "x86" 16`:                              `levels are written (at 16)`,
		`tps x86`:                                   `no call "x86"`,
		`iops "x86" (at 16)`:                        `x86 has no iops`,
		`tsp "x86"`:                                 "no call \"tsp\"\n  calls are: added at author avg",
		`delta "tps" "x86" mean`:                    `delta: say against what: delta "x86" vs "Graviton"`,
		`delta "tps" "x86" vs "Graviton"`:           `say which figure: mean, median, geomean, best, worst or (at 16)`,
		`delta "tpss" "x86" vs "Graviton" mean`:     `no metric "tpss"`,
		`delta "tps" "x86" vs "x86" mean`:           `both sides are x86`,
		`delta "tps" "x86" vs "Graviton" mean peak`: `both mean and peak`,
		`delta "tps" "x86" vs "Graviton" (at 3)`:    `no tps at 3 threads`,
		`higher "tps" "x86" vs "Graviton" (at 0)`:   `0 is no number of threads`,
		`delta "tps" "x86" vs "Graviton" (at 1)`:    `no tps at 1 thread;`,
		`verdict "x86" vs "Graviton"`:               `verdict: which metric? verdict "tps" "x86" vs "Graviton"`,
		`overhead "tps" "x86" vs "Graviton"`:        `overhead takes no metric: overhead "x86" vs "Graviton"`,
		`peak "x86"`:                                `peak takes nothing behind it: it belongs to a call, such as {{ tps "…" peak }}`,
		`mean`:                                      `mean belongs to another call`,
		`vs`:                                        `vs belongs to another call`,
		`at 16`:                                     `says nothing alone`,
		`tps "x86" (at 16) | round -1`:              `expected 0 to 9 decimals`,
		`figure "througput"`:                        `no figure "througput"; figures are: throughput latency`,
		`figure`:                                    `figure: which?`,
		`table "x"`:                                 `no table "x"; tables are: comparison`,
		`figure "timeline"`:                         `figure "timeline"`,
		`said "x"`:                                  `no claim "x"`,
		`data "arm"`:                                `no system "arm"`,
		`ledger`:                                    `the head has no claims`,
		`cost "x86" (at 16) (per 0)`:                `expected (per 100), (per 1000) or (per million)`,
		`capacity "x86" "p95"`:                      `capacity: `,
	} {
		_, err := load(t, head+"---\n{{ "+call+" }}\n").Run()
		require.Error(t, err, call)
		assert.Contains(t, err.Error(), "n.md:10: ", call)
		assert.Contains(t, err.Error(), want, call)
	}
}

func TestANotebookIsNoProgram(t *testing.T) {
	for _, text := range []string{
		`{{ range 1000000000 }}x{{ end }}`, `{{ define "a" }}{{ template "a" }}{{ end }}{{ template "a" }}`,
		`{{ if true }}x{{ end }}`, `{{ with 1 }}{{ . }}{{ end }}`, `{{ $x := 1 }}`, `{{ . }}`, `{{ .Files }}`, `{{ printf "%1000000d" 1 }}`,
		`{{ print 1 }}`, `{{ len "x" }}`, `{{ html "x" }}`, `{{ js "x" }}`, `{{ call 1 }}`, `{{ index "x" 1 }}`, `{{ capture 1 }}`, `{{ nil }}`, `{{ true }}`,
		`{{ ((((((((((title)))))))))) }}`, `{{ title`, `{{ }}`, `{{ tps "x86 }}`, `{{ block "a" . }}{{ end }}`, `{{ break }}`,
	} {
		_, err := load(t, head+"---\n"+text+"\n").Run()
		require.Error(t, err, text)
		assert.Contains(t, err.Error(), "n.md:", text)
	}
}

func TestAnUnclosedBlockIsToldWithTheLineOfItsOpening(t *testing.T) {
	_, err := load(t, head+"---\n# T\n\n{{ title }} {{ if true }}\n\ntext\n\nmore\n").Run()
	assert.ErrorContains(t, err, "n.md:12: {{ if true }} is no call: a notebook holds prose and values, no program")
	_, err = load(t, head+"---\n# T\n\n{{ if true }}x{{ end }}\n\n{{- range 3 -}}\nmore\n").Run()
	assert.ErrorContains(t, err, "n.md:14: {{- range 3 -}} is no call")
}

func TestAnUnclosedCallIsToldWithTheLineOfItsOpening(t *testing.T) {
	for text, want := range map[string]string{
		"# T\n\n{{ title\n\ntext\n":                 "n.md:12: a call that begins with {{ here is not closed with }}",
		"# T\n\n{{ tps \"x86\" at 16":               "n.md:12: a call that begins with {{ here is not closed with }}",
		"# T\n\n{{ title\n\n{{ figure \"delta\" }}": "n.md:14: a { within a call: is the call before it closed with }}?",
		"{{ {{ title }} }}\n":                       "n.md:10: a { within a call",
	} {
		_, err := load(t, head+"---\n"+text).Run()
		require.Error(t, err, text)
		assert.Contains(t, err.Error(), want, text)
		assert.NotContains(t, err.Error(), "notebook:", text)
	}
}

func TestFullWidthQuotesGetTheASCIIOnesSuggested(t *testing.T) {
	_, err := load(t, head+"---\n\n高 {{ higher “tps” “x86” vs “Graviton” mean }}。\n").Run()
	assert.ErrorContains(t, err, `n.md:11: full-width "“" in a call; write ASCII quotes and brackets: {{ higher "tps" "x86" vs "Graviton" mean }}`)
	_, err = load(t, head+"---\n{{ tps \"x86\" （at 16） }}\n").Run()
	assert.ErrorContains(t, err, `{{ tps "x86" (at 16) }}`)
}

func TestANumberTypedIntoTheProseIsWarnedOf(t *testing.T) {
	n := load(t, head+`claims: {a: {says: "12.7 %", number: 12.7%}}
---
x86 is 15.3 % faster, not 12.7 % as was said, at 16 threads.

`+"`99.9 %`"+` and [x](http://x.org/10.55) are no prose, MySQL 8.0.33 is no result; 341.30 TPS is one, and so is 58 ms.
The price is 0.94 USD and the limit 80 ms.
`)
	doc, err := n.Run()
	require.NoError(t, err)
	var found []string
	for _, w := range doc.Warnings {
		found = append(found, w.Error())
	}
	require.Len(t, found, 3)
	assert.Contains(t, found[0], `n.md:11: "15.3 %" is typed and not computed`)
	assert.Contains(t, found[1], `n.md:13: "341.30 TPS"`)
	assert.Contains(t, found[2], `n.md:13: "58 ms"`)
}

func TestTheDocumentationNamesEveryCallAndEveryTable(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	_, err = load(t, head+"---\n{{ nothing }}\n").Run()
	_, calls, _ := strings.Cut(err.Error(), "calls are: ")
	_, err = load(t, head+"---\n{{ table \"nothing\" }}\n").Run()
	_, tables, _ := strings.Cut(err.Error(), "tables are: ")
	for _, name := range strings.Fields(strings.TrimSuffix(calls, "p50 … p99") + tables) {
		assert.Regexp(t, `\b`+name+`\b`, string(doc), name)
	}
}

func TestPicturesOfTheProseAreWarnedOfSinceTheOutputsDoNotHoldThem(t *testing.T) {
	n := load(t, head+"---\n![arch](arch.png)\n\n<img src=\"https://example.org/x.png\"> and `![code](no.png)`\n\n{{ figure \"throughput\" }}\n")
	doc, err := n.Run()
	require.NoError(t, err)
	var got []string
	for _, w := range doc.Warnings {
		got = append(got, w.Error())
	}
	line := strings.Count(head, "\n") + 2
	assert.Equal(t, []string{
		fmt.Sprintf(`n.md:%d: "arch.png": the outputs do not hold this picture: put it beside each of them`, line),
		fmt.Sprintf(`n.md:%d: "https://example.org/x.png": whoever opens the page loads this picture from the network`, line+2),
	}, got)
}

// A notebook's confidence is that of every interval in it: the t quantile at 90 % is smaller than
// that at 95 % whatever its degrees of freedom, so each interval is narrower.
func TestTheConfidenceOfTheHeadIsThatOfEveryInterval(t *testing.T) {
	calls := []string{
		`{{ tps "A" (at 8) }}`, `{{ delta "tps" "B" vs "A" geomean }}`, `{{ cost "A" (at 8) }}`, `{{ cost "B" peak }}`, `{{ cost "A" slo }}`,
		`{{ capacity "A" }}`, `{{ breakeven "B" vs "A" (at 8) }}`, `{{ better "value" "B" vs "A" (at 2) }}`, `{{ scaling "A" }}`,
	}
	run := func(confidence string) *report.Document {
		text := "---\ntitle: T\nsystems:\n" +
			"  A: {data: sweep-quiet/cfgA-*.log, price: 1USD/h}\n  B: {data: sweep-quiet/cfgB-*.log, price: 1.2USD/h}\n" +
			"slo: {p95: 12ms}\nconfidence: " + confidence + "\n---\n# T\n\n" + strings.Join(calls, "\n\n") +
			"\n\n{{ table \"capacity\" }}\n\n{{ table \"cost\" }}\n\n{{ figure \"cost\" }}\n\n{{ figure \"scaling\" }}\n"
		n, err := report.Load(report.Overlay(fstest.MapFS{"n.md": {Data: []byte(text)}}, os.DirFS("../testdata/logs/sb10")), "n.md")
		require.NoError(t, err)
		doc, err := n.Run()
		require.NoError(t, err)
		return doc
	}
	wide, narrow := run("0.95"), run("0.9")
	require.Len(t, narrow.Values, len(wide.Values))
	seen := map[string]bool{}
	for i, w := range wide.Values {
		for k, w := range w.Numbers {
			if n := narrow.Values[i].Numbers[k]; w.Low.OK && w.High.OK && w.Low.V < w.High.V {
				seen[wide.Values[i].Call] = true
				assert.Less(t, n.High.V-n.Low.V, w.High.V-w.Low.V, wide.Values[i].Call)
			}
		}
	}
	assert.Len(t, seen, len(calls), "calls with an interval: %v", seen)
	text := markdownOf(t, narrow)
	assert.NotContains(t, text, "95 % interval")
	assert.Contains(t, text, "In brackets: 90 % intervals.")
	assert.Contains(t, text, "90 % intervals of the peak")
}
