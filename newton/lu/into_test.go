package lu_test

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
)

// TestFactorIntoIsFactor: factors in the place of others are what Factor returns, with
// their statistics, whatever the others and their plans were; and are empty after a failure.
func TestFactorIntoIsFactor(t *testing.T) {
	var problems []problem
	for _, n := range []int{0, 1, 2, 5, 60, 150, 9, 33} {
		problems = append(problems, family(n, uint64(n)+11)...)
	}
	problems = append(problems, teamProblems()...)
	var into lu.Factors[float64]
	failed := 0
	for i, p := range problems {
		for range 2 {
			name := fmt.Sprintf("%d %s", i, p.name)
			want, wantErr := lu.Factor(context.Background(), p.m.Pattern, p.m.Values, p.plan, lu.Options{})
			err := lu.FactorInto(context.Background(), &into, p.m.Pattern, p.m.Values, p.plan, lu.Options{})
			if fmt.Sprint(err) != fmt.Sprint(wantErr) {
				t.Fatalf("%s: want %v, got %v", name, wantErr, err)
			}
			if err != nil {
				failed++
				if into.L.Pattern != nil || into.Diag != nil {
					t.Fatalf("%s: factors after %v", name, err)
				}
				continue
			}
			if got, want := copyOf(&into), copyOf(want); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: want %+v, got %+v", name, want, got)
			}
		}
	}
	if failed == 0 {
		t.Error("no factorisation failed")
	}
}

// TestFactorIntoSeesChangedPlans: a plan whose slices changed between two factorisations is
// another plan, and one that is no permutation is refused.
func TestFactorIntoSeesChangedPlans(t *testing.T) {
	p := teamProblems()[0]
	n := int32(p.m.Pattern.Cols)
	order := sparsity.Identity(int(n))
	plan := lu.Plan{Col: order, Row: order, BlockPtr: []int32{0, n}}
	var into lu.Factors[float64]
	factor := func() {
		if err := lu.FactorInto(context.Background(), &into, p.m.Pattern, p.m.Values, plan, lu.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	for range 5 {
		factor()
		order[0], order[n-1] = order[n-1], order[0]
		factor()
		want, err := lu.Factor(context.Background(), p.m.Pattern, p.m.Values, plan, lu.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := copyOf(&into), copyOf(want); !reflect.DeepEqual(got, want) {
			t.Fatal("the plan of the last time was used")
		}
	}
	order[0] = order[1]
	defer func() {
		if recover() == nil {
			t.Error("no panic for a plan that is no permutation")
		}
	}()
	factor()
}

// TestFactorIntoOwns: Release of a copy of factors that were replaced does not give away
// the memory of the factors that replaced them.
func TestFactorIntoOwns(t *testing.T) {
	p, q := teamProblems()[0], teamProblems()[1]
	into := func(f *lu.Factors[float64], p problem) {
		if err := lu.FactorInto(context.Background(), f, p.m.Pattern, p.m.Values, p.plan, lu.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	for range 20 { // the race detector makes pools forget
		var f, g, h lu.Factors[float64]
		into(&f, p)
		old := f
		into(&f, p)
		want := copyOf(&f)
		old.Release()
		into(&g, q)
		into(&h, q)
		if got := copyOf(&f); !reflect.DeepEqual(got, want) {
			t.Fatal("other factors are in the place of factors that were not released")
		}
		g.Release()
		h.Release()
		f.Release()
	}
}

// TestFactorIntoAllocatesNothing: the second factorisation into the same factors finds all
// memory there, unless the garbage collector or the race detector emptied a pool.
func TestFactorIntoAllocatesNothing(t *testing.T) {
	p := teamProblems()[0]
	var into lu.Factors[float64]
	least := 1e9
	for range 50 {
		least = min(least, testing.AllocsPerRun(1, func() {
			if err := lu.FactorInto(context.Background(), &into, p.m.Pattern, p.m.Values, p.plan, lu.Options{}); err != nil {
				t.Fatal(err)
			}
		}))
	}
	if least != 0 {
		t.Errorf("%v allocations", least)
	}
}
