package report_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/report"
)

// claim computes one claim on the AWS tables.
func claim(t *testing.T, number string, is ...string) report.Claim {
	t.Helper()
	n := load(t, head+"---\n# T\n")
	n.Claims = []report.Claim{{ID: "c", Says: "said", Number: number, Is: is}}
	doc, err := n.Run()
	require.NoError(t, err)
	return doc.Ledger[0]
}

// The computed values: x86 over Graviton is +15.29 % on average, Graviton over x86 −12.72 %.
func TestAClaimIsTriedInTheOrderOfTheOutcomes(t *testing.T) {
	const tps = `delta "tps" "x86" vs "Graviton" mean`
	for number, want := range map[string]report.Holds{
		"15%":       report.DoesHold,
		"15.3%":     report.DoesHold,
		"15.29%":    report.DoesHold,
		"15.2%":     report.Roughly, // one unit of the last digit
		"15.0%":     report.Roughly, // within a quarter
		"19%":       report.Roughly,
		"13%":       report.BasesSwapped, // −12.72 the other way round, although a quarter would reach as well
		"12.7%":     report.BasesSwapped,
		"12.8%":     report.Roughly,
		"30%":       report.DoesNotHold,
		"-15%":      report.DoesNotHold, // the wrong sign
		"-12.7%":    report.DoesNotHold,
		"up to 15%": report.DoesHold,
		"up to 10%": report.DoesHold, // reached, and more
		"up to 40%": report.NotSeen,
	} {
		assert.Equal(t, want, claim(t, number, tps).Holds, number)
	}
	assert.Equal(t, report.NotTestable, claim(t, "15%").Holds, "nothing to compute it from")
	assert.Equal(t, report.NotTestable, claim(t, "15%", `delta "iops" "x86" vs "Graviton" mean`).Holds, "the tables have no IOPS")
	assert.Equal(t, report.NotTestable, claim(t, "15", `tps "x86" (at 17)`).Holds, "no such level")
	assert.Equal(t, report.DoesNotHold, claim(t, "15%", `lower "tps" "x86" vs "Graviton" mean`).Holds, "it is higher")
	assert.Equal(t, report.DoesHold, claim(t, "275, 341", `tps "Graviton" (at 16)`, `tps "x86" (at 16)`).Holds)
	assert.Equal(t, report.DoesHold, claim(t, "275, 341", `tps "Graviton" (at 16)`, `tps "x86" (at 16)`).Holds)
	assert.Equal(t, report.DoesNotHold, claim(t, "275, 500", `tps "Graviton" (at 16)`, `tps "x86" (at 16)`).Holds, "the worst of them counts")
	assert.Equal(t, report.DoesHold, claim(t, "-1..27%", `span "tps" "x86" vs "Graviton"`).Holds)
	assert.Equal(t, report.BasesSwapped, claim(t, "-1.0..21.1%", `span "tps" "x86" vs "Graviton"`).Holds)
	assert.Equal(t, report.DoesHold, claim(t, "", `close "tps" "x86" vs "Graviton" (at 96 128)`).Holds)
	assert.Equal(t, report.DoesNotHold, claim(t, "", `close "tps" "x86" vs "Graviton"`).Holds)
}

func TestAFigureInTheUnitOfAnotherKindIsAnErrorWithItsLine(t *testing.T) {
	for number, is := range map[string]string{
		"275 ms":      `tps "Graviton" (at 16)`,
		"275%":        `tps "Graviton" (at 16)`,
		"275 QPS":     `tps "Graviton" (at 16)`,
		"58 TPS":      `avg "Graviton" (at 16)`,
		"15.3 ms":     `delta "tps" "x86" vs "Graviton" mean`,
		"0.3 EUR/h":   `cost "Graviton" (at 16) (per 100)`,
		"0.3 USD":     `cost "Graviton" (at 16) (per 100)`,
		"up to 52 ms": `delta "tps" "x86" vs "Graviton" best`,
		"275, 341 ms": `tps "Graviton" (at 16)", "tps "x86" (at 16)`,
	} {
		is = "'" + strings.ReplaceAll(is, `)", "`, `)', '`) + "'"
		n := load(t, head+"claims:\n  c: {says: s, number: ["+number+"], is: ["+is+"]}\n---\n# T\n")
		_, err := n.Run()
		require.Error(t, err, number)
		assert.Contains(t, err.Error(), "n.md:10: claim c: number: the figure is in ", number)
	}
}

func TestAFigureInAnotherUnitOfTheSameKindIsConverted(t *testing.T) {
	for number, want := range map[string]report.Holds{
		"0.05817 s": report.DoesHold, "0.058 s": report.DoesHold, "58170 µs": report.DoesHold, "58170us": report.DoesHold, "58 ms": report.DoesHold,
		"58 s": report.DoesNotHold, "0.06 s": report.DoesHold, "0.07 s": report.Roughly,
	} {
		assert.Equal(t, want, claim(t, number, `avg "Graviton" (at 16)`).Holds, number)
	}
	assert.Equal(t, report.DoesHold, claim(t, "275 TPS", `tps "Graviton" (at 16)`).Holds)
	assert.Equal(t, report.DoesHold, claim(t, "16501 1/min", `tps "Graviton" (at 16)`).Holds)                // 275.017 × 60
	assert.Equal(t, report.DoesHold, claim(t, "221.9 USD/month", `cost "Graviton" (at 16) (per 100)`).Holds) // 0.83600 / 275.017 × 100 × 730
	assert.Equal(t, report.DoesHold, claim(t, "0.275 usd/hour", `cost "x86" (at 16) (per 100)`).Holds)
}

