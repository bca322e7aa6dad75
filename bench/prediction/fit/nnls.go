package main

import "math"

// nonnegative returns the x ≥ 0 that makes xᵀGx/2 − rᵀx least, of a symmetric positive
// semidefinite G.
//
// Method: Lawson and Hanson's active set, on the normal equations with a diagonal of 1. A
// variable that depends on others stays 0.
func nonnegative(gram [][]float64, right []float64) []float64 {
	n := len(right)
	scale := make([]float64, n)
	for k := range scale {
		if gram[k][k] > 0 {
			scale[k] = 1 / math.Sqrt(gram[k][k])
		}
	}
	g := make([][]float64, n)
	r := make([]float64, n)
	for k := range g {
		g[k] = make([]float64, n)
		r[k] = right[k] * scale[k]
		for l := range n {
			g[k][l] = gram[k][l] * scale[k] * scale[l]
		}
	}
	x, in, never := make([]float64, n), make([]bool, n), make([]bool, n)
	for range 10 * n {
		best, most := -1, 1e-12
		for k := range n {
			if in[k] || never[k] || scale[k] == 0 {
				continue
			}
			w := r[k]
			for l := range n {
				w -= g[k][l] * x[l]
			}
			if w > most*math.Max(1, math.Abs(r[k])) {
				best, most = k, w
			}
		}
		if best < 0 {
			break
		}
		in[best] = true
		for {
			s, ok := solveSubset(g, r, in)
			if !ok {
				in[best], never[best] = false, true
				break
			}
			step, leaves := 1.0, -1
			for k := range n {
				if in[k] && s[k] <= 0 {
					if a := x[k] / (x[k] - s[k]); a < step || leaves < 0 {
						step, leaves = a, k
					}
				}
			}
			if leaves < 0 {
				x = s
				break
			}
			for k := range n {
				if in[k] {
					x[k] += step * (s[k] - x[k])
				}
			}
			x[leaves], in[leaves] = 0, false
			if leaves == best {
				never[best] = true
				break
			}
		}
	}
	for k := range x {
		x[k] = math.Max(0, x[k]) * scale[k]
	}
	return x
}

// solveSubset solves the equations of the variables that are in, by Cholesky. It reports
// false if they depend on each other.
func solveSubset(g [][]float64, r []float64, in []bool) ([]float64, bool) {
	var at []int
	for k, is := range in {
		if is {
			at = append(at, k)
		}
	}
	m := len(at)
	l := make([][]float64, m)
	y := make([]float64, m)
	for i := range m {
		l[i] = make([]float64, i+1)
		for j := 0; j <= i; j++ {
			sum := g[at[i]][at[j]]
			for k := range j {
				sum -= l[i][k] * l[j][k]
			}
			if i > j {
				l[i][j] = sum / l[j][j]
				continue
			}
			if sum < 1e-10 {
				return nil, false
			}
			l[i][i] = math.Sqrt(sum)
		}
		y[i] = r[at[i]]
		for k := range i {
			y[i] -= l[i][k] * y[k]
		}
		y[i] /= l[i][i]
	}
	x := make([]float64, len(r))
	for i := m - 1; i >= 0; i-- {
		sum := y[i]
		for k := i + 1; k < m; k++ {
			sum -= l[k][i] * x[at[k]]
		}
		x[at[i]] = sum / l[i][i]
	}
	return x, true
}
