package lang

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestALevelOfOneIsOneThread(t *testing.T) {
	for levels, want := range map[string]string{"1": "at 1 thread;", "1, 2": "at 1, 2 threads;", "2–1": "at 2–1 threads;", "11": "at 11 threads;"} {
		assert.Contains(t, oneThread.ReplaceAllString("at "+levels+" threads;", "${1}1 thread"), want)
	}
	assert.Contains(t, Text("en", "note.dominated", "1", "−1.0", "−12.5"), "one level, 1 thread, moves")
	assert.Contains(t, Text("en", "note.dominated", "16", "−1.0", "−12.5"), "one level, 16 threads, moves")
}

func TestChineseHasNoBlankBesideChinese(t *testing.T) {
	assert.Equal(t, "高可用（跨故障域）相对单机的开销", Text("zh", "plot.title.overhead", "高可用（跨故障域）", "单机"))
	assert.Equal(t, "TLS 相对 RDS 的开销", Text("zh", "plot.title.overhead", "TLS", "RDS"))
	assert.Equal(t, "TLS 相对明文的开销", Text("zh", "plot.title.overhead", "TLS", "明文"))
	assert.Equal(t, "华为 鲲鹏相对 x86 的开销", Text("zh", "plot.title.overhead", "华为 鲲鹏", "x86"), "a name keeps its blank")
}
