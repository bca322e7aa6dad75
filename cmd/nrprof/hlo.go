package main

import (
	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/format"
	words "github.com/nrkit/nrkit/reports/hlo"
	"github.com/nrkit/nrkit/xla/hlo"
)

// newHloCmd returns the command that says what there is in programs of XLA.
func newHloCmd(p *program) *cobra.Command {
	var f format.Flags
	cmd := &cobra.Command{
		Use:   "hlo FILE...",
		Short: "count what a program of XLA consists of: operations, loops, launches",
		Long: `Hlo reads programs that XLA compiles, as text: HLO, best the optimised one, and
StableHLO in both its forms. It counts the operations of each computation, lists
loops with their trip counts, conditionals, custom calls and collectives, and
estimates how much one execution launches. - is standard input.

With JAX the optimised text of a function is jax.jit(f).lower(x).compile().as_text(),
what it was before jax.jit(f).lower(x).as_text(); XLA_FLAGS=--xla_dump_to=DIR
leaves those of all functions, as *after_optimizations.txt.`,
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
