package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// didYouMean asks for the names that look like one that does not exist: `; did you mean
// "summary"?`, or nothing where none does. What looks alike is cobra's to say.
func didYouMean(typed string, names []string) string {
	c := &cobra.Command{SuggestionsMinimumDistance: 2}
	for _, n := range names {
		c.AddCommand(&cobra.Command{Use: n, Run: func(*cobra.Command, []string) {}})
	}
	alike := c.SuggestionsFor(typed)
	if len(alike) == 0 || len(alike) > 3 {
		return ""
	}
	return `; did you mean "` + strings.Join(alike, `" or "`) + `"?`
}
