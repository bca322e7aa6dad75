package btf_test

import (
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
)

// checkMatching fails unless m is a matching of a of the size it says.
func checkMatching(t *testing.T, a *sparsity.Pattern, m btf.Matching) {
	t.Helper()
	if len(m.RowOf) != a.Cols || len(m.ColOf) != a.Rows {
		t.Fatalf("want %d columns and %d rows, got %d and %d", a.Cols, a.Rows, len(m.RowOf), len(m.ColOf))
	}
	size := 0
	for j, i := range m.RowOf {
		if i < 0 {
			continue
		}
		size++
		if !slices.Contains(a.Col(j), i) {
			t.Fatalf("(%d, %d) is no entry", i, j)
		}
		if int(m.ColOf[i]) != j {
			t.Fatalf("column %d has row %d, which has column %d", j, i, m.ColOf[i])
		}
	}
	for i, j := range m.ColOf {
		if j >= 0 && int(m.RowOf[j]) != i {
			t.Fatalf("row %d has column %d, which has row %d", i, j, m.RowOf[j])
		}
	}
	if size != m.Size {
		t.Fatalf("want size %d, got %d", size, m.Size)
	}
}

func TestMaximumMatching(t *testing.T) {
	each(t, func(t *testing.T, a *sparsity.Pattern) {
		before := a.Clone()
		m := btf.MaximumMatching(a)
		checkMatching(t, a, m)
		if want := oracle.StructuralRank(a); m.Size != want {
			t.Errorf("want rank %d, got %d", want, m.Size)
		}
		if !a.Equal(before) {
			t.Error("the pattern was modified")
		}
		b := jumble(a)
		m = btf.MaximumMatching(b)
		checkMatching(t, b, m)
		if want := oracle.StructuralRank(a); m.Size != want {
			t.Errorf("unsorted with duplicates: want rank %d, got %d", want, m.Size)
		}
	})
}

func TestMaximumMatchingLarge(t *testing.T) {
	for name, a := range large() {
		t.Run(name, func(t *testing.T) {
			m := btf.MaximumMatching(a)
			checkMatching(t, a, m)
			if want := oracle.AugmentedRank(a); m.Size != want {
				t.Errorf("want rank %d, got %d", want, m.Size)
			}
			if again := btf.MaximumMatching(a); !slices.Equal(m.RowOf, again.RowOf) {
				t.Error("two runs differ")
			}
		})
	}
}

// TestZeroFreeDiagonal: the matching is the diagonal where there is one, also
// in columns long enough to be searched by halving.
func TestZeroFreeDiagonal(t *testing.T) {
	for _, a := range []*sparsity.Pattern{matgen.Circuit(50, 1), matgen.Dense(70, 70), matgen.Arrow(100, 2)} {
		m := btf.MaximumMatching(a)
		if !slices.Equal(m.RowOf, sparsity.Identity(a.Cols)) || !slices.Equal(m.ColOf, sparsity.Identity(a.Cols)) {
			t.Errorf("n=%d: the matching is not the diagonal", a.Cols)
		}
	}
}
