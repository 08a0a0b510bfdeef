package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sbstat/sbstat/analysis"
	"github.com/sbstat/sbstat/internal/lang"
)

// Exit codes of every command.
const (
	exitDone         = 0   // done; problems in single rows go to stderr
	exitFailed       = 1   // a check, a claim or a gate failed
	exitUsage        = 2   // wrong usage, or no usable run
	exitInconclusive = 3   // a gate that the data cannot decide
	exitInterrupted  = 130 // Ctrl-C
)

// schemaVersion counts the incompatible changes of the JSON output.
const schemaVersion = 1

// app is one execution of the command line. Commands write to out; it reaches
// stdout or the file of -o only when the command succeeds, so that an error
// leaves no partial output.
type app struct {
	ctx    context.Context
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
	out    bytes.Buffer
	last   bytes.Buffer // goes to stderr after out: how gates and checks ended
	flags  flags
	inputs []string // the files that were read: -o does not replace one
	code   int      // exit code of a command that ended without an error
	colour bool     // stdout is a terminal that takes colours
}

// run executes the command line and returns its exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{ctx: ctx, stdin: stdin, stdout: stdout, stderr: stderr}
	root := a.rootCommand()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(&a.out) // help, completion, version
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		err = a.flush()
	}
	switch {
	case err == nil:
		stderr.Write(a.last.Bytes())
		return a.code
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "sbstat: interrupted; nothing was written")
		return exitInterrupted
	}
	code, message := exitUsage, "sbstat: "+oneLine(err.Error())
	var f *failure
	if errors.As(err, &f) {
		code = f.code
		if f.listed {
			message = clean(err.Error())
		}
	}
	fmt.Fprintln(stderr, message)
	return code
}

// failure is an error with an exit code other than exitUsage.
type failure struct {
	code   int
	err    error
	listed bool // the message has lines of its own, each with its place
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// oneLine joins the lines of a message and shows control characters as such.
func oneLine(s string) string { return clean(strings.Join(strings.Fields(s), " ")) }

func (a *app) rootCommand() *cobra.Command {
	a.flags.margin, a.flags.confidence = analysis.DefaultMargin, analysis.DefaultConfidence
	cobra.EnableCommandSorting = false // they stand in the order of use
	root := &cobra.Command{
		Use:   "sbstat",
		Short: "What a sysbench benchmark says, and how sure it is",
		Long: `sbstat turns what a database benchmark left behind (sysbench logs, or the tables
of an article) into numbers with honest uncertainty, figures and reports.

Inputs, the same for every command:
  PATH                 a log, a table, a text with tables in it (gz and zst too), a folder, or "-"
  NAME=PATH            the same, its system named NAME
  NAME=PATH#SELECTOR   only the system of PATH whose name contains SELECTOR, named NAME
A quoted pattern ('logs/**/*.log') is expanded by sbstat itself. Logs that carry no
name are named by their file, without its thread and repeat numbers (m6g-t16-r2.log
is m6g); --pattern says it exactly.

Deltas are always other relative to base; the base is the first system, or --base.

Exit codes: 0 done, 1 a check, claim or gate failed, 2 wrong usage or no usable run,
3 inconclusive.`,
		Example: `  sbstat reproduce
  sbstat compare old.log new.log
  sbstat compare --base Graviton --focus 4-64 aws.txt
  sbstat init old=logs/old new=logs/new > post.md && sbstat report post.md`,
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return noCommand(cmd, args[0])
			}
			return nil
		},
		PersistentPreRunE: func(cmd *cobra.Command, args []string) error {
			return a.prepare(cmd)
		},
		RunE: func(cmd *cobra.Command, args []string) error { return cmd.Help() },
	}
	root.SetHelpCommand(helpCommand())
	root.SetFlagErrorFunc(flagError)
	root.SetVersionTemplate("{{.Version}}\n")
	root.AddCommand(
		a.parseCommand(), a.summaryCommand(), a.checkCommand(), a.compareCommand(),
		a.costCommand(), a.capacityCommand(), a.scalingCommand(), a.plotCommand(),
		a.reportCommand(), a.initCommand(), a.reproduceCommand(), jsonTopic(),
	)
	return root
}

// helpCommand is cobra's, but for an unknown command being an error.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Explain a command, with examples",
		RunE: func(cmd *cobra.Command, args []string) error {
			c, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return noCommand(cmd.Root(), strings.Join(args, " "))
			}
			return c.Help()
		},
	}
}

// flagError says of a flag that cannot be read what would do.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		return fmt.Errorf("%w%s (sbstat help %s lists the flags)", err, didYouMean("--"+unknown.GetSpecifiedName(), names), cmd.Name())
	case errors.As(err, &invalid):
		f := invalid.GetFlag()
		want := map[string]string{"float64": "a number", "int": "a whole number", "bool": "true or false",
			"fraction": "a fraction between 0 and 1 or a percentage, such as 0.05 or 5%"}[f.Value.Type()]
		return fmt.Errorf("--%s: found %q; want %s", f.Name, invalid.GetValue(), want)
	}
	return fmt.Errorf("%w (see sbstat help %s)", err, cmd.Name())
}

// noCommand is the error about a command that does not exist.
func noCommand(root *cobra.Command, typed string) error {
	var names []string
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	if exists(typed) {
		return fmt.Errorf("no command %q, which is a file; name a command first, such as sbstat summary %s", typed, typed)
	}
	return fmt.Errorf("no command %q; commands are: %s%s", typed, strings.Join(names, ", "), didYouMean(typed, names))
}

// version says what was built, from the build's own record.
func version() string {
	v := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		v = info.Main.Version
	}
	return fmt.Sprintf("sbstat %s (JSON schema %d)", v, schemaVersion)
}

// text returns a message of the catalogue in the language of the output.
func (a *app) text(key string, args ...any) string { return lang.Text(a.flags.lang, key, args...) }

// needInput explains what a command wants when it was given no input.
func needInput(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("%s: no input; give logs or tables: sbstat %s FILE… (see sbstat help %s)", cmd.Name(), cmd.Name(), cmd.Name())
	}
	return nil
}
