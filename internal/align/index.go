package align

import (
	"math"

	"github.com/nrkit/nrkit/trace"
)

// none is the place of what is not there.
const none = -1

// A solution is a range in which iterations lie. The first of a thread stands for all
// of the thread.
type solution struct {
	name       string // of the range
	number     int64  // by the program, otherwise counted from 1 among its name
	time       float64
	timed      bool // it has a time
	parent     int32
	open       int32 // its mark; the mark of its end is close
	close      int32
	iterations int32 // in it, and in no other solution in it
	latest     int32 // the last of them
	tail       int32 // the mark where its last iteration ends
	start, end int64
	partner    int32
}

// An iteration of a solution. Epoch counts how often the numbers of the solution fell.
type iteration struct {
	solution, epoch    int32
	number, start, end int64
	begin              int32 // its mark
	finish             int32 // the mark of its end
	partner            int32
}

// A mark is a moment of a thread: the slot after it begins at the time at in the run,
// and at the time to on the common time line.
type mark struct {
	at, to  int64
	partner int32
}

// A thread has the solutions and iterations of a track.
type thread struct {
	track      int32
	solutions  []solution
	iterations []iteration
	marks      []mark
	last       int64 // time of the last event of the run
	columns    []column

	walk  walker
	stack []frame
	count map[string]int64 // ranges of solutions so far, by name
}

// A column has the time of all ranges of a name in each unit.
type column struct {
	name string
	ns   []int64 // by unit; it may be shorter than the list of units
}

// A frame is an open range.
type frame struct {
	name     int32
	start    int64
	solution int32 // that it is, or in which it lies
	unit     int32 // in which it lies, or none
	inner    bool  // it lies in a range of its name
	what     moment
}

// mostColumns is how many names have a counter.
const mostColumns = 16

// newMark adds a mark.
func (l *thread) newMark(at int64) int32 {
	l.marks = append(l.marks, mark{at: at, partner: none})
	return int32(len(l.marks) - 1)
}

// An index has the threads of a run that have units.
type index struct {
	threads    []*thread // those with units
	begin, end int64     // times of the first event and the last one
}

// read goes through the events of a run once.
//
// Cost: one pass. Memory: some 150 bytes per iteration, and per solution.
func read(t *trace.Trace, u Unit) (*index, error) {
	x := &index{}
	all := make([]*thread, len(t.Tracks))
	kinds := roles(t, u)
	some := false
	for e := range t.Events() {
		if uint(e.Track) >= uint(len(all)) {
			continue
		}
		if !some || e.Time < x.begin {
			x.begin = e.Time
		}
		if !some || e.Time > x.end {
			x.end = e.Time
		}
		some = true
		l := all[e.Track]
		if l == nil {
			l = &thread{track: e.Track, walk: walker{roles: kinds}, count: map[string]int64{}}
			l.solutions = []solution{{parent: none, close: none, tail: none, open: l.newMark(0)}}
			all[e.Track] = l
		}
		l.take(t, u, e)
	}
	for _, l := range all {
		if l != nil && len(l.units(u)) > 0 {
			l.finish(x)
			x.threads = append(x.threads, l)
		}
	}
	return x, t.Err()
}

// units returns the iterations, or the time steps, that are compared, by their ranges.
func (l *thread) units(u Unit) (list []span) {
	if u == Iteration {
		for _, it := range l.iterations {
			list = append(list, span{it.start, it.end, it.begin, it.partner})
		}
		return list
	}
	for _, s := range l.solutions[1:] {
		if s.name == trace.PhaseTimestep {
			list = append(list, span{s.start, s.end, s.open, s.partner})
		}
	}
	return list
}

// take takes the next event of the thread.
func (l *thread) take(t *trace.Trace, u Unit, e trace.Event) {
	switch what := l.walk.next(e); {
	case e.Kind == trace.Begin:
		l.begin(t, u, e, what)
	case e.Kind == trace.End:
		l.close(t, e, what)
	case e.Kind == trace.Arg && len(l.stack) > 0 && uint(e.Name) < uint(len(t.Names)) && t.Names[e.Name] == argTime:
		if f := l.stack[len(l.stack)-1]; f.what == opens {
			l.solutions[f.solution].time, l.solutions[f.solution].timed = e.Value, true
		}
	}
}

