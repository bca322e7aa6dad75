package parquet

import (
	"github.com/nrkit/nrkit/internal/steps"
	"github.com/nrkit/nrkit/trace"
)

// none is the id of no range.
const none = -1

// A context is what lies around something on its thread.
type context struct {
	parent          int64 // the innermost range of the program; none without one
	name            int32 // of that
	start           int64
	step, iteration *unit // nil for none
}

// A unit is a time step or an iteration.
type unit struct {
	id, number         int64
	factors, refactors int64
	waits, waitNS      int64
	inside             int64 // iterations that began in it
	place              int64 // number of an iteration within its step
}

// A frame is an open range.
type frame struct {
	id, start, index int64
	name             int32
	program          bool // it is no call and no work
	wait             bool // it is a call that waits, in no other such call
	nested           bool // it lies in a range of its name
	inner            int64
	cpu              int64 // CPU time of the thread; -1 when unknown
	solutions        int64 // iterations in it that lie in no step
	row              *steps.Row
	unit             *unit
	around, within   context // what is around it, and around what it contains
}

// A track is the state of a track.
type track struct {
	open  []frame
	waits int // open frames that wait
}

// A call is what launched work on a device.
type call struct {
	some            bool
	id              int64 // of the call; none if a range of the program launched it
	name, phase     int32
	start           int64
	parent          int64
	stepID, step    int64
	iterID, iterate int64
}

// walk fills all tables except captures, keys and work on devices.
func (x *exporter) walk() {
	for e := range x.t.Events() {
		if uint(e.Track) >= uint(len(x.tracks)) {
			continue
		}
		x.last = max(x.last, e.Time)
		x.event(&x.tracks[e.Track], e)
		if x.out.ranges.Failed() {
			return
		}
	}
	for i := range x.tracks {
		for k := &x.tracks[i]; len(k.open) > 0; {
			f := &k.open[len(k.open)-1]
			e := trace.Event{Kind: trace.End, Track: int32(i), Time: max(x.last, f.start), Name: f.name}
			x.end(k, e, true)
		}
	}
}

func (x *exporter) event(k *track, e trace.Event) {
	switch e.Kind {
	case trace.Begin:
		if uint(e.Name) < uint(len(x.names)) {
			x.beginRange(k, e)
		}
	case trace.End:
		if len(k.open) > 0 {
			x.end(k, e, false)
		}
	case trace.Counter:
		if uint(e.Name) < uint(len(x.names)) {
			x.walker.Next(e)
			x.counter(k, e)
		}
	case trace.Arg:
		if uint(e.Name) < uint(len(x.names)) {
			x.walker.Next(e)
			if top := len(k.open) - 1; top >= 0 && x.roles[e.Name] == cpuTime {
				k.open[top].cpu = int64(e.Value)
			}
		}
	case trace.FlowOut:
		x.launch(k, e)
	}
}

// beginRange opens a range.
func (x *exporter) beginRange(k *track, e trace.Event) {
	sort := x.t.Sort(e.Name)
	f := frame{id: x.begun, start: e.Time, index: e.Index, name: e.Name, program: sort == "", cpu: -1, around: x.contextOf(k, e)}
	x.begun++
	f.within = f.around
	f.row = x.walker.Next(e)
	switch {
	case f.program:
		f.nested = k.has(e.Name)
		f.within.parent, f.within.name, f.within.start = f.id, f.name, f.start
		x.role(k, &f)
	case sort == trace.SortSync && k.waits == 0:
		f.wait = true
		k.waits++
	}
	k.open = append(k.open, f)
}

// has says whether a range of that name is open.
func (k *track) has(name int32) bool {
	for i := range k.open {
		if k.open[i].name == name {
			return true
		}
	}
	return false
}

// role does what a step, an iteration or a factorisation means for what is around it.
func (x *exporter) role(k *track, f *frame) {
	switch step := f.around.step; {
	case f.row != nil && f.row.IsStep:
		f.unit = &unit{id: f.id, number: f.row.Step}
		f.within.step = f.unit
	case f.row != nil:
		f.unit = &unit{id: f.id, number: f.row.Iteration}
		f.within.iteration = f.unit
		if step != nil {
			step.inside++
			f.unit.place = step.inside
		} else if top := k.program(); top != nil {
			top.solutions++
			f.unit.place = top.solutions
		}
	case step != nil && x.roles[f.name] == factor:
		step.factors++
	case step != nil && x.roles[f.name] == refactor:
		step.refactors++
	}
}

// program returns the innermost open range of the program.
func (k *track) program() *frame {
	for i := len(k.open) - 1; i >= 0; i-- {
		if k.open[i].program {
			return &k.open[i]
		}
	}
	return nil
}

// contextOf returns what lies around something that begins now: on its track, else on
// another lane of its thread if it is a call.
func (x *exporter) contextOf(k *track, e trace.Event) context {
	if top := len(k.open) - 1; top >= 0 && (k.open[top].within.parent != none || k.open[top].program) {
		return k.open[top].within
	}
	best := context{parent: none, name: -1}
	if x.t.Sort(e.Name) == "" {
		return best
	}
	for _, lane := range x.places[e.Track].lanes {
		if f := x.tracks[lane].program(); f != nil && f.start <= e.Time && (best.parent == none || f.start >= best.start) {
			best = f.within
		}
	}
	return best
}

// end closes the innermost range of a track.
func (x *exporter) end(k *track, e trace.Event, open bool) {
	top := len(k.open) - 1
	f := &k.open[top]
	row := x.walker.Next(e)
	ns := max(e.Time-f.start, 0)
	sort := x.t.Sort(f.name)
	if !trace.OnDevice(sort) {
		x.rangeEnds(e.Track, f, top, ns, open)
	}
	switch {
	case f.row == nil || row == nil:
	case row.IsStep:
		x.stepEnds(e.Track, f, ns, open)
	default:
		x.iterationEnds(e.Track, f, ns, open)
	}
	if f.wait {
		k.waits--
		x.waitEnds(e.Track, f, ns)
	}
	for i := top - 1; i >= 0; i-- { // of calls the call around, of ranges the range around
		if k.open[i].program == f.program {
			k.open[i].inner += ns
			break
		}
		if !f.program {
			break
		}
	}
	k.open = k.open[:top]
}

// launch notes what launched the work to which a flow leads.
func (x *exporter) launch(k *track, e trace.Event) {
	top := len(k.open) - 1
	if x.calls == nil || uint64(e.Index) >= uint64(x.calls.Len()) || top < 0 {
		return
	}
	f := &k.open[top]
	c := call{some: true, id: none, name: -1, phase: f.within.name, start: f.start, parent: f.within.parent, stepID: none, iterID: none}
	if !f.program {
		c.id, c.name = f.id, f.name
	}
	if s := f.within.step; s != nil {
		c.stepID, c.step = s.id, s.number
	}
	if i := f.within.iteration; i != nil {
		c.iterID, c.iterate = i.id, i.number
	}
	*x.calls.Edit(e.Index) = c
}
