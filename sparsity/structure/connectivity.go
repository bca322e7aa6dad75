package structure

import (
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
)

// Connectivity says how a matrix falls apart.
type Connectivity struct {
	// StructuralRank is the largest number of entries of which no two share a
	// row or a column.
	StructuralRank int `json:"structural_rank"`

	// Components counts the connected components of the graph of A+Aᵀ; for a
	// rectangular matrix, of the bipartite graph of its rows and columns.
	Components int `json:"components"`

	// ComponentSizes has the numbers of rows of these components; for a
	// rectangular matrix, of rows and columns together.
	ComponentSizes Sizes `json:"component_sizes"`

	// StrongComponents counts the strong components of the matrix as it is:
	// the diagonal blocks that a symmetric permutation can reach. It is nil
	// unless the matrix is square.
	StrongComponents *int `json:"strong_components,omitempty"`

	// StrongComponentSizes has their numbers of rows.
	StrongComponentSizes *Sizes `json:"strong_component_sizes,omitempty"`

	// BlockTriangular describes the form that any row and column permutations
	// can reach; nil unless square.
	BlockTriangular *Blocks `json:"block_triangular,omitempty"`

	// DulmageMendelsohn has the coarse parts of a matrix that is rectangular
	// or structurally singular; nil for another one, which is all square part.
	DulmageMendelsohn *Parts `json:"dulmage_mendelsohn,omitempty"`
}

// Blocks are the diagonal blocks of a block triangular form. If the matrix is
// structurally singular, their number depends on the matching that was found.
type Blocks struct {
	Count      int `json:"blocks"`
	Largest    int `json:"largest"`    // rows of the largest
	Singletons int `json:"singletons"` // blocks of one row
}

// Parts are the coarse Dulmage–Mendelsohn parts.
type Parts struct {
	Horizontal Part `json:"horizontal"` // more columns than rows: underdetermined
	Square     Part `json:"square"`     // with a perfect matching
	Vertical   Part `json:"vertical"`   // more rows than columns: overdetermined
	Blocks     int  `json:"blocks"`     // irreducible blocks of the square part, and each other part not empty
}

// A Part is the size of a coarse part.
type Part struct {
	Rows int `json:"rows"`
	Cols int `json:"cols"`
}

// connect counts rank, components and blocks, where m is a maximum matching of a
// and form, of a square pattern, the block triangular form by it.
func (s *Stats) connect(a *sparsity.Pattern, m btf.Matching, form *btf.Form) {
	s.StructuralRank = m.Size
	if !a.Square() || m.Size < a.Cols {
		s.DulmageMendelsohn = partsOf(m.DulmageMendelsohn(a))
	}
	if !a.Square() {
		weak := sizesOf(btf.WeakComponents(a))
		s.Components, s.ComponentSizes = len(weak), describeSizes(weak)
		return
	}
	s.BlockTriangular = &Blocks{form.Blocks(), form.Largest(), form.Singletons()}
	s.connectSquare(a, form)
}

// connectSquare sets the components of a square pattern. A search that has the
// same result as another one is left out.
func (s *Stats) connectSquare(a *sparsity.Pattern, form *btf.Form) {
	symmetric := s.Symmetry.Pattern == 1
	var strong []int
	switch {
	case s.Missing == 0: // the blocks are those of the diagonal
		for b := range form.Blocks() {
			strong = append(strong, int(form.BlockPtr[b+1]-form.BlockPtr[b]))
		}
	case symmetric:
		strong = sizesOf(btf.WeakComponents(a))
	default:
		strong = sizesOf(btf.StrongComponents(a))
	}
	weak := strong
	if !symmetric && len(strong) > 1 {
		weak = sizesOf(btf.WeakComponents(a))
	}
	count, sizes := len(strong), describeSizes(strong)
	s.StrongComponents, s.StrongComponentSizes = &count, &sizes
	s.Components, s.ComponentSizes = len(weak), describeSizes(weak)
}

// partsOf returns the sizes of the coarse parts of d.
func partsOf(d btf.DM) *Parts {
	return &Parts{Part(d.Horizontal()), Part(d.Square()), Part(d.Vertical()), d.Blocks()}
}