// argTime is the argument of time steps with the simulated time.
const argTime = "sim_time"

func (l *thread) begin(t *trace.Trace, u Unit, e trace.Event, what moment) {
	f := frame{name: e.Name, start: e.Time, unit: none, what: what}
	for _, g := range l.stack {
		f.inner = f.inner || g.name == e.Name
	}
	if k := len(l.stack) - 1; k >= 0 {
		f.solution, f.unit = l.stack[k].solution, l.stack[k].unit
	}
	switch what {
	case opens:
		name := t.Names[e.Name]
		l.count[name]++
		s := solution{name: name, number: e.Index, parent: f.solution, open: l.newMark(e.Time), close: none, tail: none, start: e.Time, end: e.Time, partner: none}
		if e.Index == trace.NoIndex {
			s.number = l.count[name]
		}
		f.solution = int32(len(l.solutions))
		l.solutions = append(l.solutions, s)
		if u == Step && name == trace.PhaseTimestep {
			f.unit = int32(l.count[name] - 1)
		}
	case begins:
		f.unit = int32(len(l.iterations))
		l.iterations = append(l.iterations, l.iteration(f.solution, e))
	}
	l.stack = append(l.stack, f)
}

// iteration returns the iteration that an event begins.
func (l *thread) iteration(in int32, e trace.Event) iteration {
	s := &l.solutions[in]
	s.iterations++
	it := iteration{solution: in, number: e.Index, start: e.Time, end: e.Time, begin: l.newMark(e.Time), finish: none, partner: none}
	if e.Index == trace.NoIndex {
		it.number = int64(s.iterations)
	}
	if s.iterations > 1 {
		before := &l.iterations[s.latest]
		if it.epoch = before.epoch; it.number <= before.number {
			it.epoch++
		}
	}
	s.latest = int32(len(l.iterations))
	return it
}

// close closes the innermost range.
func (l *thread) close(t *trace.Trace, e trace.Event, what moment) {
	k := len(l.stack) - 1
	if k < 0 {
		return
	}
	f := l.stack[k]
	l.stack = l.stack[:k]
	switch what {
	case closes:
		l.solutions[f.solution].close, l.solutions[f.solution].end = l.newMark(e.Time), e.Time
	case ends:
		it := &l.iterations[f.unit]
		it.finish, it.end = l.newMark(e.Time), e.Time
		l.solutions[f.solution].tail = it.finish
	}
	if f.unit != none && !f.inner && uint(f.name) < uint(len(t.Names)) && t.Sort(f.name) == "" {
		l.add(t.Names[f.name], f.unit, e.Time-f.start)
	}
}

// add adds a time to the column of a name.
func (l *thread) add(name string, unit int32, ns int64) {
	k := 0
	for k < len(l.columns) && l.columns[k].name != name {
		k++
	}
	if k == len(l.columns) {
		if k == mostColumns {
			return
		}
		l.columns = append(l.columns, column{name: name})
	}
	c := &l.columns[k]
	for len(c.ns) <= int(unit) {
		c.ns = append(c.ns, 0)
	}
	c.ns[unit] += ns
}

// finish ends what never ended, at the last time of the run, and drops what only
// reading needs.
func (l *thread) finish(x *index) {
	l.marks[0].at, l.last = x.begin, x.end
	for k := len(l.stack) - 1; k >= 0; k-- {
		switch f := l.stack[k]; f.what {
		case opens:
			l.solutions[f.solution].end = x.end
		case begins:
			l.iterations[f.unit].end = x.end
		}
	}
	l.stack, l.count, l.walk = nil, nil, walker{}
}

// rounded returns a time to nine digits.
func rounded(x float64) (r struct {
	m int64
	e int
}) {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return r
	}
	f, e := math.Frexp(x)
	r.m, r.e = int64(math.Round(f*(1<<30))), e
	return r
}
