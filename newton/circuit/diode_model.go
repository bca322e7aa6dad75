package circuit

import (
	"math"
	"slices"

	"github.com/nrkit/nrkit/newton/netlist"
)

// diodeModel has the parameters of the equations at the temperature of the
// devices, per unit of area.
type diodeModel struct {
	is, rs, cjo, tt float64
	vt              float64 // thermal voltage times emission coefficient
	dep             depletion
	isr, vtr        float64 // recombination: its current and thermal voltage
	ikf, ikr        float64 // knees of high injection; +Inf for none
	bv, ibv         float64 // bv is +Inf when there is no breakdown
	vtb             float64 // thermal voltage times emission coefficient in breakdown
	thermal         float64
	side            sideModel
	sideError       error // of side, for diodes that have a sidewall
}

// diodeParams are the model parameters that are understood, with defaults.
var diodeParams = []parameter{
	{"is", 1e-14, "A", "saturation current"}, {"n", 1, "", "emission coefficient"}, {"rs", 0, "Ω", "series resistance"},
	{"isr", 1e-14, "A", "saturation current of recombination, none unless given"}, {"nr", 1, "", "its emission coefficient"},
	{"ikf", math.Inf(1), "A", "forward knee current"}, {"ikr", math.Inf(1), "A", "reverse knee current"},
	{"bv", math.Inf(1), "V", "breakdown voltage"}, {"ibv", 1e-3, "A", "current at the breakdown voltage"}, {"nbv", 1, "", "emission coefficient of the breakdown (n)"},
	{"cjo", 0, "F", "capacitance at 0 V"}, {"vj", 1, "V", "built-in potential"}, {"m", 0.5, "", "grading coefficient"},
	{"fc", 0.5, "", "forward bias of depletion over its potential"}, {"tt", 0, "s", "transit time"},
	{"tnom", 27, "°C", "temperature of the parameters"}, {"eg", 1.11, "eV", "band gap"}, {"xti", 3, "", "temperature exponent of is"},
	{"tlev", 0, "", "0 or 1: how bv changes"}, {"tlevc", 0, "", "0 or 1: how capacitances change"},
	{"tcv", 0, "", "temperature coefficient of bv"}, {"tbv1", 0, "1/K", "of bv, of PSpice"}, {"tbv2", 0, "1/K²", "of bv, of PSpice"}, {"trs1", 0, "1/K", "of rs"}, {"trs2", 0, "1/K²", "of rs"},
	{"ttt1", 0, "1/K", "of tt"}, {"ttt2", 0, "1/K²", "of tt"}, {"tm1", 0, "1/K", "of m"}, {"tm2", 0, "1/K²", "of m"},
	{"cta", 0, "1/K", "of cjo"}, {"tpb", 0, "V/K", "of vj"},
}

// diodeSilent are parameters without effect: of noise and of warnings.
var diodeSilent = []string{"kf", "af", "fv_max", "bv_max", "id_max", "pd_max", "te_max", "level"}

// diodeAliases are other names of parameters.
var diodeAliases = map[string]string{"js": "is", "cj0": "cjo", "cj": "cjo", "pb": "vj", "mj": "m", "ib": "ibv",
	"ik": "ikf", "tref": "tnom", "trs": "trs1", "ctc": "cta", "cjp": "cjsw", "vjsw": "php"}

// largestGrading bounds the grading coefficient, as in ngspice.
const largestGrading = 0.9

