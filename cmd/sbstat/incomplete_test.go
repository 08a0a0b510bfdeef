package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheRunsOfACutGzipFileArePrintedAndTheErrorIsOnStderr(t *testing.T) {
	log, err := os.ReadFile("../../testdata/logs/sb10/options/threads-64.log")
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(1, 2))
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	for range 4 {
		_, err = z.Write(log)
		require.NoError(t, err)
		for range 2000 { // lines that no compression shortens much
			line := make([]byte, 60)
			for i := range line {
				line[i] = byte('a' + rng.IntN(26))
			}
			_, err = z.Write(append(line, '\n'))
			require.NoError(t, err)
		}
	}
	require.NoError(t, z.Close())
	dir := t.TempDir()
	path := filepath.Join(dir, "cut.log.gz")
	require.NoError(t, os.WriteFile(path, packed.Bytes()[:packed.Len()*9/10], 0o600))
	for _, arg := range []string{path, dir} {
		var out, errs bytes.Buffer
		code := run(context.Background(), []string{"parse", arg}, strings.NewReader(""), &out, &errs)
		assert.Zero(t, code)
		assert.Equal(t, 4, strings.Count(out.String(), "474.95  9502.12"), out.String())
		assert.Contains(t, errs.String(), "the rest cannot be read: unexpected EOF")
	}
}
