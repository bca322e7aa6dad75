package circuit

import (
	"math"
	"slices"

	"github.com/nrkit/nrkit/newton/netlist"
)

// mosModel has the parameters of the level-1 equations at the temperature of
// the devices.
type mosModel struct {
	sign                     float64 // 1 for n channel, -1 for p channel
	vto, kp, gamma, phi      float64
	lambda                   float64
	rootPhi                  float64
	near                     float64 // 1/(2·phi)
	vbi                      float64 // sign·vto - gamma·√phi
	von                      float64 // threshold with the bulk at the source
	vt, perVt                float64 // thermal voltage and 1/vt
	is, js                   float64
	cgso, cgdo, cgbo, cj, ld float64
	cbd, cbs, cjsw           float64
	hasCBD, hasCBS           bool
	cox                      float64 // oxide capacitance per area, 0 for no intrinsic capacitances
	rd, rs                   float64
	sheetD, sheetS           bool // rd, rs are those of a square
	bottom, side             depletion
	law                      mosLaw  // nil for level 1
	xl, xw                   float64 // what is added to the length and the width
	tails                    bool    // junctions have currents below -3·vt that are not constant
}

// mosParams are the model parameters of all levels.
var mosParams = []parameter{
	{"vto", 0, "V", "threshold without bulk voltage (from nsub)"}, {"kp", 2e-5, "A/V²", "transconductance (uo·oxide); not of level 6"}, {"gamma", 0, "√V", "bulk threshold (from nsub)"},
	{"phi", 0.6, "V", "surface potential (from nsub)"},
	{"is", 1e-14, "A", "saturation current of bulk junctions"}, {"js", 0, "A/m²", "its density"},
	{"rd", 0, "Ω", "drain resistance"}, {"rs", 0, "Ω", "source resistance"}, {"rsh", 0, "Ω", "sheet resistance"}, {"ld", 0, "m", "lateral diffusion"},
	{"cgso", 0, "F/m", "overlap of gate and source"}, {"cgdo", 0, "F/m", "overlap of gate and drain"}, {"cgbo", 0, "F/m", "overlap of gate and bulk"},
	{"cbd", 0, "F", "capacitance of bulk and drain at 0 V"}, {"cbs", 0, "F", "capacitance of bulk and source at 0 V"},
	{"cj", 0, "F/m²", "junction capacitance by area"}, {"mj", 0.5, "", "its grading coefficient"},
	{"cjsw", 0, "F/m", "junction capacitance by perimeter"}, {"mjsw", 0.5, "", "its grading coefficient"}, {"pb", 0.8, "V", "built-in potential"},
	{"fc", 0.5, "", "forward bias of depletion over its potential"},
	{"tox", 0, "m", "thickness of the oxide (levels 2, 3: 100 nm)"}, {"uo", 600, "cm²/Vs", "mobility"}, {"nsub", 0, "1/cm³", "doping of the bulk"},
	{"nss", 0, "1/cm²", "surface states"}, {"tpg", 1, "", "gate material: 1 opposite to the bulk, -1 like it, 0 metal"}, {"tnom", 27, "°C", "temperature of the parameters"},
}

// mos1Params are parameters of level 1 besides those.
var mos1Params = []parameter{{"lambda", 0, "1/V", "channel length modulation"}}

// mosSilent are parameters without effect on operating points and transients.
var mosSilent = []string{"kf", "af", "level"}

// mosAliases are other names of parameters.
var mosAliases = map[string]string{"vt0": "vto", "vth0": "vto", "u0": "uo"}

func newMOSModel(m *netlist.Model, t temps) (mosModel, error) {
	table := slices.Concat(mosParams, map[float64][]parameter{2: mos2Params, 3: mos3Params, 6: mos6Params}[m.Param["level"]])
	level, given := m.Param["level"]
	if !given || level == 1 {
		level, table = 1, slices.Concat(mosParams, mos1Params)
	}
	p, err := readParameters(m, table, mosAliases, slices.Concat(mosSilent, otherLevels(table)), 1, 2, 3, 6)
	if err != nil {
		return mosModel{}, err
	}
	thick := level == 2 || level == 3
	if thick && !p.given["tox"] {
		p.v["tox"] = 1e-7
	}
	if thick && !(p.v["tox"] > 0) {
		return mosModel{}, modelError(m, "got tox=%g, want it positive", p.v["tox"])
	}
	if err := t.check(m); err != nil {
		return mosModel{}, err
	}
	sign := 1.0
	if m.Type == netlist.PMOS {
		sign = -1
	}
	if err := p.process(m, sign, t.nominal); err != nil {
		return mosModel{}, err
	}
	d := mosModel{sign: sign, vt: thermal(t.device), perVt: 1 / thermal(t.device), gamma: p.v["gamma"], lambda: p.v["lambda"], ld: p.v["ld"],
		cgso: p.v["cgso"], cgdo: p.v["cgdo"], cgbo: p.v["cgbo"],
		hasCBD: p.given["cbd"], hasCBS: p.given["cbs"], cox: p.oxide(),
		rd: p.resistance("rd"), rs: p.resistance("rs"), sheetD: !p.given["rd"], sheetS: !p.given["rs"]}
	if !(p.v["phi"] > 0) || !(p.v["pb"] > 0) || !(p.v["fc"] < 1) || p.v["mj"] == 1 || p.v["mjsw"] == 1 {
		return d, modelError(m, "got phi=%g pb=%g fc=%g mj=%g mjsw=%g, want phi and pb positive, fc below 1 and the others not 1",
			p.v["phi"], p.v["pb"], p.v["fc"], p.v["mj"], p.v["mjsw"])
	}
	d.law, d.xl, d.xw, d.tails = lawOf(m, p, t), p.v["xl"], p.v["xw"]-2*p.v["wd"], level == 3
	p.v["vto"] += p.v["delvto"]
	if level == 6 {
		p.v["kp"] = p.v["kc"]
	}
	d.channelAt(p.v, t)
	d.junctionsAt(p.v, t)
	if !(d.phi > 0) || !(d.bottom.vj > 0) || !(d.is >= 0) || !(d.js >= 0) || !(d.rd >= 0) || !(d.rs >= 0) {
		return d, modelError(m, "got phi=%g pb=%g is=%g js=%g rd=%g rs=%g at %g °C, want phi and pb positive and the others not negative",
			d.phi, d.bottom.vj, d.is, d.js, d.rd, d.rs, t.device-zeroCelsius)
	}
	return d, nil
}

