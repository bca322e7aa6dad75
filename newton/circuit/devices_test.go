package circuit

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
)

const (
	bjtDeck = ".model m npn(is=1f bf=80 vaf=50 var=10 ikf=10m ikr=1m ise=10f ne=1.6 isc=20f nc=1.8 br=3 rb=50 rc=20 re=1 cje=1p cjc=2p xcjc=0.6 " +
		"cjs=1p mjs=0.4 tf=0.2n xtf=2 vtf=3 itf=20m tr=5n iss=1f)\nq1 c b e s m 2 m=2\n"
	jfetDeck   = ".model m njf(vto=-1.5 beta=2m lambda=0.03 b=0.8 rd=10 rs=20 cgs=2p cgd=1p)\nj1 d g s m 2\n"
	mesfetDeck = ".model m nmf(vto=-1.5 beta=2m b=0.4 alpha=1.5 lambda=0.03 rd=10 rs=20 cgs=2p cgd=1p pb=0.8)\nz1 d g s m 2\n"
	vdmosDeck  = ".model m vdmos(vto=2 kp=3 lambda=0.02 theta=0.03 mtriode=0.5 ksubthres=0.2 subshift=0.1 rd=0.1 rs=0.05 rg=3 rds=1meg rb=0.2 is=1p cjo=1n m=0.4 tt=20n " +
		"cgs=1n cgdmin=0.1n cgdmax=2n a=0.3)\nm1 d g s m m=2\n"
	mosOf = " vto=0.8 tox=25n nsub=2e16 ld=0.1u cgso=0.3n cgdo=0.2n cj=0.2m)\nm1 d g s b m w=10u l=2u ad=10p as=10p\n"
)

// transistors are decks of transistors that are tested in all regions.
func transistors() map[string]string {
	return map[string]string{
		"level 2":            ".model m nmos(level=2 xj=0.3u delta=1 ucrit=2e4 uexp=0.2" + mosOf,
		"level 2 with vmax":  ".model m nmos(level=2 vmax=5e4 neff=2 xj=0.3u" + mosOf,
		"level 2 with nfs":   ".model m nmos(level=2 nfs=2e11 xj=0.3u lambda=0.02" + mosOf,
		"level 3":            ".model m nmos(level=3 theta=0.08 eta=0.1 xj=0.3u delta=1" + mosOf,
		"level 3 with vmax":  ".model m nmos(level=3 vmax=1.2e5 theta=0.05 xj=0.3u" + mosOf,
		"level 3 with nfs":   ".model m nmos(level=3 nfs=3e11 eta=0.05 kappa=0.5 xj=0.3u" + mosOf,
		"level 6":            ".model m nmos(level=6 kv=1.2 nv=0.7 nc=1.3 gamma=0.4 gamma1=0.05 sigma=0.03 lambda0=0.04 lambda1=0.01" + mosOf,
		"level 6 bare":       ".model m nmos(level=6 vto=0.8 lambda=0.04 gamma=0.3)\nm1 d g s b m w=10u l=2u\n",
		"level 3 with rd rs": ".model m nmos(level=3 rd=30 rs=20 xj=0.3u" + mosOf,
	}
}

