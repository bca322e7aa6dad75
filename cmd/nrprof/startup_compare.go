package main

import (
	"errors"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	startupreport "github.com/nrkit/nrkit/reports/startup"
	"github.com/nrkit/nrkit/startup"
)

// newStartupCompareCmd returns the command that puts results of startup side by
// side.
func newStartupCompareCmd(p *program) *cobra.Command {
	var f formatFlags
	cmd := &cobra.Command{
		Use:   "compare FILE...",
		Short: "put how several programs start into one table",
		Long: `Compare reads documents that nrprof startup --json printed, and prints one table
with a row for each: the time steps that a run takes, the time before the first
range, the first run of cold and of reload processes, a warm run, and the whole
process. To start a program that is called compare: nrprof startup -- compare.`,
		Example: `  nrprof startup --json -- ./simulate ring.cir > ring.json
  nrprof startup --json -- ./simulate c6288.cir > c6288.json
  nrprof startup compare ring.json c6288.json`,
		Args: cli.SomeFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(); err != nil {
				return err
			}
			var results []*startup.Result
			var names []string
			for _, path := range args {
				r, err := startup.ReadFile(path)
				if bad := new(startup.SyntaxError); errors.As(err, &bad) {
					return cli.WithHint(err, "nrprof startup --json prints such documents")
				}
				if err != nil {
					return cli.FileError(cmd, args, err)
				}
				results, names = append(results, r), append(names, filepath.Base(path))
			}
			if len(slices.Compact(slices.Sorted(slices.Values(names)))) < len(args) {
				names = args // old/ring.json new/ring.json
			}
			c := startup.Compare(results, names)
			return p.print(&f, c, startupreport.Comparison(c))
		},
	}
	f.register(cmd, startup.ComparisonSchema)
	return cmd
}
