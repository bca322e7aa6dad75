package walk

import "github.com/nrkit/nrkit/trace"

// A Range is a range that has ended.
type Range struct {
	Track, Name int32
	Depth       int   // ranges around it on its track
	Index       int64 // as in Event
	Start, End  int64 // ns from the start of the trace
	Self        int64 // ns in no range inside it; a range inside that never closed counts as self
}

// A Walker keeps the open ranges of every track. The zero value is ready.
type Walker struct {
	open [][]frame // by track
}

type frame struct {
	Range
	inside int64 // ns in closed ranges one deeper
}

// Next takes the next event. It returns the range that the event closes; ok is
// false when it closes none.
//
// Cost: O(1). Memory: one record per open range.
func (w *Walker) Next(e trace.Event) (r Range, ok bool) {
	for int(e.Track) >= len(w.open) {
		w.open = append(w.open, nil)
	}
	stack := w.open[e.Track]
	switch e.Kind {
	case trace.Begin:
		w.open[e.Track] = append(stack, frame{Range: Range{
			Track: e.Track, Name: e.Name, Depth: len(stack), Index: e.Index, Start: e.Time,
		}})
	case trace.End:
		last := len(stack) - 1
		if last < 0 {
			return Range{}, false
		}
		r = stack[last].Range
		r.End = e.Time
		r.Self = r.End - r.Start - stack[last].inside
		w.open[e.Track] = stack[:last]
		if last > 0 {
			stack[last-1].inside += r.End - r.Start
		}
		return r, true
	}
	return Range{}, false
}

// Inside says whether a range called name is open on the track.
func (w *Walker) Inside(track, name int32) bool {
	if int(track) >= len(w.open) {
		return false
	}
	for _, f := range w.open[track] {
		if f.Name == name {
			return true
		}
	}
	return false
}
