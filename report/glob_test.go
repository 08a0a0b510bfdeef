package report_test

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"

	"github.com/sbstat/sbstat/report"
)

func TestFilesBecomeThePatternThatMatchesJustThem(t *testing.T) {
	for _, c := range []struct {
		name  string
		files []string
		other []string
		want  string // "": the files as they are
	}{
		{"levels", []string{"t1.log", "t16.log", "t128.log"}, nil, "t*.log"},
		{"levels that begin alike", []string{"logs/t16.log", "logs/t128.log"}, []string{"notes.txt"}, "logs/t*.log"},
		{"levels that end alike", []string{"t6.log", "t16.log"}, nil, "t*.log"},
		{"nothing in common but the kind", []string{"logs/a.log", "logs/b.log"}, []string{"logs/readme.md"}, "logs/*.log"},
		{"two systems in a folder", []string{"old-t1.log", "old-t2.log"}, []string{"new-t1.log"}, "old-t*.log"},
		{"a folder a level", []string{"t1/run.log", "t2/run.log"}, []string{"t1/mysqld.log"}, "t*/run.log"},
		{"in Chinese, cut within a letter", []string{"日志/甲.log", "日志/由.log"}, nil, "日志/*.log"},
		{"another file would match", []string{"t1.log", "t2.log"}, []string{"t4.log"}, ""},
		{"different depths", []string{"t1.log", "more/t2.log"}, nil, ""},
		{"a name that reads as a pattern", []string{"run[1].log", "run[2].log"}, nil, ""},
		{"one file", []string{"t1.log"}, nil, ""},
	} {
		fsys := fstest.MapFS{}
		for _, f := range append(c.files, c.other...) {
			fsys[f] = &fstest.MapFile{}
		}
		want := c.files
		if c.want != "" {
			want = []string{c.want}
		}
		assert.Equal(t, want, report.Glob(fsys, c.files), c.name)
	}
}
