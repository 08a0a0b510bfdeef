package plotting

import (
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/image/font/sfnt"
)

// installHint says how to get a CJK font.
const installHint = "install fonts-noto-cjk (Debian, Ubuntu), google-noto-sans-cjk-fonts (Fedora) or noto-fonts-cjk (Arch), or give the path of a font (--font FILE, Options.Font); SVG needs none"

// cjkFiles are the beginnings of the names of font files that hold simplified
// Chinese, the ones that look best beside Liberation Sans first.
var cjkFiles = []string{
	"notosanscjk", "notosanssc", "notosanshans", "sourcehansans", // Noto, Adobe
	"pingfang", "hiragino sans gb", "stheiti", // macOS
	"msyh", "deng", // Windows
	"wqy-microhei", "wqy-zenhei", "droidsansfallback",
	"simhei", "simsun", "songti", "notoserifcjk", "notoserifsc", "sourcehanserif", "uming", "ukai", "arialuni", "unifont",
}

// sample is what a font must have to set Chinese labels.
const sample = "并发吞吐量，（）"

// cjkFaces returns the regular and the bold CJK face: from the bytes, from the
// file, or of the fonts in the folders.
func cjkFaces(path string, data []byte, folders func() []string) ([2]*face, error) {
	switch {
	case len(data) > 0:
		f, err := chooseFace(data, false)
		if err != nil {
			return [2]*face{}, fmt.Errorf("the font given as bytes: %w", err)
		}
		return [2]*face{f, f}, nil
	case path != "":
		f, err := loadFace(path, false)
		if err != nil {
			return [2]*face{}, fmt.Errorf("font %s: %w", path, err)
		}
		return [2]*face{f, f}, nil
	}
	return findFaces(folders())
}

// findFaces looks for the best CJK font in folders.
func findFaces(folders []string) ([2]*face, error) {
	var tried []string
	for _, c := range candidates(folders) {
		regular, err := loadFace(c.regular, false)
		if err != nil {
			tried = append(tried, fmt.Sprintf("%s: %v", c.regular, err))
			continue
		}
		bold := regular
		if c.bold != "" {
			if f, err := loadFace(c.bold, true); err == nil {
				bold = f
			}
		}
		return [2]*face{regular, bold}, nil
	}
	msg := "no CJK font found: " + installHint
	if len(tried) > 0 {
		msg += "; tried " + strings.Join(tried, ", ")
	}
	return [2]*face{}, errors.New(msg)
}

// candidate is a font family's files.
type candidate struct {
	regular, bold string
	rank          int
}

// candidates lists the CJK fonts in folders, the best first.
func candidates(folders []string) []candidate {
	var regular, bold []candidate
	seen := map[string]bool{}
	for _, dir := range folders {
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || seen[path] {
				return nil // a folder that cannot be read holds no font for us
			}
			seen[path] = true
			name := strings.ToLower(d.Name())
			if !slices.Contains([]string{".ttf", ".otf", ".ttc", ".otc"}, filepath.Ext(name)) {
				return nil
			}
			rank := slices.IndexFunc(cjkFiles, func(p string) bool { return strings.HasPrefix(name, p) })
			if rank < 0 {
				return nil
			}
			switch weightOf(name) {
			case "":
				regular = append(regular, candidate{regular: path, rank: rank})
			case "bold":
				bold = append(bold, candidate{bold: path, rank: rank})
			}
			return nil
		})
	}
	byRank := func(a, b candidate) int {
		return cmp.Or(a.rank-b.rank, cmp.Compare(a.regular+a.bold, b.regular+b.bold))
	}
	slices.SortFunc(regular, byRank)
	slices.SortFunc(bold, byRank)
	for i, c := range regular {
		for _, k := range bold {
			if k.rank == c.rank && filepath.Dir(k.bold) == filepath.Dir(c.regular) {
				regular[i].bold = k.bold
				break
			}
		}
	}
	return regular
}

// weightOf reads a font's weight off its file name: "" regular, "bold", or "other",
// which includes variable fonts: their default is often the thinnest weight.
func weightOf(name string) string {
	for _, w := range []string{"light", "thin", "black", "medium", "heavy", "semibold", "demibold", "extrabold", "italic", "msyhl", "dengl", "[", "-vf", "vf."} {
		if strings.Contains(name, w) {
			return "other"
		}
	}
	if strings.Contains(name, "bold") || strings.HasPrefix(name, "msyhbd") || strings.HasPrefix(name, "dengb") {
		return "bold"
	}
	return ""
}

