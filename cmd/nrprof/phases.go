package main

import (
	"cmp"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/internal/phasetable"
	"github.com/nrkit/nrkit/reports"
	runreport "github.com/nrkit/nrkit/reports/run"
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
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
		Args: someFiles,
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
			doc := phasetable.Of(t.Trace, filepath.Base(t.Name), t.Warnings)
			doc.Rows = rows.table(t.Trace)
			doc.AddRanks(ranksOf(t))
			doc.Warnings = append(doc.Warnings, drift(t)...)
			if err := cmp.Or(t.Err(), t.Close()); err != nil {
				return err
			}
			report := runreport.Phases(doc.Summary)
			if text := statsHelp(t, doc.Summary, args); text != "" {
				runreport.AboveWarnings(report, reports.Paragraph(text))
			}
			if text := groupingHelps(doc.Phases); text != "" {
				runreport.BelowTime(report, reports.Paragraph(text))
			}
			addRanks(report, doc)
			if doc.Rows != nil {
				runreport.AddSteps(report, doc.Rows, rows.steps)
			}
			return p.print(&f, doc, report)
		},
	}
	f.register(cmd, phasetable.Schema)
	in.register(cmd)
	rows.register(cmd.Flags())
	cmd.Flags().BoolVar(&group, "group-numbers", false, "add up names that differ in numbers alone, with # for each")
	return cmd
}

// statsHelp says where more is of an export without ranges of the program, "" for
// other traces.
func statsHelp(t *input.Set, s *trace.Summary, args []string) string {
	if len(t.Files) != 1 || !t.Kind.FromNsight() || s.Ranges > 0 || s.Work == nil {
		return ""
	}
	file := args[0]
	if k, err := input.SniffFile(file); err != nil || k != input.NsightExport || strings.ContainsAny(file, " '\"\\$`*?;&|<>()") {
		file = "FILE.sqlite"
	}
	return "nrprof stats " + file + " prints all of them (" + strings.Join(runreport.StatsReports(s.Work), ", ") + ")."
}

// ranksOf returns the tables of several inputs, or of the ranks of one that they
// were merged into; nil for one rank.
func ranksOf(t *input.Set) []phasetable.Rank {
	if len(t.Files) < 2 {
		return phasetable.Inside(t.Trace, filepath.Base(t.Name))
	}
	var list []phasetable.Rank
	for k, s := range t.Files {
		var clock *merge.Clock
		if t.Clocks != nil {
			clock = &t.Clocks[k]
		}
		list = append(list, phasetable.RankOf(s.Trace, t.Ranks[k], filepath.Base(s.Name), clock))
	}
	return list
}

// addRanks adds the ranks of doc to its report.
func addRanks(report *reports.Document, doc *phasetable.Document) {
	var ranks []runreport.Rank
	for _, r := range doc.Ranks {
		ranks = append(ranks, runreport.Rank{Number: r.Rank, Source: r.Source, Clock: r.Clock})
	}
	runreport.AddRanks(report, ranks, doc.Balance)
}

// drift returns what changed in the key of each input while it was recorded.
func drift(in *input.Set) []string {
	var out []string
	for _, s := range in.Files {
		for _, w := range runkey.DriftOf(s.Header.Key, s.EndKey) {
			if len(in.Files) > 1 {
				w = filepath.Base(s.Name) + ": " + w
			}
			out = append(out, w)
		}
	}
	return out
}
