package parse

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAQuotedCellOverSeveralLinesIsOneCellAndTheRowsBehindItAreKept(t *testing.T) {
	res := read(t, "threads,tps,note\n16,1200,\"took\n\n16,1 \"\"long\"\"\nagain\"\n32,1300,c\n", Options{})
	assert.Equal(t, "in t16 tps=1200 {note: took 16,1 \"long\" again}\nin t32 tps=1300 {note: c}\n", brief(res))
	assert.Empty(t, res.Problems)
}

func TestAQuoteThatNothingClosesCostsNoRow(t *testing.T) {
	res := read(t, "threads,tps,note\n16,1200,\"took long\n32,1300,c\n64,1400,d\n", Options{})
	assert.Len(t, res.Runs, 3)
	res = read(t, "threads,tps,note\n16,1200,24\"\n32,1300,c\n", Options{})
	assert.Len(t, res.Runs, 2)
}
