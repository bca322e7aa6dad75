package circuit

import (
	"math"

	"github.com/nrkit/nrkit/newton/netlist"
)

// sideParams are the model parameters of sidewalls, for a unit of their length pj.
var sideParams = []parameter{
	{"jsw", 0, "A/m", "saturation current of the sidewall"}, {"ns", 1, "", "its emission coefficient (n)"},
	{"cjsw", 0, "F/m", "capacitance of the sidewall at 0 V"}, {"php", 1, "V", "its built-in potential"}, {"mjsw", 0.33, "", "its grading coefficient"},
	{"fcs", 0.5, "", "forward bias of its depletion over its potential"}, {"ctp", 0, "1/K", "of cjsw"}, {"tphp", 0, "V/K", "of php"},
}

// sideModel is the sidewalls of a model, for a unit of length.
type sideModel struct {
	is  float64
	vt  float64 // thermal voltage times emission coefficient; 0 for the characteristic of the bottom
	c   float64
	dep depletion
}

// newSideModel returns the sidewalls of the model m, which has parameters p.
func newSideModel(m *netlist.Model, p params, t temps) (sideModel, error) {
	v := p.v
	if !(v["jsw"] >= 0) || !(v["cjsw"] >= 0) || !(v["ns"] > 0) || !(v["php"] > 0) || !(v["mjsw"] < 1) || !(v["fcs"] >= 0) || !(v["fcs"] < 1) {
		return sideModel{}, modelError(m, "got jsw=%g cjsw=%g ns=%g php=%g mjsw=%g fcs=%g, want ns and php positive, jsw and cjsw not negative, mjsw below 1, fcs from 0 to below 1",
			v["jsw"], v["cjsw"], v["ns"], v["php"], v["mjsw"], v["fcs"])
	}
	s := sideModel{is: v["jsw"] * diodeGrowth(t, v["eg"], v["xti"], v["ns"])}
	if p.given["ns"] {
		s.vt = v["ns"] * thermal(t.device)
	}
	potential := v["php"]
	if v["tlevc"] == 0 {
		s.c = v["cjsw"] * t.capacitance(v["mjsw"], potential)
		potential = t.potential(potential)
	} else {
		above := t.device - reference
		s.c = v["cjsw"] * (1 + v["ctp"]*above)
		potential -= v["tphp"] * above
	}
	s.dep = newDepletion(potential, v["mjsw"], min(v["fcs"], 0.95))
	return s, nil
}

// A sidewall is the junction at the edge of a diode.
type sidewall struct {
	*sideModel
	length float64
}

// current returns current and conductance, where they are not part of the bottom's. The
// sidewall breaks down with the bottom.
func (s *sidewall) current(m *diodeModel, v, bv float64) (i, g float64) {
	is := s.is * s.length
	switch {
	case s.vt == 0 || is == 0:
		return 0, 0
	case v >= -bv || v >= -3*s.vt:
		return diffusion(v, is, s.vt)
	}
	b := is * exp(min(-(bv+v)/m.vtb, maxExponent))
	return -b, b / m.vtb
}

// charge returns charge and capacitance.
func (s *sidewall) charge(v float64) (q, c float64) {
	q, c = s.dep.at(v)
	return q * s.c * s.length, c * s.c * s.length
}

// newSidewall returns the sidewall of the diode of e, nil for none.
func (g *diodeGroup) newSidewall(e *netlist.Element) (*sidewall, error) {
	pj, ok := e.Param("pj")
	switch {
	case !ok || pj == 0:
		return nil, nil
	case !(pj > 0) || math.IsInf(pj, 1):
		return nil, elementError(e, "got pj=%g, want it from 0 up", pj)
	case g.model.sideError != nil:
		return nil, g.model.sideError
	}
	return &sidewall{&g.model.side, pj * e.M}, nil
}
