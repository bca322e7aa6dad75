package lanes_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/lanes"
	"github.com/nrkit/nrkit/trace"
)

// Random items, put on tracks, are all there, once each, on tracks on which they
// nest; of two that cross, the one of lower rank gives way.
func TestLay(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		var items []lanes.Item
		for i := range rng.IntN(60) {
			start := rng.Int64N(40)
			x := lanes.Item{Start: start, End: start + rng.Int64N(20), Name: int32(i), Arg: lanes.NoNumber, Rank: uint8(rng.IntN(5))}
			if rng.IntN(9) == 0 {
				x.End = lanes.Open
			}
			if x.Rank == lanes.RankMark {
				x.End = x.Start
			}
			items = append(items, x)
		}
		all := slices.Clone(items)
		lanes.Arrange(items)
		kept, rest := lanes.Nest(items)
		for _, x := range rest {
			if !slices.ContainsFunc(kept, func(y lanes.Item) bool { return crosses(x, y) && y.Rank >= x.Rank }) &&
				!slices.ContainsFunc(rest, func(y lanes.Item) bool { return crosses(x, y) && y.Rank >= x.Rank }) {
				t.Errorf("%+v gave way to nothing", x)
			}
		}
		list, lost := lanes.Lanes(rest, true)
		if lost > 0 {
			t.Errorf("%d are lost", lost)
		}
		check(t, all, append([][]lanes.Item{kept}, list...))
	}
}

func crosses(x, y lanes.Item) bool {
	return x.Start < y.Start && y.Start < x.End && x.End < y.End || y.Start < x.Start && x.Start < y.End && y.End < x.End
}

// check emits the tracks and finds all items.
func check(t *testing.T, all []lanes.Item, tracks [][]lanes.Item) {
	t.Helper()
	tr := &trace.Trace{Names: make([]string, len(all))}
	for i := range tracks {
		tr.Tracks = append(tr.Tracks, trace.Track{Lane: int32(i)})
	}
	var events []trace.Event
	lanes.Emit(tracks, 0, func(e trace.Event) bool {
		events = append(events, e)
		return true
	})
	tr.Events = trace.FromEvents(tr.Header, tr.Names, tr.Tracks, events).Events
	for _, p := range trace.Check(tr) {
		if p.Sort != trace.ProblemUnclosed {
			t.Error(p)
		}
	}
	if !slices.IsSortedFunc(events, func(a, b trace.Event) int { return int(a.Time - b.Time) }) {
		t.Error("events are not in order of time")
	}
	begins, ends := make([]int64, len(all)), make([]int64, len(all))
	for i := range ends {
		begins[i], ends[i] = -1, lanes.Open
	}
	for _, e := range events {
		if e.Kind == trace.End {
			ends[e.Name] = e.Time
		} else if begins[e.Name] >= 0 {
			t.Errorf("%d comes twice", e.Name)
		} else if begins[e.Name] = e.Time; e.Kind == trace.Instant {
			ends[e.Name] = e.Time
		}
	}
	for _, x := range all {
		if begins[x.Name] != x.Start || ends[x.Name] != x.End {
			t.Errorf("got %d to %d for %+v", begins[x.Name], ends[x.Name], x)
		}
	}
}

// What overlaps on a lane that may not nest goes to the next, up to a limit.
func TestLanes(t *testing.T) {
	items := make([]lanes.Item, lanes.MaxLanes+3)
	for i := range items {
		items[i] = lanes.Item{Start: 0, End: 10}
	}
	list, lost := lanes.Lanes(items, false)
	if len(list) != lanes.MaxLanes || lost != 3 {
		t.Errorf("got %d lanes, %d lost", len(list), lost)
	}
	if list, _ = lanes.Lanes(items, true); len(list) != 1 {
		t.Errorf("got %d lanes", len(list))
	}
}
