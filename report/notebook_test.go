package report_test

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat"
	"github.com/sbstat/sbstat/report"
)

// graviton is the notebook of the package's specification: it must render as it stands.
const graviton = `---
title: "AWS RDS MySQL: x86 or Graviton2?"
lang: en
workload: {test: oltp_read_write, tables: 10, rows: 1000000, seconds: 300}
settings: {engine: MySQL 8.0.33, size: 4 vCPU 16 GB, disk: gp3 100 GB 3000 IOPS, place: "Tokyo, Multi-AZ"}
systems:
  Graviton:
    label: Graviton2 (db.m6g.xlarge)
    data: {file: aws-rds-graviton-vs-x86.txt, table: Graviton}
    price: {amount: 0.836, currency: USD, per: hour, of: compute only, as_of: 2023-12}
  x86:
    label: x86 (db.m5.xlarge)
    data: {file: aws-rds-graviton-vs-x86.txt, table: x86}
    price: {amount: 0.94, currency: USD, per: hour, of: compute only, as_of: 2023-12}
base: Graviton
focus: 4-64                 # the levels I call realistic
slo: {p95: 80ms}
publish: {fragment: wordpress, image_url: "https://example.org/2023/12/"}
claims:
  aws-tps: {says: "x86 +12.7 % TPS", number: 12.7%, is: 'delta "tps" "x86" vs "Graviton" mean'}
  aws-lat: {says: "x86 −15 % latency", number: -15%, is: 'delta "avg" "x86" vs "Graviton" mean'}
---
# {{ title }}

We ran {{ workload }} at {{ levels }} threads, one run a level.

- x86 throughput is {{ higher "tps" "x86" vs "Graviton" mean }} higher on average and
  {{ higher "tps" "x86" vs "Graviton" mean focus }} higher at {{ focus }} threads ({{ span "tps" "x86" vs "Graviton" focus }}).
- At 96 and 128 threads they are {{ close "tps" "x86" vs "Graviton" (at 96 128) }}.

{{ figure "throughput" }}

At 16 threads: {{ tps "Graviton" (at 16) | round 0 }} TPS on Graviton, {{ tps "x86" (at 16) | round 0 }} on x86.
100 TPS cost {{ cost "Graviton" (at 16) (per 100) }} and {{ cost "x86" (at 16) (per 100) }};
x86 gives {{ better "value" "x86" vs "Graviton" (at 16) }} more TPS per dollar.
It pays {{ breakeven "x86" vs "Graviton" }}. Within {{ slo }}, Graviton carries {{ capacity "Graviton" }}, x86 {{ capacity "x86" }}.

{{ table "comparison" "tps" }} {{ findings }} {{ method }} {{ ledger }} {{ data "Graviton" }} {{ data "x86" }}
`

const gravitonZh = `---
extends: graviton.md        # 数据、价格、base、focus、slo 只写一次
lang: zh
title: AWS RDS MySQL：x86 与 Graviton2 性能对比
systems: {Graviton: {label: Graviton2（db.m6g.xlarge）}, x86: {label: x86（db.m5.xlarge）}}
publish: {fragment: wechat, image_width: 1080}
---
- **性能**：平均来看，x86 比 Graviton 高约 {{ higher "tps" "x86" vs "Graviton" mean }}；
  常用并发（{{ focus }}）下高约 {{ higher "tps" "x86" vs "Graviton" mean focus }}。
- **高并发**：96、128 并发时，两者{{ close "tps" "x86" vs "Graviton" (at 96 128) }}。
`

