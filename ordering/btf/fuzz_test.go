package btf_test

import (
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
)

// TestFormOfMatching: the form under a matching of the caller, which stays as
// it is, has the pairs of that matching on its diagonal.
func TestFormOfMatching(t *testing.T) {
	eachSquare(t, func(t *testing.T, a *sparsity.Pattern) { checkFormOf(t, a, btf.MaximumMatching(a)) })
}

// checkFormOf fails unless the form under m is one and leaves m as it was.
func checkFormOf(t *testing.T, a *sparsity.Pattern, m btf.Matching) {
	t.Helper()
	rowOf, colOf := slices.Clone(m.RowOf), slices.Clone(m.ColOf)
	f := m.BlockTriangular(a)
	checkForm(t, a, f)
	if !slices.Equal(rowOf, m.RowOf) || !slices.Equal(colOf, m.ColOf) {
		t.Fatal("the matching was modified")
	}
	for k, j := range f.ColPerm {
		if i := m.RowOf[j]; i >= 0 && i != f.RowPerm[k] {
			t.Fatalf("column %d is beside row %d, want %d", j, f.RowPerm[k], i)
		}
	}
}

// FuzzPattern reads a pattern from bytes: two for the shape, then two for each
// entry, duplicates and jumbled columns among them.
func FuzzPattern(f *testing.F) {
	f.Add([]byte{0, 0})
	f.Add([]byte{3, 3, 0, 1, 1, 2, 2, 0, 2, 0})
	f.Add([]byte{4, 2, 3, 0, 0, 0, 3, 1})
	f.Add([]byte{5, 5, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 1, 0, 4, 3})
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) < 2 || len(b) > 82 {
			return
		}
		rows, cols := int(b[0]%9), int(b[1]%9)
		columns := make([][]int32, cols)
		for b = b[2:]; len(b) >= 2 && rows > 0 && cols > 0; b = b[2:] {
			j := int(b[1]) % cols
			columns[j] = append(columns[j], int32(int(b[0])%rows))
		}
		a, sorted := sparsity.NewPattern(rows, cols), sparsity.NewPattern(rows, cols)
		for j, c := range columns {
			a.RowIdx = append(a.RowIdx, c...)
			a.ColPtr[j+1] = int64(len(a.RowIdx))
			c = slices.Clone(c)
			slices.Sort(c)
			sorted.RowIdx = append(sorted.RowIdx, slices.Compact(c)...)
			sorted.ColPtr[j+1] = int64(len(sorted.RowIdx))
		}
		m := btf.MaximumMatching(a)
		checkMatching(t, a, m)
		if want := oracle.StructuralRank(sorted); m.Size != want {
			t.Fatalf("want rank %d, got %d", want, m.Size)
		}
		checkDM(t, a, btf.DulmageMendelsohn(a))
		if a.Square() {
			samePartition(t, btf.StrongComponents(a), oracle.Strong(sorted))
			form := btf.BlockTriangular(sorted)
			checkForm(t, sorted, form)
			checkFormOf(t, sorted, btf.MaximumMatching(sorted))
		}
	})
}
