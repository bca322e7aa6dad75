package perfetto

import "github.com/nrkit/nrkit/trace"

// open takes the begin of a range, which is written when it is known what belongs
// to it.
func (x *exporter) open(s *sequence, e trace.Event) {
	x.untimedBefore(s, e)
	s.waiting, s.begin = true, e
	args, whole := x.unfinished[x.begun]
	x.begun++
	s.notes = append(s.notes[:0], args...)
	s.open = append(s.open, frame{name: e.Name, args: len(s.args), whole: whole, steps: noSteps(e.Time)})
}

// argument gives the innermost open range an argument: with its begin, or else
// with its end.
func (x *exporter) argument(s *sequence, e trace.Event) {
	top := len(s.open) - 1
	if top < 0 || s.open[top].whole {
		return
	}
	a := argument{e.Name, e.Value}
	if s.waiting {
		s.notes = set(s.notes, 0, a)
	} else {
		s.args = set(s.args, s.open[top].args, a)
	}
}

// flow adds a flow to the innermost open range.
func (x *exporter) flow(s *sequence, e trace.Event) {
	id := x.uuid("flow", e.Index)
	switch {
	case s.waiting:
		s.flows.add(e.Kind, id)
	case len(s.open) > 0:
		s.late = append(s.late, lateFlow{len(s.open), e.Kind, id})
	}
}

// settle writes the begin that waits.
func (x *exporter) settle(s *sequence) {
	if !s.waiting {
		return
	}
	s.waiting = false
	e := &s.begin
	notes := x.e.notes[:0]
	if e.Index != trace.NoIndex {
		key := x.keyID(s, int32(len(x.t.Names))+x.keys[e.Name])
		notes = append(notes, annotation{key: key, whole: true, n: e.Index})
	}
	x.e = event{
		kind: typeBegin, category: x.categoryID(s, x.category[e.Name]), name: x.nameID(s, e.Name),
		notes: x.annotate(s, notes, s.notes), out: s.flows.out, in: s.flows.in,
	}
	x.put(s, e.Time)
	s.flows.reset()
}

// annotate makes annotations of arguments.
func (x *exporter) annotate(s *sequence, notes []annotation, args []argument) []annotation {
	for _, a := range args {
		notes = append(notes, annotation{key: x.keyID(s, a.name), value: a.value})
	}
	return notes
}

// end writes the end of the innermost range.
func (x *exporter) end(s *sequence, e trace.Event) {
	depth := len(s.open)
	if depth == 0 {
		return
	}
	x.untimedAfter(s, e)
	f := s.open[depth-1]
	s.open = s.open[:depth-1]
	for k := len(s.late) - 1; k >= 0 && s.late[k].depth == depth; k-- {
		s.flows.add(s.late[k].kind, s.late[k].id)
		s.late = s.late[:k]
	}
	x.e = event{kind: typeEnd, notes: x.annotate(s, x.e.notes[:0], s.args[f.args:]), out: s.flows.out, in: s.flows.in}
	s.args = s.args[:f.args]
	x.put(s, e.Time)
	s.flows.reset()
	if depth > 1 {
		s.open[depth-2].steps.since = e.Time
	}
}
