package lang

var zh = messages{
	// --- analysis: notes ---
	"note.one-run": "每并发仅一次运行：无置信区间，不作判定；重复 3 次即可得到",

	// --- analysis: findings ---

	// --- verdicts ---
	"verdict.better":       "更好",
	"verdict.worse":        "更差",
	"verdict.equivalent":   "相当",
	"verdict.inconclusive": "无法判定",

	// --- plotting ---

	// --- report ---

	// --- command line ---
}
