package circuit

import "math"

// mos3 is the equations of level 3: a semi-empirical channel with static feedback,
// mobility that falls with the gate voltage, velocity saturation and modulation of
// the channel's length [1, 2].
//
// [1] A. Vladimirescu and S. Liu, ERL-M80/7, Univ. of California, Berkeley, 1980.
// [2] P. Antognetti and G. Massobrio, Semiconductor Device Modeling with SPICE, 1988.
type mos3 struct {
	mosProcess
	eta, theta, kappa float64
	narrow            float64 // m
}

// mos3Params are parameters of level 3 besides those of all levels.
var mos3Params = []parameter{
	{"eta", 0, "", "static feedback"}, {"theta", 0, "1/V", "mobility by gate voltage"}, {"kappa", 0.2, "", "channel length modulation"},
	{"vmax", 0, "m/s", "largest drift velocity"}, {"xj", 0, "m", "depth of the junctions"}, {"nfs", 0, "1/cm²", "fast surface states"},
	{"delta", 0, "", "narrow channel"}, {"xl", 0, "m", "correction of the length"}, {"xw", 0, "m", "correction of the width"},
	{"wd", 0, "m", "narrowing of the width on each side"}, {"delvto", 0, "V", "correction of the threshold"},
}

func (l *mos3) channel(m *mosModel, z *mosSize, gs, ds, bs dual) (i dual, von, vdsat float64) {
	root, square := surface(m.phi, bs)
	gamma := l.shortChannel(z, root).times(m.gamma)
	body := gamma.times(0.25).over(root).add(l.narrow / z.width)
	bulk := gamma.mul(root).plus(square.times(l.narrow / z.width))
	feedback := l.eta * 8.15e-22 / (m.cox * z.length * z.length * z.length)
	threshold := bulk.minus(ds.times(feedback)).add(m.vbi)
	on, swing := threshold, dual{}
	if l.fast != 0 {
		swing = bulk.over(square.times(2)).add(1 + l.fast/m.cox).times(m.vt)
		on = threshold.plus(swing)
	} else if gs.v <= on.v {
		return dual{}, on.v, 0
	}
	gate, weak := gs, gs.v < on.v
	if weak {
		gate = on
	}
	drive := gate.minus(threshold)
	mobility := drive.times(l.theta).add(1) // its inverse, over that without gate voltage
	sat := drive.over(body.add(1))
	field := dual{}
	if l.vmax > 0 {
		field = dual{v: z.length * l.vmax / l.mobility}.mul(mobility)
		sat = sat.plus(field).minus(sat.mul(sat).plus(field.mul(field)).sqrt())
	}
	drain := least(ds, sat)
	if drain.v == 0 {
		g := z.beta / mobility.v * drive.v
		if weak && l.fast != 0 {
			g *= math.Exp((gs.v - on.v) / swing.v)
		}
		return dual{d: g}, on.v, sat.v
	}
	i = drive.minus(body.add(1).times(0.5).mul(drain)).mul(drain).times(z.beta).over(mobility)
	slow := dual{v: 1}
	if l.vmax > 0 {
		slow = dual{v: 1}.over(drain.over(field).add(1))
		i = i.mul(slow)
	}
	i = i.over(l.shortening(z, ds, sat, i, slow, field))
	if weak {
		i = i.mul(gs.minus(on).over(swing).exp())
	}
	return i, on.v, sat.v
}

// shortChannel returns by what factor the charge of the bulk is less in a short
// channel: Dang's correction.
func (l *mos3) shortChannel(z *mosSize, root dual) dual {
	if l.xj == 0 || l.xd == 0 {
		return dual{v: 1}
	}
	wp := root.times(l.xd / l.xj)
	wc := wp.times(-0.01110777).add(0.8013292).mul(wp).add(0.0631353)
	share := wp.over(wp.add(1))
	left := share.mul(share).times(-1).add(1).sqrt()
	return wc.add(l.ld / l.xj).mul(left).add(-l.ld / l.xj).times(-l.xj / z.length).add(1)
}

// shortening returns the length of the channel that is left over its whole length, at
// a current i that velocity saturation makes slow times as large.
func (l *mos3) shortening(z *mosSize, ds, sat, i, slow, field dual) dual {
	alpha := l.xd * l.xd
	if alpha == 0 {
		return dual{v: 1}
	}
	var lost dual // m
	switch {
	case ds.v <= sat.v && l.vmax > 0:
		return dual{v: 1}
	case ds.v <= sat.v:
		q := ds.over(sat)
		q = q.mul(q)
		lost = sat.times(l.kappa * alpha / 8).sqrt().mul(q).mul(q)
	case l.vmax <= 0:
		lost = ds.minus(sat.times(7.0 / 8)).times(l.kappa * alpha).sqrt()
	default:
		g := i.mul(slow.times(-1).add(1)).over(field)
		if g.v < 1e-12 {
			g = dual{v: 1e-12}
		}
		half := i.over(g).times(0.5 * l.kappa * alpha / z.length)
		under := half.mul(half).plus(ds.minus(sat).times(l.kappa * alpha))
		if under.v == 0 {
			return dual{v: 1}
		}
		lost = under.sqrt().minus(half)
	}
	left := lost.times(-1 / z.length).add(1)
	if left.v < 0.5 { // punch-through
		left = dual{v: z.length / 4}.over(lost)
	}
	return left
}
