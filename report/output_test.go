package report_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
	"github.com/sbstat/sbstat/plotting"
	"github.com/sbstat/sbstat/report"
)

// specified is the document of the specified notebook.
func specified(t *testing.T) *report.Document {
	t.Helper()
	n, err := report.Load(files(map[string]string{"graviton.md": graviton}), "graviton.md")
	require.NoError(t, err)
	doc, err := n.Run()
	require.NoError(t, err)
	return doc
}

func elements(t *testing.T, page string) []*html.Node {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	require.NoError(t, err)
	var out []*html.Node
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			out = append(out, n)
		}
	}
	return out
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func TestThePageNeedsNoScriptAndNoNetwork(t *testing.T) {
	p := page(t, specified(t))
	ids := map[string]bool{}
	var links []string
	for _, n := range elements(t, p) {
		assert.NotContains(t, []string{"script", "link", "iframe", "object", "embed", "base", "form"}, n.Data)
		for _, a := range n.Attr {
			assert.False(t, strings.HasPrefix(a.Key, "on"), "%s has %s", n.Data, a.Key)
			if a.Key == "src" || a.Key == "href" {
				assert.Regexp(t, `^(#|data:)`, a.Val)
				if strings.HasPrefix(a.Val, "#") {
					links = append(links, a.Val[1:])
				}
			}
		}
		if id := attr(n, "id"); id != "" {
			assert.False(t, ids[id], "id %s stands twice", id)
			ids[id] = true
		}
		links = append(links, strings.Fields(attr(n, "aria-labelledby"))...)
	}
	for _, id := range links {
		assert.True(t, ids[id], "a link to #%s leads nowhere", id)
	}
	assert.NotContains(t, p, "url(http")
	assert.NotContains(t, p, "@import")
}

func TestTheSameNotebookGivesTheSameBytes(t *testing.T) {
	for _, f := range report.Formats() {
		a, err := specified(t).Render(f, "x"+f.Ext())
		require.NoError(t, err)
		b, err := specified(t).Render(f, "x"+f.Ext())
		require.NoError(t, err)
		assert.Equal(t, a, b, f)
	}
}

// Captions and metadata come from files of others.
func TestTextOfTheDataAndTheHeadIsShownAndNeverObeyed(t *testing.T) {
	data := "<script>alert(1)</script> {{ tps }}\n\nthreads|transactions|queries|time|avg/Latency|95%/Latency\n2|100|2000|10|20.0|25.0\n4|200|4000|10|20.0|25.0\n"
	text := `---
title: "<script>alert('title')</script> & {{ x }}"
description: '"><script>alert(2)</script>'
author: "<b>me</b>"
systems:
  "<i>a</i>|b": {label: "<script>alert(3)</script>", data: d.txt, settings: {"<u>": "<img src=x onerror=alert(4)>"}}
claims:
  "<script>": {says: "<script>alert(5)</script>", note: "<script>alert(6)</script>"}
---
# {{ title }}

<script>alert(7)</script> and <b onclick="alert(8)">bold</b> [x](javascript:alert(9))

<div>
block
</div>

<!-- more -->

<!-- a --> <script>alert(10)</script>

{{ label "<i>a</i>|b" }} {{ figure "throughput" }} {{ table "systems" }} {{ table "summary" }} {{ ledger }} {{ data "<i>a</i>|b" }} {{ findings }}
`
	n, err := report.Load(files(map[string]string{"n.md": text, "d.txt": data}), "n.md")
	require.NoError(t, err)
	doc, err := n.Run()
	require.NoError(t, err)
	for _, f := range []report.Format{report.HTML, report.Fragment} {
		out, err := doc.Render(f, "x.html")
		require.NoError(t, err)
		for _, e := range elements(t, string(out[0].Data)) {
			assert.NotContains(t, []string{"script", "b", "i", "u"}, e.Data, f)
			assert.NotEqual(t, "x", attr(e, "src"), f)
			assert.NotContains(t, attr(e, "href"), "javascript", f)
			assert.Empty(t, attr(e, "onclick"), f)
		}
		assert.Contains(t, string(out[0].Data), "&lt;script&gt;alert(7)&lt;/script&gt;", "it is shown")
	}
	md := regexp.MustCompile("(?s)```.*?```").ReplaceAllString(markdownOf(t, doc), "") // a listing shows its text as it is
	assert.NotContains(t, md, "<script>")
	assert.NotContains(t, md, "<img")
	assert.NotContains(t, md, "<div>")
	assert.Contains(t, md, "<!-- more -->", "a comment steers site generators and stays")
	assert.Contains(t, md, `| &lt;i&gt;a&lt;/i&gt;\|b |`)
}

