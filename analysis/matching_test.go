package analysis

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// rotated returns m with its rows moved on by one: a diagonally dominant matrix
// then has its pivots beside the diagonal.
func rotated(m *sparsity.Matrix) *sparsity.Matrix {
	p := sparsity.Identity(m.Pattern.Rows)
	for k := range p {
		p[k] = int32((k + 1) % len(p))
	}
	return m.Permute(p, nil)
}

// Matching undoes what was done to the rows, the permutations are those of the
// matrix as it was given, and its structure is told as it is.
func TestMatching(t *testing.T) {
	plain := matgen.Dominant(matgen.Tridiagonal(50), 1)
	m := rotated(plain)
	for _, kind := range Matchings()[2:] {
		d := analyzed(t, m, Options{Matching: kind, Keep: true, Orderings: []string{"all"}, Exact: []string{"all"}})
		checkDocument(t, Schema, text(t, d))
		byValues := kind != MatchingStructural // which finds the diagonal that dominates
		if got := d.Matching; got == nil || got.Kind != kind || got.MovedRows == 0 || byValues && (got.MovedRows != 50 || got.PatternSymmetry != 1) {
			t.Fatalf("%s: want 50 rows moved and a symmetric pattern, got %+v", kind, got)
		}
		if d.Structure.Symmetry.Pattern > 0.5 {
			t.Errorf("%s: want the structure of the matrix as it was given, got %v of it symmetric", kind, d.Structure.Symmetry.Pattern)
		}
		for j, i := range d.Ordering("natural").Order.Rows {
			if !slices.Contains(m.Pattern.Col(j), i) {
				t.Errorf("%s: no entry in row %d of column %d", kind, i, j)
			}
		}
		for _, o := range d.Orderings {
			again := symbolic.Analyze(m.Pattern, o.Order, symbolic.Options{})
			if again.NNZLU != o.NNZLU || again.Flops != o.Flops {
				t.Errorf("%s, %s: %d entries with the permutations of the document, %d in it", kind, o.Method, again.NNZLU, o.NNZLU)
			}
		}
		for _, e := range d.Exact {
			if byValues && e.OffDiagonalPivots != 0 {
				t.Errorf("%s, %s: %d pivots are off the matched diagonal", kind, e.Method, e.OffDiagonalPivots)
			}
		}
		if d = analyzed(t, plain, Options{Matching: kind}); d.Matching == nil || d.Matching.MovedRows != 0 {
			t.Errorf("%s: want no row moved where the diagonal is there, got %+v", kind, d.Matching)
		}
	}
	if d := analyzed(t, m, Options{Matching: MatchingNone}); d.Matching != nil || d.Winners.Recommended == "" {
		t.Errorf("want no matching that nobody asked for, got %+v", d.Matching)
	}
}

// What cannot be matched is told, and analyzed as it is.
func TestMatchingAbsent(t *testing.T) {
	for name, say := range map[string]string{"tall": "60×25, not square", "empty square": "structural rank is 0 of 12",
		"pattern": "no values", "not finite": "row 4 of column 3 is not finite"} {
		d := analyzed(t, zoo()[name], Options{Matching: MatchingProduct})
		if d.Matching != nil || len(d.Orderings) == 0 || len(d.Warnings) == 0 || d.Warnings[0].Code != MatchingAbsent ||
			!strings.Contains(d.Warnings[0].Message, say) {
			t.Errorf("%s: want a warning with %q, got %v", name, say, d.Warnings)
		}
	}
	_, err := Run(context.Background(), []Source{Loaded(file("m", zoo()["grid"]))}, Options{Matching: "best"})
	if !errors.Is(err, ErrUnknownMatching) {
		t.Errorf("want ErrUnknownMatching, got %v", err)
	}
}
