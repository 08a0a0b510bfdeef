package parse

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
)

// texts yields the sysbench logs and published tables that are plain text, in
// the order of their paths.
func texts(t testing.TB) iter.Seq2[string, string] {
	all := map[string]string{}
	for _, path := range samples(t) {
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		again := strings.Contains(path, "rep2") || strings.Contains(path, "rep3") // the same shape as rep1
		if !strings.HasSuffix(path, ".gz") && !strings.Contains(path, "utf16") && !again {
			all[path] = string(b)
		}
	}
	for _, name := range []string{"aws-rds-graviton-vs-x86.txt", "oci-mysql-ha-vs-standalone.txt"} {
		b, err := os.ReadFile(published + "/" + name)
		require.NoError(t, err)
		all[name] = string(b)
	}
	return func(yield func(string, string) bool) {
		for _, path := range slices.Sorted(maps.Keys(all)) {
			if !yield(path, all[path]) {
				return
			}
		}
	}
}

// essence is what must not change in a run that is whole.
func essence(r *Run) string {
	return fmt.Sprintf("%d %v t%d %v %v %v %v %v %v %v", r.Source.Line, r.Status, r.Threads, r.Transactions, r.Queries, r.Events,
		r.ElapsedSec, r.Printed, r.Latency, r.Series.Count)
}

func TestACutAtAnyLineLeavesTheRunsBeforeItUnchangedAndMarksTheCutOne(t *testing.T) {
	for path, text := range texts(t) {
		if strings.Contains(path, "parallel-two-runs") {
			continue // the second header makes the first run look empty, until the lines that show both at work
		}
		whole := read(t, text, Options{})
		lines := strings.SplitAfter(text, "\n")
		step := 1
		if len(lines) > 400 {
			step = 7
		}
		for n := 0; n <= len(lines); n += step {
			res := read(t, strings.Join(lines[:n], ""), Options{})
			require.LessOrEqual(t, len(res.Runs), len(whole.Runs), "%s cut after line %d", path, n)
			for i, r := range res.Runs {
				same := essence(r) == essence(whole.Runs[i])
				if i < len(res.Runs)-1 {
					assert.True(t, same, "%s cut after line %d, run %d:\n%s\n%s", path, n, i, essence(r), essence(whole.Runs[i]))
				} else if !same {
					assert.NotEqual(t, Complete, r.Status, "%s cut after line %d: %s", path, n, essence(r))
				}
			}
		}
	}
}

func TestACutAtAnyByteNeverPanicsNorInventsACompleteRun(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for path, text := range texts(t) {
		whole := map[string]bool{}
		for _, r := range read(t, text, Options{}).Runs {
			whole[essence(r)] = true
		}
		table := strings.HasSuffix(path, ".txt")
		for range 40 {
			n := rng.IntN(len(text) + 1)
			res := read(t, text[:n], Options{})
			for i, r := range res.Runs {
				if table && i == len(res.Runs)-1 {
					continue // the last cell of a table row may be cut unnoticed
				}
				if r.Status == Complete {
					assert.True(t, whole[essence(r)], "%s cut after byte %d: %s", path, n, essence(r))
				}
			}
		}
	}
}

func TestDamagedBytesNeverPanicAndNeverTouchTheOtherRuns(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for path, text := range texts(t) {
		if len(text) == 0 {
			continue
		}
		for round := range 3 {
			b := []byte(text)
			hurt := 1
			if round > 0 {
				hurt = 300
			}
			at := 0
			for range hurt {
				at = rng.IntN(len(b))
				b[at] = byte(rng.IntN(256))
			}
			res, err := ReadAll(bytes.NewReader(b), "in.txt", Options{})
			if err != nil { // the first bytes may have become those of gzip
				continue
			}
			for _, r := range res.Runs {
				for _, m := range []Metric{TPS, QPS, EPS, Avg, Min, Max, P95, Err} {
					v, _ := r.Value(m)
					assert.False(t, v != v || v < 0 || v > 1e18, "%s: %s = %v", path, m.Name, v)
				}
			}
		}
	}
}

