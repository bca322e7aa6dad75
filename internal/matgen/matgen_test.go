package matgen_test

import (
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// TestPatterns checks the promises of the package comment on every generator.
func TestPatterns(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 7, 20} {
		side := max(n, 1)
		for name, a := range map[string]*sparsity.Pattern{
			"Grid2D": matgen.Grid2D(n, n), "Grid3D": matgen.Grid3D(n, 3, side), "Grid9": matgen.Grid9(n, n),
			"Tridiagonal": matgen.Tridiagonal(n), "Diagonal": matgen.Diagonal(n), "Banded": matgen.Banded(n, 3, 3),
			"Dense": matgen.Dense(n, n), "Arrow": matgen.Arrow(n, 1), "Arrow3": matgen.Arrow(n, 3),
			"ArrowGood": matgen.ArrowGood(n, 2), "RandomSymmetric": matgen.RandomSymmetric(n, 4, 1),
			"Tree": matgen.Tree(n, 1), "KTree": matgen.KTree(n, 3, 1),
			"Grid27": matgen.Grid27(n, 3, 2), "Geometric3D": matgen.Geometric3D(n, 8, 1),
			"Tetrahedra": matgen.Tetrahedra(min(n, 2), 5*n, 2, 1), "Unknowns": matgen.Unknowns(matgen.Grid2D(n, 2), 3),
			"Circuit": matgen.Circuit(n, 1), "PowerGrid": matgen.PowerGrid(n, n, 5, 1),
		} {
			mustBeCanonical(t, name, a)
			if !a.Square() || !sparsity.Transpose(a).Equal(a) {
				t.Errorf("%s(%d): not symmetric", name, n)
			}
			if got := a.NNZ() - sparsity.Symmetrize(a).NNZ(); got != a.Rows {
				t.Errorf("%s(%d): want %d diagonal entries, got %d", name, n, a.Rows, got)
			}
		}
		mustBeCanonical(t, "Random", matgen.Random(n, n+2, 3, 1))
		mustBeCanonical(t, "RandomSquare", matgen.RandomSquare(n, 3, 1))
		mustBeCanonical(t, "Reducible", matgen.Reducible(n, 3, 2, 1))
	}
}

func mustBeCanonical(t *testing.T, name string, a *sparsity.Pattern) {
	t.Helper()
	if err := a.Check(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if !a.Canonical() {
		t.Fatalf("%s: not canonical", name)
	}
}

// TestCounts compares entry counts with closed forms.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want int
	}{
		{"Grid2D", matgen.Grid2D(5, 7).NNZ(), 35 + 2*(4*7+5*6)},
		{"Grid3D", matgen.Grid3D(3, 4, 5).NNZ(), 60 + 2*(2*20+3*15+4*12)},
		{"Grid9", matgen.Grid9(3, 3).NNZ(), 9 + 8*1 + 3*4 + 5*4},
		{"Grid27", matgen.Grid27(4, 5, 6).NNZ(), (3*4 - 2) * (3*5 - 2) * (3*6 - 2)},
		{"Unknowns", matgen.Unknowns(matgen.Grid3D(3, 4, 5), 3).NNZ(), 9 * (60 + 2*(2*20+3*15+4*12))},
		{"Tetrahedra, a cube", matgen.Tetrahedra(1, 8, 1, 1).NNZ(), 8 + 2*19}, // 12 edges, 6 diagonals of faces and one of the cube
		{"Tetrahedra, eight cubes", matgen.Tetrahedra(2, 27, 1, 1).NNZ(), 27 + 2*(54+36+8)},
		{"Arrow", matgen.Arrow(10, 1).NNZ(), 28},
		{"Tree", matgen.Tree(50, 9).NNZ(), 50 + 2*49},
		{"KTree", matgen.KTree(50, 3, 9).NNZ(), 50 + 2*(6+46*3)},
		{"Banded", matgen.Banded(10, 1, 2).NNZ(), 10 + 9 + 9 + 8},
	} {
		if c.got != c.want {
			t.Errorf("%s: want %d entries, got %d", c.name, c.want, c.got)
		}
	}
}

// TestSeeds checks that a seed fixes the matrix and another one changes it.
func TestSeeds(t *testing.T) {
	for name, f := range map[string]func(uint64) *sparsity.Pattern{
		"Random":      func(s uint64) *sparsity.Pattern { return matgen.Random(30, 30, 3, s) },
		"Tree":        func(s uint64) *sparsity.Pattern { return matgen.Tree(30, s) },
		"Geometric3D": func(s uint64) *sparsity.Pattern { return matgen.Geometric3D(40, 6, s) },
		"Tetrahedra":  func(s uint64) *sparsity.Pattern { return matgen.Tetrahedra(2, 90, 2, s) },
		"Circuit":     func(s uint64) *sparsity.Pattern { return matgen.Circuit(30, s) },
		"Reducible":   func(s uint64) *sparsity.Pattern { return matgen.Reducible(10, 3, 1, s) },
	} {
		if !f(1).Equal(f(1)) {
			t.Errorf("%s: one seed, two patterns", name)
		}
		if f(1).Equal(f(2)) {
			t.Errorf("%s: two seeds, one pattern", name)
		}
	}
}

// TestDominant checks dominance and that no value is zero.
func TestDominant(t *testing.T) {
	m := matgen.Dominant(matgen.Circuit(20, 3), 4)
	for j := range m.Pattern.Cols {
		diag, rest := 0.0, 0.0
		for k := m.Pattern.ColPtr[j]; k < m.Pattern.ColPtr[j+1]; k++ {
			v := max(m.Values[k], -m.Values[k])
			if v == 0 {
				t.Fatalf("column %d: zero value", j)
			}
			if int(m.Pattern.RowIdx[k]) == j {
				diag = v
			} else {
				rest += v
			}
		}
		if diag <= rest {
			t.Fatalf("column %d: diagonal %g, rest %g", j, diag, rest)
		}
	}
}
