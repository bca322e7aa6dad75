package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/internal/spelling"
	"github.com/nrkit/nrkit/internal/units"
)

// Exit codes.
const (
	ExitOK        = 0
	ExitFailed    = 1
	ExitUsage     = 2
	ExitThreshold = 3   // ran fine, but a stated threshold was crossed
	ExitCancelled = 130 // interrupted, as shells report it
)

// A usageError is a mistake on the command line.
type usageError struct {
	msg  string
	hint string
}

func (e *usageError) Error() string { return e.msg }

// Usagef returns a mistake on the command line, without a hint.
func Usagef(format string, args ...any) error {
	return &usageError{msg: fmt.Sprintf(format, args...)}
}

// Usage returns a mistake on the command line with advice, which may be empty.
func Usage(msg, advice string) error { return &usageError{msg, advice} }

// WithHint returns err with advice, which may be empty.
func WithHint(err error, advice string) error { return hint.With(err, advice) }

// Partial returns err as the end of a program whose output counts all the same.
func Partial(err error) error { return &partial{err} }

// A partial is an error beside which there is a result.
type partial struct{ error }

func (e *partial) Unwrap() error { return e.error }

// ErrThreshold ends a run that was fine but crossed a stated threshold; what
// there is to say has been said.
var ErrThreshold = errors.New("threshold crossed")

// report prints err as the program's last words and returns the exit code.
func (p *Program) report(err error) int {
	var usage *usageError
	var status *statusError
	switch {
	case err == nil:
		return ExitOK
	case errors.As(err, &status):
		return status.code
	case errors.Is(err, ErrThreshold):
		return ExitThreshold
	case errors.Is(err, context.Canceled):
		p.Note("interrupted")
		return ExitCancelled
	case errors.As(err, &usage):
		p.Error(usage.msg)
		p.Hint(usage.hint)
		return ExitUsage
	}
	p.Error(message(err))
	var detailed interface {
		error
		Details() []string
	}
	if errors.As(err, &detailed) {
		for _, line := range detailed.Details() {
			p.line("  ", line)
		}
	}
	p.Hint(hint.Of(err))
	return ExitFailed
}

// positioned reports whether text is how a place in a file starts a message.
// The expression is compiled when it is needed, not at every start.
func positioned(text string) bool { return regexp.MustCompile(`^\S+:\d+: $`).MatchString(text) }

// message returns the text of err; an error of the file system starts with
// the path it is about, as other messages about files do, after the place in a
// file that names it.
func message(err error) string {
	var path *fs.PathError
	if text := joined(err); !errors.As(err, &path) || text != err.Error() {
		return text
	}
	name := path.Path
	if name == os.Stdout.Name() {
		name = "standard output"
	}
	text := name + ": " + path.Err.Error()
	if where, found := strings.CutSuffix(err.Error(), path.Error()); found && positioned(where) {
		return where + text
	}
	return text
}

// FlagError turns an error of the flag parser into one that suggests
// the flag that was probably meant.
func FlagError(cmd *cobra.Command, err error) error {
	e := &usageError{msg: err.Error()}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		if f := invalid.GetFlag(); valueOf(f) != "" {
			e.msg = fmt.Sprintf("--%s: want %s, got %q", f.Name, valueOf(f), invalid.GetValue())
		}
	}
	if name, ok := strings.CutPrefix(err.Error(), "unknown flag: --"); ok {
		if s := spelling.Closest(name, flagNames(cmd)); s != "" {
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

// NoArgs is the argument check of commands that take none.
func NoArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return Usagef("%s takes no arguments, got %q", cmd.CommandPath(), args[0])
	}
	return nil
}

// ExactArgs returns the argument check of a command that takes the named ones.
func ExactArgs(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == len(names) {
			return nil
		}
		return &usageError{fmt.Sprintf("%s: want %s, got %s", cmd.CommandPath(), strings.Join(names, " "), units.Plural(len(args), "argument")),
			cmd.CommandPath() + " --help says more"}
	}
}
