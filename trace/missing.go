package trace

import "slices"

// A Missing is a place of a track where something is missing.
type Missing struct {
	Track  int32
	Time   int64 // ns: of the last event before the place
	Ranges int64
	Events int64 // counters, arguments and instants
}

// missing returns where something of a track is missing, whose chunks are in
// sequence.
//
// Ranges of chunks that are missing lie before the next chunk that is there. What
// the recorder had no room for is counted by the chunk that was written next: the
// thread could then not leave the chunk it was in, so that it lies before the last
// chunk that starts with an event from before that time. What was dropped at the
// end of the track is told at the start of its last chunk.
func (f *file) missing(list []eventChunk) []Missing {
	at := make([]Missing, len(list))
	var last eventChunk // none
	for i, c := range list {
		at[i].Track, at[i].Time = c.track, f.line[f.line.find(c.base)].at(c.base)
		at[i].Ranges += int64(c.before) - int64(last.before) - last.head.ranges
		if i > 0 && c.seq != last.seq+1 || i == 0 && c.seq > 0 {
			at[i].Events++ // of the missing chunks, at least
		}
		k := i
		for k+1 < len(list) && list[k+1].base <= c.written {
			k++
		}
		at[k].Ranges += int64(c.dropped) - int64(last.dropped)
		at[k].Events += int64(c.events) - int64(last.events)
		last = c
	}
	return slices.DeleteFunc(at, func(m Missing) bool { return m.Ranges <= 0 && m.Events <= 0 })
}
