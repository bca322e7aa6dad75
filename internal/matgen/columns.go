package matgen

import (
	"math/rand/v2"
	"slices"

	"github.com/nrkit/nrkit/sparsity"
)

// columns builds a rows×cols pattern column by column: rowsOf appends the rows
// of column j to dst, in any order and with repetitions, and returns it.
func columns(rows, cols int, rowsOf func(dst []int32, j int) []int32) *sparsity.Pattern {
	p := sparsity.NewPattern(rows, cols)
	var col []int32
	for j := range cols {
		col = rowsOf(col[:0], j)
		if !slices.IsSorted(col) {
			slices.Sort(col)
		}
		p.RowIdx = append(p.RowIdx, slices.Compact(col)...)
		p.ColPtr[j+1] = int64(len(p.RowIdx))
	}
	return p
}

// edge is an undirected edge of a graph.
type edge struct{ u, v int32 }

// graph returns the structurally symmetric pattern of n vertices with the
// edges given and a full diagonal. Repeated edges and loops are harmless.
func graph(n int, edges []edge) *sparsity.Pattern {
	t := &sparsity.Triplets{Rows: n, Cols: n}
	for i := range n {
		t.Row = append(t.Row, int32(i))
		t.Col = append(t.Col, int32(i))
	}
	for _, e := range edges {
		t.Row = append(t.Row, e.u, e.v)
		t.Col = append(t.Col, e.v, e.u)
	}
	m, _ := t.Compress()
	return m.Pattern
}

// generator returns the source of chance that belongs to seed.
func generator(seed uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed, 0x6e726b6974))
}

// Shuffle returns a with its rows and columns in random order: the same order
// for both when a is square, so that the diagonal stays the diagonal.
func Shuffle(a *sparsity.Pattern, seed uint64) *sparsity.Pattern {
	p := RandomPerm(a.Rows, seed)
	if a.Square() {
		return sparsity.Permute(a, p, p)
	}
	return sparsity.Permute(a, p, RandomPerm(a.Cols, seed+1))
}

// RandomPerm returns a random permutation of n.
func RandomPerm(n int, seed uint64) sparsity.Perm {
	p := sparsity.Identity(n)
	generator(seed).Shuffle(n, func(a, b int) { p[a], p[b] = p[b], p[a] })
	return p
}
