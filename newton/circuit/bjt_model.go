package circuit

import (
	"math"
	"slices"

	"github.com/nrkit/nrkit/newton/netlist"
)

// bjtModel has the parameters of Gummel and Poon's equations at the temperature of
// the devices, for a unit of area.
type bjtModel struct {
	sign      float64 // 1 for npn, -1 for pnp
	lateral   bool    // the substrate is under the base, not under the collector
	vt        float64
	is        float64
	perBF     float64 // inverse of the forward beta
	perBR     float64 // and of the reverse beta
	forward   ideal   // junctions of the transport current
	reverse   ideal
	vaf, var_ float64 // inverse Early voltages, 0 for none
	ikf, ikr  float64 // inverse knee currents, 0 for none
	nkf       float64 // exponent of the knee
	root      bool    // which is 1/2
	ise, isc  float64
	leakE     ideal // junctions of leakage
	leakC     ideal
	rb, rbm   float64
	irb       float64
	rc, re    float64
	be, bc    depletion
	sub       depletion
	cje, cjc  float64
	cjs       float64
	xcjc      float64 // share of cjc behind the base resistance
	tf, tr    float64
	xtf, itf  float64
	vtf       float64 // inverse of 1.44·vtf, 0 for none
	phase     float64 // delay of the excess phase, s
	iss       float64
	leakS     ideal
	straight  bool    // the current and charge of the substrate are proportional to its voltage
	near      float64 // no limiter acts on smaller steps than this
}

// bjtParams are the model parameters that are understood.
var bjtParams = []parameter{
	{"is", 1e-16, "A", "transport saturation current"}, {"bf", 100, "", "forward beta"}, {"nf", 1, "", "forward emission coefficient"},
	{"vaf", math.Inf(1), "V", "forward Early voltage"}, {"ikf", math.Inf(1), "A", "forward knee current"}, {"nkf", 0.5, "", "exponent of the knee"},
	{"ise", 0, "A", "leakage saturation current of base and emitter"}, {"c2", 0, "", "ise over is"}, {"ne", 1.5, "", "its emission coefficient"},
	{"br", 1, "", "reverse beta"}, {"nr", 1, "", "reverse emission coefficient"},
	{"var", math.Inf(1), "V", "reverse Early voltage"}, {"ikr", math.Inf(1), "A", "reverse knee current"},
	{"isc", 0, "A", "leakage saturation current of base and collector"}, {"c4", 0, "", "isc over is"}, {"nc", 2, "", "its emission coefficient"},
	{"rb", 0, "Ω", "base resistance at no current"}, {"irb", 0, "A", "base current at which it is half"}, {"rbm", 0, "Ω", "least base resistance (rb)"},
	{"re", 0, "Ω", "emitter resistance"}, {"rc", 0, "Ω", "collector resistance"},
	{"cje", 0, "F", "capacitance of base and emitter at 0 V"}, {"vje", 0.75, "V", "its built-in potential"}, {"mje", 0.33, "", "its grading coefficient"},
	{"tf", 0, "s", "forward transit time"}, {"xtf", 0, "", "bias dependence of tf"}, {"vtf", math.Inf(1), "V", "its dependence on vbc"},
	{"itf", 0, "A", "its dependence on current"}, {"ptf", 0, "°", "excess phase at 1/(2π·tf)"},
	{"cjc", 0, "F", "capacitance of base and collector at 0 V"}, {"vjc", 0.75, "V", "its built-in potential"}, {"mjc", 0.33, "", "its grading coefficient"},
	{"xcjc", 1, "", "share of cjc behind the base resistance"}, {"tr", 0, "s", "reverse transit time"},
	{"cjs", 0, "F", "capacitance of the substrate at 0 V"}, {"vjs", 0.75, "V", "its built-in potential"}, {"mjs", 0, "", "its grading coefficient"},
	{"iss", 0, "A", "saturation current of the substrate"}, {"ns", 1, "", "its emission coefficient"}, {"subs", 0, "", "1: substrate under the collector (npn); -1: under the base (pnp)"},
	{"fc", 0.5, "", "forward bias of depletion over its potential"}, {"xtb", 0, "", "temperature exponent of beta"},
	{"eg", 1.11, "eV", "band gap"}, {"xti", 3, "", "temperature exponent of is"}, {"tnom", 27, "°C", "temperature of the parameters"},
}

// bjtAliases are other names of parameters.
var bjtAliases = map[string]string{"va": "vaf", "vb": "var", "ik": "ikf", "pe": "vje", "me": "mje", "pc": "vjc", "mc": "mjc",
	"ps": "vjs", "ms": "mjs", "ccs": "cjs", "csub": "cjs", "tref": "tnom", "nk": "nkf"}

// bjtSilent are parameters without effect: of noise and of warnings.
var bjtSilent = []string{"kf", "af", "vbe_max", "vbc_max", "vce_max", "ic_max", "ib_max", "pd_max", "te_max", "rth0", "level",
	"vceo", "icrating", "bvcbo"}

