package plotting

import (
	"errors"
	"fmt"
	"image/color"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/mattn/go-runewidth"
	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// builder puts a figure together.
type builder struct {
	opts    Options
	lang    string
	theme   *theme
	s       float64 // scale of marks
	looks   looks
	names   map[string]string // system to the name shown
	full    string            // what shortened names stand for
	gone    []absence
	fitted  []remark
	bridged bool // a line leads across a level that its system lacks
	fig     *Figure
}

// absence is a value that a figure cannot show.
type absence struct {
	system, metric string
	threads        int
}

// remark is what an analysis notes of one or more systems.
type remark struct {
	text    string
	systems []string
}

func newBuilder(opts Options, systems []string, runs ...*parse.Run) (*builder, error) {
	l, err := lang.Parse(opts.Lang)
	if err != nil {
		return nil, err
	}
	if opts.Theme == "" {
		opts.Theme = Light
	}
	th, ok := themes[opts.Theme]
	if !ok {
		return nil, fmt.Errorf("no theme %q; themes are: light, dark", opts.Theme)
	}
	if opts.Confidence == 0 {
		opts.Confidence = 0.95
	}
	if !(opts.Confidence > 0 && opts.Confidence < 1) {
		return nil, fmt.Errorf("confidence %v: expected a fraction between 0 and 1, such as 0.95", opts.Confidence)
	}
	systems = unique(systems)
	opts.InFlight = opts.InFlight || len(runs) > 0 && !slices.ContainsFunc(runs, func(r *parse.Run) bool { return r.Tool() != "fio" })
	b := &builder{opts: opts, lang: l, theme: th, names: map[string]string{}}
	b.looks = looks{theme: th, set: map[string]color.NRGBA{}}
	for _, s := range slices.Sorted(maps.Keys(opts.Colors)) {
		c, err := parseColor(opts.Colors[s])
		if err != nil {
			return nil, fmt.Errorf("system %q: %w", s, err)
		}
		b.looks.set[s] = c
	}
	b.looks.add(opts.Systems...)
	b.looks.add(systems...)
	b.fig = &Figure{opts: opts, theme: th, fonts: newFonts(opts), marks: map[*plot.Plot]panelMark{}}
	b.nameSystems(systems)
	st, err := b.fig.style()
	if err != nil {
		return nil, err
	}
	b.s = st.s
	return b, nil
}

// nameSystems finds the names to show, and notes the full ones of those that are shortened.
func (b *builder) nameSystems(systems []string) {
	for i, short := range shortened(systems) {
		b.names[systems[i]] = b.tidy(short)
	}
	b.fullNames(systems, shortened(systems))
}

// fullNames says what names are short for: a figure stands alone where it is posted. An English
// figure draws no Chinese name for it, which would need a Chinese font; its alt text has it.
func (b *builder) fullNames(systems, shown []string) {
	var parts []string
	for i, s := range systems {
		if short := b.tidy(shown[i]); short != b.tidy(s) {
			parts = append(parts, b.t("plot.name", short, b.tidy(s)))
		}
	}
	if len(parts) > 0 {
		b.full = b.t("plot.note.names", b.clauses(parts))
		if b.lang == "zh" || !strings.ContainsFunc(b.full, func(r rune) bool { return runewidth.RuneWidth(r) == 2 }) {
			b.fig.Notes = append(b.fig.Notes, b.full)
		}
	}
}

// shortened returns the names as they are, or what tells them apart where one is long.
func shortened(systems []string) []string {
	long := func(names []string) bool {
		return slices.ContainsFunc(names, func(s string) bool { return runewidth.StringWidth(s) > 30 })
	}
	if !long(systems) {
		return systems
	}
	short := analysis.ShortNames(systems)
	if !long(short) {
		return short
	}
	cut := clipNames(short)
	if len(unique(cut)) < len(cut) {
		return short
	}
	return cut
}

// clipNames shortens long names to their heads and what is around the first place where they
// differ.
func clipNames(names []string) []string {
	same := 0
	first := []rune(names[0])
	for same < len(first) && len(names) > 1 && !slices.ContainsFunc(names, func(s string) bool {
		r := []rune(s)
		return same >= len(r) || r[same] != first[same]
	}) {
		same++
	}
	out := make([]string, len(names))
	for i, s := range names {
		if out[i] = s; runewidth.StringWidth(s) <= 60 {
			continue
		}
		r := []rune(s)
		head, rest := string(r[:16]), r[16:]
		if from := same - 6; from > 17 {
			head, rest = head+"…", r[from:]
		}
		if out[i] = head + string(rest); len(rest) > 24 {
			out[i] = head + string(rest[:12]) + "…" + string(rest[len(rest)-10:])
		}
	}
	return out
}

// tidy makes a name fit to be shown: one line, and in English figures with
// the full-width brackets and blanks of Chinese captions as ASCII, so that a name
// in Latin letters needs no CJK font.
func (b *builder) tidy(s string) string {
	s = norm.NFC.String(strings.ToValidUTF8(s, "\ufffd")) // macOS decomposes file names
	if b.lang == "en" {
		s = strings.Map(func(r rune) rune {
			if k := width.LookupRune(r); k.Kind() == width.EastAsianFullwidth {
				return k.Narrow()
			}
			return r
		}, s)
	}
	if s = strings.Join(strings.Fields(s), " "); s == "" {
		return b.t("plot.unnamed")
	}
	return s
}

// t is a text of the catalogue.
func (b *builder) t(key string, args ...any) string { return lang.Text(b.lang, key, args...) }

// level is a text of the catalogue that calls the levels threads, or what fio's levels are.
func (b *builder) level(key string, args ...any) string {
	return b.t(levelKey(key, b.opts.InFlight), args...)
}

func levelKey(key string, inFlight bool) string {
	if inFlight {
		return key + ".io"
	}
	return key
}

func (b *builder) name(system string) string {
	if n, ok := b.names[system]; ok {
		return n
	}
	return b.tidy(system)
}

// px scales a length of a 1200×800 figure.
func (b *builder) px(v float64) vg.Length { return vg.Length(v * b.s) }

func (b *builder) line(k look, width float64) draw.LineStyle {
	return draw.LineStyle{Color: k.color, Width: b.px(width), Dashes: scaled(k.dashes, b.s)}
}

// panel adds an empty panel.
func (b *builder) panel(x, y string) *plot.Plot {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = x, y
	p.X.Tick.Marker, p.Y.Tick.Marker = niceTicks{n: 8}, niceTicks{n: 6}
	b.fig.Panels = append(b.fig.Panels, p)
	return p
}

// mark changes what a panel shows beside its axes.
func (b *builder) mark(p *plot.Plot, change func(*panelMark)) {
	m := b.fig.marks[p]
	change(&m)
	b.fig.marks[p] = m
}

// note adds a remark once.
func (b *builder) note(key string, args ...any) {
	if s := b.t(key, args...); !slices.Contains(b.fig.Notes, s) {
		b.fig.Notes = append(b.fig.Notes, s)
	}
}

// absent remembers that a system has no value of a metric at levels.
func (b *builder) absent(system, metric string, threads ...int) {
	for _, n := range threads {
		b.gone = append(b.gone, absence{system, metric, n})
	}
}

// absences says what is missing: one sentence for all that lack the same metrics
// at the same levels.
func (b *builder) absences() {
	type one struct {
		systems, metrics []string
		levels           []int
	}
	var bySystem []one
	for _, a := range b.gone {
		i := slices.IndexFunc(bySystem, func(o one) bool { return o.systems[0] == a.system })
		if i < 0 {
			i = len(bySystem)
			bySystem = append(bySystem, one{systems: []string{a.system}})
		}
		o := &bySystem[i]
		o.metrics = unique(append(o.metrics, a.metric))
		if !slices.Contains(o.levels, a.threads) {
			o.levels = append(o.levels, a.threads)
		}
	}
	var all []one
	for _, o := range bySystem {
		i := slices.IndexFunc(all, func(p one) bool {
			return slices.Equal(p.metrics, o.metrics) && slices.Equal(p.levels, o.levels)
		})
		if i < 0 {
			all = append(all, o)
			continue
		}
		all[i].systems = append(all[i].systems, o.systems...)
	}
	for _, o := range all {
		b.note("plot.note.absent", b.list(o.systems), b.list(o.metrics), b.levelsText(o.levels))
	}
}

// finish sets the texts: the caller's, else those made from the data.
func (b *builder) finish(title, subtitle, caption, alt string) *Figure {
	pick := func(own, made string) string {
		if own != "" {
			return own
		}
		return made
	}
	b.absences()
	for _, r := range b.fitted {
		b.note("plot.note.fit", b.list(r.systems), r.text)
	}
	if b.bridged {
		b.note("plot.note.bridge")
	}
	f := b.fig
	f.Title = pick(b.opts.Title, title)
	f.Subtitle = pick(b.opts.Subtitle, subtitle)
	f.Caption, f.made = pick(b.opts.Caption, caption), caption
	f.AltText = b.sentences(alt, b.full)
	return f
}

// join joins the parts that are not empty by a middle dot.
func join(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " · ")
}

