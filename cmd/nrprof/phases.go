package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/format"
	"github.com/nrkit/nrkit/internal/cli/traces"
	"github.com/nrkit/nrkit/internal/history"
	"github.com/nrkit/nrkit/internal/phasetable"
	phasesreport "github.com/nrkit/nrkit/internal/reports/phases"
	"github.com/nrkit/nrkit/internal/solvers/calls"
	"github.com/nrkit/nrkit/internal/steps"
	"github.com/nrkit/nrkit/internal/summary"
	"github.com/nrkit/nrkit/newton/simulate"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// A phasesFlags holds the flags of the command phases.
type phasesFlags struct {
	format format.Flags
	in     traces.Flags
	rows   stepFlags
	calls  bool
	keeper string // the format of --format
}

// newPhasesCmd returns the command that prints the table of phases.
func newPhasesCmd(p *program) *cobra.Command {
	var f phasesFlags
	cmd := &cobra.Command{
		Use:   "phases FILE...",
		Short: "print the table of phases of a trace",
		Long: `Phases prints how often each phase of a trace ran and how long it took, and what is
doubtful about the trace. It also reads the capture of a program that still runs or
that was killed. If the trace has work on GPUs, phases says how much work each phase
launched, and how long the phase waited for GPUs. If the program has no ranges,
phases prints the kernels, copies and calls that took longest, and how long each
device was idle.

An operation of XLA belongs to the phase that a segment of its op_name names,
such as nr_build_system from jax.named_scope. XLA's own ranges, in the NVTX domain
TSL, say which operation a call belongs to.

` + traces.Help() + `

With several files, phases prints one table for all files together, and one table of
the differences between the ranks. A table of more than 100 rows is cut to the rows
with the most time. --group-numbers adds up names that differ only in numbers.

--iterations adds two tables, with a row for each time step and for each iteration.
A row has the total time, the time of device evaluation and the time of the linear
solver. In captures of nrprof run, it also has the residual and the unknown that
kept the iteration from being the last. If there are more than 20 rows, a table lists
the first 5, the slowest 10 and the last 5; --steps selects others, and --csv prints
all.

If the trace has calls of solver libraries, from nrprof record --solvers, phases prints
how long each phase of the solver took, what was computed how often, and how long the
program was outside of the solver. It counts calls that returned a status other than 0.
--calls lists the calls one by one; --calls --csv prints all of them.

--format prints JSON for a program that keeps the history of figures: Bencher or
github-action-benchmark. The figures are the time of the run, the counts of time steps
and iterations, and the median time of a call of each phase. Names stay the same from
run to run.`,
		Example: `  nrprof phases c6288.nrt
  nrprof phases c6288.nrt --iterations
  nrprof phases c6288.nrt --steps 1,5,800-802
  nrprof phases c6288.nrt --csv > iterations.csv
  nrprof phases octave.nrt --calls --csv > calls.csv
  nrprof phases c6288.nrt --format bencher > results.json`,
		Args: cli.SomeFiles,
		RunE: func(cmd *cobra.Command, args []string) error { return p.phases(cmd, args, &f) },
	}
	f.format.Register(cmd, phasetable.Schema)
	f.in.Register(cmd)
	f.rows.register(cmd.Flags())
	cmd.Flags().StringVar(&f.keeper, "format", "", "print figures as JSON for a program that keeps their history: `bencher|github-action-benchmark`")
	cli.Complete(cmd, map[string][]string{"format": history.Formats()})
	cmd.Flags().BoolVar(&f.calls, "calls", false, "list the calls of solver libraries one by one: all up to 20, otherwise the first 5, the slowest 10 and the last 5")
	cmd.Flags().BoolVar(&f.in.GroupNumbers, "group-numbers", false, "add up ranges whose names differ only in numbers, with # for each number")
	return cmd
}

// phases prints the table of phases of traces.
func (p *program) phases(cmd *cobra.Command, args []string, f *phasesFlags) error {
	if err := cmp.Or(f.format.Check(), f.rows.check(&f.format), f.check()); err != nil {
		return err
	}
	if some, err := areSummaries(args); err != nil {
		return traces.Error(cmd, args, err)
	} else if some {
		return p.phasesOfSummary(cmd, args, f)
	}
	if len(args) > 1 && !f.rows.asked() && !f.calls && !slices.Contains(args, "-") && !f.in.Common() {
		return p.phasesOfMany(cmd, args, f)
	}
	t, err := f.in.Open(p.Program, cmd, args)
	if err != nil {
		return err
	}
	if f.rows.csv && f.calls {
		return p.callsAsCSV(t)
	}
	if f.rows.csv {
		return p.rowsAsCSV(t, &f.rows)
	}
	over := traces.Watch(p.Program, t, f.passes())
	defer over()
	doc := phasetable.OfSet(t)
	doc.Rows = f.rows.table(t.Trace)
	over()
	if f.calls {
		doc.ListCalls()
		if len(doc.Solvers()) == 0 {
			p.Warn(noCalls)
		}
	}
	if err := cmp.Or(t.Err(), t.Close()); err != nil {
		return err
	}
	return p.printPhases(f, doc, phasesreport.Report(doc, t, f.rows.steps))
}

// passes returns how often the table reads a trace, as far as the flags say.
func (f *phasesFlags) passes() int {
	if f.rows.asked() {
		return 2
	}
	return 1
}

