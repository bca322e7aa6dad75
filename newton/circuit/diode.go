package circuit

import (
	"math"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
)

// diodeModel has the parameters of the equations, per unit of area.
type diodeModel struct {
	is, rs, cjo, tt float64
	vt              float64 // thermal voltage times emission coefficient
	dep             depletion
	bv              float64 // +Inf when there is no breakdown
	vtb             float64 // thermal voltage in breakdown
}

// diodeParams are the model parameters that are understood, with defaults.
var diodeParams = map[string]float64{
	"is": 1e-14, "rs": 0, "n": 1, "tt": 0, "cjo": 0, "vj": 1, "m": 0.5, "fc": 0.5,
	"bv": math.Inf(1), "ibv": 1e-3, "nbv": 1, "level": 1,
	"eg": 1.11, "xti": 3, "kf": 0, "af": 1, "tnom": 27,
}

// diodeAliases are other names of parameters.
var diodeAliases = map[string]string{"js": "is", "cj0": "cjo", "cj": "cjo", "pb": "vj", "mj": "m"}

func newDiodeModel(m *netlist.Model) (diodeModel, error) {
	p, err := parameters(m, diodeParams, diodeAliases)
	if err != nil {
		return diodeModel{}, err
	}
	d := diodeModel{is: p["is"], rs: p["rs"], cjo: p["cjo"], tt: p["tt"], vt: p["n"] * thermal, vtb: p["nbv"] * thermal}
	if !(d.is > 0) || !(d.vt > 0) {
		return d, modelError(m, "got is=%g n=%g, want both positive", p["is"], p["n"])
	}
	if !(p["fc"] < 1) || !(p["m"] < 1) || !(p["vj"] > 0) {
		return d, modelError(m, "got fc=%g m=%g vj=%g, want fc and m below 1, vj positive", p["fc"], p["m"], p["vj"])
	}
	d.dep = newDepletion(p["vj"], p["m"], min(p["fc"], 0.95))
	d.bv = breakdown(p["bv"], p["ibv"], d.is, d.vtb)
	return d, nil
}

// breakdown returns the voltage at which the exponential of the breakdown has to
// start for the current to be ibv at bv.
func breakdown(bv, ibv, is, vt float64) float64 {
	if math.IsInf(bv, 1) || ibv < is*bv/vt {
		return bv
	}
	x := bv - vt*math.Log(1+ibv/is)
	for range 25 {
		x = bv - vt*math.Log(ibv/is+1-x/vt)
		if math.Abs(is*(math.Exp((bv-x)/vt)-1+x/vt)-ibv) <= 1e-3*ibv {
			break
		}
	}
	return x
}

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
	rs                     float64 // conductance; 0 where inside is the anode
	vcrit                  float64
	guess                  float64 // start of the operating point: vcrit, 0 when off
	initial                float64 // initial voltage; NaN when not given
}

func (g *diodeGroup) load(e *newton.Eval, last []float64) {
	x, j := e.X, e.J
	for k := range g.list {
		d := &g.list[k]
		if d.rs != 0 {
			contribute(e, d.anode, d.inside, d.rs*(x[d.anode]-x[d.inside]))
		}
		now := x[d.inside] - x[d.cathode]
		v := g.model.point(d, now, last[d.state], e)
		last[d.state] = v
		i, cond := g.model.current(v, d.area, e.Gmin)
		if d.charge >= 0 {
			q, c := g.model.dep.at(v)
			q, c = d.area*g.model.cjo*q, d.area*g.model.cjo*c
			if g.model.tt != 0 {
				q, c = q+g.model.tt*(i-e.Gmin*v), c+g.model.tt*(cond-e.Gmin)
			}
			e.Q[d.charge] = q
			i += e.A0*q + e.Hist[d.charge]
			cond += e.A0 * c
		}
		i += cond * (now - v)
		contribute(e, d.inside, d.cathode, i)
		j[d.ii] += cond
		j[d.cc] += cond
		j[d.ic] -= cond
		j[d.ci] -= cond
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
	if now < min(0, -m.bv+10*m.vtb) { // in breakdown the junction is turned round
		v, changed = limitJunction(-now-m.bv, -last-m.bv, m.vtb, d.vcrit)
		v = -v - m.bv
	} else {
		v, changed = limitJunction(now, last, m.vt, d.vcrit)
	}
	if changed {
		e.Limited++
	}
	return v
}

// current returns current and conductance of the junction, gmin included.
func (m *diodeModel) current(v, area, gmin float64) (i, g float64) {
	is := m.is * area
	if v >= -m.bv {
		i, g = diffusion(v, is, m.vt)
	} else {
		b := is * math.Exp(min(-(m.bv+v)/m.vtb, maxExponent))
		i, g = -b, b/m.vtb
	}
	return i + gmin*v, g + gmin
}
