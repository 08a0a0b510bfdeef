package plotting

// Options steer a figure. The zero value is the house style: 1200×800 pixels,
// light, English.
type Options struct {
	Title, Subtitle, Caption string // empty: made from the data
	Width, Height            int    // pixels; 0: 1200×800
	Theme                    Theme  // "": Light
	Lang                     string // "en" (default) or "zh"

	LinearThreads bool    // linear thread axis; default log2
	FromData      bool    // throughput axis from the data's range, marked, instead of from zero
	Fit           bool    // Throughput: draw the USL fit of each system as well
	InFlight      bool    // Delta: levels are I/Os in flight (fio), not threads; figures of runs see it themselves
	Limit         string  // Pareto: the latency limit that the throughputs meet, such as "p95 ≤ 80 ms"
	Confidence    float64 // of the intervals of repeats; 0: 0.95

	// Systems lists the systems of a whole study, so that a system keeps its
	// colour and marker in every figure; empty: the order of the data.
	Systems []string
	Colors  map[string]string // system to "#rrggbb", in place of the house colours

	Font     string // path of a CJK font (TTF, OTF, TTC); empty: found on the system when a PNG needs one
	FontData []byte // a font file's bytes, in place of Font
}

// Theme is a colour scheme.
type Theme string

// The themes.
const (
	Light Theme = "light" // dark ink on white
	Dark  Theme = "dark"  // light ink on near black
)
