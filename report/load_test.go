package report_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat"
	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
	"github.com/sbstat/sbstat/report"
)

func TestWhatIsNoRegularFileIsToldAndNotWaitedFor(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no pipes by name")
	}
	dir := t.TempDir()
	require.NoError(t, exec.Command("mkfifo", filepath.Join(dir, "pipe.txt")).Run())
	require.NoError(t, os.Mkdir(filepath.Join(dir, "folder"), 0o777))
	for file, want := range map[string]string{
		"pipe.txt": `n.md:4: system a: data file "pipe.txt" is no regular file`,
		"pipe.*":   `n.md:4: system a: `, // a pattern takes files alone
		"folder":   `n.md:4: system a: data file "folder" is a folder; name its files, such as "folder/*.log"`,
	} {
		n := filepath.Join(dir, "n.md")
		require.NoError(t, os.WriteFile(n, []byte("---\ntitle: T\nsystems:\n  a: {data: {file: '"+file+"'}}\n---\n"), 0o666))
		_, err := report.LoadFile(n, fstest.MapFS{})
		assert.ErrorContains(t, err, want)
	}
	_, err := report.LoadFile(filepath.Join(dir, "pipe.txt"))
	assert.ErrorContains(t, err, "pipe.txt: no regular file")
}

func TestAWrongHeadIsToldWithItsLineAndWhatIsKnown(t *testing.T) {
	systems := "systems:\n  x86: {data: {file: aws-rds-graviton-vs-x86.txt, table: x86}}\n"
	for text, want := range map[string]string{
		"no head":                                                            "n.md:1: no head: a notebook begins with a line ---",
		"---\ntitle: T\n":                                                    "n.md:1: the head has no end",
		"---\n---\n":                                                         "n.md:1: the head is empty",
		"---\n- a\n---\n":                                                    "n.md:2: the head must be keys with values",
		"---\ntitle: T\n---\n":                                               "n.md:1: the head names no systems",
		"---\n" + systems + "---\n":                                          "n.md:1: the head has no title",
		"---\ntitle: [\n---\n":                                               "n.md:2: the head is no YAML",
		"---\n\ttitle: T\n---\n":                                             "n.md:2: the head is no YAML: found character that cannot start any token. A tab begins the line: indent with blanks",
		"---\n" + systems + "base:x86\n---\n":                                "Write a blank behind the colon: base: x86",
		"---\ntitle: T\nsytems: {}\n---\n":                                   `n.md:3: head: no key "sytems"; keys are: author, base, claims, confidence`,
		"---\ntitle: T\ntitle: U\n" + systems + "---\n":                      `n.md:3: head: "title" stands here and in line 2`,
		"---\ntitle: T\nlang: fr\n" + systems + "---\n":                      `n.md:3: no language "fr"; languages are: en, zh`,
		"---\ntitle: T\nbase: arm\n" + systems + "---\n":                     `n.md:3: base: no system "arm"; systems are: x86`,
		"---\ntitle: T\nfocus: x-y\n" + systems + "---\n":                    `n.md:3: `,
		"---\ntitle: T\nslo: {p95: -1ms}\n" + systems + "---\n":              `n.md:3: slo: `,
		"---\ntitle: T\nslo: {p95: {a: b}}\n" + systems + "---\n":            `n.md:3: p95: found keys with values, expected a text`,
		"---\ntitle: T\nmargin: 200%\n" + systems + "---\n":                  `n.md:3: margin: found "200%", expected a percentage between 0 and 100 %`,
		"---\ntitle: T\nmargin: .nan\n" + systems + "---\n":                  `n.md:3: margin: found ".nan", expected a number`,
		"---\ntitle: T\nworkload: {rows: many}\n" + systems + "---\n":        `n.md:3: rows: found "many", expected a whole number`,
		"---\ntitle: T\npublish: {fragment: medium}\n" + systems + "---\n":   `n.md:3: publish: no editor "medium"; editors are: wordpress, wechat`,
		"---\ntitle: T\npublish: {image_width: 99999}\n" + systems + "---\n": `n.md:3: publish: image_width 99999: expected 400 to 4000 pixels`,
		"---\ntitle: T\nsystems:\n  a: {}\n---\n":                            `n.md:4: system a has no data`,
		"---\ntitle: T\nsystems:\n  a: {data: {file: none.txt}}\n---\n":      `n.md:4: system a: there is no data file "none.txt" beside the notebook`,
		"---\ntitle: T\nsystems:\n  a: {data: {file: 'http://example.org/aws-rds-graviton-vs-x86.txt'}}\n---\n":                          `n.md:4: system a: data file "http://example.org/aws-rds-graviton-vs-x86.txt": a notebook reads no URL`,
		"---\ntitle: T\nsystems:\n  a: {data: {file: '~/x/none.txt'}}\n---\n":                                                            `n.md:4: system a: there is no data file "~/x/none.txt" beside the notebook`,
		"---\ntitle: T\nsystems:\n  a: {data: {file: '*.csv'}}\n---\n":                                                                   `n.md:4: system a: no file is named like "*.csv"`,
		"---\ntitle: T\nsystems:\n  a: {data: {file: ../../etc/passwd}}\n---\n":                                                          `n.md:4: system a: data file "../../etc/passwd" lies outside the notebook's folder; copy it there`,
		"---\ntitle: T\nsystems:\n  a: {data: {file: /etc/passwd}}\n---\n":                                                               `n.md:4: system a: data file "/etc/passwd" lies outside the notebook's folder`,
		"---\ntitle: T\nsystems:\n  a: {data: aws-rds-graviton-vs-x86.txt}\n---\n":                                                       `n.md:4: system a: aws-rds-graviton-vs-x86.txt holds 2 systems; choose one with table:`,
		"---\ntitle: T\nsystems:\n  a: {data: {file: aws-rds-graviton-vs-x86.txt, table: arm}}\n---\n":                                   `n.md:4: system a: aws-rds-graviton-vs-x86.txt: `,
		"---\ntitle: T\nsystems:\n  a: {data: {file: aws-rds-graviton-vs-x86.txt, table: x86}, color: red}\n---\n":                       `n.md:4: color: found "red", expected a colour such as "#0072b2"`,
		"---\ntitle: T\nsystems:\n  a: {data: {file: aws-rds-graviton-vs-x86.txt, table: x86}, price: 0USD/h}\n---\n":                    `n.md:4: price of a: `,
		"---\ntitle: T\nsystems:\n  a: {data: {file: aws-rds-graviton-vs-x86.txt, table: x86}, price: [1USD/h, 2CNY/h]}\n---\n":          `n.md:4: price of a: `,
		"---\ntitle: T\nsystems:\n  a: {data: {file: aws-rds-graviton-vs-x86.txt, table: x86}, price: {amount: 1, curency: USD}}\n---\n": `n.md:4: price of a: no key "curency"; keys are: amount, as_of, currency, of, per`,
		"---\ntitle: T\n" + systems + "claims: {a: {says: x, expect: maybe}}\n---\n":                                                     `n.md:5: expect: found "maybe", expected one of: holds, bases swapped, roughly`,
		"---\ntitle: T\n" + systems + "claims: {a: {number: 1}}\n---\n":                                                                  `n.md:5: claim a: says is missing`,
		"---\ntitle: \x00\n---\n": "n.md: not a text file",
	} {
		_, err := report.Load(files(map[string]string{"n.md": text}), "n.md")
		require.Error(t, err, text)
		assert.Contains(t, err.Error(), want, text)
	}
	_, err := report.Load(files(nil), "none.md")
	assert.EqualError(t, err, "none.md: there is no such file")
	_, err = report.Load(fstest.MapFS{"dir/x": {}}, "dir")
	assert.ErrorContains(t, err, "dir: this is a folder")
}

