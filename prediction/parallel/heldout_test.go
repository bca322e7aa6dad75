package parallel

import (
	"math"
	"testing"
)

// relativeFit returns the coefficients, none negative, with the least sum of the squared
// relative errors of Σ coefficient·count beside time. Every set of terms is tried: there
// are at most three.
func relativeFit(counts [][]float64, times []float64) []float64 {
	terms := len(counts[0])
	best, least := make([]float64, terms), math.Inf(1)
	for set := 1; set < 1<<terms; set++ {
		var used []int
		for k := range terms {
			if set>>k&1 == 1 {
				used = append(used, k)
			}
		}
		x, ok := leastSquares(counts, times, used)
		if !ok {
			continue
		}
		sum := 0.0
		for i, c := range counts {
			e := -1.0
			for k, u := range used {
				e += x[k] * c[u] / times[i]
			}
			sum += e * e
		}
		if sum < least*(1-1e-9) {
			least = sum
			clear(best)
			for k, u := range used {
				best[u] = x[k]
			}
		}
	}
	return best
}

// leastSquares solves the normal equations for the terms in used. ok is false if they
// are singular or a coefficient is negative.
func leastSquares(counts [][]float64, times []float64, used []int) (x []float64, ok bool) {
	n := len(used)
	m := make([][]float64, n)
	scale := make([]float64, n)
	for r, u := range used {
		for i, c := range counts {
			scale[r] = max(scale[r], c[u]/times[i])
		}
	}
	for r, u := range used {
		m[r] = make([]float64, n+1)
		for i, c := range counts {
			a := c[u] / times[i] / scale[r]
			for s, v := range used {
				m[r][s] += a * c[v] / times[i] / scale[s]
			}
			m[r][n] += a
		}
	}
	for r := range n { // positive definite: no pivots
		if m[r][r] < 1e-9 {
			return nil, false
		}
		for q := range n {
			if q == r {
				continue
			}
			f := m[q][r] / m[r][r]
			for s := r; s <= n; s++ {
				m[q][s] -= f * m[r][s]
			}
		}
	}
	for r := range n {
		v := m[r][n] / m[r][r] / scale[r]
		if v < 0 {
			return nil, false
		}
		x = append(x, v)
	}
	return x, true
}

// Constants of cuDSS that are fitted without one source predict the times of this source
// as docs/parallel.md says.
func TestHeldOut(t *testing.T) {
	for source, most := range map[string][2]float64{powerflow: {1.5, 1.65}, largest: {1.5, 1.5}, sprux: {1.5, 1.5}} {
		for phase, want := range most {
			solve := phase == 1
			counts := func(c Counts) []float64 {
				if solve {
					return []float64{1, float64(c.Entries)}
				}
				return []float64{1, float64(c.Entries), c.Flops}
			}
			var rows [][]float64
			var times []float64
			for _, p := range points() {
				if p.solver == CuDSS && p.solve == solve && p.source != source {
					rows, times = append(rows, counts(p.counts)), append(times, p.ms*1e-3)
				}
			}
			fit := relativeFit(rows, times)
			t.Log(source[:30], solve, fit)
			for _, p := range points() {
				if p.solver != CuDSS || p.solve != solve || p.source != source {
					continue
				}
				got := 0.0
				for k, c := range counts(p.counts) {
					got += fit[k] * c
				}
				ratio := got * 1e3 / p.ms
				t.Logf("%s: model without this source / published %.2f", p.name, ratio)
				if max(ratio, 1/ratio) > want {
					t.Errorf("%s, solve %v: ratio %.2f without its source, want within %v", p.name, solve, ratio, want)
				}
			}
		}
	}
}
