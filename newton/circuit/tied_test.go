package circuit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/nrkit/nrkit/newton"
)

// TestTied wants a transistor whose bulk is its source to have the residuals and the Jacobian
// of one whose bulk is another node at the same voltage, with both nodes taken together.
func TestTied(t *testing.T) {
	for _, model := range []string{"level=1", "level=1 tox=25n", "level=2 tox=25n nsub=3e16 nfs=3e11 vmax=1e5 xj=0.2u",
		"level=3 tox=25n nsub=3e16 nfs=3e11 vmax=1.6e5 eta=0.03 kappa=0.3 xj=0.2u theta=0.06"} {
		for _, kind := range []string{"nmos", "pmos"} {
			deck := fmt.Sprintf(".model m %s(%s gamma=0.4 vto=0.7 cgso=0.2n cgdo=0.2n cgbo=0.3n cj=0.3m cjsw=0.3n is=1e-9)\n"+
				"r1 d 0 1k\nr2 g 0 1k\nr3 s 0 1k\nr4 b 0 1k\nm1 d g s %%s m w=4u l=1u ad=8p as=8p pd=9u ps=9u\n", kind, model)
			tied, apart := compile(t, fmt.Sprintf(deck, "s")), compile(t, fmt.Sprintf(deck, "b"))
			one, two := newEval(tied), newEval(apart)
			r := rand.New(rand.NewPCG(3, 5))
			for range 100 {
				x := [4]float64{6*r.Float64() - 3, 6*r.Float64() - 3, 6*r.Float64() - 3}
				x[3] = x[2]
				a0 := math.Pow(10, 8+4*r.Float64())
				for _, e := range []*newton.Eval{one, two} {
					copy(e.X, x[:])
					e.Mode, e.A0 = newton.Iterate, 0
				}
				for range 100 { // until no limiter moves the voltages
					tied.Load(one)
					apart.Load(two)
				}
				tied.Accept()
				apart.Accept()
				one.A0, two.A0 = a0, a0
				tied.Load(one)
				apart.Load(two)
				// Unknowns d, g, s, b: in the tied circuit, b has a resistor only.
				f1, j1 := merged(tied, one)
				f2, j2 := merged(apart, two)
				for i := range f1 {
					if math.Abs(f1[i]-f2[i]) > 1e-12*(1e-3+math.Abs(f2[i])) {
						t.Fatalf("%s %s at %v: residual %d: got %g, want %g", kind, model, x, i, f1[i], f2[i])
					}
					for k := range j1[i] {
						if math.Abs(j1[i][k]-j2[i][k]) > 1e-12*(1e-3+math.Abs(j2[i][k])) {
							t.Fatalf("%s %s at %v: Jacobian %d, %d: got %g, want %g", kind, model, x, i, k, j1[i][k], j2[i][k])
						}
					}
				}
			}
		}
	}
}

// merged returns residuals and Jacobian with the last two of four unknowns taken together.
func merged(c *Circuit, e *newton.Eval) (f [3]float64, j [3][3]float64) {
	full := dense(c, e)
	for i := range 4 {
		f[min(i, 2)] += e.F[i]
		for k := range 4 {
			j[min(i, 2)][min(k, 2)] += full[i][k]
		}
	}
	return f, j
}

// TestShortArrays wants a panic for each array that is too short, before a device uses it.
func TestShortArrays(t *testing.T) {
	c := compile(t, zoo)
	for name, list := range map[string]func(*newton.Eval) *[]float64{
		"X": func(e *newton.Eval) *[]float64 { return &e.X }, "F": func(e *newton.Eval) *[]float64 { return &e.F },
		"J": func(e *newton.Eval) *[]float64 { return &e.J }, "Q": func(e *newton.Eval) *[]float64 { return &e.Q },
		"Hist": func(e *newton.Eval) *[]float64 { return &e.Hist }, "Scale": func(e *newton.Eval) *[]float64 { return &e.Scale },
	} {
		e := newEval(c)
		short := list(e)
		*short = (*short)[:len(*short)-1]
		func() {
			defer func() {
				if got := recover(); got != errShort {
					t.Errorf("%s: got panic %v, want %q", name, got, errShort)
				}
			}()
			c.Load(e)
		}()
	}
}
