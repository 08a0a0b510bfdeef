package parse

import (
	"regexp"
	"strings"
)

// derivedWords are the words of quantities that are computed from
// measurements and are none themselves: costs, ratios, losses, gains.
var derivedWords = regexp.MustCompile(`\b(?:ratios?|relative|normali[sz]ed|speed-?up|delta|diff|difference|overhead|degradation|penalty|` +
	`loss|lost|drop|gain(?:ed)?|improvement|increase|decrease|reduction|percent change|added|extra|price|prices|costs?|usd|eur|cny|rmb|yuan|dollars?|cheaper)(?:$|[^\w-])|` +
	`[Δδ∆]|[/¥€]\s*\$|\$\s*/|[¥€]|元/|/\s*元|比率|比例|比值|相对|相比|增加|额外|提升|提高|下降|降低|损失|损耗|增幅|降幅|涨幅|差异|差值|差距|百分比|占比|增长|倍数|加速比|性价比|价格|单价|成本|费用|` +
	`相対|割合|低下|向上|コスト|料金|費用|価格|每\s*(?:\d|千|万|元)|[^对対]比$`)

var (
	perOf   = regexp.MustCompile(`\bper\s+(\w+)(?:\s+(\w+))?|\bper\b`)
	mixture = regexp.MustCompile(`(?:\bread\W*write|\br/?w|读写)\s*(?:ratio|比例?)|(?:\bratio|比例)\s*(?:of|[:=为])?\s*\d`) // tells of the load
	ofRank  = regexp.MustCompile(`\d\s*(?:th|st|nd|rd)\s*%`)
	share   = regexp.MustCompile(`(?:^|[^\d\s.])\s*%`)
	versus  = regexp.MustCompile(`\b(?:vs|versus|compared)\b`)
	perTime = map[string]bool{"second": true, "seconds": true, "sec": true, "s": true, "minute": true, "min": true}
	// "TPS per thread count" says by what the numbers stand, not what they are.
	perLevel = map[string]bool{"count": true, "number": true, "level": true, "concurrency": true, "instance": true, "system": true, "machine": true, "server": true}
)

// derived reports whether a caption or a header cell speaks of a quantity that
// is computed from measurements: "USD/h per 1000 TPS", "TPS lost to HA (%)",
// "x86 relative to Graviton", "TPS 提升".
func derived(text string) bool {
	s := strings.ToLower(unmark(halfWidth(text)))
	s = mixture.ReplaceAllString(s, " ")
	if derivedWords.MatchString(s) || share.MatchString(ofRank.ReplaceAllString(s, " ")) {
		return true
	}
	for _, m := range perOf.FindAllStringSubmatch(s, -1) {
		if !perTime[m[1]] && !perLevel[m[1]] && !perLevel[m[2]] {
			return true
		}
	}
	return false
}

// derivedColumn is derived for a cell of a header, where "A vs B" is no
// system but a comparison.
func derivedColumn(cell string) bool {
	return derived(cell) || versus.MatchString(strings.ToLower(cell))
}

const noMeasurement = "computed from measurements (a cost, a ratio, a loss, a difference) and no measurement itself"

// refuseDerived notes that a column of a pivot is passed over.
func (t *table) refuseDerived(cell string) {
	t.notes = append(t.notes, note{cell, "a column " + noMeasurement + ": passed over"})
}
