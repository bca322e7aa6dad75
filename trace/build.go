package trace

import "iter"

// FromEvents makes a trace of events in memory, for importers and tests. The
// slices are not copied.
func FromEvents(h Header, names []string, tracks []Track, events []Event) *Trace {
	return &Trace{
		Header: h, Names: names, Tracks: tracks,
		Events: func() iter.Seq[Event] {
			return func(yield func(Event) bool) {
				for _, e := range events {
					if !yield(e) {
						return
					}
				}
			}
		},
	}
}
