package circuit

import (
	"math"

	"github.com/nrkit/nrkit/newton/netlist"
)

// mosModel has the parameters of the level-1 equations.
type mosModel struct {
	sign                     float64 // 1 for n channel, -1 for p channel
	vto, kp, gamma, phi      float64
	lambda                   float64
	rootPhi                  float64
	vbi                      float64 // vto - gamma·√phi, for an n channel
	is, js                   float64
	cgso, cgdo, cgbo, cj, ld float64
	cbd, cbs, cjsw           float64
	rd, rs                   float64
	bottom, side             depletion
}

// mosParams are the model parameters that are understood, with defaults.
// Absent tox means that there is no intrinsic gate capacitance, as in SPICE.
var mosParams = map[string]float64{
	"level": 1, "vto": 0, "kp": 2e-5, "gamma": 0, "phi": 0.6, "lambda": 0,
	"is": 1e-14, "js": 0, "rd": 0, "rs": 0, "ld": 0,
	"cgso": 0, "cgdo": 0, "cgbo": 0, "cbd": 0, "cbs": 0,
	"cj": 0, "mj": 0.5, "cjsw": 0, "mjsw": 0.33, "pb": 0.8, "fc": 0.5,
	"kf": 0, "af": 1, "tnom": 27,
}

// mosAliases are other names of parameters.
var mosAliases = map[string]string{"vt0": "vto", "vth0": "vto"}

func newMOSModel(m *netlist.Model) (mosModel, error) {
	p, err := parameters(m, mosParams, mosAliases)
	if err != nil {
		return mosModel{}, err
	}
	if p["level"] != 1 {
		return mosModel{}, modelError(m, "got level %g, want 1", p["level"])
	}
	d := mosModel{
		sign: 1, vto: p["vto"], kp: p["kp"], gamma: p["gamma"], phi: p["phi"], lambda: p["lambda"],
		is: p["is"], js: p["js"], cgso: p["cgso"], cgdo: p["cgdo"], cgbo: p["cgbo"], cj: p["cj"], ld: p["ld"],
		cbd: p["cbd"], cbs: p["cbs"], cjsw: p["cjsw"], rd: p["rd"], rs: p["rs"],
	}
	if m.Type == netlist.PMOS {
		d.sign = -1
	}
	if !(d.phi > 0) || !(p["pb"] > 0) || !(p["fc"] < 1) || !(p["mj"] < 1) || !(p["mjsw"] < 1) {
		return d, modelError(m, "got phi=%g pb=%g fc=%g mj=%g mjsw=%g, want phi and pb positive, the others below 1",
			d.phi, p["pb"], p["fc"], p["mj"], p["mjsw"])
	}
	d.rootPhi = math.Sqrt(d.phi)
	d.vbi = d.sign*d.vto - d.gamma*d.rootPhi
	d.bottom = newDepletion(p["pb"], p["mj"], p["fc"])
	d.side = newDepletion(p["pb"], p["mjsw"], p["fc"])
	return d, nil
}

// parameters returns what a model gives over what it defaults to. A parameter
// that is not understood is an error: to ignore one is to simulate something
// else.
func parameters(m *netlist.Model, defaults map[string]float64, aliases map[string]string) (map[string]float64, error) {
	p := make(map[string]float64, len(defaults))
	for name, v := range defaults {
		p[name] = v
	}
	for name, v := range m.Param {
		if other, ok := aliases[name]; ok {
			name = other
		}
		if _, ok := defaults[name]; !ok {
			return nil, modelError(m, "parameter %s is not supported", name)
		}
		p[name] = v
	}
	if p["tnom"] != 27 {
		return nil, modelError(m, "got tnom=%g, want 27: temperatures are not supported", p["tnom"])
	}
	return p, nil
}