func TestASmallHeadCannotGrowLarge(t *testing.T) {
	var bomb strings.Builder
	bomb.WriteString("---\ntitle: T\na: &a [x,x,x,x,x,x,x,x,x]\n")
	for c := 'b'; c < 'k'; c++ {
		fmt.Fprintf(&bomb, "%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n", c, c, c-1, c-1, c-1, c-1, c-1, c-1, c-1, c-1, c-1)
	}
	bomb.WriteString("settings: *j\n---\n")
	for _, text := range []string{
		bomb.String(),
		"---\n" + strings.Repeat("[", 200_000) + "\n---\n",
		"---\n" + strings.Repeat("{a: ", 50_000) + "\n---\n",
		"---\na: &a {<<: *a}\n---\n",
		"---\ntitle: T\nsystems: &s {a: {data: x}, b: *s}\n---\n",
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		_, err := report.Load(files(map[string]string{"n.md": text}), "n.md")
		runtime.ReadMemStats(&after)
		require.Error(t, err)
		assert.Less(t, time.Since(start), 20*time.Second, "it does not hang")
		assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<30))
	}
	_, err := report.Load(files(map[string]string{"n.md": strings.Repeat("x", 5<<20)}), "n.md")
	assert.ErrorContains(t, err, "n.md: more than 4 MiB")
}

