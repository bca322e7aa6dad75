package phasetable

import (
	"iter"
	"slices"

	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/trace"
)

// RankOf returns the table of t, the input with this rank number, read from the file
// source. Clock says how the clock of t was aligned with the common clock; it is nil if
// no ranges were used for that.
func RankOf(t *trace.Trace, number int32, source string, clock *merge.Clock) Rank {
	r := Rank{Rank: number, Source: source, Clock: clock, Summary: trace.Summarize(t, trace.SummaryOptions{Source: source})}
	var warnings []string
	r.Solver, warnings = solverOf(t)
	r.Summary.Warnings = append(r.Summary.Warnings, warnings...)
	return r
}

// Inside returns the ranks of a file that several were merged into; nil
// where it has one, or where only some time steps were timed: how many each rank
// took is not in such a file.
func Inside(t *trace.Trace, source string) []Rank {
	var ranks []int32
	for _, tr := range t.Tracks {
		if !slices.Contains(ranks, tr.Rank) {
			ranks = append(ranks, tr.Rank)
		}
	}
	if len(ranks) < 2 || t.Header.Sample > 1 {
		return nil
	}
	slices.Sort(ranks)
	var list []Rank
	for _, rank := range ranks {
		part := onlyRank(t, rank)
		s := trace.Summarize(part, trace.SummaryOptions{Source: source})
		if part.Err() != nil {
			t.Fault = part.Err
		}
		for _, p := range t.Processes {
			if p.Rank == rank && s.Program == t.Header.Program {
				s.Program = p.Name // not that of the header
			}
		}
		r := Rank{Rank: rank, Source: source, Summary: s}
		r.Solver, _ = solverOf(part) // its warnings are in the document of all ranks
		list = append(list, r)
	}
	return list
}

// onlyRank returns the events and blobs of a rank, without counts and losses, which are of
// all.
func onlyRank(t *trace.Trace, rank int32) *trace.Trace {
	part := *t
	part.Counts, part.Loss, part.EndKey = trace.Counts{}, trace.Loss{}, nil
	part.Events = func() iter.Seq[trace.Event] {
		return func(yield func(trace.Event) bool) {
			for e := range t.Events() {
				if uint(e.Track) < uint(len(t.Tracks)) && t.Tracks[e.Track].Rank == rank && !yield(e) {
					return
				}
			}
		}
	}
	if t.Blobs != nil {
		part.Blobs = func() iter.Seq[trace.Blob] {
			return func(yield func(trace.Blob) bool) {
				for x := range t.Blobs() {
					if (uint(x.Track) >= uint(len(t.Tracks)) || t.Tracks[x.Track].Rank == rank) && !yield(x) {
						return
					}
				}
			}
		}
	}
	return &part
}
