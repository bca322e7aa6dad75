package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/mcp"
)

// A program is one run.
type program struct{ *cli.Program }

// run is the whole program: it returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.Run("nrprof", args, stdin, stdout, stderr, commands(args))
}

// runContext is run with a context that interrupts it.
func runContext(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.RunContext(ctx, "nrprof", args, stdin, stdout, stderr, commands(args))
}

// commands returns what makes the command tree of a run with those arguments.
func commands(args []string) func(*cli.Program) *cobra.Command {
	return func(p *cli.Program) *cobra.Command { return newRootCmd(&program{p}, args) }
}

// subcommands are the commands in the order of their names, as help lists them.
var subcommands = [...]struct {
	name string
	make func(*program) *cobra.Command
}{
	{"compare", newCompareCmd},
	{"diagnose", newDiagnoseCmd},
	{"doctor", newDoctorCmd},
	{"export", newExportCmd},
	{"hlo", newHloCmd},
	{"key", newKeyCmd},
	{"mcp", func(p *program) *cobra.Command { return mcp.New(p.Program) }},
	{"merge", newMergeCmd},
	{"nsys", newNsysCmd},
	{"phases", newPhasesCmd},
	{"record", newRecordCmd},
	{"report", newReportCmd},
	{"run", newRunCmd},
	{"slurm", newSlurmCmd},
	{"startup", newStartupCmd},
	{"stats", newStatsCmd},
	{"summarize", newSummarizeCmd},
	{"sweep", newSweepCmd},
	{"view", newViewCmd},
	{"xla-log", newXLALogCmd},
}

// newRootCmd returns the command tree as far as the arguments need it.
func newRootCmd(p *program, args []string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "nrprof COMMAND",
		Short: "measure where the time of a Newton-Raphson solver goes",
		Long: `Nrprof measures where the time of a Newton-Raphson solver goes. It solves circuits
with every phase timed, records other programs, and reads, converts, compares and
shows their traces.`,
		Example: `  nrprof run
  nrprof run c6288 -o c6288.nrt
  nrprof phases c6288.nrt
  nrprof export c6288.nrt -o c6288.pftrace
  nrprof view c6288.nrt`,
		Args: cobra.ArbitraryArgs,
	}
	cmd.RunE = cli.UnknownCommand
	var subs []cli.Subcommand
	for _, s := range subcommands {
		subs = append(subs, cli.Subcommand{Name: s.name, New: func() *cobra.Command { return s.make(p) }})
	}
	p.PrepareFor(cmd, args, subs)
	return cmd
}
