package btf_test

import (
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
)

// checkForm fails unless f is a block triangular form of a.
func checkForm(t *testing.T, a *sparsity.Pattern, f btf.Form) {
	t.Helper()
	n := a.Cols
	if len(f.RowPerm) != n || len(f.ColPerm) != n || f.RowPerm.Check() != nil || f.ColPerm.Check() != nil {
		t.Fatalf("permutations: %v, %v", f.RowPerm, f.ColPerm)
	}
	if f.BlockPtr[0] != 0 || int(f.BlockPtr[f.Blocks()]) != n {
		t.Fatalf("block pointers %v", f.BlockPtr)
	}
	b := sparsity.Permute(a, f.RowPerm, f.ColPerm)
	diagonal := 0
	for k := range f.Blocks() {
		if f.Size(k) < 1 {
			t.Fatalf("block %d has size %d", k, f.Size(k))
		}
		cols := f.ColPerm[f.BlockPtr[k]:f.BlockPtr[k+1]]
		if !slices.IsSorted(cols) {
			t.Fatalf("columns %v of block %d do not ascend", cols, k)
		}
		for j := f.BlockPtr[k]; j < f.BlockPtr[k+1]; j++ {
			for _, i := range b.Col(int(j)) {
				if i >= f.BlockPtr[k+1] {
					t.Fatalf("entry (%d, %d) below block %d", i, j, k)
				}
				if i == j {
					diagonal++
				}
			}
		}
	}
	if diagonal != f.Matched {
		t.Fatalf("want %d entries on the diagonal, got %d", f.Matched, diagonal)
	}
}

// block returns diagonal block k of the permuted pattern.
func block(b *sparsity.Pattern, f btf.Form, k int) *sparsity.Pattern {
	first, last := f.BlockPtr[k], f.BlockPtr[k+1]
	t := &sparsity.Triplets{Rows: f.Size(k), Cols: f.Size(k)}
	for j := first; j < last; j++ {
		for _, i := range b.Col(int(j)) {
			if i >= first && i < last {
				t.Row, t.Col = append(t.Row, i-first), append(t.Col, j-first)
			}
		}
	}
	m, _ := t.Compress()
	return m.Pattern
}

func TestBlockTriangular(t *testing.T) {
	eachSquare(t, func(t *testing.T, a *sparsity.Pattern) {
		f := btf.BlockTriangular(a)
		checkForm(t, a, f)
		if want := oracle.StructuralRank(a); f.Matched != want {
			t.Fatalf("want %d matched, got %d", want, f.Matched)
		}
		if f.Matched < a.Cols {
			return
		}
		// Each block is strongly connected around the diagonal, which is
		// zero-free: irreducible.
		b := sparsity.Permute(a, f.RowPerm, f.ColPerm)
		for k := range f.Blocks() {
			for _, least := range oracle.Strong(block(b, f, k)) {
				if least != 0 {
					t.Fatalf("block %d is reducible", k)
				}
			}
		}
	})
}

func TestBlockTriangularLarge(t *testing.T) {
	for name, a := range large() {
		if !a.Square() {
			continue
		}
		t.Run(name, func(t *testing.T) { checkForm(t, a, btf.BlockTriangular(a)) })
	}
}

// TestHiddenBlocks: what was built in is found again.
func TestHiddenBlocks(t *testing.T) {
	for seed := range uint64(5) {
		const n, blocks = 4000, 250
		f := btf.BlockTriangular(matgen.HiddenBlocks(n, blocks, 3000, seed))
		if f.Matched != n || f.Blocks() != blocks {
			t.Errorf("seed %d: want %d blocks, got %d; %d of %d matched", seed, blocks, f.Blocks(), f.Matched, n)
		}
	}
	f := btf.BlockTriangular(matgen.Reducible(40, 7, 2, 3))
	if f.Blocks() != 40 || f.Largest() != 7 || f.Singletons() != 0 {
		t.Errorf("want 40 blocks of 7, got %d, the largest %d", f.Blocks(), f.Largest())
	}
}

// TestIrreducibleStays: nothing moves where nothing has to.
func TestIrreducibleStays(t *testing.T) {
	a := matgen.Circuit(30, 4)
	f := btf.BlockTriangular(a)
	id := sparsity.Identity(a.Cols)
	if f.Blocks() != 1 || !slices.Equal(f.RowPerm, id) || !slices.Equal(f.ColPerm, id) {
		t.Errorf("%d blocks, or the form moves something", f.Blocks())
	}
}

// TestSingular: a structurally singular matrix has valid permutations, and each
// pair without an entry is a block of its own.
func TestSingular(t *testing.T) {
	a := matgen.Random(200, 200, 2, 3)
	f := btf.BlockTriangular(a)
	checkForm(t, a, f)
	if f.Matched == 200 {
		t.Fatal("the matrix is not singular")
	}
	b := sparsity.Permute(a, f.RowPerm, f.ColPerm)
	for k := range f.Blocks() {
		j := f.BlockPtr[k]
		if !slices.Contains(b.Col(int(j)), j) && f.Size(k) != 1 {
			t.Errorf("block %d of size %d begins with an empty diagonal position", k, f.Size(k))
		}
	}
}

func TestNotSquare(t *testing.T) {
	for name, f := range map[string]func(*sparsity.Pattern){
		"BlockTriangular":  func(a *sparsity.Pattern) { btf.BlockTriangular(a) },
		"StrongComponents": func(a *sparsity.Pattern) { btf.StrongComponents(a) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s of a 2×3 pattern does not panic", name)
				}
			}()
			f(sparsity.NewPattern(2, 3))
		}()
	}
}
