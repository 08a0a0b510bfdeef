package report_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
