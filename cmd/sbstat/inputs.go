package main

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/parse"
)

// What stands for standard input: as an argument, and in sources and messages.
const (
	stdinName   = "-"
	stdinSource = "stdin"
)

// input is one argument that names where runs are.
type input struct {
	arg      string
	name     string // of its system; "" leaves it to the data
	selector string // of the one system wanted; "" all
	paths    []string
	many     bool // paths come from a folder or a pattern: some may hold no run
}

// parseInput reads NAME=PATH#SELECTOR. A path that exists as it is written wins
// over any other reading of it.
func parseInput(arg string) (input, error) {
	in := input{arg: arg}
	path := arg
	if !exists(path) {
		if name, rest, ok := strings.Cut(path, "="); ok {
			if name = strings.TrimSpace(name); name == "" {
				return in, fmt.Errorf("%s: there is no name before \"=\"; want NAME=PATH", arg)
			}
			in.name, path = name, rest
		}
		if i := strings.LastIndexByte(path, '#'); i >= 0 && !exists(path) {
			if path, in.selector = path[:i], strings.TrimSpace(path[i+1:]); in.selector == "" {
				return in, fmt.Errorf("%s: there is no selector after \"#\"; want PATH#SELECTOR, a part of a system's name", arg)
			}
		}
	}
	if path == "" {
		return in, fmt.Errorf("%q: there is no path; want NAME=PATH", arg)
	}
	err := in.expand(path)
	if err != nil && in.name != "" && exists(in.name) && !exists(path) {
		return in, fmt.Errorf("%s: want NAME=PATH, and %q is the path: %s=%s", arg, in.name, path, in.name)
	}
	return in, err
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return path == stdinName || err == nil
}

// expand finds the files of a path: itself, the files below a folder, or what
// a pattern matches.
func (in *input) expand(path string) error {
	if path == stdinName {
		in.paths = []string{path}
		return nil
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		in.many = true
		if err := in.walk(path); err != nil {
			return err
		}
		if len(in.paths) == 0 {
			return fmt.Errorf("%s: the folder holds no file; want logs or tables in it", path)
		}
	case err == nil:
		in.paths = []string{path}
	case errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(path, "*?[{"):
		in.many = true
		matches, err := doublestar.FilepathGlob(path, doublestar.WithFilesOnly(), doublestar.WithNoFollow())
		if err != nil {
			return fmt.Errorf("%s: the pattern cannot be read: %w", path, err)
		}
		if len(matches) == 0 {
			base, _ := doublestar.SplitPattern(filepath.ToSlash(path))
			if !exists(base) {
				return fmt.Errorf("%s: the pattern matches no file: there is no folder %s", path, base)
			}
			return fmt.Errorf("%s: the pattern matches no file in %s (** stands for folders at any depth)", path, base)
		}
		slices.Sort(matches)
		in.paths = matches
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: no such file or folder%s", path, neighbours(path))
	default:
		return err
	}
	return nil
}

// neighbours names the files that a path with a slip may have meant.
func neighbours(path string) string {
	dir, name := filepath.Split(path)
	entries, err := os.ReadDir(filepath.Clean(dir))
	if err != nil {
		return ": there is no folder " + filepath.Clean(dir)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return didYouMean(name, names)
}

// walk collects the files below a folder in the order of their names, without hidden ones.
func (in *input) walk(dir string) error {
	return filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case p != dir && strings.HasPrefix(e.Name(), ".") && e.IsDir():
			return fs.SkipDir
		case e.Type().IsRegular() && !strings.HasPrefix(e.Name(), "."):
			in.paths = append(in.paths, p)
		}
		return nil
	})
}

// data is what the inputs held.
type data struct {
	results []*parse.Result
	runs    []*parse.Run
	sweeps  []*analysis.Sweep // one a system, in order of appearance
	origins map[string]*origin
	unread  []error // of files that were read in part, or passed over
}

// tables is how many tables there were; 0 where an input holds something else.
func (d *data) tables() int {
	n := 0
	for _, r := range d.results {
		if r.Tables == 0 {
			return 0
		}
		n += r.Tables
	}
	return n
}

// origin says where the runs of a system came from.
type origin struct {
	files []string
	table string // what the files call the system, where they hold several
}

