package phasetable

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/internal/balance"
	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/internal/steps"
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/xla/phases"
)

// Schema names the document.
const Schema = "phases/v1"

// A Document is phases/v1.
type Document struct {
	*trace.Summary
	Loss    Loss            `json:"loss"`              // what the trace lacks
	Solver  *Solver         `json:"solver,omitempty"`  // calls of solver libraries; absent if the trace has none, and for several ranks, which have their own
	Rows    *steps.Table    `json:"rows,omitempty"`    // time steps and iterations one by one; absent without `--iterations` or `--steps`
	Ranks   []Rank          `json:"ranks,omitempty"`   // the table of each file, for several files; absent for one file
	Balance *balance.Result `json:"balance,omitempty"` // how evenly the ranks share the work, for several files; absent for one file

	Pooled *Pooled `json:"pooled,omitempty"` // what a summary file has besides; absent for traces

	// what the run depended on at its start, for one file: a document key/v1, see
	// docs/key.md; absent if the file has none
	Key json.RawMessage `json:"key,omitempty"`

	EndKey json.RawMessage `json:"end_key,omitempty"` // what the run depended on at its end, as for `key`
}

// A Rank is the table of one of several inputs.
type Rank struct {
	Rank   int32  `json:"rank"`   // number of the rank
	Source string `json:"source"` // name of the file

	// how the clock of this rank was aligned with the common clock; absent without
	// `--align end:RANGE` or `--align begin:RANGE`
	Clock *merge.Clock `json:"clock,omitempty"`

	Summary *trace.Summary `json:"summary"`          // this document for one rank, without `loss`, `ranks` and `balance`
	Solver  *Solver        `json:"solver,omitempty"` // calls of solver libraries on this rank; absent if there are none
}

// A Loss says what a trace lacks.
type Loss struct {
	Unclosed  bool  `json:"unclosed"`        // true if the program still runs, or was killed
	Events    int64 `json:"dropped_events"`  // number of counters, arguments and instants that the recorder had no room for
	Truncated int64 `json:"truncated_bytes"` // bytes at the end of the file that are not a whole chunk
	Chunks    int64 `json:"damaged_chunks"`  // number of damaged chunks
	Ranges    int64 `json:"damaged_ranges"`  // number of ranges in damaged chunks, as far as known
}

// Of returns the table of phases of t, which is called source, with the warnings of
// its reader and all others there are.
func Of(t *trace.Trace, source string, warnings []string) *Document {
	s, problems := trace.Examine(t, trace.SummaryOptions{Source: source})
	doc := OfSummary(t, s, problems, warnings)
	doc.Key, doc.EndKey = ReadableKey(t.Header.Key), ReadableKey(t.EndKey)
	return doc
}

// OfSummary is [Of] for the summary of t, which the document takes over, and the
// problems of t, without keys.
func OfSummary(t *trace.Trace, s *trace.Summary, problems []trace.Problem, warnings []string) *Document {
	s.Warnings = append(s.Warnings, warnings...)
	solver, damage := solverOf(t)
	s.Warnings = append(solver.Without(s.Warnings), damage...)
	for _, problem := range problems {
		if solver.outside(&problem) {
			continue
		}
		if _, xla := phases.ParseTSL(problem.Name); xla && problem.Sort == trace.ProblemPhase {
			continue // ranges of XLA lie in phases without being any
		}
		if problem.Sort != trace.ProblemUnclosed { // has been counted
			s.Warnings = append(s.Warnings, problem.String())
		}
	}
	l := t.Loss
	if l.Events > 0 {
		s.Warnings = append(s.Warnings, fmt.Sprintf("counters, arguments and instants dropped for lack of room: %d", l.Events))
	}
	return &Document{Summary: s, Solver: solver, Loss: Loss{l.Open, l.Events, l.Truncated, l.Chunks, l.Ranges}}
}

// AddRanks adds the ranks, and how they differ; nil is one rank.
func (d *Document) AddRanks(list []Rank) {
	if len(list) == 0 {
		return
	}
	var ranks []balance.Rank
	for _, r := range list {
		ranks = append(ranks, balance.Rank{Number: r.Rank, Summary: r.Summary})
		if r.Solver != nil {
			d.Solver = nil
		}
	}
	d.Ranks, d.Balance = list, balance.Of(ranks)
}

// ReadableKey returns a copy of the key of a trace, nil for a text that is no key:
// [runkey.DriftOf] says what is wrong with it.
func ReadableKey(text json.RawMessage) json.RawMessage {
	if _, err := runkey.Parse(text); err != nil {
		return nil
	}
	return slices.Clone(text)
}
