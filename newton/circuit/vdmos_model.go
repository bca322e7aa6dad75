package circuit

import (
	"math"

	"github.com/nrkit/nrkit/newton/netlist"
)

// vdmosModel has the parameters at the temperature of the devices.
type vdmosModel struct {
	sign              float64 // 1 for n channel, -1 for p channel
	vto, kp           float64
	lambda, theta     float64
	slope, shift      float64 // below the threshold
	mtriode           float64
	rd, rs, rg        float64
	across            float64 // conductance of drain and source, of each device or of all
	perDevice         bool
	rq, vq            float64 // quasi saturation; rq is 0 for none
	cgs               float64
	cgdmin, cgdmax, a float64
	swing, middle     float64 // of the capacitance of gate and drain
	body              diodeModel
}

// vdmosParams are the parameters of ngspice's manual.
var vdmosParams = []parameter{
	{"vto", 0, "V", "threshold"}, {"kp", 1, "A/V²", "transconductance"}, {"lambda", 0, "1/V", "channel length modulation"}, {"theta", 0, "1/V", "mobility by gate voltage"},
	{"ksubthres", 0.1, "V", "slope below the threshold"}, {"subshift", 0, "V", "shift of the threshold there"}, {"mtriode", 1, "", "transconductance of the linear region"},
	{"rd", 0, "Ω", "drain resistance"}, {"rs", 0, "Ω", "source resistance"}, {"rg", 0, "Ω", "gate resistance"}, {"rds", 1e15, "Ω", "resistance of drain and source"},
	{"rq", 0, "Ω", "drain resistance of quasi saturation"}, {"vq", 0, "V", "voltage of quasi saturation"},
	{"cgs", 0, "F", "capacitance of gate and source"}, {"cgdmin", 0, "F", "least capacitance of gate and drain"}, {"cgdmax", 0, "F", "largest capacitance of gate and drain"},
	{"a", 1, "1/V", "how it changes with the voltage"},
	{"is", 1e-14, "A", "saturation current of the body diode"}, {"n", 1, "", "its emission coefficient"}, {"rb", 0, "Ω", "its series resistance"},
	{"bv", math.Inf(1), "V", "its breakdown voltage"}, {"ibv", 1e-10, "A", "its current at the breakdown voltage"}, {"nbv", 1, "", "emission coefficient of the breakdown"},
	{"cjo", 0, "F", "its capacitance at 0 V"}, {"vj", 0.8, "V", "its built-in potential"}, {"m", 0.5, "", "its grading coefficient"},
	{"fc", 0.5, "", "forward bias of depletion over its potential"}, {"tt", 0, "s", "its transit time"}, {"eg", 1.11, "eV", "band gap"}, {"xti", 3, "", "temperature exponent of is"},
	{"tnom", 27, "°C", "temperature of the parameters"}, {"tcvth", 0, "V/K", "of vto"}, {"mu", -1.5, "", "temperature exponent of kp"},
	{"texp0", 1.5, "", "temperature exponent of rd"}, {"texp1", 0.3, "", "temperature exponent of rq"},
	{"trd1", 0, "1/K", "of rd"}, {"trd2", 0, "1/K²", "of rd"}, {"trg1", 0, "1/K", "of rg"}, {"trg2", 0, "1/K²", "of rg"},
	{"trs1", 0, "1/K", "of rs"}, {"trs2", 0, "1/K²", "of rs"}, {"trb1", 0, "1/K", "of rb"}, {"trb2", 0, "1/K²", "of rb"},
	{"tksubthres1", 0, "1/K", "of ksubthres"}, {"tksubthres2", 0, "1/K²", "of ksubthres"},
}

// vdmosSilent are parameters without effect: of noise, of warnings, of self-heating, which
// no instance asks for, and what makers say.
var vdmosSilent = []string{"kf", "af", "phi", "vds", "ron", "qg", "rthjc", "rthca", "cthj", "rth_ext", "derating", "level",
	"vgs_max", "vgd_max", "vds_max", "vgsr_max", "vgdr_max", "pd_max", "id_max", "idr_max", "te_max"}

var vdmosAliases = map[string]string{"vth": "vto", "vt0": "vto", "subslope": "ksubthres", "bex": "mu", "tref": "tnom", "cj0": "cjo"}

