package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/progress"
)

// A program is one run.
type program struct {
	*cli.Program
	reading readFlags
	bar     *progress.Bar // nil unless a command has begun one
}

// begin begins the progress line, and returns what removes it.
func (p *program) begin() (end func()) {
	p.bar = p.Bar()
	return p.bar.Clear
}

// progress returns what draws the progress of an analysis; nil without a line.
func (p *program) progress() func(analysis.Progress) {
	if p.bar == nil {
		return nil
	}
	return func(a analysis.Progress) {
		p.bar.SetShare(a.Share, a.Step, fmt.Sprintf("%d of %d steps", a.Done, a.Total))
	}
}

// read draws how much of a file was read.
func (p *program) read(path string) func(read, size int64) {
	if p.bar == nil {
		return nil
	}
	return func(read, size int64) {
		if size > 0 {
			p.bar.SetShare(float64(read)/float64(size), "read "+filepath.Base(path))
		}
	}
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
