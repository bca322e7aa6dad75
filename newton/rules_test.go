package newton

import (
	"context"
	"errors"
	"math"
	"testing"
)

// A step whose iteration fails is repeated with an eighth of its length and
// order one, down to the smallest step, which is tried too.
func TestFailedStepsShrink(t *testing.T) {
	tripped := false
	s := decay(func(t float64) float64 {
		if tripped = tripped || t > 0.5; tripped {
			return math.NaN()
		}
		return t
	})
	var a0 []float64 // of each attempt after the last point
	e := New(s, Options{})
	e.Watch = func(it Iteration) {
		if it.InStep == 1 && tripped {
			a0 = append(a0, e.eval.A0)
		}
	}
	span := Span{Step: 0.01, Stop: 1, UIC: true}
	var f *Failure
	if err := e.Transient(context.Background(), span); !errors.As(err, &f) || f.Reason != StepTooSmall {
		t.Fatalf("got %v, want a step too small", err)
	}
	// The first attempt is of order two: A0 is 2/h, then 8/h, 64/h, …
	for k := 1; k < len(a0)-1; k++ {
		want := 8.0
		if k == 1 {
			want = 4
		}
		if ratio := a0[k] / a0[k-1]; math.Abs(ratio-want) > 1e-9 {
			t.Errorf("attempt %d: got A0 %g times as large, want %g", k, ratio, want)
		}
	}
	if last, want := a0[len(a0)-1], 1/(smallestStep*span.Step); len(a0) < 10 || math.Abs(last/want-1) > 1e-9 {
		t.Errorf("got A0=%g in the last of %d attempts, want %g, of the smallest step", last, len(a0), want)
	}
}

// The tolerance is that of the larger of both iterates.
func TestToleranceOfLargerIterate(t *testing.T) {
	s := newODE(1)
	load := 0
	s.residual = func(_ []float64, _ float64, f []float64) { f[0] = [...]float64{-1000, 1, 0, 0, 0}[load]; load++ }
	s.jacobian = func(_ []float64, _ float64, j [][]float64) { j[0][0] = 1 }
	e := New(s, Options{NoResidual: true, VNTol: 1e-9})
	if err := e.OperatingPoint(context.Background()); err != nil || e.Stats.Iterations != 2 {
		t.Errorf("got %v after %d iterations, want 2: from 1000 to 999", err, e.Stats.Iterations)
	}
}

func TestIterationLimit(t *testing.T) {
	s := decay(math.Sin)
	s.limited = func(int) int { return 1 }
	e := New(s, Options{ITL1: 7, NoGmin: true, NoSource: true})
	if err := e.OperatingPoint(context.Background()); err == nil || e.Stats.Iterations != 7 {
		t.Errorf("got %v after %d iterations, want a failure after 7", err, e.Stats.Iterations)
	}
}

// Iterations of an operating point belong to step 0, also when an engine had
// time steps before; and conditions of one that was interrupted are gone.
func TestIterationsOfLaterRuns(t *testing.T) {
	e := New(decay(math.Sin), Options{})
	if err := e.Transient(context.Background(), Span{Step: 0.1, Stop: 1}); err != nil {
		t.Fatal(err)
	}
	steps := 0
	e.Watch = func(it Iteration) {
		if it.Step != 0 {
			steps++
		}
	}
	if err := e.OperatingPoint(context.Background()); err != nil || steps > 0 {
		t.Errorf("got %v and %d iterations of time steps", err, steps)
	}
	if err := e.Transient(context.Background(), Span{Step: 0.1, Stop: 1}); err != nil || steps == 0 {
		t.Errorf("got %v and no iterations of time steps", err)
	}
	e.Watch = nil
	e.shunt, e.eval.Source = 1, 0.5
	e.Set(0, 1)
	if err := e.Transient(context.Background(), Span{Step: 1e-3, Stop: 1, UIC: true}); err != nil {
		t.Fatal(err)
	}
	want := 1.5*math.Exp(-1) + (math.Sin(1)-math.Cos(1))/2
	if x := e.X()[0]; math.Abs(x-want) > 1e-4 || e.eval.Source != 1 {
		t.Errorf("got %g with sources at %g, want %g", x, e.eval.Source, want)
	}
}

// A pivot that becomes small is replaced, and a factorisation that fails leaves
// nothing to report.
func TestPivotFailure(t *testing.T) {
	s := newODE(2)
	s.charge = func([]float64) ([]float64, []float64) { return make([]float64, 2), make([]float64, 2) }
	at := func(t float64, j [][]float64) {
		j[0][0], j[0][1], j[1][0], j[1][1] = 1, 0.5, 0.5, 1
		if t > 0.25 {
			j[0][0], j[1][1] = 0, 0
		}
		if t > 0.75 {
			j[0][1] = 0
		}
	}
	j := [][]float64{{0, 0}, {0, 0}}
	s.jacobian = func(_ []float64, t float64, j [][]float64) { at(t, j) }
	s.residual = func(x []float64, t float64, f []float64) {
		at(t, j)
		f[0], f[1] = j[0][0]*x[0]+j[0][1]*x[1]-1, j[1][0]*x[0]+j[1][1]*x[1]-1
	}
	e := New(s, Options{})
	span := Span{Step: 0.01, Stop: 0.5}
	if err := e.Transient(context.Background(), span); err != nil {
		t.Fatal(err)
	}
	if e.Stats.PivotFailures != 1 || e.Stats.Factors != 2 {
		t.Errorf("got %d pivot failures, %d factorisations, want 1 and 2", e.Stats.PivotFailures, e.Stats.Factors)
	}
	if e.Factorisation().Blocks == 0 {
		t.Error("got no factorisation")
	}
	span.Stop = 1
	var f *Failure
	if err := e.Transient(context.Background(), span); !errors.As(err, &f) || f.Reason != Singular {
		t.Errorf("got %v, want a singular Jacobian", err)
	}
	if blocks := e.Factorisation().Blocks; blocks != 0 {
		t.Errorf("got a factorisation in %d blocks after one that failed", blocks)
	}
}

// The step after a break is a tenth of the way to the next one, where that is
// the least. The first of all leaves derivatives and a past behind.
func TestStepAfterBreak(t *testing.T) {
	s := decay(func(float64) float64 { return 0 })
	s.breaks = []float64{0.5, 0.51}
	e := New(s, Options{TrTol: 1e9})
	e.Set(0, 1)
	last := 0.0
	err := e.Transient(context.Background(), Span{Step: 0.1, Stop: 1, Max: 0.1, UIC: true, Accepted: func(at float64, x []float64) error {
		step := at - last
		switch {
		case e.Stats.Accepted == 2:
			if slope := (x[0] - 1) / at; math.Abs(e.hist.i[0][0]-slope) > 1e-9 || e.hist.q[3][0] != 1 {
				t.Errorf("got derivative %g and past %g after the first step, want %g and 1", e.hist.i[0][0], e.hist.q[3][0], slope)
			}
		case math.Abs(last-0.5) < 1e-12:
			if math.Abs(step-0.001) > 1e-9 {
				t.Errorf("got a step of %g after the break, want 0.001", step)
			}
		}
		last = at
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
}