func TestEveryLineIsUsedOrKnownNoiseOrCountedAsSkipped(t *testing.T) {
	const garbage = "zzz this line is nothing that anyone knows"
	rng := rand.New(rand.NewPCG(1, 2))
	for path, text := range texts(t) {
		base := read(t, text, Options{})
		lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
		var out []string
		inserted := map[int]bool{}
		for _, l := range lines {
			if rng.IntN(8) == 0 {
				out = append(out, garbage+" "+strconv.Itoa(len(out)))
				inserted[len(out)] = true
			}
			out = append(out, l)
		}
		res := read(t, strings.Join(out, "\n")+"\n", Options{})
		skipped := func(res *Result) (n int) {
			for _, s := range res.Skipped {
				n += s.Lines
			}
			return n
		}
		covered := map[int]bool{}
		for _, s := range res.Skipped {
			for i := s.First; i <= s.Last; i++ {
				covered[i] = true
			}
		}
		refused := 0
		for _, p := range res.Problems {
			if strings.Contains(p.Token, garbage) || p.Msg == "a table header without rows" {
				refused++
			}
		}
		captions := map[string]bool{}
		for _, r := range res.Runs {
			captions[r.System] = true
		}
		for n := range inserted {
			assert.True(t, covered[n] || refused > 0 || captions[out[n-1]], "%s: inserted line %d is lost", path, n)
		}
		if strings.HasSuffix(path, ".txt") {
			continue // prose within a table ends it: its later rows are skipped
		}
		assert.Equal(t, skipped(base)+len(inserted), skipped(res), path)
		require.Len(t, res.Runs, len(base.Runs), path)
		for i, r := range res.Runs {
			a, b := essence(r), essence(base.Runs[i])
			_, a, _ = strings.Cut(a, " ")
			_, b, _ = strings.Cut(b, " ")
			assert.Equal(t, b, a, path)
		}
	}
}

func TestRunsAreFoundWhateverGarbageStandsAroundThem(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	var text strings.Builder
	var want []string
	for i := range 60 {
		for range rng.IntN(4) {
			junk := make([]byte, rng.IntN(300))
			for k := range junk {
				junk[k] = byte(1 + rng.IntN(255))
			}
			text.Write(bytes.ReplaceAll(junk, []byte("\n"), []byte(" ")))
			text.WriteString("\n")
		}
		want = append(want, strconv.Itoa(i+1))
		text.WriteString(run10("", i+1))
	}
	var got []string
	for _, r := range read(t, text.String(), Options{}).Runs {
		assert.Equal(t, Complete, r.Status)
		assert.Equal(t, Some(1973), r.Transactions)
		got = append(got, strconv.Itoa(r.Threads))
	}
	assert.Equal(t, want, got)
}

// TestSummariesAgreeWithAnIndependentReading takes the numbers of each
// one-run log a second time, by one expression a number from the whole text.
func TestSummariesAgreeWithAnIndependentReading(t *testing.T) {
	last := func(text, expr string) (Num, bool) {
		all := regexp.MustCompile(expr).FindAllStringSubmatch(text, -1)
		if len(all) == 0 {
			return Num{}, false
		}
		v, err := strconv.ParseFloat(all[len(all)-1][1], 64)
		require.NoError(t, err)
		return Some(v), true
	}
	compared := 0
	for path, text := range texts(t) {
		res := read(t, text, Options{})
		if len(res.Runs) != 1 || res.Runs[0].Status != Complete {
			continue
		}
		r := res.Runs[0]
		for expr, got := range map[string]Num{
			`(?m)Number of threads: (\d+)`:                                         Some(float64(r.Threads)),
			`(?m)^.*\btransactions: +(\d+) `:                                       r.Transactions,
			`(?m)^.*\bignored errors: +(\d+) `:                                     r.Errors,
			`(?m)^.*\breconnects: +(\d+) `:                                         r.Reconnects,
			`(?m)^.*\b(?:total time|time elapsed): +([\d.]+)s`:                     r.ElapsedSec,
			`(?m)^.*\btotal number of events: +(\d+)`:                              r.Events,
			`(?m)^.*\bmin: +([\d.]+)(?:ms)?\r?$`:                                   r.Latency.Min,
			`(?m)^.*\bavg: +([\d.]+)(?:ms)?\r?$`:                                   r.Latency.Avg,
			`(?m)^.*\bmax: +([\d.]+)(?:ms)?\r?$`:                                   r.Latency.Max,
			`(?m)^.*\bNumber of unfinished transactions on forced.*?: +(\d+)`:      r.Unfinished,
			`(?m)^.*\bTarget transaction rate: ([\d.]+)/sec`:                       r.TargetRate,
			`(?m)^(?:\S+ \d+ \S+)? *read: +(\d+)$`:                                 r.Reads,
			`(?m)^(?:\S+ \d+ \S+)? *(?:\d+th|approx\. +\d+) percentile: +([\d.]+)`: percentileOrNone(r),
		} {
			if want, ok := last(text, expr); ok {
				assert.Equal(t, want, got, "%s: %s", path, expr)
				compared++
			}
		}
		if n := len(regexp.MustCompile(`(?m)^(?:\S+ \d+ \S+ )?\[ *\d+s *\] (?:thds|threads|reads|[\d.]+ MiB)`).FindAllString(text, -1)); n > 0 {
			assert.Equal(t, n, r.Series.Count, path)
			assert.Len(t, r.Intervals, n, path)
		}
	}
	assert.Greater(t, compared, 1200)
}

