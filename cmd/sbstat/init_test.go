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

// TestADraftOfWhateverCanBeReadBuilds drafts a notebook of each published table and of logs of
// every tool and test, and builds it. Where there is nothing to draft, init says so.
func TestADraftOfWhateverCanBeReadBuilds(t *testing.T) {
	var files []string
	for _, pattern := range []string{"published/*.txt", "logs/fio/*.json", "logs/gotpc/*.log", "logs/sb04/*.log", "logs/sb05/*.log", "logs/sb10/kinds/*.log", "logs/sb10/nonsql/*.log", "logs/sb10/errors/*.log", "logs/sb10/shapes/*"} {
		found, err := filepath.Glob(filepath.Join("../../testdata", pattern))
		require.NoError(t, err)
		require.NotEmpty(t, found, pattern)
		files = append(files, found...)
	}
	drafts := 0
	for _, file := range files {
		dir := t.TempDir()
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		input := filepath.Join(dir, filepath.Base(file))
		require.NoError(t, os.WriteFile(input, data, 0o600))
		notebook := filepath.Join(dir, "draft.md")
		var stdout, stderr bytes.Buffer
		if code := run(context.Background(), []string{"init", input, "-o", notebook}, strings.NewReader(""), &stdout, &stderr); code != exitDone {
			assert.Equal(t, exitUsage, code, file)
			assert.Regexp(t, `no benchmark run|no run is usable|no run says its threads`, stderr.String(), file)
			continue
		}
		drafts++
		stderr.Reset()
		code := run(context.Background(), []string{"report", notebook, "--to", "markdown", "-o", filepath.Join(dir, "out")}, strings.NewReader(""), &stdout, &stderr)
		assert.Equal(t, exitDone, code, "%s: %s", file, stderr.String())
		assert.NotContains(t, stderr.String(), "draft.md", file) // a fresh draft warns of nothing
	}
	assert.Greater(t, drafts, 40)
}
