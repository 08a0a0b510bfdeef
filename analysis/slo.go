package analysis

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sbstat/sbstat/internal/lang"
	"github.com/sbstat/sbstat/parse"
)

// SLO is a latency limit: Metric (avg or pNN) ≤ LimitMs.
type SLO struct {
	Metric  parse.Metric
	LimitMs float64
}

// ParseSLO reads "p95=80ms", "avg=0.1s" and "p99=50" (milliseconds).
func ParseSLO(s string) (SLO, error) {
	name, limit, ok := strings.Cut(strings.NewReplacer("≤", "=", "<=", "=", "<", "=").Replace(s), "=")
	if !ok {
		return SLO{}, fmt.Errorf("latency limit %q is not written as METRIC=TIME, as p95=80ms", s)
	}
	m, err := parse.MetricNamed(name)
	if err != nil {
		return SLO{}, fmt.Errorf("latency limit %q: %w", s, err)
	}
	if !m.IsLatency() {
		return SLO{}, fmt.Errorf("latency limit %q: %s is no latency; write avg, p95 or another percentile", s, m.Name)
	}
	number := strings.ToLower(strings.TrimSpace(limit))
	factor := 1.0
	for _, u := range []struct {
		suffix string
		ms     float64
	}{{"ms", 1}, {"us", 1e-3}, {"µs", 1e-3}, {"μs", 1e-3}, {"s", 1000}} {
		if rest, ok := strings.CutSuffix(number, u.suffix); ok {
			number, factor = strings.TrimSpace(rest), u.ms
			break
		}
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || !(v > 0) || !finite(v*factor) {
		return SLO{}, fmt.Errorf("latency limit %q: %q is no positive time; write it as 80ms or 0.08s", s, strings.TrimSpace(limit))
	}
	return SLO{Metric: m, LimitMs: v * factor}, nil
}

// String writes "p95 ≤ 80 ms".
func (s SLO) String() string { return s.Metric.Name + " ≤ " + millis(s.LimitMs) + " ms" }

// millis writes milliseconds with the digits they need, 2 at most from 1 ms on.
func millis(ms float64) string {
	t := lang.Number(ms, 2)
	if ms < 1 {
		t = lang.Significant(ms, 3)
	}
	if !strings.Contains(t, ".") {
		return t
	}
	return strings.TrimSuffix(strings.TrimRight(t, "0"), ".")
}

// seconds writes a number of seconds for a message.
func seconds(s float64) string {
	return strings.TrimSuffix(lang.Number(s, 1), ".0")
}
