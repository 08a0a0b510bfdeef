package parse

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// A field says what a column of a table holds.
type field uint8

const (
	fieldOther field = iota // no measurement: kept in Config under the header's text
	fieldThreads
	fieldTransactions
	fieldQueries
	fieldEvents
	fieldElapsed
	fieldMetric // a rate or a latency, named by column.metric
	fieldErrors
	fieldReconnects
	fieldSystem
	fieldWorkload
	fieldRepeat
)

// column is the meaning of one header cell.
type column struct {
	text   string // as written
	field  field
	metric Metric  // of fieldMetric
	scale  float64 // a cell × scale is in the metric's unit (or seconds)
	unit   string  // of a pivot's column whose metric is the table's
	bare   bool    // a header that says it better wins: "latency" beside "avg latency"
}

// words maps the words of header cells, folded by fold, onto fields.
var words = map[string]field{}

// bandwidth are words for MiB/s, given such a unit.
var bandwidth = map[string]bool{"throughput": true, "bandwidth": true, "带宽": true, "吞吐": true, "吞吐量": true, "帯域": true, "スループット": true}

// throughput are those that mean transactions a second where no unit and no
// other column says more.
var throughput = map[string]bool{"throughput": true, "avgthroughput": true, "吞吐": true, "吞吐量": true, "スループット": true}

// metricWords maps them onto metrics.
var metricWords = map[string]Metric{}

func init() {
	for f, list := range map[field]string{
		fieldThreads: "concurrentusers concurrentconnections concurrentclients concurrentthreads parallelthreads threads thread thds thd nthreads numthreads ofthreads noofthreads numberofthreads threadcount threadnum threadscount threadsnum numberofconnections concurrency concurrent connections conns clients numclients users vus vu " +
			"線程數 執行緒數 併發數 並發數 并发 并发数 并发线程 并发线程数 并发度 并发用户数 并发连接数 并发量 并发线程数量 线程数量 数据库连接数 线程 线程数 连接数 客户端数 用户数 並列数 並列度 並行数 スレッド スレッド数 同時接続数 同時実行数 接続数",
		fieldTransactions: "transactions transaction trx trxs txns totaltransactions transactionstotal totaltrx 事务 事务数 事务总数 总事务数 トランザクション数",
		fieldQueries:      "queries query totalqueries queriestotal 查询 查询数 查询总数 总查询数 请求数 クエリ数",
		fieldEvents:       "events totalevents numberofevents totalnumberofevents 事件数 イベント数",
		fieldElapsed:      "time elapsed elapsedtime timeelapsed totaltime timetotal duration runtime seconds secs 时间 耗时 总时间 总耗时 运行时间 时长 時間 実行時間",
		fieldErrors:       "errors error err errs totalerrors ignorederrors errorcount 错误 错误数 エラー エラー数",
		fieldReconnects:   "reconnects reconnect 重连 重连数",
		fieldSystem:       "system instance instancetype host hostname server vendor provider cloud machine config configuration name database db 系统 实例 实例类型 规格 主机 厂商 云厂商 数据库 システム インスタンス",
		fieldWorkload:     "workload test testname script scenario benchmark 场景 测试 测试场景 测试项 负载 シナリオ",
		fieldRepeat:       "repeat rep run round iteration trial 轮次 次数 第几次 回",
	} {
		for _, w := range strings.Fields(list) {
			words[w] = f
		}
	}
	for m, list := range map[Metric]string{
		TPS:   "tps totaltps tpstotal 总tps trans/s avgtps tpsavg averagetps meantps tpsmean 平均tps 平均每秒事务数 trx/s trxs/s tx/s txs/s トランザクション/s txn/s txns/s transactions/s transaction/s transactionspersecond transactionspersec transactionsps 每秒事务数 每秒事务 事务/s",
		QPS:   "qps totalqps qpstotal 总qps avgqps qpsavg averageqps meanqps qpsmean 平均qps 平均每秒查询数 queries/s query/s queriespersecond queriespersec requests/s request/s req/s rps クエリ/s 每秒查询数 每秒查询 查询/s",
		EPS:   "eps events/s event/s ops/s op/s operations/s eventspersecond eventspersec",
		Avg:   "avg average mean avglatency averagelatency latencyavg latency/avg avg/latency meanlatency latencymean latency lat avglat latavg latmean avgrt rt 平均rt 平均延遲 平均回應時間 avgresponsetime averageresponsetime responsetime rtavg 平均 平均延迟 平均延时 平均时延 平均响应时间 平均耗时 延迟 延时 时延 响应时间 平均レイテンシ レイテンシ 平均遅延 遅延 平均遅延時間 平均応答時間",
		Min:   "min minimum minlatency latencymin min/latency latency/min minlat latmin minrt 最小 最小延迟 最小延时 最低延迟 最小响应时间 最小耗时 最小时延 最小レイテンシ 最小遅延",
		Max:   "max maximum maxlatency latencymax max/latency latency/max maxlat latmax maxrt 最大 最大延迟 最大延时 最高延迟 最大响应时间 最大耗时 最大时延 最大レイテンシ 最大遅延",
		Err:   "err/s errs/s errors/s error/s errorspersecond",
		IOPS:  "iops io/s ios/s",
		MiBps: "mib/s mibps mibs mibpersecond",
		TpmC:  "tpmc nopm newordersperminute neworder/min",
	} {
		for _, w := range strings.Fields(list) {
			metricWords[w] = m
		}
	}
}