func newVDMOSModel(m *netlist.Model, t temps) (vdmosModel, error) {
	p, err := readParameters(m, vdmosParams, vdmosAliases, vdmosSilent, 1)
	if err != nil {
		return vdmosModel{}, err
	}
	if err := t.check(m); err != nil {
		return vdmosModel{}, err
	}
	v, dt, ratio := p.v, t.device-t.nominal, t.device/t.nominal
	quadratic := func(c1, c2 string) float64 { return 1 + v[c1]*dt + v[c2]*dt*dt }
	d := vdmosModel{sign: 1, vto: v["vto"], kp: v["kp"] * math.Pow(ratio, v["mu"]), lambda: v["lambda"], theta: v["theta"],
		slope: v["ksubthres"] * quadratic("tksubthres1", "tksubthres2"), shift: v["subshift"], mtriode: v["mtriode"],
		rs: v["rs"] * quadratic("trs1", "trs2"), rg: v["rg"] * quadratic("trg1", "trg2"), across: 1 / v["rds"], perDevice: p.given["rds"], vq: math.Abs(v["vq"]),
		cgs: v["cgs"], cgdmin: v["cgdmin"], cgdmax: v["cgdmax"], a: v["a"]}
	if m.Type == netlist.VDP {
		d.sign = -1
	}
	d.vto = d.sign*v["vto"] - v["tcvth"]*dt
	if p.given["texp0"] {
		d.rd = v["rd"] * math.Pow(ratio, v["texp0"])
	} else {
		d.rd = v["rd"] * quadratic("trd1", "trd2")
	}
	if p.given["rq"] && p.given["vq"] {
		d.rq = v["rq"] * math.Pow(ratio, v["texp1"])
	}
	d.swing = (d.cgdmax - d.cgdmin) / (1 + math.Pi/2)
	d.middle = d.cgdmax - d.swing
	if !(d.slope > 0) || !(d.kp > 0) || !(d.mtriode > 0) || !(d.a > 0) || !(v["rds"] > 0) || !(d.rd >= 0) || !(d.rs >= 0) || !(d.rg >= 0) || !(d.rq >= 0) {
		return d, modelError(m, "got ksubthres=%g kp=%g mtriode=%g a=%g rds=%g rd=%g rs=%g rg=%g rq=%g, want the first five positive and no resistance negative",
			d.slope, d.kp, d.mtriode, d.a, v["rds"], d.rd, d.rs, d.rg, d.rq)
	}
	d.body, err = newDiodeModel(bodyDiode(m, p, quadratic("trb1", "trb2")), t)
	return d, err
}

// bodyDiode is the model of the diode from source to drain.
func bodyDiode(m *netlist.Model, p params, hot float64) *netlist.Model {
	d := &netlist.Model{Name: m.Name, Type: netlist.D, Line: m.Line, File: m.File, Param: map[string]float64{"rs": p.v["rb"] * hot}}
	for _, name := range []string{"is", "n", "bv", "ibv", "nbv", "cjo", "vj", "m", "fc", "tt", "eg", "xti"} {
		if !math.IsInf(p.v[name], 1) {
			d.Param[name] = p.v[name]
		}
	}
	if bv, ok := d.Param["bv"]; ok {
		d.Param["bv"] = math.Abs(bv) // makers write it of p channels with a sign
	}
	return d
}

// leak returns the conductance of drain and source. As in ngspice, the default is not
// multiplied.
func (m *vdmosModel) leak(area float64) float64 {
	if m.perDevice {
		return area * m.across
	}
	return m.across
}

// channel returns the current from drain to source with its derivatives by vgs and vgd.
// The lower of drain and source acts as source. As in ngspice, the modulation of the
// channel length and the mobility depend on vds and vgs even where the drain is the lower.
func (m *vdmosModel) channel(area, gs, gd float64) slope {
	mobility := 1 / (1 + m.theta*gs)
	scale := m.kp * area * (1 + m.lambda*(gs-gd)) * mobility
	byGD := -m.kp * area * m.lambda * mobility
	byGS := -byGD - scale*m.theta*mobility
	if gs >= gd {
		h, g, d := m.shape(gs, gs-gd)
		return slope{scale * h, byGS*h + scale*(g+d), byGD*h - scale*d}
	}
	h, g, d := m.shape(gd, gd-gs)
	return slope{-scale * h, scale*d - byGS*h, -byGD*h - scale*(g+d)}
}

// shape returns the current for a transconductance of 1, with its derivatives by the gate
// voltage and the drain voltage ds. The gate voltage above the threshold is smoothed, so
// that the current falls exponentially below it.
func (m *vdmosModel) shape(gate, ds float64) (h, g, d float64) {
	x := (gate - m.vto - m.shift) / m.slope
	over, slope := m.slope*x, 1.0
	if x < 40 { // where the logarithm is not the exponent itself
		e := math.Exp(x)
		over, slope = m.slope*math.Log1p(e), e/(1+e)
	}
	vd := m.mtriode * ds
	if over <= vd {
		return over * over / 2, over * slope, 0
	}
	return vd * (over - vd/2), vd * slope, m.mtriode * (over - vd)
}

// feedback returns charge and capacitance of gate and drain: tanh above 0 V, arctan
// below.
func (m *vdmosModel) feedback(v float64) (q, c float64) {
	x := m.a * v
	if v > 0 {
		return m.swing*logCosh(x)/m.a + m.middle*v, m.swing*math.Tanh(x) + m.middle
	}
	return m.swing*(x*math.Atan(x)-math.Log1p(x*x)/2)/m.a + m.middle*v, m.swing*math.Atan(x) + m.middle
}

// logCosh is the logarithm of the hyperbolic cosine of x > 0.
func logCosh(x float64) float64 { return x + math.Log1p(math.Exp(-2*x)) - math.Ln2 }

// drain returns the current through a resistance of the drain, from v across it and from
// ds between drain and source, and its derivatives. In quasi saturation the resistance
// grows with ds.
func (m *vdmosModel) drain(area, v, ds float64) (i, dv, dds float64) {
	r, slope := m.rd, 0.0
	if m.rq != 0 && ds > 0 {
		r += m.rq * ds / (ds + m.vq)
		slope = m.rq * m.vq / ((ds + m.vq) * (ds + m.vq))
	}
	if r < leastDrain {
		r, slope = leastDrain, 0
	}
	g := area / r
	return g * v, g, -g * v / r * slope
}

// leastDrain keeps the drain resistance of quasi saturation from vanishing at 0 V, in Ω.
const leastDrain = 1e-3
