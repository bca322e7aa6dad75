package newton

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/nrkit/nrkit/sparsity"
)

// ladder is capacitors between neighbouring unknowns, and from the last one to
// ground: q = c·(v + k·v³). It computes as a circuit does.
type ladder struct {
	c, k []float64
}

func (s ladder) Pattern() *sparsity.Pattern {
	t := sparsity.Triplets{Rows: len(s.c), Cols: len(s.c)}
	for i := range s.c {
		for j := max(0, i-1); j <= min(i+1, len(s.c)-1); j++ {
			t.Row, t.Col = append(t.Row, int32(i)), append(t.Col, int32(j))
		}
	}
	m, _ := t.Compress()
	return m.Pattern
}
func (s ladder) Unknown(int) Unknown       { return Unknown{Name: "x"} }
func (s ladder) Charges() (int, int)       { return len(s.c), len(s.c) }
func (s ladder) Accept()                   {}
func (s ladder) NextBreak(float64) float64 { return math.Inf(1) }

func (s ladder) Load(e *Eval) {
	clear(e.F)
	clear(e.J)
	p := s.Pattern()
	add := func(i, j int, g float64) {
		if i < len(s.c) && j < len(s.c) {
			e.J[find(p, i, j)] += g
		}
	}
	for i := range s.c {
		v := e.X[i] - e.X[i+1]
		e.Q[i] = s.c[i] * (v + s.k[i]*v*v*v)
		current, g := e.A0*e.Q[i]+e.Hist[i], e.A0*s.c[i]*(1+3*s.k[i]*v*v)
		e.F[i] += current
		e.F[i+1] -= current
		add(i, i, g)
		add(i, i+1, -g)
		add(i+1, i, -g)
		add(i+1, i+1, g)
	}
}

// exact returns the residuals at x without rounding.
func (s ladder) exact(x []*big.Float, a0 float64, hist []float64) []*big.Float {
	number := func(v float64) *big.Float { return new(big.Float).SetPrec(400).SetFloat64(v) }
	f := make([]*big.Float, len(s.c)+1)
	for i := range f {
		f[i] = number(0)
	}
	for i := range s.c {
		v := number(0).Sub(x[i], x[i+1])
		cube := number(0).Mul(v, v)
		cube.Mul(cube, v).Mul(cube, number(s.k[i]))
		q := number(0).Mul(cube.Add(cube, v), number(s.c[i]))
		q.Mul(q, number(a0)).Add(q, number(hist[i]))
		f[i].Add(f[i], q)
		f[i+1].Sub(f[i+1], q)
	}
	return f
}

// The floor is above what rounding the iterate and evaluating the residual make
// of the exact residual, and not far above.
func TestRoundingFloor(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	closest := 0.0
	for range 300 {
		n := 1 + r.IntN(6)
		s := ladder{make([]float64, n), make([]float64, n)}
		for i := range n {
			s.c[i] = math.Exp(20*r.Float64() - 30)
			if r.IntN(2) == 0 {
				s.k[i] = r.Float64() / 10
			}
		}
		e := New(s, Options{})
		for range 20 {
			common := 1000 * r.Float64()
			x := make([]*big.Float, n+1)
			for i := range n {
				e.x[i] = common + 10*r.NormFloat64()
				off := e.x[i] * 0x1p-53 * (2*r.Float64() - 1) // rounds to what e.x[i] is
				x[i] = new(big.Float).SetPrec(400).SetFloat64(e.x[i])
				x[i].Add(x[i], new(big.Float).SetFloat64(off))
			}
			x[n] = new(big.Float).SetPrec(400)
			e.eval.A0 = 1 / math.Exp(-10*r.Float64()-15)
			e.eval.Q = e.hist.q[0]
			e.eval.Hist = make([]float64, n)
			s.Load(&e.eval)
			for i, q := range e.eval.Q { // next to no current
				e.eval.Hist[i] = -e.eval.A0 * q * (1 + 1e-13*r.NormFloat64())
			}
			s.Load(&e.eval)
			want, floor := s.exact(x, e.eval.A0, e.eval.Hist), e.rounding()
			for i := range n {
				d, _ := new(big.Float).Sub(want[i], new(big.Float).SetFloat64(e.eval.F[i])).Float64()
				share := math.Abs(d) / floor[i]
				if !(share <= 1) {
					t.Fatalf("n=%d: rounding leaves %g of residual %d, above %g", n, d, i, floor[i])
				}
				closest = max(closest, share)
			}
		}
	}
	if closest < 0.1 {
		t.Errorf("rounding leaves %g of the floor at most", closest)
	}
}

// A residual that keeps steps from converging is named in the failure.
func TestFailureOfResidual(t *testing.T) {
	s := newODE(2)
	s.residual = func(x []float64, t float64, f []float64) {
		f[0], f[1] = x[0], 1e-2
		if t == 0 {
			f[1] = 0
		}
	}
	s.jacobian = func(_ []float64, t float64, j [][]float64) {
		j[0][0], j[1][1] = 1, 1
		if t > 0 {
			j[1][1] = 1e9
		}
	}
	s.charge = func([]float64) ([]float64, []float64) { return make([]float64, 2), make([]float64, 2) }
	for _, off := range []bool{false, true} {
		e := New(tight{s}, Options{NoResidual: off})
		err := e.Transient(context.Background(), Span{Step: 0.1, Stop: 1})
		var f *Failure
		if off && err != nil {
			t.Errorf("without the test: got %v", err)
		}
		if !off && (!errors.As(err, &f) || !f.Residual || f.Unknown != "b" || f.Reason != StepTooSmall ||
			err.Error() != "time step too small at 0 s: the residual of b is too large") {
			t.Errorf("got %v", err)
		}
	}
}
