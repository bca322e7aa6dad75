package structure_test

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/structure"
)

// realMatrix returns a matrix of the entries given as row, column, value.
func realMatrix(rows, cols int, entries ...float64) *sparsity.Matrix {
	tr := &sparsity.Triplets{Rows: rows, Cols: cols, Values: []float64{}}
	for k := 0; k < len(entries); k += 3 {
		tr.Row, tr.Col = append(tr.Row, int32(entries[k])), append(tr.Col, int32(entries[k+1]))
		tr.Values = append(tr.Values, entries[k+2])
	}
	m, _ := tr.Compress()
	return m
}

// The two matrices that a comparison by values gets wrong: [[2 1] [3 2]] has a
// symmetric pattern, and a stored zero far out widens the band and joins its
// row to its column.
func TestStructureIsWhatIsStored(t *testing.T) {
	s := of(realMatrix(2, 2, 0, 0, 2, 0, 1, 1, 1, 0, 3, 1, 1, 2))
	if s.Pattern != 1 || *s.Value != 0 {
		t.Errorf("pattern symmetry %v, value symmetry %v; want 1, 0", s.Pattern, *s.Value)
	}
	s = of(realMatrix(4, 4, 0, 0, 1, 1, 1, 1, 2, 2, 1, 3, 3, 1, 0, 3, 0))
	if s.Upper != 3 || s.Components != 3 || s.NNZ != 5 || *s.ExplicitZeros != 1 {
		t.Errorf("upper bandwidth %d, %d components, %d entries; want 3, 3, 5", s.Upper, s.Components, s.NNZ)
	}
}

