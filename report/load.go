package report

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"go.yaml.in/yaml/v3"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// Load reads a notebook file and the data that its head names, both from fsys:
// data files are looked for in the folder of the notebook. Every error carries
// file and line.
func Load(fsys fs.FS, name string) (*Notebook, error) {
	l := &loader{fsys: fsys, name: name, read: map[string]*parse.Result{}}
	n, err := l.load()
	if err != nil {
		return nil, asErrors(err)
	}
	return n, nil
}

// LoadFile is Load for a file on disk. Nothing outside the file's folder is read,
// save what the layers hold: file systems in which data files are looked for
// after the folder.
func LoadFile(name string, layers ...fs.FS) (*Notebook, error) {
	root, err := os.OpenRoot(filepath.Dir(name))
	if err != nil {
		return nil, asErrors(readError(name, err))
	}
	defer root.Close()
	n, err := Load(Overlay(append([]fs.FS{root.FS()}, layers...)...), filepath.Base(name))
	if err != nil {
		es := asErrors(err)
		for _, e := range es { // as the user named them
			e.File = filepath.Join(filepath.Dir(name), e.File)
		}
		return nil, es
	}
	n.File = name
	for i := range n.cells {
		n.cells[i].file = filepath.Join(filepath.Dir(name), n.cells[i].file)
	}
	for i := range n.Claims {
		n.Claims[i].file = filepath.Join(filepath.Dir(name), n.Claims[i].file)
	}
	return n, nil
}

// loader reads one notebook.
type loader struct {
	fsys fs.FS
	name string
	read map[string]*parse.Result // data files, by path: two systems may share one
	h    *headReader
	n    *Notebook
}

func (l *loader) load() (*Notebook, error) {
	src, err := readSource(l.fsys, l.name)
	if err != nil {
		return nil, err
	}
	l.h = &headReader{file: l.name, files: map[*yaml.Node]string{}}
	head, err := l.head(src, nil)
	if err != nil {
		return nil, err
	}
	l.n = &Notebook{File: l.name}
	l.fill(head)
	if err := l.h.err(); err != nil {
		return nil, err
	}
	l.n.cells = append(l.n.cells, cell{text: src.body, file: l.name})
	return l.n, nil
}

// head returns a file's head, laid over the head that it extends.
func (l *loader) head(src *source, seen []string) (*yaml.Node, error) {
	head, err := parseHead(src)
	if err != nil {
		return nil, err
	}
	if src.file != l.name {
		l.h.own(head, src.file)
	}
	if head.Kind != yaml.MappingNode {
		return nil, &Error{File: src.file, Line: head.Line, Msg: "the head must be keys with values, such as title: …"}
	}
	for i := 0; i+1 < len(head.Content); i += 2 {
		k, v := head.Content[i], head.Content[i+1]
		if k.Value != "extends" {
			continue
		}
		file := path.Join(path.Dir(src.file), v.Value)
		if v.Kind != yaml.ScalarNode || v.Value == "" || !fs.ValidPath(file) {
			return nil, &Error{File: src.file, Line: v.Line, Msg: fmt.Sprintf("extends: %s is no notebook in this folder", kindOf(v))}
		}
		if file == src.file || slices.Contains(seen, file) {
			return nil, &Error{File: src.file, Line: v.Line, Msg: fmt.Sprintf("extends: %q leads back to this notebook", v.Value)}
		}
		base, err := readSource(l.fsys, file)
		if err != nil {
			return nil, &Error{File: src.file, Line: v.Line, Msg: fmt.Sprintf("extends: %s: %s", v.Value, asErrors(err)[0].Msg)}
		}
		under, err := l.head(base, append(seen, src.file))
		if err != nil {
			return nil, err
		}
		head.Content = slices.Delete(head.Content, i, i+2)
		l.h.lay(head, under, "", v.Value)
		if err := l.h.err(); err != nil {
			return nil, err
		}
		return under, nil
	}
	return head, nil
}

// own remembers the file of a node and of all below it.
func (h *headReader) own(n *yaml.Node, file string) {
	h.files[n] = file
	for _, c := range n.Content {
		h.own(c, file)
	}
}

