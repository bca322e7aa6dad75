package planttest

import (
	"slices"

	"github.com/nrkit/nrkit/trace"
)

// A walk goes through the events of a trace and writes them again, later by what was
// planted before them.
type walk struct {
	t     *trace.Trace
	out   []trace.Event
	shift int64
	open  []int // the begins of the open ranges, in out
	step  int64 // number of the open time step, 0 outside of time steps
}

// each calls take with each event of a trace with one track, which take writes.
func each(t *trace.Trace, take func(w *walk, e trace.Event)) *trace.Trace {
	w := &walk{t: t}
	for e := range t.Events() {
		take(w, e)
	}
	planted := trace.FromEvents(t.Header, t.Names, t.Tracks, w.out)
	planted.Sorts = t.Sorts
	return planted
}

// put writes an event of the trace.
func (w *walk) put(e trace.Event) {
	e.Time += w.shift
	switch e.Kind {
	case trace.Begin:
		w.open = append(w.open, len(w.out))
		if w.t.Names[e.Name] == trace.PhaseTimestep {
			w.step = e.Index
		}
	case trace.End:
		if w.name() == trace.PhaseTimestep {
			w.step = 0
		}
		w.open = w.open[:len(w.open)-1]
	}
	w.out = append(w.out, e)
}

// name returns the name of the innermost open range.
func (w *walk) name() string {
	return w.t.Names[w.out[w.open[len(w.open)-1]].Name]
}

// Slow makes a phase slower by a factor in the time steps from first to last.
func Slow(t *trace.Trace, phase string, first, last int64, factor float64) *trace.Trace {
	return each(t, func(w *walk, e trace.Event) {
		if e.Kind == trace.End && w.step >= first && w.step <= last && w.name() == phase {
			w.shift += int64((factor - 1) * float64(e.Time+w.shift-w.out[w.open[len(w.open)-1]].Time))
		}
		w.put(e)
	})
}

// Repeat adds an iteration to the time steps that has selects: their last one again.
func Repeat(t *trace.Trace, has func(step int64) bool) *trace.Trace {
	return each(t, func(w *walk, e trace.Event) {
		from := -1
		if e.Kind == trace.End && w.step > 0 && has(w.step) && w.name() == trace.PhaseIteration {
			from = w.open[len(w.open)-1]
		}
		w.put(e)
		if from < 0 || w.more(e) {
			return
		}
		again := slices.Clone(w.out[from:])
		ns := again[len(again)-1].Time - again[0].Time + 60
		again[0].Index++
		for _, x := range again {
			x.Time += ns
			w.out = append(w.out, x)
		}
		w.shift += ns
	})
}

// more says whether the time step has another iteration after the one that ends with e.
func (w *walk) more(end trace.Event) bool {
	seen := false
	for e := range w.t.Events() {
		if e.Time < end.Time {
			continue
		}
		seen = seen || e == end
		if !seen {
			continue
		}
		switch name := w.t.Names[max(e.Name, 0)]; {
		case e.Kind == trace.Begin && name == trace.PhaseIteration:
			return true
		case e.Kind == trace.End && name == trace.PhaseTimestep:
			return false
		}
	}
	return false
}

// Recompile adds a compilation of so many ns to the first iteration of a time step.
func Recompile(t *trace.Trace, step, ns int64) *trace.Trace {
	u := *t
	u.Names = slices.Clip(t.Names)
	id := slices.Index(u.Names, Compile)
	if id < 0 {
		id = len(u.Names)
		u.Names = append(u.Names, Compile)
	}
	return each(&u, func(w *walk, e trace.Event) {
		w.put(e)
		if e.Kind == trace.Begin && w.step == step && e.Index == 1 && w.name() == trace.PhaseIteration {
			at := e.Time + w.shift
			w.out = append(w.out, trace.Event{Kind: trace.Begin, Name: int32(id), Index: trace.NoIndex, Time: at, Track: e.Track},
				trace.Event{Kind: trace.End, Name: int32(id), Time: at + ns, Track: e.Track})
			w.shift += ns
		}
	})
}
