package plotting

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/mattn/go-runewidth"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// key is an entry of the legend.
type key struct {
	name string
	look look
	form form
}

// form says what a legend entry shows.
type form int

const (
	lineAndMarker form = iota
	lineOnly
	swatch
	hollowSwatch
	markerOnly
)

// endLabel is a name beside the end of a line, in the first panel.
type endLabel struct {
	at xy
	key
}

// Sizes of type in a figure of 1200×800: at the 800 pixels of a blog the
// smallest is 12.
const (
	titleSize    = 34.0
	subtitleSize = 22.0
	labelSize    = 20.0
	captionSize  = 18.0
)

// frame is the rectangle still free while the figure is laid out.
type frame struct{ left, right, bottom, top float64 }

// draw lays the figure out and draws it: title, subtitle and legend at the top,
// the caption at the bottom, the panels between.
func (f *Figure) draw(c canvas, st *style) error {
	if len(f.Panels) == 0 {
		return errors.New("a figure without panels")
	}
	for i, p := range f.Panels {
		if p == nil {
			return fmt.Errorf("panel %d of the figure is nil", i+1)
		}
		for name, a := range map[string]plot.Axis{"x": p.X, "y": p.Y} {
			if _, log := a.Scale.(plot.LogScale); log && a.Min <= 0 {
				return fmt.Errorf("panel %d of the figure: its logarithmic %s axis starts at %v; set a Min above zero", i+1, name, a.Min)
			}
		}
	}
	s := st.s
	fr := frame{left: 36 * s, right: float64(st.w) - 36*s, bottom: 22 * s, top: float64(st.h) - 26*s}
	f.header(c, st, &fr)
	if err := f.footer(c, st, &fr); err != nil {
		return err
	}

	direct := f.directLabels(st, fr)
	if direct == nil {
		f.legend(c, st, &fr)
	}
	cols := min(max(f.Columns, 1), len(f.Panels))
	rows := (len(f.Panels) + cols - 1) / cols
	gapX, gapY := 30*s, 18*s
	width := (fr.right - fr.left - gapX*float64(cols-1)) / float64(cols)
	free := fr.top - fr.bottom - gapY*float64(rows-1)
	var sum float64
	heads, feet := make([]float64, rows), make([]float64, rows) // of a row's panels, so that their data areas align
	for r := range rows {
		sum += f.rowHeight(r)
		for _, p := range f.Panels[r*cols : min((r+1)*cols, len(f.Panels))] {
			heads[r], feet[r] = max(heads[r], st.panelHead(p, width)), max(feet[r], st.panelFoot(p))
		}
		if f.heights == nil { // data areas of one height
			free -= heads[r] + feet[r]
		}
	}
	margins := make([]float64, cols) // of the data areas of a column, so that they align
	for i, p := range f.Panels {
		margins[i%cols] = max(margins[i%cols], yTickWidth(p, st))
	}
	top := fr.top
	for r := range rows {
		head, foot := heads[r], feet[r]
		height := free * f.rowHeight(r) / sum
		if f.heights == nil {
			height += head + foot
		}
		for col := range cols {
			i := r*cols + col
			if i >= len(f.Panels) {
				break
			}
			cell := frame{left: fr.left + float64(col)*(width+gapX), top: top, bottom: top - height}
			cell.right = cell.left + width
			var ends []endPlace
			if i == 0 && direct != nil {
				cell.right -= direct.width
				ends = direct.places
			}
			if !f.panel(c, st, f.Panels[i], cell, inset{margins[col], head, foot}, ends) {
				return fmt.Errorf("figure of %d×%d pixels: its texts leave no room for the panels; make it larger, or give a shorter title or caption", st.w, st.h)
			}
		}
		top -= height + gapY
	}
	return nil
}

func (f *Figure) rowHeight(r int) float64 {
	if r < len(f.heights) {
		return f.heights[r]
	}
	return 1
}