// A notebook that extends another sets texts and where it is published, never what
// figures depend on. Of mappings it sets some keys, of all else the whole.
var (
	translatable = regexp.MustCompile(`^(title|author|date|description|lang|workload\.test|settings|publish\..*|systems\.[^.]+\.(label|short|settings\..*|price\.(of|as_of))|claims\.[^.]+\.(says|source|note))$`)
	partly       = regexp.MustCompile(`^(workload|publish|systems|systems\.[^.]+|systems\.[^.]+\.(settings|price)|claims|claims\.[^.]+)$`)
)

// lay lays a head over another.
func (h *headReader) lay(top, under *yaml.Node, at, base string) {
	for _, e := range h.entries(top, "head") {
		where := strings.TrimPrefix(at+"."+e.key, ".")
		i := -1
		for j := 0; j+1 < len(under.Content); j += 2 {
			if under.Content[j].Value == e.key {
				i = j + 1
			}
		}
		switch {
		case i >= 0 && partly.MatchString(where) && e.v.Kind == yaml.MappingNode && under.Content[i].Kind == yaml.MappingNode:
			h.lay(e.v, under.Content[i], where, base)
		case i < 0 && (at == "systems" || at == "claims"):
			h.fail(e.keyNode, "%s has no %s %q", base, strings.TrimSuffix(at, "s"), e.key)
		case i < 0 && where == "publish":
			h.own(e.keyNode, h.file)
			h.own(e.v, h.file)
			under.Content = append(under.Content, e.keyNode, e.v)
		case !translatable.MatchString(where):
			h.fail(e.keyNode, "%s: %s stands in %s, once for all languages; here only texts are set: title, label, says, …", where, e.key, base)
		case i >= 0:
			under.Content[i] = e.v
			h.own(e.v, h.file)
		default:
			under.Content = append(under.Content, e.keyNode, e.v)
			h.own(e.keyNode, h.file)
			h.own(e.v, h.file)
		}
	}
}

// fill reads the head into the notebook.
func (l *loader) fill(head *yaml.Node) {
	n, h := l.n, l.h
	text := func(to *string, what string) func(*yaml.Node) {
		return func(v *yaml.Node) { *to = h.text(v, what) }
	}
	var base, slo, focus *yaml.Node
	h.fields(head, "head", map[string]func(*yaml.Node){
		"title":       text(&n.Title, "title"),
		"author":      text(&n.Author, "author"),
		"date":        text(&n.Date, "date"),
		"description": text(&n.Description, "description"),
		"lang": func(v *yaml.Node) {
			var err error
			n.Lang, err = lang.Parse(h.text(v, "lang"))
			h.check(v, err)
		},
		"workload": l.workload,
		"settings": func(v *yaml.Node) { n.Settings = l.settings(v) },
		"systems":  l.systems,
		"base":     func(v *yaml.Node) { base, n.Base = v, h.text(v, "base") },
		"focus":    func(v *yaml.Node) { focus = v },
		"slo":      func(v *yaml.Node) { slo = v },
		"margin":   func(v *yaml.Node) { n.Margin = h.fraction(v, "margin") },
		"confidence": func(v *yaml.Node) {
			n.Confidence = h.fraction(v, "confidence")
		},
		"publish": l.publish,
		"claims":  l.claims,
	})
	if focus != nil {
		var err error
		n.Focus, err = analysis.ParseLevels(strings.Join(h.texts(focus, "focus"), ","))
		h.check(focus, err)
	}
	if slo != nil {
		l.slo(slo)
	}
	if len(h.errs) > 0 {
		return
	}
	if len(n.Systems) == 0 {
		h.errs = append(h.errs, &Error{File: l.name, Line: 1, Msg: "the head names no systems; write systems: {NAME: {data: {file: FILE}}}"})
		return
	}
	if n.Title == "" {
		h.errs = append(h.errs, &Error{File: l.name, Line: 1, Msg: "the head has no title; write title: …"})
	}
	if base != nil {
		if s, err := n.system(n.Base); err != nil {
			h.fail(base, "base: %v", err)
		} else {
			n.Base = s.Name
		}
	}
}

func (h *headReader) fraction(v *yaml.Node, what string) float64 {
	f := h.number(v, what)
	if f <= 0 || f >= 1 {
		h.fail(v, "%s: found %q, expected a percentage between 0 and 100 %%", what, v.Value)
	}
	return f
}

