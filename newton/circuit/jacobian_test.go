package circuit

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/newton"
)

// A region is where a device has one set of equations: ranges of the unknowns
// whose names are given, the others being near the node they belong to.
type region struct {
	name, deck string
	volts      map[string][2]float64
}

const (
	diodeDeck = ".model d d(is=1p n=1.2 rs=5 cjo=2p vj=0.8 m=0.4 tt=1n bv=6 ibv=1m)\nd1 a c d 2\n"
	sideDeck  = ".model d d(is=1p n=1.2 rs=5 cjo=2p tt=1n bv=6 ibv=1m jsw=1u ns=1.5 cjsw=1u php=0.7 mjsw=0.3)\nd1 a c d 2 pj=3u\n"
	kneeDeck  = ".model d d(is=1p n=1.2 ikf=1m ikr=1p isr=1n nr=2 cjo=2p)\nd1 a c d m=2\n"
	nmosDeck  = ".model m nmos(vto=0.5 kp=100u gamma=0.4 phi=0.6 lambda=0.05 is=1e-14 cj=1m cjsw=1n mjsw=0.33 cgso=1n cgdo=2n cgbo=3n)\n" +
		"m1 d g s b m w=10u l=2u ad=1p as=2p pd=3u ps=4u\n"
	rdrsDeck = ".model m nmos(vto=0.5 kp=100u gamma=0.4 lambda=0.05 rd=100 rs=200 cbd=1p cbs=2p)\nm1 d g s b m w=10u l=2u\n"
	oxide    = ".model m nmos(vto=0.5 gamma=0.4 lambda=0.05 tox=20n cgso=1n cgdo=2n cgbo=3n cj=1m)\nm1 d g s b m w=10u l=2u ad=1p as=1p\n"
)

func channel(name, deck string, d, g, b [2]float64) region {
	return region{name, deck, map[string][2]float64{"d": d, "g": g, "b": b, "s": {-0.01, 0.01}}}
}

// regions returns those of all devices; transistors also with drain and source
// exchanged, and of the other channel type with all voltages negative.
func regions() []region {
	diode := func(name, deck string, lo, hi float64) region {
		return region{name, deck, map[string][2]float64{"a": {lo, hi}, "c": {-0.01, 0.01}}}
	}
	list := []region{
		diode("diode forward", diodeDeck, 0.4, 0.75),
		diode("diode above the edge", diodeDeck, 0.45, 0.6),
		diode("diode near 0", diodeDeck, -0.05, 0.05),
		diode("diode reverse", diodeDeck, -5, -0.3),
		diode("diode breakdown", diodeDeck, -6.4, -6.1),
		diode("sidewall forward", sideDeck, 0.45, 0.7),
		diode("sidewall reverse", sideDeck, -5, -0.3),
		diode("sidewall breakdown", sideDeck, -6.4, -6.1),
		diode("diode high injection", kneeDeck, 0.4, 0.9),
		diode("diode recombination", kneeDeck, 0.1, 0.4),
		diode("diode reverse knee", kneeDeck, -5, -0.3),
	}
	for _, deck := range []struct{ name, text string }{{"", nmosDeck}, {" with resistances", rdrsDeck}, {" with oxide", oxide}} {
		mos := func(name string, d, g, b [2]float64) {
			r := channel(name+deck.name, deck.text, d, g, b)
			swapped := region{"exchanged " + r.name, r.deck, map[string][2]float64{"s": d, "g": g, "b": b, "d": {-0.01, 0.01}}}
			for _, r := range []region{r, swapped} {
				list = append(list, r)
				p := region{"p channel " + r.name, strings.NewReplacer("nmos", "pmos", "vto=", "vto=-").Replace(r.deck), map[string][2]float64{}}
				for k, v := range r.volts {
					p.volts[k] = [2]float64{-v[1], -v[0]}
				}
				list = append(list, p)
			}
		}
		mos("accumulation", [2]float64{0.1, 3}, [2]float64{-2.5, -1.5}, [2]float64{-2, -0.2})
		mos("cut off", [2]float64{0.1, 3}, [2]float64{0, 0.4}, [2]float64{-2, -0.2})
		mos("saturation", [2]float64{2, 3}, [2]float64{1.2, 1.5}, [2]float64{-1, -0.2})
		mos("linear", [2]float64{0.05, 0.4}, [2]float64{2.5, 3}, [2]float64{-1, -0.2})
		// Without body effect, whose derivative is SPICE's there: see TestBodyEffect.
		deck.text = strings.Replace(deck.text, "gamma=0.4", "gamma=0", 1)
		mos("bulk forward", [2]float64{0.02, 0.4}, [2]float64{1.5, 3}, [2]float64{0.42, 0.6})
	}
	list = append(list, deviceRegions()...)
	return append(list, region{"linear devices", "v1 a b dc 1\ni1 b 0 2\nr1 a 0 3\nr2 b c 0\nc1 a c 1p\nl1 c 0 1u\nl2 a b 1n\n",
		map[string][2]float64{"a": {-2, 2}, "b": {-2, 2}, "c": {-2, 2}, "v1#branch": {-1, 1}, "l1#branch": {-1, 1}, "l2#branch": {-1, 1}}})
}

