package main

import (
	"errors"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/sides"
	"github.com/nrkit/nrkit/internal/units"
)

// checkArgs is the argument check: two sides, by whatever means.
func (f *compareFlags) checkArgs(cmd *cobra.Command, args []string) error {
	const hint = "several files a side: nrprof compare OLD... -- NEW..."
	dash := cmd.ArgsLenAtDash()
	switch {
	case len(f.old) > 0 || len(f.new) > 0:
		if len(args) > 0 {
			return cli.Usagef("--old and --new take the place of arguments, got %q besides", args[0])
		}
		if len(f.old) == 0 || len(f.new) == 0 {
			return cli.Usagef("--old and --new belong together")
		}
	case dash >= 0:
		if dash == 0 || dash == len(args) {
			return cli.Usage("nrprof compare: want files before and after --", hint)
		}
		if flag := flagIn(cmd, args[dash:]); flag != "" {
			return cli.Usage("nrprof compare: got the flag "+flag+" behind --", "flags stand before the files: nrprof compare "+flag+" OLD... -- NEW...")
		}
	case len(args) != 2:
		return cli.Usage("nrprof compare: want OLD NEW, got "+units.Plural(len(args), "argument"), hint)
	case args[0] == "-" && args[1] == "-":
		return cli.Usagef("nrprof compare: both sides are standard input, which is one")
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

// sides returns what the command line says of each side.
func (f *compareFlags) sides(cmd *cobra.Command, args []string) [2][]string {
	if len(f.old) > 0 {
		return [2][]string{f.old, f.new}
	}
	if dash := cmd.ArgsLenAtDash(); dash >= 0 {
		return [2][]string{args[:dash], args[dash:]}
	}
	return [2][]string{args[:1], args[1:]}
}

// readSide reads the runs of a side.
func (p *program) readSide(cmd *cobra.Command, list []string, how sides.Options) ([]*compare.Run, error) {
	files, err := sides.Files(list)
	if missing := new(fs.PathError); errors.As(err, &missing) {
		return nil, cli.FileError(cmd, []string{missing.Path}, err)
	}
	if err != nil {
		return nil, err
	}
	if err := cli.SomeFiles(cmd, files); err != nil {
		return nil, err
	}
	runs, err := sides.Read(files, how)
	return runs, inputError(cmd, files, err)
}
