package walk_test

import (
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/walk"
)

func TestSelfTimesSumToTheRoot(t *testing.T) {
	var w walk.Walker
	var self, root int64
	ranges := 0
	for e := range walktest.NR(40, true).Events() {
		r, ok := w.Next(e)
		if !ok {
			continue
		}
		ranges++
		self += r.Self
		if r.Depth == 0 {
			root += r.End - r.Start
		}
	}
	if ranges != 1+40*(1+3*5) {
		t.Errorf("got %d ranges, want %d", ranges, 1+40*(1+3*5))
	}
	if self != root || root == 0 {
		t.Errorf("self times sum to %d ns, want the %d ns of the root", self, root)
	}
}

// Every range of random traces is compared with a search for its two ends.
func TestRangesOfRandomTraces(t *testing.T) {
	for seed := range uint64(60) {
		tr := walktest.Random(seed, 300)
		var events []trace.Event
		var got []walk.Range
		var w walk.Walker
		for e := range tr.Events() {
			events = append(events, e)
			if r, ok := w.Next(e); ok {
				got = append(got, r)
			}
		}
		for i, e := range events {
			if e.Kind != trace.End {
				continue
			}
			want := search(events, i)
			if got[0] != want {
				t.Fatalf("seed %d event %d: got %+v, want %+v", seed, i, got[0], want)
			}
			got = got[1:]
		}
	}
}

// search finds the range that event end closes by walking back from it.
func search(events []trace.Event, end int) walk.Range {
	e := events[end]
	r := walk.Range{Track: e.Track, Name: e.Name, End: e.Time}
	inside, level, closes := int64(0), 1, int64(0)
	i := end - 1
	for ; ; i-- {
		b := events[i]
		if b.Track != e.Track {
			continue
		}
		if b.Kind == trace.End {
			if level == 1 {
				closes = b.Time
			}
			level++
		}
		if b.Kind == trace.Begin {
			if level--; level == 1 {
				inside += closes - b.Time
			}
			if level == 0 {
				r.Start, r.Index = b.Time, b.Index
				break
			}
		}
	}
	for _, b := range events[:i] {
		if b.Track == e.Track && b.Kind == trace.Begin {
			r.Depth++
		}
		if b.Track == e.Track && b.Kind == trace.End {
			r.Depth--
		}
	}
	r.Self = r.End - r.Start - inside
	return r
}
