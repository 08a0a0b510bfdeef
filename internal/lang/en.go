package lang

var en = messages{
	// --- analysis: notes ---
	"note.one-run": "one run a level: no interval, no verdict; 3 repeats would give one",

	// --- analysis: findings ---

	// --- verdicts ---
	"verdict.better":       "better",
	"verdict.worse":        "worse",
	"verdict.equivalent":   "equivalent",
	"verdict.inconclusive": "inconclusive",

	// --- plotting ---

	// --- report ---

	// --- command line ---
}
