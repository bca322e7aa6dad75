package circuit

import (
	"math"

	"github.com/nrkit/nrkit/newton/netlist"
)

// silicon is the permittivity of silicon, F/m.
const silicon = 11.70 * vacuum

// A mosLaw is the equations of the channel of the levels above 1. They return the
// current for a drain that is not below the source, with its derivatives; the gate
// voltage from which there is a channel; and the drain voltage from which the current
// saturates.
type mosLaw interface {
	channel(m *mosModel, z *mosSize, gs, ds, bs dual) (i dual, von, vdsat float64)
}

// lawOf returns the equations of the level of m.
func lawOf(m *netlist.Model, p params, t temps) mosLaw {
	warm := t.device / t.nominal
	v := p.v
	process := mosProcess{mobility: v["uo"] * 1e-4 / (warm * math.Sqrt(warm)), fast: charge * v["nfs"] * 1e4,
		vmax: v["vmax"], xj: v["xj"], ld: v["ld"], doped: v["nsub"] > 0}
	if process.doped {
		process.xd = math.Sqrt(2 * silicon / (charge * v["nsub"] * 1e6))
	}
	cox := p.oxide()
	switch m.Param["level"] {
	case 2:
		return &mos2{mosProcess: process, delta: v["delta"], lambda: v["lambda"],
			critical: v["ucrit"] * 100 * silicon / cox, exponent: v["uexp"], neff: v["neff"], bulk: t.potential(v["pb"])}
	case 3:
		return &mos3{mosProcess: process, eta: v["eta"], theta: v["theta"], kappa: v["kappa"], narrow: v["delta"] * 0.5 * math.Pi * silicon / cox}
	}
	return nil
}

// A mosProcess is what both levels have.
type mosProcess struct {
	mobility float64 // m²/Vs
	fast     float64 // charge of fast surface states, C/Vm²; 0 for no current below the threshold
	vmax     float64 // m/s; 0 for none
	xj, ld   float64
	xd       float64 // width of the depletion at 1 V, m/√V
	doped    bool
}

// surface returns the root of the surface potential phi-v and its square, continued
// for a junction that conducts.
func surface(phi float64, v dual) (root, square dual) {
	if v.v <= 0 {
		square = v.times(-1).add(phi)
		return square.sqrt(), square
	}
	s := math.Sqrt(phi)
	root = dual{v: s}.over(v.times(0.5 / phi).add(1))
	return root, root.mul(root)
}

// evaluate computes the channel at p, and returns what limiters and gates need.
func (m *mosModel) evaluate(z *mosSize, p bias, o *output) (von, vdsat float64) {
	gs, ds, bs := dual{v: p.gs, g: 1}, dual{v: p.ds, d: 1}, dual{v: p.bs, b: 1}
	if p.ds < 0 {
		gs.v, ds.v, bs.v = p.gs-p.ds, -p.ds, p.bs-p.ds
	}
	i, von, vdsat := m.law.channel(m, z, gs, ds, bs)
	o.i, o.gm, o.gds, o.gmbs = i.v, i.g, i.d, i.b
	if p.ds < 0 {
		o.i = -o.i
	}
	return von, vdsat
}
