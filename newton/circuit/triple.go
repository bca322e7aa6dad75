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
	f := e.F
	f[t.c] = f[t.c] + transport - bc
	f[t.e] = f[t.e] - transport - be
	f[t.b] = f[t.b] + be + bc
	if scale := e.Scale; scale != nil {
		transport, be, bc := size(transport), size(be), size(bc)
		raiseTo(scale, t.c, transport, bc, 0)
		raiseTo(scale, t.e, transport, be, 0)
		raiseTo(scale, t.b, be, bc, 0)
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
	j[q.aa] += g
	j[q.bb] += g
	j[q.ab] -= g
	j[q.ba] -= g
}

// A slope is a current, or a charge, with its derivatives by vbe and vbc.
type slope struct{ i, be, bc float64 }

// currents are the current from collector to emitter and the currents from the base
// to both.
type currents struct{ transport, be, bc slope }

// charge adds the current of a charge.
func (s *slope) charge(q slope, at int32, sign float64, e *newton.Eval) {
	e.Q[at] = sign * q.i
	s.i += e.A0*q.i + sign*e.Hist[at]
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
	j := e.J
	cbe, cbc := o.transport.be-o.bc.be, o.transport.bc-o.bc.bc // of the collector
	bbe, bbc := o.be.be+o.bc.be, o.be.bc+o.bc.bc               // of the base
	j[t.cb] += cbe + cbc
	j[t.ce] -= cbe
	j[t.cc] -= cbc
	j[t.bb] += bbe + bbc
	j[t.be] -= bbe
	j[t.bc] -= bbc
	j[t.eb] -= cbe + cbc + bbe + bbc
	j[t.ee] += cbe + bbe
	j[t.ec] += cbc + bbc
}