// draw puts e at a random point of r, with random A0 and history.
func (r *region) draw(c *Circuit, e *newton.Eval, rnd *rand.Rand) {
	at := map[string]float64{}
	for i := range c.Size() {
		name := c.Unknown(i).Name
		if v, ok := r.volts[name]; ok {
			e.X[i] = v[0] + (v[1]-v[0])*rnd.Float64()
			at[name] = e.X[i]
			continue
		}
		outer := map[string]string{"d1#internal": "a", "m1#drain": "d", "m1#source": "s", "m1#gate": "g", "m1#body": "s",
			"q1#collector": "c", "q1#base": "b", "q1#emitter": "e", "j1#drain": "d", "j1#source": "s", "z1#drain": "d", "z1#source": "s"}[name]
		e.X[i] = at[outer] + 1e-3*rnd.Float64()
	}
	e.A0 = 0
	c.Load(e) // a gate's charge starts here
	c.Accept()
	e.A0 = math.Pow(10, 6+6*rnd.Float64())
	for k, q := range e.Q {
		e.Hist[k] = -e.A0*q + 1e-3*rnd.NormFloat64()
	}
}

// TestJacobian compares the Jacobian with differences of residuals at points
// that no limiter moves.
func TestJacobian(t *testing.T) {
	for _, r := range regions() {
		t.Run(r.name, func(t *testing.T) {
			c := compile(t, r.deck)
			e, n := newEval(c), c.Size()
			rnd := rand.New(rand.NewPCG(1, 7))
			for range 40 {
				r.draw(c, e, rnd)
				c.Load(e)
				j := dense(c, e)
				scale := append([]float64(nil), e.Scale...)
				for col := range n {
					const h = 1e-5
					x := e.X[col]
					e.X[col] = x + h
					c.Load(e)
					up := append([]float64(nil), e.F...)
					e.X[col] = x - h
					c.Load(e)
					e.X[col] = x
					for row := range n {
						got := (up[row] - e.F[row]) / (2 * h)
						// Rounding, and the third derivative of an exponential.
						tol := 2e-6*math.Abs(j[row][col]) + 4e-16*noise(e, scale[row])/h
						if math.Abs(got-j[row][col]) > tol {
							t.Fatalf("d f(%s)/d %s at %v: got %g, want %g by differences",
								c.Unknown(row).Name, c.Unknown(col).Name, e.X, j[row][col], got)
						}
					}
				}
			}
		})
	}
}

