package etree_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// sizes straddle the smallest cases and go as far as the oracles stay quick.
var sizes = []int{0, 1, 2, 3, 4, 5, 8, 13, 30}

// eachSymmetric runs f on symmetric patterns of many kinds and sizes.
func eachSymmetric(t *testing.T, f func(t *testing.T, a *sparsity.Pattern)) {
	t.Helper()
	for _, n := range sizes {
		cases := map[string]*sparsity.Pattern{
			"diagonal": matgen.Diagonal(n), "tridiagonal": matgen.Tridiagonal(n), "dense": matgen.Dense(n, n),
			"hubs first": matgen.Arrow(n, 1), "hubs last": matgen.ArrowGood(n, 2),
			"grid": matgen.Grid2D(n, 3), "circuit": matgen.Circuit(n, 1),
		}
		for seed := range uint64(6) {
			cases[fmt.Sprintf("tree %d", seed)] = matgen.Shuffle(matgen.Tree(n, seed), seed)
			cases[fmt.Sprintf("ktree %d", seed)] = matgen.Shuffle(matgen.KTree(n, 2, seed), seed)
			cases[fmt.Sprintf("random %d", seed)] = matgen.RandomSymmetric(n, 1+int(seed), seed)
			cases[fmt.Sprintf("mesh %d", seed)] = matgen.Shuffle(matgen.Grid2D(5, n/5), seed)
		}
		for name, a := range cases {
			t.Run(fmt.Sprintf("%s/n=%d", name, n), func(t *testing.T) { f(t, a) })
		}
	}
}

// eachRectangular runs f on patterns of all shapes.
func eachRectangular(t *testing.T, f func(t *testing.T, a *sparsity.Pattern)) {
	t.Helper()
	for _, m := range sizes {
		for _, n := range sizes {
			for seed := range uint64(4) {
				a := matgen.Random(m, n, 1+int(seed), seed)
				t.Run(fmt.Sprintf("random %d/%dx%d", seed, m, n), func(t *testing.T) { f(t, a) })
			}
		}
		t.Run(fmt.Sprintf("dense/n=%d", m), func(t *testing.T) { f(t, matgen.Dense(m, 4)) })
		t.Run(fmt.Sprintf("hub/n=%d", m), func(t *testing.T) { f(t, matgen.Arrow(m, 1)) })
	}
}

// jumble returns the entries of a in random order within their columns, some
// of them twice.
func jumble(a *sparsity.Pattern, seed uint64) *sparsity.Pattern {
	r := rand.New(rand.NewPCG(seed, 2))
	b := sparsity.NewPattern(a.Rows, a.Cols)
	for j := range a.Cols {
		col := append([]int32(nil), a.Col(j)...)
		for _, i := range a.Col(j) {
			if r.IntN(3) == 0 {
				col = append(col, i)
			}
		}
		r.Shuffle(len(col), func(x, y int) { col[x], col[y] = col[y], col[x] })
		b.RowIdx = append(b.RowIdx, col...)
		b.ColPtr[j+1] = int64(len(b.RowIdx))
	}
	return b
}

// upper returns the entries of a above the diagonal and, for noise, the
// diagonal and some of what lies below it.
func upper(a *sparsity.Pattern, seed uint64) *sparsity.Pattern {
	r := rand.New(rand.NewPCG(seed, 3))
	b := sparsity.NewPattern(a.Rows, a.Cols)
	for j := range a.Cols {
		for _, i := range a.Col(j) {
			if int(i) < j || r.IntN(2) == 0 {
				b.RowIdx = append(b.RowIdx, i)
			}
		}
		b.ColPtr[j+1] = int64(len(b.RowIdx))
	}
	return b
}