// deviceRegions are regions of transistors and sources.
func deviceRegions() []region {
	var list []region
	both := func(name, deck string, volts map[string][2]float64) {
		list = append(list, region{name, deck, volts})
		m := region{"mirrored " + name, strings.NewReplacer("npn", "pnp", "njf", "pjf", "nmf", "pmf", "nmos", "pmos", "vto=", "vto=-", "vdmos(", "vdmos(pchan ").Replace(deck), map[string][2]float64{}}
		for k, v := range volts {
			m.volts[k] = [2]float64{-v[1], -v[0]}
		}
		list = append(list, m)
	}
	bjt := func(name string, c, b [2]float64) {
		both(name, bjtDeck, map[string][2]float64{"c": c, "b": b, "e": {-0.01, 0.01}, "s": {-3, -2}})
	}
	bjt("bjt active", [2]float64{1, 3}, [2]float64{0.5, 0.75})
	bjt("bjt saturated", [2]float64{0, 0.1}, [2]float64{0.6, 0.75})
	bjt("bjt off", [2]float64{1, 3}, [2]float64{-2, -0.3})
	bjt("bjt reversed", [2]float64{-3, -1.5}, [2]float64{-2.3, -2.2})
	for k, deck := range []string{vdmosDeck, strings.NewReplacer("rd=", "rq=0.5 vq=2 rd=", "mtriode=0.5", "").Replace(vdmosDeck)} {
		vdmos := func(name string, d, g [2]float64) {
			both(fmt.Sprintf("vdmos %d %s", k, name), deck, map[string][2]float64{"d": d, "g": g, "s": {-0.01, 0.01}})
		}
		vdmos("linear", [2]float64{0.2, 0.6}, [2]float64{4, 5})
		vdmos("saturated", [2]float64{6, 8}, [2]float64{3, 4})
		vdmos("below the threshold", [2]float64{1, 3}, [2]float64{1, 1.6})
		vdmos("reversed", [2]float64{-0.4, -0.3}, [2]float64{3, 4})
	}
	jfet := func(name string, d, g [2]float64) {
		both(name, jfetDeck, map[string][2]float64{"d": d, "g": g, "s": {-0.01, 0.01}})
	}
	jfet("jfet linear", [2]float64{0.1, 0.5}, [2]float64{-0.7, -0.3})
	jfet("jfet saturated", [2]float64{2, 4}, [2]float64{-1, -0.5})
	jfet("jfet off", [2]float64{1, 3}, [2]float64{-3, -2})
	jfet("jfet exchanged", [2]float64{-3, -2}, [2]float64{-3, -2.7})
	mesfet := func(name string, d, g [2]float64) {
		both(name, mesfetDeck, map[string][2]float64{"d": d, "g": g, "s": {-0.01, 0.01}})
	}
	mesfet("mesfet linear", [2]float64{0.1, 1}, [2]float64{-0.7, -0.3})
	mesfet("mesfet saturated", [2]float64{3, 4}, [2]float64{-1, -0.5})
	mesfet("mesfet forward", [2]float64{0.2, 0.5}, [2]float64{0.6, 0.75})
	mesfet("mesfet off", [2]float64{1, 3}, [2]float64{-3, -2})
	mesfet("mesfet exchanged", [2]float64{-3, -2}, [2]float64{-3, -2.7})
	for name, deck := range transistors() {
		mos := func(region string, d, g, b [2]float64) {
			both(name+" "+region, deck, map[string][2]float64{"d": d, "g": g, "b": b, "s": {-0.01, 0.01}})
		}
		if name != "level 3 with vmax" { // its derivatives are SPICE's there: see TestHandMade
			mos("saturated", [2]float64{3, 4}, [2]float64{2, 2.5}, [2]float64{-1, -0.2})
		}
		mos("linear", [2]float64{0.1, 0.4}, [2]float64{3, 4}, [2]float64{-1, -0.2})
		mos("exchanged", [2]float64{-0.9, -0.7}, [2]float64{3, 4}, [2]float64{-3, -2})
		mos("below the threshold", [2]float64{1, 2}, [2]float64{-0.5, 0.2}, [2]float64{-1, -0.2})
	}
	volts := map[string][2]float64{"a": {-2, 2}, "b": {-2, 2}, "c": {-2, 2}, "v1#branch": {-1, 1}, "e1#branch": {-1, 1}, "e2#branch": {-1, 1}, "b1#branch": {-1, 1},
		"h1#branch": {-1, 1}, "l1#branch": {-1, 1}, "l2#branch": {-1, 1}, "t1#i1": {-1, 1}, "t1#i2": {-1, 1}}
	list = append(list,
		region{"controlled sources", "v1 a b 1\ne1 b c a 0 3\nf1 a c v1 2 m=2\ng1 b 0 a c 1m m=3\nh1 c 0 v1 5\n", volts},
		region{"polynomials", "v1 a b 1\ne2 c 0 poly(2) a 0 b c 1 2 3 0.1 0.2 0.3 0.01\ng1 a 0 poly(1) b 0 0 1 0.5 0.2\nf1 b 0 poly(2) v1 e2 0 1 2 3\n", volts},
		region{"expressions", "v1 a b 1\nb1 a 0 v={v(b)*v(c)+i(v1)^2+ddt(v(c)*v(a))*1n}\nb2 b 0 i=tanh(v(a,c))*i(v1)+sqrt(9+v(b)) m=2\ng1 c 0 value={exp(v(a))*v(b)}\ne1 c 0 table {v(a)+v(b)} = (-2,1) (0,2) (1,5)\n" +
			"r1 a c {3+v(b)^2}\nc1 b 0 c={1p+1p*v(a)^2} m=2\nc2 a c q={1p*v(a,c)^3}\nl1 a 0 l={1u+1u*i(l1)^2*v(b)} m=2\nb3 a 0 i={time*1e6}\n", volts},
		region{"coupling and line", "l1 a 0 1u\nl2 b 0 4u\nk1 l1 l2 0.5\nt1 a 0 b c z0=50 td=1n\n", volts},
		region{"switch", ".model s sw(vt=3 vh=0.5 ron=2 roff=1k)\ns1 a b c 0 s\n.model w csw(it=-4 ih=0.1)\nv1 a b 1\nw1 b c v1 w\n", volts},
		region{"smooth switch", ".model s vswitch(von=3 voff=-4 ron=2 roff=1k)\ns1 a b c 0 s\n.model w iswitch(ion=-2 ioff=3 roff=100)\nv1 a b 1\nw1 b c v1 w\n", volts})
	return list
}

