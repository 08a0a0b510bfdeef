package analysis_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/internal/lang"
)

func TestEveryNoteFindingAndMethodHasAMessageInBothLanguages(t *testing.T) {
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	code := regexp.MustCompile(`"((?:note|finding|method)\.[a-z0-9-]+)"`)
	var codes []string
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		for _, m := range code.FindAllSubmatch(text, -1) {
			codes = append(codes, string(m[1]))
		}
	}
	slices.Sort(codes)
	codes = slices.Compact(codes)
	require.Greater(t, len(codes), 60)
	args := []any{"⟨1⟩", "⟨2⟩", "⟨3⟩", "⟨4⟩", "⟨5⟩"}
	used := regexp.MustCompile(`⟨\d⟩`)
	for _, c := range codes {
		en, zh := withoutExtra(lang.Text("en", c, args...)), withoutExtra(lang.Text("zh", c, args...))
		assert.NotContains(t, en, c, "no English message")
		assert.NotEqual(t, en, zh, "no Chinese message of %s", c)
		inEn, inZh := used.FindAllString(en, -1), used.FindAllString(zh, -1)
		slices.Sort(inEn)
		slices.Sort(inZh)
		assert.Equal(t, slices.Compact(inEn), slices.Compact(inZh), "%s shows the same arguments in both", c)
	}
}

// withoutExtra drops what Printf appends for arguments that a message has no place for.
func withoutExtra(s string) string {
	s, _, _ = strings.Cut(s, "%!(EXTRA")
	return s
}
