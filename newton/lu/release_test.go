package lu_test

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
)

// TestReleaseChangesNothing: factors in memory that others left are the same, with their
// statistics, whatever the others were.
func TestReleaseChangesNothing(t *testing.T) {
	var problems []problem
	for _, n := range []int{0, 1, 2, 5, 60, 150, 9, 33} {
		problems = append(problems, family(n, uint64(n)+7)...)
	}
	problems = append(problems, teamProblems()...)
	for _, threshold := range []float64{0.001, 1} {
		opt := lu.Options{Threshold: threshold}
		for i, p := range problems {
			f, err := lu.Factor(context.Background(), p.m.Pattern, p.m.Values, p.plan, opt)
			if err != nil {
				continue
			}
			name := fmt.Sprintf("%d %s threshold %v", i, p.name, threshold)
			want := copyOf(f)
			f.Release()
			if f.Diag != nil || f.L.Pattern != nil {
				t.Fatalf("%s: not empty after Release", name)
			}
			old := f
			f, err = lu.Factor(context.Background(), p.m.Pattern, p.m.Values, p.plan, opt)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			old.Release() // does nothing
			if got := copyOf(f); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: want %+v, got %+v", name, want, got)
			}
			f.Release()
		}
	}
}

// TestReleaseOnce: copies of factors give their memory away once, also after other
// factors took it.
func TestReleaseOnce(t *testing.T) {
	p, q := teamProblems()[0], teamProblems()[1]
	factor := func(p problem) *lu.Factors[float64] {
		f, err := lu.Factor(context.Background(), p.m.Pattern, p.m.Values, p.plan, lu.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for range 20 { // the race detector makes pools forget
		f := factor(p)
		early, late := *f, *f
		f.Release()
		early.Release()
		f = factor(p)
		want := copyOf(f)
		late.Release()
		others := []*lu.Factors[float64]{factor(q), factor(q)}
		if got := copyOf(f); !reflect.DeepEqual(got, want) {
			t.Fatal("other factors are in the place of factors that were not released")
		}
		for _, o := range append(others, f) {
			o.Release()
		}
	}
}

// TestReleaseKeepsNoLargeArrays: small factors do not hold the memory of large ones.
func TestReleaseKeepsNoLargeArrays(t *testing.T) {
	held := func() int64 {
		var m runtime.MemStats
		for range 3 { // what a pool has is gone after two collections
			runtime.GC()
		}
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	factor := func(a *sparsity.Pattern) *lu.Factors[float64] {
		f, err := lu.Factor(context.Background(), a, matgen.Dominant(a, 1).Values, lu.Plan{}, lu.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for _, c := range []struct {
		name         string
		large, small *sparsity.Pattern
	}{
		{"fewer rows", matgen.Tridiagonal(200_000), matgen.Tridiagonal(3)},
		{"fewer entries", matgen.Dense(700, 700), matgen.Tridiagonal(700)},
	} {
		before := held()
		factor(c.large).Release()
		f := factor(c.small)
		if more := held() - before; more > 1<<20 {
			t.Errorf("%s: %d bytes more are held, Stats.Bytes is %d", c.name, more, f.Stats.Bytes)
		}
		f.Release()
	}
}

// TestReleaseKeepsBudget: a budget of memory holds with arrays of other factors, too.
func TestReleaseKeepsBudget(t *testing.T) {
	a, b := matgen.Tridiagonal(1000), matgen.Tridiagonal(400)
	var most int64
	for _, budget := range []bool{false, true, true} {
		opt := lu.Options{}
		if budget {
			opt.MaxBytes = most
		}
		f, err := lu.Factor(context.Background(), b, matgen.Dominant(b, 1).Values, lu.Plan{}, opt)
		if err != nil {
			t.Fatal(err)
		}
		most = f.Stats.Bytes
		if budget && f.Held() > most {
			t.Errorf("%d bytes are held, the budget is %d", f.Held(), most)
		}
		if f, err = lu.Factor(context.Background(), a, matgen.Dominant(a, 1).Values, lu.Plan{}, lu.Options{}); err != nil {
			t.Fatal(err)
		}
		f.Release()
	}
}

// TestReleaseHoldsLittle: factors hold at most what the documentation of Release says.
func TestReleaseHoldsLittle(t *testing.T) {
	const n = 2700
	hold := func(a *sparsity.Pattern) *lu.Factors[complex128] {
		f, err := lu.Factor(context.Background(), a, lu.Complex(matgen.Dominant(a, 1)), lu.Plan{}, lu.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for band := range 5 {
		hold(matgen.Banded(n, band, band)).Release()
		if f := hold(matgen.Diagonal(3)); f.Held() > 700_000 {
			t.Errorf("band %d: %d bytes", band, f.Held())
		}
	}
}

// copyOf returns what f shows, without memory of f.
func copyOf(f *lu.Factors[float64]) []any {
	out := []any{f.Stats}
	for _, c := range []lu.Columns[float64]{f.L, f.U, f.Off} {
		out = append(out, c.Pattern.Clone(), append([]float64{}, c.Values...))
	}
	return append(out, append([]float64{}, f.Diag...), append([]float64{}, f.Scale...),
		append([]int32{}, f.Row...), append([]int32{}, f.Col...), append([]int32{}, f.BlockPtr...))
}

// TestReleaseSavesMemory: a factorisation after Release allocates less than one without.
// The race detector makes pools forget some of what they get.
func TestReleaseSavesMemory(t *testing.T) {
	p := teamProblems()[0]
	bytes := func(release bool) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range 400 {
			f, err := lu.Factor(context.Background(), p.m.Pattern, p.m.Values, p.plan, lu.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if release {
				f.Release()
			}
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if with, without := bytes(true), bytes(false); with > without*3/4 {
		t.Errorf("%d bytes with Release, %d without", with, without)
	}
}
