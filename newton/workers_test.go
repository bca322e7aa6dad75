package newton

import (
	"context"
	"math"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/newton/lu"
)

// TestWorkersOption: Workers comes to the solver, with and without a guard, and changes no
// bit of a solution.
func TestWorkersOption(t *testing.T) {
	m := matgen.Dominant(matgen.Grid2D(40, 40), 3)
	values := append([]float64(nil), m.Values...)
	for k := range values {
		values[k] *= 1 + 0.1*math.Sin(float64(k))
	}
	solve := func(s *SparseLU) (x []float64, solver *lu.Solver) {
		t.Helper()
		if err := s.Analyze(m.Pattern); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Factor(context.Background(), m.Values); err != nil {
			t.Fatal(err)
		}
		if err := s.Refactor(values); err != nil {
			t.Fatal(err)
		}
		x = make([]float64, m.Pattern.Cols)
		for i := range x {
			x[i] = 1 - float64(i%5)
		}
		s.Solve(x)
		if s.guarded != nil {
			return x, s.guarded.Solver()
		}
		return x, s.solver
	}
	want, _ := solve(&SparseLU{})
	for _, c := range []struct {
		name    string
		s       SparseLU
		workers int
	}{
		{"none", SparseLU{}, 1},
		{"two", SparseLU{Workers: 2}, 2},
		{"guard", SparseLU{Workers: 2, Guard: &lu.GuardOptions{}}, 2},
		{"instead of the guard's", SparseLU{Workers: 2, Guard: &lu.GuardOptions{Workers: 3}}, 2},
		{"of the guard", SparseLU{Guard: &lu.GuardOptions{Workers: 3}}, 3},
	} {
		x, solver := solve(&c.s)
		if k, _ := solver.Workers(); k != c.workers {
			t.Errorf("%s: want %d workers, got %d", c.name, c.workers, k)
		}
		for i := range want {
			if math.Float64bits(x[i]) != math.Float64bits(want[i]) {
				t.Fatalf("%s: solution %d: want %v, got %v", c.name, i, want[i], x[i])
			}
		}
	}
	_, solver := solve(&SparseLU{Workers: -1})
	auto, err := lu.Factor(context.Background(), m.Pattern, m.Values, DefaultOrder(m.Pattern), lu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := lu.NewSolver(auto, m.Pattern)
	if err != nil {
		t.Fatal(err)
	}
	s.SetWorkers(lu.Auto)
	got, _ := solver.Workers()
	if k, _ := s.Workers(); got != k {
		t.Errorf("a negative number: want %d workers as Auto, got %d", k, got)
	}
}

// TestMachineOption: Machine comes to the solver, with and without a guard.
func TestMachineOption(t *testing.T) {
	m := matgen.Dominant(matgen.Grid2D(40, 40), 3)
	slow := lu.Machine{Sharing: 2}
	for name, s := range map[string]*SparseLU{
		"none":         {Workers: 2, Machine: slow},
		"guard":        {Workers: 2, Machine: slow, Guard: &lu.GuardOptions{}},
		"of the guard": {Workers: 2, Guard: &lu.GuardOptions{Machine: slow}},
	} {
		if err := s.Analyze(m.Pattern); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Factor(context.Background(), m.Values); err != nil {
			t.Fatal(err)
		}
		solver := s.solver
		if s.guarded != nil {
			solver = s.guarded.Solver()
		}
		if n, gain := solver.Workers(); n != 2 || gain > 1 {
			t.Errorf("%s: %d workers, predicted %v, want 2 and no gain", name, n, gain)
		}
	}
}
