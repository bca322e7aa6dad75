package btf_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
)

// failer is what a testing.T and a rapid.T have in common.
type failer interface {
	Helper()
	Fatalf(string, ...any)
}

// checkDM fails unless d has the shape that its description promises.
func checkDM(t failer, a *sparsity.Pattern, d btf.DM) {
	t.Helper()
	if len(d.RowPerm) != a.Rows || len(d.ColPerm) != a.Cols || d.RowPerm.Check() != nil || d.ColPerm.Check() != nil {
		t.Fatalf("permutations: %v, %v", d.RowPerm, d.ColPerm)
	}
	r, c := d.RowStart, d.ColStart
	if int(r[4]) != a.Rows || int(c[4]) != a.Cols {
		t.Fatalf("borders %v, %v", r, c)
	}
	matched := r[1] + (r[2] - r[1]) + (r[3] - r[2])
	if r[1] != c[2]-c[1] || r[2]-r[1] != c[3]-c[2] || r[3]-r[2] != c[4]-c[3] || int(matched) != d.Matched {
		t.Fatalf("borders %v, %v with %d matched", r, c, d.Matched)
	}
	b := sparsity.Permute(a, d.RowPerm, d.ColPerm)
	has := func(i, j int32) bool {
		for _, x := range b.Col(int(j)) {
			if x == i {
				return true
			}
		}
		return false
	}
	for k := range r[1] {
		if !has(k, c[1]+k) {
			t.Fatalf("horizontal pair %d is no entry", k)
		}
	}
	for k := range r[3] - r[1] {
		if !has(r[1]+k, c[2]+k) {
			t.Fatalf("square or vertical pair %d is no entry", k)
		}
	}
	last := d.Blocks()
	if d.BlockRow[0] != 0 || d.BlockCol[0] != 0 || d.BlockRow[last] != r[4] || d.BlockCol[last] != c[4] {
		t.Fatalf("blocks %v, %v", d.BlockRow, d.BlockCol)
	}
	for k := range last {
		for j := d.BlockCol[k]; j < d.BlockCol[k+1]; j++ {
			for _, i := range b.Col(int(j)) {
				if i >= d.BlockRow[k+1] {
					t.Fatalf("entry (%d, %d) below block %d", i, j, k)
				}
			}
		}
	}
}

func TestDulmageMendelsohn(t *testing.T) {
	each(t, func(t *testing.T, a *sparsity.Pattern) {
		d := btf.DulmageMendelsohn(a)
		checkDM(t, a, d)
		row, col := oracle.Deficiency(a)
		for k, i := range d.RowPerm {
			if want := row[i]; want != part(int32(k), d.RowStart[1], d.RowStart[2]) {
				t.Fatalf("row %d: want part %d; rows %v of %v", i, want, d.RowStart, d.RowPerm)
			}
		}
		for k, j := range d.ColPerm {
			if want := col[j]; want != part(int32(k), d.ColStart[2], d.ColStart[3]) {
				t.Fatalf("column %d: want part %d; columns %v of %v", j, want, d.ColStart, d.ColPerm)
			}
		}
	})
}

// part returns -1 before first, 1 from last on, and 0 between.
func part(k, first, last int32) int {
	switch {
	case k < first:
		return -1
	case k < last:
		return 0
	}
	return 1
}

func TestDulmageMendelsohnLarge(t *testing.T) {
	for name, a := range large() {
		t.Run(name, func(t *testing.T) { checkDM(t, a, btf.DulmageMendelsohn(a)) })
	}
}

// TestDMLaws: the parts of the transpose are those of the matrix, mirrored, and
// a nonsingular square matrix is all square part, with the blocks of its form.
func TestDMLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := matgen.Random(rapid.IntRange(0, 60).Draw(t, "rows"), rapid.IntRange(0, 60).Draw(t, "cols"),
			rapid.IntRange(0, 4).Draw(t, "perCol"), rapid.Uint64().Draw(t, "seed"))
		d, e := btf.DulmageMendelsohn(a), btf.DulmageMendelsohn(sparsity.Transpose(a))
		checkDM(t, a, d)
		if d.Horizontal() != mirrored(e.Vertical()) || d.Square() != e.Square() || d.Vertical() != mirrored(e.Horizontal()) {
			t.Fatalf("%v %v %v, of the transpose %v %v %v", d.Horizontal(), d.Square(), d.Vertical(),
				e.Horizontal(), e.Square(), e.Vertical())
		}
		if a.Square() && d.Matched == a.Cols {
			f := btf.BlockTriangular(a)
			if d.Square() != (btf.Part{Rows: a.Rows, Cols: a.Cols}) || d.Blocks() != f.Blocks() {
				t.Fatalf("square part %v, %d blocks; the form has %d", d.Square(), d.Blocks(), f.Blocks())
			}
		}
	})
}

func mirrored(p btf.Part) btf.Part { return btf.Part{Rows: p.Cols, Cols: p.Rows} }
