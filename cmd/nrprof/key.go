package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/format"
	"github.com/nrkit/nrkit/internal/cli/traces"
	"github.com/nrkit/nrkit/internal/identity"
	"github.com/nrkit/nrkit/internal/keyfile"
	keyreport "github.com/nrkit/nrkit/internal/reports/key"
	"github.com/nrkit/nrkit/runkey"
)

// A keyFlags holds the flags of the command key.
type keyFlags struct {
	isa    bool
	hash   string
	format format.Flags
}

// newKeyCmd returns the command that prints the identity of this machine.
func newKeyCmd(p *program) *cobra.Command {
	var f keyFlags
	cmd := &cobra.Command{
		Use:   "key [FILE...]",
		Short: "print what a run on this machine depends on",
		Long: `Key prints what a run on this machine depends on: the CPU and its instruction set,
the GPUs and their driver, the operating system, and the toolchain. It also prints
the environment variables that change what compilers generate, and a digest of each
FILE. Captures have the same key. docs/key.md explains each part.

--isa-hash prints 16 hexadecimal digits for the instruction set of the CPU alone.
If they are part of the key of a cache, code that was compiled for one CPU is not
loaded on another CPU. --hash code depends on all parts that affect compiled code.`,
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
	fl.BoolVar(&f.isa, "isa-hash", false, "print 16 hexadecimal digits for the instruction set of the CPU")
	fl.StringVar(&f.hash, "hash", "", "print 16 hexadecimal digits for all parts that affect `PURPOSE`: "+runkey.PurposeNames(runkey.Purposes(), ", "))
	cli.Complete(cmd, map[string][]string{"hash": purposes()})
	f.format.Register(cmd, "key/v1")
	cmd.AddCommand(newKeyExplainCmd(p))
	return cmd
}

// check returns the mistake in the flags.
func (f *keyFlags) check(args []string) error {
	switch {
	case f.isa && f.hash != "":
		return cli.Usagef("--isa-hash and --hash exclude each other")
	case (f.isa || f.hash != "") && (f.format.JSON || f.format.Markdown):
		return cli.Usagef("--isa-hash and --hash print 16 digits, neither JSON nor Markdown")
	case f.isa && len(args) > 0:
		return cli.Usagef("--isa-hash depends only on the CPU, got the file %s", args[0])
	}
	if f.hash != "" {
		if err := cli.OneOf("--hash", f.hash, purposes()); err != nil {
			return err
		}
	}
	return f.format.Check()
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
			return fmt.Errorf("the features of this CPU are unknown: nrprof reads the features of x86-64, and of AArch64 on Linux and macOS")
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
	return f.format.Print(p.Program, k, keyreport.Key(k))
}

// newKeyExplainCmd returns the command that lists the differences of two keys.
func newKeyExplainCmd(p *program) *cobra.Command {
	var f format.Flags
	var purpose string
	cmd := &cobra.Command{
		Use:   "explain OLD NEW",
		Short: "list the parts in which two keys differ, and what each difference affects",
		Long: `Explain lists the parts in which two keys differ. For each part, it says whether the
difference affects compiled code, times or results. OLD and NEW are documents of
nrprof key, run or startup --json, captures, journals of sweeps (journal.jsonl), or
exports of Nsight Systems, which have some of the parts.

With --for PURPOSE, explain exits with code 3 if a difference affects PURPOSE.`,
		Example: `  nrprof key explain old.nrt new.nrt
  nrprof key explain --for code cached.json key.json`,
		Args: cli.ExactArgs("OLD", "NEW"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.Check(); err != nil {
				return err
			}
			if purpose != "" {
				if err := cli.OneOf("--for", purpose, purposes()); err != nil {
					return err
				}
			}
			return p.explain(cmd, args, purpose, &f)
		},
	}
	f.Register(cmd, runkey.ExplanationSchema)
	cmd.Flags().StringVar(&purpose, "for", "", "exit with code 3 if a difference affects `PURPOSE`: "+runkey.PurposeNames(runkey.Purposes(), ", "))
	cli.Complete(cmd, map[string][]string{"for": purposes()})
	return cmd
}

// explain prints the differences of the keys of two files.
func (p *program) explain(cmd *cobra.Command, args []string, purpose string, f *format.Flags) error {
	var keys [2]*runkey.Key
	for i, path := range args {
		var err error
		if keys[i], err = keyfile.Read(path, traces.Options(p.Program)); err != nil {
			return traces.Error(cmd, []string{path}, err)
		}
	}
	doc := runkey.NewExplanation(filepath.Base(args[0]), keys[0], filepath.Base(args[1]), keys[1])
	if err := f.Print(p.Program, doc, keyreport.Explanation(doc)); err != nil {
		return err
	}
	if purpose != "" && doc.Spoils(purposeOf(purpose)) {
		return cli.Status(cli.ExitThreshold)
	}
	return nil
}
