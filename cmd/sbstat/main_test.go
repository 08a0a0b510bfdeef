package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"sbstat": func() { os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs the command lines of testdata/script. Beside the usual
// commands of testscript they have
//
//	exits CODE sbstat ARG…
//
// and the environment variables PUBLISHED and LOGS with the folders of test data.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(e *testscript.Env) error {
			for name, dir := range map[string]string{"PUBLISHED": "published", "LOGS": "logs"} {
				path, err := os.Getwd()
				if err != nil {
					return err
				}
				e.Setenv(name, path+"/../../testdata/"+dir)
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARG…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var e *exec.ExitError
		if !errors.As(err, &e) {
			ts.Fatalf("%v", err)
		}
		got = e.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

func TestAnInterruptedCommandWritesNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir := t.TempDir()
	file := filepath.Join(dir, "out.txt")
	var stdout, stderr bytes.Buffer
	code := run(ctx, []string{"summary", "-o", file, "../../testdata/published/aws-rds-graviton-vs-x86.txt"}, strings.NewReader(""), &stdout, &stderr)
	assert.Equal(t, exitInterrupted, code)
	assert.Empty(t, stdout.String())
	assert.Equal(t, "sbstat: interrupted; nothing was written\n", stderr.String())
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, left)
}

func TestEveryCommandShowsAnExample(t *testing.T) {
	a := &app{ctx: context.Background()}
	for _, c := range a.rootCommand().Commands() {
		if !c.Runnable() || c.Name() == "help" || c.Name() == "completion" {
			continue
		}
		assert.Contains(t, c.Example, "sbstat "+c.Name(), c.Name())
		assert.NotEmpty(t, c.Short, c.Name())
	}
}
