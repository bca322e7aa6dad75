package lu_test

import (
	"context"
	"math"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
)

// TestTinyColumn: a stored zero on the diagonal is no pivot, also where the
// threshold times the largest entry is rounded to zero.
func TestTinyColumn(t *testing.T) {
	const tiny = math.SmallestNonzeroFloat64
	m := &sparsity.Matrix{Pattern: matgen.Dense(2, 2), Values: []float64{0, tiny, 1, 1}}
	f, err := factor(m, lu.Plan{}, lu.Options{Scale: lu.ScaleNone})
	if err != nil {
		t.Fatal(err)
	}
	if f.Diag[0] != tiny || f.Stats.OffDiagonal == 0 {
		t.Errorf("want pivot %v, off the diagonal, got %v", tiny, f.Diag[0])
	}
	if r := f.Residual(m.Pattern, m.Values); r.Relative != 0 {
		t.Errorf("residual %+v", r)
	}
}

// TestHugeComplex: dividing by a complex number close to overflow loses
// nothing, in any quadrant.
func TestHugeComplex(t *testing.T) {
	for _, d := range []complex128{complex(1.2e308, 1.2e308), complex(-1e308, 0.9e308), complex(0.3e308, -1.6e308), complex(1e290, 1)} {
		values := []complex128{d, d / 16, 1, 1}
		f, err := lu.Factor(context.Background(), matgen.Dense(2, 2), values, lu.Plan{}, lu.Options{Scale: lu.ScaleNone})
		if err != nil {
			t.Fatal(err)
		}
		if got := f.L.Values[0]; math.Abs(real(got)-1.0/16) > 1e-15 || math.Abs(imag(got)) > 1e-15 {
			t.Errorf("pivot %v: want 1/16 below it, got %v", d, got)
		}
	}
}
