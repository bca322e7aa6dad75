package structure

import (
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
)

// Stats are the statistics of one matrix.
type Stats struct {
	Rows          int     `json:"rows"`
	Cols          int     `json:"cols"`
	Entries       int     `json:"entries"`                  // listed in the file, before a triangle is expanded
	NNZ           int     `json:"nnz"`                      // distinct positions stored
	ExplicitZeros *int    `json:"explicit_zeros,omitempty"` // of NNZ, those whose value is zero; nil without values
	Duplicates    int     `json:"duplicates"`               // listed in the file beyond the first at a position
	Density       float64 `json:"density"`                  // NNZ by rows·cols; 0 when there are no positions

	Band
	*Symmetry // nil unless square
	*Diagonal // nil unless square

	Degree DegreePair `json:"degree"`

	// Dominance of the diagonal; nil unless square and with values.
	Dominance *DominancePair `json:"diagonal_dominance,omitempty"`

	StructuralRank int `json:"structural_rank"` // largest number of entries no two of which share a row or column
	*Connectivity      // nil unless square
}

// DegreePair are the degrees of rows and columns; nil where there are none.
type DegreePair struct {
	Row *Degrees `json:"row,omitempty"`
	Col *Degrees `json:"col,omitempty"`
}

// DominancePair is the dominance of rows and columns.
type DominancePair struct {
	Row Dominance `json:"row"`
	Col Dominance `json:"col"`
}

// Source is what only the file knows.
type Source struct {
	Entries    int // listed in the file
	Duplicates int // of these, beyond the first at their position
}

// Of returns the statistics of m and, for a square matrix, its block
// triangular form, which the statistics count and orderings use.
//
// Shapes: m is canonical. Nothing is modified. Cost: that of
// [btf.BlockTriangular] and of a transposition, O(|m| + rows + cols) otherwise.
func Of(m *sparsity.Matrix, src Source) (*Stats, *btf.Form) {
	a := m.Pattern
	s := &Stats{
		Rows: a.Rows, Cols: a.Cols, Entries: src.Entries, NNZ: a.NNZ(), Duplicates: src.Duplicates,
		Band:   BandOf(a),
		Degree: DegreePair{RowDegrees(a), ColDegrees(a)},
	}
	if a.Rows > 0 && a.Cols > 0 {
		s.Density = float64(s.NNZ) / (float64(a.Rows) * float64(a.Cols))
	}
	if m.HasValues() {
		zeros := explicitZeros(m)
		s.ExplicitZeros = &zeros
	}
	if !a.Square() {
		s.StructuralRank = btf.MaximumMatching(a).Size
		return s, nil
	}
	s.Symmetry, s.Diagonal = SymmetryOf(m), DiagonalOf(m)
	if m.HasValues() {
		rows, cols := DominanceOf(m)
		s.Dominance = &DominancePair{rows, cols}
	}
	form := btf.BlockTriangular(a)
	s.StructuralRank = form.Matched
	s.Connectivity = connectivityOf(a, form)
	return s, &form
}

// explicitZeros counts the entries that are stored and zero.
func explicitZeros(m *sparsity.Matrix) int {
	zeros := 0
	for k, v := range m.Values {
		if v == 0 && (m.Imag == nil || m.Imag[k] == 0) {
			zeros++
		}
	}
	return zeros
}
