package ordering

import (
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
)

// TestWithinBlocks checks that the permuted matrix keeps its form, that each
// block got the order that was asked for, and that blocks are what is handed
// out.
func TestWithinBlocks(t *testing.T) {
	for seed := range uint64(20) {
		for _, size := range []int{1, 2, 3, 7} {
			a := matgen.Shuffle(matgen.Reducible(6, size, 2, seed), seed)
			f := btf.BlockTriangular(a)
			b := sparsity.Permute(a, f.RowPerm, f.ColPerm)
			next := 0
			rows, cols := WithinBlocks(a, f, func(block *sparsity.Pattern) sparsity.Perm {
				for f.Size(next) <= 2 {
					next++
				}
				if block.Cols != f.Size(next) || block.Check() != nil || !block.Canonical() {
					t.Fatalf("block %d: %d columns, want %d", next, block.Cols, f.Size(next))
				}
				sameBlock(t, b, block, int(f.BlockPtr[next]))
				next++
				p := sparsity.Identity(block.Cols)
				slices.Reverse(p)
				return p
			})
			if rows.Check() != nil || cols.Check() != nil {
				t.Fatal("not a permutation")
			}
			for k := range f.Blocks() {
				lo, hi := f.BlockPtr[k], f.BlockPtr[k+1]
				want := slices.Clone(f.ColPerm[lo:hi])
				if hi-lo > 2 {
					slices.Reverse(want)
				}
				if !slices.Equal(cols[lo:hi], want) {
					t.Fatalf("block %d: columns %v, want %v", k, cols[lo:hi], want)
				}
			}
			mustBeUpper(t, sparsity.Permute(a, rows, cols), f.BlockPtr)
		}
	}
}

// sameBlock compares a block with the part of b that begins at lo.
func sameBlock(t *testing.T, b, block *sparsity.Pattern, lo int) {
	t.Helper()
	for j := range block.Cols {
		var want []int32
		for _, i := range b.Col(lo + j) {
			if int(i) >= lo && int(i) < lo+block.Cols {
				want = append(want, i-int32(lo))
			}
		}
		if !slices.Equal(block.Col(j), want) {
			t.Fatalf("column %d: %v, want %v", j, block.Col(j), want)
		}
	}
}

// mustBeUpper fails if an entry lies below the diagonal blocks, or a diagonal
// entry is missing.
func mustBeUpper(t *testing.T, a *sparsity.Pattern, blockPtr []int32) {
	t.Helper()
	for b := 1; b < len(blockPtr); b++ {
		for j := blockPtr[b-1]; j < blockPtr[b]; j++ {
			if !slices.Contains(a.Col(int(j)), j) {
				t.Fatalf("no entry on the diagonal at %d", j)
			}
			for _, i := range a.Col(int(j)) {
				if i >= blockPtr[b] {
					t.Fatalf("entry (%d, %d) below block %d", i, j, b-1)
				}
			}
		}
	}
}