// sentences joins sentences: with a blank in English, without in Chinese.
func (b *builder) sentences(parts ...string) string {
	sep := " "
	if b.lang == "zh" {
		sep = ""
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), sep)
}

// list joins the members of a list.
func (b *builder) list(items []string) string {
	sep := ", "
	if b.lang == "zh" {
		sep = "、"
	}
	return strings.Join(items, sep)
}

// threadAxis makes the x axis of a panel one of threads, with its ticks at the
// levels. Some room at either end keeps the markers off the edges.
func (b *builder) threadAxis(p *plot.Plot, levels []int) {
	levels = slices.Compact(slices.Sorted(slices.Values(levels)))
	if !b.opts.LinearThreads {
		levels = slices.DeleteFunc(levels, func(n int) bool { return n < 1 }) // no place on a logarithmic axis
	}
	p.X.Tick.Marker = levelTicks(levels)
	b.mark(p, func(m *panelMark) { m.grid = true })
	if len(levels) == 0 {
		p.X.Min, p.X.Max = 1, 2
		return
	}
	lo, hi := float64(levels[0]), float64(levels[len(levels)-1])
	if b.opts.LinearThreads {
		pad := (hi - lo) * 0.03
		if pad == 0 {
			pad = max(hi/2, 1)
		}
		p.X.Min, p.X.Max = lo-pad, hi+pad
		return
	}
	p.X.Scale = logScale{}
	pad := math.Pow(hi/lo, 0.025)
	if pad == 1 {
		pad = 2
	}
	p.X.Min, p.X.Max = lo/pad, hi*pad
}