// loaded remembers the faces of font files: a large collection takes some
// 30 ms to read.
var loaded sync.Map // string to func() (*face, error)

func loadFace(path string, bold bool) (*face, error) {
	key := fmt.Sprint(path, "\x00", bold)
	once, _ := loaded.LoadOrStore(key, sync.OnceValues(func() (*face, error) {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		return chooseFace(data, bold)
	}))
	f, err := once.(func() (*face, error))()
	if err != nil {
		loaded.Delete(key) // the file may be there the next time
	}
	return f, err
}

// chooseFace takes from a font file the face for simplified Chinese that is
// proportional and has the weight.
func chooseFace(data []byte, bold bool) (*face, error) {
	fonts, err := parseFonts(data)
	if err != nil {
		return nil, err
	}
	score := func(f *sfnt.Font) int {
		name := " " + fontName(f) + " "
		n := 0
		for _, w := range []struct {
			part  string
			worth int
		}{{" sc ", 8}, {"-sc", 8}, {" cn ", 8}, {" gb ", 8}, {"mono", -16}, {"light", -4}, {"thin", -4}, {"medium", -2}, {"semibold", -3}, {" regular", 1}} {
			if strings.Contains(name, w.part) {
				n += w.worth
			}
		}
		if strings.Contains(name, "bold") == bold {
			n += 2
		}
		return n
	}
	var best *face
	most := 0
	for _, f := range fonts {
		s := score(f)
		if best != nil && s <= most {
			continue
		}
		one := newFace(f)
		if !slices.ContainsFunc([]rune(sample), func(r rune) bool { return one.glyph(r).id == 0 }) {
			best, most = one, s
		}
	}
	if best == nil {
		return nil, errors.New("it lacks Chinese characters")
	}
	return best, nil
}

// fontFolders are where the system keeps fonts.
func fontFolders() []string {
	home, _ := os.UserHomeDir()
	in := func(parts ...string) string { return filepath.Join(parts...) }
	var dirs []string
	switch runtime.GOOS {
	case "windows":
		dirs = []string{in(cmp.Or(os.Getenv("WINDIR"), `C:\Windows`), "Fonts"), in(os.Getenv("LOCALAPPDATA"), "Microsoft", "Windows", "Fonts")}
	case "darwin":
		dirs = []string{"/System/Library/Fonts", "/Library/Fonts", in(home, "Library", "Fonts"), "/System/Library/AssetsV2/com_apple_MobileAsset_Font7", "/System/Library/AssetsV2/com_apple_MobileAsset_Font6"}
	default:
		data := cmp.Or(os.Getenv("XDG_DATA_HOME"), in(home, ".local", "share"))
		dirs = append(dirs, in(data, "fonts"), in(home, ".fonts"))
		for _, d := range filepath.SplitList(cmp.Or(os.Getenv("XDG_DATA_DIRS"), "/usr/local/share:/usr/share")) {
			dirs = append(dirs, in(d, "fonts"))
		}
		dirs = append(dirs, "/usr/share/fonts", "/usr/local/share/fonts", "/usr/X11R6/lib/X11/fonts")
		dirs = append(dirs, fontconfigFolders("/etc/fonts/fonts.conf", home, data)...)
	}
	return dirs
}

// fontconfigFolders reads the <dir> elements of a fontconfig file.
func fontconfigFolders(conf, home, data string) []string {
	b, err := os.ReadFile(conf)
	if err != nil {
		return nil
	}
	var doc struct {
		Dirs []struct {
			Prefix string `xml:"prefix,attr"`
			Path   string `xml:",chardata"`
		} `xml:"dir"`
	}
	d := xml.NewDecoder(strings.NewReader(string(b)))
	d.Strict = false
	if err := d.Decode(&doc); err != nil {
		return nil
	}
	var dirs []string
	for _, e := range doc.Dirs {
		path := strings.TrimSpace(e.Path)
		switch {
		case path == "":
			continue
		case e.Prefix == "xdg":
			path = filepath.Join(data, path)
		case strings.HasPrefix(path, "~"):
			path = filepath.Join(home, path[1:])
		}
		dirs = append(dirs, path)
	}
	return dirs
}