var (
	bracketed  = regexp.MustCompile(`[(\[{]([^()\[\]{}]*)[)\]}]`)
	percentile = regexp.MustCompile(`(?:^|[^a-z0-9.])(tp|p)?\.?(\d{1,2}(?:\.\d+)?|100)(th|st|nd|rd)?\s*(%|percentile|pct|percent|百分位|分位|线|パーセンタイル)?(?:$|[^a-z0-9]|lat)`)
	mangled    = regexp.MustCompile(`^x(\.\d|\d+(?:\.\d+)?(?:th)?\.\.)`)              // R's X.95.latency and X95..latency
	nines      = regexp.MustCompile(`(?:^|[^a-z0-9.])t?p(99)(9{1,2})(?:$|[^a-z0-9])`) // p999 is p99.9
	glued      = regexp.MustCompile(`^lat(?:ency)?[ _.]?(\d{2}(?:\.\d+)?)$`)          // lat95
	latencyish = regexp.MustCompile(`lat|response|\brt\b|percentile|pct|%|延迟|延时|时延|响应|耗时|分位|レイテンシ|応答|パーセンタイル|遅延|\d线(?:$|[^程])|^\W*(?:tp|p)\d|\dth`)
)

// maxHeaderCell is the longest header cell that may mean something, in bytes.
const maxHeaderCell = 100

// meanings remembers what cells mean: in a long text the same words are asked
// for in line after line.
var meanings struct {
	sync.Map // of cell to meant
	n        atomic.Int32
}

type meant struct {
	column
	known bool
}

const maxMeanings = 10_000

// meaning reads a header cell: what the column holds and in which unit.
// known is false for words that name no field.
func meaning(cell string) (c column, known bool) {
	if cell == "" || len(cell) > maxHeaderCell || parseNum(cell).OK {
		return column{text: cell, scale: 1}, false
	}
	if m, ok := meanings.Load(cell); ok {
		m := m.(meant)
		return m.column, m.known
	}
	c, known = meaningOf(cell)
	if meanings.n.Add(1) <= maxMeanings {
		cell = strings.Clone(cell) // not the line around it
		c.text = cell
		meanings.Store(cell, meant{c, known})
	}
	return c, known
}

func meaningOf(cell string) (c column, known bool) {
	c = column{text: cell, scale: 1}
	s, times := cutFactor(strings.ToLower(unmark(halfWidth(cell))))
	unit := ""
	if m := bracketed.FindStringSubmatch(s); m != nil && isUnit(strings.TrimSpace(m[1])) {
		unit = strings.TrimSpace(m[1])
		s = strings.TrimSpace(strings.Replace(s, m[0], " ", 1))
	} else if _, whole := metricWords[fold(s)]; !whole {
		if head, tail, ok := cutUnit(s); ok {
			s, unit = head, tail
		}
	}
	w := fold(s)
	if _, ok := metricWords[fold(brackets.Replace(s))]; ok { // "Latency (max)"
		w = fold(brackets.Replace(s))
	}
	if f, ok := words[w]; ok {
		switch {
		case units[unit].rate:
			m, ok := metricWords[w+"/s"]
			c.field, c.metric, c.scale = fieldMetric, m, units[unit].count*times
			return c, ok
		case f == fieldElapsed:
			c.scale = unitScale(unit, "s") * times
		case f == fieldTransactions || f == fieldQueries || f == fieldEvents:
			c.scale = unitScale(unit, "") * times
		}
		c.field = f
		return c, c.scale != 0
	}
	c.field = fieldMetric
	m, ok := metricWords[w]
	switch {
	case ok:
		c.bare = bareLatency[w]
	case w == "tpm", w == "qpm":
		m = map[string]Metric{"tpm": TPS, "qpm": QPS}[w]
		times /= 60
	case w == "mb/s", w == "mbps":
		m, unit = MiBps, "mb/s"
	case w == "gib/s":
		m, unit = MiBps, "gib/s"
	case bandwidth[w] && units[unit].mib != 0:
		m = MiBps
	case throughput[w]:
		m, c.bare = TPS, true
	case derivedColumn(s) || spread.MatchString(s):
		return column{text: cell, scale: 1}, false
	default:
		// "TPS (平均)", "平均延迟(95%)": what the brackets say may decide.
		if m, ok = percentileOf(s); !ok {
			out := fold(bracketed.ReplaceAllString(s, " "))
			m, ok = metricWords[out]
			if in := bracketed.FindStringSubmatch(s); in != nil && throughput[out] { // "Throughput (QPS)"
				m, ok = metricWords[fold(in[1])]
				ok = ok && m.Better == HigherIsBetter
			}
			c.bare = true
		}
		if !ok {
			return column{text: cell, scale: 1}, false
		}
	}
	c.metric = m
	c.scale = unitScale(unit, m.Unit) * times
	return c, c.scale != 0
}

