package plotting

// Options steer a figure. The zero value is the house style: 1200×800 pixels,
// light, English.
type Options struct {
	Title, Subtitle, Caption string // empty: made from the data
	Width, Height            int    // pixels; 0: 1200×800
	Theme                    Theme
	Lang                     string            // "en" (default) or "zh"
	LinearThreads            bool              // linear thread axis; default log2
	FromData                 bool              // throughput axis from the data's range, marked, instead of from zero
	Font                     string            // path of a CJK font; empty: found on the system when needed
	FontData                 []byte            // a font file's bytes, before Font
	Colors                   map[string]string // system to "#rrggbb"
}

// Theme is a colour scheme.
type Theme string

const (
	Light Theme = "light"
	Dark  Theme = "dark"
)
