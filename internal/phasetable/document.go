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
	Loss    Loss            `json:"loss"`
	Rows    *steps.Table    `json:"rows,omitempty"` // steps and iterations one by one, where they are asked for
	Ranks   []Rank          `json:"ranks,omitempty"`
	Balance *balance.Result `json:"balance,omitempty"` // of the ranks
	Key     json.RawMessage `json:"key,omitempty"`     // key/v1 at the start, of one input
	EndKey  json.RawMessage `json:"end_key,omitempty"` // and at the end
}

// A Rank is the table of one of several inputs.
type Rank struct {
	Rank    int32          `json:"rank"`
	Source  string         `json:"source"`
	Clock   *merge.Clock   `json:"clock,omitempty"` // where common ranges made the clocks one
	Summary *trace.Summary `json:"summary"`
}

// A Loss says what a trace lacks.
type Loss struct {
	Unclosed  bool  `json:"unclosed"`
	Events    int64 `json:"dropped_events"`
	Truncated int64 `json:"truncated_bytes"`
	Chunks    int64 `json:"damaged_chunks"`
	Ranges    int64 `json:"damaged_ranges"`
}

// Of returns the table of phases of t, which is called source, with the warnings of
// its reader and all others there are.
func Of(t *trace.Trace, source string, warnings []string) *Document {
	s := trace.Summarize(t, trace.SummaryOptions{Source: source})
	s.Warnings = append(s.Warnings, warnings...)
	for _, problem := range trace.Check(t) {
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
	doc := &Document{Summary: s, Loss: Loss{l.Open, l.Events, l.Truncated, l.Chunks, l.Ranges}}
	doc.Key, doc.EndKey = readable(t.Header.Key), readable(t.EndKey)
	return doc
}

// AddRanks adds the ranks, and how they differ; nil is one rank.
func (d *Document) AddRanks(list []Rank) {
	if len(list) == 0 {
		return
	}
	var ranks []balance.Rank
	for _, r := range list {
		ranks = append(ranks, balance.Rank{Number: r.Rank, Summary: r.Summary})
	}
	d.Ranks, d.Balance = list, balance.Of(ranks)
}

// readable returns a copy of the key of a trace, nil for a text that is no key:
// [runkey.DriftOf] says what is wrong with it.
func readable(text json.RawMessage) json.RawMessage {
	if _, err := runkey.Parse(text); err != nil {
		return nil
	}
	return slices.Clone(text)
}
