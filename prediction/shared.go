package prediction

import (
	"slices"
	"sync"

	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// A Shared keeps counts that the orderings of one matrix have in common. Of makes these
// counts once. A Shared may be used by several goroutines.
type Shared struct {
	a      *sparsity.Pattern
	graph  func() *sparsity.Pattern
	blocks func() *symbolic.Blocks

	rows    func() *Features // what addRows counts
	plain   func() *joint    // of the whole matrix
	blocked func() *joint    // inside the diagonal blocks

	fronts sharedFronts
}

// A joint has the counts of the graph of A+Aᵀ inside diagonal blocks, which do not depend
// on the order within the blocks.
type joint struct {
	Features       // what addGraph counts
	off      int64 // entries outside of the blocks
	inside   int64 // entries inside, off the diagonal
}

// NewShared returns the common counts of orderings of a, with nothing counted. Graph
// returns [sparsity.Symmetrize] of a, and blocks returns the diagonal blocks of a; they are
// called when their result is needed.
func NewShared(a *sparsity.Pattern, graph func() *sparsity.Pattern, blocks func() *symbolic.Blocks) *Shared {
	s := &Shared{a: a, graph: graph, blocks: blocks}
	s.rows = sync.OnceValue(func() *Features {
		f := &Features{}
		f.addRows(a)
		return f
	})
	s.plain = sync.OnceValue(func() *joint {
		j := &joint{inside: int64(a.NNZ()) - diagonal(a)}
		j.addGraph(graph())
		return j
	})
	s.blocked = sync.OnceValue(func() *joint {
		b := blocks()
		j := &joint{off: b.Off, inside: int64(a.NNZ()) - b.Off}
		for k, c := range b.Cols {
			if slices.Contains(a.Col(int(c)), b.Rows[k]) {
				j.inside--
			}
		}
		j.addGraph(b.Graph)
		return j
	})
	return s
}

// of returns the counts for an order, or nil if they are not shared: the order then
// pairs rows with other columns. A nil Shared has none.
func (s *Shared) of(a *sparsity.Pattern, ord symbolic.Order) *joint {
	switch {
	case s == nil || s.a != a:
		return nil
	case len(ord.BlockPtr) <= 2 && symmetric(ord):
		return s.plain()
	case ord.BlockPtr != nil:
		if _, ok := s.blocks().Places(ord); ok {
			return s.blocked()
		}
	}
	return nil
}

// Symmetric reports whether the diagonal blocks under an order are known to be symmetric.
func (s *Shared) Symmetric(ord symbolic.Order) bool {
	j := s.of(s.a, ord)
	return j != nil && j.inside == j.Graph
}

// symmetric reports whether an order moves rows and columns alike.
func symmetric(ord symbolic.Order) bool {
	if ord.Rows == nil || len(ord.Cols) > 0 && len(ord.Rows) == len(ord.Cols) && &ord.Rows[0] == &ord.Cols[0] {
		return true
	}
	for k, i := range ord.Rows {
		if ord.Cols == nil && int(i) != k || ord.Cols != nil && ord.Cols[k] != i {
			return false
		}
	}
	return true
}

// addRows counts what no permutation changes.
func (f *Features) addRows(a *sparsity.Pattern) {
	f.addSquares(a)
	f.addMatching(a)
	f.addSearch(a)
}

// takeRows takes the counts of addRows.
func (f *Features) takeRows(g *Features) {
	f.Squares, f.OffDiagonal, f.Unmatched, f.Searched = g.Squares, g.OffDiagonal, g.Unmatched, g.Searched
}

// takeGraph takes the counts of addGraph.
func (f *Features) takeGraph(g *Features) {
	f.Vertices, f.Edges, f.Joined, f.DenseRows, f.Graph = g.Vertices, g.Edges, g.Joined, g.DenseRows, g.Graph
}

// parts has the permuted matrix, which is formed when its structure is needed.
type parts struct {
	a     *sparsity.Pattern
	ord   symbolic.Order
	joint *joint // nil: from the permuted matrix

	whole, inside *sparsity.Pattern
}

// form returns the permuted matrix and its diagonal blocks.
func (p *parts) form() (whole, inside *sparsity.Pattern) {
	if p.whole == nil {
		p.whole, p.inside = split(p.a, p.ord)
	}
	return p.whole, p.inside
}

// count returns the counts of the graph inside the blocks.
func (p *parts) count() *joint {
	if p.joint == nil {
		_, inside := p.form()
		p.joint = &joint{off: int64(p.a.NNZ()) - int64(inside.NNZ()), inside: int64(inside.NNZ()) - diagonal(inside)}
		p.joint.addGraph(sparsity.Symmetrize(inside))
	}
	return p.joint
}