// bareLatency are the words that mean the average latency only where no
// other column does.
var bareLatency = map[string]bool{"latency": true, "lat": true, "rt": true, "responsetime": true,
	"延迟": true, "延时": true, "时延": true, "响应时间": true, "レイテンシ": true, "遅延": true, "応答時間": true}

var factor = regexp.MustCompile(`^(.*?\S)\s*(?:\(\s*[x×*]\s*(1,?000|10,?000|1,?000,?000)\s*\)|\s[x*]\s*(1,?000|10,?000|1,?000,?000)|\s?×\s*(1,?000|10,?000|1,?000,?000)|\(\s*(?:in )?(thousands?|millions?)\s*\))$`)

// cutFactor splits "qps (x1000)" and "tps ×1000" into name and factor.
func cutFactor(s string) (name string, times float64) {
	m := factor.FindStringSubmatch(s)
	if m == nil {
		return s, 1
	}
	switch m[5] {
	case "thousand", "thousands":
		return m[1], 1e3
	case "million", "millions":
		return m[1], 1e6
	}
	times, _ = strconv.ParseFloat(strings.ReplaceAll(m[2]+m[3]+m[4], ",", ""), 64)
	return m[1], times
}

// usualRanks are the ranks that a number may mean without p, % or "th".
var usualRanks = map[float64]bool{50: true, 75: true, 90: true, 95: true, 98: true, 99: true, 99.9: true, 99.95: true, 99.99: true}

// percentileOf reads "95%", "p95", "95%/Latency", ".95.latency", "95分位延迟".
func percentileOf(s string) (Metric, bool) {
	if !strings.ContainsAny(s, "123456789") || !latencyish.MatchString(s) {
		return Metric{}, false
	}
	s = mangled.ReplaceAllString(s, "$1")
	if m := nines.FindStringSubmatch(s); m != nil {
		rank, _ := strconv.ParseFloat(m[1]+"."+m[2], 64)
		return Pct(rank), true
	}
	if m := glued.FindStringSubmatch(s); m != nil {
		s = m[1] + "%"
	}
	all := percentile.FindAllStringSubmatch(s, -1)
	if len(all) != 1 {
		return Metric{}, false
	}
	m := all[0]
	rank, err := strconv.ParseFloat(m[2], 64)
	if err != nil || rank <= 0 || rank > 100 {
		return Metric{}, false
	}
	if bare := m[1]+m[3]+m[4] == ""; bare && !usualRanks[rank] { // "Graviton 2 latency"
		return Metric{}, false
	}
	return Pct(rank), true
}

// fold drops what header cells vary in: blanks, dots, underscores, hyphens.
func fold(s string) string {
	return perSecond.Replace(varying.Replace(s))
}

var (
	varying   = strings.NewReplacer(" ", "", "\t", "", "_", "", "-", "", ".", "", "#", "", "\\", "", ":", "")
	brackets  = strings.NewReplacer("(", " ", ")", " ", "[", " ", "]", " ", "{", " ", "}", " ")
	perSecond = strings.NewReplacer("/second", "/s", "/sec", "/s", "/秒", "/s", "persecond", "/s", "persec", "/s")
	marks     = strings.NewReplacer("**", "", "`", "", "~~", "", `\_`, "_", `\|`, "|", `\*`, "*", `\-`, "-")
)

