package perfetto

import "github.com/nrkit/nrkit/trace"

// A sequence is what was written of one track.
type sequence struct {
	id   uint64
	uuid uint64
	time int64 // of the packet before
	seen int64 // of the event before

	waiting bool // a range has begun and is not written: what comes next may belong to its begin
	begin   trace.Event
	notes   []argument // of that range
	flows   flows      // of that range

	open []frame
	args []argument // that wait for the ends of open ranges, in order
	late []lateFlow

	missing []int64 // after which times something is missing, in order

	categories, names, keys []bool // that are interned
	counters                []bool // by name: whose track is described
}

// A frame is an open range.
type frame struct {
	name  int32
	args  int   // where its arguments begin in sequence.args; those of inner ranges are gone before it gets another
	whole bool  // all its arguments were written with its begin
	steps steps // that lie in it
}

// An argument of a range.
type argument struct {
	name  int32
	value float64
}

// set adds an argument to those from index from on. The last of one name is valid.
func set(list []argument, from int, a argument) []argument {
	for i := from; i < len(list); i++ {
		if list[i].name == a.name {
			list[i] = a
			return list
		}
	}
	return append(list, a)
}

// Flows are the flows of an event.
type flows struct{ out, in []uint64 }

func (f *flows) add(kind trace.Kind, id uint64) {
	if kind == trace.FlowOut {
		f.out = append(f.out, id)
	} else {
		f.in = append(f.in, id)
	}
}

func (f *flows) reset() { f.out, f.in = f.out[:0], f.in[:0] }

// A lateFlow is one that a range got when its begin was written: it waits for the
// end of that range.
type lateFlow struct {
	depth int
	kind  trace.Kind
	id    uint64
}

// forget makes the sequence one of which no text was written.
func (s *sequence) forget() {
	clear(s.categories)
	clear(s.names)
	clear(s.keys)
}

// intern returns the number of an entry of a table, counted from 1, and adds the
// entry to a packet that is to come if none before had it.
func intern(list []entry, known []bool, i int32, text string) ([]entry, uint64) {
	id := uint64(i) + 1
	if known[i] {
		return list, id
	}
	known[i] = true
	return append(list, entry{id, text}), id
}
