package main

import (
	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/format"
	words "github.com/nrkit/nrkit/reports/hlo"
	"github.com/nrkit/nrkit/xla/hlo"
)

// newHloCmd returns the command that counts the parts of XLA programs.
func newHloCmd(p *program) *cobra.Command {
	var f format.Flags
	cmd := &cobra.Command{
		Use:   "hlo FILE...",
		Short: "count the operations, loops and launches of an XLA program",
		Long: `Hlo reads XLA programs as text: HLO, preferably optimised, or StableHLO in both its
forms. It counts the operations of each computation, lists loops with their trip
counts, conditionals, custom calls and collectives, and estimates the number of
launches of one execution. FILE - is standard input.

For a JAX function f, jax.jit(f).lower(x).compile().as_text() is the optimised text,
and jax.jit(f).lower(x).as_text() is the text before optimisation. If XLA_FLAGS has
--xla_dump_to=DIR, XLA writes the optimised text of each function to
DIR/*after_optimizations.txt.`,
		Example: `  nrprof hlo step.hlo
  nrprof hlo dump/*after_optimizations.txt --json`,
		Args: cli.SomeFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.Check(); err != nil {
				return err
			}
			doc := hlo.Document{Schema: hlo.Schema}
			for _, path := range args {
				list, err := p.readHLO(cmd, path)
				if err != nil {
					return err
				}
				doc.Modules = append(doc.Modules, list...)
			}
			return f.Print(p.Program, doc, words.Report(doc.Modules))
		},
	}
	f.Register(cmd, hlo.Schema)
	return cmd
}

// readHLO reads the modules of a file; - is standard input.
func (p *program) readHLO(cmd *cobra.Command, path string) ([]*hlo.Module, error) {
	if path == "-" {
		return hlo.Read(p.Stdin, hlo.Options{Name: "stdin"})
	}
	file, err := cli.Open(cmd, path)
	if err != nil {
		return nil, err
	}
	defer file.Close() // was only read
	return hlo.ReadFile(file, path)
}
