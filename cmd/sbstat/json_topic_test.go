package main

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEveryKeyOfTheJSONOutputIsDocumented runs all commands that print JSON.
func TestEveryKeyOfTheJSONOutputIsDocumented(t *testing.T) {
	topic := strings.FieldsFunc(jsonTopic().Long, func(r rune) bool {
		return !(r == '_' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9')
	})
	known := map[string]bool{}
	for _, w := range topic {
		known[w] = true
	}
	const aws, log = "../../testdata/published/aws-rds-graviton-vs-x86.txt", "../../testdata/logs/sb10/long/rw-120s-ftwrl.log"
	prices := []string{"--price", "Graviton=0.836USD/h", "--price", "x86=0.94USD/h"}
	for _, args := range [][]string{
		{"parse", log},
		{"parse", "--intervals", log},
		{"summary", aws},
		{"summary", "--within", log},
		{"check", aws},
		{"compare", "--focus", "4-64", aws},
		{"compare", "--overhead", "any", aws},
		append([]string{"cost", aws}, prices...),
		append([]string{"capacity", "--slo", "p95=80ms", aws}, prices...),
		{"scaling", aws},
	} {
		var stdout, stderr bytes.Buffer
		code := run(context.Background(), append(args, "--format", "json"), strings.NewReader(""), &stdout, &stderr)
		require.Equal(t, exitDone, code, stderr.String())
		var x any
		require.NoError(t, json.Unmarshal(stdout.Bytes(), &x))
		if args[0] != "parse" {
			assert.Equal(t, float64(schemaVersion), x.(map[string]any)["schema_version"], args[0])
		}
		for _, key := range keysOf(x) {
			assert.True(t, known[key], "%s prints the key %q, which \"sbstat help json\" does not name", args[0], key)
		}
	}
}

// keysOf lists the keys of a JSON value, save those of objects whose keys are data.
func keysOf(x any) []string {
	var keys []string
	switch v := x.(type) {
	case map[string]any:
		for k, e := range v {
			keys = append(keys, k)
			if m, ok := e.(map[string]any); ok && (k == "config" || k == "metrics") {
				for _, e := range m {
					keys = append(keys, keysOf(e)...)
				}
				continue
			}
			keys = append(keys, keysOf(e)...)
		}
	case []any:
		for _, e := range v {
			keys = append(keys, keysOf(e)...)
		}
	}
	return keys
}
