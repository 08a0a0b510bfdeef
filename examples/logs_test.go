package examples_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheLogsBesideANotebookAreThoseOfTestdata(t *testing.T) {
	for folder, source := range map[string]string{
		"own-logs/logs": "../testdata/logs/sb10/sweep-quiet", "tls-overhead/logs": "../testdata/logs/sb11/tls",
	} {
		want, err := filepath.Glob(source + "/*.log")
		require.NoError(t, err)
		have, err := filepath.Glob(folder + "/*")
		require.NoError(t, err)
		require.Len(t, have, len(want), folder)
		for _, path := range want {
			a, err := os.ReadFile(path)
			require.NoError(t, err)
			b, err := os.ReadFile(filepath.Join(folder, filepath.Base(path)))
			require.NoError(t, err)
			assert.True(t, string(a) == string(b), "%s differs from %s", folder, path)
		}
	}
}
