package structure

import (
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
)

// Connectivity says how a matrix falls apart.
type Connectivity struct {
	// largest number of entries of which no two share a row or a column: the rank
	// for almost all values
	StructuralRank int `json:"structural_rank"`

	// connected components of the graph of A+Aᵀ, or of the bipartite graph if the
	// matrix is not square
	Components int `json:"components"`

	// sizes of these components in rows, or in rows plus columns if the matrix is
	// not square
	ComponentSizes Sizes `json:"component_sizes"`

	// strong components, the diagonal blocks that a symmetric permutation reaches;
	// absent unless the matrix is square
	StrongComponents *int `json:"strong_components,omitempty"`

	StrongComponentSizes *Sizes `json:"strong_component_sizes,omitempty"` // sizes of the strong components in rows; absent unless the matrix is square

	// block triangular form by independent row and column permutations; absent
	// unless the matrix is square
	BlockTriangular *Blocks `json:"block_triangular,omitempty"`

	// coarse parts of the Dulmage–Mendelsohn decomposition; absent for a square
	// matrix of full structural rank
	DulmageMendelsohn *Parts `json:"dulmage_mendelsohn,omitempty"`
}

// Blocks are the diagonal blocks of a block triangular form. If the matrix is
// structurally singular, their number depends on the matching that was found.
type Blocks struct {
	Count      int `json:"blocks"`     // number of diagonal blocks
	Largest    int `json:"largest"`    // rows of the largest block
	Singletons int `json:"singletons"` // number of blocks with one row
}

// Parts are the coarse Dulmage–Mendelsohn parts.
type Parts struct {
	Horizontal Part `json:"horizontal"` // underdetermined part, with more columns than rows
	Square     Part `json:"square"`     // part with a perfect matching
	Vertical   Part `json:"vertical"`   // overdetermined part, with more rows than columns

	// irreducible blocks of the square part, plus one for each other part that is
	// not empty
	Blocks int `json:"blocks"`
}

// A Part is the size of a coarse part.
type Part struct {
	Rows int `json:"rows"` // rows of the part
	Cols int `json:"cols"` // columns of the part
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
