package parse

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// bigLog returns a log of one run with the given number of interval lines,
// the same for the same seed.
func bigLog(intervals int, seed uint64) []byte {
	rng := rand.New(rand.NewPCG(seed, 1))
	var b bytes.Buffer
	b.WriteString(`sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: 64
Report intermediate results every 1 second(s)
Initializing random number generator from current time


Initializing worker threads...

Threads started!

`)
	for i := range intervals {
		tps := 2000 + 500*rng.NormFloat64()
		fmt.Fprintf(&b, "[ %ds ] thds: 64 tps: %.2f qps: %.2f (r/w/o: %.2f/%.2f/%.2f) lat (ms,95%%): %.2f err/s: %.2f reconn/s: 0.00\n",
			i+1, tps, 20*tps, 14*tps, 4*tps, 2*tps, 30+5*rng.NormFloat64(), float64(rng.IntN(3)))
	}
	b.WriteString(summary10)
	return b.Bytes()
}

const summary10 = `SQL statistics:
    queries performed:
        read:                            27622
        write:                           7892
        other:                           3946
        total:                           39460
    transactions:                        1973   (492.07 per sec.)
    queries:                             39460  (9841.49 per sec.)
    ignored errors:                      0      (0.00 per sec.)
    reconnects:                          0      (0.00 per sec.)

General statistics:
    total time:                          4.0092s
    total number of events:              1973

Latency (ms):
         min:                                    2.06
         avg:                                    8.11
         max:                                   36.62
         95th percentile:                       15.00
         sum:                                16008.75

Threads fairness:
    events (avg/stddev):           493.2500/36.96
    execution time (avg/stddev):   4.0022/0.00

`

func benchmarkLog(b *testing.B, log []byte, opts Options) {
	b.SetBytes(int64(len(log)))
	b.ReportAllocs()
	for b.Loop() {
		r := NewReader(bytes.NewReader(log), "big.log", opts)
		for {
			if _, err := r.Next(); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkLogFolded(b *testing.B) { benchmarkLog(b, bigLog(200_000, 1), Options{Fold: true}) }
func BenchmarkLogKept(b *testing.B)   { benchmarkLog(b, bigLog(200_000, 1), Options{}) }

func BenchmarkLogWithPrefix(b *testing.B) {
	log := bytes.ReplaceAll(bigLog(50_000, 1), []byte("\n"), []byte("\nNov 30 23:48:53 "))
	benchmarkLog(b, append([]byte("Nov 30 23:48:53 "), log...), Options{Fold: true})
}

func BenchmarkTable(b *testing.B) {
	var t strings.Builder
	t.WriteString("big\nthreads|transactions| queries| time |avg/Latency|95%/Latency\n")
	for i := range 10_000 {
		fmt.Fprintf(&t, "%3d|%12d|%8d|300.01|%11.2f|%11.2f\n", i+1, 100_000+i, 2_000_000+20*i, 5.2, 6.9)
	}
	benchmarkLog(b, []byte(t.String()), Options{})
}

// BenchmarkManyFiles reads 5000 logs of 40 KiB: "read" takes their bytes into memory one
// file after another, as cat does; "parse" is Files.
func BenchmarkManyFiles(b *testing.B) {
	dir := b.TempDir()
	var paths []string
	var size int64
	for i := range 5000 {
		log := bigLog(300, uint64(i))
		path := filepath.Join(dir, fmt.Sprintf("m6g-t64-r%d.log", i))
		if err := os.WriteFile(path, log, 0o600); err != nil {
			b.Fatal(err)
		}
		paths = append(paths, path)
		size += int64(len(log))
	}
	b.Run("read", func(b *testing.B) {
		b.SetBytes(size)
		buf := make([]byte, 1<<20)
		for b.Loop() {
			for _, path := range paths {
				f, err := os.Open(path)
				if err != nil {
					b.Fatal(err)
				}
				for err == nil {
					_, err = f.Read(buf)
				}
				f.Close()
			}
		}
	})
	b.Run("parse", func(b *testing.B) {
		b.SetBytes(size)
		b.ReportAllocs()
		for b.Loop() {
			if _, err := Files(context.Background(), paths, Options{Fold: true}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