func TestALabelCannotLeadAnImageElsewhere(t *testing.T) {
	n := load(t, strings.Replace(head, "Graviton: {", "Graviton: {label: 'a](http://evil.example/x) ![b', ", 1)+"---\n# T\n\n{{ figure \"throughput\" }}\n")
	doc, err := n.Run()
	require.NoError(t, err)
	assert.NotRegexp(t, `[^\\]\]\(http`, markdownOf(t, doc))
}

func TestRawDataInAReportAreParsedAgain(t *testing.T) {
	for _, file := range []string{"aws-rds-graviton-vs-x86.txt", "oci-mysql-ha-vs-standalone.txt"} {
		table := map[string]string{"aws-rds-graviton-vs-x86.txt": "x86", "oci-mysql-ha-vs-standalone.txt": "10.0.0.13"}[file]
		n := load(t, "---\ntitle: T\nsystems:\n  S: {label: my system, data: {file: "+file+", table: "+table+"}}\n---\n# T\n\n{{ data \"S\" }}\n")
		doc, err := n.Run()
		require.NoError(t, err)
		res, err := parse.ReadAll(strings.NewReader(markdownOf(t, doc)), "out.md", parse.Options{})
		require.NoError(t, err)
		assert.Empty(t, res.Problems)
		sweeps := analysis.Sweeps(res.Runs)
		require.Len(t, sweeps, 1)
		assert.Equal(t, "my system", sweeps[0].System)
		want := n.Systems[0].Sweep
		require.Len(t, sweeps[0].Levels, len(want.Levels))
		for i, l := range sweeps[0].Levels {
			assert.Equal(t, want.Levels[i].Threads, l.Threads)
			assert.Equal(t, len(want.Levels[i].Failed), len(l.Failed), "a failed run stays one")
			for j, r := range l.Runs {
				w := want.Levels[i].Runs[j]
				assert.Equal(t, w.Transactions, r.Transactions)
				assert.Equal(t, w.Queries, r.Queries)
				assert.Equal(t, w.ElapsedSec, r.ElapsedSec)
				assert.Equal(t, w.Latency, r.Latency)
			}
		}
	}
}

func TestTheFragmentCarriesItsStylesAndAsksForPNGs(t *testing.T) {
	doc := specified(t)
	out, err := doc.Render(report.Fragment, "graviton.html")
	require.NoError(t, err)
	require.Len(t, out, 2)
	assert.Equal(t, "figures/throughput.png", out[1].Name)
	assert.Equal(t, "\x89PNG", string(out[1].Data[:4]))
	text := string(out[0].Data)
	assert.Contains(t, text, `<img src="https://example.org/2023/12/throughput.png" alt="TPS, x86`)
	for _, gone := range []string{"<style", "<svg", "class=", "<html", "data-head", "data:"} {
		assert.NotContains(t, text, gone)
	}
	for _, e := range elements(t, text) {
		if e.Data == "td" || e.Data == "h1" || e.Data == "table" {
			assert.NotEmpty(t, attr(e, "style"), e.Data)
		}
	}
}

