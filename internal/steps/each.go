package steps

import "github.com/nrkit/nrkit/trace"

// A part is what a range is to the rows around it.
type part uint8

const (
	other part = iota
	step
	iteration
	build
	solve
	around   // an operating point and the like
	residual // a counter
	rejected // an argument, as the next
	blocked
)

// partOf returns what ranges of that name are.
func partOf(name string) part {
	switch name {
	case trace.PhaseTimestep:
		return step
	case trace.PhaseIteration:
		return iteration
	case trace.PhaseBuildSystem:
		return build
	case trace.PhaseLinearSolve, trace.PhaseFactor, trace.PhaseRefactor, trace.PhaseSolve:
		return solve
	case trace.PhaseOperatingPoint, trace.PhaseGminStep, trace.PhaseSourceStep:
		return around
	case counterResidual:
		return residual
	case argRejected:
		return rejected
	case trace.ArgBlocked:
		return blocked
	}
	return other
}

// A frame is an open range.
type frame struct {
	part  part
	name  int32
	start int64
	row   *Row // of a step or iteration
	inner bool // it lies in one of its part already, which has its time
}

// A walker keeps the open ranges of a track.
type walker struct {
	open              []frame
	steps, iterations int64 // that began
}

// A Walker finds the steps and iterations among events, for what looks at the events
// for another purpose at the same time. [Each] is for steps and iterations alone.
type Walker struct {
	t      *trace.Trace
	parts  []part // by name
	tracks []walker
}

// NewWalker returns a walker before the first event of a trace.
func NewWalker(t *trace.Trace) *Walker {
	w := &Walker{t: t, parts: make([]part, len(t.Names)), tracks: make([]walker, len(t.Tracks))}
	for i, name := range t.Names {
		if t.Sort(int32(i)) == "" {
			w.parts[i] = partOf(name)
		}
	}
	return w
}

// Next takes the next event. It returns the step or iteration that the event begins,
// whose figures are not known yet, or that it ends; otherwise nil. The row is valid
// until its end is taken, and then until the next call.
//
// Cost: O(open ranges). Memory: one record per open range.
func (w *Walker) Next(e trace.Event) *Row {
	if uint(e.Track) >= uint(len(w.tracks)) {
		return nil
	}
	track, p := &w.tracks[e.Track], other
	if uint(e.Name) < uint(len(w.parts)) {
		p = w.parts[e.Name]
	}
	switch e.Kind {
	case trace.Begin:
		return track.begin(w.t, e, p)
	case trace.End:
		return track.end(e.Time)
	case trace.Counter, trace.Arg:
		track.value(p, e.Value)
	}
	return nil
}

// Each calls take with every step and every iteration that has ended, on each
// track in the order of their ends, until take returns false. Ranges without an
// end have no row. The row is not kept.
//
// Cost: one pass over the events. Memory: one record per open range.
func Each(t *trace.Trace, take func(*Row) bool) {
	w := NewWalker(t)
	for e := range t.Events() {
		if row := w.Next(e); row != nil && e.Kind == trace.End && !take(row) {
			return
		}
	}
}

// begin opens a range, and returns its row.
func (w *walker) begin(t *trace.Trace, e trace.Event, p part) *Row {
	f := frame{part: p, name: e.Name, start: e.Time}
	switch p {
	case step:
		w.steps++
		f.row = &Row{Track: e.Track, IsStep: true, Step: e.Index, Iteration: None, Number: w.steps, Start: e.Time, Build: None, Solve: None, Blocked: trace.NotBlocked}
		if e.Index == trace.NoIndex {
			f.row.Step = w.steps
		}
	case iteration:
		w.iterations++
		f.row = &Row{Track: e.Track, Step: None, Iteration: e.Index, Number: w.iterations, Start: e.Time, Build: None, Solve: None, Blocked: trace.NotBlocked}
		w.place(t, f.row)
	case build, solve:
		for k := range w.open {
			f.inner = f.inner || w.open[k].part == p
		}
	}
	w.open = append(w.open, f)
	return f.row
}

// place says in what an iteration lies.
func (w *walker) place(t *trace.Trace, row *Row) {
	for k := len(w.open) - 1; k >= 0; k-- {
		f := &w.open[k]
		switch f.part {
		case step:
			f.row.Its++
			row.Step = f.row.Step
			if row.Iteration == trace.NoIndex {
				row.Iteration = f.row.Its
			}
			row.Within = ""
			return
		case around:
			if row.Within == "" {
				row.Within = t.Names[f.name]
			}
		}
	}
	if row.Iteration == trace.NoIndex {
		row.Iteration = None
	}
}

// end closes a range, and returns its row.
func (w *walker) end(at int64) *Row {
	last := len(w.open) - 1
	if last < 0 {
		return nil
	}
	f := w.open[last]
	w.open = w.open[:last]
	ns := at - f.start
	switch {
	case f.row != nil:
		f.row.NS = ns
		if !f.row.IsStep {
			w.inherit(f.row)
		}
	case f.part == build && !f.inner:
		w.add(ns, func(r *Row) *int64 { return &r.Build })
	case f.part == solve && !f.inner:
		w.add(ns, func(r *Row) *int64 { return &r.Solve })
	}
	return f.row
}

// add adds a time to the rows that are open.
func (w *walker) add(ns int64, of func(*Row) *int64) {
	for k := range w.open {
		if r := w.open[k].row; r != nil {
			sum := of(r)
			*sum = max(*sum, 0) + ns
		}
	}
}

// inherit gives the step around what its iteration ended with.
func (w *walker) inherit(row *Row) {
	for k := len(w.open) - 1; k >= 0; k-- {
		r := w.open[k].row
		if r == nil || !r.IsStep {
			continue
		}
		if row.Measured {
			r.Residual, r.Measured = row.Residual, true
		}
		if row.Blocked != trace.NotBlocked {
			r.Blocked = row.Blocked
		}
		return
	}
}

// innermost returns the innermost open row that is a step, or an iteration.
func (w *walker) innermost(isStep bool) *Row {
	for k := len(w.open) - 1; k >= 0; k-- {
		if r := w.open[k].row; r != nil && r.IsStep == isStep {
			return r
		}
	}
	return nil
}

// mostUnknown is the largest number of an unknown.
const mostUnknown = 1 << 31

// value takes a counter or an argument of the innermost step or iteration.
func (w *walker) value(p part, x float64) {
	if p != residual && p != rejected && p != blocked {
		return
	}
	r := w.innermost(p == rejected)
	switch {
	case r == nil:
	case p == residual:
		r.Residual, r.Measured = x, true
	case p == rejected && (x == 1 || x == 2):
		r.Rejected = int(x)
	case p == blocked && x >= -mostUnknown && x <= mostUnknown:
		r.Blocked = trace.Blocker(x)
	}
}
