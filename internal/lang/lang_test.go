package lang

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestALevelOfOneIsOneThread(t *testing.T) {
	for levels, want := range map[string]string{"1": "at 1 thread;", "1, 2": "at 1, 2 threads;", "2–1": "at 2–1 threads;", "11": "at 11 threads;"} {
		assert.Contains(t, oneThread.ReplaceAllString("at "+levels+" threads;", "${1}1 thread"), want)
	}
	assert.Contains(t, Text("en", "note.dominated", "1", "−1.0", "−12.5"), "one level, 1 thread, moves")
	assert.Contains(t, Text("en", "note.dominated", "16", "−1.0", "−12.5"), "one level, 16 threads, moves")
}