// header sets title and subtitle.
func (f *Figure) header(c canvas, st *style, fr *frame) {
	s := st.s
	width := fr.right - fr.left
	for _, line := range st.wrap(f.Title, titleSize*s, true, width, 2) {
		fr.top -= titleSize * s * capHeight
		c.text(label{s: line, at: at(fr.left, fr.top), size: titleSize * s, bold: true, color: st.theme.ink})
		fr.top -= titleSize * s * 0.46
	}
	for _, line := range st.wrap(f.Subtitle, subtitleSize*s, false, width, 2) {
		fr.top -= subtitleSize * s * capHeight
		c.text(label{s: line, at: at(fr.left, fr.top), size: subtitleSize * s, color: st.theme.muted})
		fr.top -= subtitleSize * s * 0.55
	}
	fr.top -= 14 * s
}

// footer sets the caption and the notes. A long caption made from the data is cut, the
// notes never are, nor is the text of a caller.
func (f *Figure) footer(c canvas, st *style, fr *frame) error {
	size := captionSize * st.s
	width := fr.right - fr.left
	text := func(parts ...string) string {
		out := ""
		for _, n := range parts {
			if out != "" && n != "" && !strings.HasSuffix(out, "。") {
				out += " "
			}
			out += n
		}
		return out
	}
	room := max(4, int(float64(st.h)/3/(size*1.3)))
	lines := st.wrap(text(append([]string{f.Caption}, f.Notes...)...), size, false, width, math.MaxInt)
	if len(lines) > room {
		notes := st.wrap(text(f.Notes...), size, false, width, math.MaxInt)
		left := room - len(notes)
		if f.Caption != f.made && len(st.wrap(f.Caption, size, false, width, math.MaxInt)) > max(left, 0) {
			return fmt.Errorf("figure of %d×%d pixels: the caption takes %d lines, and there is room for %d; shorten it, or make the figure larger",
				st.w, st.h, len(lines), room)
		}
		lines = append(st.wrap(f.Caption, size, false, width, max(left, 1)), notes...)
	}
	if len(lines) == 0 {
		return nil
	}
	y := fr.bottom + size*descent + size*1.3*float64(len(lines))
	fr.bottom = y + size*0.25
	for _, line := range lines {
		y -= size * 1.3
		c.text(label{s: line, at: at(fr.left, y), size: size, color: st.theme.muted})
	}
	return nil
}

// legend sets the entries in rows.
func (f *Figure) legend(c canvas, st *style, fr *frame) {
	if len(f.keys) == 0 {
		return
	}
	size := labelSize * st.s
	sample, gap := 40*st.s, 30*st.s
	width := fr.right - fr.left
	limit := width - sample
	if len(f.keys) > 3 {
		limit = width/2 - sample - gap
	}
	names := make([]string, len(f.keys))
	widths := make([]float64, len(f.keys))
	sum, widest := 0.0, 0.0
	for i, k := range f.keys {
		names[i] = st.clip(k.name, size, false, limit)
		widths[i] = sample + 8*st.s + st.width(names[i], size, false) + gap
		sum, widest = sum+widths[i], max(widest, widths[i])
	}
	columns := len(f.keys)
	if sum-gap > width { // several rows: in columns
		columns = max(1, int((width+gap)/widest))
	}
	x := fr.left
	fr.top -= size * 0.6
	for i, k := range f.keys {
		name, w := names[i], widths[i]
		if sum-gap > width {
			w = widest
		}
		if i > 0 && i%columns == 0 {
			x = fr.left
			fr.top -= size * 1.45
		}
		st.sample(c, k, x, fr.top+size*capHeight/2, sample)
		c.text(label{s: name, at: at(x+sample+8*st.s, fr.top), size: size, color: st.theme.ink})
		x += w
	}
	fr.top -= size * 0.85
}

