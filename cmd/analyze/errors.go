package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nrkit/nrkit/internal/units"
)

// Exit codes.
const (
	exitOK        = 0
	exitFailed    = 1
	exitUsage     = 2
	exitThreshold = 3   // ran fine, but a stated threshold was crossed
	exitCancelled = 130 // interrupted, as shells report it
)

// A usageError is a mistake on the command line.
type usageError struct {
	msg  string
	hint string
}

func (e *usageError) Error() string { return e.msg }

// usagef returns a usageError without a hint.
func usagef(format string, args ...any) error {
	return &usageError{msg: fmt.Sprintf(format, args...)}
}

// A hintedError is an error with advice.
type hintedError struct {
	error
	hint string
}

func (e *hintedError) Unwrap() error { return e.error }

// errThreshold ends a run that was fine but crossed a stated threshold; what
// there is to say has been said.
var errThreshold = errors.New("threshold crossed")

// report prints err as the program's last words and returns the exit code.
func report(stderr io.Writer, err error) int {
	var usage *usageError
	var hinted *hintedError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errThreshold):
		return exitThreshold
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "analyze: interrupted")
		return exitCancelled
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "analyze: error: %s\n", usage.msg)
		printHint(stderr, usage.hint)
		return exitUsage
	}
	fmt.Fprintf(stderr, "analyze: error: %s\n", message(err))
	if errors.As(err, &hinted) {
		printHint(stderr, hinted.hint)
	}
	return exitFailed
}

// printHint prints a hint unless it is empty.
func printHint(stderr io.Writer, hint string) {
	if hint != "" {
		fmt.Fprintf(stderr, "hint: %s\n", hint)
	}
}

// message returns the text of err; an error of the file system starts with
// the path it is about, as other messages about files do.
func message(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Path + ": " + path.Err.Error()
	}
	return err.Error()
}

// flagError turns an error of the flag parser into a usageError that suggests
// the flag that was probably meant.
func flagError(cmd *cobra.Command, err error) error {
	e := &usageError{msg: err.Error()}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		if f := invalid.GetFlag(); valueOf(f) != "" {
			e.msg = fmt.Sprintf("--%s: want %s, got %q", f.Name, valueOf(f), invalid.GetValue())
		}
	}
	if name, ok := strings.CutPrefix(err.Error(), "unknown flag: --"); ok {
		if s := closest(name, flagNames(cmd)); s != "" {
			e.hint = fmt.Sprintf("did you mean --%s?", s)
		}
	}
	if e.hint == "" {
		e.hint = fmt.Sprintf("%s --help lists the flags", cmd.CommandPath())
	}
	return e
}

// valueOf says what the value of f has to be, "" where the error of the flag
// says so itself.
func valueOf(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "bool":
		return "true or false"
	case "int":
		return "an integer"
	case "float64":
		return "a number"
	}
	return ""
}

// noArgs is the argument check of commands that take none.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes no arguments, got %q", cmd.CommandPath(), args[0])
	}
	return nil
}

// exactArgs returns the argument check of a command that takes the named ones.
func exactArgs(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == len(names) {
			return nil
		}
		return &usageError{fmt.Sprintf("%s: want %s, got %s", cmd.CommandPath(), strings.Join(names, " "), units.Plural(len(args), "argument")),
			cmd.CommandPath() + " --help says more"}
	}
}