// TestPolynomial compares values and derivatives with sums over all products in the
// order of SPICE2.
func TestPolynomial(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "n")
		coef := rapid.SliceOfN(rapid.Float64Range(-2, 2), 1, 30).Draw(t, "coef")
		x := rapid.SliceOfN(rapid.Float64Range(-2, 2), n, n).Draw(t, "x")
		at := func(x []float64) float64 {
			left, sum := coef[1:], coef[0]
			for degree := 1; len(left) > 0; degree++ {
				var visit func(from int, product float64, more int)
				visit = func(from int, product float64, more int) {
					if more == 0 {
						if len(left) > 0 {
							sum += left[0] * product
							left = left[1:]
						}
						return
					}
					for k := from; k < n; k++ {
						visit(k, product*x[k], more-1)
					}
				}
				visit(0, 1, degree)
			}
			return sum
		}
		p := newPolynomial(n, coef)
		copy(p.x, x)
		if got, want := p.evaluate(), at(x); math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
			t.Fatalf("got %g, want %g", got, want)
		}
		d := append([]float64(nil), p.d...)
		for k := range x {
			const h = 1e-5
			up, down := append([]float64(nil), x...), append([]float64(nil), x...)
			up[k], down[k] = x[k]+h, x[k]-h
			if want := (at(up) - at(down)) / (2 * h); math.Abs(d[k]-want) > 1e-4*(1+math.Abs(want)) {
				t.Fatalf("derivative %d: got %g, want %g", k, d[k], want)
			}
		}
	})
}

// TestLeastRoot wants the least positive root of polynomials with known roots.
func TestLeastRoot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := [4]float64{}
		want := math.Inf(1)
		for k := range r {
			r[k] = rapid.Float64Range(-3, 3).Draw(t, "root")
			for _, other := range r[:k] {
				if math.Abs(r[k]-other) < 0.05 {
					t.Skip("roots too close")
				}
			}
			if math.Abs(r[k]) < 0.05 {
				t.Skip("root too small")
			}
			if r[k] > 0 {
				want = min(want, r[k])
			}
		}
		s1, p1, s2, p2 := r[0]+r[1], r[0]*r[1], r[2]+r[3], r[2]*r[3]
		got, ok := leastRoot(-s1-s2, p1+p2+s1*s2, -s1*p2-s2*p1, p1*p2)
		if ok != !math.IsInf(want, 1) || ok && math.Abs(got-want) > 1e-6 {
			t.Fatalf("roots %v: got %g, %v, want %g", r, got, ok, want)
		}
	})
}

// TestRootBelow wants the root that is found in a simple way to be the least one.
func TestRootBelow(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string, lo, hi float64) float64 { return rapid.Float64Range(lo, hi).Draw(t, name) }
		a, b, c, d := draw("a", 0.01, 2), -draw("b", 0.01, 50), -draw("c", 0.001, 20), draw("d", -5, 100)
		x, ok := rootBelow(a, b, c, d, draw("square", 0.1, 20))
		if !ok {
			return
		}
		found++
		// Any smaller positive root is a change of sign.
		for k := range 1000 {
			y := x * (1 - 1e-6) * float64(k) / 1000
			if p := (((y+a)*y+b)*y+c)*y + d; !(p > 0) {
				t.Fatalf("root %g of %g %g %g %g is not the least: %g at %g", x, a, b, c, d, p, y)
			}
		}
	})
	if found == 0 {
		t.Error("no root was found in the simple way")
	}
}