// files is a folder with notebooks, above the published tables.
func files(notebooks map[string]string) fs.FS {
	m := fstest.MapFS{}
	for name, text := range notebooks {
		m[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return report.Overlay(m, sbstat.Published())
}

// load loads one notebook.
func load(t *testing.T, text string) *report.Notebook {
	t.Helper()
	n, err := report.Load(files(map[string]string{"n.md": text}), "n.md")
	require.NoError(t, err)
	return n
}

// head is a head of the AWS study for tests of calls.
const head = `---
title: T
systems:
  Graviton: {data: {file: aws-rds-graviton-vs-x86.txt, table: Graviton}, price: 0.836USD/h}
  x86: {data: {file: aws-rds-graviton-vs-x86.txt, table: x86}, price: 0.94USD/h}
base: Graviton
focus: 4-64
slo: {p95: 80ms}
`

// prose computes one paragraph of prose and returns it as Markdown.
func prose(t *testing.T, text string) string {
	t.Helper()
	doc, err := load(t, head+"---\n# T\n\n"+text+"\n").Run()
	require.NoError(t, err)
	return strings.TrimSpace(strings.TrimPrefix(markdownOf(t, doc), "# T\n\n"))
}

// line is the first line of the prose without footnote marks.
func line(t *testing.T, text string) string {
	t.Helper()
	first, _, _ := strings.Cut(prose(t, text), "\n")
	for _, mark := range []string{"[^1]", "[^2]", "[^3]"} {
		first = strings.ReplaceAll(first, mark, "")
	}
	return first
}

func markdownOf(t *testing.T, doc *report.Document) string {
	t.Helper()
	files, err := doc.Render(report.Markdown, "out.md")
	require.NoError(t, err)
	return string(files[0].Data)
}

func page(t *testing.T, doc *report.Document) string {
	t.Helper()
	files, err := doc.Render(report.HTML, "out.html")
	require.NoError(t, err)
	require.Len(t, files, 1, "the page is one file")
	return string(files[0].Data)
}

func TestTheSpecifiedNotebookRendersAsItStands(t *testing.T) {
	n, err := report.Load(files(map[string]string{"graviton.md": graviton}), "graviton.md")
	require.NoError(t, err)
	doc, err := n.Run()
	require.NoError(t, err)
	md := markdownOf(t, doc)
	for _, want := range []string{
		"We ran oltp_read_write (10 tables of 1,000,000 rows, 300 s a level) at 2, 4, 8, 16, 24, 32, 48, 64, 96 and 128 threads",
		"x86 throughput is 15.3 %[^1] higher on average and\n  20.3 % higher at 4–64 threads (+13.9 % to +26.8 %).",
		"they are within 1.0 %.",
		"![", "](figures/throughput.svg)",
		"At 16 threads: 275 TPS on Graviton, 341 on x86.",
		"100 TPS cost 0.3040 USD/h and 0.2754 USD/h;",
		"x86 gives 10.4 %[^2] more TPS per dollar.",
		"It pays from about 2.2 to 67 threads. Within p95 ≤ 80 ms, Graviton carries 681 TPS (between 32 and 48 threads), x86 990 TPS (between 48 and 64 threads).",
		"| 16 | 275.02 | 341.30 | +24.1 % |",
		"| threads | Graviton | x86 | x86 relative to Graviton |",
		"With x86 as the base instead, Graviton is at a mean of −12.7 %.",
		"p95 112.67 ms is 2.5 × average",
		"| aws-tps | x86 +12.7 % TPS | +12.7 % | +15.3 % | bases swapped (−12.7 %) |",
		"| aws-lat | x86 −15 % latency | −15 % | −12.7 % | bases swapped (+15.3 %) |",
		"[^1]: TPS of x86 relative to Graviton: x86 / Graviton − 1.",
	} {
		assert.Contains(t, md, want)
	}
	assert.NotContains(t, md, "{{")
	assert.NotContains(t, md, "%!", "no message has a wrong format")
}

func TestTheChineseNotebookTakesAllButItsTextsFromTheOther(t *testing.T) {
	n, err := report.Load(files(map[string]string{"graviton.md": graviton, "graviton.zh.md": gravitonZh}), "graviton.zh.md")
	require.NoError(t, err)
	assert.Equal(t, "zh", n.Lang)
	assert.Equal(t, "https://example.org/2023/12/", n.Publish.ImageURL, "of the notebook that it extends")
	assert.Equal(t, 1080, n.Publish.ImageWidth)
	doc, err := n.Run()
	require.NoError(t, err)
	md := markdownOf(t, doc)
	assert.Contains(t, md, "# AWS RDS MySQL：x86 与 Graviton2 性能对比\n", "the title, since the prose has none")
	assert.Contains(t, md, "平均来看，x86 比 Graviton 高约 15.3%[^1]；常用并发（4–64）下高约 20.3%。\n", "a line break between Chinese characters is no blank")
	assert.Contains(t, md, "两者相差不超过 1.0%。")
	assert.Contains(t, md, "若改以 x86 为基准，则为低 12.7%。")
}

func TestATranslationCannotChangeWhatFiguresDependOn(t *testing.T) {
	for text, want := range map[string]string{
		"base: x86":                            `zh.md:4: base: base stands in graviton.md, once for all languages`,
		"focus: 2-8":                           `zh.md:4: focus: focus stands in graviton.md`,
		"margin: 10%":                          `zh.md:4: margin: margin stands in graviton.md`,
		"systems: {x86: {price: {amount: 1}}}": `zh.md:4: systems.x86.price.amount: amount stands in graviton.md`,
		"systems: {x86: {data: {table: Graviton}}}": `zh.md:4: systems.x86.data: data stands in graviton.md`,
		"systems: {arm: {label: ARM}}":              `zh.md:4: graviton.md has no system "arm"`,
		"claims: {aws-tps: {number: 15.3%}}":        `zh.md:4: claims.aws-tps.number: number stands in graviton.md`,
		"claims: {other: {says: x}}":                `zh.md:4: graviton.md has no claim "other"`,
		"systems: x":                                `zh.md:4: systems: systems stands in graviton.md`,
	} {
		zh := "---\nextends: graviton.md\nlang: zh\n" + text + "\n---\n文"
		_, err := report.Load(files(map[string]string{"graviton.md": graviton, "zh.md": zh}), "zh.md")
		require.Error(t, err, text)
		assert.Contains(t, err.Error(), want)
	}
	_, err := report.Load(files(map[string]string{"a.md": "---\nextends: b.md\n---\n", "b.md": "---\nextends: a.md\n---\n"}), "a.md")
	assert.ErrorContains(t, err, "leads back")
	_, err = report.Load(files(map[string]string{"a.md": "---\nextends: c.md\n---\n"}), "a.md")
	assert.ErrorContains(t, err, "a.md:2: extends: c.md: there is no such file")
	_, err = report.Load(files(map[string]string{"a.md": "---\nextends: ../../etc/passwd\n---\n"}), "a.md")
	assert.ErrorContains(t, err, "a.md:2: extends: ")
}

func TestAnErrorInABaseNotebookCarriesThatNotebooksName(t *testing.T) {
	broken := strings.Replace(graviton, "amount: 0.94", "amount: zero", 1)
	_, err := report.Load(files(map[string]string{"graviton.md": broken, "graviton.zh.md": gravitonZh}), "graviton.zh.md")
	assert.ErrorContains(t, err, `graviton.md:14: amount: found "zero", expected a number`)
}

func TestTheNotebooksOwnFootnotesNeverMeetTheComputedOnes(t *testing.T) {
	doc, err := load(t, head+"---\n# T\n\nOur disk is slow[^1], our network[^3] too. x86 is {{ higher \"tps\" \"x86\" vs \"Graviton\" mean }} faster and {{ higher \"qps\" \"x86\" vs \"Graviton\" mean }} busier.\n\n[^1]: My disks.\n\n[^3]: My network.\n").Run()
	require.NoError(t, err)
	md := markdownOf(t, doc)
	assert.Contains(t, md, "slow[^1], our network[^3] too. x86 is 15.3 %[^2] faster and")
	assert.Regexp(t, `15\.\d %\[\^4\] busier`, md)
	for _, label := range []string{"[^1]: My disks.", "[^2]: TPS of x86", "[^3]: My network.", "[^4]: QPS of x86"} {
		assert.Equal(t, 1, strings.Count(md, label), label)
		assert.Equal(t, 1, strings.Count(md, label[:5]), label)
	}
	assert.Equal(t, 1, strings.Count(page(t, doc), "TPS of x86 relative to Graviton"))
}

func TestPercentilesByTheirNamesAreNoTypedNumbers(t *testing.T) {
	doc, err := load(t, head+"---\n# T\n\nThe p99.99 latency and the p99.9, but 12.34 and 17 ms.\n").Run()
	require.NoError(t, err)
	require.Len(t, doc.Warnings, 2)
	assert.ErrorContains(t, doc.Warnings[0], `"12.34" is typed`)
	assert.ErrorContains(t, doc.Warnings[1], `"17 ms" is typed`)
}
