package perfetto

import "github.com/nrkit/nrkit/trace"

// open takes the begin of a range, which is written when it is known what belongs
// to it.
func (x *exporter) open(s *sequence, e trace.Event) {
	x.untimedBefore(s, e)
	s.waiting, s.begin = true, e
	s.open = append(s.open, frame{name: e.Name, args: len(s.args), steps: steps{since: e.Time}})
	s.notes = s.notes[:0]
	if x.unfinished != nil {
		args, whole := x.unfinished[x.begun]
		s.notes = append(s.notes, args...)
		s.open[len(s.open)-1].whole = whole
		x.begun++
	}
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
	x.e.reset(typeBegin)
	x.e.category, x.e.name = x.categoryID(s, x.category[e.Name]), x.nameID(s, e.Name)
	if e.Index != trace.NoIndex {
		x.number(s, int32(len(x.t.Names))+x.keys[e.Name], e.Index)
	}
	x.annotate(s, s.notes)
	x.put(s, e.Time)
}

// number gives x.e an annotation that is a whole number.
func (x *exporter) number(s *sequence, key int32, n int64) {
	x.e.notes = append(x.e.notes, annotation{key: x.keyID(s, key), whole: true, n: n})
}

// annotate gives x.e arguments, and the flows of s.
func (x *exporter) annotate(s *sequence, args []argument) {
	for _, a := range args {
		x.e.notes = append(x.e.notes, annotation{key: x.keyID(s, a.name), value: a.value})
	}
	if len(s.flows.out)+len(s.flows.in) > 0 {
		x.e.out, x.e.in = append(x.e.out, s.flows.out...), append(x.e.in, s.flows.in...)
		s.flows.reset()
	}
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
	x.e.reset(typeEnd)
	x.annotate(s, s.args[f.args:])
	s.args = s.args[:f.args]
	x.put(s, e.Time)
	if depth > 1 {
		s.open[depth-2].steps.since = e.Time
	}
}
