package align

import "github.com/nrkit/nrkit/trace"

// A moment is what an event of an aligned thread is to its slots.
type moment uint8

const (
	nothing moment = iota
	opens          // a solution begins
	closes         // a solution ends
	begins         // an iteration begins
	ends           // an iteration ends
)

// isBegin says whether a slot begins with the event; otherwise a slot begins after it.
func (m moment) isBegin() bool { return m == opens || m == begins }

// Roles of names.
const (
	roleOther uint8 = iota
	roleSolution
	roleIteration
)

// roles returns what the ranges of each name are.
func roles(t *trace.Trace, u Unit) []uint8 {
	list := make([]uint8, len(t.Names))
	for i, name := range t.Names {
		if t.Sort(int32(i)) != "" {
			continue
		}
		switch name {
		case trace.PhaseTimestep, trace.PhaseOperatingPoint, trace.PhaseGminStep, trace.PhaseSourceStep:
			list[i] = roleSolution
		case trace.PhaseIteration:
			if u == Iteration {
				list[i] = roleIteration
			}
		}
	}
	return list
}

// A walker finds the moments of a track.
type walker struct {
	roles []uint8
	open  []moment // by open range: what its end is
	inner int      // iterations that are open: an iteration in another one makes no slot
}

// next returns what the next event of the track is.
func (w *walker) next(e trace.Event) moment {
	switch e.Kind {
	case trace.Begin:
		what, end := nothing, nothing
		if uint(e.Name) < uint(len(w.roles)) && w.inner == 0 {
			switch w.roles[e.Name] {
			case roleSolution:
				what, end = opens, closes
			case roleIteration:
				what, end = begins, ends
				w.inner++
			}
		}
		w.open = append(w.open, end)
		return what
	case trace.End:
		k := len(w.open) - 1
		if k < 0 {
			return nothing
		}
		what := w.open[k]
		w.open = w.open[:k]
		if what == ends {
			w.inner--
		}
		return what
	}
	return nothing
}
