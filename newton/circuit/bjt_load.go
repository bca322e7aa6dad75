package circuit

import (
	"math"

	"github.com/nrkit/nrkit/newton"
)

// load adds the currents and derivatives of all transistors of the group: the current
// from collector to emitter and the currents from the base to both, each with its
// derivatives by vbe and vbc, which the suffixes F and R stand for.
//
//	transport = (forward - reverse)/qb
//
// The function is long: parts of it take as long to call as to run. Without a resistance in
// front of a terminal, the nodes on both sides are the same, and its current is 0.
func (g *bjtGroup) load(c *Circuit, e *newton.Eval) {
	m, x, f, j, a0 := &g.model, numbersOf(e.X), numbersOf(e.F), numbersOf(e.J), e.A0
	charges, past := numbersOf(e.Q), numbersOf(e.Hist)
	predicts, limited, ratio := e.Mode == newton.Predict, e.Mode == newton.Iterate || e.Mode == newton.Predict, 0.0
	if predicts {
		ratio = e.Step / e.Before
	}
	substrate, sign := m.substrateSign(), m.sign
	last, before := numbersOf(c.last), numbersOf(c.accepted)
	for list := g.list; len(list) > 0; list = list[1:] { // a pointer that moves takes fewer instructions than a place in a list
		t := &list[0]
		base, collector, emitter := x.at(t.b), x.at(t.c), x.at(t.e)
		now := bjtBias{sign * (base - emitter), sign * (base - collector), substrate * (x.at(t.sub) - x.at(t.over))}
		memory, accepted := last.eight(t.state), before.eight(t.state)
		p := now // in the first iteration of a step, what was kept goes on, as in SPICE
		if predicts {
			p = bjtBias{accepted[0] + ratio*(accepted[0]-accepted[5]), accepted[1] + ratio*(accepted[1]-accepted[6]), accepted[2]}
		}
		if !limited || !m.close(t, &p, memory) {
			p = m.point(t, p, bjtBias{memory[0], memory[1], memory[2]}, e)
		}
		if e.Mode != newton.Iterate {
			memory[5], memory[6], memory[7] = accepted[0], accepted[1], accepted[2]
		}
		memory[0], memory[1], memory[2] = p.be, p.bc, p.sub

		gmin := e.Gmin * t.gmins
		forward, forwardF := m.forward.at(p.be, t.is)
		reverse, reverseR := m.reverse.at(p.bc, t.reverse)
		be, beF, beR := forward*m.perBF+gmin*p.be, forwardF*m.perBF+gmin, 0.0
		if m.ise != 0 {
			i, slope := m.leakE.at(p.be, t.ise)
			be, beF = be+i, beF+slope
		}
		bc, bcR := reverse*m.perBR+gmin*p.bc, reverseR*m.perBR+gmin
		if m.isc != 0 {
			i, slope := m.leakC.at(p.bc, t.isc)
			bc, bcR = bc+i, bcR+slope
		}

		// The charge of the base over its value at equilibrium: Early's effect and high
		// injection.
		in := 1 - m.vaf*p.bc - m.var_*p.be
		q1 := 1 / in
		qb, qbF, qbR := q1, q1*q1*m.var_, q1*q1*m.vaf
		if m.ikf != 0 || m.ikr != 0 {
			half, bend := m.injection(t.ikf*forward + t.ikr*reverse)
			qb, qbF, qbR = q1*half, q1*(q1*half*m.var_+bend*t.ikf*forwardF), q1*(q1*half*m.vaf+bend*t.ikr*reverseR)
			in /= half // 1/qb
		}
		transport := (forward - reverse) * in
		transportF, transportR := (forwardF-transport*qbF)*in, (-reverseR-transport*qbR)*in
		if m.phase != 0 {
			late := m.delay(forward, forwardF, reverse, reverseR, slope{qb, qbF, qbR}, memory[3:5], accepted[3:5], e)
			transport, transportF, transportR = late.i, late.be, late.bc
		}
		gx := t.gx
		if gx == 0 && m.rb != 0 {
			gx = m.base(t, qb, be+bc)
			j.add(t.rb[0], gx)
			j.add(t.rb[1], gx)
			j.sub(t.rb[2], gx)
			j.sub(t.rb[3], gx)
		}
		if t.qbe >= 0 {
			q, slope := m.be.at(p.be)
			q, slope = q*t.cje, slope*t.cje
			if m.tf != 0 {
				d, dF, dR := forward, forwardF, 0.0
				if p.be > 0 {
					if m.xtf != 0 {
						d, dF, dR = m.diffusionCharge(t, p, forward, forwardF)
					}
					d *= in
					dF, dR = (dF-d*qbF)*in, (dR-d*qbR)*in
				}
				q, slope, beR = q+m.tf*d, slope+m.tf*dF, a0*(m.tf*dR)
			}
			*charges.place(t.qbe) = sign * q
			be += a0*q + sign*past.at(t.qbe)
			beF += a0 * slope
		}
		if t.qbc >= 0 {
			q, slope := m.bc.at(p.bc)
			q, slope = m.tr*reverse+t.cjc*q, m.tr*reverseR+t.cjc*slope
			*charges.place(t.qbc) = sign * q
			bc += a0*q + sign*past.at(t.qbc)
			bcR += a0 * slope
		}
		if t.qbx >= 0 {
			m.outerCharge(t, e)
		}
		var current, conductance float64 // of the junction of the substrate
		if m.straight {                  // both conductance and capacitance are constant
			conductance = gmin + a0*t.cjs
			if t.qsub >= 0 {
				*charges.place(t.qsub) = substrate * t.cjs * p.sub
				current = past.at(t.qsub)
			}
			current += substrate * conductance * now.sub
		} else {
			current, conductance = m.substrateCurrent(t, p.sub, gmin, substrate, e)
			current = substrate * (current + conductance*(now.sub-p.sub))
		}
		f.add(t.sub, current)
		f.sub(t.over, current)
		if e.Scale != nil {
			raise(e.Scale, t.sub, t.over, current)
		}
		j.add(t.substrate.aa, conductance)
		j.add(t.substrate.bb, conductance)
		j.sub(t.substrate.ab, conductance)
		j.sub(t.substrate.ba, conductance)

		if f, r := now.be-p.be, now.bc-p.bc; f != 0 || r != 0 { // along the tangents to the iterate
			transport += transportF*f + transportR*r
			be += beF*f + beR*r
			bc += bcR * r
		}
		transport, be, bc = sign*transport, sign*be, sign*bc
		fromC, fromB, fromE := t.gc*(x.at(t.outerC)-collector), gx*(x.at(t.outerB)-base), t.ge*(x.at(t.outerE)-emitter)
		f.add(t.outerC, fromC)
		f.add(t.outerB, fromB)
		f.add(t.outerE, fromE)
		f.add(t.c, transport-bc-fromC)
		f.add(t.b, be+bc-fromB)
		f.sub(t.e, transport+be+fromE)
		if e.Scale != nil {
			t.raise(e.Scale, size(transport), size(be), size(bc), size(fromC), size(fromB), size(fromE))
		}
		collectorR, baseR := transportR-bcR, beR+bcR
		j.add(t.cb, transportF+collectorR)
		j.sub(t.ce, transportF)
		j.sub(t.cc, collectorR)
		j.add(t.bb, beF+baseR)
		j.sub(t.be, beF)
		j.sub(t.bc, baseR)
		j.sub(t.eb, transportF+collectorR+beF+baseR)
		j.add(t.ee, transportF+beF)
		j.add(t.ec, collectorR+baseR)
	}
}