func newDiodeModel(m *netlist.Model, t temps) (diodeModel, error) {
	p, err := readParameters(m, slices.Concat(diodeParams, sideParams), diodeAliases, diodeSilent, 1, 2)
	if err != nil {
		return diodeModel{}, err
	}
	for _, knee := range [...]string{"ikf", "ikr"} { // as in SPICE, 0 is for none
		if p.v[knee] == 0 {
			p.v[knee] = math.Inf(1)
		}
	}
	if err := checkDiode(m, p); err != nil {
		return diodeModel{}, err
	}
	if err := t.check(m); err != nil {
		return diodeModel{}, err
	}
	vt, dt := thermal(t.device), t.device-t.nominal
	quadratic := func(c1, c2 string) float64 { return 1 + p.v[c1]*dt + p.v[c2]*dt*dt }
	warm := func(i, n string) float64 { return p.v[i] * diodeGrowth(t, p.v["eg"], p.v["xti"], p.v[n]) }
	d := diodeModel{thermal: vt, vt: p.v["n"] * vt, vtr: p.v["nr"] * vt, vtb: p.v["n"] * vt,
		is: warm("is", "n"), rs: p.v["rs"] * quadratic("trs1", "trs2"), tt: p.v["tt"] * quadratic("ttt1", "ttt2"),
		ikf: p.v["ikf"], ikr: p.v["ikr"], bv: p.v["bv"], ibv: p.v["ibv"]}
	if p.given["isr"] {
		d.isr = warm("isr", "nr")
	}
	if p.given["nbv"] {
		d.vtb = p.v["nbv"] * vt
	}
	if p.v["tlev"] == 0 {
		d.bv -= p.v["tcv"] * dt
	} else {
		d.bv *= 1 - p.v["tcv"]*dt
	}
	d.bv *= quadratic("tbv1", "tbv2")
	d.side, d.sideError = newSideModel(m, p, t)
	d.charges(p, t, min(p.v["m"]*quadratic("tm1", "tm2"), largestGrading))
	if !(d.is > 0) || !(d.rs >= 0) || !(d.tt >= 0) || !(d.bv > 0) || !(d.cjo >= 0) || !(d.dep.vj > 0) {
		return d, modelError(m, "got is=%g rs=%g tt=%g bv=%g cjo=%g vj=%g at %g °C, want is, bv and vj positive and the others not negative",
			d.is, d.rs, d.tt, d.bv, d.cjo, d.dep.vj, t.device-zeroCelsius)
	}
	return d, nil
}

// charges sets what the charge of the junction depends on.
func (d *diodeModel) charges(p params, t temps, grading float64) {
	fc, vj := min(p.v["fc"], 0.95), p.v["vj"]
	if p.v["tlevc"] == 0 {
		d.cjo = p.v["cjo"] * t.capacitance(grading, vj)
		vj = t.potential(vj)
	} else {
		above := t.device - reference
		d.cjo = p.v["cjo"] * (1 + p.v["cta"]*above)
		vj -= p.v["tpb"] * above
	}
	if fc*vj > 1 { // ngspice keeps the edge below 1 V; its charge jumps there
		vj = 1 / fc
	}
	d.dep = newDepletion(vj, grading, fc)
}

func checkDiode(m *netlist.Model, p params) error {
	v := p.v
	switch {
	case !(v["is"] > 0) || !(v["n"] > 0) || !(v["nr"] > 0) || !(v["nbv"] > 0):
		return modelError(m, "got is=%g n=%g nr=%g nbv=%g, want all positive", v["is"], v["n"], v["nr"], v["nbv"])
	case !(v["fc"] < 1) || !(v["fc"] >= 0) || !(v["m"] < 1) || !(v["vj"] > 0):
		return modelError(m, "got fc=%g m=%g vj=%g, want fc from 0 to below 1, m below 1, vj positive", v["fc"], v["m"], v["vj"])
	case !(v["ikf"] > 0) || !(v["ikr"] > 0) || !(v["ibv"] > 0):
		return modelError(m, "got ikf=%g ikr=%g ibv=%g, want all positive", v["ikf"], v["ikr"], v["ibv"])
	case v["tlev"] != 0 && v["tlev"] != 1 || v["tlevc"] != 0 && v["tlevc"] != 1:
		return modelError(m, "got tlev=%g tlevc=%g, want 0 or 1", v["tlev"], v["tlevc"])
	}
	return nil
}

// diodeGrowth returns by what factor a saturation current changes with
// temperature, for band gap eg, exponent xti and emission coefficient n.
func diodeGrowth(t temps, eg, xti, n float64) float64 {
	ratio := t.device / t.nominal
	return math.Exp((ratio-1)*eg/(n*thermal(t.device)) + xti/n*math.Log(ratio))
}

// breakdown returns the voltage at which the exponential of the breakdown has to
// start for the current of m diodes with saturation current is to be ibv for
// each at bv. tol is the relative tolerance of that current.
func (d *diodeModel) breakdown(is, m, tol float64) float64 {
	bv, ibv := d.bv, d.ibv*m
	if math.IsInf(bv, 1) || ibv < is*bv/d.thermal {
		return bv
	}
	x := bv - d.vtb*math.Log(1+ibv/is)
	for range 25 {
		x = bv - d.vtb*math.Log(ibv/is+1-x/d.thermal)
		if math.Abs(is*(math.Exp((bv-x)/d.vtb)-1+x/d.thermal)-ibv) <= tol*ibv {
			break
		}
	}
	return x
}