// sample draws a legend entry's line, marker or colour around the height y.
func (st *style) sample(c canvas, k key, x, y, width float64) {
	dc := draw.NewCanvas(c, vg.Length(st.w), vg.Length(st.h))
	sty := draw.LineStyle{Color: k.look.color, Width: vg.Length(3 * st.s), Dashes: scaled(k.look.dashes, st.s)}
	switch k.form {
	case swatch:
		h := 9 * st.s
		dc.FillPolygon(k.look.color, []vg.Point{at(x+width*0.25, y-h), at(x+width, y-h), at(x+width, y+h), at(x+width*0.25, y+h)})
		return
	case hollowSwatch:
		h := 8 * st.s
		corners := []vg.Point{at(x+width*0.27, y-h), at(x+width, y-h), at(x+width, y+h), at(x+width*0.27, y+h)}
		dc.StrokeLines(draw.LineStyle{Color: k.look.color, Width: vg.Length(2 * st.s)}, append(corners, corners[0]))
		return
	case lineOnly, lineAndMarker:
		dc.StrokeLine2(sty, vg.Length(x), vg.Length(y), vg.Length(x+width), vg.Length(y))
	}
	if k.form == lineAndMarker || k.form == markerOnly {
		k.look.marker.draw(&dc, at(x+width/2, y), vg.Length(7*st.s), k.look.color, st.theme.back)
	}
}

func scaled(dashes []vg.Length, s float64) []vg.Length {
	if len(dashes) == 0 {
		return nil
	}
	out := make([]vg.Length, len(dashes))
	for i, d := range dashes {
		out[i] = d * vg.Length(s)
	}
	return out
}

func at(x, y float64) vg.Point { return vg.Point{X: vg.Length(x), Y: vg.Length(y)} }

// endPlace is a name beside a line's end: y of its middle is found when the
// panel's place is known.
type endPlace struct {
	endLabel
	name string
}

type endLabels struct {
	width  float64
	places []endPlace
}

// directLabels decides whether the names fit beside the ends of their lines:
// none may take more than a quarter of the width, and each must lie near its
// line's end.
func (f *Figure) directLabels(st *style, fr frame) *endLabels {
	if len(f.ends) == 0 || len(f.ends) > 6 || len(f.Panels) != 1 {
		return nil
	}
	size := labelSize * st.s
	d := &endLabels{}
	for _, e := range f.ends {
		w := st.width(e.key.name, size, true)
		if w > (fr.right-fr.left)*0.24 {
			return nil
		}
		d.width = max(d.width, w+16*st.s)
		d.places = append(d.places, endPlace{endLabel: e, name: e.key.name})
	}
	p := f.Panels[0]
	height := (fr.top - fr.bottom) * 0.82 // less the axis
	ys := make([]float64, len(f.ends))
	for i, e := range f.ends {
		ys[i] = p.Y.Norm(e.at.y) * height
		if ys[i] < 0 || ys[i] > height {
			return nil
		}
	}
	for i, y := range spread(ys, size*1.25, size*0.4, height) {
		if math.Abs(y-ys[i]) > size*1.1 {
			return nil
		}
	}
	return d
}

// spread moves values apart until each is at least gap from its neighbours,
// as little as possible, within low and high; the order stays.
func spread(ys []float64, gap, low, high float64) []float64 {
	order := make([]int, len(ys))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case ys[a] < ys[b]:
			return -1
		case ys[a] > ys[b]:
			return 1
		}
		return 0
	})
	// Clusters of labels, each centred on the mean of its members' own places.
	type cluster struct {
		members []int
		sum     float64 // of own places minus offsets within the cluster
		start   float64
	}
	var cs []cluster
	for _, i := range order {
		cs = append(cs, cluster{members: []int{i}, sum: ys[i], start: ys[i]})
		for len(cs) > 1 {
			a, b := cs[len(cs)-2], cs[len(cs)-1]
			if a.start+gap*float64(len(a.members)) <= b.start {
				break
			}
			b.sum -= gap * float64(len(a.members)) * float64(len(b.members))
			m := cluster{members: append(a.members, b.members...), sum: a.sum + b.sum}
			m.start = m.sum / float64(len(m.members))
			cs = append(cs[:len(cs)-2], m)
		}
	}
	out := make([]float64, len(ys))
	floor := low
	for _, k := range cs {
		start := max(min(k.start, high-gap*float64(len(k.members)-1)), floor)
		for j, i := range k.members {
			out[i] = start + gap*float64(j)
		}
		floor = start + gap*float64(len(k.members))
	}
	return out
}