func percentileOrNone(r *Run) Num {
	if len(r.Latency.Pct) == 1 {
		return Some(r.Latency.Pct[0].Ms)
	}
	return Num{}
}

func TestFoldingGivesTheSameSeriesWithoutKeepingTheLines(t *testing.T) {
	log := string(bigLog(5000, 2))
	kept := read(t, log, Options{}).Runs[0]
	folded := read(t, log, Options{Fold: true}).Runs[0]
	require.Len(t, kept.Intervals, 5000)
	assert.Empty(t, folded.Intervals)
	assert.Equal(t, kept.Series, folded.Series)
	// Against the two-pass formulas over the kept lines.
	sum, sq := 0.0, 0.0
	for _, iv := range kept.Intervals {
		sum += iv.TPS.V
	}
	mean := sum / 5000
	for _, iv := range kept.Intervals {
		sq += (iv.TPS.V - mean) * (iv.TPS.V - mean)
	}
	assert.InEpsilon(t, mean, folded.Series.TPS.Mean().V, 1e-12)
	assert.InEpsilon(t, sq/4999, folded.Series.TPS.SD().V*folded.Series.TPS.SD().V, 1e-9)
}

func TestMemoryDoesNotGrowWithTheLogWhenIntervalsAreFolded(t *testing.T) {
	allocated := func(intervals int) float64 {
		log := bigLog(intervals, 1)
		return testing.AllocsPerRun(3, func() {
			_, err := ReadAll(bytes.NewReader(log), "big.log", Options{Fold: true})
			require.NoError(t, err)
		})
	}
	assert.InDelta(t, allocated(1000), allocated(50_000), 200, "no allocation a line")
}

func TestEveryEncodingAndPackingReadsTheSame(t *testing.T) {
	text := "实例（通用型）：\n" + "并发数|平均延迟|95%延迟|tps\n4|5.2|6.1|100\n\n" + run10("", 8)
	want := read(t, text, Options{})
	require.Len(t, want.Runs, 2)
	assert.Equal(t, "实例（通用型）", want.Runs[0].System)
	encode := func(b []byte, err error) string {
		require.NoError(t, err)
		return string(b)
	}
	var gz, zst bytes.Buffer
	w := gzip.NewWriter(&gz)
	_, _ = io.WriteString(w, text)
	require.NoError(t, w.Close())
	z, err := zstd.NewWriter(&zst)
	require.NoError(t, err)
	_, _ = io.WriteString(z, text)
	require.NoError(t, z.Close())
	for name, s := range map[string]string{
		"gzip":                  gz.String(),
		"zstd":                  zst.String(),
		"GB18030":               encode(simplifiedchinese.GB18030.NewEncoder().Bytes([]byte(text))),
		"UTF-16 little endian":  encode(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().Bytes([]byte(text))),
		"UTF-16 big endian":     encode(unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder().Bytes([]byte(text))),
		"UTF-8 with a mark":     "\ufeff" + text,
		"colours and CR":        strings.ReplaceAll(strings.ReplaceAll(text, "\n", "\x1b[0m\r\n"), "    ", "\x1b[1;32m    "),
		"Markdown fence, quote": strings.ReplaceAll(text, "\n", "\n> "),
	} {
		got := read(t, s, Options{})
		if assert.Len(t, got.Runs, 2, name) {
			assert.Equal(t, essence(want.Runs[0]), essence(got.Runs[0]), name)
			assert.Equal(t, essence(want.Runs[1]), essence(got.Runs[1]), name)
			assert.Equal(t, want.Runs[0].System, got.Runs[0].System, name)
		}
	}
}

func TestUTF16WithoutAMarkIsRecognised(t *testing.T) {
	for _, e := range []unicode.Endianness{unicode.LittleEndian, unicode.BigEndian} {
		b, err := unicode.UTF16(e, unicode.IgnoreBOM).NewEncoder().Bytes([]byte(run10("", 8)))
		require.NoError(t, err)
		assert.Len(t, read(t, string(b), Options{}).Runs, 1)
	}
}

// endless gives the same bytes for ever, up to a limit.
type endless struct{ left int }

func (e *endless) Read(p []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := min(len(p), e.left)
	for i := range p[:n] {
		p[i] = 'x'
	}
	e.left -= n
	return n, nil
}

