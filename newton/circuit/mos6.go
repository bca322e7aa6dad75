package circuit

import "math"

// mos6 is the equations of level 6: the current and the saturation voltage are powers of
// the gate voltage above the threshold [1].
//
// [1] T. Sakurai and A. R. Newton, IEEE Trans. Electron Devices 38:887–894, 1991.
type mos6 struct {
	kv, nv, nc       float64
	gamma1, sigma    float64
	lambda0, lambda1 float64
	beta             []float64 // of each size
}

// mos6Params are the parameters of level 6 alone.
var mos6Params = []parameter{
	{"kv", 2, "", "saturation voltage"}, {"nv", 0.5, "", "its exponent"},
	{"kc", 5e-5, "", "saturation current (uo·oxide/2)"}, {"nc", 1, "", "its exponent"},
	{"gamma1", 0, "", "bulk threshold, linear"}, {"sigma", 0, "", "static feedback"},
	{"lambda", 0, "1/V", "channel length modulation, unless lambda0 is given"},
	{"lambda0", 0, "1/V", "channel length modulation (lambda)"}, {"lambda1", 0, "1/V²", "its change by the bulk voltage"},
}

func newMOS6(p params) *mos6 {
	v := p.v
	l := &mos6{kv: v["kv"], nv: v["nv"], nc: v["nc"], gamma1: v["gamma1"], sigma: v["sigma"], lambda0: v["lambda"], lambda1: v["lambda1"]}
	if p.given["lambda0"] {
		l.lambda0 = v["lambda0"]
	}
	return l
}

func (l *mos6) prepare(_ *mosModel, z *mosSize) { l.beta = append(l.beta, z.beta) }

func (l *mos6) channel(m *mosModel, k int32, gs, ds, bs, _ float64) (i, gm, gds, gmbs, von, vdsat float64) {
	root, byBulk := math.Sqrt(max(m.phi-bs, 0)), -l.gamma1 // of the threshold
	if bs > 0 {
		root = max(0, m.rootPhi-bs/(2*m.rootPhi))
		if root > 0 {
			byBulk -= m.gamma / (2 * m.rootPhi)
		}
	} else {
		byBulk -= m.gamma / (2 * root)
	}
	von = m.vbi + m.gamma*root - l.gamma1*bs - l.sigma*ds
	over := gs - von
	if over <= 0 {
		return 0, 0, 0, 0, von, 0
	}
	log := logarithm(over)
	vdsat = l.kv * exp(l.nv*log)
	flat := l.beta[k] * exp(l.nc*log)
	lambda := l.lambda0 - l.lambda1*bs
	i = flat * (1 + lambda*ds)
	gm = i * l.nc / over
	gds = gm*l.sigma + flat*lambda
	gmbs = -gm*byBulk - flat*l.lambda1*ds
	if ds >= vdsat {
		return i, gm, gds, gmbs, von, vdsat
	}
	// Below saturation, a parabola of x = ds/vdsat. Gate, drain and bulk act through vdsat too.
	x := ds / vdsat
	share, slope := (2-x)*x, 2*(1-x)*i
	byGate := -x * l.nv / over
	i *= share
	gm = gm*share + slope*byGate
	gds = gds*share + slope*(1/vdsat+byGate*l.sigma)
	gmbs = gmbs*share - slope*byGate*byBulk
	return i, gm, gds, gmbs, von, vdsat
}
