package lu_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
)

// solver factorises p and makes a Solver, or returns nil for a singular matrix.
func solver(t testing.TB, p problem, opt lu.Options) (*lu.Factors[float64], *lu.Solver) {
	t.Helper()
	f, err := factor(p.m, p.plan, opt)
	if errors.Is(err, lu.ErrSingular) {
		return nil, nil
	}
	if err != nil {
		t.Fatal(p.name, err)
	}
	s, err := lu.NewSolver(f, p.m.Pattern)
	if err != nil {
		t.Fatal(p.name, err)
	}
	return f, s
}

// TestSolverReproducesFactor: before any Refactor and after one with the same
// values, the factors are those of Factor but for rounding.
func TestSolverReproducesFactor(t *testing.T) {
	for _, n := range append(sizes, 60) {
		for seed := range uint64(4) {
			for _, p := range family(n, 100*seed+uint64(n)) {
				for _, opt := range options() {
					f, s := solver(t, p, opt)
					if f == nil {
						continue
					}
					sameFactors(t, p.name+"/held", s.Factors(), f, 1e-15)
					err := s.Refactor(p.m.Values)
					if errors.Is(err, lu.ErrPivot) && smallest(f.Diag) < 1e-8 {
						continue // singular but for rounding
					}
					if err != nil {
						t.Fatal(p.name, err)
					}
					g := s.Factors()
					if smallest(f.Diag) > 1e-8 {
						sameFactors(t, p.name+"/refactored", g, f, 1e-7)
					}
					checkResidual(t, p, g, p.m.Values)
				}
			}
		}
	}
}

// sameFactors compares the structure of two factorisations, and their values up to
// a share of 1 and of the value.
func sameFactors(t *testing.T, name string, got, want *lu.Factors[float64], share float64) {
	t.Helper()
	if !slices.Equal(got.Row, want.Row) || !slices.Equal(got.Col, want.Col) || !slices.Equal(got.BlockPtr, want.BlockPtr) ||
		got.Stats != want.Stats {
		t.Fatalf("%s: another order", name)
	}
	sameColumns(t, name+"/L", got.L, want.L, share)
	sameColumns(t, name+"/U", got.U, want.U, share)
	sameColumns(t, name+"/Off", got.Off, want.Off, share)
	for _, v := range []struct{ got, want []float64 }{{got.Diag, want.Diag}, {got.Scale, want.Scale}} {
		if len(v.got) != len(v.want) {
			t.Fatalf("%s: want %d values, got %d", name, len(v.want), len(v.got))
		}
		for k, x := range v.want {
			if math.Abs(v.got[k]-x) > share*(1+math.Abs(x)) {
				t.Fatalf("%s: pivot or scale %d: want %v, got %v", name, k, x, v.got[k])
			}
		}
	}
}

func sameColumns(t *testing.T, name string, got, want lu.Columns[float64], share float64) {
	t.Helper()
	for k := range want.Pattern.Cols {
		entries := map[int32]float64{}
		for q := want.Pattern.ColPtr[k]; q < want.Pattern.ColPtr[k+1]; q++ {
			entries[want.Pattern.RowIdx[q]] += want.Values[q]
		}
		if len(got.Pattern.Col(k)) != len(want.Pattern.Col(k)) {
			t.Fatalf("%s: column %d: want %d entries, got %d", name, k, len(want.Pattern.Col(k)), len(got.Pattern.Col(k)))
		}
		for q := got.Pattern.ColPtr[k]; q < got.Pattern.ColPtr[k+1]; q++ {
			i := got.Pattern.RowIdx[q]
			x, ok := entries[i]
			if !ok || math.Abs(got.Values[q]-x) > share*(1+math.Abs(x)) {
				t.Fatalf("%s: entry (%d, %d): want %v, got %v", name, i, k, x, got.Values[q])
			}
		}
	}
}

func smallest(v []float64) float64 {
	least := math.Inf(1)
	for _, x := range v {
		least = math.Min(least, math.Abs(x))
	}
	return least
}

func checkResidual(t testing.TB, p problem, f *lu.Factors[float64], values []float64) {
	t.Helper()
	if res := f.Residual(p.m.Pattern, values); !(res.Componentwise <= 1e-15*float64(f.N()+4)) {
		t.Fatalf("%s: residual %+v", p.name, res)
	}
}

