package newton

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/trace"
)

// A break just before the end, nearer than the shortest step: the step after it
// leads past the end, which ends the transient all the same.
func TestBreakNextToTheEnd(t *testing.T) {
	s := decay(func(float64) float64 { return 0 })
	s.breaks = []float64{0.5, 1 - 1e-12}
	e := New(s, Options{})
	var last float64
	err := e.Transient(context.Background(), Span{Step: 1, Stop: 1, Max: 1, UIC: true, Accepted: func(t float64, _ []float64) error {
		last = t
		return nil
	}})
	if err != nil || math.Abs(last-1) > 1e-10 {
		t.Errorf("got %v at %g s, want the end at 1 s", err, last)
	}
}

// Breaks far closer together than the largest step are hit, each of them, and are one if rounding
// alone separates them.
func TestCloseBreaks(t *testing.T) {
	s := decay(math.Sin)
	s.breaks = []float64{0.5, 0.5 + 1e-9, 0.5 + 1e-9 + 1e-12, 0.7}
	e := New(s, Options{})
	var times []float64
	err := e.Transient(context.Background(), Span{Step: 0.1, Stop: 1, UIC: true, Accepted: func(t float64, _ []float64) error {
		times = append(times, t)
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range []bool{true, true, false, true} {
		if got := slices.ContainsFunc(times, func(t float64) bool { return math.Abs(t-s.breaks[k]) < 1e-13 }); got != want {
			t.Errorf("break %d at %.15g s: hit %v, want %v", k, s.breaks[k], got, want)
		}
	}
	r := &transient{Engine: e, span: Span{Stop: 1}, min: 1e-20}
	if s.breaks = []float64{0.5 + 1e-16, 0.5 + 1e-15, 0.7}; r.breakAfter(0.5) != 0.7 {
		t.Errorf("got break %g after 0.5, want 0.7", r.breakAfter(0.5))
	}
}

// paced is a system that lets steps grow by a factor.
type paced struct {
	*ode
	step, factor float64
}

func (p *paced) Load(e *Eval)     { p.step = e.Step; p.ode.Load(e) }
func (p *paced) Paces() bool      { return true }
func (p *paced) Longest() float64 { return p.factor * p.step }

// The order stays 1 where the system bounds the steps: a higher order would not make them longer.
func TestOrderOfPacedSteps(t *testing.T) {
	for factor, want := range map[float64]int{1: 1, 1.1: 2} {
		e, enough := New(&paced{ode: decay(math.Sin), factor: factor}, Options{}), errors.New("enough")
		err := e.Transient(context.Background(), Span{Step: 0.1, Stop: 1, UIC: true, Accepted: func(float64, []float64) error {
			if e.Stats.Accepted == 50 {
				return enough
			}
			return nil
		}})
		if !errors.Is(err, enough) || e.hist.order != want {
			t.Errorf("steps that grow %g times: got order %d, error %v, want order %d", factor, e.hist.order, err, want)
		}
	}
}

// An engine that is used again does the same again, after a success and after
// an error.
func TestRunAgain(t *testing.T) {
	enough := errors.New("enough")
	e := New(decay(math.Sin), Options{})
	run := func(steps int) (times, x []float64, err error) {
		e.Set(0, 1)
		err = e.Transient(context.Background(), Span{Step: 0.1, Stop: 1, UIC: true, Accepted: func(t float64, y []float64) error {
			times, x = append(times, t), append(x, y[0])
			if len(times) == steps {
				return enough
			}
			return nil
		}})
		return times, x, err
	}
	times, x, err := run(0)
	if err != nil || len(times) < 10 {
		t.Fatalf("got %v after %d points", err, len(times))
	}
	if _, part, err := run(7); !errors.Is(err, enough) || !slices.Equal(part, x[:7]) {
		t.Errorf("got %v and points %g, want %g", err, part, x[:7])
	}
	if again, y, err := run(0); err != nil || !slices.Equal(again, times) || !slices.Equal(x, y) {
		t.Errorf("got %v and other points: %g at %g, want %g at %g", err, y, again, x, times)
	}
}

// X is the last accepted point after a failure, not the iterate that failed.
func TestFailureKeepsLastPoint(t *testing.T) {
	s := decay(func(t float64) float64 {
		if t > 0.5 {
			return math.NaN()
		}
		return 1
	})
	e := New(s, Options{})
	var last float64
	err := e.Transient(context.Background(), Span{Step: 0.01, Stop: 1, UIC: true, Accepted: func(_ float64, x []float64) error {
		last = x[0]
		return nil
	}})
	var f *Failure
	if !errors.As(err, &f) || e.X()[0] != last {
		t.Errorf("got %v with X=%g, want a failure with the last point %g", err, e.X()[0], last)
	}
}

func TestSpanChecked(t *testing.T) {
	for _, span := range []Span{{Stop: 1}, {Step: 1}, {Step: -1, Stop: 1}, {Step: 1, Stop: 1, Max: -1}, {Step: math.NaN(), Stop: 1}} {
		func() {
			defer func() {
				if recover() != errSpan {
					t.Errorf("%+v: got no panic", span)
				}
			}()
			_ = New(decay(math.Sin), Options{}).Transient(context.Background(), span)
		}()
	}
}

// still is a system of n independent equations x = drive(t) without charges.
type still struct {
	n     int
	drive func(t float64) float64
}

func (s still) Pattern() *sparsity.Pattern {
	p := sparsity.NewPattern(s.n, s.n)
	for j := range s.n {
		p.RowIdx = append(p.RowIdx, int32(j))
		p.ColPtr[j+1] = int64(j + 1)
	}
	return p
}
func (s still) Unknown(int) Unknown       { return Unknown{Name: "x"} }
func (s still) Charges() (int, int)       { return 0, 0 }
func (s still) Accept()                   {}
func (s still) NextBreak(float64) float64 { return math.Inf(1) }
func (s still) Load(e *Eval) {
	for i := range s.n {
		e.F[i], e.J[i] = e.X[i]-s.drive(e.Time), 1
		if e.Scale != nil {
			e.Scale[i] = 1
		}
	}
}

// Without charges nothing limits a step but the largest one; and without
// unknowns there is nothing to solve.
func TestNoChargesNoUnknowns(t *testing.T) {
	for n := range 3 {
		e := New(still{n, math.Sin}, Options{})
		if err := e.Transient(context.Background(), Span{Step: 0.1, Stop: 1, Max: 0.1}); err != nil {
			t.Fatalf("n=%d: %v", n, err)
		}
		if e.Stats.Accepted < 10 || e.Stats.Accepted > 25 || e.Stats.RejectedLTE+e.Stats.RejectedNR != 0 {
			t.Errorf("n=%d: got %+v", n, e.Stats)
		}
		for _, x := range e.X() {
			if math.Abs(x-math.Sin(1)) > 1e-6 {
				t.Errorf("n=%d: got %g, want %g", n, x, math.Sin(1))
			}
		}
	}
}

// Each residual that keeps an iteration from being the last is that of the
// largest violation, not the first.
func TestResidualBlocks(t *testing.T) {
	s := newODE(3) // steep equations, whose steps are small before their residuals are
	loads := 0
	s.residual = func(x []float64, _ float64, f []float64) {
		loads++
		f[0], f[1], f[2] = x[0], x[1], x[2]
		if loads == 2 {
			f[0], f[1], f[2] = 1e-5, 1e-2, 1e-3
		}
	}
	s.jacobian = func(_ []float64, _ float64, j [][]float64) { j[0][0], j[1][1], j[2][2] = 1e6, 1e6, 1e6 }
	for _, off := range []bool{false, true} {
		loads = 0
		e := New(tight{s}, Options{NoResidual: off, AbsTol: 1e-6})
		if err := e.OperatingPoint(context.Background()); err != nil {
			t.Fatal(err)
		}
		want, blocks := []int64{0, 1, 0}, int64(1)
		if off {
			want, blocks = []int64{0, 0, 0}, 0
		}
		if e.Stats.ResidualBlocks != blocks || !slices.Equal(e.Stats.Blocked, want) || e.Stats.Iterations != 2+blocks {
			t.Errorf("NoResidual %v: got %d blocks by %d in %d iterations, want %d by %d",
				off, e.Stats.ResidualBlocks, e.Stats.Blocked, e.Stats.Iterations, blocks, want)
		}
		if e.Stats.Elapsed <= 0 {
			t.Errorf("got %v elapsed", e.Stats.Elapsed)
		}
	}
}

// tight is an ode whose residuals are measured against nothing.
type tight struct{ *ode }

func (s tight) Load(e *Eval) {
	s.ode.Load(e)
	clear(e.Scale)
}

// Cancelling ends the operating point, its factorisations too, with the error of
// the context.
func TestCancelledOperatingPoint(t *testing.T) {
	for _, n := range []int{1, 250} {
		ctx, cancel := context.WithCancel(context.Background())
		e := New(still{n, math.Sin}, Options{})
		e.Watch = func(Iteration) { cancel() }
		err := e.OperatingPoint(ctx)
		if n > smallSystem && (!errors.Is(err, context.Canceled) || e.Stats.Iterations > 1) {
			t.Errorf("n=%d: got %v after %d iterations", n, err, e.Stats.Iterations)
		}
		if err := e.OperatingPoint(ctx); n > smallSystem && !errors.Is(err, context.Canceled) {
			t.Errorf("n=%d: cancelled before: got %v", n, err)
		}
		if err := e.OperatingPoint(context.Background()); err != nil {
			t.Errorf("n=%d: with another context: got %v", n, err)
		}
	}
}

// However a run ends, all its ranges are closed, lie where they belong, and are
// as many as the counts say, in small systems and in large.
func TestRangesClosed(t *testing.T) {
	enough := errors.New("enough")
	span := Span{Step: 0.01, Stop: 1, Output: true, UIC: true}
	nan := func(t float64) float64 {
		if t > 0.5 {
			return math.NaN()
		}
		return 1
	}
	for name, run := range map[string]func(e *Engine, s *wide, cancel func()) error{
		"not a number": func(e *Engine, s *wide, _ func()) error {
			s.drive = nan
			return e.Transient(context.Background(), span)
		},
		"not a number at first": func(e *Engine, s *wide, _ func()) error {
			s.drive = func(float64) float64 { return math.NaN() }
			return e.OperatingPoint(context.Background())
		},
		"singular at first": func(e *Engine, s *wide, _ func()) error {
			s.slope = func(float64) float64 { return 0 }
			return e.OperatingPoint(context.Background())
		},
		"singular later": func(e *Engine, s *wide, _ func()) error {
			s.slope = func(t float64) float64 {
				if t > 0.5 {
					return 0
				}
				return 1
			}
			return e.Transient(context.Background(), span)
		},
		"error at time 0": func(e *Engine, _ *wide, _ func()) error {
			sp := span
			sp.Accepted = func(float64, []float64) error { return enough }
			return e.Transient(context.Background(), sp)
		},
		"error of Accepted": func(e *Engine, _ *wide, _ func()) error {
			sp := span
			sp.Accepted = func(t float64, _ []float64) error {
				if t > 0.3 {
					return enough
				}
				return nil
			}
			return e.Transient(context.Background(), sp)
		},
		"cancelled": func(e *Engine, _ *wide, cancel func()) error {
			e.Watch = func(it Iteration) {
				if it.Number == 20 {
					cancel()
				}
			}
			return e.Transient(e.ctx, span)
		},
		"cancelled operating point": func(e *Engine, s *wide, cancel func()) error {
			s.drive = func(float64) float64 { return math.NaN() }
			e.Watch = func(it Iteration) {
				if it.Number == 3 {
					cancel()
				}
			}
			return e.OperatingPoint(e.ctx)
		},
	} {
		for _, n := range []int{2, smallSystem + 1} {
			for _, sample := range []int{1, 4} {
				path := filepath.Join(t.TempDir(), "run.nrt")
				rec, err := trace.Create(path, trace.Header{Program: "test", Sample: sample}, trace.Options{Chunks: 64})
				if err != nil {
					t.Fatal(err)
				}
				s := &wide{n: n, drive: func(float64) float64 { return 1 }, slope: func(float64) float64 { return 1 }}
				e := New(s, Options{})
				e.Record(rec, rec.Thread("solver"), sample)
				ctx, cancel := context.WithCancel(context.Background())
				e.ctx = ctx
				show := &shown{}
				e.Ranges = show
				if err := run(e, s, cancel); err == nil {
					t.Errorf("%s, n=%d: got no error", name, n)
				}
				cancel()
				if err := rec.Close(); err != nil {
					t.Fatal(err)
				}
				checkCapture(t, path, name, e, sample)
				var capture []shownEvent
				if sample == 1 && !e.rec.small {
					capture = rangesOf(t, path)
				}
				checkShown(t, name, e, show, capture)
			}
		}
	}
}

func checkCapture(t *testing.T, path, name string, e *Engine, sample int) {
	t.Helper()
	tr, err := trace.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	for _, p := range trace.Check(tr) {
		t.Errorf("%s, n=%d, one of %d: got problem %v", name, e.n, sample, p)
	}
	if sample > 1 {
		return
	}
	calls := map[string]int64{}
	for p, n := range e.Calls() {
		calls[Phase(p).String()] = n
	}
	for _, p := range trace.Summarize(tr, trace.SummaryOptions{}).Phases {
		if n := calls[p.Name]; n > 0 && n != p.Count {
			t.Errorf("%s, n=%d: got %d ranges of %s, want the %d that were counted", name, e.n, p.Count, p.Name, n)
		}
		if p.Name == trace.PhaseIteration && p.Count != e.Stats.Iterations {
			t.Errorf("%s, n=%d: got %d ranges, want %d iterations", name, e.n, p.Count, e.Stats.Iterations)
		}
		if p.Name == trace.PhaseFactor && p.Count != e.Stats.Factors {
			t.Errorf("%s, n=%d: got %d ranges, want %d factorisations", name, e.n, p.Count, e.Stats.Factors)
		}
	}
}

// wide is n equations slope(t)·x = drive(t) without charges.
type wide struct {
	n            int
	drive, slope func(t float64) float64
}

func (s *wide) Pattern() *sparsity.Pattern { return still{n: s.n}.Pattern() }
func (s *wide) Unknown(int) Unknown        { return Unknown{Name: "x", Quantity: Current} }
func (s *wide) Charges() (int, int)        { return 0, 0 }
func (s *wide) Accept()                    {}
func (s *wide) NextBreak(float64) float64  { return math.Inf(1) }
func (s *wide) Load(e *Eval) {
	for i := range s.n {
		e.J[i] = s.slope(e.Time)
		e.F[i] = e.J[i]*e.X[i] - s.drive(e.Time)
		if e.Scale != nil {
			e.Scale[i] = 1
		}
	}
}

// TestWorstOfInfinite: the first unknown whose step is not finite is the worst.
func TestWorstOfInfinite(t *testing.T) {
	for _, d := range []float64{math.Inf(1), math.Inf(-1), math.NaN()} {
		e := &Engine{n: 4, x: []float64{1, 1, -d, 1}, abs: []float64{1, 1, 1, 1}, delta: []float64{0, 5, d, math.Inf(1)}}
		if got := e.worst(); got != 2 {
			t.Errorf("step %g: got unknown %d, want 2", d, got)
		}
	}
}
