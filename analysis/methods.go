package analysis

import (
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/ordering/named"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// A method is an ordering that can be asked for by name: a row of the table of
// orderings, for the whole matrix or inside its diagonal blocks.
type method struct {
	named.Method // with its full name

	blocks bool       // inside the diagonal blocks of the block triangular form
	when   named.When // it runs without being asked for
	role   named.Role // in the portfolio

	// of is the method whose order is replaced by an equivalent one, and ending
	// says which: Lower or Shorter. Both are "" where nothing is replaced.
	of, ending string
}

// nearSymmetry is the pattern symmetry from which on orderings for any choice
// of row pivots have no chance against those of A+Aᵀ.
const nearSymmetry = 0.9

// defaultWork is the largest estimate with which a method runs unasked: it is
// reached by about a hundred million entries.
const defaultWork = 2e10

// methods returns the orderings in the order in which they are reported: of the
// whole matrix, and then the same inside diagonal blocks.
func methods() []method {
	rows := named.Methods()
	var list []method
	for _, row := range rows {
		list = append(list, method{Method: row, when: row.Unasked, role: row.Role})
	}
	for _, row := range rows {
		m := method{Method: row, blocks: true, when: row.InBlocks, role: row.Role}
		m.Name = named.BlocksPrefix + row.Name
		if m.role == named.Baseline {
			m.role = named.NoRole
		}
		list = append(list, m)
	}
	return list
}

// Methods returns the names that [Options.Orderings] may have. A name for the tree
// of A+Aᵀ may have one of [Endings] behind it.
func Methods() []string { return named.Names() }

// tree returns which tree of a square matrix the costs are counted on.
func (m *method) tree() string {
	if m.AnyPivots {
		return symbolic.ColumnTree
	}
	return symbolic.SymmetricTree
}

// needsSquare reports whether the method orders square matrices only.
func (m *method) needsSquare() bool { return m.Graph || m.blocks || m.ending != "" }

// run orders a, or the graph of A+Aᵀ, under a watch. It returns nil where w
// stopped it.
func (m *method) run(a *sparsity.Pattern, w *watch) sparsity.Perm {
	p, c := m.Order(a, named.Control{Workers: w.workers, Stop: func(c named.Count) bool { return w.stop(count(c)) }})
	w.finished(a.Cols, count(c))
	return p
}

// apply orders s by the method. It reports false where w stopped it.
func (m *method) apply(s *subject, w *watch) (symbolic.Order, bool) {
	o := symbolic.Order{Method: m.Name, Tree: m.tree()}
	switch {
	case !s.pattern.Square():
		o.Tree = symbolic.ColumnTree
		o.Cols = m.run(s.pattern, w)
	case m.blocks:
		m.applyToBlocks(s, w, &o)
	case m.Graph:
		o.Cols = m.run(s.graph(), w)
	case m.Name != "natural": // nil moves nothing, and costs nothing
		o.Cols = m.run(s.pattern, w)
	}
	return o, w.reason == ""
}

// applyToBlocks orders the diagonal blocks of s. Once w has stopped one, the
// others stay as they are.
//
// Blocks have no edge in common, so their graphs are ordered as one, which costs
// less where they are many.
func (m *method) applyToBlocks(s *subject, w *watch, o *symbolic.Order) {
	f := s.form()
	o.BlockPtr = f.BlockPtr
	switch {
	case f.Largest() <= 2: // there is nothing to choose
		o.Rows, o.Cols = f.RowPerm, f.ColPerm
	case m.Graph:
		if p := m.run(s.blocks().Graph, w); p != nil {
			p = byBlock(p, f.BlockPtr)
			o.Rows, o.Cols = f.RowPerm.Compose(p), f.ColPerm.Compose(p)
		}
	default:
		o.Rows, o.Cols = ordering.WithinBlocks(s.pattern, *f, func(block *sparsity.Pattern) sparsity.Perm {
			if w.reason == "" {
				if p := m.run(block, w); p != nil {
					return p
				}
			}
			return ordering.Natural(block.Cols)
		})
	}
}