func (l *loader) workload(v *yaml.Node) {
	w, h := &l.n.Workload, l.h
	if v.Kind == yaml.ScalarNode {
		w.Test = v.Value
		return
	}
	h.fields(v, "workload", map[string]func(*yaml.Node){
		"test":    func(v *yaml.Node) { w.Test = h.text(v, "test") },
		"tables":  func(v *yaml.Node) { w.Tables = h.integer(v, "tables") },
		"rows":    func(v *yaml.Node) { w.Rows = h.integer(v, "rows") },
		"seconds": func(v *yaml.Node) { w.Seconds = h.integer(v, "seconds") },
	})
}

func (l *loader) settings(v *yaml.Node) []parse.Setting {
	var out []parse.Setting
	for _, e := range l.h.entries(v, "settings") {
		out = append(out, parse.Setting{Key: e.key, Value: strings.Join(l.h.texts(e.v, e.key), ", ")})
	}
	return out
}

func (l *loader) slo(v *yaml.Node) {
	add := func(at *yaml.Node, s string) {
		limit, err := analysis.ParseSLO(s)
		if err != nil {
			l.h.fail(at, "slo: %v", err)
			return
		}
		l.n.SLO = append(l.n.SLO, limit)
	}
	if v.Kind == yaml.ScalarNode {
		add(v, v.Value)
		return
	}
	for _, e := range l.h.entries(v, "slo") {
		for _, limit := range l.h.texts(e.v, e.key) {
			add(e.v, e.key+"="+limit)
		}
	}
}

func (l *loader) publish(v *yaml.Node) {
	p, h := &l.n.Publish, l.h
	h.fields(v, "publish", map[string]func(*yaml.Node){
		"fragment": func(v *yaml.Node) {
			p.Fragment = h.text(v, "fragment")
			if !slices.Contains(editors, p.Fragment) {
				h.fail(v, "publish: no editor %q; editors are: %s", p.Fragment, strings.Join(editors, ", "))
			}
		},
		"image_url": func(v *yaml.Node) { p.ImageURL = h.text(v, "image_url") },
		"image_width": func(v *yaml.Node) {
			p.ImageWidth = h.integer(v, "image_width")
			if p.ImageWidth < 400 || p.ImageWidth > 4000 {
				h.fail(v, "publish: image_width %s: expected 400 to 4000 pixels", v.Value)
			}
		},
		"front_matter": func(v *yaml.Node) { h.check(v, v.Decode(&p.FrontMatter)) },
	})
}

func (l *loader) claims(v *yaml.Node) {
	h := l.h
	for _, e := range h.entries(v, "claims") {
		c := Claim{ID: e.key, line: e.keyNode.Line, file: l.name}
		if f, ok := h.files[e.keyNode]; ok {
			c.file = f
		}
		h.fields(e.v, "claim "+e.key, map[string]func(*yaml.Node){
			"says":   func(v *yaml.Node) { c.Says = h.text(v, "says") },
			"source": func(v *yaml.Node) { c.Source = h.text(v, "source") },
			"note":   func(v *yaml.Node) { c.Note = h.text(v, "note") },
			"is":     func(v *yaml.Node) { c.Is = h.texts(v, "is") },
			"number": func(v *yaml.Node) {
				c.Number = strings.Join(h.texts(v, "number"), ", ")
				_, err := parsePublished(c.Number)
				h.check(v, err)
			},
			"expect": func(v *yaml.Node) {
				c.Expect = Holds(h.text(v, "expect"))
				if !slices.Contains(outcomes, c.Expect) {
					h.fail(v, "expect: found %q, expected one of: %s", v.Value, joinHolds(outcomes))
				}
			},
		})
		if c.Says == "" {
			h.fail(e.keyNode, "claim %s: says is missing: what was said, in a few words", e.key)
		}
		l.n.Claims = append(l.n.Claims, c)
	}
}

func (l *loader) systems(v *yaml.Node) {
	for _, e := range l.h.entries(v, "systems") {
		l.system(e)
	}
}

var colour = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