// raise raises the scales of residuals to the sizes of the currents of a transistor.
func (t *bjt) raise(scale []float64, transport, be, bc, fromC, fromB, fromE uint64) {
	v := numbersOf(scale)
	v.lift(t.outerC, fromC)
	v.lift(t.outerB, fromB)
	v.lift(t.outerE, fromE)
	v.raise(t.c, transport, bc, fromC)
	v.raise(t.b, be, bc, fromB)
	v.raise(t.e, transport, be, fromE)
}

// close says whether all three biases are so close to the last ones that limiters leave them
// as they are.
func (m *bjtModel) close(t *bjt, p *bjtBias, last *[8]float64) bool {
	near := m.near
	return math.Abs(p.be-last[0]) <= near && math.Abs(p.bc-last[1]) <= near && math.Abs(p.sub-last[2]) <= near ||
		within(p.be, last[0], m.vt, t.vcrit) && within(p.bc, last[1], m.vt, t.vcrit) && within(p.sub, last[2], m.vt, t.vcritSub)
}

// A bjtBias is where a transistor is evaluated, for a pnp with the other sign.
type bjtBias struct{ be, bc, sub float64 }

// substrateSign is the sign of the voltage of the substrate's junction.
func (m *bjtModel) substrateSign() float64 {
	if m.lateral {
		return -m.sign
	}
	return m.sign
}

// point returns the bias at which a transistor is evaluated.
func (m *bjtModel) point(t *bjt, now, last bjtBias, e *newton.Eval) bjtBias {
	switch e.Mode {
	case newton.Guess:
		e.Limited++
		if t.off {
			return bjtBias{}
		}
		return bjtBias{be: t.vcrit}
	case newton.Initial:
		if t.icBE == t.icBE {
			now.be = m.sign * t.icBE
		}
		if t.icCE == t.icCE {
			now.bc = now.be - m.sign*t.icCE
		}
		return now
	}
	var be, bc, sub bool
	now.be, be = limitBase(now.be, last.be, m.vt, t.vcrit)
	now.bc, bc = limitBase(now.bc, last.bc, m.vt, t.vcrit)
	now.sub, sub = limitBase(now.sub, last.sub, m.vt, t.vcritSub)
	if be || bc || sub {
		e.Limited++
	}
	return now
}

