package lu_test

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
	"testing"

	"github.com/nrkit/nrkit/newton/lu"
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
			f.Release() // does nothing
			f, err = lu.Factor(context.Background(), p.m.Pattern, p.m.Values, p.plan, opt)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if got := copyOf(f); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: want %+v, got %+v", name, want, got)
			}
			f.Release()
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
