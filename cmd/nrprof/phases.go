package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/reports/nr"
	"github.com/nrkit/nrkit/trace"
)

// A phasesDocument is phases/v1 as nrprof phases prints it.
type phasesDocument struct {
	*trace.Summary
	Loss lossDocument `json:"loss"`
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
	cmd := &cobra.Command{
		Use:   "phases FILE",
		Short: "print the table of phases of a trace",
		Long: `Phases prints how often each phase of a trace ran and how long it took, and
what is doubtful about the trace. FILE is a capture, also of a program that runs
still or was killed, or Chrome JSON, also compressed; - is standard input.`,
		Args: cli.ExactArgs("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(); err != nil {
				return err
			}
			t, err := p.openTrace(cmd, args[0])
			if err != nil {
				return err
			}
			doc := phasesOf(t)
			if err := t.close(); err != nil {
				return err
			}
			return p.print(&f, doc, nr.Phases(doc.Summary))
		},
	}
	f.register(cmd, "phases/v1")
	return cmd
}

// phasesOf returns the table of phases of t with all warnings there are.
func phasesOf(t *source) *phasesDocument {
	s := trace.Summarize(t.Trace, trace.SummaryOptions{Source: filepath.Base(t.name)})
	s.Warnings = append(s.Warnings, t.warnings...)
	for _, problem := range trace.Check(t.Trace) {
		if problem.Sort != trace.ProblemUnclosed { // has been counted
			s.Warnings = append(s.Warnings, problem.String())
		}
	}
	l := t.Loss
	if l.Events > 0 {
		s.Warnings = append(s.Warnings, fmt.Sprintf("%d counters, arguments and instants were dropped for lack of room", l.Events))
	}
	return &phasesDocument{s, lossDocument{l.Open, l.Events, l.Truncated, l.Chunks, l.Ranges}}
}
