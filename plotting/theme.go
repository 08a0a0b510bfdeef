package plotting

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

// theme holds the colours of a scheme. All of them are opaque: a translucent
// look is mixed beforehand, so that the palette of a PNG stays small.
type theme struct {
	back, ink, muted, axis, grid, faint color.NRGBA
	band                                color.NRGBA // equivalence band, warm-up, the other systems of a small multiple
	series                              [8]color.NRGBA
}

// The eight colours of Okabe and Ito, "Color Universal Design" (2008), those
// with the most contrast to the background first. Black takes the part of the
// ink, yellow comes last: on white it hardly shows. On dark the blue does, light as it
// must be, and is near the first one.
var themes = map[Theme]*theme{
	Light: {
		back: rgb(0xffffff), ink: rgb(0x1c1c1c), muted: rgb(0x5a5a5a), axis: rgb(0x8a8a8a), grid: rgb(0xe4e4e4), faint: rgb(0xc4c4c4),
		band: rgb(0xf0f0ec),
		series: [8]color.NRGBA{rgb(0x0072b2), rgb(0xd55e00), rgb(0x009e73), rgb(0xcc79a7),
			rgb(0xe69f00), rgb(0x56b4e9), rgb(0x1c1c1c), rgb(0xc9bd00)},
	},
	Dark: {
		back: rgb(0x15181d), ink: rgb(0xececec), muted: rgb(0xaeb3ba), axis: rgb(0x7c828a), grid: rgb(0x2c3138), faint: rgb(0x4c535c),
		band: rgb(0x21262d),
		series: [8]color.NRGBA{rgb(0x56b4e9), rgb(0xe8762c), rgb(0x1fc296), rgb(0xdd92bc),
			rgb(0xe69f00), rgb(0xf0e442), rgb(0xececec), rgb(0x2f8fd0)},
	},
}

func rgb(v uint32) color.NRGBA {
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xff}
}

// mix returns the colour that a with the given opacity shows on b.
func mix(a, b color.NRGBA, opacity float64) color.NRGBA {
	m := func(x, y uint8) uint8 { return uint8(math.Round(float64(x)*opacity + float64(y)*(1-opacity))) }
	return color.NRGBA{R: m(a.R, b.R), G: m(a.G, b.G), B: m(a.B, b.B), A: 0xff}
}

// parseColor reads "#rrggbb".
func parseColor(s string) (color.NRGBA, error) {
	v, err := strconv.ParseUint(strings.TrimPrefix(s, "#"), 16, 32)
	if err != nil || len(s) != 7 || s[0] != '#' {
		return color.NRGBA{}, fmt.Errorf("colour %q: expected #rrggbb, such as #0072b2", s)
	}
	return rgb(uint32(v)), nil
}

// look is how one system is told from the others.
type look struct {
	color  color.NRGBA
	marker marker
	dashes []vg.Length // nil: solid
}

// looks gives each of the systems its look: a colour, and a marker shape of
// its own up to twelve. Colours repeat after eight, dashed.
type looks struct {
	order []string
	set   map[string]color.NRGBA
	theme *theme
}

// add makes sure that the systems have a place in the order.
func (l *looks) add(systems ...string) {
	for _, s := range systems {
		if l.index(s) < 0 {
			l.order = append(l.order, s)
		}
	}
}

func (l *looks) index(system string) int {
	for i, s := range l.order {
		if s == system {
			return i
		}
	}
	return -1
}

func (l *looks) of(system string) look {
	i := l.index(system)
	if i < 0 {
		i = len(l.order)
	}
	k := look{color: l.theme.series[i%len(l.theme.series)], marker: marker(i % int(markers))}
	if c, ok := l.set[system]; ok {
		k.color = c
	}
	if i >= len(l.theme.series) {
		k.dashes = []vg.Length{9, 5}
	}
	return k
}

// contrast is the ratio of two colours' luminances (WCAG 2.1).
func contrast(a, b color.NRGBA) float64 {
	l := func(c color.NRGBA) float64 {
		lin := func(v uint8) float64 {
			if x := float64(v) / 255; x > 0.04045 {
				return math.Pow((x+0.055)/1.055, 2.4)
			} else {
				return x / 12.92
			}
		}
		return 0.2126*lin(c.R) + 0.7152*lin(c.G) + 0.0722*lin(c.B)
	}
	x, y := l(a)+0.05, l(b)+0.05
	return max(x, y) / min(x, y)
}
