package analysis

import (
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// A method is an ordering that can be asked for by name.
type method struct {
	name   string
	tree   string // of square matrices: symbolic.SymmetricTree or ColumnTree
	blocks bool   // inside the diagonal blocks of the block triangular form
	square bool   // needs a square matrix
	when   when   // it runs without being asked for

	// work is an estimate of the operations per row and entry, which decides
	// whether the method runs unasked.
	work float64

	// order returns the permutation of the columns of a.
	order func(a *sparsity.Pattern) sparsity.Perm

	// ofGraph says that order takes the graph of A+Aᵀ instead of A.
	ofGraph bool
}

// A when says where a method runs that nobody asked for.
type when int

const (
	never       when = iota
	always           // on every matrix it can order
	reducible        // where the block triangular form is not the matrix itself
	unsymmetric      // reducible matrices whose pattern is not nearly symmetric
)

// nearSymmetry is the pattern symmetry from which on orderings for any choice
// of row pivots have no chance against those of A+Aᵀ.
const nearSymmetry = 0.9

// defaultWork is the largest estimate with which a method runs unasked: it is
// reached by about a hundred million entries.
const defaultWork = 2e10

// methods is the table of orderings, in the order in which they are reported.
func methods() []method {
	const sym, col = symbolic.SymmetricTree, symbolic.ColumnTree
	return []method{
		{name: "natural", tree: sym, when: always, work: 10, order: natural},
		{name: "rcm", tree: sym, square: true, when: always, work: 50, order: ordering.RCM, ofGraph: true},
		{name: "amd", tree: sym, square: true, when: always, work: 200, order: amd, ofGraph: true},
		{name: "colamd", tree: col, when: always, work: 200, order: colamd},
		{name: "btf+natural", tree: sym, square: true, blocks: true, work: 20, order: natural},
		{name: "btf+rcm", tree: sym, square: true, blocks: true, work: 60, order: ordering.RCM, ofGraph: true},
		{name: "btf+amd", tree: sym, square: true, blocks: true, when: reducible, work: 200, order: amd, ofGraph: true},
		{name: "btf+colamd", tree: col, square: true, blocks: true, when: unsymmetric, work: 200, order: colamd},
	}
}

// Methods returns the names that [Options.Orderings] may have.
func Methods() []string {
	var names []string
	for _, m := range methods() {
		names = append(names, m.name)
	}
	return names
}

// natural moves nothing.
func natural(a *sparsity.Pattern) sparsity.Perm { return ordering.Natural(a.Cols) }

// amd orders the graph of A+Aᵀ by minimum degree.
func amd(g *sparsity.Pattern) sparsity.Perm {
	p, _ := ordering.AMD(g, ordering.AMDOptions{})
	return p
}

// colamd orders the columns for any choice of row pivots.
func colamd(a *sparsity.Pattern) sparsity.Perm {
	p, _ := ordering.COLAMD(a, ordering.COLAMDOptions{})
	return p
}

// apply orders s by the method.
func (m *method) apply(s *subject) symbolic.Order {
	o := symbolic.Order{Method: m.name, Tree: m.tree}
	switch {
	case !s.pattern.Square():
		o.Tree = symbolic.ColumnTree
		o.Cols = m.order(s.pattern)
	case m.blocks:
		f := s.form()
		o.BlockPtr = f.BlockPtr
		o.Rows, o.Cols = ordering.WithinBlocks(s.pattern, *f, func(block *sparsity.Pattern) sparsity.Perm {
			if m.ofGraph {
				block = sparsity.Symmetrize(block)
			}
			return m.order(block)
		})
	case m.ofGraph:
		o.Cols = m.order(s.graph())
	case m.name != "natural": // nil moves nothing, and costs nothing
		o.Cols = m.order(s.pattern)
	}
	return o
}
