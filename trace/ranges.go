package trace

import "iter"

// A Range is a range that has ended.
type Range struct {
	Track, Name int32
	Depth       int   // ranges around it on its track
	Index       int64 // as in Event
	Start, End  int64 // ns from the start of the trace
	Self        int64 // ns in no range inside it; a range inside that never closed counts as self
}

// Ranges yields the closed ranges of t, on each track in the order of their ends, so
// that a range comes after all ranges inside it. With each range, Ranges yields the
// ranges that are still open: [Stacks.Inside] says whether the range lies in another
// range. The stacks change when the iteration goes on.
//
// A range whose track or name is not in the tables of t is left out; [Check]
// reports it. Ranges that never closed are left out, too. An error of Events ends
// the iteration; Err returns it.
//
// Cost: one pass over the events, O(1) each. Memory: one record per open range.
func (t *Trace) Ranges() iter.Seq2[Range, *Stacks] {
	return func(yield func(Range, *Stacks) bool) {
		var s Stacks
		for e := range t.Events() {
			if uint(e.Track) >= uint(len(t.Tracks)) {
				continue
			}
			if r, ok := s.Next(e); ok && uint(r.Name) < uint(len(t.Names)) && !yield(r, &s) {
				return
			}
		}
	}
}

// Stacks are the open ranges of every track, for what looks at events and at the
// ranges that they close in one pass; [Trace.Ranges] is for ranges alone. The zero
// value is ready.
type Stacks struct {
	open [][]unclosed // by track
}

// An unclosed is an open range.
type unclosed struct {
	Range
	inside int64 // ns in closed ranges one deeper
}

// Next takes the next event. It returns the range that the event closes; ok is
// false when it closes none. The track of an event must not be negative.
//
// Cost: O(1). Memory: one record per open range.
func (s *Stacks) Next(e Event) (r Range, ok bool) {
	for int(e.Track) >= len(s.open) {
		s.open = append(s.open, nil)
	}
	stack := s.open[e.Track]
	switch e.Kind {
	case Begin:
		s.open[e.Track] = append(stack, unclosed{Range: Range{
			Track: e.Track, Name: e.Name, Depth: len(stack), Index: e.Index, Start: e.Time,
		}})
	case End:
		last := len(stack) - 1
		if last < 0 {
			return Range{}, false
		}
		r = stack[last].Range
		r.End = e.Time
		r.Self = r.End - r.Start - stack[last].inside
		s.open[e.Track] = stack[:last]
		if last > 0 {
			stack[last-1].inside += r.End - r.Start
		}
		return r, true
	}
	return Range{}, false
}

// Inside says whether a range called name is open on the track.
func (s *Stacks) Inside(track, name int32) bool {
	if int(track) >= len(s.open) {
		return false
	}
	for _, f := range s.open[track] {
		if f.Name == name {
			return true
		}
	}
	return false
}