// bjtCold are parameters without effect at the nominal temperature.
var bjtCold = []string{"tlev", "tlevc", "tbf1", "tbf2", "tbr1", "tbr2", "tikf1", "tikf2", "tikr1", "tikr2", "tirb1", "tirb2",
	"tnc1", "tnc2", "tne1", "tne2", "tnf1", "tnf2", "tnr1", "tnr2", "tns1", "tns2", "trb", "trb1", "trb2", "trc", "trc1", "trc2", "tre", "tre1", "tre2",
	"trm", "trm1", "trm2", "tvaf1", "tvaf2", "tvar1", "tvar2", "ctc", "cte", "cts", "tvjc", "tvje", "tvjs", "titf1", "titf2",
	"ttf1", "ttf2", "ttr1", "ttr2", "tmje1", "tmje2", "tmjc1", "tmjc2", "tmjs1", "tmjs2"}

// silentBJT returns the parameters of m that have no effect at t: without a
// resistance rco, the parameters of quasi-saturation have none.
func silentBJT(m *netlist.Model, t temps) []string {
	silent := bjtSilent
	if t.device == t.nominal {
		silent = slices.Concat(silent, bjtCold)
	}
	if _, ok := m.Param["rco"]; !ok {
		silent = slices.Concat(silent, []string{"vo", "gamma", "qco"})
	}
	return silent
}

func newBJTModel(m *netlist.Model, t temps) (bjtModel, error) {
	p, err := readParameters(m, bjtParams, bjtAliases, silentBJT(m, t), 1)
	if err != nil {
		return bjtModel{}, err
	}
	if err := t.check(m); err != nil {
		return bjtModel{}, err
	}
	v := p.v
	for _, name := range [...]string{"vaf", "ikf", "var", "ikr", "vtf"} {
		if v[name] == 0 { // SPICE's way to say none
			v[name] = math.Inf(1)
		}
	}
	if err := checkBJT(m, v); err != nil {
		return bjtModel{}, err
	}
	vt := thermal(t.device)
	d := bjtModel{sign: 1, vt: vt, near: min(2*vt, 0.5), forward: newIdeal(v["nf"] * vt), reverse: newIdeal(v["nr"] * vt),
		leakE: newIdeal(v["ne"] * vt), leakC: newIdeal(v["nc"] * vt), leakS: newIdeal(v["ns"] * vt),
		vaf: 1 / v["vaf"], var_: 1 / v["var"], ikf: 1 / v["ikf"], ikr: 1 / v["ikr"], nkf: v["nkf"], root: v["nkf"] == 0.5,
		rb: v["rb"], rbm: v["rbm"], irb: v["irb"], rc: v["rc"], re: v["re"], xcjc: v["xcjc"],
		tf: v["tf"], tr: v["tr"], xtf: v["xtf"], itf: v["itf"], vtf: 1 / (1.44 * v["vtf"]), phase: v["ptf"] * math.Pi / 180 * v["tf"]}
	if !p.given["rbm"] {
		d.rbm = d.rb
	}
	if d.lateral = v["subs"] < 0; m.Type == netlist.PNP {
		d.sign, d.lateral = -1, !p.given["subs"] || d.lateral
	}
	d.currentsAt(p, t)
	d.chargesAt(v, t)
	d.straight = d.iss == 0 && (d.sub.m == 0 || d.cjs == 0)
	return d, nil
}

// currentsAt sets what grows with temperature.
func (d *bjtModel) currentsAt(p params, t temps) {
	v, ratio := p.v, t.device/t.nominal
	growth := (ratio-1)*v["eg"]/d.vt + v["xti"]*math.Log(ratio)
	beta := math.Exp(v["xtb"] * math.Log(ratio))
	d.is, d.iss = v["is"]*math.Exp(growth), v["iss"]*math.Exp(growth)
	d.perBF, d.perBR = 1/(v["bf"]*beta), 1/(v["br"]*beta)
	leak := func(name, factor, n string) float64 {
		i := v[name]
		if !p.given[name] {
			i = v[factor] * v["is"]
		}
		return i * math.Exp(growth/v[n]) / beta
	}
	d.ise, d.isc = leak("ise", "c2", "ne"), leak("isc", "c4", "nc")
}

// chargesAt sets the capacitances of the junctions.
func (d *bjtModel) chargesAt(v map[string]float64, t temps) {
	fc := min(v["fc"], 0.9999)
	at := func(c, vj, m string, fc float64) (float64, depletion) {
		return v[c] * t.capacitance(v[m], v[vj]), newDepletion(t.potential(v[vj]), v[m], fc)
	}
	d.cje, d.be = at("cje", "vje", "mje", fc)
	d.cjc, d.bc = at("cjc", "vjc", "mjc", fc)
	d.cjs, d.sub = at("cjs", "vjs", "mjs", 0)
}

func checkBJT(m *netlist.Model, v map[string]float64) error {
	for _, name := range [...]string{"is", "bf", "br", "nf", "nr", "ne", "nc", "ns", "vje", "vjc", "vjs"} {
		if !(v[name] > 0) {
			return modelError(m, "got %s=%g, want it positive", name, v[name])
		}
	}
	for _, name := range [...]string{"mje", "mjc", "mjs", "fc"} {
		if !(v[name] < 1) {
			return modelError(m, "got %s=%g, want it below 1", name, v[name])
		}
	}
	for _, name := range [...]string{"rb", "rbm", "re", "rc", "tf", "tr", "ise", "isc", "iss", "cje", "cjc", "cjs"} {
		if !(v[name] >= 0) {
			return modelError(m, "got %s=%g, want it not negative", name, v[name])
		}
	}
	return nil
}
