package structure

import (
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
)

// Stats are the statistics of one matrix.
//
// Symmetry and Diagonal are nil if the matrix is not square. They are embedded so
// that their keys stand beside the others in JSON; in Go write s.Symmetry.Pattern and
// s.Diagonal.Missing.
type Stats struct {
	Rows          int  `json:"rows"`                     // number of rows
	Cols          int  `json:"cols"`                     // number of columns
	Entries       int  `json:"entries"`                  // entries listed in the file, before a stored triangle is expanded
	NNZ           int  `json:"nnz"`                      // number of distinct positions that are stored
	ExplicitZeros *int `json:"explicit_zeros,omitempty"` // positions of `nnz` whose stored value is zero; absent without values

	// entries of the file beyond the first at the same position; their values are
	// summed
	Duplicates int `json:"duplicates"`

	Density float64 `json:"density"` // `nnz` divided by rows × columns; 0 for an empty matrix

	Band
	*Symmetry // nil unless square
	*Diagonal // nil unless square

	Degree DegreePair `json:"degree"` // number of entries per row and per column

	// rows and columns with a dominant diagonal entry; absent unless the matrix is
	// square and has values
	Dominance *DominancePair `json:"diagonal_dominance,omitempty"`

	Connectivity

	// the reason for each absent figure, by the key of the figure; absent if all
	// figures are there
	Absent map[string]string `json:"absent,omitempty"`
}

// Source is what only the file knows.
type Source struct {
	Entries    int // listed in the file
	Duplicates int // of these, beyond the first at their position
}

// Of returns the statistics of m and, for a square matrix, its block
// triangular form, which the statistics count and orderings use.
//
// Shapes: m is canonical, of any shape. It is not modified, and the result
// shares no memory with it.
//
// Cost: as [btf.BlockTriangular], and a few passes over the entries. For a matrix
// with a symmetric pattern or a zero-free diagonal, one search finds both blocks and
// components.
func Of(m *sparsity.Matrix, src Source) (*Stats, *btf.Form) {
	matching := btf.MaximumMatching(m.Pattern)
	if !m.Pattern.Square() {
		return With(m, src, matching, nil), nil
	}
	form := matching.BlockTriangular(m.Pattern)
	return With(m, src, matching, &form), &form
}

// With returns the statistics that [Of] returns, for a caller that has a maximum
// matching of m and, for a square matrix, the block triangular form from this
// matching.
func With(m *sparsity.Matrix, src Source, matching btf.Matching, form *btf.Form) *Stats {
	a := m.Pattern
	rows := surveyRows(a)
	s := &Stats{
		Rows: a.Rows, Cols: a.Cols, Entries: src.Entries, NNZ: a.NNZ(), Duplicates: src.Duplicates,
		Band:   bandOf(a, rows),
		Degree: DegreePair{describe(rows.count, a.Cols), describe(colCounts(a), a.Rows)},
	}
	if a.Rows > 0 && a.Cols > 0 {
		s.Density = float64(s.NNZ) / (float64(a.Rows) * float64(a.Cols))
	}
	if m.HasValues() {
		zeros := explicitZeros(m)
		s.ExplicitZeros = &zeros
	}
	if a.Square() {
		s.Symmetry, s.Diagonal = symmetryOf(m)
	}
	if a.Square() && m.HasValues() {
		s.Dominance = dominanceOf(m)
	}
	s.connect(a, matching, form)
	s.explain(m)
	return s
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

// explain fills Absent.
func (s *Stats) explain(m *sparsity.Matrix) {
	absent := map[string]string{}
	say := func(why string, figures ...string) {
		for _, f := range figures {
			if absent[f] == "" {
				absent[f] = why
			}
		}
	}
	if !m.Pattern.Square() {
		say(notSquare, "profile", "pattern_symmetry", "value_symmetry", "missing_diagonal", "zero_diagonal",
			"diagonal_dominance", "strong_components", "strong_component_sizes", "block_triangular")
	}
	if !m.HasValues() {
		say(noValues, "explicit_zeros", "value_symmetry", "zero_diagonal", "diagonal_dominance")
	}
	if s.Degree.Row == nil {
		say(notThere, "degree.row")
	}
	if s.Degree.Col == nil {
		say(notThere, "degree.col")
	}
	if len(absent) > 0 {
		s.Absent = absent
	}
}
