package phasetable

import (
	"iter"
	"path/filepath"
	"slices"

	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/trace/input"
)

// OfSet returns the document of traces that were read, with their ranks and with
// what changed in the key of each trace while it was recorded.
func OfSet(set *input.Set) *Document {
	doc := Of(set.Trace, filepath.Base(set.Name), set.Warnings)
	doc.AddRanks(Ranks(set))
	doc.Warnings = append(doc.Warnings, drift(set)...)
	return doc
}

// Ranks returns the tables of the ranks of a set: one for each of several files, or
// for each rank that one file was merged of; nil for one rank.
func Ranks(set *input.Set) []Rank { return slices.Collect(EachRank(set)) }

// EachRank yields the ranks that [Ranks] returns. A caller that keeps less of them than
// their tables needs less memory.
func EachRank(set *input.Set) iter.Seq[Rank] {
	if len(set.Files) < 2 {
		return slices.Values(Inside(set.Trace, filepath.Base(set.Name)))
	}
	return func(yield func(Rank) bool) {
		for k, f := range set.Files {
			var clock *merge.Clock
			if set.Clocks != nil {
				clock = &set.Clocks[k]
			}
			if !yield(RankOf(f.Trace, set.Ranks[k], filepath.Base(f.Name), clock)) {
				return
			}
		}
	}
}

// drift returns what changed in the key of each file while it was recorded.
func drift(set *input.Set) []string {
	var out []string
	for _, f := range set.Files {
		for _, w := range runkey.DriftOf(f.Header.Key, f.EndKey) {
			if len(set.Files) > 1 {
				w = filepath.Base(f.Name) + ": " + w
			}
			out = append(out, w)
		}
	}
	return out
}
