package parse

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestARunThatWasAnnouncedAndPrintedNothingHasFailed(t *testing.T) {
	label := func(threads int) string { return fmt.Sprintf("threads=%d\n", threads) }
	command := func(threads int) string {
		return fmt.Sprintf("+ sysbench oltp_read_write --threads=%d --time=60 run\n", threads)
	}
	for name, announce := range map[string]func(int) string{
		"labels": label, "commands": command, "labels and commands": func(n int) string { return label(n) + command(n) },
	} {
		for _, message := range []string{"", "-bash: sysbench: command not found", "Segmentation fault (core dumped) sysbench oltp_read_write", "Killed", "./run.sh: line 5: 12345 Segmentation fault      (core dumped) sysbench oltp_read_write --threads=16 run",
			"sysbench: error while loading shared libraries: libmysqlclient.so.20: cannot open shared object file"} {
			gap := announce(16)
			if message != "" {
				gap += message + "\n"
			}
			for where, text := range map[string]string{
				"between": announce(8) + run10("", 8) + gap + announce(32) + run10("", 32),
				"first":   gap + announce(8) + run10("", 8) + announce(32) + run10("", 32),
				"last":    announce(8) + run10("", 8) + announce(32) + run10("", 32) + gap,
			} {
				res := read(t, text, Options{})
				var got []string
				for _, r := range res.Runs {
					got = append(got, fmt.Sprint(r.Threads, r.Status))
				}
				assert.ElementsMatch(t, []string{"8 complete", "16 failed", "32 complete"}, got, "%s %s: %q", name, where, message)
				if assert.Len(t, res.Problems, 1) {
					assert.Contains(t, res.Problems[0].Msg, "a run of 16 threads was announced and printed nothing")
					assert.True(t, strings.HasPrefix(message, strings.TrimSuffix(res.Problems[0].Token, "…")), message)
					assert.Equal(t, message == "", res.Problems[0].Token == "")
				}
			}
		}
	}
}

func TestWordsThatAnnounceNoRunAreNone(t *testing.T) {
	for name, text := range map[string]string{
		"one run, said twice":    "threads=8\n+ sysbench oltp_read_write --threads=8 run\n" + run10("", 8),
		"the machine":            "The machine has 16 threads.\nCPU: 16 threads\nthreads=8\n" + run10("", 8) + "threads=4\n" + run10("", 4),
		"the plan":               "threads: 8 4\nthreads=8\n" + run10("", 8) + "threads=4\n" + run10("", 4),
		"prepare":                "+ sysbench oltp_read_write --threads=16 prepare\n+ sysbench oltp_read_write --threads=8 run\n" + run10("", 8),
		"an example in the text": "We ran `sysbench oltp_read_write --threads=16 run`:\n\nthreads=8\n" + run10("", 8),
	} {
		assert.Empty(t, read(t, text, Options{}).Problems, name)
	}
}

func TestWordsOfLabelsTellSystemsApartWhereTheSameLevelsStandBelowEach(t *testing.T) {
	pair := func(label func(system string, threads int) string) string {
		text := ""
		for _, system := range []string{"m5.xlarge", "m6g.xlarge"} {
			for _, threads := range []int{8, 16} {
				text += label(system, threads) + run10("", threads)
			}
		}
		return text
	}
	for name, c := range map[string]struct {
		text string
		want string
	}{
		"words before the threads": {pair(func(s string, n int) string { return fmt.Sprintf("%s threads=%d\n", s, n) }), "in m5.xlarge8 in m5.xlarge16 in m6g.xlarge8 in m6g.xlarge16"},
		"in a frame":               {pair(func(s string, n int) string { return fmt.Sprintf("=== %s, %d threads, run 1 ===\n", s, n) }), "in m5.xlarge8 in m5.xlarge16 in m6g.xlarge8 in m6g.xlarge16"},
		"headings":                 {"### m5\n" + run10("", 8) + run10("", 16) + "### m6g\n" + run10("", 8) + run10("", 16), "in m58 in m516 in m6g8 in m6g16"},
		"times": {pair(func(s string, n int) string { return fmt.Sprintf("Tue Dec 1 10:0%d:00 UTC 2026 threads=%d\n", n%7, n) }),
			"in8 in16 in8 in16"},
		"the same words":        {pair(func(s string, n int) string { return fmt.Sprintf("start of threads=%d\n", n) }), "in8 in16 in8 in16"},
		"words of single runs":  {"first threads=8\n" + run10("", 8) + "second threads=16\n" + run10("", 16), "in8 in16"},
		"levels that differ":    {"a threads=8\n" + run10("", 8) + "b threads=8\n" + run10("", 8) + "b threads=16\n" + run10("", 16), "in8 in8 in16"},
		"no label for some run": {run10("", 8) + "b threads=8\n" + run10("", 8), "in8 in8"},
	} {
		var got []string
		for _, r := range read(t, c.text, Options{}).Runs {
			got = append(got, fmt.Sprint(r.System, r.Threads))
		}
		assert.Equal(t, c.want, strings.Join(got, " "), name)
	}
}

func TestASystemLabelHoldsUntilTheNext(t *testing.T) {
	res := read(t, "host: a\n"+run10("", 8)+run10("", 16)+"host: b\n"+run10("", 8)+"threads=16\n"+run10("", 16), Options{})
	var got []string
	for _, r := range res.Runs {
		got = append(got, fmt.Sprint(r.System, r.Threads))
	}
	assert.Equal(t, []string{"a8", "a16", "b8", "b16"}, got)
}
