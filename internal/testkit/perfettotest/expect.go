package perfettotest

import (
	"fmt"
	"strings"

	"github.com/nrkit/nrkit/trace"
)

// An expectation is what a viewer should see of one track of a trace, by a walk
// over the events that knows nothing of the writer.
type expectation struct {
	slices  []*Slice // flows are numbers of the trace
	marks   []Sample
	samples map[string][]Sample
	open    []*Slice
}

// expect walks over the events of a trace.
func expect(t *trace.Trace) []*expectation {
	out := make([]*expectation, len(t.Tracks))
	for i := range out {
		out[i] = &expectation{samples: map[string][]Sample{}}
	}
	var zero int64
	if !t.Header.Start.IsZero() {
		zero = t.Header.Start.UnixNano()
	}
	for e := range t.Events() {
		named := e.Kind != trace.End && e.Kind != trace.FlowOut && e.Kind != trace.FlowIn
		if uint(e.Track) < uint(len(out)) && (!named || uint(e.Name) < uint(len(t.Names))) {
			out[e.Track].take(t, e, zero+e.Time)
		}
	}
	return out
}

func (x *expectation) take(t *trace.Trace, e trace.Event, now int64) {
	if e.Kind == trace.Begin {
		s := &Slice{Name: t.Names[e.Name], Category: category(t, e.Name), Start: now, End: -1, Depth: len(x.open), Args: map[string]string{}}
		if e.Index != trace.NoIndex {
			s.Args[indexKey(s.Name)] = fmt.Sprint(e.Index)
		}
		x.open, x.slices = append(x.open, s), append(x.slices, s)
		return
	}
	if e.Kind == trace.Counter {
		name := t.Names[e.Name]
		x.samples[name] = append(x.samples[name], Sample{Time: now, Name: name, Value: e.Value})
		return
	}
	if e.Kind == trace.Instant {
		x.marks = append(x.marks, Sample{Time: now, Name: t.Names[e.Name], Category: "mark"})
		return
	}
	if len(x.open) == 0 {
		return // an end, an argument or a flow of nothing
	}
	s := x.open[len(x.open)-1]
	switch e.Kind {
	case trace.End:
		s.End, x.open = now, x.open[:len(x.open)-1]
	case trace.Arg:
		s.Args[t.Names[e.Name]] = fmt.Sprint(e.Value)
	case trace.FlowOut:
		s.Out = append(s.Out, uint64(e.Index))
	case trace.FlowIn:
		s.In = append(s.In, uint64(e.Index))
	}
}

// category returns what tells phases, other ranges of a program, and calls and
// work of devices apart.
func category(t *trace.Trace, name int32) string {
	if sort := t.Sort(name); sort != "" {
		return sort
	}
	if trace.IsPhase(t.Names[name]) {
		return "phase"
	}
	return "range"
}

// indexKey is the name of the argument that has the number of a range.
func indexKey(name string) string {
	for _, key := range []string{"iteration", "step"} {
		if strings.Contains(name, key) {
			return key
		}
	}
	return "index"
}
