package plotting

import "github.com/sbstat/sbstat/internal/lang"

// Kind is a kind of figure.
type Kind struct {
	Name string // what the command line calls it
}

// kinds are named after their constructors, in lower case.
var kinds = []string{"throughput", "latency", "hockey", "delta", "cost", "pareto", "scaling", "timeline", "histogram", "cdf", "overhead", "multiples"}

// Kinds lists the kinds of figures.
func Kinds() []Kind {
	var out []Kind
	for _, k := range kinds {
		out = append(out, Kind{k})
	}
	return out
}

// In says in one line what a kind shows, in a language of the catalogue: "en"
// or "zh".
func (k Kind) In(l string) string { return lang.Text(l, "plot.kind."+k.Name) }
