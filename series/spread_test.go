package series_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/series"
	"github.com/nrkit/nrkit/sparsity"
)

// Values stay at their positions, and a position outside the pattern is an error.
func TestSpread(t *testing.T) {
	matrix := func(entries ...[3]float64) *sparsity.Matrix {
		x := &sparsity.Triplets{Rows: 3, Cols: 3}
		for _, e := range entries {
			x.Row, x.Col, x.Values = append(x.Row, int32(e[0])), append(x.Col, int32(e[1])), append(x.Values, e[2])
		}
		m, _ := x.Compress()
		return m
	}
	wide := matrix([3]float64{0, 0, 1}, [3]float64{2, 0, 2}, [3]float64{1, 1, 3}, [3]float64{0, 2, 4}, [3]float64{2, 2, 5})
	for _, c := range []struct {
		m    *sparsity.Matrix
		want []float64
	}{
		{wide, []float64{1, 2, 3, 4, 5}},
		{matrix(), []float64{0, 0, 0, 0, 0}},
		{matrix([3]float64{2, 0, 7}, [3]float64{2, 2, 8}), []float64{0, 7, 0, 0, 8}},
		{matrix([3]float64{0, 0, 7}, [3]float64{1, 0, 8}), nil},
		{matrix([3]float64{2, 1, 7}), nil},
	} {
		got, err := series.Spread(wide.Pattern, c.m)
		if !slices.Equal(got, c.want) || errors.Is(err, series.ErrOutside) != (c.want == nil) {
			t.Errorf("%v: got %v, %v, want %v", c.m, got, err, c.want)
		}
	}
}
