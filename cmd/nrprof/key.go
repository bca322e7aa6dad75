package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/identity"
	keyreport "github.com/nrkit/nrkit/reports/key"
	"github.com/nrkit/nrkit/runkey"
)

// A keyFlags holds the flags of the command key.
type keyFlags struct {
	isa    bool
	hash   string
	format formatFlags
}

// newKeyCmd returns the command that prints the identity of this machine.
func newKeyCmd(p *program) *cobra.Command {
	var f keyFlags
	cmd := &cobra.Command{
		Use:   "key [FILE...]",
		Short: "print what a run here depends on",
		Long: `Key prints what a run on this machine depends on: the CPU and its instructions,
the GPUs and their driver, the operating system, the toolchain, the variables of
the environment that change what compilers make, and digests of the files that
are given. Captures have the same. docs/key.md says what each part means.

--isa-hash prints 16 hexadecimal digits for the instructions of the CPU alone:
as a part of the key of a cache, they keep code that was compiled for one CPU
from another. --hash code has all that compiled code depends on.`,
		Example: `  nrprof key
  nrprof key --isa-hash
  nrprof key --json model.cir > key.json
  nrprof key explain key.json newton.nrt`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(args); err != nil {
				return err
			}
			return p.key(cmd, args, &f)
		},
	}
	fl := cmd.Flags()
	fl.BoolVar(&f.isa, "isa-hash", false, "print 16 hexadecimal digits for the instructions of the CPU")
	fl.StringVar(&f.hash, "hash", "", "print 16 hexadecimal digits for all that matters for a `PURPOSE`: "+runkey.PurposeNames(runkey.Purposes(), ", "))
	cli.Complete(cmd, map[string][]string{"hash": purposes()})
	f.format.register(cmd, "key/v1")
	cmd.AddCommand(newKeyExplainCmd(p))
	return cmd
}

// check returns the mistake in the flags.
func (f *keyFlags) check(args []string) error {
	switch {
	case f.isa && f.hash != "":
		return cli.Usagef("--isa-hash and --hash exclude each other")
	case (f.isa || f.hash != "") && (f.format.json || f.format.markdown):
		return cli.Usagef("--isa-hash and --hash print 16 digits, neither JSON nor Markdown")
	case f.isa && len(args) > 0:
		return cli.Usagef("--isa-hash is of the CPU alone, got the file %s", args[0])
	}
	if f.hash != "" {
		if err := cli.OneOf("--hash", f.hash, purposes()); err != nil {
			return err
		}
	}
	return f.format.check()
}

// purposes returns the names of the purposes of a key.
func purposes() []string { return strings.Fields(runkey.PurposeNames(runkey.Purposes(), " ")) }

// purposeOf returns the purpose of a name that purposes has.
func purposeOf(name string) (p runkey.Purpose) {
	if err := p.UnmarshalText([]byte(name)); err != nil {
		panic("internal error: " + err.Error())
	}
	return p
}

// key prints the identity of this machine.
func (p *program) key(cmd *cobra.Command, args []string, f *keyFlags) error {
	probe := runkey.NewProbe()
	if f.isa {
		hash := probe.ISAHash()
		if hash == "" {
			return fmt.Errorf("the features of this CPU are not known: nrprof asks those of x86-64, and of AArch64 under Linux and macOS")
		}
		_, err := fmt.Fprintln(p.Stdout, hash)
		return err
	}
	inputs, err := runkey.Inputs(args)
	if err != nil {
		return cli.FileError(cmd, args, err)
	}
	groups := identity.Used(nil, p.Warn)
	if len(args) > 0 {
		groups = append(groups, inputs)
	}
	k, err := probe.Key(groups...)
	if err != nil {
		return err
	}
	if f.hash != "" {
		_, err = fmt.Fprintln(p.Stdout, k.HashFor(purposeOf(f.hash)))
		return err
	}
	return p.print(&f.format, k, keyreport.Key(k))
}