func TestTheSameMistakeOfALineIsToldOnce(t *testing.T) {
	_, err := report.Load(files(map[string]string{"n.md": "---\ntitle: T\nsettings: {a: &a x, b: [*a, *a, *a]}\nsystems:\n  x86: {data: {file: aws-rds-graviton-vs-x86.txt, table: x86}}\n---\n"}), "n.md")
	assert.EqualError(t, err, "n.md:3: b: found an alias, expected a text")
}

func TestANotebookCannotKeepTheMachineBusy(t *testing.T) {
	_, err := load(t, head+"---\n"+strings.Repeat("*a_ ", 50_000)+"\n").Run()
	assert.ErrorContains(t, err, "n.md:10: a paragraph with more than 5000 emphasis marks")
	_, err = load(t, head+"---\n"+strings.Repeat("{{ method }}\n", 501)).Run()
	assert.ErrorContains(t, err, "n.md:510: more than 500 figures, tables and lists")
}

func TestNothingOutsideTheNotebooksFolderIsRead(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret.txt")
	table, err := os.ReadFile("../testdata/published/aws-rds-graviton-vs-x86.txt")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(secret, table, 0o644))
	nb := filepath.Join(dir, "nb")
	require.NoError(t, os.Mkdir(nb, 0o755))
	require.NoError(t, os.Symlink(secret, filepath.Join(nb, "link.txt")))
	require.NoError(t, os.WriteFile(filepath.Join(nb, "n.md"), []byte("---\ntitle: T\nsystems: {a: {data: {file: link.txt, table: x86}}}\n---\n"), 0o644))
	_, err = report.LoadFile(filepath.Join(nb, "n.md"))
	assert.Error(t, err, "a link that leads out of the folder")
	assert.ErrorContains(t, err, filepath.Join(nb, "n.md")+":3: ", "the notebook is named as the user named it")
}

func TestANotebookOnDiskFindsItsDataInTheLayersToo(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "n.md"), []byte(head+"---\n{{ lower \"tps\" \"x86\" vs \"Graviton\" mean }}"), 0o644))
	n, err := report.LoadFile(filepath.Join(dir, "n.md"), sbstat.Published())
	require.NoError(t, err)
	_, err = n.Run()
	assert.ErrorContains(t, err, filepath.Join(dir, "n.md")+":10: lower")
}

func TestRepeatsOfOneSystemMayLieInManyFiles(t *testing.T) {
	m := fstest.MapFS{}
	for i, tx := range []int{1000, 1010, 990} {
		m[fmt.Sprintf("logs/a%d.txt", i)] = &fstest.MapFile{Data: []byte(fmt.Sprintf("run %d\n\nthreads|transactions|queries|time|avg/Latency|95%%/Latency\n4|%d|20000|10|40.0|45.0\n", i, tx))}
	}
	m["n.md"] = &fstest.MapFile{Data: []byte("---\ntitle: T\nsystems: {A: {data: 'logs/*.txt'}}\n---\n{{ tps \"A\" (at 4) }}\n")}
	n, err := report.Load(m, "n.md")
	require.NoError(t, err)
	require.Len(t, n.Systems[0].Sweep.Levels, 1)
	assert.Len(t, n.Systems[0].Sweep.Levels[0].Runs, 3)
	doc, err := n.Run()
	require.NoError(t, err)
	// mean 100, s = 1, t(2, 0.975) = 4.3027: 100 ± 2.484
	assert.Contains(t, markdownOf(t, doc), "100.00 (95 % interval: 97.52 to 102.48)")
}

func TestProblemsOfTheDataAreWarnedOfWithTheirPlace(t *testing.T) {
	m := fstest.MapFS{
		"d.txt": {Data: []byte("A\n\nthreads|transactions|queries|time|avg/Latency|95%/Latency\n2|100|2000|10|20.0|25.0\n4|oops|4000|10|20.0|25.0\n")},
		"n.md":  {Data: []byte("---\ntitle: T\nsystems: {A: {data: d.txt}}\n---\n# T\n")},
	}
	n, err := report.Load(m, "n.md")
	require.NoError(t, err)
	doc, err := n.Run()
	require.NoError(t, err)
	require.NotEmpty(t, doc.Warnings)
	assert.Contains(t, doc.Warnings[0].Error(), `d.txt:5: found "oops"`)
}