func (l *loader) system(e entry) {
	h := l.h
	s := System{Name: e.key}
	var data *dataPlace
	if strings.TrimSpace(s.Name) == "" {
		h.fail(e.keyNode, "a system needs a name")
	}
	h.fields(e.v, "system "+s.Name, map[string]func(*yaml.Node){
		"label": func(v *yaml.Node) { s.Label = h.text(v, "label") },
		"short": func(v *yaml.Node) { s.Short = h.text(v, "short") },
		"color": func(v *yaml.Node) {
			s.Color = h.text(v, "color")
			if !colour.MatchString(s.Color) {
				h.fail(v, "color: found %q, expected a colour such as \"#0072b2\" (in quotes: # begins a comment)", s.Color)
			}
		},
		"settings": func(v *yaml.Node) { s.Settings = l.settings(v) },
		"price":    func(v *yaml.Node) { s.Prices = l.prices(v, s.Name) },
		"data":     func(v *yaml.Node) { data = l.dataPlace(v, s.Name) },
	})
	if data == nil {
		if len(h.errs) == 0 {
			h.fail(e.keyNode, "system %s has no data; write data: {file: FILE}, and table: NAME where the file holds several systems", s.Name)
		}
		return
	}
	sweep, err := l.sweep(data, s.Name)
	if err != nil {
		h.fail(data.node, "system %s: %v", s.Name, err)
		return
	}
	s.Sweep = sweep
	l.n.Systems = append(l.n.Systems, s)
}

func (l *loader) prices(v *yaml.Node, system string) []analysis.Price {
	h := l.h
	var out []analysis.Price
	nodes := []*yaml.Node{v}
	if v.Kind == yaml.SequenceNode {
		nodes = v.Content
	}
	for _, n := range nodes {
		if n.Kind == yaml.ScalarNode {
			p, err := analysis.ParsePrice(n.Value)
			if err != nil {
				h.fail(n, "price of %s: %v", system, err)
			}
			out = append(out, p)
			continue
		}
		p := analysis.Price{Per: "hour"}
		h.fields(n, "price of "+system, map[string]func(*yaml.Node){
			"amount":   func(v *yaml.Node) { p.Amount = h.number(v, "amount") },
			"currency": func(v *yaml.Node) { p.Currency = h.text(v, "currency") },
			"per":      func(v *yaml.Node) { p.Per = h.text(v, "per") },
			"of":       func(v *yaml.Node) { p.Of = h.text(v, "of") },
			"as_of":    func(v *yaml.Node) { p.AsOf = h.text(v, "as_of") },
		})
		out = append(out, p)
	}
	if len(h.errs) == 0 {
		if _, _, err := analysis.Hourly(out); err != nil {
			h.fail(v, "price of %s: %v", system, err)
		}
	}
	return out
}

// dataPlace says where a system's runs lie.
type dataPlace struct {
	node    *yaml.Node
	files   []string // as written; patterns allowed
	table   string   // selector of the system's name in the files
	pattern string   // of file names that carry the level, see parse.Options.Name
	metric  string   // of a pivot table
	kind    string   // of transaction, see parse.OnlyKind
}

func (l *loader) dataPlace(v *yaml.Node, system string) *dataPlace {
	h := l.h
	d := &dataPlace{node: v}
	if v.Kind == yaml.ScalarNode || v.Kind == yaml.SequenceNode {
		d.files = h.texts(v, "data")
		return d
	}
	h.fields(v, "data of "+system, map[string]func(*yaml.Node){
		"file":        func(v *yaml.Node) { d.node, d.files = v, h.texts(v, "file") },
		"table":       func(v *yaml.Node) { d.table = h.text(v, "table") },
		"pattern":     func(v *yaml.Node) { d.pattern = h.text(v, "pattern") },
		"metric":      func(v *yaml.Node) { d.metric = h.text(v, "metric") },
		"transaction": func(v *yaml.Node) { d.kind = h.text(v, "transaction") },
	})
	return d
}

