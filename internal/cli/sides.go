package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/units"
)

// Sides are the values of the flags --old and --new of a command that takes two
// lists of files: as two arguments, as OLD... -- NEW..., or by these flags.
type Sides struct{ Old, New []string }

// Check is the argument check of the command.
func (s *Sides) Check(cmd *cobra.Command, args []string) error {
	name := cmd.CommandPath()
	hint := "for several files per side: " + name + " OLD... -- NEW..."
	dash := cmd.ArgsLenAtDash()
	switch {
	case len(s.Old) > 0 || len(s.New) > 0:
		if len(args) > 0 {
			return Usagef("--old and --new replace the arguments, got also %q", args[0])
		}
		if len(s.Old) == 0 || len(s.New) == 0 {
			return Usagef("--old and --new belong together")
		}
	case dash >= 0:
		if dash == 0 || dash == len(args) {
			return Usage(name+": want files before and after --", hint)
		}
		if flag := flagIn(cmd, args[dash:]); flag != "" {
			return Usage(name+": got the flag "+flag+" after --", "flags stand before the files: "+name+" "+flag+" OLD... -- NEW...")
		}
	case len(args) != 2:
		return Usage(name+": want OLD NEW, got "+units.Plural(len(args), "argument"), hint)
	case args[0] == "-" && args[1] == "-":
		return Usagef("%s: both sides are standard input", name)
	}
	return nil
}

// flagIn returns the first of the arguments that names a flag, "" for none.
// Behind -- a flag is an argument like others.
func flagIn(cmd *cobra.Command, args []string) string {
	for _, a := range args {
		name, ok := strings.CutPrefix(a, "--")
		name, _, _ = strings.Cut(name, "=")
		if ok && cmd.Flags().Lookup(name) != nil {
			return a
		}
	}
	return ""
}

// Lists returns what the command line says of each side, after Check.
func (s *Sides) Lists(cmd *cobra.Command, args []string) (old, new []string) {
	if len(s.Old) > 0 {
		return s.Old, s.New
	}
	if dash := cmd.ArgsLenAtDash(); dash >= 0 {
		return args[:dash], args[dash:]
	}
	return args[:1], args[1:]
}
