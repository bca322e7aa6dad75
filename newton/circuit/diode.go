package circuit

import (
	"math"

	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
)

// diodeGroup is the diodes of one model.
type diodeGroup struct {
	model diodeModel
	list  []diode
}

// A diode from its anode through a series resistance to inside, and from there
// through the junction to the cathode.
type diode struct {
	inside, anode, cathode int32
	ii, ic, ci, cc         int32 // positions of the junction in the Jacobian
	charge                 int32 // -1 without capacitance
	state                  int32 // of its voltage, in the limiter's
	area                   float64
	is                     float64 // saturation current
	rs                     float64 // conductance; 0 where inside is the anode
	bv                     float64 // start of the exponential of the breakdown; +Inf for none
	vcrit                  float64
	guess                  float64 // start of the operating point: vcrit, 0 when off
	initial                float64 // initial voltage; NaN when not given
	side                   *sidewall
}

func newDiodes(b *builder, m *netlist.Model, t temps) (family, error) {
	d, err := newDiodeModel(m, t)
	return &diodeGroup{model: d}, err
}

func (g *diodeGroup) inner(b *builder, e *netlist.Element) inner {
	if g.model.rs != 0 {
		return inner{b.innerNode(e, "internal")}
	}
	return inner{outer(e, 0)}
}

func (g *diodeGroup) add(b *builder, e *netlist.Element, at place) error {
	m, area := &g.model, e.Area*e.M
	if !(area > 0) {
		return elementError(e, "got area %g, want it positive", area)
	}
	d := diode{inside: at.in[0], anode: b.node[e.Nodes[0]], cathode: b.node[e.Nodes[1]],
		charge: -1, state: b.voltages(1), area: area, is: m.is * area, initial: given(e)}
	var err error
	if d.side, err = g.newSidewall(e); err != nil {
		return err
	}
	if d.side != nil && d.side.vt == 0 { // of the same characteristic
		d.is += d.side.is * d.side.length
	}
	if m.rs != 0 {
		d.rs = area / m.rs
	}
	if m.cjo != 0 || m.tt != 0 || d.side != nil && d.side.c != 0 {
		d.charge = b.checkedCharge()
	}
	d.bv = m.breakdown(d.is, e.M, b.tolerance())
	d.vcrit = m.vt * math.Log(m.vt/(math.Sqrt2*d.is))
	if !e.Off {
		d.guess = d.vcrit
	}
	g.list = append(g.list, d)
	return nil
}

func (g *diodeGroup) parts() int { return len(g.list) }

func (g *diodeGroup) visit(f visit) {
	for k := range g.list {
		d := &g.list[k]
		if d.rs != 0 {
			f.branch(d.anode, d.inside, d.rs, 0)
		}
		f(d.inside, d.inside, &d.ii, 0, 0)
		f(d.inside, d.cathode, &d.ic, 0, 0)
		f(d.cathode, d.inside, &d.ci, 0, 0)
		f(d.cathode, d.cathode, &d.cc, 0, 0)
	}
}

func (g *diodeGroup) stamp(s *stamper, group *assembly.Group, e *netlist.Element, at place) {
	u, v, in := s.node(e, 0), s.node(e, 1), at.in[0]
	rows := []int32{u, v}
	if in != u {
		s.admittance(group, u, in)
		rows = []int32{u, in, in, v}
	}
	s.admittance(group, in, v)
	s.finish(group, e, rows, e.Area*e.M, s.volts(in, v))
}

func (g *diodeGroup) load(c *Circuit, e *newton.Eval) {
	m, x, j, last := &g.model, numbersOf(e.X), numbersOf(e.J), numbersOf(c.last)
	for list := g.list; len(list) > 0; list = list[1:] { // a pointer that moves takes fewer instructions than a place in a list
		d := &list[0]
		if d.rs != 0 {
			contribute(e, d.anode, d.inside, d.rs*(x.at(d.anode)-x.at(d.inside)))
		}
		now := x.at(d.inside) - x.at(d.cathode)
		v := m.point(d, now, last.at(d.state), e)
		*last.place(d.state) = v
		i, cond := m.current(d, v)
		i, cond = i+e.Gmin*v, cond+e.Gmin
		if d.charge >= 0 {
			q, c := m.dep.at(v)
			q, c = d.area*m.cjo*q, d.area*m.cjo*c
			if d.side != nil {
				qs, cs := d.side.charge(v)
				q, c = q+qs, c+cs
			}
			if m.tt != 0 {
				q, c = q+m.tt*i, c+m.tt*cond
			}
			*numbersOf(e.Q).place(d.charge) = q
			i += e.A0*q + numbersOf(e.Hist).at(d.charge)
			cond += e.A0 * c
		}
		i += cond * (now - v)
		contribute(e, d.inside, d.cathode, i)
		j.add(d.ii, cond)
		j.add(d.cc, cond)
		j.sub(d.ic, cond)
		j.sub(d.ci, cond)
	}
}

// point returns the junction voltage at which a diode is evaluated, when it is
// now by the iterate and was last in the evaluation before.
func (m *diodeModel) point(d *diode, now, last float64, e *newton.Eval) float64 {
	switch e.Mode {
	case newton.Guess:
		e.Limited++
		return d.guess
	case newton.Initial:
		if d.initial == d.initial {
			return d.initial
		}
		return now
	}
	var v float64
	var changed bool
	if now < min(0, -d.bv+10*m.vtb) { // in breakdown the junction is turned round
		v, changed = limitJunction(-now-d.bv, -last-d.bv, m.vtb, d.vcrit)
		v = -v - d.bv
	} else {
		v, changed = limitJunction(now, last, m.vt, d.vcrit)
	}
	if changed {
		e.Limited++
	}
	return v
}

// current returns current and conductance of the junction, without gmin.
func (m *diodeModel) current(d *diode, v float64) (i, g float64) {
	if v >= -d.bv || v >= -3*m.vt {
		i, g = diffusion(v, d.is, m.vt)
	} else {
		b := d.is * exp(min(-(d.bv+v)/m.vtb, maxExponent))
		i, g = -b, b/m.vtb
	}
	if d.side != nil {
		is, gs := d.side.current(m, v, d.bv)
		i, g = i+is, g+gs
	}
	if v >= -3*m.vt {
		if m.isr != 0 {
			ir, gr := m.recombination(v)
			i, g = i+d.area*ir, g+d.area*gr
		}
		return knee(i, g, m.ikf*d.area)
	}
	i, g = knee(-i, g, m.ikr*d.area)
	return -i, g
}

// recombination returns current and conductance of recombination for a unit of
// area.
func (m *diodeModel) recombination(v float64) (i, g float64) {
	ex := exp(min(v/m.vtr, maxExponent))
	i, g = m.isr*(ex-1), m.isr*ex/m.vtr
	left := 1 - v/m.dep.vj
	base := left*left + 0.005
	width := math.Pow(base, m.dep.m/2)
	slope := -m.dep.m * left / m.dep.vj * width / base
	return i * width, g*width + i*slope
}

// knee bends the size i of a current, with conductance g, to its root above ik.
func knee(i, g, ik float64) (float64, float64) {
	if math.IsInf(ik, 1) || i <= 1e-18 {
		return i, g
	}
	s := math.Sqrt(i / ik)
	return i / (1 + s), g * (1 + s/2) / ((1 + s) * (1 + s))
}