// otherLevels returns the parameters of levels without the table, which have
// no place in its equations. SPICE ignores them.
func otherLevels(table []parameter) []string {
	names := []string{"xqc", "nvth", "ps"}
	for _, q := range slices.Concat(mos1Params, mos2Params, mos3Params, mos6Params) {
		if !slices.ContainsFunc(table, func(own parameter) bool { return own.name == q.name }) {
			names = append(names, q.name)
		}
	}
	return names
}

// channelAt sets the parameters of the channel.
func (d *mosModel) channelAt(v map[string]float64, t temps) {
	ratio := t.device / t.nominal
	d.kp = v["kp"] / (ratio * math.Sqrt(ratio))
	d.phi = t.potential(v["phi"])
	d.rootPhi, d.near = math.Sqrt(d.phi), 0.5/d.phi
	shift := 0.5*d.sign*(bandgap(t.nominal)-bandgap(t.device)) + 0.5*(d.phi-v["phi"])
	d.vbi = d.sign*v["vto"] - d.gamma*math.Sqrt(v["phi"]) + shift
	d.von = d.vbi + d.gamma*d.rootPhi
	d.vto = v["vto"]
	if t.device != t.nominal {
		d.vto = d.sign * d.von
	}
}

// junctionsAt sets the parameters of the bulk junctions.
func (d *mosModel) junctionsAt(v map[string]float64, t temps) {
	pb := v["pb"]
	bottom := t.capacitance(v["mj"], pb)
	d.cbd, d.cbs, d.cj = v["cbd"]*bottom, v["cbs"]*bottom, v["cj"]*bottom
	d.cjsw = v["cjsw"] * t.capacitance(v["mjsw"], pb)
	d.bottom = newDepletion(t.potential(pb), v["mj"], v["fc"])
	d.side = newDepletion(t.potential(pb), v["mjsw"], v["fc"])
	growth := math.Exp(bandgap(t.nominal)/thermal(t.nominal) - bandgap(t.device)/thermal(t.device))
	d.is, d.js = v["is"]*growth, v["js"]*growth
}

// keeps says whether transistors keep threshold and charges between evaluations.
func (m *mosModel) keeps() bool { return m.cox != 0 || m.law != nil }

// ohms returns the resistances in front of drain and source of e.
func (m *mosModel) ohms(e *netlist.Element) (drain, source float64) {
	drain, source = m.rd, m.rs
	if m.sheetD {
		drain *= e.NRD
	}
	if m.sheetS {
		source *= e.NRS
	}
	return drain, source
}

// resistance returns that of drain or source: as given, else of one square.
func (p params) resistance(name string) float64 {
	if p.given[name] {
		return p.v[name]
	}
	return p.v["rsh"]
}

// oxide returns the capacitance of the oxide per area, 0 when there is no
// thickness.
func (p params) oxide() float64 {
	if tox := p.v["tox"]; tox > 0 {
		return 3.9 * vacuum / tox
	}
	return 0
}

// process derives electrical parameters that are not given from those of the
// process, at the nominal temperature; doping is in cm⁻³, mobility in cm²/Vs.
func (p params) process(m *netlist.Model, sign, nominal float64) error {
	cox := p.oxide()
	if cox == 0 {
		return nil
	}
	if !p.given["kp"] {
		p.v["kp"] = p.v["uo"] * 1e-4 * cox
	}
	if !p.given["kc"] {
		p.v["kc"] = 0.5 * p.v["uo"] * 1e-4 * cox
	}
	if !p.given["nsub"] {
		return nil
	}
	intrinsic := 1.45e16 // m⁻³ at 300 K
	if m.Param["level"] == 3 {
		t := nominal / 300
		intrinsic *= t * math.Sqrt(t) * math.Exp(0.5*bandgap(nominal)*(1.0/300-1/nominal)*charge/boltzmann)
	}
	doping := p.v["nsub"] * 1e6
	if !(doping > intrinsic) {
		return modelError(m, "got nsub=%g, want it above %g, the doping of intrinsic silicon", p.v["nsub"], intrinsic/1e6)
	}
	if !p.given["phi"] {
		p.v["phi"] = max(0.1, 2*thermal(nominal)*math.Log(doping/intrinsic))
	}
	phi, gap := p.v["phi"], bandgap(nominal)
	if !p.given["gamma"] {
		p.v["gamma"] = math.Sqrt(2*11.70*vacuum*charge*doping) / cox
	}
	if !p.given["vto"] {
		gate := 3.2 // work function of metal
		if tpg := p.v["tpg"]; tpg != 0 {
			gate = 3.25 + 0.5*gap - sign*tpg*0.5*gap
		}
		flat := gate - (3.25 + 0.5*gap + sign*0.5*phi) - p.v["nss"]*1e4*charge/cox
		p.v["vto"] = flat + sign*(p.v["gamma"]*math.Sqrt(phi)+phi)
	}
	return nil
}
