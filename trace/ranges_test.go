package trace_test

import (
	"iter"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
)

func TestSelfTimesSumToTheRoot(t *testing.T) {
	var self, root int64
	ranges := 0
	for r := range walktest.NR(40, true).Ranges() {
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
		events := slices.Collect(tr.Events())
		var got []trace.Range
		for r := range tr.Ranges() {
			got = append(got, r)
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
func search(events []trace.Event, end int) trace.Range {
	e := events[end]
	r := trace.Range{Track: e.Track, Name: e.Name, End: e.Time}
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

// What the tables of a trace do not have is left out, with the ranges inside it
// where it was; so is what never closed. The stacks say what a range lies in.
func TestRangesOfDamage(t *testing.T) {
	begin := func(track, name int32, time int64) trace.Event {
		return trace.Event{Kind: trace.Begin, Track: track, Name: name, Time: time, Index: trace.NoIndex}
	}
	end := func(track int32, time int64) trace.Event {
		return trace.Event{Kind: trace.End, Track: track, Name: -1, Time: time}
	}
	tr := trace.FromEvents(trace.Header{}, []string{"step", "solve"}, []trace.Track{{}}, []trace.Event{
		end(0, 1), begin(0, 0, 2), begin(-1, 0, 3), begin(7, 1, 3), end(7, 4), end(-1, 4),
		begin(0, 2, 5), begin(0, 1, 6), end(0, 8), end(0, 9), begin(0, -1, 9), end(0, 10), end(0, 12), begin(0, 1, 13),
	})
	type seen struct {
		trace.Range
		inStep bool
	}
	var got []seen
	for r, open := range tr.Ranges() {
		got = append(got, seen{r, open.Inside(r.Track, 0)})
	}
	want := []seen{
		{trace.Range{Name: 1, Depth: 2, Index: trace.NoIndex, Start: 6, End: 8, Self: 2}, true},
		{trace.Range{Name: 0, Depth: 0, Index: trace.NoIndex, Start: 2, End: 12, Self: 10 - 4 - 1}, false},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	for range tr.Ranges() {
		break // an iteration may end early, and begin again
	}
	if n := len(slices.Collect(rangesOf(tr))); n != len(want) {
		t.Errorf("got %d ranges after an iteration that ended early, want %d", n, len(want))
	}
}

// rangesOf yields the ranges without what is open.
func rangesOf(tr *trace.Trace) iter.Seq[trace.Range] {
	return func(yield func(trace.Range) bool) {
		for r := range tr.Ranges() {
			if !yield(r) {
				return
			}
		}
	}
}

// BenchmarkRanges reads the ranges through the iterator, and in the loop over
// events that it stands for.
func BenchmarkRanges(b *testing.B) {
	tr := walktest.NR(20_000, true)
	var sum int64
	b.Run("iterator", func(b *testing.B) {
		n := 0
		for range b.N {
			n = 0
			for r := range tr.Ranges() {
				sum += r.Self
				n++
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/range")
	})
	b.Run("events", func(b *testing.B) {
		n := 0
		for range b.N {
			n = 0
			var open trace.Stacks
			for e := range tr.Events() {
				if r, ok := open.Next(e); ok {
					sum += r.Self
					n++
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/range")
	})
}
