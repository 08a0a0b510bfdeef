package report_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/report"
)

// ofAlibaba computes one paragraph on the published Alibaba table.
func ofAlibaba(t *testing.T, lang, text string) string {
	t.Helper()
	doc, err := load(t, "---\ntitle: T\nlang: "+lang+"\nsystems:\n"+
		"  ARM: {data: {file: aliyun-rds-arm-vs-x86.txt, table: ARM}}\n"+
		"  x86: {data: {file: aliyun-rds-arm-vs-x86.txt, table: x86}}\n"+
		"base: x86\nslo: {p95: 20ms}\n---\n# T\n\n"+text+"\n").Run()
	require.NoError(t, err)
	return strings.TrimSpace(strings.TrimPrefix(markdownOf(t, doc), "# T\n\n"))
}

// at2 computes a paragraph on tables of one level: 11951 / 300.03 and 13357 / 300.03 TPS.
func at2(t *testing.T, lang, text string) (string, error) {
	t.Helper()
	const table = ":\n\nthreads|transactions|queries|  time|avg/Latency|95%/Latency\n"
	fsys := fstest.MapFS{
		"n.md": {Data: []byte("---\ntitle: T\nlang: " + lang + "\nsystems:\n  A: {data: {file: d.txt, table: A}, price: 1USD/h}\n" +
			"  B: {data: {file: d.txt, table: B}, price: 1USD/h}\n---\n# T\n\n" + text + "\n")},
		"d.txt": {Data: []byte("A" + table + "2|11951|239020|300.03|50.21|55.82\n\nB" + table + "2|13357|267140|300.03|44.92|112.67\n")},
	}
	n, err := report.Load(fsys, "n.md")
	require.NoError(t, err)
	doc, err := n.Run()
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(strings.TrimPrefix(markdownOf(t, doc), "# T\n\n")), nil
}

func TestOneLevelIsNotCalledSeveral(t *testing.T) {
	for call, want := range map[string][2]string{
		`breakeven "B" vs "A"`: {"at the one measured level (2 threads)", "唯一测试的并发（2）"},
		`breakeven "A" vs "B"`: {"at no measured level (2 threads)", "没有（唯一测试的并发为 2）"},
	} {
		for i, lang := range []string{"en", "zh"} {
			got, err := at2(t, lang, "{{ "+call+" }}")
			require.NoError(t, err)
			assert.Equal(t, want[i], got)
		}
	}
	_, err := at2(t, "en", `{{ lower "tps" "B" vs "A" mean }}`)
	assert.ErrorContains(t, err, "the one common level: it is 11.8 % higher")
}

// In the published table the TPS of x86 is highest, 2367.43, at 14 threads; its p95 passes
// 20 ms between 16 and 24 threads, where its TPS is lower.
func TestACapacityNamesTheLevelWhereItsThroughputOccurs(t *testing.T) {
	assert.Equal(t, "2367 TPS (at 14 threads)", ofAlibaba(t, "en", `{{ capacity "x86" }}`))
	assert.Equal(t, "2367 TPS（14 并发）", ofAlibaba(t, "zh", `{{ capacity "x86" }}`))
	assert.Equal(t, "2173 TPS (between 14 and 16 threads)", ofAlibaba(t, "en", `{{ capacity "ARM" }}`))
	assert.Equal(t, "at least 2185 TPS (at 16 threads; the highest level still meets the limit)", ofAlibaba(t, "en", `{{ capacity "ARM" "p95=1s" }}`))
	table := ofAlibaba(t, "en", `{{ table "capacity" }}`)
	assert.Contains(t, table, "| p95 ≤ 20 ms | 2173 (14–16 threads) | 2367 (14 threads) |")
	assert.Contains(t, table, "x86, p95 ≤ 20 ms: the throughput within the limit is highest at 14 threads and falls before the limit is reached")
}
