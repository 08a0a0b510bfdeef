package parse

import (
	"regexp"
	"strings"
)

// isHeading reports whether a line heads a section.
func isHeading(s string) bool { return strings.HasPrefix(s, "#") || strings.HasPrefix(s, "==") }

// leadIn matches what stands before a table without saying whose it is.
var leadIn = regexp.MustCompile(`(?i)^(?:` +
	`(?:here (?:are|is) )?(?:(?:the|our|my|these|following|full|raw|test|tests|benchmark|sysbench|detailed|final|performance|complete|measured) )*(?:results?|numbers|output|data|figures|table|measurements|summary)(?: of the (?:tests?|runs?|benchmarks?))?(?: (?:are|is))?(?: (?:as follows|below|here|again|follows?))?` +
	`|(?:as follows|see below|the following)` +
	`|(?:以下|下面|本次|最终|完整|详细|原始|具体|压测|测试|性能|基准|我们|的|是|为|sysbench)*(?:结果|数据|表格?|汇总|输出)?(?:如下|见下|如下所示|如下表|如下表所示|见下表|如表所示)?` +
	`|(?:以下|下記)?(?:が|は|の)?(?:測定|テスト|ベンチマーク|性能)?(?:結果|データ)(?:は|を)?(?:以下|次|下記)?(?:に|の)?(?:通り|とおり|示す)?(?:です)?` +
	`)$`)

// captionOf returns a line as a caption, or "" for one that says nothing
// about whose table it is: prose, a lead-in, and before a table of one system
// (of) the mere name of a metric.
func captionOf(line string, one bool) string {
	s := captionText(line)
	if s == "" || leadIn.MatchString(s) {
		return ""
	}
	if c, known := meaning(s); one && known && c.field == fieldMetric {
		return ""
	}
	return s
}

// heading returns the nearest heading above the i-th pending line that may
// name a table, marked as used.
func (c *surroundings) heading(i int, one bool) string {
	for i--; i >= 0; i-- {
		if r := &c.pending[i]; isHeading(r.text) {
			if s := captionOf(r.text, one); s != "" {
				r.used = true
				return s
			}
		}
	}
	return ""
}