// part is what one input holds.
type part struct {
	input
	results []*parse.Result
	runs    []*parse.Run
	unread  []error
	called  map[*parse.Run]string // what a file calls a run's system, where it holds several
	byFile  bool                  // nothing but file names names its system, and it is one
	was     string                // what its system was called before NAME=, where files call it something
}

// load reads all inputs. What was wrong in single rows, and files that could not be read in
// whole, are told on stderr unless quiet; no run at all is an error.
func (a *app) load(args []string, opts parse.Options, quiet bool) (*data, error) {
	opts.Name, opts.Metric = a.flags.pattern, a.flags.metricName
	var parts []*part
	for _, arg := range args {
		in, err := parseInput(arg)
		if err != nil {
			return nil, err
		}
		p, err := a.read(in, opts)
		if err != nil {
			return nil, err
		}
		parts = append(parts, p)
		a.inputs = append(a.inputs, in.paths...)
	}
	if err := a.patternMatches(); err != nil {
		return nil, err
	}
	a.oneNameForSeveral(parts)
	tellApart(parts)
	d := &data{}
	called := map[*parse.Run]string{}
	for _, p := range parts {
		d.runs = append(d.runs, p.runs...)
		d.unread = append(d.unread, p.unread...)
		maps.Copy(called, p.called)
		for _, res := range p.results { // a file given twice, for two of its tables, counts once
			if !slices.ContainsFunc(d.results, func(r *parse.Result) bool { return r.File == res.File }) {
				d.results = append(d.results, res)
			}
		}
	}
	d.sweeps = analysis.Sweeps(d.runs)
	d.origins = originsOf(d.sweeps, called)
	if !quiet {
		a.reportProblems(d)
		a.likeRepeats(d)
	}
	return d, a.missingLevels(d)
}

// read reads one input, its systems named.
func (a *app) read(in input, opts parse.Options) (*part, error) {
	results, unread, err := a.results(in, opts)
	if err != nil {
		return nil, err
	}
	if err := a.onlyKind(results); err != nil {
		return nil, err
	}
	p := &part{input: in, results: results, unread: unread, called: map[*parse.Run]string{}, byFile: in.name == "" && opts.Name == "" && in.paths[0] != stdinName}
	for _, res := range results {
		if own := analysis.Sweeps(res.Runs); len(own) > 1 {
			for _, w := range own {
				for r := range runsOf(w) {
					p.called[r] = w.System
				}
			}
		}
		for _, r := range res.Runs {
			p.byFile = p.byFile && r.FromFile
		}
		p.runs = append(p.runs, res.Runs...)
	}
	sweeps := analysis.Sweeps(p.runs)
	if in.selector != "" {
		s, err := analysis.Find(sweeps, in.selector)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", in.arg, err)
		}
		sweeps = []*analysis.Sweep{s}
		own := map[*parse.Run]bool{}
		for r := range runsOf(s) {
			own[r] = true
		}
		p.runs = slices.DeleteFunc(p.runs, func(r *parse.Run) bool { return !own[r] })
	}
	p.byFile = p.byFile && len(sweeps) == 1
	if in.name != "" {
		if len(sweeps) > 1 {
			return nil, fmt.Errorf("%s: NAME=PATH names one system, but there are %d: %s; choose one with %s#SELECTOR",
				in.arg, len(sweeps), strings.Join(systemNames(sweeps), ", "), in.arg)
		}
		for _, r := range p.runs {
			p.was = p.called[r]
			r.System = in.name
		}
	}
	return p, nil
}

// onlyKind leaves of the runs the kind of transaction that --transaction names.
func (a *app) onlyKind(results []*parse.Result) error {
	if a.flags.transaction == "" {
		return nil
	}
	for _, res := range results {
		var err error
		if res.Runs, err = parse.OnlyKind(res.Runs, a.flags.transaction); err != nil {
			return fmt.Errorf("--transaction %s: %w", a.flags.transaction, err)
		}
	}
	return nil
}

