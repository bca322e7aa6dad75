package newton

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/nrkit/nrkit/sparsity"
)

// ode is a system of n equations g(x, t) + dq(x)/dt = 0 with a dense Jacobian,
// written down by hand in tests.
type ode struct {
	n        int
	pattern  *sparsity.Pattern
	residual func(x []float64, t float64, f []float64)
	jacobian func(x []float64, t float64, j [][]float64)
	charge   func(x []float64) (q []float64, c []float64) // q_i and dq_i/dx_i
	breaks   []float64
	limited  func(call int) int
	calls    int
	accepted int
}

func newODE(n int) *ode {
	var t sparsity.Triplets
	t.Rows, t.Cols = n, n
	for j := range n {
		for i := range n {
			t.Row, t.Col = append(t.Row, int32(i)), append(t.Col, int32(j))
		}
	}
	m, _ := t.Compress()
	return &ode{n: n, pattern: m.Pattern, charge: func(x []float64) ([]float64, []float64) {
		c := make([]float64, n)
		for i := range c {
			c[i] = 1
		}
		return slices.Clone(x[:n]), c
	}}
}

func (s *ode) Pattern() *sparsity.Pattern { return s.pattern }
func (s *ode) Unknown(i int) Unknown      { return Unknown{Name: string(rune('a' + i))} }
func (s *ode) Charges() (int, int)        { return s.n, s.n }
func (s *ode) Accept()                    { s.accepted++ }

func (s *ode) NextBreak(t float64) float64 {
	for _, b := range s.breaks {
		if b > t {
			return b
		}
	}
	return math.Inf(1)
}

func (s *ode) Load(e *Eval) {
	s.calls++
	e.Limited = 0
	if s.limited != nil {
		e.Limited = s.limited(s.calls)
	}
	j := make([][]float64, s.n)
	for i := range j {
		j[i] = make([]float64, s.n)
	}
	s.residual(e.X[:s.n], e.Time, e.F)
	s.jacobian(e.X[:s.n], e.Time, j)
	q, c := s.charge(e.X)
	for i := range s.n {
		if e.Scale != nil {
			e.Scale[i] = math.Abs(e.F[i])
		}
		e.Q[i] = q[i]
		e.F[i] += e.A0*q[i] + e.Hist[i]
		j[i][i] += e.A0 * c[i]
		if e.Scale != nil {
			e.Scale[i] = max(e.Scale[i], math.Abs(e.A0*q[i]), math.Abs(e.Hist[i]), 1)
		}
	}
	for i := range s.n {
		for k := range s.n {
			e.J[k*s.n+i] = j[i][k]
		}
	}
}

// decay is x' = -x + drive(t).
func decay(drive func(t float64) float64) *ode {
	s := newODE(1)
	s.residual = func(x []float64, t float64, f []float64) { f[0] = x[0] - drive(t) }
	s.jacobian = func(_ []float64, _ float64, j [][]float64) { j[0][0] = 1 }
	return s
}

// final runs s from x0 to 1 s with steps no longer than dt and returns x.
func final(t *testing.T, s *ode, o Options, x0, dt float64) (*Engine, float64) {
	t.Helper()
	e := New(s, o)
	e.Set(0, x0)
	if err := e.Transient(context.Background(), Span{Step: dt, Stop: 1, Max: dt, UIC: true}); err != nil {
		t.Fatal(err)
	}
	return e, e.X()[0]
}

// Halving the step divides the error by 2 with a formula of order one, by 4 with
// one of order two.
func TestOrderOfConvergence(t *testing.T) {
	exact := math.Exp(-1)
	for _, m := range []Method{Trapezoidal, Gear, BackwardEuler} {
		// A large tolerance for the error of charges leaves the steps alone.
		o := Options{Method: m, TrTol: 1e6, RelTol: 1e-9, VNTol: 1e-12}
		still := func(float64) float64 { return 0 }
		_, coarse := final(t, decay(still), o, 1, 1.0/256)
		_, fine := final(t, decay(still), o, 1, 1.0/512)
		ratio := (coarse - exact) / (fine - exact)
		want := 4.0
		if m == BackwardEuler {
			want = 2
		}
		if math.Abs(ratio-want) > 0.1*want {
			t.Errorf("%v: got the error divided by %.2f, want %g", m, ratio, want)
		}
	}
}

// The step control alone keeps the error small, and the smaller the tolerance
// the smaller.
func TestStepControl(t *testing.T) {
	// x' = -x + sin t, x(0) = 1.
	want := 1.5*math.Exp(-1) + (math.Sin(1)-math.Cos(1))/2
	for _, m := range []Method{Trapezoidal, Gear} {
		last := 1.0
		for _, tol := range []float64{1e-3, 1e-4, 1e-5, 1e-6} {
			e, got := final(t, decay(math.Sin), Options{Method: m, RelTol: tol, VNTol: 1e-9, TrTol: 1}, 1, 1)
			miss := math.Abs(got - want)
			if miss > last/1.5 || miss > 300*tol {
				t.Errorf("%v, tolerance %g: got %g wrong by %g after %d points, before by %g", m, tol, got, miss, e.Stats.Accepted, last)
			}
			last = miss
		}
	}
}

