package newton

import (
	"context"
	"math"
	"testing"
)

// A large residual keeps an iteration from being the last, unless the last step shows that
// this step makes the residual small: a step multiplies residuals by the square of what the
// last step multiplied them by. Each row gives the residuals of two evaluations.
func TestResidualsThatVanish(t *testing.T) {
	for _, c := range []struct {
		name      string
		then, now [2]float64
		limited   bool
		blocked   bool
	}{
		{"quadratic", [2]float64{1, 1}, [2]float64{1e-3, 1e-3}, false, false}, // 1e-9 is left
		{"too slow for the tolerance", [2]float64{1, 1}, [2]float64{1e-2, 1e-2}, false, true},
		{"stagnates", [2]float64{1e-3, 1e-3}, [2]float64{1e-3, 1e-3}, false, true},
		{"hides behind another", [2]float64{1, 1e-3}, [2]float64{1e-9, 1e-3}, false, true},
		{"was zero", [2]float64{0, 0}, [2]float64{1e-3, 1e-3}, false, true},
		{"was evaluated elsewhere", [2]float64{1, 1}, [2]float64{1e-3, 1e-3}, true, true},
	} {
		s := newODE(2)
		s.residual = func(_ []float64, _ float64, f []float64) {
			f[0], f[1] = 0, 0
			switch s.calls {
			case 1:
				f[0], f[1] = c.then[0], c.then[1]
			case 2:
				f[0], f[1] = c.now[0], c.now[1]
			}
		}
		s.jacobian = func(_ []float64, _ float64, j [][]float64) { j[0][0], j[1][1] = 1e7, 1e7 }
		if c.limited {
			s.limited = func(call int) int { return max(0, 2-call) }
		}
		e := New(tight{s}, Options{AbsTol: 1e-8})
		if err := e.OperatingPoint(context.Background()); err != nil {
			t.Fatal(err)
		}
		if got := e.Stats.ResidualBlocks > 0; got != c.blocked {
			t.Errorf("%s: blocked %v, want %v", c.name, got, c.blocked)
		}
	}
}

// x = a·eˣ by Newton's method from 0, with a steep Jacobian as of a step of time: the iterate that
// is accepted leaves about the tolerance of the residual at most, though the residual before
// the last step was larger.
func TestVanishedResidual(t *testing.T) {
	s := newODE(1)
	const steep, a = 1e6, 2e5
	early := false
	s.residual = func(x []float64, _ float64, f []float64) { f[0] = steep*x[0] - a*math.Exp(x[0]) }
	s.jacobian = func(x []float64, _ float64, j [][]float64) { j[0][0] = steep - a*math.Exp(x[0]) }
	for _, vntol := range []float64{1e-6, 1e-2, 0.1} {
		e := New(tight{s}, Options{AbsTol: 10, VNTol: vntol})
		if err := e.OperatingPoint(context.Background()); err != nil {
			t.Fatal(err)
		}
		x := e.X()[0]
		if left := math.Abs(steep*x - a*math.Exp(x)); left > 20 {
			t.Errorf("vntol %g: a residual of %g is left, want about 10 at most", vntol, left)
		}
		early = early || math.Abs(e.eval.F[0]) > 10
	}
	if !early {
		t.Error("no residual was large before the last step")
	}
}