func TestAProgramsMistakesAreErrors(t *testing.T) {
	sweep := load(t, head+"---\n").Systems[0].Sweep
	for want, n := range map[string]*report.Notebook{
		"system a has no runs":         {Systems: []report.System{{Name: "a"}}},
		"a system has no name":         {Systems: []report.System{{Sweep: sweep}}},
		`two systems are named "a"`:    {Systems: []report.System{{Name: "a", Sweep: sweep}, {Name: "a", Sweep: sweep}}},
		`two systems are labelled "l"`: {Systems: []report.System{{Name: "a", Label: "l", Sweep: sweep}, {Name: "b", Label: "l", Sweep: sweep}}},
		`base: no system "b"`:          {Base: "b", Systems: []report.System{{Name: "a", Sweep: sweep}}},
		`no language "fr"`:             {Lang: "fr"},
		"both are fractions below 1":   {Margin: 5},
	} {
		_, err := n.Run()
		assert.ErrorContains(t, err, want)
	}
	n := report.New("T")
	n.Text("no systems: {{ title }} {{ workload }} {{ levels }}")
	_, err := n.Run()
	assert.NoError(t, err, "prose alone")
	for _, call := range []string{`tps "a" (at 1)`, `mean`, `figure "throughput"`, `figure "cost"`, `figure "delta"`, `table "comparison"`, `table "cost"`, `table "scaling"`, `table "systems"`, `findings`, `method`, `delta "tps" "a" vs "b" mean`, `cost`} {
		n := report.New("T")
		n.Text("{{ " + call + " }}")
		assert.NotPanics(t, func() { _, _ = n.Run() }, call)
	}
}

func TestFilesAreWrittenAllOrNone(t *testing.T) {
	dir := t.TempDir()
	files := report.Files{{Name: "a.md", Data: []byte("new")}, {Name: "sub/b.svg", Data: []byte("b")}}
	require.NoError(t, files.Write(filepath.Join(dir, "x", "y")))
	require.NoError(t, files.Check(filepath.Join(dir, "x", "y")))

	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.md"), []byte("old"), 0o644))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "sub", "b.svg"), 0o755)) // a folder where a file must go
	require.Error(t, files.Write(dir))
	old, err := os.ReadFile(filepath.Join(dir, "a.md"))
	require.NoError(t, err)
	assert.Equal(t, "old", string(old))
	left, err := filepath.Glob(filepath.Join(dir, ".*"))
	require.NoError(t, err)
	assert.Empty(t, left, "no temporary file stays")

	assert.Error(t, report.Files{{Name: "../out.md"}}.Write(dir))
}

func TestAFileInTheWayOfAFolderIsNamedAndKept(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "taken")
	require.NoError(t, os.WriteFile(file, []byte("old"), 0o644))
	files := report.Files{{Name: "figures/a.svg", Data: []byte("new")}}
	for _, out := range []string{file, filepath.Join(file, "below")} {
		assert.EqualError(t, files.Write(out), file+" is a file; it stands where a folder must go: name another folder, or move the file away")
	}
	old, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, "old", string(old))
}

func TestCheckSaysWhereAWrittenFileDiffers(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.md"), []byte("one\ntwo\nthree\n"), 0o644))
	err := report.Files{{Name: "a.md", Data: []byte("one\n2\nthree\n")}, {Name: "b.svg", Data: []byte("b")}}.Check(dir)
	assert.ErrorContains(t, err, filepath.Join(dir, "a.md")+`:2: no longer agrees: it says "two", computed is "2"`)
	assert.ErrorContains(t, err, filepath.Join(dir, "b.svg")+": is missing")
	assert.ErrorIs(t, err, report.ErrContradicted)

	long := strings.Repeat("中x ", 100)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.md"), []byte(long+"32\u00a0%"), 0o644))
	err = report.Files{{Name: "a.md", Data: []byte(long + "38\u00a0%")}}.Check(dir)
	assert.ErrorContains(t, err, `x 32 %", computed is "…`, "the quotation reaches the difference")
	assert.ErrorContains(t, err, `x 38 %"`)
}

