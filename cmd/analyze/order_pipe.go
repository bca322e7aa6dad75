package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/orderpipe"
)

// orderPipe orders the matrices that standard input has. The replies do not wait for
// the end of the program.
func (p *program) orderPipe(cmd *cobra.Command, f *orderFlags) error {
	var other string
	cmd.Flags().Visit(func(fl *pflag.Flag) {
		if fl.Name != "pipe" && fl.Name != "workers" {
			other = fl.Name
		}
	})
	if other != "" {
		return cli.Usagef("--pipe takes the ordering of each matrix from its request, and excludes --%s", other)
	}
	if err := checkWorkers(f.workers); err != nil {
		return err
	}
	return orderpipe.Serve(p.Ctx, p.Stdin, p.Terminal, f.workers)
}
