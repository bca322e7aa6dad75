package circuit

import (
	"math"

	"github.com/nrkit/nrkit/newton/netlist"
)

// shortOhms is what a resistor of 0 ohm is, as in ngspice.
const shortOhms = 1e-3

func (b *builder) resistor(e *netlist.Element) error {
	r := e.Value
	if r == 0 {
		r = shortOhms
	}
	if math.IsNaN(r) || math.IsInf(r, 0) {
		return elementError(e, "got %g ohm, want a finite value", r)
	}
	b.c.resistors = append(b.c.resistors, resistor{b.node[e.Nodes[0]], b.node[e.Nodes[1]], e.M / r})
	return nil
}

func (b *builder) capacitor(e *netlist.Element) error {
	if math.IsNaN(e.Value) || math.IsInf(e.Value, 0) {
		return elementError(e, "got %g farad, want a finite value", e.Value)
	}
	c := capacitor{a: b.node[e.Nodes[0]], b: b.node[e.Nodes[1]], charge: b.checkedCharge(), c: e.Value * e.M, ic: given(e)}
	b.c.capacitors = append(b.c.capacitors, c)
	return nil
}

func (b *builder) inductor(e *netlist.Element, branch int32) error {
	if math.IsNaN(e.Value) || math.IsInf(e.Value, 0) || e.Value == 0 {
		return elementError(e, "got %g henry, want a finite value other than 0", e.Value)
	}
	l := inductor{a: b.node[e.Nodes[0]], b: b.node[e.Nodes[1]], branch: branch, charge: b.checkedCharge(), l: e.Value / e.M, ic: given(e)}
	b.c.inductors = append(b.c.inductors, l)
	return nil
}

func (b *builder) voltage(e *netlist.Element, branch int32) {
	b.c.sources = append(b.c.sources, b.source(e, branch))
}

func (b *builder) current(e *netlist.Element) {
	b.c.sources = append(b.c.sources, b.source(e, -1))
}

func (b *builder) source(e *netlist.Element, branch int32) source {
	return source{a: b.node[e.Nodes[0]], b: b.node[e.Nodes[1]], branch: branch,
		wave: newWaveform(e.Source, b.n.Tran), dc: e.Source.DC, time: math.NaN()}
}

func (b *builder) addDiode(e *netlist.Element, in inner) error {
	g := &b.c.diodes[b.diode[e.Model]]
	m, area := &g.model, e.Area*e.M
	if !(area > 0) {
		return elementError(e, "got area %g, want it positive", area)
	}
	d := diode{inside: in[0], anode: b.node[e.Nodes[0]], cathode: b.node[e.Nodes[1]],
		charge: -1, state: b.voltages(1), area: area, is: m.is * area, initial: given(e)}
	if m.rs != 0 {
		d.rs = area / m.rs
	}
	if m.cjo != 0 || m.tt != 0 {
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

// tolerance returns the relative tolerance of the netlist.
func (b *builder) tolerance() float64 {
	if r := b.n.Options.RelTol; r != 0 {
		return r
	}
	return 1e-3
}

func (b *builder) addMOSFET(e *netlist.Element, in inner) error {
	g := &b.c.mosfets[b.mos[e.Model]]
	m := &g.model
	length := e.L - 2*m.ld
	if !(length > 0) || !(e.W > 0) || !(e.M > 0) {
		return elementError(e, "got w=%g, l=%g, ld=%g, m=%g, want w, l-2*ld and m positive", e.W, e.L, m.ld, e.M)
	}
	t := mosfet{d: in[0], g: b.node[e.Nodes[1]], s: in[1], b: b.node[e.Nodes[3]],
		outerD: b.node[e.Nodes[0]], outerS: b.node[e.Nodes[2]], state: b.voltages(3), off: e.Off,
		qd: -1, qs: -1, gate: [3]int32{-1, -1, -1}}
	z := m.size(e, length)
	if z.cd != 0 || z.cdsw != 0 {
		t.qd = b.uncheckedCharge()
	}
	if z.cs != 0 || z.cssw != 0 {
		t.qs = b.uncheckedCharge()
	}
	if cox := m.cox * length * e.M * e.W; cox != 0 {
		y := meyer{mosfet: len(g.list), cox: cox, overlap: z.overlap, state: b.voltages(6)}
		z.overlap = [3]float64{}
		for k := range y.charge {
			y.charge[k] = b.checkedCharge()
		}
		g.gates = append(g.gates, y)
	}
	for k, c := range z.overlap {
		if c != 0 {
			t.gate[k] = b.checkedCharge()
		}
	}
	t.size = b.size(g, z)
	g.list = append(g.list, t)
	return nil
}

// size returns what e makes of the model with an effective channel length.
func (m *mosModel) size(e *netlist.Element, length float64) mosSize {
	z := mosSize{beta: m.kp * e.M * e.W / length, isd: e.M * m.is, iss: e.M * m.is,
		cd: e.M * m.cj * e.AD, cs: e.M * m.cj * e.AS, cdsw: e.M * m.cjsw * e.PD, cssw: e.M * m.cjsw * e.PS,
		overlap: [3]float64{toSource: m.cgso * e.M * e.W, toDrain: m.cgdo * e.M * e.W, toBulk: m.cgbo * e.M * length}}
	if m.js != 0 && e.AD != 0 && e.AS != 0 {
		z.isd, z.iss = e.M*m.js*e.AD, e.M*m.js*e.AS
	}
	if m.hasCBD {
		z.cd = e.M * m.cbd
	}
	if m.hasCBS {
		z.cs = e.M * m.cbs
	}
	z.critd = m.vt * math.Log(m.vt/(math.Sqrt2*z.isd))
	z.crits = m.vt * math.Log(m.vt/(math.Sqrt2*z.iss))
	drain, source := m.ohms(e)
	if drain != 0 {
		z.drain = e.M / drain
	}
	if source != 0 {
		z.src = e.M / source
	}
	return z
}

// size returns the number of z among the sizes of g.
func (b *builder) size(g *mosGroup, z mosSize) int32 {
	key := sized{g, z}
	k, ok := b.sizes[key]
	if !ok {
		k = int32(len(g.sizes))
		g.sizes = append(g.sizes, z)
		b.sizes[key] = k
	}
	return k
}

// given returns the initial condition of e, NaN when it has none.
func given(e *netlist.Element) float64 {
	if e.HasIC {
		return e.IC
	}
	return math.NaN()
}

// checkedCharge numbers a charge whose truncation error is checked.
func (b *builder) checkedCharge() int32 {
	b.c.checked++
	return int32(b.c.checked - 1)
}

// uncheckedCharge numbers another charge, before it is known how many come
// first; renumberCharges moves it behind them.
func (b *builder) uncheckedCharge() int32 {
	b.unchecked++
	return b.unchecked - 1
}

func (b *builder) renumberCharges() {
	c := b.c
	c.charges = c.checked + int(b.unchecked)
	for k := range c.mosfets {
		for i := range c.mosfets[k].list {
			t := &c.mosfets[k].list[i]
			if t.qd >= 0 {
				t.qd += int32(c.checked)
			}
			if t.qs >= 0 {
				t.qs += int32(c.checked)
			}
		}
	}
}

// voltages makes room for n voltages of a limiter.
func (b *builder) voltages(n int32) int32 {
	b.limited += n
	return b.limited - n
}
