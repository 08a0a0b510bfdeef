// Package plotting draws what package analysis computed as figures that can be
// published as they are: one house style, PNG and SVG, English and Chinese,
// light and dark.
//
// A constructor a kind (see [Kinds]) takes analysis values and returns a
// [Figure], which is open: its panels are gonum/plot plots, and its title,
// caption and alt text are fields. [Figure.Save] writes it to a file:
//
//	fig, err := plotting.Throughput(sweeps, plotting.Options{})
//	if err != nil {
//		return err
//	}
//	return fig.Save("throughput.svg")
//
// The thread axis is logarithmic to base two with its ticks at the measured
// levels; throughput and bars start at zero; systems differ by colour
// (Okabe and Ito, "Color Universal Design", 2008) and by marker shape. What a
// figure leaves out (an absent level, a zero on a logarithmic axis) is said in
// its caption and in [Figure.Notes].
//
// A PNG is set letter by letter from an embedded Latin font and, for what that lacks, a font of the
// system or of [Options]: Chinese, Japanese, Korean, Hebrew and the like are set, scripts whose letters
// join (Arabic, Devanagari) are an error, as is a character that no font has. SVG leaves the letters
// to the reader's own fonts and takes every script.
//
// The package computes no statistics: an interval it draws is an interval that
// package analysis has estimated.
package plotting