// threadsTitle is the title of a thread axis.
func (b *builder) threadsTitle() string {
	if b.opts.LinearThreads {
		return b.level("plot.axis.threads.linear")
	}
	return b.level("plot.axis.threads")
}

// fromZero gives a panel a y axis from zero to a tick above the data.
func fromZero(p *plot.Plot, top float64) {
	if !(top > 0) {
		top = 1
	}
	n := 6
	step := niceStep(0, top, n)
	p.Y.Min, p.Y.Max = 0, math.Ceil(top*1.02/step)*step
	p.Y.Tick.Marker = niceTicks{n: n}
}

// around gives a panel a y axis from a tick below the data to one above.
func around(p *plot.Plot, low, high float64, format func(v, step float64) string) {
	if !(low < high) {
		pad := math.Max(math.Abs(low)*0.1, 1e-9)
		low, high = low-pad, high+pad
	}
	step := niceStep(low, high, 6)
	p.Y.Min, p.Y.Max = math.Floor(low/step)*step, math.Ceil(high/step)*step
	p.Y.Tick.Marker = niceTicks{n: 6, format: format}
}

// logY gives a panel a logarithmic y axis around the data, which is positive.
func logY(p *plot.Plot, low, high float64) {
	p.Y.Scale = logScale{}
	pad := math.Max(math.Pow(high/low, 0.06), 1.05)
	p.Y.Min, p.Y.Max = low/pad, high*pad
	p.Y.Tick.Marker = logTicks{n: 6}
}

// subject is the part of the subtitle that says what was run: the workloads and
// versions that the runs carry, when they agree.
func (b *builder) subject(runs []*parse.Run) string {
	workload, version := "", ""
	for i, r := range runs {
		if i > 0 && (r.Workload != workload || r.Version != version) {
			if r.Workload != workload {
				workload = ""
			}
			version = ""
			if workload == "" {
				return ""
			}
			continue
		}
		workload, version = r.Workload, r.Version
	}
	if version != "" && runs[0].Tool() == "sysbench" { // fio's names it
		version = "sysbench " + version
	}
	return join(workload, version)
}

// span writes the levels of a figure: "2–128 threads".
func (b *builder) levelSpan(levels []int) string {
	levels = slices.Compact(slices.Sorted(slices.Values(levels)))
	switch len(levels) {
	case 0:
		return ""
	case 1:
		return b.threads(levels[0])
	}
	return b.level("plot.levels", levels[0], levels[len(levels)-1])
}

