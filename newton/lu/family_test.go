package lu_test

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
)

// A problem is a matrix with the plan to factorise it by.
type problem struct {
	name string
	m    *sparsity.Matrix
	plan lu.Plan
}

// family returns problems of order about n. Patterns without a full diagonal,
// or with other than diagonal blocks hidden in them, come with plans to match
// and without.
func family(n int, seed uint64) []problem {
	var out []problem
	add := func(name string, a *sparsity.Pattern, plan lu.Plan) {
		out = append(out, problem{fmt.Sprintf("%s/n=%d/seed=%d", name, a.Cols, seed), matgen.Values(a, seed+7), plan})
	}
	random := matgen.RandomPerm(n, seed+3)
	add("sparse", matgen.RandomSquare(n, 2, seed), lu.Plan{})
	add("sparser", matgen.RandomSquare(n, 1, seed), lu.Plan{Col: random})
	add("no diagonal", matgen.Random(n, n, 3, seed), lu.Plan{})
	add("two orders", matgen.RandomSquare(n, 3, seed), lu.Plan{Row: random, Col: matgen.RandomPerm(n, seed+4)})
	add("symmetric", matgen.RandomSymmetric(n, 3, seed), lu.Plan{Col: random})
	add("band", matgen.Banded(n, 2, 1), lu.Plan{})
	add("arrow", matgen.Arrow(n, 2), lu.Plan{})
	add("reverse arrow", matgen.ArrowGood(n, 2), lu.Plan{})
	add("dense", matgen.Dense(n, n), lu.Plan{Row: random})
	out = append(out, cyclic(n), zeroDiagonal(n, seed), cancelling(n, seed), hidden(n, seed), hubs(n, seed))
	return out
}

// hidden is a reducible matrix with the plan that shows its blocks.
func hidden(n int, seed uint64) problem {
	const size = 3
	a := matgen.Reducible(n/size, size, 1, seed)
	plan := lu.Plan{
		Row:      sparsity.Perm(matgen.RandomPerm(a.Rows, seed+1).Inverse()),
		Col:      sparsity.Perm(matgen.RandomPerm(a.Rows, seed+2).Inverse()),
		BlockPtr: []int32{0},
	}
	for b := range n / size {
		plan.BlockPtr = append(plan.BlockPtr, int32(b+1)*size)
	}
	return problem{fmt.Sprintf("hidden blocks/n=%d/seed=%d", a.Cols, seed), matgen.Values(a, seed), plan}
}

// hubs is a circuit with the supply rails first.
func hubs(n int, seed uint64) problem {
	a := matgen.Circuit(n/4, seed)
	return problem{fmt.Sprintf("circuit/n=%d/seed=%d", a.Cols, seed), matgen.Dominant(a, seed), lu.Plan{}}
}

// cyclic is a permutation matrix without diagonal entries.
func cyclic(n int) problem {
	t := &sparsity.Triplets{Rows: n, Cols: n}
	for j := range n {
		t.Row, t.Col = append(t.Row, int32((j+1)%n)), append(t.Col, int32(j))
		t.Values = append(t.Values, float64(j+1))
	}
	return problem{fmt.Sprintf("cyclic/n=%d", n), compressed(t), lu.Plan{}}
}

// zeroDiagonal is a node matrix with voltage sources: symmetric, the last
// third of the diagonal stored as zeros.
func zeroDiagonal(n int, seed uint64) problem {
	m := matgen.Dominant(matgen.RandomSymmetric(n, 3, seed), seed)
	for j := n - n/3; j < n; j++ {
		for p := m.Pattern.ColPtr[j]; p < m.Pattern.ColPtr[j+1]; p++ {
			if int(m.Pattern.RowIdx[p]) >= n-n/3 {
				m.Values[p] = 0
			}
		}
	}
	return problem{fmt.Sprintf("zero diagonal/n=%d/seed=%d", n, seed), m, lu.Plan{}}
}

// cancelling has the values -1, 0 and 1, so that many entries cancel and many
// pivots are equal.
func cancelling(n int, seed uint64) problem {
	m := matgen.Values(matgen.RandomSquare(n, 3, seed), seed)
	for k, v := range m.Values {
		m.Values[k] = float64(int(3*v+4.5) - 4)
	}
	return problem{fmt.Sprintf("cancelling/n=%d/seed=%d", n, seed), m, lu.Plan{}}
}

// compressed returns the matrix of t, with values also when it has no entries.
func compressed(t *sparsity.Triplets) *sparsity.Matrix {
	m, _ := t.Compress()
	if m.Values == nil {
		m.Values = []float64{}
	}
	return m
}

// options are the combinations that every problem is factorised with.
func options() []lu.Options {
	var out []lu.Options
	for _, threshold := range []float64{0, 0.1, 1} {
		for _, scale := range []lu.Scaling{lu.ScaleMax, lu.ScaleNone} {
			out = append(out, lu.Options{Threshold: threshold, Scale: scale})
		}
	}
	return out
}
