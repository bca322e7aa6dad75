package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/hostile"
)

// Messages are one line each, whatever names are in them.
func TestMessages(t *testing.T) {
	name := "a\x1b[31m\n" + hostile.Forged + "\u202e\xff"
	const shown = `a\x1b[31m\nFORGED\u202e\xff`
	for want, err := range map[string]error{
		"prog: error: " + shown + "\n":                            errors.New(name),
		"prog: error: x " + shown + "\nhint: " + shown + "\n":     Usage("x "+name, name),
		"prog: error: " + shown + ": no such file or directory\n": &fs.PathError{Op: "open", Path: name, Err: syscall.ENOENT},
		"prog: error: reading: a; b; c\n":                         fmt.Errorf("reading: %w", errors.Join(errors.New("a"), errors.Join(errors.New("b"), errors.New("c")))),
	} {
		var stdout, stderr bytes.Buffer
		Run("prog", nil, nil, &stdout, &stderr, func(p *Program) *cobra.Command {
			return &cobra.Command{SilenceErrors: true, SilenceUsage: true, RunE: func(*cobra.Command, []string) error { return err }}
		})
		if stderr.String() != want || stdout.Len() > 0 {
			t.Errorf("want %q, got %q", want, stderr.String())
		}
	}
	var stdout, stderr bytes.Buffer
	Run("prog", nil, nil, &stdout, &stderr, func(p *Program) *cobra.Command {
		return &cobra.Command{SilenceErrors: true, SilenceUsage: true, RunE: func(*cobra.Command, []string) error {
			return fmt.Errorf("making: %w", &detailed{[]string{"one " + name, "two"}})
		}}
	})
	if want := "prog: error: making: failed\n  one " + shown + "\n  two\n"; stderr.String() != want {
		t.Errorf("want %q, got %q", want, stderr.String())
	}
	var b bytes.Buffer
	p := &Program{Name: "prog", Stderr: &b}
	p.Warn(name)
	p.Note(name)
	p.Hint(name)
	p.Hint("")
	if want := "prog: warning: " + shown + "\nprog: " + shown + "\nhint: " + shown + "\n"; b.String() != want {
		t.Errorf("want %q, got %q", want, b.String())
	}
}

// A detailed error has lines of another program.
type detailed struct{ lines []string }

func (*detailed) Error() string       { return "failed" }
func (d *detailed) Details() []string { return d.lines }

// What cobra prints itself, such as a topic of help that it does not know, is legible too.
func TestCobraMessages(t *testing.T) {
	for _, args := range [][]string{{"help", "\u009b31m\u202e"}, {"\u009b31m"}, {"--\x1b[31m"}, {"help", "a\tb"}} {
		var stdout, stderr bytes.Buffer
		Run("prog", args, nil, &stdout, &stderr, func(p *Program) *cobra.Command {
			root := &cobra.Command{Use: "prog", Run: func(*cobra.Command, []string) {}}
			root.AddCommand(&cobra.Command{Use: "sub", Run: func(*cobra.Command, []string) {}})
			p.Prepare(root)
			return root
		})
		if bad := hostile.Unquoted(stdout.String() + stderr.String()); len(bad) > 0 {
			t.Errorf("%q: %s", args, bad)
		}
	}
}
