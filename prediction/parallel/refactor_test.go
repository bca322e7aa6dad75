package parallel

import (
	"math"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// analyzed returns the analysis of a under AMD.
func analyzed(a *sparsity.Pattern) *symbolic.Analysis {
	p, _ := ordering.AMD(sparsity.Symmetrize(a), ordering.AMDOptions{})
	return symbolic.Analyze(a, symbolic.Order{Method: "amd", Cols: p}, symbolic.Options{})
}

// The elimination game has the same columns that update a column.
func TestRows(t *testing.T) {
	m := prediction.Generic()
	for seed := range uint64(8) {
		for _, a := range []*sparsity.Pattern{matgen.RandomSymmetric(3+9*int(seed), 3, seed), matgen.RandomSquare(20, 3, seed), matgen.Grid2D(5, 6)} {
			x := analyzed(a)
			s := newSimulation(a, x, 1, m)
			want := oracle.Sources(oracle.BelowDiagonal(s.graph))
			clear(s.mark)
			for j := range a.Cols {
				got := slices.Clone(s.row(int32(j)))
				slices.Sort(got)
				if !slices.Equal(got, want[j]) && len(got)+len(want[j]) > 0 {
					t.Fatalf("n = %d, column %d: got %v, want %v", a.Cols, j, got, want[j])
				}
			}
			if sum := sumOf(s.weight); math.Abs(sum-1) > 1e-9 {
				t.Errorf("the weights have the sum %v, want the serial time 1", sum)
			}
		}
	}
}

func sumOf(list []float64) (sum float64) {
	for _, x := range list {
		sum += x
	}
	return sum
}

// More workers never do the work of more than all, nor take longer than one; equal
// blocks without anything in common are divided evenly.
func TestSpeedups(t *testing.T) {
	m := prediction.Generic()
	workers := []int{1, 2, 3, 8}
	for _, a := range []*sparsity.Pattern{matgen.Grid2D(40, 40), matgen.Circuit(300, 1), matgen.Dense(40, 40), matgen.Tridiagonal(50), matgen.Diagonal(0), matgen.Diagonal(9)} {
		x := analyzed(a)
		for _, serial := range []float64{0, 1e-7, 1e-3, 1} {
			got, ok := Speedups(a, x, serial, m, workers...)
			if !ok || len(got) != len(workers) {
				t.Fatalf("n = %d: %v, %v", a.Cols, got, ok)
			}
			for i, w := range workers {
				if got[i] < 1 || got[i] > float64(w)*(1+1e-9) {
					t.Errorf("n = %d, %v s, %d workers: %v times as fast", a.Cols, serial, w, got[i])
				}
			}
		}
	}
	one := func(a *sparsity.Pattern, order symbolic.Order, workers int) float64 {
		got, ok := Speedups(a, symbolic.Analyze(a, order, symbolic.Options{}), 1, m, workers)
		if !ok {
			t.Fatal(order)
		}
		return got[0]
	}
	if got := one(matgen.Reducible(4, 30, 4, 1), symbolic.Order{Method: "blocks", BlockPtr: []int32{0, 30, 60, 90, 120}}, 2); got < 1.4 {
		t.Errorf("four blocks on two workers: %v times as fast", got)
	}
	if got := one(matgen.Tridiagonal(2000), symbolic.Order{Method: "natural"}, 4); got > 1.1 {
		t.Errorf("a chain on four workers: %v times as fast, and nothing can be done at a time", got)
	}
	column := symbolic.Analyze(matgen.Grid2D(4, 4), symbolic.Order{Method: "natural", Tree: symbolic.ColumnTree}, symbolic.Options{})
	if _, ok := Speedups(matgen.Grid2D(4, 4), column, 1, m, 2); ok {
		t.Error("a result for the column tree")
	}
}

// The models of published solvers lie between perfect and no gain.
func TestSolvers(t *testing.T) {
	m := prediction.Generic()
	x := analyzed(matgen.Grid2D(60, 60))
	for _, s := range Solvers() {
		if s.Citation == "" || s.Tasks == "" {
			t.Errorf("%s: no citation", s.Name)
		}
		last := 1.0
		for _, p := range []int{1, 2, 8, 64} {
			got, ok := s.Time(x.TaskModels, 1, m, p)
			if !ok || got > last || got < 1/float64(p) {
				t.Errorf("%s on %d: %v, %v", s.Name, p, got, ok)
			}
			last = got
		}
		if _, ok := s.Time(nil, 1, m, 2); ok {
			t.Errorf("%s: a time without an analysis", s.Name)
		}
	}
}

// A machine on which threads hinder each other gains less, by each of its times.
func TestSpeedupsOfMachines(t *testing.T) {
	a := matgen.Grid2D(60, 60)
	x := analyzed(a)
	up := func(change func(m *prediction.Machine)) float64 {
		m := prediction.Generic()
		change(m)
		got, ok := Speedups(a, x, 1e-3, m, 2)
		if !ok {
			t.Fatal("no result")
		}
		return got[0]
	}
	plain := up(func(*prediction.Machine) {})
	for name, change := range map[string]func(m *prediction.Machine){
		"dispatch": func(m *prediction.Machine) { m.Dispatch *= 5 },
	} {
		if got := up(change); got > 0.97*plain {
			t.Errorf("%s: %v times as fast, and %v with less", name, got, plain)
		}
	}
	if s := SolverMachine(&prediction.Machine{}); s.Update != 0 {
		t.Errorf("a machine without times: %+v", s)
	}
}