// patternMatches is an error where --pattern matches the name of no file.
func (a *app) patternMatches() error {
	if a.flags.pattern == "" || len(a.inputs) == 0 {
		return nil
	}
	for _, path := range a.inputs {
		if ok, err := parse.NameMatches(a.flags.pattern, path); ok || err != nil {
			return err
		}
	}
	return fmt.Errorf("--pattern %s matches no file; the first is %s", a.flags.pattern, a.inputs[0])
}

// oneNameForSeveral warns of a name that was given to systems which their files tell apart:
// their runs count as repeats of one.
func (a *app) oneNameForSeveral(parts []*part) {
	first := map[string]string{} // by name
	for _, p := range parts {
		if p.was == "" {
			continue
		}
		if other, ok := first[p.name]; !ok {
			first[p.name] = p.was
		} else if other != p.was {
			fmt.Fprintf(a.stderr, "sbstat: %s names both %q and %q: their runs are taken for repeats of one system; give each its own name\n", clean(p.name), clean(other), clean(p.was))
		}
	}
}

var numbered = regexp.MustCompile(`^(.*[^-_ ])([-_ ]r?)(\d{1,3})$`)

// likeRepeats asks for a pattern where names of files alone tell systems apart, by a number that
// counts from 1: m6g-r1.log and m6g-r2.log could be repeats of one.
func (a *app) likeRepeats(d *data) {
	if a.flags.pattern != "" {
		return
	}
	numbers, patterns := map[string][]int{}, map[string]string{}
	for _, w := range d.sweeps {
		m := numbered.FindStringSubmatch(w.System)
		if m == nil {
			continue
		}
		fromFile, ext := true, ""
		for r := range runsOf(w) {
			var whole bool
			ext, whole = strings.CutPrefix(filepath.Base(r.Source.File), w.System)
			fromFile = fromFile && r.FromFile && whole
		}
		if fromFile {
			n, _ := strconv.Atoi(m[3])
			numbers[m[1]+m[2]] = append(numbers[m[1]+m[2]], n)
			patterns[m[1]+m[2]] = "{system}" + m[2] + "{repeat}" + ext
		}
	}
	for _, stem := range slices.Sorted(maps.Keys(numbers)) {
		if ns := slices.Sorted(slices.Values(numbers[stem])); len(ns) > 1 && ns[0] == 1 && ns[len(ns)-1] == len(ns) {
			fmt.Fprintf(a.stderr, "sbstat: %[1]s1 to %[1]s%[2]d are taken for %[2]d systems; if they are repeats of one: --pattern '%[3]s'\n", clean(stem), len(ns), clean(patterns[stem]))
		}
	}
}

// missingLevels says, after the output, which of the levels that the flags ask for no
// system has. All of a flag's are an error.
func (a *app) missingLevels(d *data) error {
	have := allLevels(d.sweeps)
	for _, f := range []struct {
		name string
		set  analysis.LevelSet
	}{{"levels", a.flags.levels}, {"focus", a.flags.focus}, {"at", a.flags.at}} {
		var missing analysis.LevelSet
		for _, r := range f.set {
			if !slices.ContainsFunc(have, analysis.LevelSet{r}.Contains) {
				missing = append(missing, r)
			}
		}
		if len(missing) == 0 {
			continue
		}
		said := fmt.Sprintf("--%s: no system has %s threads; levels are: %s", f.name, missing, levelList(have))
		if len(missing) == len(f.set) {
			return errors.New(said)
		}
		fmt.Fprintln(&a.last, "sbstat: "+said)
	}
	return nil
}

// tellApart names systems by their folders where several folders hold files of the same
// names: old/oltp-t16.log and new/oltp-t16.log are old and new, and no repeats.
func tellApart(parts []*part) {
	folders := map[string][]string{} // by system
	for _, p := range parts {
		if !p.byFile {
			continue
		}
		dir := folderName(p.paths[0])
		if s := p.runs[0].System; !slices.Contains(folders[s], dir) {
			folders[s] = append(folders[s], dir)
		}
	}
	for _, p := range parts {
		if p.byFile && len(folders[p.runs[0].System]) > 1 {
			for _, r := range p.runs {
				r.System = folderName(p.paths[0])
			}
		}
	}
}

// folderName is the name of the folder that holds a file.
func folderName(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return filepath.Dir(path)
	}
	return filepath.Base(filepath.Dir(abs))
}

