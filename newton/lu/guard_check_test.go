package lu

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
)

// TestBalancedIsCertain: a solution that is balanced has an error of at most the limit,
// and one with an error far below is balanced.
func TestBalancedIsCertain(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	yes, no := 0, 0
	for seed := range uint64(2000) {
		n := 1 + int(seed)%12
		m := matgen.Values(matgen.RandomSquare(n, 2, seed), seed)
		x, b := make([]float64, n), make([]float64, n)
		for j := range x {
			if rnd.IntN(3) > 0 {
				x[j] = rnd.NormFloat64() * math.Pow(10, -20*rnd.Float64())
			}
			for q := m.Pattern.ColPtr[j]; q < m.Pattern.ColPtr[j+1]; q++ {
				b[m.Pattern.RowIdx[q]] += m.Values[q] * x[j]
			}
		}
		for i := range b {
			b[i] *= 1 + math.Pow(10, -6-10*rnd.Float64())
		}
		const limit = 1e-8
		e := Backward(m.Pattern, m.Values, x, b).Componentwise
		switch got := balanced(m.Pattern, m.Values, x, b, limit, make([]balance, n)); {
		case got && e > limit:
			t.Errorf("seed %d: balanced with an error of %g", seed, e)
		case !got && e < limit/8:
			no++
		case got:
			yes++
		}
	}
	if yes < 500 || no > 60 {
		t.Errorf("%d are balanced, %d are not with small errors", yes, no)
	}
	m := matgen.Values(matgen.Diagonal(3), 1)
	for _, v := range []float64{math.NaN(), math.Inf(1)} {
		if balanced(m.Pattern, m.Values, []float64{1, v, 1}, []float64{1, 1, 1}, 1e6, make([]balance, 3)) {
			t.Errorf("x has %g: balanced", v)
		}
	}
}

func TestExtentOf(t *testing.T) {
	for _, c := range []struct {
		x    []float64
		want extent
	}{
		{nil, extent{0, 0, false}}, {[]float64{0, 0}, extent{0, 0, true}}, {[]float64{-4}, extent{4, 4, false}}, {[]float64{-4, 2, 1e-3}, extent{4, 1e-3, false}},
		{[]float64{2, 0, -8}, extent{8, 2, true}}, {[]float64{1, 5e-324}, extent{1, 5e-324, false}},
	} {
		if got := extentOf(c.x); got != c.want {
			t.Errorf("%g: got %+v, want %+v", c.x, got, c.want)
		}
	}
	for _, v := range []float64{math.NaN(), math.Inf(-1)} {
		if at := extentOf([]float64{1, v}); !math.IsNaN(at.most) {
			t.Errorf("%g: got %+v, want NaN", v, at)
		}
	}
}