// An empty row or a row of zeros is not dominant.
func TestDominanceOfNothing(t *testing.T) {
	none := structure.DominancePair{}
	for name, m := range map[string]*sparsity.Matrix{
		"no entries": {Pattern: sparsity.NewPattern(3, 3), Values: []float64{}},
		"zeros":      realMatrix(2, 2, 0, 0, 0, 1, 1, 0),
	} {
		if got := of(m).Dominance; *got != none {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestValueSymmetryTolerance: a difference by rounding is none; infinities and
// values that are not numbers equal nothing but themselves.
func TestValueSymmetryTolerance(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct{ x, y, value, skew float64 }{
		{1, 1 + 1e-15, 1, 0}, {1, 1 + 1e-9, 0, 0}, {1e300, 1e300 * (1 - 1e-14), 1, 0},
		{1, -1 - 1e-15, 0, 1}, {0, 0, 1, 1}, {0, 1e-300, 0, 0},
		{inf, inf, 1, 0}, {inf, -inf, 0, 1}, {inf, 1, 0, 0}, {nan, nan, 0, 0}, {nan, 1, 0, 0},
	} {
		s := of(realMatrix(2, 2, 0, 1, c.x, 1, 0, c.y))
		if *s.Value != c.value || *s.Skew != c.skew {
			t.Errorf("%g and %g: value symmetry %g, skew %g; want %g, %g", c.x, c.y, *s.Value, *s.Skew, c.value, c.skew)
		}
		m := realMatrix(2, 2, 0, 1, c.x, 1, 0, c.y)
		m.Imag = []float64{0, 0}
		if s := of(m); *s.Value != c.value || *s.Skew != c.skew || *s.Hermitian != c.value {
			t.Errorf("complex %g and %g: value symmetry %g, skew %g, hermitian %g", c.x, c.y, *s.Value, *s.Skew, *s.Hermitian)
		}
	}
}

// TestForm: the form that comes with the statistics is that of the matrix.
func TestForm(t *testing.T) {
	m := &sparsity.Matrix{Pattern: matgen.HiddenBlocks(60, 12, 40, 3)}
	s, f := structure.Of(m, structure.Source{})
	if f.Blocks() != 12 || s.BlockTriangular.Count != 12 || s.BlockTriangular.Largest != f.Largest() ||
		s.BlockTriangular.Singletons != f.Singletons() || s.StructuralRank != 60 {
		t.Errorf("form of %d blocks, statistics %+v, rank %d", f.Blocks(), s.BlockTriangular, s.StructuralRank)
	}
	if _, f := structure.Of(&sparsity.Matrix{Pattern: matgen.Dense(2, 3)}, structure.Source{}); f != nil {
		t.Error("a rectangular matrix has a form")
	}
}

// TestJSON spells the documents of a square and of a rectangular matrix out.
func TestJSON(t *testing.T) {
	square := realMatrix(3, 3, 0, 0, 4, 1, 0, -1, 0, 1, -1, 1, 1, 0, 2, 1, 5)
	s, _ := structure.Of(square, structure.Source{Entries: 6, Duplicates: 1})
	sameJSON(t, s, `{"rows":3,"cols":3,"entries":6,"nnz":5,"explicit_zeros":1,"duplicates":1,"density":0.5555555555555556,
		"bandwidth_lower":1,"bandwidth_upper":1,"profile":2,"distance_sum":3,
		"pattern_symmetry":0.6666666666666666,"value_symmetry":0.6666666666666666,"skew_symmetry":0,
		"missing_diagonal":1,"zero_diagonal":2,
		"degree":{"row":{"min":1,"max":2,"mean":1.6666666666666667,"median":2,"empty":0,"argmax":0,"log2_histogram":[0,1,2]},
			"col":{"min":0,"max":3,"mean":1.6666666666666667,"median":2,"empty":1,"argmax":1,"log2_histogram":[1,0,2]}},
		"diagonal_dominance":{"row":{"nonzero":3,"strict":1,"weak":1},"col":{"nonzero":2,"strict":1,"weak":1}},
		"structural_rank":2,"components":1,"component_sizes":{"largest":[3],"log2_histogram":[0,1]},
		"strong_components":2,"strong_component_sizes":{"largest":[2,1],"log2_histogram":[1,1]},
		"block_triangular":{"blocks":2,"largest":2,"singletons":1},
		"dulmage_mendelsohn":{"horizontal":{"rows":0,"cols":1},"square":{"rows":0,"cols":0},"vertical":{"rows":3,"cols":2},"blocks":2}}`)

	wide := &sparsity.Matrix{Pattern: matgen.Dense(1, 3)}
	s, _ = structure.Of(wide, structure.Source{Entries: 3})
	sameJSON(t, s, `{"rows":1,"cols":3,"entries":3,"nnz":3,"duplicates":0,"density":1,
		"bandwidth_lower":0,"bandwidth_upper":2,"distance_sum":3,
		"degree":{"row":{"min":3,"max":3,"mean":3,"median":3,"empty":0,"argmax":0,"log2_histogram":[0,0,1]},
			"col":{"min":1,"max":1,"mean":1,"median":1,"empty":0,"argmax":0,"log2_histogram":[0,3]}},
		"structural_rank":1,"components":1,"component_sizes":{"largest":[4],"log2_histogram":[0,0,1]},
		"dulmage_mendelsohn":{"horizontal":{"rows":1,"cols":3},"square":{"rows":0,"cols":0},"vertical":{"rows":0,"cols":0},"blocks":1},
		"absent":{"block_triangular":"the matrix is not square","diagonal_dominance":"the matrix is not square",
			"explicit_zeros":"the matrix has no values","missing_diagonal":"the matrix is not square",
			"pattern_symmetry":"the matrix is not square","profile":"the matrix is not square",
			"strong_component_sizes":"the matrix is not square","strong_components":"the matrix is not square","value_symmetry":"the matrix is not square",
			"zero_diagonal":"the matrix is not square"}}`)

	empty := &sparsity.Matrix{Pattern: sparsity.NewPattern(0, 0), Values: []float64{}}
	s, _ = structure.Of(empty, structure.Source{})
	sameJSON(t, s, `{"rows":0,"cols":0,"entries":0,"nnz":0,"explicit_zeros":0,"duplicates":0,"density":0,
		"bandwidth_lower":0,"bandwidth_upper":0,"profile":0,"distance_sum":0,
		"pattern_symmetry":1,"value_symmetry":1,"skew_symmetry":1,"missing_diagonal":0,"zero_diagonal":0,"degree":{},
		"diagonal_dominance":{"row":{"nonzero":0,"strict":0,"weak":0},"col":{"nonzero":0,"strict":0,"weak":0}},
		"structural_rank":0,"components":0,"component_sizes":{"largest":[],"log2_histogram":[]},
		"strong_components":0,"strong_component_sizes":{"largest":[],"log2_histogram":[]},"block_triangular":{"blocks":0,"largest":0,"singletons":0},
		"absent":{"degree.col":"there are none","degree.row":"there are none"}}`)
}

// sameJSON compares the encoding of s, keys in order, with want.
func sameJSON(t *testing.T, s *structure.Stats, want string) {
	t.Helper()
	got, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(want)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(compact.String(), string(got)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestMissingDiagonal: a voltage source has no entry on the diagonal. The
// matrix is one strong component, but two blocks of a triangular form.
func TestMissingDiagonal(t *testing.T) {
	s := of(realMatrix(2, 2, 0, 1, 1, 1, 0, 1, 1, 1, 2))
	if *s.StrongComponents != 1 || s.Components != 1 || s.BlockTriangular.Count != 2 || s.Missing != 1 || s.StructuralRank != 2 {
		t.Errorf("%d strong components, %d components, %+v, %d missing, rank %d; want 1, 1, 2 blocks, 1, 2",
			*s.StrongComponents, s.Components, *s.BlockTriangular, s.Missing, s.StructuralRank)
	}
}