// yTickWidth is the room that a panel's y labels take.
func yTickWidth(p *plot.Plot, st *style) float64 {
	var w float64
	for _, t := range p.Y.Tick.Marker.Ticks(axisRange(p.Y.Min, p.Y.Max)) {
		w = max(w, st.width(t.Label, labelSize*st.s, false))
	}
	return w + 12*st.s
}

// axisRange makes a range that can be drawn of what an axis holds.
func axisRange(lo, hi float64) (float64, float64) {
	if math.IsInf(lo, 0) || math.IsNaN(lo) {
		lo = 0
	}
	if math.IsInf(hi, 0) || math.IsNaN(hi) {
		hi = 1
	}
	if lo > hi {
		lo, hi = hi, lo
	}
	if lo == hi {
		lo, hi = lo-1, hi+1
	}
	return lo, hi
}

// inset is the room around a panel's data area.
type inset struct{ left, top, bottom float64 }

// panelHead is the height of a panel's title and y axis title.
func (st *style) panelHead(p *plot.Plot, width float64) float64 {
	size := labelSize * st.s
	h := size * 0.2
	if p.Title.Text != "" {
		h += size * (capHeight + 0.6)
	}
	if p.Y.Label.Text != "" {
		h += size*(capHeight+0.45)*float64(len(st.wrap(p.Y.Label.Text, size, false, width, 2))) + size*0.35
	}
	return h
}

// panelFoot is the height of a panel's tick labels and x axis title.
func (st *style) panelFoot(p *plot.Plot) float64 {
	size := labelSize * st.s
	h := size*1.1 + 8*st.s
	if p.X.Label.Text != "" {
		h += size * (descent + 1.1)
	}
	return h
}

