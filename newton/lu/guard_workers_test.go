package lu_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/newton/lu"
)

// TestGuardedWorkers: a Guarded with several goroutines decides the same and has the same
// bits, also with the pivots that it chooses when values switch.
func TestGuardedWorkers(t *testing.T) {
	if old := runtime.GOMAXPROCS(0); old < 2 {
		runtime.GOMAXPROCS(2)
		defer runtime.GOMAXPROCS(old)
	}
	const n = 300
	shared, repivots := 0, int64(0)
	for seed := range uint64(3) {
		s, rnd := newSwitched(n, seed), rand.New(rand.NewPCG(seed, 4))
		one := lu.NewGuarded(s.m.Pattern, lu.Plan{}, lu.GuardOptions{})
		many := lu.NewGuarded(s.m.Pattern, lu.Plan{}, lu.GuardOptions{Workers: 3})
		for step := range 12 {
			name := fmt.Sprintf("seed %d step %d", seed, step)
			values := s.values(step/3, rnd)
			want, got := one.Refactor(context.Background(), values), many.Refactor(context.Background(), values)
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("%s: want error %v, got %v", name, want, got)
			}
			if want != nil {
				continue
			}
			if k, _ := many.Solver().Workers(); k != 3 {
				t.Fatalf("%s: %d workers", name, k)
			}
			if k, _ := one.Solver().Workers(); k != 1 {
				t.Fatalf("%s: %d workers without the option", name, k)
			}
			sameBits(t, name, many.Solver(), one.Solver())
			columns, _ := many.Solver().Shared()
			shared += columns
			x, y := countUp(n), countUp(n)
			one.Solve(x)
			many.Solve(y)
			for i := range x {
				if math.Float64bits(x[i]) != math.Float64bits(y[i]) {
					t.Fatalf("%s: solution %d: want %v, got %v", name, i, x[i], y[i])
				}
			}
		}
		if one.Stats != many.Stats {
			t.Errorf("seed %d: want %+v, got %+v", seed, one.Stats, many.Stats)
		}
		repivots += one.Stats.Factors - 1
	}
	if shared == 0 || repivots == 0 {
		t.Errorf("goroutines other than the caller's computed %d columns; %d times new pivots", shared, repivots)
	}
}

// TestGuardedAuto: a negative number is Auto, which is 1 for little work.
func TestGuardedAuto(t *testing.T) {
	m := matgen.Dominant(matgen.Grid2D(12, 12), 3)
	g := lu.NewGuarded(m.Pattern, lu.Plan{}, lu.GuardOptions{Workers: -1})
	if err := g.Refactor(context.Background(), m.Values); err != nil {
		t.Fatal(err)
	}
	if k, _ := g.Solver().Workers(); k != 1 {
		t.Errorf("%d workers", k)
	}
}