func TestALineLongerThanTheLimitIsPassedOverAndTheRestIsRead(t *testing.T) {
	r := io.MultiReader(&endless{64 << 20}, strings.NewReader("\n"+run10("", 4)))
	res, err := ReadAll(r, "in.txt", Options{})
	require.NoError(t, err)
	require.Len(t, res.Runs, 1)
	assert.Equal(t, 2, res.Runs[0].Source.Line)
	require.Len(t, res.Problems, 1)
	assert.Contains(t, res.Problems[0].Msg, "a line longer than 1048576 bytes")
	assert.Equal(t, 1, res.Skipped[0].Lines)

	res, err = ReadAll(&endless{3000}, "in.txt", Options{MaxLine: 1000})
	require.NoError(t, err)
	assert.Contains(t, res.Problems[0].Msg, "1000 bytes")
}

func TestABombIsAnErrorThatNamesTheLimit(t *testing.T) {
	var gz bytes.Buffer
	w, err := gzip.NewWriterLevel(&gz, gzip.BestSpeed)
	require.NoError(t, err)
	_, err = io.Copy(w, &endless{8 << 20})
	require.NoError(t, err)
	require.NoError(t, w.Close())
	_, err = ReadAll(bytes.NewReader(gz.Bytes()), "bomb.gz", Options{MaxUnpacked: 1 << 20})
	require.Error(t, err)
	assert.Contains(t, err.Error(), "bomb.gz")
	assert.Contains(t, err.Error(), "unpacks to more than 1048576 bytes")
	_, err = ReadAll(bytes.NewReader(gz.Bytes()), "bomb.gz", Options{})
	assert.NoError(t, err, "8 MiB are within the default")
}

// Work is counted in bytes allocated, which a busy machine does not change; the
// time is in the benchmarks.
func TestTheWorkIsLinearInTheSizeOfGarbage(t *testing.T) {
	allocated := func(lines int, garbage string) uint64 {
		text := strings.Repeat(garbage+"\n", lines)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_ = read(t, text, Options{})
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	for _, garbage := range []string{"threads, and, more, words; | and \t pipes", "sysbench 1.0.20 (using x)", "threads|tps", "a : b", "Number of threads: 4",
		strings.Repeat("|", 500), strings.Repeat("1,", 300), "4|1|2", "transactions: 1 (2 per sec.)"} {
		small, big := allocated(50, garbage), allocated(800, garbage)
		// 16 times the size: quadratic growth would be 256 times the work.
		assert.Less(t, big, 40*small+1<<20, "%.30q", garbage)
	}
}

func TestAnErrorOfTheSourceComesAfterTheRunsBeforeIt(t *testing.T) {
	broken := errors.New("the disk is on fire")
	r := NewReader(io.MultiReader(strings.NewReader(run10("", 4)), iotest.ErrReader(broken)), "in.txt", Options{})
	run, err := r.Next()
	require.NoError(t, err)
	assert.Equal(t, Complete, run.Status)
	_, err = r.Next()
	assert.ErrorIs(t, err, broken)
	assert.Contains(t, err.Error(), "in.txt: after line 38")
	_, err = r.Next()
	assert.ErrorIs(t, err, broken, "the error stays")
}

func TestARunIsYieldedAsSoonAsItIsComplete(t *testing.T) {
	pr, pw := io.Pipe()
	defer pw.Close()
	r := NewReader(pr, "live.log", Options{})
	for i := 1; i <= 3; i++ {
		go func() { _, _ = io.WriteString(pw, run10("", i)+strings.Repeat(" \n", 10)) }()
		run, err := r.Next() // would block if it waited for the next run
		require.NoError(t, err)
		assert.Equal(t, i, run.Threads)
	}
}

func TestSmallReadsGiveTheSameAsLargeOnes(t *testing.T) {
	text := string(bigLog(300, 3)) + "caption\nthreads|tps\n4|100\n"
	want := read(t, text, Options{})
	got, err := ReadAll(iotest.OneByteReader(strings.NewReader(text)), "in.txt", Options{})
	require.NoError(t, err)
	assert.Equal(t, want, got)
}

func TestAnInputOfTooManyRunsEndsWithAnErrorAndTheRunsBefore(t *testing.T) {
	text := strings.Repeat(interval10(1, 8, 100), 20)
	res, err := ReadAll(strings.NewReader(text), "in.txt", Options{MaxRuns: 5})
	require.ErrorIs(t, err, ErrIncomplete)
	assert.ErrorContains(t, err, "in.txt: after line 7: the rest cannot be read: more than 5 runs in one input")
	assert.Len(t, res.Runs, 5)
	res, err = ReadAll(strings.NewReader(text), "in.txt", Options{MaxRuns: 20})
	require.NoError(t, err)
	assert.Len(t, res.Runs, 20)
}
