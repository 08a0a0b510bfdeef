// Package frame hands runs and comparisons over as gota data frames. Only who
// imports it depends on gota; nothing in sbstat computes with data frames.
package frame
