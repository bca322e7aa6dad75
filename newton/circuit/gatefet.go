package circuit

import (
	"math"

	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
)

// gateModel is what models of transistors have whose gate is a junction: JFETs and
// MESFETs. Its values are at the temperature of the devices, for a unit of area.
type gateModel struct {
	sign          float64 // 1 for n channel, -1 for p channel
	vto           float64
	rd, rs        float64
	is, vt, vcrit float64 // of the junctions
}

// A gateFET is a transistor with drain, gate and source as collector, base and emitter.
type gateFET struct {
	triple
	outerD, outerS int32
	state          int32 // of vgs, vgd and what else the transistor keeps
	area, gmins    float64
	icDS, icGS     float64 // initial voltages; NaN when not given
	off            bool
}

func (m *gateModel) inner(b *builder, e *netlist.Element) inner {
	in := inner{outer(e, 0), outer(e, 2)}
	if m.rd != 0 {
		in[0] = b.innerNode(e, "drain")
	}
	if m.rs != 0 {
		in[1] = b.innerNode(e, "source")
	}
	return in
}

// newGateFET makes a transistor that keeps so many numbers of an evaluation.
func newGateFET(b *builder, e *netlist.Element, at place, kept int32) (gateFET, error) {
	if !(e.Area*e.M > 0) {
		return gateFET{}, elementError(e, "got area %g, want it positive", e.Area*e.M)
	}
	return gateFET{triple: triple{c: at.in[0], b: b.node[e.Nodes[1]], e: at.in[1]}, outerD: b.node[e.Nodes[0]], outerS: b.node[e.Nodes[2]],
		state: b.voltages(kept), area: e.Area * e.M, gmins: e.M, off: e.Off,
		icDS: valueOr(e, "icvds", math.NaN()), icGS: valueOr(e, "icvgs", math.NaN())}, nil
}

// visit visits the resistances and junctions of a transistor.
func (m *gateModel) visit(t *gateFET, f visit) {
	if m.rd != 0 {
		f.branch(t.outerD, t.c, t.area/m.rd, 0)
	}
	if m.rs != 0 {
		f.branch(t.outerS, t.e, t.area/m.rs, 0)
	}
	t.triple.visit(f)
}

func (m *gateModel) stamp(s *stamper, group *assembly.Group, e *netlist.Element, at place) {
	rows := []int32{at.in[0], s.node(e, 1), at.in[1]}
	s.pairs(group, rows)
	for k, u := range [2]int32{s.node(e, 0), s.node(e, 2)} {
		if u != at.in[k] {
			s.admittance(group, u, at.in[k])
			rows = append(rows, u, at.in[k])
		}
	}
	s.finish(group, e, rows, e.Area*e.M, s.volts(rows[1], rows[2]), s.volts(rows[1], rows[0]))
}

// start adds the currents of the resistances, and returns vgs and vgd.
func (m *gateModel) start(t *gateFET, e *newton.Eval) (gs, gd float64) {
	x := numbersOf(e.X)
	if m.rd != 0 {
		contribute(e, t.outerD, t.c, t.area/m.rd*(x.at(t.outerD)-x.at(t.c)))
	}
	if m.rs != 0 {
		contribute(e, t.outerS, t.e, t.area/m.rs*(x.at(t.outerS)-x.at(t.e)))
	}
	gate := x.at(t.b)
	return m.sign * (gate - x.at(t.e)), m.sign * (gate - x.at(t.c))
}

// point returns the gate voltages at which a transistor is evaluated. Last has those of
// the evaluation before.
func (m *gateModel) point(t *gateFET, gs, gd float64, last *[2]float64, e *newton.Eval) (float64, float64) {
	switch e.Mode {
	case newton.Guess:
		e.Limited++
		if t.off {
			return 0, 0
		}
		return -1, -1
	case newton.Initial:
		if t.icGS == t.icGS {
			gs = m.sign * t.icGS
		}
		if t.icDS == t.icDS {
			gd = gs - m.sign*t.icDS
		}
		return gs, gd
	}
	gs, one := limitBase(gs, last[0], m.vt, m.vcrit)
	gd, two := limitBase(gd, last[1], m.vt, m.vcrit)
	if one || two {
		e.Limited++
	}
	return limitGate(gs, last[0], m.vto), limitGate(gd, last[1], m.vto)
}

// junctions returns the currents of both junctions of the gate.
func (m *gateModel) junctions(t *gateFET, gs, gd, gmin float64) (source, drain slope) {
	gmin *= t.gmins
	is, gSource := diffusion(gs, m.is*t.area, m.vt)
	id, gDrain := diffusion(gd, m.is*t.area, m.vt)
	return slope{is + gmin*gs, gSource + gmin, 0}, slope{id + gmin*gd, 0, gDrain + gmin}
}

// drive returns the gate voltage above the threshold and the drain voltage, from the terminal
// that acts as source: the lower of both. Normal says that it is the source.
func (m *gateModel) drive(gs, gd float64) (over, ds float64, normal bool) {
	if gs >= gd {
		return gs - m.vto, gs - gd, true
	}
	return gd - m.vto, gd - gs, false
}

// channelOf returns the current i from drain to source with its derivatives by vgs and vgd,
// for derivatives by what drive returns.
func channelOf(i, gm, gds float64, normal bool) slope {
	if normal {
		return slope{i, gm + gds, -gds}
	}
	return slope{-i, gds, -gm - gds}
}
