package parse

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWhatWrapsEachLineOfALogIsRemoved(t *testing.T) {
	text := run10(interval10(1, 4, 100)+interval10(2, 4, 110), 4)
	want := read(t, text, Options{}).Runs[0]
	for name, wrap := range map[string]func(string) string{
		"CR CR LF": func(l string) string { return l + "\r\r\n" },
		"<br>":     func(l string) string { return l + "<br>\n" },
		"<br />":   func(l string) string { return l + " <br />\r\n" },
		"docker": func(l string) string {
			b, err := json.Marshal(l + "\n")
			require.NoError(t, err)
			return `{"log":` + string(b) + `,"stream":"stdout","time":"2026-12-01T10:00:00.000000001Z"}` + "\n"
		},
	} {
		var wrapped strings.Builder
		for l := range strings.Lines(text) {
			wrapped.WriteString(wrap(strings.TrimSuffix(l, "\n")))
		}
		res := read(t, wrapped.String(), Options{})
		if assert.Len(t, res.Runs, 1, name) {
			assert.Equal(t, essence(want), essence(res.Runs[0]), name)
		}
		assert.Empty(t, res.Problems, name)
		assert.Empty(t, res.Skipped, name)
	}
}

// packed are a gzip and a zstd file of many runs between incompressible lines.
func packed(t *testing.T) map[string][]byte {
	rng := rand.New(rand.NewPCG(1, 2))
	var text bytes.Buffer
	for range 40 {
		text.WriteString(run10("", 4))
		for range 200 {
			line := make([]byte, 60)
			for i := range line {
				line[i] = byte('a' + rng.IntN(26))
			}
			text.Write(append(line, '\n'))
		}
	}
	var gz, zst bytes.Buffer
	g := gzip.NewWriter(&gz)
	_, err := g.Write(text.Bytes())
	require.NoError(t, err)
	require.NoError(t, g.Close())
	z, err := zstd.NewWriter(&zst)
	require.NoError(t, err)
	_, err = z.Write(text.Bytes())
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return map[string][]byte{"a.log.gz": gz.Bytes(), "a.log.zst": zst.Bytes()}
}

func TestACutOrTooLargeCompressedFileKeepsTheRunsReadBefore(t *testing.T) {
	for name, b := range packed(t) {
		path := filepath.Join(t.TempDir(), name)
		for _, c := range []struct {
			bytes []byte
			opts  Options
		}{{b[:len(b)*9/10], Options{}}, {b, Options{MaxUnpacked: 100_000}}} {
			require.NoError(t, os.WriteFile(path, c.bytes, 0o600))
			res, err := File(path, c.opts)
			require.ErrorIs(t, err, ErrIncomplete, name)
			assert.NotContains(t, err.Error(), "raise the limit")
			require.NotNil(t, res)
			require.Greater(t, len(res.Runs), 1, name)
			assert.Equal(t, Complete, res.Runs[0].Status)
			assert.Equal(t, Some(1973), res.Runs[0].Transactions)
			all, err := Files(context.Background(), []string{path}, c.opts)
			require.ErrorIs(t, err, ErrIncomplete)
			require.Len(t, all, 1)
			assert.Len(t, all[0].Runs, len(res.Runs))
		}
	}
}

func TestOldLatenciesInSecondsBecomeMilliseconds(t *testing.T) {
	text := "sysbench v0.4.10:  multi-threaded system evaluation benchmark\n\nRunning the test with following options:\nNumber of threads: 4\n\nDoing OLTP test.\nThreads started!\nDone.\n\n" +
		"OLTP test statistics:\n    transactions:                        2000   (1017.88 per sec.)\n\n" +
		"Test execution summary:\n    total time:                          1.9649s\n    total number of events:              2000\n    total time taken by event execution: 7.8458\n" +
		"    per-request statistics:\n         min:                            0.0012s\n         avg:                            0.0047s\n         max:                            0.1023s\n         approx.  95 percentile:         0.0059s\n\n" +
		"Threads fairness:\n    events (avg/stddev):           500.0000/41.22\n    execution time (avg/stddev):   1.9615/0.00\n"
	res := read(t, text, Options{})
	require.Len(t, res.Runs, 1)
	r := res.Runs[0]
	assert.Equal(t, "0.4.10", r.Version[:6])
	assert.Equal(t, Latency{Min: Some(1.2), Avg: Some(4.7), Max: Some(102.3), Sum: Some(7845.8), Pct: []Percentile{{95, 5.9}}}, r.Latency)
	assert.Empty(t, res.Problems)
	assert.Empty(t, res.Skipped)
}

func TestAStrayLineBeforeALogCostsItNothing(t *testing.T) {
	text := run10(interval10(1, 4, 100)+interval10(2, 4, 110), 4)
	noBanner := text[strings.Index(text, "Running the test"):]
	for _, log := range []string{text, noBanner} {
		for _, stray := range []string{"[ 3s ] Checkpoint report:\n", "Threads started!\n", "Threads started!\n[ 3s ] Checkpoint report:\n"} {
			res := read(t, stray+log, Options{})
			require.Len(t, res.Runs, 1, stray)
			r := res.Runs[0]
			assert.Equal(t, Complete, r.Status)
			assert.Equal(t, 4, r.Threads)
			assert.Equal(t, Some(1973), r.Transactions)
			assert.Equal(t, 2, r.Series.Count)
			assert.False(t, r.SinceSec.OK)
			assert.Empty(t, res.Problems, stray)
		}
	}
}

func TestAfterCheckpointsAProblemSaysWhatTheTotalsCover(t *testing.T) {
	res, err := File(filepath.Join(logs, "sb10/options/checkpoints-3-6.log"), Options{})
	require.NoError(t, err)
	require.Len(t, res.Runs[0].Problems, 1)
	assert.Contains(t, res.Runs[0].Problems[0].Msg, "since the last checkpoint, at 6 s")
}
