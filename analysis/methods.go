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
	best   role   // in the portfolio that "best" runs

	// work is an estimate of the operations per row and entry, which decides
	// whether the method runs unasked.
	work float64

	// order returns the permutation of the columns of a, nil where w stopped it.
	order func(a *sparsity.Pattern, w *watch) sparsity.Perm

	// ofGraph says that order takes the graph of A+Aᵀ instead of A.
	ofGraph bool

	// of is the method whose order is replaced by an equivalent one, and ending
	// says which: Lower or Shorter. Both are "" where nothing is replaced.
	of, ending string
}

// A when says where a method runs that nobody asked for.
type when int

const (
	never       when = iota
	always           // on every matrix it can order
	reducible        // where the block triangular form is not the matrix itself
	inside           // where orderings are better inside the blocks of the block triangular form
	outside          // where they are not
	unsymmetric      // reducible matrices whose pattern is not nearly symmetric
)

// nearSymmetry is the pattern symmetry from which on orderings for any choice
// of row pivots have no chance against those of A+Aᵀ.
const nearSymmetry = 0.9

// defaultWork is the largest estimate with which a method runs unasked: it is
// reached by about a hundred million entries.
const defaultWork = 2e10

// methods is the table of orderings, in the order in which they are reported:
// those of the whole matrix, and then the same inside diagonal blocks. Those that
// take longest come last.
func methods() []method {
	const sym, col = symbolic.SymmetricTree, symbolic.ColumnTree
	whole := []method{
		{name: "natural", tree: sym, when: always, best: baseline, work: 10, order: natural},
		{name: "rcm", tree: sym, square: true, when: always, work: 50, order: rcm, ofGraph: true},
		{name: "amd", tree: sym, square: true, when: always, best: reference, work: 200, order: amd, ofGraph: true},
		{name: "amf", tree: sym, square: true, work: 500, order: amf(ordering.VariantAMF), ofGraph: true},
		{name: "ammf", tree: sym, square: true, when: outside, best: contender, work: 500, order: amf(ordering.VariantAMMF), ofGraph: true},
		{name: "amrf", tree: sym, square: true, work: 500, order: amf(ordering.VariantAMRF), ofGraph: true},
		{name: "mmf", tree: sym, square: true, best: contender, work: 3000, order: amf(ordering.VariantMMF), ofGraph: true},
		{name: "colamd", tree: col, when: always, best: anyPivots, work: 200, order: colamd},
		{name: "nd", tree: sym, square: true, best: parallel, work: 4000, order: nd, ofGraph: true},
		{name: "search", tree: sym, square: true, best: searcher, work: 20000, order: search, ofGraph: true},
	}
	list := whole
	for _, m := range whole {
		m.name, m.blocks, m.square = blocksPrefix+m.name, true, true
		switch m.name {
		case "btf+amd":
			m.when = reducible
		case "btf+ammf":
			m.when = inside
		case "btf+colamd":
			m.when = unsymmetric
		default:
			m.when = never
		}
		if m.best == baseline {
			m.best = out
		}
		list = append(list, m)
	}
	return list
}

// blocksPrefix starts the names of methods that work inside diagonal blocks.
const blocksPrefix = "btf+"

// Methods returns the names that [Options.Orderings] may have. Those for the tree
// of A+Aᵀ may have one of [Endings] behind them.
func Methods() []string {
	var names []string
	for _, m := range methods() {
		names = append(names, m.name)
	}
	return names
}

// natural moves nothing.
func natural(a *sparsity.Pattern, _ *watch) sparsity.Perm { return ordering.Natural(a.Cols) }

// rcm orders the graph of A+Aᵀ for a small bandwidth.
func rcm(g *sparsity.Pattern, _ *watch) sparsity.Perm { return ordering.RCM(g) }

// amd orders the graph of A+Aᵀ by minimum degree.
func amd(g *sparsity.Pattern, w *watch) sparsity.Perm {
	p, stats := ordering.AMD(g, ordering.AMDOptions{Stop: w.stopAMD})
	w.finished(g.Cols, count{stats.NNZL, stats.FlopsLU})
	return p
}

// amf returns the ordering of the graph of A+Aᵀ by a variant of minimum fill.
func amf(v ordering.AMFVariant) func(*sparsity.Pattern, *watch) sparsity.Perm {
	return func(g *sparsity.Pattern, w *watch) sparsity.Perm {
		opt := v.Options()
		opt.Stop = w.stopAMD
		p, stats := ordering.AMF(g, opt)
		w.finished(g.Cols, count{stats.NNZL, stats.FlopsLU})
		return p
	}
}

// nd orders the graph of A+Aᵀ by nested dissection.
func nd(g *sparsity.Pattern, w *watch) sparsity.Perm {
	p, stats := ordering.ND(g, ordering.NDOptions{Workers: w.workers, Stop: w.stopND})
	w.finished(g.Cols, count{stats.NNZL, stats.FlopsLU})
	return p
}

// search orders the graph of A+Aᵀ by several methods and improves the best.
func search(g *sparsity.Pattern, w *watch) sparsity.Perm {
	p, stats := ordering.Search(g, ordering.SearchOptions{Stop: func() bool { return w.stop(count{}) }})
	w.finished(g.Cols, count{stats.NNZL, stats.FlopsLU})
	return p
}

// colamd orders the columns for any choice of row pivots.
func colamd(a *sparsity.Pattern, w *watch) sparsity.Perm {
	p, _ := ordering.COLAMD(a, ordering.COLAMDOptions{Stop: w.stopCOLAMD})
	return p
}

// apply orders s by the method. It reports false where w stopped it.
func (m *method) apply(s *subject, w *watch) (symbolic.Order, bool) {
	o := symbolic.Order{Method: m.name, Tree: m.tree}
	switch {
	case !s.pattern.Square():
		o.Tree = symbolic.ColumnTree
		o.Cols = m.order(s.pattern, w)
	case m.blocks:
		m.applyToBlocks(s, w, &o)
	case m.ofGraph:
		o.Cols = m.order(s.graph(), w)
	case m.name != "natural": // nil moves nothing, and costs nothing
		o.Cols = m.order(s.pattern, w)
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
	case m.ofGraph:
		if p := m.order(s.blocks().Graph, w); p != nil {
			p = byBlock(p, f.BlockPtr)
			o.Rows, o.Cols = f.RowPerm.Compose(p), f.ColPerm.Compose(p)
		}
	default:
		o.Rows, o.Cols = ordering.WithinBlocks(s.pattern, *f, func(block *sparsity.Pattern) sparsity.Perm {
			if w.reason == "" {
				if p := m.order(block, w); p != nil {
					return p
				}
			}
			return ordering.Natural(block.Cols)
		})
	}
}