// TestSwitch follows the states of switches through their hysteresis.
func TestSwitch(t *testing.T) {
	for _, c := range []struct {
		hysteresis float64
		path, want []float64
	}{
		{0.5, []float64{0, 1.4, 1.6, 1.2, 0.6, 0.4, 1.4}, []float64{off, off, on, on, on, off, off}},
		{0, []float64{0, 0.9, 1.1, 0.9}, []float64{off, off, on, off}},
		{-0.5, []float64{0, 1, 1.6, 1, 0.4}, []float64{off, onInside, on, offInside, off}},
	} {
		m, state := &switchModel{threshold: 1, hysteresis: c.hysteresis}, 0.0
		for k, by := range c.path {
			if state = m.next(state, by); state != c.want[k] {
				t.Errorf("hysteresis %g, step %d at %g: got state %g, want %g", c.hysteresis, k, by, state, c.want[k])
			}
		}
	}
}

// TestLine wants a matched line to deliver a pulse after its delay, halved by the
// source's resistance.
func TestLine(t *testing.T) {
	n, err := netlist.Parse("t", strings.NewReader("t\nv1 s 0 pulse(0 2 1n 0.1n 0.1n 3n 100n)\nr1 s a 50\nt1 a 0 b 0 z0=50 td=5n\nr2 b 0 50\n.tran 0.05n 15n\n"))
	if err != nil {
		t.Fatal(err)
	}
	c := must(New(n))
	e := newton.New(c, newton.Options{})
	source, end := func(x []float64) float64 { return x[0] }, func(x []float64) float64 { return x[2] }
	var times, sent, received []float64
	err = e.Transient(context.Background(), newton.Span{Step: 0.05e-9, Stop: 15e-9, Accepted: func(t float64, x []float64) error {
		times, sent, received = append(times, t), append(sent, source(x)), append(received, end(x))
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for k, at := range times {
		wave := pulse{0, 1, 6e-9, 0.1e-9, 0.1e-9, 3e-9, 100e-9, 0}
		if math.Abs(received[k]-wave.at(at)) > 1e-3 {
			t.Errorf("at %g s: got %g V at the end, want %g", at, received[k], wave.at(at))
		}
		if wave.at(at) > 0 {
			compared++
		}
	}
	if compared < 20 {
		t.Errorf("compared %d points of the pulse, want at least 20", compared)
	}
}

// TestTwoTemperatures wants transistors of one model at two temperatures to be two
// families, and the current to fit the temperature.
func TestTwoTemperatures(t *testing.T) {
	c := compile(t, ".model m npn\nq1 c b 0 m\nq2 c b 0 m temp=77\nq3 c b 0 m dtemp=50\n")
	if len(c.families) != 2 || nth[*bjtGroup](c, 0).parts() != 1 || nth[*bjtGroup](c, 1).parts() != 2 {
		t.Fatalf("got %d families, want one of 1 and one of 2 transistors", len(c.families))
	}
	if k := c.Kinds(); k[2].Name != "m at 77 °C" {
		t.Errorf("kinds are %v", k)
	}
	if cold, hot := nth[*bjtGroup](c, 0).model.is, nth[*bjtGroup](c, 1).model.is; !(hot > 100*cold) {
		t.Errorf("saturation currents are %g at 27 °C, %g at 77 °C", cold, hot)
	}
}

// TestInitialVoltages wants ic= of transistors to be where they are evaluated first.
func TestInitialVoltages(t *testing.T) {
	c := compile(t, `.model n nmos(level=3 tox=20n)
.model p pmos(level=1)
.model q pnp
.model j njf
m1 d g s b n ic=1,2
m2 d g s b p ic=-1,-2,3
q1 d g s q ic=-0.6,-5
j1 d g s j ic=3,-1
`)
	e := newEval(c) // Initial, at 0 V
	c.Load(e)
	for _, x := range []struct {
		what      string
		got, want []float64
	}{
		{"m1", c.last[nth[*mosGroup](c, 0).list[0].state:], []float64{1, 2, 0}},
		{"m2", c.last[nth[*mosGroup](c, 1).list[0].state:], []float64{1, 2, -3}},
		{"q1", c.last[nth[*bjtGroup](c, 0).list[0].state:], []float64{0.6, -4.4}},
		{"j1", c.last[nth[*jfetGroup](c, 0).list[0].state:], []float64{-1, -4}},
	} {
		for k, w := range x.want {
			if math.Abs(x.got[k]-w) > 1e-12 {
				t.Errorf("%s: voltage %d is %g, want %g", x.what, k, x.got[k], w)
			}
		}
	}
}

// TestLimitBase wants the steps of SPICE's limiter.
func TestLimitBase(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		vt, crit := 0.026, 0.7
		last, v := rnd.Float64(), 1.5*rnd.Float64()
		got, changed := limitBase(v, last, vt, crit)
		if v <= crit || math.Abs(v-last) <= 2*vt {
			if changed && v >= 0 || got != v && v >= 0 {
				t.Fatalf("from %g to %g: limited to %g", last, v, got)
			}
			continue
		}
		want := last + vt*(2+math.Log((v-last)/vt-2))
		if v < last {
			want = last - vt*(2+math.Log((last-v)/vt-2))
		}
		if !changed || math.Abs(got-want) > 1e-9 {
			t.Fatalf("from %g to %g: got %g, want %g", last, v, got, want)
		}
	}
	if v, _ := limitBase(0.7+2*0.026+1e-17, 0.7, 0.026, 0.6); math.IsInf(v, 0) || math.IsNaN(v) {
		t.Errorf("a step of 2 is limited to %g", v)
	}
}

// TestReferences wants messages for elements that name others wrongly.
func TestReferences(t *testing.T) {
	for deck, want := range map[string]string{
		"f1 a 0 v9 1\n":                                  "t.cir:2: f1: element v9 is not defined",
		"r1 a 0 1\nf1 a 0 r1 1\n":                        "t.cir:3: f1: r1 has no current of its own, want a voltage source",
		"l1 a 0 1u\nk1 l1 l2 0.5\n":                      "t.cir:3: k1: element l2 is not defined",
		"l1 a 0 1u\nr1 a 0 1\nk1 l1 r1 0.5\n":            "t.cir:4: k1: r1 is not an inductor",
		"l1 a 0 1u\nl2 a 0 1u\nk1 l1 l2 1.5\n":           "t.cir:4: k1: got coefficient 1.5, want it from -1 to 1 and not 0",
		"l1 a 0 1u\nk1 l1 l1 0.5\n":                      "t.cir:3: k1: couples l1 with itself",
		"t1 a 0 b 0 z0=50\n":                             "t.cir:2: t1: got no td and no f, want the delay of the line",
		"t1 a 0 b 0 td=1n\n":                             "t.cir:2: t1: got z0=0 and a delay of 1e-09 s, want both positive",
		".model m npn(bf=-1)\nq1 a a 0 m\n":              "t.cir:2: m: got bf=-1, want it positive",
		".model m npn(rco=1)\nq1 a a 0 m\n":              "t.cir:2: m: parameter rco is not supported",
		".model m npn(level=4)\nq1 a a 0 m\n":            "t.cir:2: m: level 4 (VBIC) is not supported, want 1",
		".model m njf(pb=-1)\nj1 a a 0 m\n":              "t.cir:2: m: got is=1e-14 pb=-1 fc=0.5 rd=0 rs=0 vto=-2",
		".model m sw(ron=0)\ns1 a 0 a 0 m\n":             "t.cir:2: m: got ron=0 roff=1e+12, want values other than 0",
		".model m nmos(level=2 tox=0)\nm1 a a 0 0 m\n":   "t.cir:2: m: got tox=0, want it positive",
		".model m npn(trb1=1m)\nq1 a a 0 m temp=50\n":    "t.cir:2: m: parameter trb1 is not supported",
		".model m nmos(level=3 capop=1)\nm1 a a 0 0 m\n": "t.cir:2: m: parameter capop is not supported",
	} {
		n, err := netlist.Parse("t.cir", strings.NewReader("t\n"+deck))
		if err != nil {
			t.Errorf("%q: %v", deck, err)
			continue
		}
		if _, err := New(n); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", deck, err, want)
		}
	}
}

// TestIgnoredParameters wants parameters that change nothing not to be errors.
func TestIgnoredParameters(t *testing.T) {
	plain := compile(t, ".model m nmos(level=3 vto=1)\nm1 a a 0 0 m\n")
	other := compile(t, ".model m nmos(level=3 vto=1 lambda=0.1 ucrit=1 xqc=0.4)\nm1 a a 0 0 m\n")
	if a, b := nth[*mosGroup](plain, 0).model.vto, nth[*mosGroup](other, 0).model.vto; a != b {
		t.Errorf("got vto %g and %g, want the same", a, b)
	}
	compile(t, ".model m npn(vceo=40 icrating=1 trb1=1m gamma=1p qco=0 vo=10)\nq1 a a 0 m\n")
	compile(t, ".model m njf(alpha=1u vk=10 betatce=-0.5)\nj1 a a 0 m\n")
}