// TestBodyEffect wants the transconductance of the bulk to be that of the
// threshold up to 0 V, and SPICE's above.
func TestBodyEffect(t *testing.T) {
	m := mosModel{sign: 1, phi: 0.64, rootPhi: 0.8, gamma: 0.5, vbi: 0.5 - 0.5*0.8, von: 0.5}
	for _, vb := range []float64{-2, -0.1, 0.3, 1} {
		at := func(v float64) float64 { return m.threshold(bias{1, 3, v}) }
		slope := -(at(vb+1e-6) - at(vb-1e-6)) / 2e-6
		if vb > 0 { // 0.25/0.8, a line
			slope = 0.25 / (0.8 - vb/1.6)
		}
		var o output
		m.channel(1e-4, bias{1, 3, vb}, &o)
		if math.Abs(o.gmbs-o.gm*slope) > 1e-8*o.gm {
			t.Errorf("at %g V: got gmbs %g, want %g", vb, o.gmbs, o.gm*slope)
		}
	}
	if at := m.threshold(bias{1, 3, 0.4}); math.Abs(at-(0.5-0.125)) > 1e-15 {
		t.Errorf("threshold at 0.4 V is %g, want 0.375: a line from 0.5 at 0 V", at)
	}
	if root := m.root(2); root != 0 {
		t.Errorf("root at 2 V is %g, want 0", root)
	}
}

// noise is the largest of what is added up in a residual.
func noise(e *newton.Eval, scale float64) float64 {
	for k, h := range e.Hist {
		scale = max(scale, math.Abs(h), math.Abs(e.A0*e.Q[k]))
	}
	return max(scale, 1e-3)
}

// dense returns the Jacobian of the last Load.
func dense(c *Circuit, e *newton.Eval) [][]float64 {
	p := c.Pattern()
	j := make([][]float64, c.Size())
	for i := range j {
		j[i] = make([]float64, c.Size())
	}
	for col := range j {
		for k, row := range p.Col(col) {
			j[row][col] = e.J[int(p.ColPtr[col])+k]
		}
	}
	return j
}

// TestCurrentLaw wants the currents of all devices to add up to 0 over the
// nodes and ground, and limited evaluations to keep to that.
func TestCurrentLaw(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 7))
	list := append(regions(), region{name: "zoo", deck: zoo})
	for _, r := range list {
		c := compile(t, r.deck)
		e := newEval(c)
		for range 20 {
			for _, mode := range []newton.Mode{newton.Initial, newton.Guess, newton.Iterate, newton.Predict} {
				e.Mode = newton.Initial
				r.draw(c, e, rnd)
				e.Mode = mode
				for i := range c.Size() {
					e.X[i] += rnd.NormFloat64()
				}
				c.Load(e)
				sum, size := e.F[c.Size()], 0.0
				for i := range c.Nodes() {
					sum += e.F[i]
					size = max(size, e.Scale[i])
				}
				if !(math.Abs(sum) <= 1e-13*size) {
					t.Fatalf("%s, mode %d: currents add up to %g, the largest is %g", r.name, mode, sum, size)
				}
			}
		}
	}
}

// TestLimitedTangent wants an evaluation that a limiter moves to be the tangent
// at the point it moved to: the residual is linear in X as long as that stays.
func TestLimitedTangent(t *testing.T) {
	for _, deck := range []string{diodeDeck, kneeDeck, nmosDeck, rdrsDeck, oxide, strings.Replace(bjtDeck, "xcjc=0.6", "", 1), jfetDeck, mesfetDeck, transistors()["level 3"], transistors()["level 6"]} {
		c := compile(t, deck)
		e := newEval(c)
		rnd := rand.New(rand.NewPCG(5, 7))
		e.A0 = 1e9
		e.Mode = newton.Guess // evaluates at the same point whatever X is
		load := func() []float64 {
			for i := range c.Size() {
				e.X[i] = 3 * rnd.NormFloat64()
			}
			c.Load(e)
			f := append([]float64(nil), e.F...)
			for row, r := range dense(c, e) {
				for col, g := range r {
					f[row] -= g * e.X[col]
				}
			}
			return f
		}
		c.Load(e)
		if e.Limited != 1 {
			t.Errorf("got %d parts evaluated elsewhere, want 1", e.Limited)
		}
		f := load()
		for range 10 {
			g := load()
			for i := range c.Size() {
				if math.Abs(f[i]-g[i]) > 1e-12*(e.Scale[i]+math.Abs(f[i])) {
					t.Errorf("%q: f - J·x of %s is %g, then %g", deck[:10], c.Unknown(i).Name, f[i], g[i])
				}
			}
		}
	}
}
