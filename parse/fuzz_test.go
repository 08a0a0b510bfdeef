package parse

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// checkProperties asserts what holds for every input.
func checkProperties(t *testing.T, data []byte) {
	opts := Options{MaxLine: 1 << 16, MaxUnpacked: 1 << 20}
	res, err := ReadAll(bytes.NewReader(data), "in.txt", opts)
	if err != nil {
		return // a broken gzip, a bomb
	}
	folded, err := ReadAll(bytes.NewReader(data), "in.txt", Options{MaxLine: opts.MaxLine, MaxUnpacked: opts.MaxUnpacked, Fold: true})
	if err != nil || len(folded.Runs) != len(res.Runs) {
		t.Fatalf("folding changes the runs: %d, %d, %v", len(res.Runs), len(folded.Runs), err)
	}
	for i, r := range res.Runs {
		if r.Threads < 0 || r.Source.Line < 1 || r.Status > Empty {
			t.Fatalf("impossible run %+v", r)
		}
		if r.Series != folded.Runs[i].Series {
			t.Fatalf("folding changes the series of run %d", i)
		}
		if len(r.Intervals) != r.Series.Count {
			t.Fatalf("%d intervals, %d in the series", len(r.Intervals), r.Series.Count)
		}
		for _, m := range []Metric{TPS, QPS, EPS, Avg, Min, Max, Err, IOPS, MiBps, TpmC, P95, P99} {
			if v, ok := r.Value(m); ok && (math.IsNaN(v) || math.IsInf(v, 0) || v < 0) {
				t.Fatalf("%s is %v", m.Name, v)
			}
		}
	}
	if !slices.IsSortedFunc(res.Problems, func(a, b Problem) int { return a.Line - b.Line }) {
		t.Fatal("the problems are not in line order")
	}
	last := 0
	for _, s := range res.Skipped {
		if s.First <= last || s.Last < s.First || s.Lines < 1 || s.Lines > s.Last-s.First+1 {
			t.Fatalf("stretch %+v after line %d", s, last)
		}
		last = s.Last
	}
	// A whole run behind the input is found whatever the input is.
	if looksUTF16(data[:min(len(data), 256)], 0) || looksUTF16(data[:min(len(data), 256)], 1) ||
		bytes.HasPrefix(data, []byte{0x1f, 0x8b}) || bytes.HasPrefix(data, []byte{0x28, 0xb5, 0x2f, 0xfd}) {
		return
	}
	more, err := ReadAll(strings.NewReader(string(data)+"\n"+run10("", 7)), "in.txt", opts)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range more.Runs {
		if r.Transactions == Some(1973) && r.ElapsedSec == Some(4.0092) && r.Latency.Avg == Some(8.11) {
			return
		}
	}
	t.Fatal("the run behind the input is lost")
}

func FuzzLog(f *testing.F) {
	for _, path := range samples(f) {
		b, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		if len(b) < 4000 {
			f.Add(b)
		}
	}
	f.Add([]byte(run10("1,4,568.36,11430.17,8012.00,2277.44,1140.72,10.84,0.00,0.00\n", 4)))
	f.Fuzz(checkProperties)
}

func FuzzTable(f *testing.F) {
	files, _ := filepath.Glob(published + "/*.txt")
	for _, path := range files {
		b, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	for _, text := range []string{
		"threads,tps,p95\n4,\"1,200\",5.5ms\n3*8,-,N/A\n",
		"| 并发数 | TPS | 95%延迟（ms） |\n|---|--:|:-:|\n| 4 | **100** | 5.2 |\n",
		"TPS\nthreads\tm6g\tm5\n2\t10\t11\n4\t20\t21\nhave_ssl\tYES\tNO\n",
		"system | 1 | 2 | 4\nm6g | 1 | 2 | 3\n",
		"+---------+-----+\n| threads | tps |\n+---------+-----+\n|       4 | 100 |\n+---------+-----+\n",
		"host : 10.0.0.1\nsame_az :\n\ncaption:\nthreads  tps  avg latency\n4  100  5.2\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(checkProperties)
}
