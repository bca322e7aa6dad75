package lu_test

import (
	"context"
	"math"
	"testing"

	"github.com/nrkit/nrkit/newton/lu"
)

// TestReciprocalGrowthIsKLUs computes the figure again from dense matrices, by the
// definition of klu_rgrowth.
func TestReciprocalGrowthIsKLUs(t *testing.T) {
	below := 0
	for seed := range uint64(20) {
		for _, n := range []int{1, 2, 9, 30} {
			for _, p := range family(n, seed) {
				f, err := lu.Factor(context.Background(), p.m.Pattern, p.m.Values, p.plan, lu.Options{Threshold: 1e-6})
				if err != nil {
					continue
				}
				a, u := byRows(p.m.Pattern, p.m.Values), byRows(f.U.Pattern, f.U.Values)
				want := 1.0
				for b := 1; b < len(f.BlockPtr); b++ {
					first, last := int(f.BlockPtr[b-1]), int(f.BlockPtr[b])
					for k := first; k < last && last > first+1; k++ {
						before, after := 0.0, math.Abs(f.Diag[k])
						for i := first; i < last; i++ {
							before = max(before, math.Abs(a[f.Row[i]][f.Col[k]]/f.Scale[f.Row[i]]))
							after = max(after, math.Abs(u[i][k]))
						}
						want = min(want, before/after)
					}
				}
				if want < 1 {
					below++
				}
				if got := f.ReciprocalGrowth(p.m.Pattern, p.m.Values); math.Abs(got-want) > 1e-14*want {
					t.Errorf("%s: got %g, want %g", p.name, got, want)
				}
				least, largest, most := math.Inf(1), 0.0, 1.0
				for _, d := range f.Diag {
					least, largest = min(least, math.Abs(d)), max(largest, math.Abs(d))
				}
				for _, v := range f.L.Values {
					most = max(most, math.Abs(v))
				}
				if f.N() > 0 && f.PivotRatio() != least/largest || f.LeastPivot() != 1/most {
					t.Errorf("%s: got %g and %g, want %g and %g", p.name, f.PivotRatio(), f.LeastPivot(), least/largest, 1/most)
				}
			}
		}
	}
	if below == 0 {
		t.Error("no matrix has growth")
	}
}