// originsOf says of each system where its runs came from.
func originsOf(sweeps []*analysis.Sweep, called map[*parse.Run]string) map[string]*origin {
	origins := map[string]*origin{}
	for _, w := range sweeps {
		o := &origin{}
		for r := range runsOf(w) {
			if !slices.Contains(o.files, r.Source.File) {
				o.files = append(o.files, r.Source.File)
			}
			if name, ok := called[r]; ok {
				o.table = name
			}
		}
		origins[w.System] = o
	}
	return origins
}

// runsOf goes through all runs of a system, level by level.
func runsOf(w *analysis.Sweep) iter.Seq[*parse.Run] {
	return func(yield func(*parse.Run) bool) {
		for _, l := range w.Levels {
			for _, runs := range [][]*parse.Run{l.Runs, l.Failed, l.Copies} {
				for _, r := range runs {
					if !yield(r) {
						return
					}
				}
			}
		}
	}
}

// results reads the files of an input. Files that could be read in part are used and told.
// Of a folder or a pattern, files without a run, and files that cannot be read, are told and
// passed over, as long as one file has one.
func (a *app) results(in input, opts parse.Options) (results []*parse.Result, unread []error, err error) {
	if !in.many {
		var res *parse.Result
		if in.paths[0] == stdinName {
			if res, err = parse.ReadAll(a.stdin, stdinSource, opts); err == nil && len(res.Runs) == 0 {
				err = errors.New("stdin: no benchmark run found; want a sysbench log, fio JSON, go-tpc output or a table with a threads column")
				if len(res.Problems) > 0 {
					err = fmt.Errorf("%w; the first problem: %w", err, res.Problems[0])
				}
			}
		} else {
			res, err = parse.File(in.paths[0], opts)
		}
		if errors.Is(err, parse.ErrIncomplete) && len(res.Runs) > 0 {
			unread, err = []error{err}, nil
		}
		return []*parse.Result{res}, unread, err
	}
	bar := a.progress(len(in.paths))
	opts.Progress = bar.set
	results, err = parse.Files(a.ctx, in.paths, opts)
	bar.done()
	if a.ctx.Err() != nil {
		return nil, nil, a.ctx.Err()
	}
	unread = joined(err)
	results = slices.DeleteFunc(results, func(r *parse.Result) bool { return len(r.Runs) == 0 })
	if len(results) == 0 {
		return nil, nil, fmt.Errorf("%s: none of its files (%d) holds a benchmark run; the first: %w", in.arg, len(in.paths), unread[0])
	}
	return results, unread, nil
}

// joined lists the errors that errors.Join put together.
func joined(err error) []error {
	if err == nil {
		return nil
	}
	if j, ok := err.(interface{ Unwrap() []error }); ok {
		return j.Unwrap()
	}
	return []error{err}
}

// shownProblems is how many problems of rows stderr gets; check lists all.
const shownProblems = 20

// reportProblems tells what of the inputs could not be read.
func (a *app) reportProblems(d *data) {
	skipped := 0
	for _, err := range d.unread {
		if errors.Is(err, parse.ErrIncomplete) {
			fmt.Fprintln(a.stderr, "sbstat: "+oneLine(err.Error()))
		} else if skipped++; skipped <= shownProblems {
			fmt.Fprintln(a.stderr, "sbstat: skipped "+oneLine(err.Error()))
		}
	}
	if skipped > shownProblems {
		fmt.Fprintf(a.stderr, "sbstat: … and %d more files without a run; sbstat check lists them all\n", skipped-shownProblems)
	}
	var all []parse.Problem
	for _, r := range d.results {
		all = append(all, r.Problems...)
	}
	for i, p := range all {
		if i == shownProblems {
			fmt.Fprintf(a.stderr, "sbstat: … and %d more; sbstat check lists them all\n", len(all)-i)
			break
		}
		fmt.Fprintln(a.stderr, "sbstat: "+oneLine(p.Error()))
	}
}

func systemNames(sweeps []*analysis.Sweep) []string {
	names := make([]string, len(sweeps))
	for i, s := range sweeps {
		names[i] = s.System
	}
	return names
}