// over returns i/q for a current i with its derivatives.
func over(i, be, bc float64, q slope) slope {
	in := 1 / q.i
	r := i * in
	return slope{r, (be - r*q.be) * in, (bc - r*q.bc) * in}
}

// injection returns half of 1+(1+4·q2)^nkf, where q2 is the sum of the currents over
// their knees, and half of its derivative by q2.
func (m *bjtModel) injection(q2 float64) (half, slope float64) {
	arg := 1 + 4*q2
	if arg < 0 {
		arg = 0
	}
	bend, slopeOf := 1.0, 2.0
	switch {
	case arg != 0 && m.root:
		bend = math.Sqrt(arg)
		return 0.5 + 0.5*bend, 1 / bend
	case arg != 0:
		bend = math.Pow(arg, m.nkf)
		slopeOf = 4 * m.nkf * bend / arg
	}
	return (1 + bend) / 2, slopeOf / 2
}

// base returns the conductance of the base resistance, which Newton's method sees as
// constant, as in SPICE.
func (m *bjtModel) base(t *bjt, qb, current float64) float64 {
	least, more := m.rbm/t.area, (m.rb-m.rbm)/t.area
	r := least + more/qb
	if m.irb != 0 {
		a := max(current/(m.irb*t.area), 1e-9)
		z := (math.Sqrt(1+14.59025*a) - 1) / 2.4317 / math.Sqrt(a)
		tan := math.Tan(z)
		r = least + 3*more*(tan-z)/(z*tan*tan)
	}
	if r == 0 {
		return 0
	}
	return 1 / r
}

// delay gives the transport current its excess phase: Weil and
// McNamee's second-order filter by backward Euler [1].
//
// [1] P. B. Weil and L. P. McNamee, IEEE Trans. Circuits and Systems 25:114–116, 1978.
func (m *bjtModel) delay(forward, forwardF, reverse, reverseR float64, qb slope, now, then []float64, e *newton.Eval) slope {
	if e.A0 == 0 {
		now[0] = forward / qb.i
		now[1] = now[0]
		return over(forward-reverse, forwardF, -reverseR, qb)
	}
	a := e.Step / m.phase
	b, ratio := 3*a*a, e.Step/e.Before
	denominator := 1 + 3*a + b
	share := b / denominator
	past := (then[0]*(1+ratio+3*a) - then[1]*ratio) / denominator
	now[0], now[1] = past+share*forward/qb.i, then[0]
	late := over(share*forward-reverse, share*forwardF, -reverseR, qb)
	late.i += past
	return late
}

// diffusionCharge returns the charge of the forward transport for a transit time of
// 1 s that depends on the bias, times the charge of the base, and its derivatives as if the
// charge of the base were constant.
func (m *bjtModel) diffusionCharge(t *bjt, p bjtBias, forward, forwardF float64) (q, qF, qR float64) {
	grow := m.xtf
	if m.vtf != 0 {
		grow *= exp(p.bc * m.vtf)
	}
	steep := grow
	if m.itf != 0 {
		share := forward / (forward + m.itf*t.area)
		grow *= share * share
		steep = grow * (3 - 2*share)
	}
	return forward * (1 + grow), forwardF * (1 + steep), forward * grow * m.vtf
}

// outerCharge adds the current of the capacitance in front of the base resistance.
func (m *bjtModel) outerCharge(t *bjt, e *newton.Eval) {
	q, c := m.bc.at(m.sign * (e.X[t.outerB] - e.X[t.c]))
	e.Q[t.qbx] = m.sign * q * t.cjx
	contribute(e, t.outerB, t.c, e.A0*e.Q[t.qbx]+e.Hist[t.qbx])
	t.bx.add(e.J, e.A0*c*t.cjx)
}

// substrateCurrent returns the current and the conductance of the substrate's junction at v, and
// stores its charge. For a pnp, v and the current have the other sign.
func (m *bjtModel) substrateCurrent(t *bjt, v, gmin, sign float64, e *newton.Eval) (i, g float64) {
	i, g = gmin*v, gmin
	if m.iss != 0 {
		is, gs := m.leakS.at(v, m.iss*t.area)
		i, g = i+is, g+gs
	}
	if t.qsub >= 0 {
		q, c := m.sub.at(v)
		q *= t.cjs
		*numbersOf(e.Q).place(t.qsub) = sign * q
		i += e.A0*q + sign*numbersOf(e.Hist).at(t.qsub)
		g += e.A0 * (c * t.cjs)
	}
	return i, g
}