func TestFiguresAndComputedNumbersThatAreNotAsManyAreAnErrorWithItsLine(t *testing.T) {
	for number, is := range map[string]string{
		"[275, 341]":     `['tps "Graviton" (at 16)']`,
		"[275, 341, 1]":  `['tps "Graviton" (at 16)', 'tps "x86" (at 16)']`,
		"'275, 341'":     `['tps "Graviton" (at 2 4 16)']`,
		"[12.7%, 15.3%]": `'delta "tps" "x86" vs "Graviton" mean'`,
	} {
		n := load(t, head+"claims:\n  c: {says: s, number: "+number+", is: "+is+"}\n---\n# T\n")
		_, err := n.Run()
		require.Error(t, err, number)
		assert.Regexp(t, `n\.md:10: claim c: number: there are \d figures, but what is computed gives \d`, err.Error(), number)
	}
}

func TestAClaimInWordsShowsWhichWayTheFiguresGo(t *testing.T) {
	for is, want := range map[string]string{
		`higher "tps" "x86" vs "Graviton" (at 128)`: "−1.0 %",
		`lower "tps" "x86" vs "Graviton" (at 8)`:    "+26.8 %",
		`better "p95" "x86" vs "Graviton" (at 2)`:   "+101.8 %",
	} {
		c := claim(t, "", is)
		assert.Equal(t, report.DoesNotHold, c.Holds, is)
		assert.Equal(t, want, c.Computed, is)
	}
	c := claim(t, "15.3%", `lower "tps" "x86" vs "Graviton" mean`)
	assert.Equal(t, []string{"15.3 %", "+15.3 %"}, []string{c.Published, c.Computed}, "what was said keeps its own words")
}

func TestAnUnknownNameInAClaimIsAnErrorAndNotADeadClaim(t *testing.T) {
	for is, want := range map[string]string{
		`delta "tps" "intel" vs "Graviton" mean`: `claim c: no system "intel"`,
		`delt "tps"`:                             `claim c: no call "delt"`,
		`title`:                                  `claim c: "title" gives no number`,
		`figure "throughput"`:                    `gives no number`,
		`tps "x86" (at 2) }}{{ title`:            `is not one call`,
		`higher “tps” mean`:                      `full-width`,
	} {
		n := load(t, head+"claims: {c: {says: s, number: 1, is: '"+is+"'}}\n---\n# T\n")
		_, err := n.Run()
		require.Error(t, err, is)
		assert.Contains(t, err.Error(), "n.md:9: ", is)
		assert.Contains(t, err.Error(), want, is)
	}
}

func TestAClaimThatIsKnownNotToHoldPassesWhereItSaysSo(t *testing.T) {
	run := func(expect string) error {
		n := load(t, head+"claims:\n  c: {says: s, number: 12.7%, is: 'delta \"tps\" \"x86\" vs \"Graviton\" mean'"+expect+"}\n---\n# T\n")
		doc, err := n.Run()
		require.NoError(t, err)
		return doc.Ledger.Err()
	}
	assert.NoError(t, run(", expect: bases swapped"))
	err := run("")
	assert.EqualError(t, err, "n.md:10: claim c: published +12.7 %, computed +15.3 %: bases swapped (−12.7 %); expected: holds\n  if this is known, say expect: bases swapped")
	assert.ErrorIs(t, err, report.ErrContradicted)
	assert.Error(t, run(", expect: does not hold"))
}

func TestAPublishedFigureKeepsItsDigits(t *testing.T) {
	assert.Equal(t, "0.30, 0.3", claim(t, "0.30, 0.3", `cost "x86" (at 16) (per 100)`, `cost "x86" (at 16) (per 100)`).Published)
	assert.Equal(t, "+12.70 %", claim(t, "12.70%", `delta "tps" "x86" vs "Graviton" mean`).Published)
	assert.Equal(t, "−45 to −15 %", claim(t, "−45..−15%", `span "tps" "x86" vs "Graviton"`).Published)
}

func TestAFigureThatCannotBeReadIsAnErrorWithItsLine(t *testing.T) {
	for _, number := range []string{"abc", "1e5", "12..", "..5", "5 % %", "NaN", "1,000,x", "{a: 1}"} {
		_, err := report.Load(files(map[string]string{"n.md": head + "claims:\n  c: {says: s, number: '" + number + "'}\n---\n"}), "n.md")
		require.Error(t, err, number)
		assert.Contains(t, err.Error(), "n.md:10: number: found", number)
	}
}
