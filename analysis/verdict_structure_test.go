package analysis

import (
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// structureClaims names the test of each claim of verdict_structure.go.
var structureClaims = map[string]string{
	"rank.singular":      "TestSayRank",
	"blocks.irreducible": "TestSayBlocksOf",
	"blocks.single":      "TestSayBlocksOf",
	"blocks.several":     "TestSayBlocksOf",
	"blocks.singletons":  "TestSayBlocksOf",
	"blocks.used":        "TestSayBlocks",
	"blocks.unused":      "TestSayBlocks",
	"dense.row":          "TestSayDense",
	"dense.vacuous":      "TestSayDenseVacuous",
}

// keysOf returns the keys of what one part of the verdict claims of d.
func keysOf(part func(*Document, *paragraph), d *Document) string {
	var p paragraph
	part(d, &p)
	var keys []string
	for _, c := range p {
		keys = append(keys, c.key)
	}
	return strings.Join(keys, " ")
}

// A matrix is called singular where its structural rank is below its rows, which
// for rectangular ones says nothing.
func TestSayRank(t *testing.T) {
	list := zoo()
	list["odd chain without diagonal"] = &sparsity.Matrix{Pattern: withoutDiagonal(matgen.Tridiagonal(9))}
	list["even chain without diagonal"] = &sparsity.Matrix{Pattern: withoutDiagonal(matgen.Tridiagonal(8))}
	for name, want := range map[string]string{
		"odd chain without diagonal": "its rank is at most 8 of 9, so an LU breaks down. 5 rows (row 1, row 3, row 5, …) have entries in 4 columns only. 5 columns (column 1, column 3, column 5, …) have entries in 4 rows only.", "empty square": "at most 0 of 12, so an LU breaks down. 12 rows (row 1, row 2, row 3, …) have no entries.", "1x1 empty": "at most 0 of 1, so an LU breaks down. 1 row (row 1) has no entries. 1 column (column 1) has no entries.",
		"even chain without diagonal": "", "ones": "", "grid": "", "tall": "", "wide": "", "3x0": "",
	} {
		d := analyzed(t, list[name], Options{Exact: []string{"none"}})
		if claims(d, "rank.singular") != (want != "") || !strings.Contains(said(sayRank, d), want) {
			t.Errorf("%s: want %q, got %q", name, want, said(sayRank, d))
		}
	}
}

// withoutDiagonal returns a without the entries of its diagonal.
func withoutDiagonal(a *sparsity.Pattern) *sparsity.Pattern {
	b := sparsity.NewPattern(a.Rows, a.Cols)
	for j := range a.Cols {
		for _, i := range a.Col(j) {
			if int(i) != j {
				b.RowIdx = append(b.RowIdx, i)
			}
		}
		b.ColPtr[j+1] = int64(len(b.RowIdx))
	}
	return b
}

// What is said of blocks follows from their number and sizes; nothing is said
// where the matrix is singular, diagonal, rectangular or a single row.
func TestSayBlocksOf(t *testing.T) {
	list := zoo()
	list["triangle"] = matgen.Dominant(upper(matgen.Tridiagonal(7)), 1)
	list["border"] = matgen.Dominant(bordered(matgen.Grid2D(3, 3)), 1)
	for name, want := range map[string][]string{
		"grid":         []string{"blocks.irreducible"},
		"triangle":     []string{"blocks.single"},
		"reducible":    []string{"blocks.several", "blocks.used"},
		"border":       []string{"blocks.several", "blocks.singletons", "blocks.used"},
		"diagonal":     nil,
		"1x1":          nil,
		"empty square": nil,
		"tall":         nil,
	} {
		d := analyzed(t, list[name], Options{Orderings: []string{"all"}, Exact: []string{"none"}})
		if d.Winners != nil && slices.Contains(want, "blocks.used") {
			d.Winners.Recommended = "btf+amd"
		}
		if got := keysOf(sayBlocks, d); got != strings.Join(want, " ") {
			t.Errorf("%s: want %q, got %q: %s", name, want, got, said(sayBlocks, d))
		}
	}
	d := analyzed(t, list["border"], Options{Orderings: []string{"btf+amd"}})
	if got, want := said(sayBlocks, d), "The matrix has 2 diagonal blocks; the largest has 9 of the 10 rows, and 1 has a single row. Only the blocks need factorizing."; got != want {
		t.Errorf("want %q, got %q", want, got)
	}
}

// upper returns the upper triangle of a.
func upper(a *sparsity.Pattern) *sparsity.Pattern {
	b := sparsity.NewPattern(a.Rows, a.Cols)
	for j := range a.Cols {
		for _, i := range a.Col(j) {
			if int(i) <= j {
				b.RowIdx = append(b.RowIdx, i)
			}
		}
		b.ColPtr[j+1] = int64(len(b.RowIdx))
	}
	return b
}

// bordered returns a with one more column, which has an entry in the first row and
// one on the diagonal: a block by itself.
func bordered(a *sparsity.Pattern) *sparsity.Pattern {
	b := sparsity.NewPattern(a.Rows+1, a.Cols+1)
	b.RowIdx = append(append(b.RowIdx, a.RowIdx...), 0, int32(a.Rows))
	copy(b.ColPtr, a.ColPtr)
	b.ColPtr[a.Cols+1] = int64(len(b.RowIdx))
	return b
}

// The bound over row pivots says nothing where a dense row makes it vacuous, and it
// is mentioned only then.
func TestSayDenseVacuous(t *testing.T) {
	d := analyzed(t, matgen.Dominant(matgen.Arrow(300, 1), 1), Options{Orderings: []string{"amd", "colamd"}, Exact: []string{"none"}})
	if got := keysOf(sayDense, d); got != strings.Join([]string{"dense.row", "dense.vacuous"}, " ") {
		t.Errorf("got %q", got)
	}
	d.Ordering("colamd").Vacuous = nil
	if got := keysOf(sayDense, d); got != "dense.row" {
		t.Errorf("without a vacuous bound: got %q", got)
	}
	for name, m := range zoo() {
		if d := analyzed(t, m, Options{Exact: []string{"none"}}); claims(d, "dense.vacuous") && name != "arrow" && name != "circuit" {
			t.Errorf("%s: %q", name, d.Verdict)
		}
	}
}
