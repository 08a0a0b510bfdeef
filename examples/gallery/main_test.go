package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/plotting"
)

func TestTheCommittedGalleryIsWhatTheProgramDraws(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, run(dir, filepath.Join("..", "..", "testdata", "logs")))
	drawn, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range drawn {
		want, err := os.ReadFile(e.Name())
		if !assert.NoError(t, err, "run go run ./examples/gallery and commit what it draws") {
			continue
		}
		got, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		if strings.HasSuffix(e.Name(), ".md") {
			assert.Equal(t, string(want), string(got), e.Name())
			continue
		}
		// Pictures may differ in their bytes from one platform to the other.
		assert.InEpsilon(t, len(want), len(got), 0.05, e.Name())
	}
}

func TestTheGalleryShowsEveryKind(t *testing.T) {
	figures, err := collect(filepath.Join("..", "..", "testdata", "logs"))
	require.NoError(t, err)
	shown := map[string]bool{}
	for _, f := range figures {
		shown[f.kind] = true
	}
	for _, k := range plotting.Kinds() {
		assert.True(t, shown[k.Name], k.Name)
	}
}