// sweep reads a system's runs. Without a table each file must hold one system.
func (l *loader) sweep(d *dataPlace, system string) (*analysis.Sweep, error) {
	if len(d.files) == 0 {
		return nil, errors.New("data names no file")
	}
	var runs []*parse.Run
	for _, pattern := range d.files {
		files, err := l.expand(pattern)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			res, err := l.file(file, d)
			if err != nil {
				return nil, err
			}
			sweeps := analysis.Sweeps(res.Runs)
			if d.table != "" {
				s, err := analysis.Find(sweeps, d.table)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", file, err)
				}
				for _, level := range s.Levels { // not by name: a system of several workloads is several sweeps
					runs = append(append(append(runs, level.Runs...), level.Copies...), level.Failed...)
				}
				continue
			}
			if len(sweeps) > 1 {
				names := make([]string, len(sweeps))
				for i, s := range sweeps {
					names[i] = fmt.Sprintf("%q", s.System)
				}
				return nil, fmt.Errorf("%s holds %d systems; choose one with table: and a part of its name; they are: %s", file, len(sweeps), strings.Join(names, ", "))
			}
			runs = append(runs, res.Runs...)
		}
	}
	if d.kind != "" {
		var err error
		if runs, err = parse.OnlyKind(runs, d.kind); err != nil {
			return nil, fmt.Errorf("transaction %s: %w", d.kind, err)
		}
	}
	own := make([]*parse.Run, len(runs)) // two systems may share a file: its runs stay as they are
	for i, r := range runs {
		c := *r
		c.System = system
		own[i] = &c
	}
	sweeps := analysis.Sweeps(own)
	if len(sweeps) == 0 || len(sweeps[0].Levels) == 0 {
		return nil, fmt.Errorf("%s: no benchmark run", strings.Join(d.files, ", "))
	}
	if len(sweeps) > 1 {
		var names []string
		for _, s := range sweeps {
			names = append(names, fmt.Sprintf("%q", strings.TrimPrefix(s.System, system+" ")))
		}
		return nil, fmt.Errorf("%s hold %d workloads, which are no levels of one system: %s; choose one with table: and a part of its name", strings.Join(d.files, ", "), len(sweeps), strings.Join(names, ", "))
	}
	return sweeps[0], nil
}

// expand returns the files that a data entry names, relative to fsys.
func (l *loader) expand(pattern string) ([]string, error) {
	if strings.Contains(pattern, "://") {
		return nil, fmt.Errorf("data file %q: a notebook reads no URL; save the file beside it", pattern)
	}
	p := path.Join(path.Dir(l.name), filepath.ToSlash(pattern))
	if path.IsAbs(pattern) || !fs.ValidPath(p) {
		return nil, fmt.Errorf("data file %q lies outside the notebook's folder; copy it there", pattern)
	}
	info, err := fs.Stat(l.fsys, p)
	if one := !strings.ContainsAny(pattern, "*?[{"); one || err == nil && !info.IsDir() { // also one that is called run[1].log
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("there is no data file %q beside the notebook", pattern)
		case err == nil && info.IsDir():
			return nil, fmt.Errorf("data file %q is a folder; name its files, such as %q", pattern, path.Join(pattern, "*.log"))
		case err == nil && !info.Mode().IsRegular():
			return nil, fmt.Errorf("data file %q is no regular file", pattern)
		}
		return []string{p}, nil
	}
	files, err := doublestar.Glob(l.fsys, p, doublestar.WithFilesOnly())
	if err != nil {
		return nil, fmt.Errorf("data file %q is no pattern: %w", pattern, err)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no file is named like %q", pattern)
	}
	slices.Sort(files)
	for _, f := range files {
		if info, err := fs.Stat(l.fsys, f); err == nil && !info.Mode().IsRegular() {
			return nil, fmt.Errorf("data file %q is no regular file", f)
		}
	}
	return files, nil
}

func (l *loader) file(file string, d *dataPlace) (*parse.Result, error) {
	key := file + "\x00" + d.pattern + "\x00" + d.metric
	if res, ok := l.read[key]; ok {
		return res, nil
	}
	res, err := parse.FS(l.fsys, file, parse.Options{Name: d.pattern, Metric: d.metric})
	if err != nil {
		return nil, err
	}
	l.read[key] = res
	for _, p := range res.Problems {
		l.n.problems = append(l.n.problems, &Error{File: p.File, Line: p.Line, Msg: strings.TrimPrefix(p.Error(), fmt.Sprintf("%s:%d: ", p.File, p.Line))})
	}
	return res, nil
}
