package circuit

import "math"

// dualChannel is the equations of level 6 by forward differentiation.
func (l *mos6) dualChannel(m *mosModel, z *mosSize, gs, ds, bs dual) (i dual, von, vdsat float64) {
	root := bs.times(-0.5 / m.rootPhi).add(m.rootPhi) // a line where the bulk is above the source
	if bs.v <= 0 {
		root = bs.times(-1).add(m.phi).sqrt()
	}
	on := root.times(m.gamma).minus(bs.times(l.gamma1)).minus(ds.times(l.sigma)).add(m.vbi)
	over := gs.minus(on)
	if over.v <= 0 {
		return dual{}, on.v, 0
	}
	power := func(n float64) dual {
		v := math.Pow(over.v, n)
		return over.at(v, n*v/over.v)
	}
	sat := power(l.nv).times(l.kv)
	i = power(l.nc).times(z.beta).mul(bs.times(-l.lambda1).add(l.lambda0).mul(ds).add(1))
	if ds.v < sat.v {
		x := ds.over(sat)
		i = i.mul(x.times(-1).add(2).mul(x))
	}
	return i, on.v, sat.v
}