// TestSolverNewValues: with other values on the pattern, the factors multiply
// to the new matrix and the solution satisfies the equations; or the pivot
// that is said to be small is.
func TestSolverNewValues(t *testing.T) {
	done, refused := 0, 0
	for _, n := range append(sizes, 60) {
		for _, p := range family(n, uint64(n)+50) {
			for _, opt := range options() {
				_, s := solver(t, p, opt)
				if s == nil {
					continue
				}
				for seed := range uint64(5) {
					values := changed(p.m.Values, seed, math.Pow(4, float64(seed)))
					if err := s.Refactor(values); err != nil {
						refused++
						checkRefusal(t, p.name, err)
						continue
					}
					done++
					f := s.Factors()
					checkResidual(t, p, f, values)
					checkSolution(t, p, s, values, f)
				}
			}
		}
	}
	if done < 1000 || refused == 0 {
		t.Fatalf("%d refactored, %d refused", done, refused)
	}
}

// changed returns values multiplied by numbers from 1/spread to spread, with some set to zero
// where spread is large.
func changed(values []float64, seed uint64, spread float64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 99))
	out := make([]float64, len(values))
	for k, v := range values {
		out[k] = v * math.Pow(spread, 2*rng.Float64()-1)
		if spread > 50 && rng.IntN(40) == 0 {
			out[k] = 0
		}
	}
	return out
}

func checkRefusal(t testing.TB, name string, err error) {
	t.Helper()
	var e *lu.PivotError
	if !errors.As(err, &e) || !errors.Is(err, lu.ErrPivot) {
		t.Fatal(name, err)
	}
	if small := math.Abs(e.Pivot) < e.Tolerance*e.Largest || e.Pivot == 0; !small {
		t.Fatalf("%s: %+v", name, e)
	}
}

// checkSolution solves and compares with the solution by the factors, which the
// tests of Solve check, and A·x with b.
func checkSolution(t testing.TB, p problem, s *lu.Solver, values []float64, f *lu.Factors[float64]) {
	t.Helper()
	n := s.N()
	b, x, want := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range b {
		b[i] = 1 - float64(i%5)
	}
	copy(want, b)
	f.Solve(want, nil)
	s.SolveInto(x, b)
	if got, ref := maxAbs(remainder(p.m.Pattern, values, x, b)), maxAbs(remainder(p.m.Pattern, values, want, b)); got > 1e-9*(1+maxAbs(want)) && got > 100*ref {
		t.Fatalf("%s: b-A·x is %g, with the factors %g", p.name, got, ref)
	}
	s.Solve(b)
	if !slices.Equal(b, x) {
		t.Fatalf("%s: Solve and SolveInto differ", p.name)
	}
}

// remainder returns b-A·x.
func remainder(a *sparsity.Pattern, values, x, b []float64) []float64 {
	r := slices.Clone(b)
	for j := range a.Cols {
		for q := a.ColPtr[j]; q < a.ColPtr[j+1]; q++ {
			r[a.RowIdx[q]] -= values[q] * x[j]
		}
	}
	return r
}

func maxAbs(v []float64) float64 {
	most := 0.0
	for _, x := range v {
		most = math.Max(most, math.Abs(x))
	}
	return most
}

// TestSolverLaws: after any sequence of refactorisations, failed ones among
// them, the factors depend on the last values alone.
func TestSolverLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, _, f := draw(t)
		s, err := lu.NewSolver(f, p.m.Pattern)
		if err != nil {
			t.Fatal(err)
		}
		fresh, err := lu.NewSolver(f, p.m.Pattern)
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(1, 4).Draw(t, "rounds") {
			values := changed(p.m.Values, rapid.Uint64Range(0, 100).Draw(t, "values"), rapid.SampledFrom([]float64{1, 3, 100, 1e6}).Draw(t, "spread"))
			if len(values) > 0 && rapid.IntRange(0, 5).Draw(t, "spoil") == 0 {
				values[rapid.IntRange(0, len(values)-1).Draw(t, "where")] = math.NaN()
			}
			_ = s.Refactor(values)
		}
		got, want := s.Refactor(p.m.Values), fresh.Refactor(p.m.Values)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("got error %v, a new solver has %v", got, want)
		}
		if want != nil {
			return // a pivot of the order of rounding, which became 0 in another order of sums
		}
		mustBeEqual(t, s.Factors(), fresh.Factors())
	})
}

