package handover

import (
	"testing"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
)

// entries returns the entries of the Cholesky factor of the graph g under p.
func entries(g *sparsity.Pattern, p sparsity.Perm) (sum int) {
	a := etree.Permuted(g, p)
	t := etree.Symmetric(a)
	for _, c := range etree.Counts(a, t, t.Postorder()) {
		sum += int(c)
	}
	return sum
}

// The permutation has the fill of the order, the sizes are a partition, and no entry
// joins parts of which none is above the other.
func TestPartition(t *testing.T) {
	for name, a := range map[string]*sparsity.Pattern{
		"empty": sparsity.NewPattern(0, 0), "single": matgen.Tridiagonal(1), "chain": matgen.Tridiagonal(300),
		"grid": matgen.Grid2D(30, 20), "forest": matgen.HiddenBlocks(400, 80, 0, 1), "circuit": matgen.Circuit(200, 3),
	} {
		g := sparsity.Symmetrize(a)
		amd, _ := ordering.AMD(g, ordering.AMDOptions{})
		for levels := fewestLevels; levels <= 6; levels++ {
			p, sizes := partition(a, amd, levels)
			if len(p) != a.Cols || len(sizes) != 1<<levels-1 {
				t.Fatalf("%s: got %d columns and %d parts", name, len(p), len(sizes))
			}
			if got, want := entries(g, p), entries(g, amd); got != want {
				t.Errorf("%s, %d levels: want %d entries, got %d", name, levels, want, got)
			}
			checkParts(t, name, g, p, sizes, levels)
		}
	}
}

// checkParts checks where the entries of g are.
func checkParts(t *testing.T, name string, g *sparsity.Pattern, p sparsity.Perm, sizes []int32, levels int) {
	t.Helper()
	heap := make([]int, len(p)) // number of the part of each column, 1 for the root, 2h and 2h+1 below h
	next, part := 0, 0
	for depth := levels - 1; depth >= 0; depth-- {
		for h := 1 << depth; h < 2<<depth; h++ {
			for range sizes[part] {
				heap[p[next]] = h
				next++
			}
			part++
		}
	}
	if next != len(p) {
		t.Fatalf("%s: the parts have %d of %d columns", name, next, len(p))
	}
	for j := range g.Cols {
		for _, i := range g.Col(j) {
			low, high := heap[i], heap[j]
			if low < high {
				low, high = high, low
			}
			for low > high {
				low /= 2
			}
			if low != high {
				t.Fatalf("%s, %d levels: an entry joins parts %d and %d", name, levels, heap[i], heap[j])
			}
		}
	}
}
