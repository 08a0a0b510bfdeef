package parse

import (
	"context"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLinesMayEndWithCarriageReturnsAlone(t *testing.T) {
	res := read(t, "m5\rthreads|tps\r4|1\r8|2\r", Options{})
	assert.Equal(t, "m5 t4 tps=1\nm5 t8 tps=2\n", brief(res))
	assert.Equal(t, 3, res.Runs[0].Source.Line)

	log := strings.Repeat("A long sentence about the machine. ", 20) + "\n" + run10("", 4)
	want := read(t, log, Options{})
	got, err := ReadAll(iotest.OneByteReader(strings.NewReader(strings.ReplaceAll(log, "\n", "\r"))), "in.txt", Options{})
	require.NoError(t, err)
	assert.Equal(t, want, got)

	// What a progress bar overwrote is still no line where lines end with LF.
	res = read(t, "m5\nthreads|tps\n3|9\r4|1\n", Options{})
	assert.Equal(t, "m5 t4 tps=1\n", brief(res))
}

func TestCarriageReturnsAreTurnedIntoLineEndsWhereverTheBufferIsCut(t *testing.T) {
	text := strings.Repeat("x", 255) + "\r" + strings.Repeat("y", 4095-256) + "\r\nz\r\ra\r"
	require.Equal(t, byte('\r'), text[4095])
	b, err := readDecoded(text)
	require.NoError(t, err)
	assert.Equal(t, strings.Repeat("x", 255)+"\n"+strings.Repeat("y", 4095-256)+"\r\nz\n\na\n", b)
}

func readDecoded(text string) (string, error) {
	r, done, err := decode(strings.NewReader(text), 0)
	if err != nil {
		return "", err
	}
	defer done()
	var b strings.Builder
	_, err = io.Copy(&b, r)
	return b.String(), err
}

func TestBytesThatAreNoTextAreNotQuotedIntoMessages(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	dir := t.TempDir()
	var paths []string
	for i := range 40 {
		b := make([]byte, 1+rng.IntN(3000))
		for j := range b {
			b[j] = byte(rng.Uint32())
		}
		if i%4 == 0 { // some look like a table
			copy(b, "threads|tps\n4|")
		}
		path := filepath.Join(dir, string(rune('a'+i%26))+strings.Repeat("x", i)+".txt")
		require.NoError(t, os.WriteFile(path, b, 0o600))
		paths = append(paths, path)
	}
	results, err := Files(context.Background(), paths, Options{})
	require.Error(t, err)
	for _, line := range strings.Split(err.Error(), "\n") {
		assert.True(t, utf8.ValidString(line))
		assert.False(t, strings.ContainsFunc(line, unicode.IsControl), "%q", line)
		assert.Less(t, utf8.RuneCountInString(strings.ReplaceAll(line, dir, "")), 500)
	}
	for _, res := range results {
		for _, s := range res.Skipped {
			assert.False(t, strings.ContainsFunc(s.Text, func(r rune) bool { return unicode.IsControl(r) && r != '\t' }), "%q", s.Text)
		}
		for _, p := range res.Problems {
			assert.False(t, strings.ContainsFunc(p.Error(), unicode.IsControl), "%q", p.Error())
		}
	}
	path := filepath.Join(dir, "random.txt")
	require.NoError(t, os.WriteFile(path, []byte{0xff, 0x01, 0xfa, 0x00, 0x9b, 0x7f}, 0o600))
	_, err = File(path, Options{})
	assert.ErrorContains(t, err, "it is no text but binary data")
}

func TestFileioOfOldSysbenchGivesThroughputAndIntervals(t *testing.T) {
	const tail = "\nGeneral statistics:\n    total time:                          20.0007s\n    total number of events:              131605\n"
	for transferred, want := range map[string]float64{"102.81Mb/sec": 102.81, "1.5Gb/sec": 1536, "512Kb/sec": 0.5} {
		res := read(t, "Number of threads: 8\nDoing random r/w test\nThreads started!\n\n"+
			"[  10s] reads: 61.31 MB/s writes: 40.87 MB/s fsyncs: 1045.12/s response time: 1.763ms (95%)\n"+
			"Operations performed:  78963 reads, 52642 writes, 21056 Other = 152661 Total\n"+
			"Read 1.2049Gb  Written 822.53Mb  Total transferred 2.0081Gb  ("+transferred+")\n 6580.03 Requests/sec executed\n"+tail, Options{})
		require.Len(t, res.Runs, 1)
		r := res.Runs[0]
		assert.Empty(t, res.Problems)
		got, ok := r.Value(MiBps)
		assert.True(t, ok)
		assert.InDelta(t, want, got, 1e-9)
		got, _ = r.Value(IOPS)
		assert.Equal(t, 6580.03, got)
		require.Len(t, r.Intervals, 1)
		iv := r.Intervals[0]
		assert.Equal(t, Some(61.31), iv.ReadMiB)
		assert.Equal(t, Some(40.87), iv.WriteMiB)
		assert.Equal(t, Some(1.763), iv.LatencyMs)
		assert.EqualValues(t, 95, iv.Rank)
	}
}

func TestTheBlanksOfAWebPageAreBlanks(t *testing.T) {
	want := read(t, run10("", 16), Options{}).Runs[0]
	for name, replace := range map[string]*strings.Replacer{
		"no-break blanks":    strings.NewReplacer(" ", "\u00a0"),
		"every second one":   strings.NewReplacer("  ", "\u00a0 "),
		"figure space":       strings.NewReplacer(" ", "\u2007"),
		"narrow":             strings.NewReplacer(" ", "\u202f"),
		"zero width at ends": strings.NewReplacer("\n", "\u200b\n\u200b"),
	} {
		res := read(t, replace.Replace(run10("", 16)), Options{})
		require.Len(t, res.Runs, 1, name)
		assert.Equal(t, want, res.Runs[0], name)
	}
}