// TestSolverScale: row scales do not change the solution beyond rounding, kept or fresh.
func TestSolverScale(t *testing.T) {
	p := hubs(200, 3)
	_, s := solver(t, p, lu.Options{})
	values := slices.Clone(p.m.Values)
	for _, keep := range []bool{false, true} {
		s.KeepScale = false
		spread := 40
		if keep { // units that differ much would make pivots small
			spread = 3
		}
		for k, i := range p.m.Pattern.RowIdx {
			values[k] = math.Ldexp(p.m.Values[k], int(i)%spread-spread/2)
		}
		if err := s.Refactor(p.m.Values); err != nil {
			t.Fatal(err)
		}
		before := s.Factors().Scale
		s.KeepScale = keep
		if err := s.Refactor(values); err != nil {
			t.Fatal(err)
		}
		g := s.Factors()
		checkResidual(t, p, g, values)
		checkSolution(t, p, s, values, g)
		if same := slices.Equal(before, g.Scale); same != keep {
			t.Fatalf("keep %v: scales the same: %v", keep, same)
		}
	}
	s.KeepScale = false
	if err := s.Refactor(values); err != nil {
		t.Fatal(err)
	}
	for i, v := range s.Factors().Scale {
		if largest := rowMax(p.m.Pattern, values, i); math.Abs(v-largest) > 1e-15*largest {
			t.Fatalf("row %d: want scale %g, got %g", i, largest, v)
		}
	}
}

func rowMax(a *sparsity.Pattern, values []float64, i int) float64 {
	most := 0.0
	for k, r := range a.RowIdx {
		if int(r) == i {
			most = math.Max(most, math.Abs(values[k]))
		}
	}
	return most
}

func TestSolverAllocatesNothing(t *testing.T) {
	for _, p := range []problem{hubs(400, 1), hidden(30, 1), cyclic(6)} {
		_, s := solver(t, p, lu.Options{})
		x, b := make([]float64, s.N()), make([]float64, s.N())
		got := testing.AllocsPerRun(10, func() {
			if err := s.Refactor(p.m.Values); err != nil {
				t.Fatal(err)
			}
			s.Solve(x)
			s.SolveInto(x, b)
		})
		if got != 0 {
			t.Fatalf("%s: %v allocations", p.name, got)
		}
	}
}

// TestSolverSequence takes consecutive matrices of a circuit's transient
// analysis from the folder that NRKIT_ORACLE names: the pivots of the first
// serve for all.
func TestSolverSequence(t *testing.T) {
	folder := os.Getenv("NRKIT_ORACLE")
	if folder == "" {
		t.Skip("NRKIT_ORACLE does not name a folder of matrices")
	}
	name := filepath.Join(folder, "mtx", "nr_c6288_tran_it0")
	m := readStored(t, name+"800.mtx")
	p := problem{"c6288", m, blockPlan(m.Pattern)}
	_, s := solver(t, p, lu.Options{})
	for _, number := range []string{"801", "802", "800"} {
		next := readStored(t, name+number+".mtx")
		if !slices.Equal(next.Pattern.RowIdx, m.Pattern.RowIdx) || !slices.Equal(next.Pattern.ColPtr, m.Pattern.ColPtr) {
			t.Fatal(number, "another pattern")
		}
		if err := s.Refactor(next.Values); err != nil {
			t.Fatal(number, err)
		}
		f := s.Factors()
		if res := f.Residual(m.Pattern, next.Values); !(res.Componentwise < 1e-15) {
			t.Fatalf("%s: residual %+v", number, res)
		}
		checkSolution(t, p, s, next.Values, f)
	}
}

// blockPlan is the block triangular form of a with AMD inside the blocks.
func blockPlan(a *sparsity.Pattern) lu.Plan {
	form := btf.BlockTriangular(a)
	row, col := ordering.WithinBlocks(a, form, func(b *sparsity.Pattern) sparsity.Perm {
		p, _ := ordering.AMD(sparsity.Symmetrize(b), ordering.AMDOptions{})
		return p
	})
	return lu.Plan{Row: row, Col: col, BlockPtr: form.BlockPtr}
}

// TestSolverBlockForm: matrices of many blocks, with entries above them, in
// the plan that BTF and AMD find.
func TestSolverBlockForm(t *testing.T) {
	for seed := range uint64(8) {
		m := matgen.Values(matgen.HiddenBlocks(60, 12, 40, seed), seed)
		p := problem{"hidden", m, blockPlan(m.Pattern)}
		f, s := solver(t, p, lu.Options{})
		if f == nil || f.Stats.Off == 0 {
			t.Fatal("singular, or nothing above the blocks")
		}
		values := changed(m.Values, seed, 2)
		if err := s.Refactor(values); err != nil {
			t.Fatal(err)
		}
		g := s.Factors()
		checkResidual(t, p, g, values)
		checkSolution(t, p, s, values, g)
	}
}
