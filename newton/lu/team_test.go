package lu_test

import (
	"fmt"
	"math"
	"reflect"
	"runtime"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
)

// teamProblems are matrices that a Solver has columns of to divide.
func teamProblems() []problem {
	var out []problem
	for _, n := range []int{60, 150} {
		out = append(out, family(n, uint64(n))...)
	}
	big := matgen.Grid2D(120, 120)
	out = append(out, problem{"grid/large", matgen.Dominant(big, 3), lu.Plan{Col: nested(120)}})
	grid := matgen.Grid2D(25, 25)
	out = append(out, problem{"grid/nested", matgen.Dominant(grid, 3), lu.Plan{Col: nested(25)}})
	blocks := matgen.Reducible(40, 12, 3, 5)
	out = append(out, problem{"blocks", matgen.Dominant(blocks, 5), blockPlan(blocks)})
	units := matgen.HiddenBlocks(4000, 3600, 4000, 9)
	out = append(out, problem{"units", matgen.Dominant(units, 7), blockPlan(units)})
	return out
}

// nested orders a square grid by bisection: halves, and then the line between them.
func nested(side int) sparsity.Perm {
	var order sparsity.Perm
	var split func(x0, y0, x1, y1 int)
	split = func(x0, y0, x1, y1 int) {
		switch dx, dy := x1-x0, y1-y0; {
		case dx <= 0 || dy <= 0:
		case dx >= dy:
			split(x0, y0, x0+dx/2, y1)
			split(x0+dx/2+1, y0, x1, y1)
			for y := y0; y < y1; y++ {
				order = append(order, int32(y*side+x0+dx/2))
			}
		default:
			split(x0, y0, x1, y0+dy/2)
			split(x0, y0+dy/2+1, x1, y1)
			for x := x0; x < x1; x++ {
				order = append(order, int32((y0+dy/2)*side+x))
			}
		}
	}
	split(0, 0, side, side)
	return order
}

// TestWorkersChangeNothing: factors, errors and solutions are the same bits for any
// number of workers, also after values whose pivots do not do.
func TestWorkersChangeNothing(t *testing.T) {
	teams, refused := 0, 0
	shared, waited := 0, int64(0)
	twoProcessors(t)
	for _, p := range teamProblems() {
		f, one := solver(t, p, lu.Options{})
		if f == nil {
			continue
		}
		for _, workers := range []int{0, 2, 5} {
			_, many := solver(t, p, lu.Options{})
			many.SetWorkers(workers)
			if n, _ := many.Workers(); n > 1 {
				teams++
			}
			for seed := range uint64(6) {
				name := fmt.Sprintf("%s/workers=%d/seed=%d", p.name, workers, seed)
				values := changed(p.m.Values, seed, math.Pow(30, float64(seed)))
				if seed == 4 && len(values) > 0 {
					values[len(values)/2] = math.Inf(1)
				}
				one.KeepScale, many.KeepScale = seed == 5, seed == 5
				want, got := one.Refactor(values), many.Refactor(values)
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("%s: want error %v, got %v", name, want, got)
				}
				if want != nil {
					refused++
					continue
				}
				sameBits(t, name, many, one)
			}
			columns, waits := many.Shared()
			shared, waited = shared+columns, waited+waits
		}
	}
	if shared == 0 || waited == 0 {
		t.Errorf("goroutines other than the caller's computed %d columns; waits: %d", shared, waited)
	}
	if teams < 30 || refused < 20 {
		t.Errorf("%d solvers with workers, %d refusals", teams, refused)
	}
}

func sameBits(t *testing.T, name string, got, want *lu.Solver) {
	t.Helper()
	g, w := got.Factors(), want.Factors()
	x, y := make([]float64, want.N()), make([]float64, want.N())
	for i := range x {
		x[i] = math.Sin(float64(i + 1))
		y[i] = x[i]
	}
	got.Solve(x)
	want.Solve(y)
	for _, v := range []struct {
		what      string
		got, want []float64
	}{
		{"L", g.L.Values, w.L.Values}, {"U", g.U.Values, w.U.Values}, {"pivot", g.Diag, w.Diag},
		{"Off", g.Off.Values, w.Off.Values}, {"scale", g.Scale, w.Scale}, {"solution", x, y},
	} {
		for k, value := range v.want {
			if math.Float64bits(v.got[k]) != math.Float64bits(value) {
				t.Fatalf("%s: %s %d: want %v, got %v", name, v.what, k, value, v.got[k])
			}
		}
	}
}

// TestManyRounds: the numbers of rounds start again, and no column of a round long ago
// counts as done.
func TestManyRounds(t *testing.T) {
	p := problem{"grid", matgen.Dominant(matgen.Grid2D(60, 60), 3), lu.Plan{Col: nested(60)}}
	_, one := solver(t, p, lu.Options{})
	_, many := solver(t, p, lu.Options{})
	many.SetWorkers(2)
	many.SetRound(math.MaxUint32 - 3)
	for seed := range uint64(6) {
		values := changed(p.m.Values, seed, 2)
		if err := many.Refactor(values); err != nil {
			t.Fatal(err)
		}
		if err := one.Refactor(values); err != nil {
			t.Fatal(err)
		}
		sameBits(t, fmt.Sprint("round ", seed), many, one)
	}
	if r := many.Round(); r == 0 || r > 6 {
		t.Errorf("round %d", r)
	}
}

// TestWorkersAllocateNothing: neither in the factorisation nor in the solution, once the
// runtime has goroutines that ended. testing.AllocsPerRun has one processor, where no
// goroutine but the caller's begins in time.
func TestWorkersAllocateNothing(t *testing.T) {
	twoProcessors(t)
	m := matgen.Dominant(matgen.Grid2D(120, 120), 3)
	_, s := solver(t, problem{"grid", m, lu.Plan{Col: nested(120)}}, lu.Options{})
	s.SetWorkers(2)
	x := make([]float64, s.N())
	work := func(rounds int) {
		for range rounds {
			if err := s.Refactor(m.Values); err != nil {
				t.Fatal(err)
			}
			s.Solve(x)
		}
	}
	work(10)
	var before, after runtime.MemStats
	first, _ := s.Shared()
	runtime.ReadMemStats(&before)
	work(50)
	runtime.ReadMemStats(&after)
	if n := after.Mallocs - before.Mallocs; n > 25 {
		t.Errorf("%d allocations in 50 rounds", n)
	}
	if last, _ := s.Shared(); last == first {
		t.Error("no goroutine but the caller's computed a column")
	}
}

// TestAutoIsSerialForLittleWork: goroutines for a few columns cost more than they gain.
func TestAutoIsSerialForLittleWork(t *testing.T) {
	_, s := solver(t, problem{"grid", matgen.Dominant(matgen.Grid2D(12, 12), 3), lu.Plan{}}, lu.Options{})
	s.SetWorkers(lu.Auto)
	if n, gain := s.Workers(); n != 1 || gain != 1 {
		t.Errorf("want 1 worker, got %d for %v", n, gain)
	}
	mustPanicSolver(t, "lu: negative number of workers", func() { s.SetWorkers(-1) })
}
