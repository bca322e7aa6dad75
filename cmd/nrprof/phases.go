package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/reports"
	runreport "github.com/nrkit/nrkit/reports/run"
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/balance"
	"github.com/nrkit/nrkit/trace/input"
	"github.com/nrkit/nrkit/trace/merge"
	"github.com/nrkit/nrkit/trace/steps"
	"github.com/nrkit/nrkit/xla/phases"
)

// A phasesDocument is phases/v1 as nrprof phases prints it.
type phasesDocument struct {
	*trace.Summary
	Loss    lossDocument    `json:"loss"`
	Rows    *steps.Table    `json:"rows,omitempty"` // steps and iterations one by one, where they are asked for
	Ranks   []rankDocument  `json:"ranks,omitempty"`
	Balance *balance.Result `json:"balance,omitempty"` // of the ranks
	Key     json.RawMessage `json:"key,omitempty"`     // key/v1 at the start, of one input
	EndKey  json.RawMessage `json:"end_key,omitempty"` // and at the end
}

// A rankDocument is the table of one of several inputs.
type rankDocument struct {
	Rank    int32          `json:"rank"`
	Source  string         `json:"source"`
	Clock   *merge.Clock   `json:"clock,omitempty"` // where common ranges made the clocks one
	Summary *trace.Summary `json:"summary"`
}

// A lossDocument says what a trace lacks.
type lossDocument struct {
	Unclosed  bool  `json:"unclosed"`
	Events    int64 `json:"dropped_events"`
	Truncated int64 `json:"truncated_bytes"`
	Chunks    int64 `json:"damaged_chunks"`
	Ranges    int64 `json:"damaged_ranges"`
}

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
			doc := phasesOf(&t.File)
			doc.Rows = rows.table(t.Trace)
			doc.Ranks = ranksOf(t)
			doc.Balance = balanceOf(doc.Ranks)
			doc.Warnings = append(doc.Warnings, drift(t)...)
			if err := cmp.Or(t.Err(), t.Close()); err != nil {
				return err
			}
			report := runreport.Phases(doc.Summary)
			if text := statsHelp(t, doc.Summary, args); text != "" {
				aboveWarnings(report, reports.Paragraph(text))
			}
			if text := groupingHelps(doc.Phases); text != "" {
				belowTime(report, reports.Paragraph(text))
			}
			addRanks(report, doc)
			if doc.Rows != nil {
				runreport.AddSteps(report, doc.Rows, rows.steps)
			}
			return p.print(&f, doc, report)
		},
	}
	f.register(cmd, "phases/v1")
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
	return "nrprof stats " + file + " prints all of them (" + strings.Join(statsReports(s.Work), ", ") + ")."
}

// belowTime adds a block below the table of times.
func belowTime(r *reports.Document, b reports.Block) {
	at := slices.Index(r.Blocks, reports.Block(reports.Heading("Time"))) + 2
	r.Blocks = slices.Insert(r.Blocks, min(at, len(r.Blocks)), b)
}

// statsReports returns the reports of nrprof stats that say more of the work.
func statsReports(w *trace.WorkSummary) []string {
	has := map[string]bool{}
	for _, x := range w.Operations {
		has[x.Sort] = true
	}
	var list []string
	if has[trace.SortKernel] {
		list = append(list, "cuda_gpu_kern_sum")
	}
	if has[trace.SortMemcpy] || has[trace.SortMemset] {
		list = append(list, "cuda_gpu_mem_time_sum")
	}
	return append(list, "cuda_api_sum")
}

// aboveWarnings adds a block at the end, or above the warnings where there are any.
func aboveWarnings(r *reports.Document, b reports.Block) {
	at := slices.Index(r.Blocks, reports.Block(reports.Heading("Warnings")))
	if at < 0 {
		at = len(r.Blocks)
	}
	r.Blocks = slices.Insert(r.Blocks, at, b)
}

// ranksOf returns the tables of several inputs, or of the ranks of one that they
// were merged into; nil for one rank.
func ranksOf(t *input.Set) []rankDocument {
	if len(t.Files) < 2 {
		return ranksInside(t.Trace, filepath.Base(t.Name))
	}
	var list []rankDocument
	for k, s := range t.Files {
		name := filepath.Base(s.Name)
		r := rankDocument{Rank: t.Ranks[k], Source: name, Summary: trace.Summarize(s.Trace, trace.SummaryOptions{Source: name})}
		if t.Clocks != nil {
			r.Clock = &t.Clocks[k]
		}
		list = append(list, r)
	}
	return list
}

// balanceOf compares the ranks; nil where there is one.
func balanceOf(list []rankDocument) *balance.Result {
	if len(list) == 0 {
		return nil
	}
	var ranks []balance.Rank
	for _, r := range list {
		ranks = append(ranks, balance.Rank{Number: r.Rank, Summary: r.Summary})
	}
	return balance.Of(ranks)
}

// addRanks adds the ranks of doc to its report.
func addRanks(report *reports.Document, doc *phasesDocument) {
	var ranks []runreport.Rank
	for _, r := range doc.Ranks {
		ranks = append(ranks, runreport.Rank{Number: r.Rank, Source: r.Source, Clock: r.Clock})
	}
	runreport.AddRanks(report, ranks, doc.Balance)
}

// phasesOf returns the table of phases of t with all warnings there are.
func phasesOf(t *input.File) *phasesDocument {
	s := trace.Summarize(t.Trace, trace.SummaryOptions{Source: filepath.Base(t.Name)})
	s.Warnings = append(s.Warnings, t.Warnings...)
	for _, problem := range trace.Check(t.Trace) {
		if problem.Sort == trace.ProblemPhase && isXLA(problem.Name) {
			continue // lies there as it should
		}
		if problem.Sort != trace.ProblemUnclosed { // has been counted
			s.Warnings = append(s.Warnings, problem.String())
		}
	}
	l := t.Loss
	if l.Events > 0 {
		s.Warnings = append(s.Warnings, fmt.Sprintf("counters, arguments and instants dropped for lack of room: %d", l.Events))
	}
	doc := &phasesDocument{Summary: s, Loss: lossDocument{l.Open, l.Events, l.Truncated, l.Chunks, l.Ranges}}
	doc.Key, doc.EndKey = keyDocument(t.Header.Key), keyDocument(t.EndKey)
	return doc
}

// isXLA says whether a range is one of XLA, which lie in phases without being any.
func isXLA(name string) bool {
	_, ok := phases.ParseTSL(name)
	return ok
}

// keyDocument returns a copy of the key of a trace, nil for what is none: that is
// told as drift.
func keyDocument(text json.RawMessage) json.RawMessage {
	if _, err := runkey.Parse(text); err != nil {
		return nil
	}
	return slices.Clone(text)
}
