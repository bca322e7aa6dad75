package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
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
	fl.StringVar(&f.hash, "hash", "", "print 16 hexadecimal digits for all that matters for a `PURPOSE`: "+purposeNames(runkey.Purposes(), ", "))
	_ = cmd.RegisterFlagCompletionFunc("hash", cobra.FixedCompletions(strings.Fields(purposeNames(runkey.Purposes(), " ")), cobra.ShellCompDirectiveNoFileComp))
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
		if _, err := purposeOf("--hash", f.hash); err != nil {
			return err
		}
	}
	return f.format.check()
}

// purposeOf returns the purpose that a flag names.
func purposeOf(flag, value string) (runkey.Purpose, error) {
	var p runkey.Purpose
	if p.UnmarshalText([]byte(value)) != nil {
		return p, unknown(flag, value, strings.Fields(purposeNames(runkey.Purposes(), " ")))
	}
	return p, nil
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
		return fileError(cmd, args, err)
	}
	groups := p.gpuGroups(nil)
	if len(args) > 0 {
		groups = append(groups, inputs)
	}
	k, err := probe.Key(groups...)
	if err != nil {
		return err
	}
	if f.hash != "" {
		purpose, err := purposeOf("--hash", f.hash)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(p.Stdout, k.HashFor(purpose))
		return err
	}
	return p.print(&f.format, k, keyReport(k))
}

// keyReport words a key.
func keyReport(k *runkey.Key) *reports.Document {
	r := &reports.Document{Title: "Key " + k.Hash()}
	facts := reports.Facts()
	if hash := k.ISAHash(); hash != "" {
		facts.Append("instructions of the CPU", hash)
	}
	for _, purpose := range runkey.Purposes() {
		facts.Append("all that matters for "+purpose.String(), k.HashFor(purpose))
	}
	table := &reports.Table{Columns: []reports.Column{{Name: "part"}, {Name: "value"}, {Name: "matters for", Rank: 1}}}
	var sets []reports.Block
	for _, x := range k.Parts() {
		value := x.Value.String()
		if s, ok := x.Value.(runkey.Set); ok {
			value = units.Plural(len(s), "word") + ", below"
			sets = append(sets, reports.Heading(x.Name), reports.Paragraph(strings.Join(s, " ")))
		}
		table.Append(x.Name, value, purposeNames(x.Matters, ", "))
	}
	r.Add(facts, reports.Heading("Parts"), table)
	r.Add(sets...)
	if !slices.Contains(k.Known(), "gpu") {
		r.Add(reports.Paragraph("Whether there are GPUs is not known."))
	}
	return r
}

// purposeNames returns the names of purposes.
func purposeNames(list []runkey.Purpose, separator string) string {
	names := make([]string, len(list))
	for i, p := range list {
		names[i] = p.String()
	}
	return strings.Join(names, separator)
}