// unmark drops Markdown's bold, italics, code and escapes around a cell.
func unmark(s string) string {
	s = strings.TrimSpace(s)
	if strings.ContainsAny(s, "*`\\~") {
		s = marks.Replace(s)
		if len(s) > 2 && s[0] == '*' && s[len(s)-1] == '*' {
			s = s[1 : len(s)-1]
		}
	}
	return strings.TrimSpace(s)
}

// units are the factors onto milliseconds, seconds and plain counts.
var units = map[string]struct {
	ms, s, count, mib float64
	rate              bool // count is a second
}{
	"ms": {ms: 1, s: 1e-3}, "msec": {ms: 1, s: 1e-3}, "millisecond": {ms: 1, s: 1e-3}, "milliseconds": {ms: 1, s: 1e-3}, "毫秒": {ms: 1, s: 1e-3}, "ミリ秒": {ms: 1, s: 1e-3},
	"us": {ms: 1e-3, s: 1e-6}, "µs": {ms: 1e-3, s: 1e-6}, "μs": {ms: 1e-3, s: 1e-6}, "usec": {ms: 1e-3, s: 1e-6}, "微秒": {ms: 1e-3, s: 1e-6}, "マイクロ秒": {ms: 1e-3, s: 1e-6},
	"ns": {ms: 1e-6, s: 1e-9}, "纳秒": {ms: 1e-6, s: 1e-9},
	"s": {ms: 1e3, s: 1}, "sec": {ms: 1e3, s: 1}, "secs": {ms: 1e3, s: 1}, "second": {ms: 1e3, s: 1}, "seconds": {ms: 1e3, s: 1}, "秒": {ms: 1e3, s: 1},
	"minutes": {s: 60}, "分钟": {s: 60}, "分": {s: 60}, "h": {s: 3600},
	"k": {count: 1e3}, "千": {count: 1e3}, "万": {count: 1e4}, "m": {count: 1e6}, "次": {count: 1}, "个": {count: 1},
	"/s": {count: 1, rate: true}, "1/s": {count: 1, rate: true}, "per second": {count: 1, rate: true}, "per sec": {count: 1, rate: true}, "/sec": {count: 1, rate: true}, "/second": {count: 1, rate: true}, "次/秒": {count: 1, rate: true}, "/秒": {count: 1, rate: true}, "个/秒": {count: 1, rate: true}, "每秒": {count: 1, rate: true}, "k/s": {count: 1e3, rate: true}, "万/秒": {count: 1e4, rate: true},
	"/min": {count: 1.0 / 60, rate: true}, "1/min": {count: 1.0 / 60, rate: true}, "/minute": {count: 1.0 / 60, rate: true}, "per minute": {count: 1.0 / 60, rate: true}, "per min": {count: 1.0 / 60, rate: true}, "/分钟": {count: 1.0 / 60, rate: true}, "次/分钟": {count: 1.0 / 60, rate: true}, "每分钟": {count: 1.0 / 60, rate: true}, "/分": {count: 1.0 / 60, rate: true},
	"mib/s": {mib: 1}, "mb/s": {mib: 1e6 / (1 << 20)}, "gib/s": {mib: 1024}, "kib/s": {mib: 1.0 / 1024},
}

func isUnit(s string) bool { _, ok := units[s]; return ok }

// unitScale returns the factor from a written unit to the unit of a metric
// ("ms", "s", "MiB/s"; else a count or a rate), 0 when they do not match.
// No written unit is the metric's own.
func unitScale(written, of string) float64 {
	if written == "" {
		return 1
	}
	u := units[written]
	switch of {
	case "ms":
		return u.ms
	case "s":
		return u.s
	case "MiB/s":
		return u.mib
	case "1/min":
		if u.rate {
			return u.count * 60
		}
	}
	return u.count
}

var minutely = regexp.MustCompile(`^(.*\S)\s*(?:/|\bper\s+)(?:min|minute)$`)

// cutUnit splits "latency ms", "avg_ms", "transactions/min", "延迟/ms" and ".95.latency.ms." into
// name and unit.
func cutUnit(s string) (name, unit string, ok bool) {
	s = strings.TrimRight(s, ". ")
	if m := minutely.FindStringSubmatch(s); m != nil {
		return m[1], "/min", true
	}
	i := strings.LastIndexAny(s, " _./,:")
	if i <= 0 {
		return "", "", false
	}
	unit = s[i+1:]
	switch unit {
	case "ms", "msec", "us", "µs", "μs", "usec", "ns", "毫秒", "微秒":
		return strings.TrimRight(s[:i], " _./,:"), unit, true
	}
	return "", "", false
}

