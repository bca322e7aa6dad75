package circuit

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
)

// TestTangentOfBehaviour wants the first iteration of a time step to have the tangent at
// the point of the last evaluation, but for derivatives by time.
func TestTangentOfBehaviour(t *testing.T) {
	c := compile(t, "b1 a 0 i=v(a)^3*v(b)\nb2 b 0 v=sinh(v(a))\nb3 b 0 i=time\n")
	e := newEval(c)
	rnd := rand.New(rand.NewPCG(1, 2))
	draw := func() {
		for i := range c.Size() {
			e.X[i] = rnd.Float64()
		}
	}
	draw()
	e.Mode = newton.Iterate
	c.Load(e)
	if e.Limited != 0 {
		t.Errorf("got %d parts evaluated elsewhere, want none", e.Limited)
	}
	x, f, j := append([]float64(nil), e.X...), append([]float64(nil), e.F...), dense(c, e)
	draw()
	e.Mode = newton.Predict
	c.Load(e)
	if e.Limited != 2 {
		t.Errorf("got %d parts evaluated elsewhere, want 2", e.Limited)
	}
	for i := range c.Size() {
		want := f[i]
		for k, g := range j[i] {
			want += g * (e.X[k] - x[k])
		}
		if math.Abs(e.F[i]-want) > 1e-12 {
			t.Errorf("residual of %s is %g, want %g", c.Unknown(i).Name, e.F[i], want)
		}
	}
}

// TestConstantBehaviours compares elements whose expressions are constant in effect with
// plain elements.
func TestConstantBehaviours(t *testing.T) {
	waves := func(text string) []float64 {
		n, err := netlist.Parse("t", strings.NewReader("t\nv1 in 0 pulse(0 1 1n 1n 1n 20n 50n)\n"+text+".tran 1n 40n\n"))
		if err != nil {
			t.Fatal(err)
		}
		c := must(New(n))
		var out []float64
		err = newton.New(c, newton.Options{RelTol: 1e-6, TrTol: 1e9}).Transient(context.Background(), newton.Span{Step: 1e-9, Stop: 40e-9, Max: 0.1e-9, Accepted: func(_ float64, x []float64) error {
			out = append(out, x[1], x[2])
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	want := waves("r1 in a 1k m=2\nc1 a 0 1p m=3\nl1 a b 1u m=2\nr2 b 0 100\n")
	for name, text := range map[string]string{
		"expressions": "r1 in a {1k+0*v(in)} m=2\nc1 a 0 c={1p+0*v(a)} m=3\nl1 a b {1u+0*i(l1)} m=2\nr2 b 0 r='100+0*time'\n",
		"charge":      "r1 in a 1k m=2\nc1 a 0 q={1p*v(a)} m=3\nl1 a b 1u m=2\nr2 b 0 100\n",
		"ddt":         "r1 in a 1k m=2\nb1 a 0 i=ddt(1p*v(a)) m=3\nb2 a b v=0.5u*ddt(i(b2))\nb3 b 0 i=v(b)/100\n",
	} {
		got := waves(text)
		if len(got) != len(want) {
			t.Errorf("%s: got %d values, want %d", name, len(got), len(want))
			continue
		}
		for k := range got {
			if math.Abs(got[k]-want[k]) > 1e-5 {
				t.Fatalf("%s: value %d is %g, want %g", name, k, got[k], want[k])
			}
		}
	}
}

// TestIntegralOfBehaviour wants the integral of a sine.
func TestIntegralOfBehaviour(t *testing.T) {
	c := compile(t, "v1 a 0 sin(0 1 1meg)\nb1 b 0 v=1meg*sdt(v(a))\nr1 b 0 1k\n")
	compared := 0
	err := newton.New(c, newton.Options{}).Transient(context.Background(), newton.Span{Step: 1e-9, Stop: 2e-6, Max: 2e-9, Accepted: func(at float64, x []float64) error {
		if want := (1 - math.Cos(2*math.Pi*1e6*at)) / (2 * math.Pi); math.Abs(x[1]-want) > 1e-4 {
			t.Fatalf("at %g s: got %g, want %g", at, x[1], want)
		}
		compared++
		return nil
	}})
	if err != nil || compared < 1000 {
		t.Errorf("compared %d points: %v", compared, err)
	}
}

// TestBehaviourErrors has controls that have no current.
func TestBehaviourErrors(t *testing.T) {
	for text, want := range map[string]string{
		"b1 a 0 v={v(a)*2}\nr1 a 0 1\nb2 a 0 i=i(r1)\n": "t.cir:4: b2: r1 has no current of its own, want a voltage source",
		"r1 a 0 1\nb2 a 0 i=i(v9)\n":                    "t.cir:3: b2: element v9 is not defined",
		"r1 a 0 1\nb1 a 0 i=1\nb2 a 0 i=i(b1)\n":        "t.cir:4: b2: b1 has no current of its own, want a voltage source",
	} {
		if _, err := parse(t, text); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	compile(t, "b1 a 0 v={v(b)*2}\nr1 a 0 1\nb2 b 0 i=i(b1)+1m\nr2 b 0 1\n")
}
