package circuit

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/builtin"
	"github.com/nrkit/nrkit/newton/netlist"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// compile returns the circuit of a netlist without its title line.
func compile(t testing.TB, text string) *Circuit {
	t.Helper()
	c, err := parse(t, text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func parse(t testing.TB, text string) (*Circuit, error) {
	t.Helper()
	n, err := netlist.Parse("t.cir", strings.NewReader("title\n"+text))
	if err != nil {
		t.Fatal(err)
	}
	return New(n)
}

// operatingPoint returns an engine at the operating point of c.
func operatingPoint(t *testing.T, c *Circuit) *newton.Engine {
	t.Helper()
	e := newton.New(c, newton.Options{})
	if err := e.OperatingPoint(context.Background()); err != nil {
		t.Fatal(err)
	}
	return e
}

// newEval returns an evaluation without limits at rest and at 0 V.
func newEval(c *Circuit) *newton.Eval {
	n := c.Size() + 1
	all, _ := c.Charges()
	return &newton.Eval{Mode: newton.Initial, X: make([]float64, n), Hist: make([]float64, all), Gmin: 1e-12, Source: 1, Step: 1, Before: 1,
		F: make([]float64, n), J: make([]float64, c.Pattern().NNZ()+1), Q: make([]float64, all), Scale: make([]float64, n)}
}

// built compiles a circuit of package builtin.
func built(t testing.TB, name string) *Circuit {
	t.Helper()
	n, err := netlist.Parse(name, strings.NewReader(must(builtin.Source(name))))
	if err != nil {
		t.Fatal(err)
	}
	return must(New(n))
}

// zoo has every kind of device.
const zoo = `
.model nch nmos(level=1 vto=0.5 kp=100u gamma=0.4 phi=0.6 lambda=0.05 rd=50 cgso=1n cgdo=1n cgbo=2n cj=1m cjsw=1n mjsw=0.33)
.model pch pmos(level=1 vto=-0.5 kp=50u gamma=0.4 lambda=0.05 rs=20 tox=20n cgso=1n cgbo=2n cbd=1p)
.model dio d(is=1p rs=2 cjo=1p tt=1n bv=6)
v1 in 0 dc 1 sin(0 1 1meg)
r1 in a 1k
c1 a 0 1p
l1 a b 1u
d1 b c dio
d2 0 c dio 2
i1 c 0 pulse(0 1m 1n 1n 1n 1n 10n)
m1 c a e 0 nch w=10u l=1u ad=1p as=2p pd=1u ps=2u
m2 e b c c pch w=10u l=1u
r2 e 0 1k
`

// TestUnknowns wants nodes in the order of the netlist, inner nodes, branches.
func TestUnknowns(t *testing.T) {
	c := compile(t, zoo)
	want := strings.Fields("in a b c e d1#internal d2#internal m1#drain m2#source v1#branch l1#branch")
	var got []string
	for i := range c.Size() {
		u := c.Unknown(i)
		got = append(got, u.Name)
		if isBranch := strings.HasSuffix(u.Name, "#branch"); isBranch != (u.Quantity == newton.Current) {
			t.Errorf("%s measures %d", u.Name, u.Quantity)
		}
	}
	if !slices.Equal(got, want) || c.Nodes() != 9 {
		t.Errorf("got unknowns %q, %d nodes, want %q, 9", got, c.Nodes(), want)
	}
	// c1 l1 d1 d2, overlaps of m1, gate of m2; bulk junctions of m1, drain of m2.
	if all, checked := c.Charges(); all != 13 || checked != 10 {
		t.Errorf("got %d charges, %d checked, want 13, 10", all, checked)
	}
	var kinds []string
	for _, k := range c.Kinds() {
		kinds = append(kinds, k.Name)
	}
	if want := append([]string{"linear part"}, strings.Fields("resistor capacitor inductor source dio nch pch")...); !slices.Equal(kinds, want) {
		t.Errorf("got kinds %q, want %q", kinds, want)
	}
	e, calls := newEval(c), []int{}
	e.Cost = func(kind int) { calls = append(calls, kind) }
	if c.Load(e); !slices.Equal(calls, []int{0, 1, 2, 3, 4, 5, 6, 7}) {
		t.Errorf("Load reported kinds %v, want each once in order", calls)
	}
}

// TestPattern wants a canonical pattern, and the positions that an independent
// program counted for the five circuits.
func TestPattern(t *testing.T) {
	if err := compile(t, zoo).Pattern().Check(); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]int{"rc": 6, "graetz": 30, "mul": 31, "ring": 48, "c6288": 45254} {
		t.Run(name, func(t *testing.T) {
			p := built(t, name).Pattern()
			if err := p.Check(); err != nil {
				t.Error(err)
			}
			if !p.Canonical() {
				t.Error("pattern is not canonical")
			}
			if p.NNZ() != want {
				t.Errorf("got %d positions, want %d", p.NNZ(), want)
			}
		})
	}
}

// TestErrors wants elements and models without equations to be named.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, name, want string }{
		{".model d d(foo=1)\nd1 a 0 d\n", "d", "parameter foo is not supported"},
		{".model d d(jtun=1)\nd1 a 0 d\n", "d", "parameter jtun is not supported"},
		{".model d d(is=1p js=1p)\nd1 a 0 d\n", "d", "given twice"},
		{".model d d(is=0)\nd1 a 0 d\n", "d", "got is=0"},
		{".model d d(fc=1)\nd1 a 0 d\n", "d", "got fc=1"},
		{".model d d(level=3)\nd1 a 0 d\n", "d", "level 3 is not supported, want 1"},
		{".model d d(ikf=-1)\nd1 a 0 d\n", "d", "got ikf=-1"},
		{".model d d(tlev=2)\nd1 a 0 d\n", "d", "got tlev=2"},
		{".model d d(tnom=-300)\nd1 a 0 d\n", "d", "got nominal temperature -300"},
		{".model d d(rs=1 trs1=-1)\n.temp 127\nd1 a 0 d\n", "d", "at 127 °C"},
		{".model m nmos(level=4)\nm1 a a 0 0 m\n", "m", "level 4 (BSIM1) is not supported, want 1 2 3"},
		{".model m nmos(level=49 version=3.3.0 a0=1 tox=4n)\nm1 a a 0 0 m\n", "m", "level 49 (BSIM3) is not supported, want 1 2 3"},
		{".model m nmos version = 4.5 k1=0.5 level={10+4}\nm1 a a 0 0 m\n", "m", "level 14 (BSIM4) is not supported, want 1 2 3"},
		{".model m nmos(capop=1)\nm1 a a 0 0 m\n", "m", "parameter capop is not supported"},
		{".model m nmos(phi=0)\nm1 a a 0 0 m\n", "m", "got phi=0"},
		{".model m nmos(tox=10n nsub=1e9)\nm1 a a 0 0 m\n", "m", "got nsub=1e+09"},
		{".model m nmos(rd=-1)\nm1 a a 0 0 m\n", "m", "rd=-1"},
		{".model m nmos(ld=1u)\nm1 a a 0 0 m w=1u l=2u\n", "m1", "ld=1e-06, m=1, want w, l-2*ld and m positive"},
		{"l1 a 0 0\n", "l1", "got 0 henry"},
		{".model m nmos\n", "circuit", "no nodes"},
	} {
		_, err := parse(t, c.text)
		var e *ElementError
		if !errors.As(err, &e) {
			t.Errorf("%q: got error %v, want an ElementError", c.text, err)
			continue
		}
		if e.Name != c.name || !strings.Contains(e.Error(), c.want) || e.Name != "circuit" && e.Line == 0 {
			t.Errorf("%q: got %v, want %s: … %s with a line", c.text, e, c.name, c.want)
		}
	}
}