func TestAFragmentForWeChatHasNoLinksAndNoIDs(t *testing.T) {
	n, err := report.Load(files(map[string]string{"graviton.md": graviton}), "graviton.md")
	require.NoError(t, err)
	n.Publish = report.Publish{Fragment: "wechat"}
	n.Text("See [the article](https://example.org/a).")
	doc, err := n.Run()
	require.NoError(t, err)
	out, err := doc.Render(report.Fragment, "graviton.html")
	require.NoError(t, err)
	text := string(out[0].Data)
	assert.NotContains(t, text, "<a ")
	assert.NotContains(t, text, "id=")
	assert.Contains(t, text, "See the article (https://example.org/a).")
}

func TestTheJSONHoldsEveryComputedValueInFullPrecision(t *testing.T) {
	out, err := specified(t).Render(report.JSON, "x.json")
	require.NoError(t, err)
	var got struct {
		Schema int `json:"schema_version"`
		Values []struct {
			Line    int
			Call    string
			Text    string
			Unit    string
			Base    string
			System  string
			Numbers []struct{ Value, Low *float64 }
		}
		Claims []struct {
			ID, Holds, Expect, Swapped string
		}
	}
	require.NoError(t, json.Unmarshal(out[0].Data, &got))
	assert.Equal(t, 1, got.Schema)
	require.NotEmpty(t, got.Values)
	found := false
	for _, v := range got.Values {
		if v.Call == `higher "tps" "x86" vs "Graviton" mean` {
			found = true
			assert.Equal(t, "15.3 %", v.Text)
			assert.Equal(t, "fraction", v.Unit)
			assert.Equal(t, "Graviton", v.Base)
			require.Len(t, v.Numbers, 1)
			assert.InDelta(t, 0.1529, *v.Numbers[0].Value, 5e-5)
			assert.Nil(t, v.Numbers[0].Low, "one run a level: no interval")
		}
	}
	assert.True(t, found)
	require.Len(t, got.Claims, 2)
	assert.Equal(t, "bases swapped", got.Claims[0].Holds)
	assert.Equal(t, "holds", got.Claims[0].Expect)
}

// external finds a program, or skips the test where it may lack.
func external(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		if os.Getenv("SBSTAT_EXTERNAL") == "1" {
			t.Fatalf("%s is missing", name)
		}
		t.Skipf("%s is not installed", name)
	}
	return path
}

func TestJupyterAcceptsTheNotebook(t *testing.T) {
	nbconvert := external(t, "jupyter-nbconvert")
	dir := t.TempDir()
	out, err := specified(t).Render(report.Jupyter, "graviton.ipynb")
	require.NoError(t, err)
	require.NoError(t, out.Write(dir))
	valid := "import sys, nbformat; nbformat.validate(nbformat.read(sys.argv[1], as_version=nbformat.NO_CONVERT))"
	msg, err := exec.Command("/usr/bin/python3", "-c", valid, filepath.Join(dir, "graviton.ipynb")).CombinedOutput()
	require.NoError(t, err, string(msg))
	cmd := exec.Command(nbconvert, "--to", "html", "graviton.ipynb")
	cmd.Dir = dir
	msg, err = cmd.CombinedOutput()
	require.NoError(t, err, string(msg))
	p, err := os.ReadFile(filepath.Join(dir, "graviton.html"))
	require.NoError(t, err)
	assert.Contains(t, string(p), "bases swapped")
	assert.Contains(t, string(p), "image/png;base64")
}