// phasesOfMany prints the table of phases of several traces, each of which is read and
// closed before the next ones: there may be more than files may be open.
func (p *program) phasesOfMany(cmd *cobra.Command, args []string, f *phasesFlags) error {
	align, err := f.in.Alignment()
	if err != nil {
		return err
	}
	o, err := f.in.Options(p.Program)
	if err != nil {
		return err
	}
	progress, over := traces.Reading(p.Program)
	part, err := summary.Collect(p.Ctx, args, summary.Options{Input: o, Ranked: true, Read: progress})
	over()
	if err != nil {
		return traces.Error(cmd, args, err)
	}
	doc, err := part.Document(sourceOf(args), align)
	if err != nil {
		return summaryDoubt(err)
	}
	doc.Pooled = nil
	return p.printPhases(f, doc, phasesreport.Traces(doc))
}

// phasesOfSummary prints the table of phases of summaries.
func (p *program) phasesOfSummary(cmd *cobra.Command, args []string, f *phasesFlags) error {
	switch {
	case f.rows.asked():
		return noSummary("--iterations, --steps and --csv", "single time steps", "without these flags, phases prints time steps in bins")
	case f.calls:
		return noSummary("--calls", "single calls", "nrprof phases CAPTURE --calls lists the calls of a capture")
	}
	part, align, err := p.openSummary(cmd, args, &f.in)
	if err != nil {
		return err
	}
	doc, err := part.Document(sourceOf(args), align)
	if err != nil {
		return summaryDoubt(err)
	}
	return p.printPhases(f, doc, phasesreport.Summary(doc))
}

// printPhases prints a document, or its figures for --format.
func (p *program) printPhases(f *phasesFlags, doc *phasetable.Document, report *reports.Document) error {
	if f.keeper == "" {
		return f.format.Print(p.Program, doc, report)
	}
	p.WarnAll(doc.Warnings)
	return history.Write(p.Stdout, f.keeper, doc.Figures())
}

// check returns the mistake in flags together.
func (f *phasesFlags) check() error {
	if f.keeper != "" {
		if err := cli.OneOf("--format", f.keeper, history.Formats()); err != nil {
			return err
		}
		if f.format.JSON || f.format.Markdown || f.calls || f.rows.asked() {
			return cli.Usagef("--format excludes --json, --markdown, --csv, --calls, --iterations and --steps")
		}
	}
	if f.calls && f.rows.csv && (f.rows.iterations || f.rows.steps != "") {
		return cli.Usagef("--calls --csv excludes --iterations and --steps: a table of comma-separated values has one sort of rows")
	}
	return nil
}

const noCalls = "the trace has no calls of solver libraries: nrprof record --solvers records them"

// callsAsCSV prints the calls of solver libraries.
func (p *program) callsAsCSV(t *input.Set) error {
	p.WarnAll(append(t.Loss.Warnings(), t.Warnings...))
	var runs []*solvers.Run
	for k, f := range t.Files {
		run, err := solvers.Read(f.Trace)
		if err != nil {
			return err
		}
		if run != nil {
			p.WarnAll(run.Loss.Warnings())
			if len(t.Files) > 1 {
				for i := range run.Threads {
					run.Threads[i].Rank += t.Ranks[k]
				}
			}
			runs = append(runs, run)
		}
	}
	if len(runs) == 0 {
		p.Warn(noCalls)
	}
	return cmp.Or(calls.WriteCSV(p.Stdout, runs...), t.Err(), t.Close())
}

// A stepFlags holds the flags that list time steps and iterations one by one.
type stepFlags struct {
	iterations bool
	steps      string
	csv        bool
}

func (f *stepFlags) register(fl *pflag.FlagSet) {
	fl.BoolVar(&f.iterations, "iterations", false, "list time steps and iterations one by one: all up to 20, otherwise the first 5, the slowest 10 and the last 5")
	fl.StringVar(&f.steps, "steps", "", "list the time steps `LIST`, such as 1,5,800-802, and their iterations, at most 1000; if the trace has no time steps, list the iterations LIST")
	fl.BoolVar(&f.csv, "csv", false, "print every time step and iteration, the time steps of --steps, or the calls of --calls, as comma-separated values and nothing else")
}

// asked says whether steps and iterations are to be listed.
func (f *stepFlags) asked() bool { return f.iterations || f.steps != "" || f.csv }

// options returns which steps and iterations are listed.
func (f *stepFlags) options() (o steps.Options, err error) {
	if f.steps == "" {
		return o, nil
	}
	s, err := simulate.ParseSelection(f.steps)
	if err != nil {
		return o, cli.Usagef("--steps: %v", err)
	}
	o.Has = s.Has
	return o, nil
}

// check returns the mistake in the flags.
func (f *stepFlags) check(format *format.Flags) error {
	if f.csv && (format.JSON || format.Markdown) {
		return cli.Usagef("--csv excludes --json and --markdown")
	}
	_, err := f.options()
	return err
}

// table returns the rows that are asked for, nil for none.
func (f *stepFlags) table(t *trace.Trace) *steps.Table {
	if !f.asked() {
		return nil
	}
	o, _ := f.options() // check has said what is wrong
	return steps.Of(t, o)
}

// rowsAsCSV prints rows in the order of the trace, and warns on standard error of rows
// that the trace lacks.
func (p *program) rowsAsCSV(t *input.Set, f *stepFlags) error {
	o, _ := f.options()
	p.WarnAll(append(t.Loss.Warnings(), t.Warnings...))
	if n := t.Header.Sample; n > 1 {
		p.Warn(fmt.Sprintf("only timed time steps have rows: 1 of %d was timed", n))
	}
	return cmp.Or(steps.WriteCSV(p.Stdout, t.Trace, o), t.Err(), t.Close())
}
