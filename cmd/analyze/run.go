package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
)

// A program is one run.
type program struct {
	*cli.Program
	reading readFlags
}

// run is the whole program: it returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.Run("analyze", args, stdin, stdout, stderr, commands)
}

// runContext is run with a context that interrupts it.
func runContext(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.RunContext(ctx, "analyze", args, stdin, stdout, stderr, commands)
}

// commands returns the command tree of a run.
func commands(p *cli.Program) *cobra.Command { return newRootCmd(&program{Program: p}) }
