package main

import (
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/trace/perfetto"
)

// filesOrModule checks the arguments of export: traces, or none where the SQL
// module is asked for.
func filesOrModule(module *bool) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if !*module {
			return cli.SomeFiles(cmd, args)
		}
		if len(args) > 0 {
			return cli.Usagef("--perfetto-sql reads no trace, got %s", args[0])
		}
		return nil
	}
}

// exportModule writes the SQL module for Perfetto. Only --output goes with it.
func (p *program) exportModule(cmd *cobra.Command, out string) error {
	other := ""
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.Name != "perfetto-sql" && f.Name != "output" {
			other = f.Name
		}
	})
	switch {
	case other != "":
		return cli.Usagef("--perfetto-sql and --%s exclude each other", other)
	case out == "":
		return cli.Usage("no output given", "-o FILE.sql names it, - for standard output")
	}
	return p.WriteTo(out, func(w io.Writer) error {
		_, err := io.WriteString(w, perfetto.Module)
		return err
	})
}
