package compare

import (
	"math"

	"github.com/nrkit/nrkit/trace"
)

// Sizes of a course: phases beyond mostPhases are left out.
const (
	mostCells  = 1024
	mostPhases = 64
)

// A course is how the phases went over a run, from time step to time step. A cell stands
// for width neighbouring numbers of steps. The width is a power of two and doubles when
// there are too many cells, so the cells of two runs have borders in common.
type course struct {
	width       int64
	first, last int64 // numbers of steps
	phases      map[string][]cell
}

// A cell has what the steps of a cell spent in a phase, outside of the phases in it.
type cell struct {
	log   float64 // sum over the steps: logarithm of the mean time of a call, in ns
	steps float64
	self  float64 // ns
}

func (c *cell) add(o cell) {
	c.log += o.log
	c.steps += o.steps
	c.self += o.self
}

// add adds the calls of a phase in a step.
func (c *course) add(phase string, step, self, calls int64) {
	for step/c.width >= mostCells {
		for name, list := range c.phases {
			c.phases[name] = halved(list)
		}
		c.width *= 2
	}
	list, known := c.phases[phase]
	switch {
	case len(c.phases) == 0:
		c.first, c.last = step, step
	case !known && len(c.phases) == mostPhases:
		return
	}
	c.first, c.last = min(c.first, step), max(c.last, step)
	for k := int(step / c.width); len(list) <= k; {
		list = append(list, cell{})
	}
	// A clock that stood still during a call says less than a nanosecond.
	list[step/c.width].add(cell{math.Log(max(float64(self)/float64(calls), 1)), 1, float64(self)})
	c.phases[phase] = list
}

// halved returns one cell for each two.
func halved(list []cell) []cell {
	out := make([]cell, (len(list)+1)/2)
	for i, x := range list {
		out[i/2].add(x)
	}
	return out
}

// at returns the cells of a phase at a larger width.
func (c *course) at(phase string, width int64) []cell {
	list := c.phases[phase]
	for w := c.width; w < width; w *= 2 {
		list = halved(list)
	}
	return list
}

// readCourse returns the course of a run, nil if it has no time steps. Steps in which the
// thread lost the processor, and ranges of the recorder, are not in it.
//
// Cost: one pass. Memory: three numbers for each phase and cell.
func readCourse(t *trace.Trace) *course {
	r := courseReader{t: t, course: course{width: 1, phases: map[string][]cell{}}, tracks: make([]courseTrack, len(t.Tracks)), step: -1}
	for i, name := range t.Names {
		if name == trace.PhaseTimestep && t.Sort(int32(i)) == "" {
			r.step = int32(i)
		}
	}
	if r.step < 0 {
		return nil
	}
	for e := range t.Events() {
		if uint(e.Track) >= uint(len(r.tracks)) {
			continue
		}
		switch l := &r.tracks[e.Track]; e.Kind {
		case trace.Begin:
			r.begin(l, e)
		case trace.End:
			r.end(l, e.Time)
		case trace.Arg:
			l.lost = l.lost || l.within && l.open[len(l.open)-1].outer && r.name(e.Name) == trace.ArgCPU
		}
	}
	if len(r.course.phases) == 0 {
		return nil
	}
	return &r.course
}

// A courseReader goes through a trace.
type courseReader struct {
	t      *trace.Trace
	course course
	tracks []courseTrack
	step   int32 // name of the time steps
}

// A courseTrack follows a track.
type courseTrack struct {
	open   []openRange
	within bool  // in a time step
	lost   bool  // which lost the processor
	number int64 // of it
	steps  int64 // so far
	spent  []spent
}

// An openRange is a range without its end so far.
type openRange struct {
	name          int32
	start, inside int64 // inside is the time of ranges in it
	outer         bool  // it is a time step, in no other step
}

// A spent is what the open step spent in a phase.
type spent struct {
	name        int32
	self, calls int64
}

func (r *courseReader) name(id int32) string {
	if uint(id) >= uint(len(r.t.Names)) {
		return ""
	}
	return r.t.Names[id]
}

func (r *courseReader) begin(l *courseTrack, e trace.Event) {
	x := openRange{name: e.Name, start: e.Time}
	if e.Name == r.step && !l.within {
		l.steps++
		x.outer, l.within, l.lost, l.number, l.spent = true, true, false, l.steps, l.spent[:0]
		if e.Index != trace.NoIndex {
			l.number = e.Index
		}
	}
	l.open = append(l.open, x)
}

func (r *courseReader) end(l *courseTrack, now int64) {
	k := len(l.open) - 1
	if k < 0 {
		return
	}
	x := l.open[k]
	l.open = l.open[:k]
	if k > 0 {
		l.open[k-1].inside += now - x.start
	}
	if !l.within {
		return
	}
	l.spend(x.name, max(now-x.start-x.inside, 0))
	if !x.outer {
		return
	}
	l.within = false
	for _, s := range l.spent {
		if name := r.name(s.name); !l.lost && l.number >= 0 && name != "" && name != trace.PhaseRecording && r.t.Sort(s.name) == "" {
			r.course.add(name, l.number, s.self, s.calls)
		}
	}
}

// spend adds a call.
func (l *courseTrack) spend(name int32, self int64) {
	for i := range l.spent {
		if s := &l.spent[i]; s.name == name {
			s.self += self
			s.calls++
			return
		}
	}
	if len(l.spent) < mostPhases {
		l.spent = append(l.spent, spent{name, self, 1})
	}
}
