package sbstat_test

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat"
)

func TestThePublishedTablesHaveTheChecksumsOfTheirProvenanceNote(t *testing.T) {
	note, err := os.ReadFile("testdata/published/README.md")
	require.NoError(t, err)
	names, err := fs.Glob(sbstat.Published(), "*.txt")
	require.NoError(t, err)
	require.Len(t, names, 4)
	for _, name := range names {
		text, err := fs.ReadFile(sbstat.Published(), name)
		require.NoError(t, err)
		sum := sha256.Sum256(text)
		assert.Contains(t, string(note), hex.EncodeToString(sum[:]), "%s was changed", name)
	}
}
