package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestABrokenFileOfAFolderDoesNotStopTheOthers(t *testing.T) {
	dir, alone := t.TempDir(), t.TempDir()
	header := "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff" // of a gzip file, without its body
	for _, d := range []string{dir, alone} {
		require.NoError(t, os.WriteFile(filepath.Join(d, "broken.log.gz"), []byte(header), 0o600))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "good.csv"), []byte("threads,tps\n1,100\n"), 0o600))
	for _, command := range []string{"parse", "summary"} {
		var stdout, stderr bytes.Buffer
		assert.Equal(t, exitDone, run(context.Background(), []string{command, dir}, strings.NewReader(""), &stdout, &stderr))
		assert.Contains(t, stdout.String(), "100.00")
		assert.Contains(t, stderr.String(), "broken.log.gz")

		stdout.Reset()
		stderr.Reset()
		assert.Equal(t, exitUsage, run(context.Background(), []string{command, alone}, strings.NewReader(""), &stdout, &stderr))
		assert.Empty(t, stdout.String())
		assert.Contains(t, stderr.String(), "broken.log.gz")
	}
}

func TestACellOfCSVIsNeitherAFormulaNorATerminalSequence(t *testing.T) {
	for in, want := range map[string]string{
		"=1+1": "'=1+1", "+1": "'+1", "-x": "'-x", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1",
		"\x1b[31mred": "\ufffd[31mred", "a\u202eb": "a\ufffdb", "a=b": "a=b", "系统": "系统", "": "",
	} {
		assert.Equal(t, want, csvText(in), "%q", in)
	}
}

func TestMarkdownKeepsATextFromActing(t *testing.T) {
	for in, want := range map[string]string{
		"{{ site.title }}": "&#123;&#123; site.title }}", "{% x %}": "&#123;% x %}", "{a}": "{a}",
		"<b>": "&lt;b&gt;", "*b*": `\*b\*`, "[a](b)": `\[a\](b)`,
	} {
		assert.Equal(t, want, escapeMarkdown(in))
	}
}
