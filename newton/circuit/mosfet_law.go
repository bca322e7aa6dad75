package circuit

import (
	"math"

	"github.com/nrkit/nrkit/newton/netlist"
)

// silicon is the permittivity of silicon, F/m.
const silicon = 11.70 * vacuum

// A mosLaw is the equations of the channel of the levels above 1.
type mosLaw interface {
	// prepare computes what the equations need of a size, which gets the next number.
	prepare(m *mosModel, z *mosSize)
	// channel returns the current of size k, for a drain that is not below the source, and
	// its derivatives by the voltages of gate, drain and bulk. It also returns the gate voltage
	// from which there is a channel, and the drain voltage from which the current saturates.
	// last is this drain voltage in an evaluation before, or another number: a start for searches.
	channel(m *mosModel, k int32, gs, ds, bs, last float64) (i, gm, gds, gmbs, von, vdsat float64)
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
	case 6:
		return newMOS6(p)
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

// surface returns the root of the surface potential phi-v, its reciprocal and its derivative
// by v, continued for a junction that conducts.
func (m *mosModel) surface(v float64) (root, per, slope float64) {
	if v <= 0 {
		root = math.Sqrt(m.phi - v)
		per = 1 / root
		return root, per, -0.5 * per
	}
	root = m.rootPhi / (1 + v*m.near)
	return root, 1 / root, -root * root * (m.near / m.rootPhi)
}
