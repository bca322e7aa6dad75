package main

import (
	"math"
	"math/rand/v2"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/series/pivots"
	"github.com/nrkit/nrkit/sparsity"
)

// A drift changes the values of a matrix from one system of a series to the next.
type drift func(m *sparsity.Matrix, step int, rnd *rand.Rand)

// drifting is a series of count systems that starts at m.
func drifting(name string, count int, seed uint64, m func() *sparsity.Matrix, d drift) source {
	return source{name, "drift", func(see func(system) error) error {
		rnd, m := rand.New(rand.NewPCG(seed, 1)), m()
		for k := range count {
			if k > 0 {
				d(m, k, rnd)
			}
			if err := see(system{m.Pattern, m.Values, pivots.RightHandSide(m.Pattern, m.Values)}); err != nil {
				return err
			}
		}
		return nil
	}}
}

// walk multiplies each value by exp(N(0, sigma)).
func walk(sigma float64) drift {
	return func(m *sparsity.Matrix, _ int, rnd *rand.Rand) {
		for q := range m.Values {
			m.Values[q] *= math.Exp(sigma * rnd.NormFloat64())
		}
	}
}

// fade divides the diagonal by rate at each step, in a tenth of the columns.
func fade(rate float64) drift {
	return func(m *sparsity.Matrix, _ int, _ *rand.Rand) {
		onDiagonal(m, func(j int, q int64) {
			if mix(uint64(j))%10 == 0 {
				m.Values[q] /= rate
			}
		})
	}
}

// switching sets one of fifty diagonals to between 1 and 1e-16 of what it was in each odd
// step, and back in the step after it.
func switching() drift {
	saved := map[int64]float64{}
	return func(m *sparsity.Matrix, step int, rnd *rand.Rand) {
		if step%2 == 0 {
			for q, v := range saved {
				m.Values[q] = v
			}
			clear(saved)
			return
		}
		size := math.Pow(10, -16*rnd.Float64())
		onDiagonal(m, func(j int, q int64) {
			if rnd.IntN(50) == 0 {
				saved[q] = m.Values[q]
				m.Values[q] *= size
			}
		})
	}
}

// turn mixes each value with a new one, so that after many steps all are new.
func turn(share float64) drift {
	return func(m *sparsity.Matrix, _ int, rnd *rand.Rand) {
		for q := range m.Values {
			m.Values[q] = (1-share)*m.Values[q] + share*rnd.NormFloat64()
		}
	}
}

// onDiagonal calls do for each entry on the diagonal.
func onDiagonal(m *sparsity.Matrix, do func(j int, q int64)) {
	for j := range m.Pattern.Cols {
		for q := m.Pattern.ColPtr[j]; q < m.Pattern.ColPtr[j+1]; q++ {
			if int(m.Pattern.RowIdx[q]) == j {
				do(j, q)
			}
		}
	}
}

// drifts are the series of matrices made here, other ones for each seed.
func drifts(seed uint64) []source {
	at := func(k uint64) uint64 { return k + 100*seed }
	circuit := func() *sparsity.Matrix { return matgen.Dominant(matgen.Circuit(500, at(3)), at(4)) }
	grid := func() *sparsity.Matrix { return matgen.Dominant(matgen.PowerGrid(40, 40, 6, at(5)), at(6)) }
	random := func() *sparsity.Matrix { return matgen.Values(matgen.RandomSquare(300, 4, at(7)), at(8)) }
	mesh := func() *sparsity.Matrix { return matgen.Dominant(matgen.Grid2D(30, 30), at(9)) }
	small := func() *sparsity.Matrix { return matgen.Values(matgen.RandomSquare(20, 2, at(10)), at(11)) }
	return []source{
		drifting("circuit_walk", 200, at(1), circuit, walk(0.1)),
		drifting("circuit_fade", 60, at(2), circuit, fade(2)),
		drifting("circuit_switch", 200, at(3), circuit, switching()),
		drifting("grid_walk", 200, at(4), grid, walk(0.2)),
		drifting("grid_switch", 200, at(5), grid, switching()),
		drifting("random_walk", 200, at(6), random, walk(0.3)),
		drifting("random_turn", 200, at(7), random, turn(0.02)),
		drifting("random_switch", 200, at(8), random, switching()),
		drifting("mesh_turn", 200, at(9), mesh, turn(0.01)),
		drifting("mesh_fade", 60, at(10), mesh, fade(3)),
		drifting("small_turn", 400, at(11), small, turn(0.02)),
		drifting("small_switch", 400, at(12), small, switching()),
	}
}
