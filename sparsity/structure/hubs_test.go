package structure_test

import (
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// TestHubs has matrices of 200,000 rows of which the first row, the last one,
// or the first row and column are full: what takes the square of the longest
// row does not end in the time of a test. The figures are known in closed form.
func TestHubs(t *testing.T) {
	const n = 200_000
	rows := func(full int) *sparsity.Pattern { // the diagonal, and a full row
		p := sparsity.NewPattern(n, n)
		for j := range int32(n) {
			p.RowIdx = append(p.RowIdx, min(int32(full), j))
			if j != int32(full) {
				p.RowIdx = append(p.RowIdx, max(int32(full), j))
			}
			p.ColPtr[j+1] = int64(len(p.RowIdx))
		}
		return p
	}
	for _, c := range []struct {
		name                            string
		p                               *sparsity.Pattern
		lower, upper, profile, sum      int64
		symmetry                        float64
		strong, blocks, largest, maxCol int
	}{
		{"row first", rows(0), 0, n - 1, n * (n - 1) / 2, n * (n - 1) / 2, 0, n, n, 1, 2},
		{"row last", rows(n - 1), n - 1, 0, n - 1, n * (n - 1) / 2, 0, n, n, 1, 2},
		{"arrow", matgen.Arrow(n, 1), n - 1, n - 1, n * (n - 1) / 2, n * (n - 1), 1, 1, 1, n, n},
	} {
		s := of(matgen.Dominant(c.p, 1))
		if int64(s.Lower) != c.lower || int64(s.Upper) != c.upper || *s.Profile != c.profile || s.DistanceSum != c.sum {
			t.Errorf("%s: band %+v, profile %d", c.name, s.Band, *s.Profile)
		}
		if s.Pattern != c.symmetry || s.Missing != 0 || s.Dominance.Col.Strict != n {
			t.Errorf("%s: pattern symmetry %v, %d missing, %+v", c.name, s.Pattern, s.Missing, *s.Dominance)
		}
		if s.StructuralRank != n || s.Components != 1 || *s.StrongComponents != c.strong ||
			s.BlockTriangular.Count != c.blocks || s.BlockTriangular.Largest != c.largest {
			t.Errorf("%s: rank %d, components %d and %d, blocks %+v", c.name, s.StructuralRank, s.Components, *s.StrongComponents, *s.BlockTriangular)
		}
		if s.Degree.Row.Max != n || s.Degree.Col.Max != c.maxCol || s.Degree.Col.Median != 2 {
			t.Errorf("%s: degrees of rows up to %d, of columns %+v", c.name, s.Degree.Row.Max, *s.Degree.Col)
		}
	}
}