// TestSilentParameters wants parameters without effect to be accepted.
func TestSilentParameters(t *testing.T) {
	compile(t, ".model d d(kf=1 af=2 cjp=1p jsw=1p)\n.model m nmos(kf=1 af=1 tpg=0 nss=1 u0=2)\nd1 a 0 d off\nm1 a a 0 0 m off m=2\n")
}

// TestLoadAllocates wants no allocation by an evaluation.
func TestLoadAllocates(t *testing.T) {
	c := compile(t, zoo)
	e := newEval(c)
	r := rand.New(rand.NewPCG(1, 2))
	for _, mode := range []newton.Mode{newton.Initial, newton.Guess, newton.Iterate, newton.Predict} {
		e.Mode = mode
		if got := testing.AllocsPerRun(20, func() {
			e.A0, e.Time = r.Float64(), r.Float64()
			for i := range e.X[:c.Size()] {
				e.X[i] = r.Float64()
			}
			c.Load(e)
			c.Accept()
		}); got != 0 {
			t.Errorf("mode %d: %g allocations, want none", mode, got)
		}
	}
}

// BenchmarkLoad evaluates the largest circuit where a transient has got to after
// 0.4 ns: most gates at rest, some switching.
func BenchmarkLoad(b *testing.B) {
	b.Run("circuit=c6288", func(b *testing.B) {
		c := built(b, "c6288")
		engine := newton.New(c, newton.Options{NoResidual: true})
		span := newton.Span{Step: 2e-12, Stop: 0.4e-9, Max: 2e-12, UIC: true}
		if err := engine.Transient(context.Background(), span); err != nil {
			b.Fatal(err)
		}
		e := newEval(c)
		copy(e.X, engine.X())
		e.Mode, e.A0, e.Scale = newton.Iterate, 1e12, nil
		for b.Loop() {
			c.Load(e)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/10112, "ns/MOSFET")
	})
}
