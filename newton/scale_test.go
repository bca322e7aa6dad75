package newton

import (
	"context"
	"math"
	"testing"

	"github.com/nrkit/nrkit/sparsity"
)

// TestScalesGrowOld wants scales of any age to give solutions when the units of a row change
// by orders of magnitude, and to show a pivot that becomes too small.
func TestScalesGrowOld(t *testing.T) {
	p := sparsity.NewPattern(2, 2)
	p.ColPtr, p.RowIdx = []int64{0, 2, 4}, []int32{0, 1, 0, 1}
	values := []float64{2, 1, 1, 3}
	for age := range 2 * scaleEvery {
		s := &SparseLU{}
		if err := s.Analyze(p); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Factor(context.Background(), values); err != nil {
			t.Fatal(err)
		}
		for range age {
			if err := s.Refactor(values); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Refactor([]float64{1e-9, 1, 1, 1}); err == nil {
			t.Errorf("age %d: got no error for a pivot of 1e-9", age)
		}
		for _, unit := range []float64{1e-9, 1, 1e9, 1e-3} { // of the second row
			x := []float64{3, 4 * unit}
			if err := s.Refactor([]float64{2, unit, 1, 3 * unit}); err != nil {
				t.Fatalf("age %d, unit %g: %v", age, unit, err)
			}
			s.Solve(x)
			if !(math.Abs(x[0]-1) < 1e-12 && math.Abs(x[1]-1) < 1e-12) {
				t.Errorf("age %d, unit %g: got %g, want 1 and 1", age, unit, x)
			}
		}
	}
}
