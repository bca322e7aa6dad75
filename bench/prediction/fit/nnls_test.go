package main

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The result meets the conditions of Karush, Kuhn and Tucker: no variable is negative, and
// the gradient is 0 at positive variables and not negative at others.
func TestNonnegative(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	zeros := 0
	for n := range 9 {
		for range 50 {
			gram, right := make([][]float64, n), make([]float64, n)
			for k := range gram {
				gram[k] = make([]float64, n)
			}
			for range 2*n + 1 {
				x := make([]float64, n)
				for k := range x {
					x[k] = rng.NormFloat64()
				}
				y := rng.NormFloat64()
				for k := range n {
					right[k] += x[k] * y
					for l := range n {
						gram[k][l] += x[k] * x[l]
					}
				}
			}
			x := nonnegative(gram, right)
			for k := range x {
				gradient := -right[k]
				for l := range x {
					gradient += gram[k][l] * x[l]
				}
				if x[k] == 0 {
					zeros++
				}
				if x[k] < 0 || gradient < -1e-9 || x[k] > 0 && math.Abs(gradient) > 1e-9 {
					t.Fatalf("n %d: x %g, gradient %g", n, x[k], gradient)
				}
			}
		}
	}
	if zeros == 0 {
		t.Error("no variable was 0")
	}
}

// A count that equals another count gets no coefficient of its own.
func TestNonnegativeDependent(t *testing.T) {
	x := nonnegative([][]float64{{2, 2, 0}, {2, 2, 0}, {0, 0, 0}}, []float64{4, 4, 0})
	if math.Abs(x[0]+x[1]-2) > 1e-9 || x[2] != 0 {
		t.Error(x)
	}
}
