package cli

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func TestOneOf(t *testing.T) {
	known := []string{"trap", "gear"}
	if err := OneOf("--method", "gear", known); err != nil {
		t.Error(err)
	}
	var bad *usageError
	if err := OneOf("--method", "gaer", known); !errors.As(err, &bad) || bad.msg != `--method: want trap, gear, got "gaer"` || bad.hint != "did you mean gear?" {
		t.Errorf("got %v, %+v", err, bad)
	}
}

func TestTexts(t *testing.T) {
	type word string
	if got := Texts([]word{"a", "b"}); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("got %q", got)
	}
}

func TestFraction(t *testing.T) {
	for value, ok := range map[float64]bool{0.05: true, 0: false, 1: false, -1: false} {
		if err := Fraction("--alpha", value); (err == nil) != ok {
			t.Errorf("%g: got %v", value, err)
		}
	}
}

// Complete is for flags that there are.
func TestComplete(t *testing.T) {
	cmd := &cobra.Command{}
	cmd.Flags().String("method", "", "")
	Complete(cmd, map[string][]string{"method": {"trap"}})
	if f, ok := cmd.GetFlagCompletionFunc("method"); !ok {
		t.Error("no completion")
	} else if got, _ := f(cmd, nil, ""); !slices.Equal(got, []cobra.Completion{"trap"}) {
		t.Errorf("got %q", got)
	}
	defer func() {
		if recover() == nil {
			t.Error("want a panic")
		}
	}()
	Complete(cmd, map[string][]string{"other": nil})
}

func TestUnknownCommand(t *testing.T) {
	root := &cobra.Command{Use: "prog COMMAND"}
	root.AddCommand(&cobra.Command{Use: "run", Run: func(*cobra.Command, []string) {}})
	for args, want := range map[string][2]string{
		"":    {"no command given", "prog --help lists the commands"},
		"rum": {`unknown command "rum"`, "did you mean run?"},
		"xyz": {`unknown command "xyz"`, "prog --help lists the commands"},
	} {
		var got *usageError
		if err := UnknownCommand(root, strings.Fields(args)); !errors.As(err, &got) || got.msg != want[0] || got.hint != want[1] {
			t.Errorf("%q: got %+v", args, got)
		}
	}
}

// Two sides are two arguments, what stands on both sides of --, or two flags.
func TestSides(t *testing.T) {
	for _, c := range []struct{ args, old, new, err string }{
		{"a b", "a", "b", ""},
		{"a b -- c", "a b", "c", ""},
		{"--old a --new b --new c", "a", "b c", ""},
		{"a", "", "", "prog: want OLD NEW, got 1 argument"},
		{"- -", "", "", "prog: both sides are standard input"},
		{"-- a", "", "", "prog: want files before and after --"},
		{"a -- --old", "", "", "prog: got the flag --old after --"},
		{"--old a", "", "", "--old and --new belong together"},
		{"--old a --new b c", "", "", `--old and --new replace the arguments, got also "c"`},
	} {
		var s Sides
		var old, new []string
		cmd := &cobra.Command{Use: "prog", SilenceErrors: true, SilenceUsage: true, Args: s.Check, RunE: func(cmd *cobra.Command, args []string) error {
			old, new = s.Lists(cmd, args)
			return nil
		}}
		cmd.Flags().StringArrayVar(&s.Old, "old", nil, "")
		cmd.Flags().StringArrayVar(&s.New, "new", nil, "")
		cmd.SetArgs(strings.Fields(c.args))
		err := cmd.Execute()
		if (err == nil) != (c.err == "") || err != nil && err.Error() != c.err || strings.Join(old, " ") != c.old || strings.Join(new, " ") != c.new {
			t.Errorf("%s: got %q, %q, %v", c.args, old, new, err)
		}
	}
}
