package mcp

import (
	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/assistant"
	"github.com/nrkit/nrkit/internal/cli"
)

// New returns the command.
func New(p *cli.Program) *cobra.Command {
	var roots []string
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "serve analyses to an assistant, by the Model Context Protocol",
		Long: `Mcp is a server for assistants that speak the Model Context Protocol. It reads requests
from standard input and writes replies to standard output, until standard input ends.
An assistant starts the server itself; docs/assistant.md has the settings.

The tools are analyze_matrix, phases, diagnose, compare, stats and query. analyze and
nrprof have the same server. A reply has at most 8,000 tokens, and a cursor for the
next rows.

The server only reads, starts no program, and opens no file outside of the folders of
--root. Paths start at the first of these folders. The server follows symbolic links
before it decides.`,
		Example: `  ` + p.Name + ` mcp
  ` + p.Name + ` mcp --root captures --root matrices`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return assistant.Serve(cmd.Context(), assistant.Options{Name: p.Name, Version: cli.Version(), Roots: roots}, p.Stdin, p.Terminal)
		},
	}
	cmd.Flags().StringArrayVar(&roots, "root", nil, "let the server read files in `DIR`; may be given several times (default the working directory)")
	return cmd
}
