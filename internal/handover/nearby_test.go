package handover

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// fill returns the entries of L for A(p, p).
func fill(a *sparsity.Pattern, p sparsity.Perm) int {
	g := etree.Permuted(sparsity.Symmetrize(a), p)
	t := etree.Symmetric(g)
	sum := 0
	for _, c := range etree.Counts(g, t, t.Postorder()) {
		sum += int(c)
	}
	return sum
}

// The order has the fill that it had.
func TestNearbyKeepsFill(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	for range 20 {
		a := matgen.Grid2D(1+rng.IntN(9), 1+rng.IntN(9))
		p := make(sparsity.Perm, a.Cols)
		for k, i := range rng.Perm(a.Cols) {
			p[k] = int32(i)
		}
		o := nearby(a, &Order{Method: "x", Rows: p, Cols: p})
		if !slices.Equal(o.Rows, o.Cols) {
			t.Fatal("rows do not go where columns go")
		}
		if want, got := fill(a, p), fill(a, o.Cols); got != want {
			t.Errorf("%d columns: want %d entries, got %d", a.Cols, want, got)
		}
	}
}

// Two paths that an order takes in turns come one after the other, the path with column 0
// first.
func TestNearbySequence(t *testing.T) {
	a := matgen.Tridiagonal(8)
	// 3 separates 0, 1, 2 and 4 to 7
	p := sparsity.Perm{7, 0, 6, 1, 5, 2, 4, 3}
	want := sparsity.Perm{0, 1, 2, 7, 6, 5, 4, 3}
	if got := nearby(a, &Order{Rows: p, Cols: p}).Cols; !slices.Equal(got, want) {
		t.Errorf("want %v, got %v", want, got)
	}
}

// Each column stays in its block, and rows stay with their columns.
func TestNearbyBlocks(t *testing.T) {
	a := matgen.Tridiagonal(6)
	o := &Order{Rows: sparsity.Perm{5, 3, 4, 1, 0, 2}, Cols: sparsity.Perm{4, 5, 3, 2, 0, 1}, BlockPtr: []int32{0, 1, 3, 6}}
	got := nearby(a, o)
	if !slices.Equal(got.BlockPtr, o.BlockPtr) || got.Rows.Check() != nil {
		t.Fatalf("got %+v", got)
	}
	for k, j := range got.Cols {
		was := slices.Index(o.Cols, j)
		if got.Rows[k] != o.Rows[was] {
			t.Errorf("column %d: want row %d, got %d", j, o.Rows[was], got.Rows[k])
		}
		for _, limit := range o.BlockPtr {
			if (k < int(limit)) != (was < int(limit)) {
				t.Errorf("column %d left its block: place %d, was %d", j, k, was)
			}
		}
	}
}
