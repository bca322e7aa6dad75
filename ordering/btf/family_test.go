package btf_test

import (
	"fmt"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// sizes straddle the smallest cases and go as far as the oracles stay quick.
var sizes = []int{0, 1, 2, 3, 4, 5, 7, 10}

// each runs f on patterns of all shapes, small enough to try every matching.
func each(t *testing.T, f func(t *testing.T, a *sparsity.Pattern)) {
	t.Helper()
	for _, m := range sizes {
		for _, n := range sizes {
			for seed := range uint64(8) {
				a := matgen.Random(m, n, 1+int(seed)/2, seed)
				t.Run(fmt.Sprintf("random %d/%dx%d", seed, m, n), func(t *testing.T) { f(t, a) })
			}
		}
	}
	eachSquare(t, f)
}

// eachSquare runs f on square patterns.
func eachSquare(t *testing.T, f func(t *testing.T, a *sparsity.Pattern)) {
	t.Helper()
	for _, n := range sizes {
		cases := map[string]*sparsity.Pattern{
			"empty": sparsity.NewPattern(n, n), "diagonal": matgen.Diagonal(n), "dense": matgen.Dense(n, n),
			"arrow": matgen.Arrow(n, 1), "path": sparsity.Symmetrize(matgen.Tridiagonal(n)),
			"triangular": matgen.Banded(n, 0, n), "shift": shift(n),
		}
		for seed := range uint64(8) {
			cases[fmt.Sprintf("random %d", seed)] = matgen.Random(n, n, 1+int(seed)/3, seed)
			cases[fmt.Sprintf("full diagonal %d", seed)] = scramble(matgen.RandomSquare(n, 1, seed), seed)
			if n > 0 {
				cases[fmt.Sprintf("blocks %d", seed)] = matgen.HiddenBlocks(n, 1+n/3, n, seed)
			}
		}
		for name, a := range cases {
			t.Run(fmt.Sprintf("%s/n=%d", name, n), func(t *testing.T) { f(t, a) })
		}
	}
}

// large returns patterns beyond the reach of the oracles that try everything,
// among them some that drive the matching through all its steps.
func large() map[string]*sparsity.Pattern {
	return map[string]*sparsity.Pattern{
		"hidden blocks":   matgen.HiddenBlocks(5000, 300, 4000, 1),
		"few blocks":      matgen.HiddenBlocks(3000, 20, 2500, 2),
		"grid scrambled":  scramble(matgen.Grid2D(50, 40), 3),
		"random 2":        matgen.Random(3000, 3000, 2, 4),
		"random 3":        matgen.Random(3000, 3000, 3, 5),
		"tall":            matgen.Random(2000, 1500, 2, 6),
		"wide":            matgen.Random(1500, 2000, 2, 7),
		"bidiagonal":      scramble(matgen.Banded(2000, 0, 1), 8),
		"circuit":         matgen.Circuit(300, 9),
		"no diagonal":     sparsity.Symmetrize(matgen.Grid2D(41, 41)),
		"random diagonal": scramble(matgen.RandomSquare(3000, 2, 10), 11),
	}
}

// scramble moves rows and columns by permutations that differ.
func scramble(a *sparsity.Pattern, seed uint64) *sparsity.Pattern {
	return sparsity.Permute(a, matgen.RandomPerm(a.Rows, seed+100), matgen.RandomPerm(a.Cols, seed+200))
}

// shift returns the n×n pattern of a cyclic permutation.
func shift(n int) *sparsity.Pattern {
	t := &sparsity.Triplets{Rows: n, Cols: n}
	for j := range n {
		t.Row, t.Col = append(t.Row, int32((j+1)%n)), append(t.Col, int32(j))
	}
	m, _ := t.Compress()
	return m.Pattern
}

// jumble returns a with the rows of each column in descending order, the first
// of them twice.
func jumble(a *sparsity.Pattern) *sparsity.Pattern {
	b := sparsity.NewPattern(a.Rows, a.Cols)
	for j := range a.Cols {
		col := a.Col(j)
		for k := len(col) - 1; k >= 0; k-- {
			b.RowIdx = append(b.RowIdx, col[k])
		}
		if len(col) > 0 {
			b.RowIdx = append(b.RowIdx, col[0])
		}
		b.ColPtr[j+1] = int64(len(b.RowIdx))
	}
	return b
}
