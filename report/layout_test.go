package report_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sbstat/sbstat/examples"
)

// probe loads pages into frames of several widths, and writes into the body each table that
// is wider than its place, and each page that is wider than its frame.
const probe = `<!doctype html><meta charset="utf-8"><body><script>
const pages = [%s], widths = [1280, 1100, 700, 500, 390];
let left = pages.length * widths.length, wide = [];
for (const page of pages) for (const width of widths) {
	const f = document.createElement("iframe");
	f.style = "border:0;height:2000px;width:" + width + "px";
	f.src = page;
	f.onload = () => {
		const d = f.contentDocument, root = d.documentElement;
		if (root.scrollWidth > root.clientWidth) wide.push(page + " at " + width + ": the page");
		for (const s of d.querySelectorAll(".scroll"))
			if (s.scrollWidth > s.clientWidth) wide.push(page + " at " + width + ": " + (s.querySelector("caption") || s).textContent);
		if (--left == 0) document.body.dataset.wide = wide.join("; ") + ".";
	};
	document.body.append(f);
}
</script></body>`

func TestTablesFitIntoPagesOfAnyWidth(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	browser := external(t, "chromium")
	dir := t.TempDir()
	var names []string
	for _, name := range examples.Articles() {
		for _, l := range []string{"en", "zh"} {
			doc, err := examples.Document(name, l)
			require.NoError(t, err)
			file := name + "." + l + ".html"
			names = append(names, fmt.Sprintf("%q", file))
			require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(page(t, doc)), 0o600))
		}
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "probe.html"), fmt.Appendf(nil, probe, strings.Join(names, ", ")), 0o600))
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--allow-file-access-from-files",
		"--user-data-dir="+t.TempDir(), "--window-size=1400,2400", "--virtual-time-budget=20000", "--dump-dom",
		"file://"+filepath.Join(dir, "probe.html")).Output()
	if err != nil {
		t.Skipf("chromium does not run here: %v", err)
	}
	found := regexp.MustCompile(`data-wide="([^"]*)"`).FindSubmatch(out)
	require.NotNil(t, found, "the pages were measured")
	assert.Equal(t, ".", string(found[1]))
}