func TestADraftIsANotebookThatComputesAtOnce(t *testing.T) {
	n := load(t, head+"---\n")
	systems := []report.DraftSystem{}
	for _, s := range n.Systems {
		systems = append(systems, report.DraftSystem{Name: s.Name + `: "new" {{ x }}`, Files: []string{"aws-rds-graviton-vs-x86.txt"}, Table: s.Name, Sweep: s.Sweep})
	}
	for _, lang := range []string{"en", "zh"} {
		for count := 1; count <= 2; count++ {
			draft, err := report.Draft("A: {{ b }} \"c\"", lang, systems[:count])
			require.NoError(t, err)
			translated, err := report.DraftTranslation("post.md", "译", "zh", systems[:count])
			require.NoError(t, err)
			fsys := files(map[string]string{"post.md": string(draft), "post.zh.md": string(translated)})
			for _, name := range []string{"post.md", "post.zh.md"} {
				n, err := report.Load(fsys, name)
				require.NoError(t, err, string(draft))
				doc, err := n.Run()
				require.NoError(t, err, string(draft))
				assert.Empty(t, doc.Warnings, "every number in it is a call")
				assert.NotContains(t, markdownOf(t, doc), "report.draft")
			}
		}
	}
	one := systems[:2:2]
	for i := range one {
		sweep := *one[i].Sweep
		sweep.Levels = sweep.Levels[3:4]
		one[i].Sweep = &sweep
	}
	draft, err := report.Draft("T", "en", one)
	require.NoError(t, err)
	assert.Contains(t, string(draft), `{{ x }}" (at 16) | bare }} higher`, "one level has no mean")
	_, err = report.Draft("T", "en", nil)
	assert.Error(t, err)
}

// Each system was measured at a level of its own: the draft compares nothing, and builds.
func TestADraftOfSystemsWithoutACommonLevelBuilds(t *testing.T) {
	dir := fstest.MapFS{}
	var systems []report.DraftSystem
	for i, threads := range []string{"2", "64"} {
		name := string(rune('A' + i))
		dir[name+".md"] = &fstest.MapFile{Data: []byte("| threads | TPS | avg | p95 |\n|--|--|--|--|\n| " + threads + " | 100 | 5 | 9 |\n")}
		res, err := parse.FS(dir, name+".md", parse.Options{})
		require.NoError(t, err)
		sweep := analysis.Sweeps(res.Runs)[0]
		sweep.System = name
		systems = append(systems, report.DraftSystem{Name: name, Files: []string{name + ".md"}, Sweep: sweep})
	}
	draft, err := report.Draft("T", "en", systems)
	require.NoError(t, err)
	assert.NotContains(t, string(draft), `figure "delta"`)
	dir["post.md"] = &fstest.MapFile{Data: draft}
	n, err := report.Load(dir, "post.md")
	require.NoError(t, err)
	_, err = n.Run()
	assert.NoError(t, err)
}

func FuzzLoad(f *testing.F) {
	f.Add(graviton)
	f.Add(head + "---\n{{ delta \"tps\" \"x86\" vs \"Graviton\" mean | round 2 }} {{ figure \"throughput\" }}")
	f.Add(head + "---\n{{ cost \"x86\" (at 16) (per 100) }}\n> 中\n> 文\n\n```\n{{ findings }}\n```\n<!-- x --> <b>\n[^1]: x\n")
	f.Add("---\nextends: n.md\n---\n{{ close \"tps\" \"x86\" vs \"Graviton\" (at \"4-64\") }}")
	f.Add(head + "claims: {a: {says: x, number: -1..5%, is: 'span \"tps\" \"x86\" vs \"Graviton\"'}}\n---\n{{ ledger }}{{ table \"comparison\" \"p95\" \"x86\" vs \"Graviton\" }}")
	f.Fuzz(func(t *testing.T, text string) {
		n, err := report.Load(files(map[string]string{"n.md": text}), "n.md")
		if err != nil {
			return
		}
		doc, err := n.Run()
		if err != nil {
			return
		}
		formats := []report.Format{report.Markdown, report.JSON}
		if !strings.Contains(text, "figure") { // a page draws each figure five times
			formats = append(formats, report.HTML)
		}
		for _, format := range formats {
			if _, err := doc.Render(format, "x"); err != nil {
				t.Fatalf("a computed notebook cannot be rendered: %v", err)
			}
		}
	})
}

// Both have errors printed, and the base none: that is said, not that one lacks the metric.
func TestADeltaFromAZeroBaseSaysWhy(t *testing.T) {
	fsys := fstest.MapFS{
		"a.csv": {Data: []byte("threads,tps,err/s\n1,100,0\n2,200,0\n")},
		"b.csv": {Data: []byte("threads,tps,err/s\n1,110,3\n2,210,1\n")},
		"n.md":  {Data: []byte("---\ntitle: T\nsystems:\n  A: {data: {file: a.csv}}\n  B: {data: {file: b.csv}}\n---\n{{ delta \"err\" \"B\" vs \"A\" mean }}\n")},
	}
	n, err := report.Load(fsys, "n.md")
	require.NoError(t, err)
	_, err = n.Run()
	assert.ErrorContains(t, err, "n.md:7: no ratio of err exists: at no level is it above zero on both sides")
}