func TestAJupyterNotebookHasACodeCellACallWithItsOutput(t *testing.T) {
	out, err := specified(t).Render(report.Jupyter, "graviton.ipynb")
	require.NoError(t, err)
	var nb struct {
		Format int `json:"nbformat"`
		Minor  int `json:"nbformat_minor"`
		Cells  []struct {
			Type    string   `json:"cell_type"`
			ID      string   `json:"id"`
			Source  []string `json:"source"`
			Outputs []struct {
				Data map[string]any `json:"data"`
			} `json:"outputs"`
		} `json:"cells"`
	}
	require.NoError(t, json.Unmarshal(out[0].Data, &nb))
	assert.Equal(t, []int{4, 5}, []int{nb.Format, nb.Minor})
	var calls []string
	ids := map[string]bool{}
	for _, c := range nb.Cells {
		assert.Regexp(t, regexp.MustCompile(`^[a-zA-Z0-9-_]{1,64}$`), c.ID)
		assert.False(t, ids[c.ID])
		ids[c.ID] = true
		if c.Type == "code" {
			calls = append(calls, strings.Join(c.Source, ""))
			require.Len(t, c.Outputs, 1)
			assert.Contains(t, c.Outputs[0].Data, "text/plain")
		}
	}
	assert.Equal(t, []string{`figure "throughput"`, `table "comparison" "tps"`, "findings", "method", "ledger", `data "Graviton"`, `data "x86"`}, calls)
}

func TestTheGoTwinGivesTheSameReportAsTheFile(t *testing.T) {
	loaded := load(t, head+"---\n# T\n\nx86: {{ higher \"tps\" \"x86\" vs \"Graviton\" mean }}.\n\n{{ findings }}\n\n{{ method }}\n\n{{ data \"x86\" }}\n")
	want, err := loaded.Run()
	require.NoError(t, err)

	res, err := parse.FS(files(nil), "aws-rds-graviton-vs-x86.txt", parse.Options{})
	require.NoError(t, err)
	sweeps := analysis.Sweeps(res.Runs)
	n := report.New("T")
	for i, price := range []float64{0.836, 0.94} {
		n.Systems = append(n.Systems, report.System{
			Name: []string{"Graviton", "x86"}[i], Sweep: sweeps[i],
			Prices: []analysis.Price{{Amount: price, Currency: "USD", Per: "hour"}},
		})
	}
	n.Focus = analysis.LevelSet{{Lo: 4, Hi: 64}}
	n.Text("# T\n\nx86: {{ higher \"tps\" \"x86\" vs \"Graviton\" mean }}.")
	n.Findings()
	n.Method()
	n.Data("x86")
	got, err := n.Run()
	require.NoError(t, err)
	assert.Equal(t, markdownOf(t, want), markdownOf(t, got))
}

func TestAProgramMayAddItsOwnFiguresTablesAndListings(t *testing.T) {
	n := load(t, head+"---\n# T\n")
	fig, err := plotting.Throughput([]*analysis.Sweep{n.Systems[0].Sweep}, plotting.Options{})
	require.NoError(t, err)
	n.Figure("my-figure", fig)
	n.Table(report.Table{Caption: "A < B", Head: []string{"a", "b"}, Rows: [][]string{{"=1+1", "x|y"}, {"short"}}, Notes: []string{"why"}})
	n.Code("sh", "echo ```")
	doc, err := n.Run()
	require.NoError(t, err)
	out, err := doc.Render(report.Markdown, "docs/out.md")
	require.NoError(t, err)
	assert.Equal(t, "docs/figures/my-figure.svg", out[1].Name, "beside the file")
	md := string(out[0].Data)
	assert.Contains(t, md, "](figures/my-figure.svg)")
	assert.Contains(t, md, "**A &lt; B**\n\n| a | b |\n| --: | --: |\n| =1+1 | x\\|y |\n| short |  |\n\n- why")
	assert.Contains(t, md, "````sh\necho ```\n````")
	assert.Contains(t, page(t, doc), "<caption>A &lt; B</caption>")

	n.Figure("../../etc/cron", fig)
	_, err = n.Run()
	assert.ErrorContains(t, err, "small letters, digits and dashes only")
}

func TestAFigureTwiceGetsTwoFiles(t *testing.T) {
	doc, err := load(t, head+"---\n{{ figure \"throughput\" }}\n{{ figure \"throughput\" \"x86\" }}\n").Run()
	require.NoError(t, err)
	out, err := doc.Render(report.Markdown, "out.md")
	require.NoError(t, err)
	require.Len(t, out, 3)
	assert.Equal(t, "figures/throughput.svg", out[1].Name)
	assert.Equal(t, "figures/throughput-2.svg", out[2].Name)
}

