package lu_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/newton/lu"
)

// TestBackwardAgainstDefinition computes the errors row by row from dense matrices.
func TestBackwardAgainstDefinition(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	sparse := 0
	for seed := range uint64(200) {
		n := 1 + int(seed)%12
		m := matgen.Values(matgen.RandomSquare(n, 2, seed), seed)
		x, b := make([]float64, n), make([]float64, n)
		for i := range x {
			if rnd.IntN(3) > 0 {
				x[i] = rnd.NormFloat64() * math.Pow(10, -20*rnd.Float64())
			}
		}
		for i, row := range byRows(m.Pattern, m.Values) { // b = Ax, and errors that are large in small rows
			size := 0.0
			for j, v := range row {
				b[i] += v * x[j]
				size += math.Abs(v * x[j])
			}
			if b[i] += 1e-6 * size; size < 1e-13 {
				b[i] += 0.5 * size
			}
		}
		largestX, norm, largestB, rest := 0.0, 0.0, 0.0, 0.0
		for i := range n {
			largestX, largestB = max(largestX, math.Abs(x[i])), max(largestB, math.Abs(b[i]))
		}
		var want lu.BackwardError
		w1, w2 := 0.0, 0.0
		for i, row := range byRows(m.Pattern, m.Values) {
			r, size, sum := b[i], 0.0, 0.0
			for j, v := range row {
				r -= v * x[j]
				size += math.Abs(v * x[j])
				sum += math.Abs(v)
			}
			r = math.Abs(r)
			norm, rest = max(norm, sum), max(rest, r)
			if r == 0 {
				continue
			}
			want.Rowwise = max(want.Rowwise, r/(sum*largestX+math.Abs(b[i])))
			if d := size + math.Abs(b[i]); d > 1000*float64(n)*0x1p-53*(sum*largestX+math.Abs(b[i])) {
				w1 = max(w1, r/d)
			} else {
				w2 = max(w2, r/(size+sum*largestX))
				sparse++
			}
		}
		want.Componentwise = min(w1+w2, 1)
		if rest > 0 {
			want.Normwise = rest / (norm*largestX + largestB)
		}
		got := lu.Backward(m.Pattern, m.Values, x, b)
		if math.Abs(got.Normwise-want.Normwise) > 1e-15 || math.Abs(got.Rowwise-want.Rowwise) > 1e-15 || math.Abs(got.Componentwise-want.Componentwise) > 1e-15 {
			t.Errorf("seed %d: got %+v, want %+v", seed, got, want)
		}
	}
	if sparse == 0 {
		t.Error("no row has a vanishing divisor")
	}
}

// A solution that is not finite has an error of 1.
func TestBackwardOfNaN(t *testing.T) {
	m := matgen.Values(matgen.Diagonal(3), 1)
	one := lu.BackwardError{Normwise: 1, Rowwise: 1, Componentwise: 1}
	for _, v := range []float64{math.NaN(), math.Inf(1)} {
		if got := lu.Backward(m.Pattern, m.Values, []float64{1, v, 1}, []float64{1, 1, 1}); got != one {
			t.Errorf("x has %g: got %+v", v, got)
		}
	}
	if got := lu.Backward(m.Pattern, m.Values, make([]float64, 3), make([]float64, 3)); got != (lu.BackwardError{}) {
		t.Errorf("x = b = 0: got %+v", got)
	}
}

// A stable factorisation leaves rounding errors.
func TestBackwardOfSolutions(t *testing.T) {
	for _, p := range family(40, 3) {
		f, err := lu.Factor(context.Background(), p.m.Pattern, p.m.Values, p.plan, lu.Options{Threshold: 1})
		if err != nil {
			continue
		}
		b := make([]float64, f.N())
		for i := range b {
			b[i] = float64(i%7) - 3
		}
		x := append([]float64(nil), b...)
		f.Solve(x, nil)
		if e := lu.Backward(p.m.Pattern, p.m.Values, x, b); e.Componentwise > 1e-12 || e.Normwise > e.Rowwise*1.0001 {
			t.Errorf("%s: got %+v", p.name, e)
		}
	}
}