func TestBreaksAreHit(t *testing.T) {
	s := decay(func(t float64) float64 { return min(max(0, t-0.3), 0.1) })
	s.breaks = []float64{0.3, 0.4, 0.4 + 1e-9, 5}
	e := New(s, Options{})
	var times []float64
	err := e.Transient(context.Background(), Span{Step: 0.1, Stop: 1, UIC: true, Accepted: func(t float64, _ []float64) error {
		times = append(times, t)
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []float64{0, 0.3, 0.4, 1} {
		k := slices.IndexFunc(times, func(t float64) bool { return math.Abs(t-b) < 1e-12 })
		if k < 0 {
			t.Errorf("no time point at %g", b)
		} else if b > 0 && b < 1 && times[k+1]-times[k] > 0.0101 {
			t.Errorf("got a step of %g after the break at %g, want a tenth of the one before at most", times[k+1]-times[k], b)
		}
	}
	if !slices.IsSorted(times) || int64(len(times)) != e.Stats.Accepted {
		t.Errorf("got %d points, sorted %v, want %d sorted", len(times), slices.IsSorted(times), e.Stats.Accepted)
	}
	if s.accepted != len(times) {
		t.Errorf("got %d accepted by the system, want %d", s.accepted, len(times))
	}
}

// cubic is x³ = c, which Newton finds from far away only slowly.
func cubic(c float64) *ode {
	s := newODE(1)
	s.residual = func(x []float64, _ float64, f []float64) { f[0] = x[0]*x[0]*x[0] - c }
	s.jacobian = func(x []float64, _ float64, j [][]float64) { j[0][0] = 3 * x[0] * x[0] }
	return s
}

func TestOperatingPoint(t *testing.T) {
	e := New(cubic(8), Options{})
	e.Set(0, 3)
	if err := e.OperatingPoint(context.Background()); err != nil {
		t.Fatal(err)
	}
	if x := e.X()[0]; math.Abs(x-2) > 1e-6 {
		t.Errorf("got %g, want 2", x)
	}
	if e.Stats.Iterations != e.Stats.OPIterations || e.Stats.Iterations < 3 {
		t.Errorf("got %d iterations, %d of the operating point", e.Stats.Iterations, e.Stats.OPIterations)
	}
}

// From 0 the Jacobian of the cubic is singular; a conductance on the diagonal
// leads to the solution.
func TestGminStepping(t *testing.T) {
	e := New(cubic(8), Options{})
	if err := e.OperatingPoint(context.Background()); err != nil {
		t.Fatal(err)
	}
	if x := e.X()[0]; math.Abs(x-2) > 1e-6 {
		t.Errorf("got %g, want 2", x)
	}
	if e.Stats.GminSteps == 0 {
		t.Error("got no gmin steps, want some")
	}
}

func TestNoSolution(t *testing.T) {
	s := newODE(1) // x² + 1 = 0
	s.residual = func(x []float64, _ float64, f []float64) { f[0] = x[0]*x[0] + 1 }
	s.jacobian = func(x []float64, _ float64, j [][]float64) { j[0][0] = 2 * x[0] }
	e := New(s, Options{})
	e.Set(0, 3)
	err := e.OperatingPoint(context.Background())
	var f *Failure
	if !errors.As(err, &f) || f.Unknown != "a" {
		t.Errorf("got %v, want a failure that names a", err)
	}
}

func TestStepTooSmall(t *testing.T) {
	s := newODE(1) // no solution after 0.5 s
	s.residual = func(x []float64, t float64, f []float64) {
		f[0] = x[0]
		if t > 0.5 {
			f[0] = math.NaN()
		}
	}
	s.jacobian = func(_ []float64, _ float64, j [][]float64) { j[0][0] = 1 }
	e := New(s, Options{})
	err := e.Transient(context.Background(), Span{Step: 0.01, Stop: 1, UIC: true})
	var f *Failure
	if !errors.As(err, &f) || f.Reason != StepTooSmall || math.Abs(f.Time-0.5) > 1e-6 {
		t.Errorf("got %v, want a step too small at 0.5 s", err)
	}
	if e.Stats.RejectedNR == 0 || e.Stats.LostTo.NR == 0 {
		t.Errorf("got %d rejected steps with %d iterations, want some", e.Stats.RejectedNR, e.Stats.LostTo.NR)
	}
}

func TestSingular(t *testing.T) {
	s := newODE(2) // the second equation is the first
	s.residual = func(x []float64, _ float64, f []float64) { f[0], f[1] = x[0]+x[1], x[0]+x[1] }
	s.jacobian = func(_ []float64, _ float64, j [][]float64) {
		j[0][0], j[0][1], j[1][0], j[1][1] = 1, 1, 1, 1
	}
	e := New(s, Options{NoGmin: true, NoSource: true})
	err := e.OperatingPoint(context.Background())
	var f *Failure
	if !errors.As(err, &f) || f.Reason != Singular || f.Unknown == "" {
		t.Errorf("got %v, want a singular Jacobian with an unknown", err)
	}
}

// An iteration in which a limiter is active is never the last.
func TestLimiterBlocks(t *testing.T) {
	s := decay(func(float64) float64 { return 0 })
	s.limited = func(call int) int {
		if call < 8 {
			return 1
		}
		return 0
	}
	e := New(s, Options{})
	if err := e.OperatingPoint(context.Background()); err != nil {
		t.Fatal(err)
	}
	if e.Stats.Iterations != 8 || e.Stats.LimiterBlocks != 6 {
		t.Errorf("got %d iterations, %d blocked by the limiter, want 8 and 6", e.Stats.Iterations, e.Stats.LimiterBlocks)
	}
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	e := New(decay(math.Sin), Options{})
	points := 0
	err := e.Transient(ctx, Span{Step: 1e-6, Stop: 1, Max: 1e-6, UIC: true, Accepted: func(float64, []float64) error {
		if points++; points == 100 {
			cancel()
		}
		return nil
	}})
	if !errors.Is(err, context.Canceled) || points > 200 {
		t.Errorf("got %v after %d points, want it cancelled soon after 100", err, points)
	}
}

func TestHoldAndSuggest(t *testing.T) {
	s := newODE(1) // x(x-1)(x-2) = 0
	s.residual = func(x []float64, _ float64, f []float64) { f[0] = x[0] * (x[0] - 1) * (x[0] - 2) }
	s.jacobian = func(x []float64, _ float64, j [][]float64) { j[0][0] = 3*x[0]*x[0] - 6*x[0] + 2 }
	for _, want := range []float64{0, 1, 2} {
		e := New(s, Options{})
		e.Suggest(0, want+0.1)
		if err := e.OperatingPoint(context.Background()); err != nil {
			t.Fatal(err)
		}
		if x := e.X()[0]; math.Abs(x-want) > 1e-6 {
			t.Errorf("near %g: got %g", want, x)
		}
	}
	e := New(s, Options{})
	e.Hold(0, 1.5)
	if err := e.OperatingPoint(context.Background()); err != nil {
		t.Fatal(err)
	}
	if x := e.X()[0]; math.Abs(x-1.5) > 1e-6 {
		t.Errorf("held at 1.5: got %g", x)
	}
}

// What an engine allocates does not grow with the steps it takes. The runtime's own
// goroutines allocate while others run, so a few more are allowed: 900 steps more
// would allocate at least 900 times.
func TestAllocations(t *testing.T) {
	run := func(stop float64) float64 {
		s := &quiet{ode: decay(func(float64) float64 { return 0 })}
		return testing.AllocsPerRun(3, func() {
			e := New(s, Options{})
			e.Set(0, 1)
			if err := e.Transient(context.Background(), Span{Step: 1e-3, Stop: stop, Max: 1e-3, UIC: true}); err != nil {
				t.Fatal(err)
			}
		})
	}
	if short, long := run(0.1), run(1); long > short+10 {
		t.Errorf("got %g allocations for 100 steps, %g for 1000", short, long)
	}
}

// quiet is decay without allocations.
type quiet struct{ *ode }

func (s *quiet) Load(e *Eval) {
	e.Limited = 0
	e.Q[0] = e.X[0]
	e.F[0] = e.X[0] + e.A0*e.X[0] + e.Hist[0]
	e.J[0] = 1 + e.A0
	if e.Scale != nil {
		e.Scale[0] = 1
	}
}

func TestStatsAddUp(t *testing.T) {
	start := time.Now()
	e, _ := final(t, decay(math.Sin), Options{}, 1, 1e-3)
	s := e.Stats
	steps, iterations := int64(0), int64(0)
	for k, n := range s.PerStep {
		steps += n
		iterations += int64(k) * n
	}
	if steps != s.Accepted-1 {
		t.Errorf("got %d steps in the histogram, want %d", steps, s.Accepted-1)
	}
	if want := s.Iterations - s.OPIterations - s.LostTo.LTE - s.LostTo.NR; iterations != want {
		t.Errorf("got %d iterations in the histogram, want %d", iterations, want)
	}
	if s.Factors-s.PivotFailures != 1 || s.Factors+s.Refactors != s.Solves || s.Solves != s.Iterations {
		t.Errorf("got %d factorisations, %d refactorisations, %d solves of %d iterations", s.Factors, s.Refactors, s.Solves, s.Iterations)
	}
	if s.Elapsed <= 0 || s.Elapsed > time.Since(start) {
		t.Errorf("got %v elapsed", s.Elapsed)
	}
}
