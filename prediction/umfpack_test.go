package prediction

import (
	"math"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/multifrontal"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// The estimate from a part is near the count of all. The matrices are a band, where pivots are alike, a grid,
// where they grow, and many rows alone before a grid, where the part has no products.
func TestExtend(t *testing.T) {
	for _, c := range []struct {
		name  string
		a     *sparsity.Pattern
		most  float64 // factor between estimate and count
		share float64 // of the visits that are followed
	}{
		{"band", matgen.Banded(2000, 5, 5), 1.05, 0.3},
		{"grid", matgen.Grid2D(60, 60), 1.4, 0.3},
		{"alone", alone(3000, matgen.Grid2D(30, 30)), 1.8, 0.1},
	} {
		x := symbolic.Analyze(c.a, symbolic.Order{}, symbolic.Options{Counts: true})
		steps := treeSteps(x)
		all := multifrontal.Follow(c.a, multifrontal.Options{})
		visits := int64(1)
		part := multifrontal.Follow(c.a, multifrontal.Options{Visits: visits})
		for float64(part.Pivots) < c.share*float64(all.Pivots) {
			visits *= 2
			part = multifrontal.Follow(c.a, multifrontal.Options{Visits: visits})
		}
		if part.Pivots == all.Pivots {
			t.Fatalf("%s: all was followed", c.name)
		}
		got := UMFPACKFronts{float64(part.MultiplyAdds), part.Assemblies, part.Instructions, part.Surprises, part.EarlySurprises}
		got.extend(steps, int(part.Pivots))
		for _, x := range []struct {
			name      string
			got, want float64
		}{
			{"multiply-adds", got.MultiplyAdds, float64(all.MultiplyAdds)},
			{"assemblies", float64(got.Assemblies), float64(all.Assemblies)},
			{"instructions", got.Instructions, all.Instructions},
		} {
			if off := math.Abs(math.Log(x.got / x.want)); !(off <= math.Log(c.most)) {
				t.Errorf("%s, %d of %d pivots: %s: estimate %.4g, count %.4g", c.name, part.Pivots, all.Pivots, x.name, x.got, x.want)
			}
		}
	}
}

// alone puts rows with nothing but the diagonal before a matrix.
func alone(n int, a *sparsity.Pattern) *sparsity.Pattern {
	b := &sparsity.Pattern{Rows: n + a.Rows, Cols: n + a.Cols, ColPtr: []int64{0}}
	for j := range int32(n) {
		b.RowIdx = append(b.RowIdx, j)
		b.ColPtr = append(b.ColPtr, int64(len(b.RowIdx)))
	}
	for j := range a.Cols {
		for _, i := range a.Col(j) {
			b.RowIdx = append(b.RowIdx, i+int32(n))
		}
		b.ColPtr = append(b.ColPtr, int64(len(b.RowIdx)))
	}
	return b
}

// A count that is stopped at once has no pivots, and only the instructions that each factorization
// has.
func TestStoppedFronts(t *testing.T) {
	a := matgen.Grid2D(5, 5)
	x := symbolic.Analyze(a, symbolic.Order{}, symbolic.Options{Counts: true})
	f := &Features{}
	f.addFronts(&parts{a: a, ord: x.Order}, treeSteps(x), Options{Stop: func() bool { return true }})
	if want := (UMFPACKFronts{Instructions: multifrontal.Always}); f.UMFPACK != want {
		t.Errorf("got %+v, want %+v", f.UMFPACK, want)
	}
}
