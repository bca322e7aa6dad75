package main

import (
	"cmp"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/phasetable"
	phasesreport "github.com/nrkit/nrkit/internal/reports/phases"
	"github.com/nrkit/nrkit/trace"
)

// newPhasesCmd returns the command that prints the table of phases.
func newPhasesCmd(p *program) *cobra.Command {
	var f formatFlags
	var in inputFlags
	var rows stepFlags
	var group bool
	cmd := &cobra.Command{
		Use:   "phases FILE...",
		Short: "print the table of phases of a trace",
		Long: `Phases prints how often each phase of a trace ran and how long it took, and
what is doubtful about the trace. The program may still be running, or may have
been killed. If the trace has work on GPUs, phases says how much work each phase
launched, and how long the phase waited for GPUs. If the program has no ranges,
phases prints the kernels, copies and calls that took longest, and how long each
device was idle.

An operation of XLA belongs to the phase that a segment of its op_name names,
such as nr_build_system from jax.named_scope. XLA's own ranges, of the NVTX
domain TSL, say which operation a call is for.

` + inputsHelp() + `

With several files, phases prints one table for all of them together, and one that
shows how the ranks differ. A table of more than 100 rows is cut to the rows with
the most time. --group-numbers adds up names that differ only in numbers.

--iterations adds two tables, with a row for each time step and each iteration: the
time, the time in device evaluation and in the linear solver, and, in captures of
nrprof run, the residual and the unknown that kept the iteration from being the
last. If there are more than 20 rows, a table lists the first 5, the slowest 10 and
the last 5; --steps selects others, and --csv prints all.`,
		Example: `  nrprof phases c6288.nrt
  nrprof phases c6288.nrt --iterations
  nrprof phases c6288.nrt --steps 1,5,800-802
  nrprof phases c6288.nrt --csv > iterations.csv`,
		Args: cli.SomeFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(f.check(), rows.check(&f)); err != nil {
				return err
			}
			if group {
				in.rename = trace.GroupNumbers
			}
			t, err := p.openAll(cmd, args, &in)
			if err != nil {
				return err
			}
			if rows.csv {
				return p.rowsAsCSV(t, &rows)
			}
			doc := phasetable.OfSet(t)
			doc.Rows = rows.table(t.Trace)
			if err := cmp.Or(t.Err(), t.Close()); err != nil {
				return err
			}
			return p.print(&f, doc, phasesreport.Report(doc, t, rows.steps))
		},
	}
	f.register(cmd, phasetable.Schema)
	in.register(cmd)
	rows.register(cmd.Flags())
	cmd.Flags().BoolVar(&group, "group-numbers", false, "add up names that differ in numbers alone, with # for each")
	return cmd
}