// panel draws one panel into its cell: axis titles, grid, ticks, plotters. It
// reports whether there was room for it.
func (f *Figure) panel(c canvas, st *style, shown *plot.Plot, cell frame, in inset, ends []endPlace) bool {
	p := *shown // the caller's plot stays as it is
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		if _, log := a.Scale.(plot.LogScale); log {
			a.Scale = logScale{} // which does not panic at zero
		}
	}
	p.X.Min, p.X.Max = axisRange(p.X.Min, p.X.Max)
	p.Y.Min, p.Y.Max = axisRange(p.Y.Min, p.Y.Max)
	s, mark := st.s, f.marks[shown]
	size := labelSize * s
	text := func(str string, x, y float64, align float64, bold bool, muted bool) {
		col := st.theme.ink
		if muted {
			col = st.theme.muted
		}
		c.text(label{s: str, at: at(x, y), size: size, bold: bold, color: col, align: align})
	}
	width := cell.right - cell.left
	area := draw.Canvas{Canvas: c, Rectangle: vg.Rectangle{Min: at(cell.left+in.left, cell.bottom+in.bottom), Max: at(cell.right, cell.top-in.top)}}
	if area.Max.X-area.Min.X < 20 || area.Max.Y-area.Min.Y < 20 {
		return false
	}
	y := cell.top
	if p.Title.Text != "" {
		y -= size * capHeight
		text(st.clip(p.Title.Text, size, true, width), cell.left, y, 0, true, false)
		y -= size * 0.6
	}
	if p.Y.Label.Text != "" {
		for _, line := range st.wrap(p.Y.Label.Text, size, false, width, 2) {
			y -= size * capHeight
			text(line, cell.left, y, 0, false, true)
			y -= size * 0.45
		}
	}
	if p.X.Label.Text != "" {
		text(st.clip(p.X.Label.Text, size, false, width), (cell.left+in.left+cell.right)/2, cell.bottom+size*descent, 0.5, false, true)
	}

	// The plotters draw without gonum's axes; their glyph boxes may shrink the area.
	bare := p
	bare.Title.Text, bare.X.Label.Text, bare.Y.Label.Text = "", "", ""
	bare.BackgroundColor = nil
	for _, a := range []*plot.Axis{&bare.X, &bare.Y} {
		a.Tick.Marker = plot.ConstantTicks(nil)
		a.Tick.Length, a.Width, a.Padding = 0, 0, 0
		a.AutoRescale = false
	}
	area = bare.DataCanvas(area)
	left := float64(area.Min.X)
	bottom, top := float64(area.Min.Y), float64(area.Max.Y)

	grid := draw.LineStyle{Color: st.theme.grid, Width: vg.Length(max(1, s))}
	axis := draw.LineStyle{Color: st.theme.axis, Width: vg.Length(max(1, 1.5*s))}
	for _, t := range yTicks(&p, &area, size) {
		y := area.Y(p.Y.Norm(t.Value))
		if !area.ContainsY(y) || t.IsMinor() {
			continue
		}
		if t.Label != "" {
			area.StrokeLine2(grid, area.Min.X, crisp(y), area.Max.X, crisp(y))
		}
		text(t.Label, left-10*s, float64(y)-size*0.36, 1, false, false)
	}
	xs := thin(p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max),
		func(v float64) float64 { return float64(area.X(p.X.Norm(v))) },
		func(l string) float64 { return st.width(l, size, false) }, 10*s)
	for _, t := range xs {
		x := area.X(p.X.Norm(t.Value))
		if !area.ContainsX(x) {
			continue
		}
		if t.Label != "" && mark.grid {
			area.StrokeLine2(grid, crisp(x), area.Min.Y, crisp(x), area.Max.Y)
		}
	}
	bare.Draw(area)

	// The axis lies over bars and bands.
	area.StrokeLine2(axis, area.Min.X, crisp(area.Min.Y), area.Max.X, crisp(area.Min.Y))
	for _, t := range xs {
		x := area.X(p.X.Norm(t.Value))
		if !area.ContainsX(x) {
			continue
		}
		length := vg.Length(6 * s)
		if t.Label == "" {
			length /= 2
		}
		area.StrokeLine2(axis, crisp(x), area.Min.Y, crisp(x), area.Min.Y-length)
		if t.Label == "" {
			continue
		}
		half := st.width(t.Label, size, false) / 2
		text(t.Label, min(max(float64(x), left-in.left+half), float64(st.w)-half-4*s), bottom-8*s-size*0.95, 0.5, false, false)
	}
	if y := area.Y(p.Y.Norm(0)); mark.zero && area.ContainsY(y) {
		area.StrokeLine2(draw.LineStyle{Color: st.theme.ink, Width: vg.Length(max(1, 1.5*s))}, area.Min.X, crisp(y), area.Max.X, crisp(y))
	}
	if mark.truncated {
		st.breakMark(area, left, bottom)
	}
	f.endNames(c, st, &p, area, ends, bottom, top)
	return true
}

// yTicks are the ticks of a y axis, fewer where their labels would touch.
func yTicks(p *plot.Plot, area *draw.Canvas, size float64) []plot.Tick {
	place := func(v float64) float64 { return float64(area.Y(p.Y.Norm(v))) }
	marker := p.Y.Tick.Marker
	for {
		ts := marker.Ticks(p.Y.Min, p.Y.Max)
		close := false
		for i := 1; i < len(ts); i++ {
			close = close || math.Abs(place(ts[i].Value)-place(ts[i-1].Value)) < size*1.25
		}
		if !close {
			return ts
		}
		switch m := marker.(type) {
		case niceTicks:
			if m.n--; m.n >= 2 {
				marker = m
				continue
			}
		case logTicks:
			if m.n--; m.n >= 0 {
				marker = m
				continue
			}
		}
		return thin(ts, place, func(string) float64 { return size }, size*0.25)
	}
}

// breakMark draws the two strokes that say: this axis does not start at zero.
func (st *style) breakMark(area draw.Canvas, x, y float64) {
	s := st.s
	x += 14 * s // clear of the tick labels
	area.FillPolygon(st.theme.back, []vg.Point{at(x-10*s, y+6*s), at(x+10*s, y+12*s), at(x+10*s, y+20*s), at(x-10*s, y+14*s)})
	for _, d := range []float64{6, 14} {
		area.StrokeLine2(draw.LineStyle{Color: st.theme.ink, Width: vg.Length(2 * s)}, vg.Length(x-10*s), vg.Length(y+d*s), vg.Length(x+10*s), vg.Length(y+(d+6)*s))
	}
}