// threads writes a number of threads: "16 threads".
func (b *builder) threads(n int) string { return threadsText(b.lang, n, b.opts.InFlight) }

func threadsText(l string, n int, inFlight bool) string {
	switch n {
	case 0: // the input does not say
		return lang.Text(l, levelKey("plot.level.unknown", inFlight))
	case 1:
		return lang.Text(l, levelKey("plot.level.one", inFlight))
	}
	return lang.Text(l, levelKey("plot.level", inFlight), n)
}

// sources writes where the runs come from: file names, at most three.
func (b *builder) sources(runs []*parse.Run) string {
	var files []string
	for _, r := range runs {
		if f := filepath.Base(r.Source.File); r.Source.File != "" && !slices.Contains(files, f) {
			files = append(files, f)
		}
	}
	switch n := len(files); {
	case n == 0:
		return ""
	case n > 3:
		return b.t("plot.source.many", b.list(files[:2]), n-2)
	}
	return b.t("plot.source", b.list(files))
}

// repeats writes how many runs a level has: "one run a level", "3 runs a level",
// "1–3 runs a level".
func (b *builder) repeats(counts []int) string {
	if len(counts) == 0 {
		return ""
	}
	lo, hi := slices.Min(counts), slices.Max(counts)
	switch {
	case hi == 1:
		return b.t("plot.repeats.one")
	case lo == hi:
		return b.t("plot.repeats", hi)
	}
	return b.t("plot.repeats.range", lo, hi)
}

// metricName is a metric's name in a title: "TPS", "Average latency", "p95 latency".
func (b *builder) metricName(m parse.Metric) string {
	if r, ok := m.Rank(); ok {
		return b.t("plot.metric.pct", strconv.FormatFloat(r, 'f', -1, 64))
	}
	return b.t("plot.metric." + m.Name)
}

// axisName is a metric's name with its unit, as an axis title.
func (b *builder) axisName(m parse.Metric) string {
	if m.IsLatency() {
		return b.t("plot.axis.latency", b.metricName(m))
	}
	return b.t("plot.axis." + m.Name)
}

// shortMetric is a metric's name in a sentence and a legend: "TPS", "p95", "average".
func (b *builder) shortMetric(m parse.Metric) string {
	if _, ok := m.Rank(); ok {
		return m.Name
	}
	return b.t("plot.short." + m.Name)
}

// value writes a value of a metric with its unit: "1,171 TPS", "54.3 ms".
func (b *builder) value(v float64, m parse.Metric) string {
	if m.IsLatency() {
		return b.amount(v) + " ms"
	}
	return b.amount(v) + " " + b.t("plot.unit."+m.Name)
}

// amount writes a number with three to four significant digits.
func (b *builder) amount(v float64) string {
	if math.Abs(v) >= 1000 {
		return grouped(lang.Number(v, 0))
	}
	return lang.Significant(v, 3)
}

// levelsText writes levels with their unit: "1 thread", "96, 128 threads".
func (b *builder) levelsText(levels []int) string {
	if len(levels) == 1 {
		return b.threads(levels[0])
	}
	return b.level("plot.alt.levels", b.levelList(levels))
}

// levelList writes levels: "96, 128".
func (b *builder) levelList(levels []int) string {
	var s []string
	for _, n := range levels {
		s = append(s, strconv.Itoa(n))
	}
	return b.list(s)
}

// known reports whether a number is there and can be drawn: a hand-made NaN or
// infinity, or a number whose percentage overflows, counts as absent.
func known(n parse.Num) bool { return n.OK && math.Abs(n.V) < 1e300 }

// interval reports whether an estimate has an interval that can be drawn.
func interval(e analysis.Estimate) bool { return known(e.Low) && known(e.High) }

// unique returns the members of a list once each, in their order.
func unique(list []string) []string {
	var out []string
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

var errNoSweeps = errors.New("no systems to draw: the input has no usable run")

func systemsOf(sweeps []*analysis.Sweep) (systems []string, runs []*parse.Run, err error) {
	for _, s := range sweeps {
		if s == nil {
			return nil, nil, errors.New("a sweep to draw is nil")
		}
		systems = append(systems, s.System)
		for _, l := range s.Levels {
			runs = append(runs, l.Runs...)
		}
	}
	if len(runs) == 0 {
		return nil, nil, errNoSweeps
	}
	return systems, runs, nil
}