// inPivot splits a header cell that names a system and a metric, such as
// "m6g TPS" or "p95 x86", or returns ok = false.
func inPivot(cell string) (system string, c column, ok bool) {
	cell = unmark(cell)
	if derivedColumn(cell) {
		return "", column{}, false
	}
	if m := bracketed.FindStringSubmatch(halfWidth(cell)); m != nil {
		// "TPS (x86)", "x86 (TPS)"
		in, out := strings.TrimSpace(m[1]), strings.TrimSpace(strings.Replace(halfWidth(cell), m[0], " ", 1))
		if c, known := meaning(out); known && c.field == fieldMetric && namesSystem(in) {
			return in, c, true
		}
		if c, known := meaning(in); known && c.field == fieldMetric && namesSystem(out) {
			return out, c, true
		}
	}
	fields := strings.Fields(cell)
	for n := 1; n < len(fields); n++ {
		if c, known := meaning(strings.Join(fields[n:], " ")); known && c.field == fieldMetric && namesSystem(strings.Join(fields[:n], " ")) {
			return strings.Join(fields[:n], " "), c, true
		}
	}
	for n := len(fields) - 1; n > 0; n-- {
		if c, known := meaning(strings.Join(fields[:n], " ")); known && c.field == fieldMetric && namesSystem(strings.Join(fields[n:], " ")) {
			return strings.Join(fields[n:], " "), c, true
		}
	}
	return "", column{}, false
}

// cutMeasureUnit splits "m6g (ms)" into the system and a unit that only
// measurements have; unit is "" where there is none.
func cutMeasureUnit(cell string) (system, unit string) {
	s := halfWidth(unmark(cell))
	m := bracketed.FindStringSubmatch(s)
	if m == nil {
		return "", ""
	}
	unit = strings.ToLower(strings.TrimSpace(m[1]))
	system = strings.TrimSpace(strings.Replace(s, m[0], " ", 1))
	if u := units[unit]; system == "" || u.ms == 0 && u.mib == 0 && !u.rate {
		return "", ""
	}
	return system, unit
}

var minuteIn = regexp.MustCompile(`\bper\s+min(?:ute)?\b|/min(?:ute)?\b`)

// namesSystem reports whether a part of a header cell may name a system: it is no
// unit, no word of a measure, no statistic and no plain number.
func namesSystem(part string) bool {
	s := strings.ToLower(part)
	_, known := meaning(part)
	_, isPct := percentileOf(s)
	return wordy(cell{text: part}) && !known && !isPct && !isUnit(s) && !statistic.MatchString(s) && !spread.MatchString(s) && !derivedColumn(s)
}

var (
	statistic = regexp.MustCompile(`\b(?:median|best|worst|peak|mean|total|sum|run|round|repeat)\b|中位|峰值|总|第\s*\d|轮|均值`)
	spread    = regexp.MustCompile(`\b(?:std|stddev|sd|stdev|variance|cv)\b|标准差|方差`)
)

// metricIn returns the metric that a caption or a corner cell names, if it
// names exactly one.
func metricIn(text string) (column, bool) {
	if c, known := meaning(text); known && c.field == fieldMetric && !throughput[fold(strings.ToLower(unmark(text)))] {
		return c, true
	}
	if derived(text) {
		return column{}, false
	}
	s := strings.ToLower(unmark(halfWidth(text)))
	unit := ""
	if minuteIn.MatchString(s) {
		unit = "/min"
	}
	for _, m := range bracketed.FindAllStringSubmatch(s, -1) {
		if isUnit(strings.TrimSpace(m[1])) {
			unit = strings.TrimSpace(m[1])
		}
	}
	var found []Metric
	add := func(m Metric) {
		for _, f := range found {
			if f == m {
				return
			}
		}
		found = append(found, m)
	}
	if m, ok := percentileOf(s); ok {
		add(m)
	}
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \t,;:()[]\\|", r) }) {
		switch m, ok := metricWords[w]; {
		case !ok:
		case m == Avg && len(found) > 0: // "p95 latency"
		default:
			add(m)
		}
	}
	if len(found) == 0 {
		for _, w := range []string{"平均延迟", "平均响应时间", "平均时延", "平均レイテンシ"} {
			if strings.Contains(s, w) {
				add(Avg)
			}
		}
	}
	if len(found) == 2 && found[1] == Avg && (found[0] == Min || found[0] == Max) { // "max latency"
		found = found[:1]
	}
	if len(found) != 1 {
		return column{}, false
	}
	c := column{text: text, field: fieldMetric, metric: found[0], scale: unitScale(unit, found[0].Unit)}
	return c, c.scale != 0
}
