package lanes_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/lanes"
)

// obviousNest is lanes.Nest with all items at hand: of two that cross the one of
// lower rank gives way, of equals the later one.
func obviousNest(s []lanes.Item) (kept, rest []lanes.Item) {
	gone := make([]bool, len(s))
	var stack []int
	for i, x := range s {
		if x.Rank == lanes.RankMark {
			continue
		}
		for k := len(stack) - 1; k >= 0 && s[stack[k]].End <= x.Start; k-- {
			stack = stack[:k]
		}
		for k := len(stack) - 1; k >= 0 && s[stack[k]].End < x.End; k-- {
			gone[i] = gone[i] || s[stack[k]].Rank >= x.Rank
		}
		if gone[i] {
			continue
		}
		for k := len(stack) - 1; k >= 0 && s[stack[k]].End < x.End; k-- {
			gone[stack[k]] = true
			stack = stack[:k]
		}
		stack = append(stack, i)
	}
	for i, x := range s {
		if gone[i] {
			rest = append(rest, x)
		} else {
			kept = append(kept, x)
		}
	}
	return kept, rest
}

// Items that come one after the other nest as all at once do.
func TestNesting(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	gave := 0
	for range 2000 {
		var items []lanes.Item
		for i := range rng.IntN(40) {
			start := rng.Int64N(30)
			x := lanes.Item{Start: start, End: start + rng.Int64N(20), Name: int32(i), Rank: uint8(rng.IntN(5))}
			if rng.IntN(9) == 0 {
				x.End = lanes.Open
			}
			if x.Rank == lanes.RankMark {
				x.End = x.Start
			}
			items = append(items, x)
		}
		lanes.Arrange(items)
		wantKept, wantRest := obviousNest(items)
		kept, rest := lanes.Nest(slices.Clone(items))
		if !slices.Equal(kept, wantKept) || !slices.Equal(rest, wantRest) {
			t.Fatalf("%+v: got %+v and %+v, want %+v and %+v", items, kept, rest, wantKept, wantRest)
		}
		gave += len(rest)
	}
	if gave < 1000 {
		t.Errorf("%d items gave way, too few to tell", gave)
	}
}
