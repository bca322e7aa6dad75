package circuit

import "github.com/nrkit/nrkit/newton"

// A triple is the three unknowns of a transistor with two junctions and the
// positions of their derivatives: collector, base and emitter, or drain, gate and
// source.
type triple struct {
	c, b, e                            int32
	cc, cb, ce, bc, bb, be, ec, eb, ee int32 // row, column
}

func (t *triple) visit(f visit) {
	for _, p := range [...]struct {
		row, col int32
		at       *int32
	}{{t.c, t.c, &t.cc}, {t.c, t.b, &t.cb}, {t.c, t.e, &t.ce}, {t.b, t.c, &t.bc}, {t.b, t.b, &t.bb}, {t.b, t.e, &t.be},
		{t.e, t.c, &t.ec}, {t.e, t.b, &t.eb}, {t.e, t.e, &t.ee}} {
		f(p.row, p.col, p.at, 0, 0)
	}
}

// contribute adds currents from collector to emitter, from base to emitter and from base
// to collector.
func (t *triple) contribute(e *newton.Eval, transport, be, bc float64) {
	f := numbersOf(e.F)
	c, b, k := f.place(t.c), f.place(t.b), f.place(t.e)
	*c = *c + transport - bc
	*k = *k - transport - be
	*b = *b + be + bc
	if e.Scale != nil {
		scale := numbersOf(e.Scale)
		transport, be, bc := size(transport), size(be), size(bc)
		scale.raise(t.c, transport, bc, 0)
		scale.raise(t.e, transport, be, 0)
		scale.raise(t.b, be, bc, 0)
	}
}

// A quad is the positions of a conductance between two unknowns.
type quad struct{ aa, ab, ba, bb int32 }

func (q *quad) visit(f visit, a, b int32) {
	f(a, a, &q.aa, 0, 0)
	f(a, b, &q.ab, 0, 0)
	f(b, a, &q.ba, 0, 0)
	f(b, b, &q.bb, 0, 0)
}

func (q *quad) add(j []float64, g float64) {
	v := numbersOf(j)
	v.add(q.aa, g)
	v.add(q.bb, g)
	v.sub(q.ab, g)
	v.sub(q.ba, g)
}

// A slope is a current, or a charge, with its derivatives by vbe and vbc.
type slope struct{ i, be, bc float64 }

// currents are the current from collector to emitter and the currents from the base
// to both.
type currents struct{ transport, be, bc slope }

// charge adds the current of a charge.
func (s *slope) charge(q slope, at int32, sign float64, e *newton.Eval) {
	*numbersOf(e.Q).place(at) = sign * q.i
	s.i += e.A0*q.i + sign*numbersOf(e.Hist).at(at)
	s.be += e.A0 * q.be
	s.bc += e.A0 * q.bc
}

// move changes the currents along their tangents.
func (o *currents) move(be, bc float64) {
	if be == 0 && bc == 0 {
		return
	}
	for _, s := range [...]*slope{&o.transport, &o.be, &o.bc} {
		s.i += s.be*be + s.bc*bc
	}
}

// stamp adds the output to residuals and Jacobian.
func (o *currents) stamp(t *triple, sign float64, e *newton.Eval) {
	t.contribute(e, sign*o.transport.i, sign*o.be.i, sign*o.bc.i)
	j := numbersOf(e.J)
	cbe, cbc := o.transport.be-o.bc.be, o.transport.bc-o.bc.bc // of the collector
	bbe, bbc := o.be.be+o.bc.be, o.be.bc+o.bc.bc               // of the base
	j.add(t.cb, cbe+cbc)
	j.sub(t.ce, cbe)
	j.sub(t.cc, cbc)
	j.add(t.bb, bbe+bbc)
	j.sub(t.be, bbe)
	j.sub(t.bc, bbc)
	j.sub(t.eb, cbe+cbc+bbe+bbc)
	j.add(t.ee, cbe+bbe)
	j.add(t.ec, cbc+bbc)
}