func TestABlockInsideAListingIsAnErrorWithItsLine(t *testing.T) {
	_, err := load(t, head+"---\n# T\n\n```\n{{ findings }}\n```\n").Run()
	assert.ErrorContains(t, err, "n.md:13: {{ findings }} cannot stand here")
}

func TestFrontMatterIsWrittenWhereASiteGeneratorWantsIt(t *testing.T) {
	n := load(t, head+"publish: {front_matter: true}\ndate: 2023-12-01\nauthor: \"A: B\"\n---\nText.\n")
	doc, err := n.Run()
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(markdownOf(t, doc), "---\ntitle: T\nauthor: 'A: B'\ndate: \"2023-12-01\"\nlang: en\n---\n\n# T\n\nText.\n"), markdownOf(t, doc))
}

func TestTheIndexLinksEachReportAndListsItsClaims(t *testing.T) {
	f, err := report.Index("All", "en", []report.Page{{Href: "aws/index.html", Document: specified(t)}})
	require.NoError(t, err)
	assert.Equal(t, "index.html", f.Name)
	text := string(f.Data)
	assert.Contains(t, text, `<a href="aws/index.html">AWS RDS MySQL: x86 or Graviton2?</a>`)
	assert.Contains(t, text, "bases swapped (−12.7")
	assert.NotContains(t, text, "<script")
}

func TestAChinesePageIsChineseThroughout(t *testing.T) {
	n := load(t, head+"lang: zh\n---\n{{ table \"comparison\" \"tps\" }} {{ table \"cost\" }} {{ table \"capacity\" }} {{ table \"overhead\" \"Graviton\" vs \"x86\" }} {{ table \"scaling\" }} {{ table \"systems\" }} {{ table \"summary\" }} {{ findings }} {{ method }}\n")
	doc, err := n.Run()
	require.NoError(t, err)
	md := markdownOf(t, doc)
	words := regexp.MustCompile(`[A-Za-z]{3,}`)
	known := map[string]bool{"Graviton": true, "TPS": true, "QPS": true, "USD": true, "USL": true, "Holm": true, "Satterthwaite": true, "Gunther": true}
	for _, w := range words.FindAllString(md, -1) {
		assert.True(t, known[w], "%q is no Chinese", w)
	}
	assert.NotContains(t, md, "%!")
	assert.NotContains(t, md, " %", "Chinese sets no blank before the sign")
	assert.Contains(t, page(t, doc), "本页所有数字均由 sbstat 从数据算出")
}

func TestNamesFromTheDataNeitherFillTemplatesNorTurnTheDirectionOfWriting(t *testing.T) {
	text := "threads|a{{ site.title }}|b\u202egpj.exe\n1|10|20\n2|20|30\n"
	n, err := report.Load(files(map[string]string{"t.txt": text, "n.md": "---\ntitle: T\nsystems:\n" +
		"  'a{{ site.title }}': {data: {file: t.txt, table: 'a{{ site.title }}', metric: tps}}\n" +
		"  \"b\u202egpj.exe\": {data: {file: t.txt, table: 'exe', metric: tps}}\n---\n# T\n\n{{ label \"site\" }} {{ table \"comparison\" }}\n"}), "n.md")
	require.NoError(t, err)
	doc, err := n.Run()
	require.NoError(t, err)
	for _, f := range report.Formats() {
		rendered, err := doc.Render(f, "out"+f.Ext())
		require.NoError(t, err)
		assert.NotContains(t, string(rendered[0].Data), "\u202e", f)
	}
	md := markdownOf(t, doc)
	assert.Contains(t, md, "a&#123;{ site.title }}")
	assert.NotContains(t, md, "{{ site")
	assert.Contains(t, page(t, doc), "a{{ site.title }}")
}