// endNames sets the names beside the ends of the lines.
func (f *Figure) endNames(c canvas, st *style, p *plot.Plot, area draw.Canvas, ends []endPlace, bottom, top float64) {
	if len(ends) == 0 {
		return
	}
	size := labelSize * st.s
	ys := make([]float64, len(ends))
	for i, e := range ends {
		ys[i] = float64(area.Y(p.Y.Norm(e.at.y)))
	}
	for i, y := range spread(ys, size*1.25, bottom+size*0.4, top) {
		x := float64(area.X(p.X.Norm(ends[i].at.x))) + 16*st.s
		c.text(label{s: ends[i].name, at: at(x, y-size*0.36), size: size, bold: true, color: st.readable(ends[i].look.color)})
	}
}

// readable darkens (on dark: lightens) a series colour until text in it can be
// read: a contrast of 4.5 to the background (WCAG 2.1, 1.4.3).
func (st *style) readable(col color.NRGBA) color.NRGBA {
	for range 20 {
		if contrast(col, st.theme.back) >= 4.5 {
			break
		}
		col = mix(st.theme.ink, col, 0.12)
	}
	return col
}

// width is the width of a line of text in pixels.
func (st *style) width(s string, size float64, bold bool) float64 {
	return st.fonts.width(s, bold) * size
}

// clip shortens a text in the middle until it fits a width: systems often
// differ in their heads and tails.
func (st *style) clip(s string, size float64, bold bool, width float64) string {
	if st.width(s, size, bold) <= width {
		return s
	}
	r := []rune(s)
	for keep := len(r) - 1; keep > 1; keep-- {
		head := (keep*2 + 2) / 3
		if t := string(r[:head]) + "…" + string(r[len(r)-(keep-head):]); st.width(t, size, bold) <= width {
			return t
		}
	}
	return "…"
}

// wrap breaks a text into at most n lines of a width: at blanks, and anywhere
// between Chinese characters. What does not fit ends in an ellipsis.
func (st *style) wrap(s string, size float64, bold bool, width float64, n int) []string {
	var lines []string
	line := ""
	for _, piece := range pieces(s) {
		if t := line + piece; line == "" || st.width(strings.TrimRight(t, " "), size, bold) <= width {
			line = strings.TrimLeft(t, " ")
			continue
		}
		lines = append(lines, strings.TrimRight(line, " "))
		line = strings.TrimLeft(piece, " ")
	}
	if line = strings.TrimRight(line, " "); line != "" {
		lines = append(lines, line)
	}
	for i := range lines {
		lines[i] = st.clip(lines[i], size, bold, width) // one word longer than a line
	}
	if len(lines) > n {
		lines = lines[:n]
		last := []rune(lines[n-1])
		for len(last) > 1 && st.width(string(last)+" …", size, bold) > width {
			last = last[:len(last)-1]
		}
		lines[n-1] = strings.TrimRight(string(last), " ") + " …"
	}
	return lines
}

// pieces cuts a text where a line may break.
func pieces(s string) []string {
	var out []string
	cur := ""
	var last rune
	for _, r := range strings.Join(strings.Fields(s), " ") {
		wide := runewidth.RuneWidth(r) == 2
		lastWide := runewidth.RuneWidth(last) == 2
		closing := unicode.Is(unicode.Po, r) || unicode.Is(unicode.Pe, r) || unicode.Is(unicode.Pf, r)
		opening := unicode.Is(unicode.Ps, last) || unicode.Is(unicode.Pi, last)
		if cur != "" && !closing && !opening && (wide || lastWide || r == ' ') {
			out = append(out, cur)
			cur = ""
		}
		cur += string(r)
		last = r
	}
	if cur != "" {
		out = append(out, cur)
	}
	return out
}
