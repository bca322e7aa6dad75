package compare

import (
	"cmp"
	"slices"
)

// compareCounts compares the counts that both sides know, those that differ
// first.
func compareCounts(old, new []*Run) []CountRow {
	seen := map[Count]bool{}
	out := []CountRow{}
	for _, r := range slices.Concat(old, new) {
		for c := range r.Counts {
			if seen[c] {
				continue
			}
			seen[c] = true
			a, ok := spread(old, c)
			b, too := spread(new, c)
			if ok && too {
				out = append(out, CountRow{c.Kind, c.Name, a, b, countVerdict(a, b)})
			}
		}
	}
	rank := func(r CountRow) int { return slices.Index([]string{CountsDiffer, CountsVary, CountsEqual}, r.Verdict) }
	slices.SortFunc(out, func(a, b CountRow) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// spread returns what the runs of a side have of a count, and whether they know
// it: a run without calls of what other runs of the side call has 0 of them. What
// no run of a side has is told by Result.OnlyOld and OnlyNew.
func spread(runs []*Run, c Count) (CountSpread, bool) {
	var s CountSpread
	known := false
	for i, r := range runs {
		n, ok := r.Counts[c]
		if !ok && (c.Kind == "count" || !countsKind(r, c.Kind)) {
			return s, false
		}
		known = known || ok || c.Kind == "histogram"
		if i == 0 {
			s = CountSpread{n, n}
		}
		s.Min, s.Max = min(s.Min, n), max(s.Max, n)
	}
	return s, known
}

func countsKind(r *Run, kind string) bool {
	for c := range r.Counts {
		if c.Kind == kind {
			return true
		}
	}
	return false
}

func countVerdict(a, b CountSpread) string {
	switch {
	case a == b && a.Min == a.Max:
		return CountsEqual
	case a.Max < b.Min || b.Max < a.Min:
		return CountsDiffer
	}
	return CountsVary
}
