package project

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestAroundIsTheObviousOne: a range is kept if it is around a wanted call of its
// thread, in whatever order it is asked for.
func TestAroundIsTheObviousOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randomCapture(t)
		wanted := c.Launches()
		keep := c.around(wanted)
		watch := make([]func(start, end int64) bool, len(c.Threads))
		for k := range watch {
			watch[k] = keep(c.Threads[k])
		}
		for i := range c.Len() {
			want := false
			for k := range c.Calls {
				want = want || wanted[k] && around(c, i, k)
			}
			if got := watch[c.Thread(i)](c.Start[i], c.End[i]); got != want {
				t.Fatalf("range %d: got %v, want %v", i, got, want)
			}
		}
	})
}

// TestRangesAroundCallsAreEnough: without the ranges in which no call started an
// operation, the projection of the others is the same.
func TestRangesAroundCallsAreEnough(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randomCapture(t)
		all := c.Project()
		few := *c
		ranges := *c.Ranges
		few.Ranges = &ranges
		ranges.Start, ranges.End, ranges.Kind, ranges.Row = nil, nil, nil, nil
		keep := c.around(c.Launches())
		var old []int32 // of each range that is left
		for i := range c.Len() {
			if keep(c.Threads[c.Thread(i)])(c.Start[i], c.End[i]) {
				old = append(old, int32(i))
				ranges.Start, ranges.End = append(ranges.Start, c.Start[i]), append(ranges.End, c.End[i])
				ranges.Kind, ranges.Row = append(ranges.Kind, c.Kind[i]), append(ranges.Row, c.Row[i])
			}
		}
		p := few.Project()
		for k, i := range old {
			parent := int32(-1)
			if p.Parent[k] >= 0 {
				parent = old[p.Parent[k]]
			}
			if p.Launches[k] != all.Launches[i] || p.OpStart[k] != all.OpStart[i] || p.OpEnd[k] != all.OpEnd[i] || parent != all.Parent[i] || p.Level[k] != all.Level[i] || p.Children[k] != all.Children[i] {
				t.Fatalf("range %d differs", i)
			}
		}
		for i, n := range all.Launches {
			if n > 0 && !slices.Contains(old, int32(i)) {
				t.Fatalf("range %d is missing", i)
			}
		}
		if !slices.Equal(p.Outside, all.Outside) {
			t.Fatalf("outside: got %v, want %v", p.Outside, all.Outside)
		}
	})
}

// nestedCapture makes the ranges of a random capture nest: each thread has ranges that
// are cut to those around them.
func nestedCapture(t *rapid.T) *Capture {
	c := randomCapture(t)
	for i := range c.Len() {
		if c.End[i] < c.Start[i] {
			c.Start[i], c.End[i] = c.End[i], c.Start[i]
		}
		for again := true; again; {
			again = false
			for k := range i {
				if c.Thread(k) != c.Thread(i) || c.End[k] <= c.Start[i] || c.End[i] <= c.Start[k] {
					continue
				}
				if c.Start[i] < c.Start[k] && c.End[i] < c.End[k] {
					c.End[i], again = c.Start[k], true
				} else if c.Start[k] < c.Start[i] && c.End[k] < c.End[i] {
					c.End[i], again = c.End[k], true
				}
			}
		}
	}
	return c
}

// TestNestedIsTheObviousOne compares projections of ranges that nest; nearly all lanes
// take the one pass.
func TestNestedIsTheObviousOne(t *testing.T) {
	nested, lanes := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		c := nestedCapture(t)
		for _, l := range c.lanes(c.All, func(int) bool { return true }) {
			lanes++
			if newTree(c.Len()).nested(c, l, make([]int32, len(c.Calls))) {
				nested++
			}
		}
		sameProjection(t, c.Project(), obvious(c))
	})
	if nested < lanes/4 || nested == lanes {
		t.Errorf("%d of %d lanes nest", nested, lanes)
	}
}
