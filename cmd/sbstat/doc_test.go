package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTheDocumentationShowsWhatTheCommandsPrint runs each "$ sbstat" of the package
// documentation. UPDATE_SCRIPTS=1 writes the output into it, to be read before
// it is kept.
func TestTheDocumentationShowsWhatTheCommandsPrint(t *testing.T) {
	source, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	table, err := os.ReadFile("../../testdata/published/aws-rds-graviton-vs-x86.txt")
	require.NoError(t, err)
	here, err := os.Getwd()
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "aws.txt"), table, 0o600))
	t.Chdir(dir)

	const mark = "//\t"
	lines := strings.Split(string(source), "\n")
	var out []string
	ran := 0
	for i := 0; i < len(lines); i++ {
		out = append(out, lines[i])
		command, ok := strings.CutPrefix(lines[i], mark+"$ sbstat ")
		if !ok {
			continue
		}
		ran++
		var shown []string
		for i+1 < len(lines) && strings.HasPrefix(lines[i+1], mark) {
			i++
			shown = append(shown, strings.TrimPrefix(lines[i], mark))
		}
		var stdout, stderr bytes.Buffer
		code := run(context.Background(), strings.Fields(command), strings.NewReader(""), &stdout, &stderr)
		require.Equal(t, exitDone, code, "%s: %s", command, stderr.String())
		got := strings.Split(strings.TrimRight(stdout.String(), "\n"), "\n")
		for _, l := range got {
			out = append(out, strings.TrimRight(mark+l, " "))
		}
		if os.Getenv("UPDATE_SCRIPTS") == "" {
			assert.Equal(t, strings.Join(shown, "\n"), strings.Join(got, "\n"), command)
		}
	}
	assert.Equal(t, 5, ran)
	if os.Getenv("UPDATE_SCRIPTS") != "" {
		require.NoError(t, os.WriteFile(filepath.Join(here, "doc.go"), []byte(strings.Join(out, "\n")), 0o644))
	}
}
