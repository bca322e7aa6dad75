package analysis

import (
	"slices"

	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/ordering/named"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// Tuned is the name of the order that [Options.Tune] adds, with the prefix of blocks where
// it is inside the diagonal blocks.
const Tuned = "tuned"

// tunedWork is the estimate of work of a tuned order for each row, column and entry.
const tunedWork = 100_000

// tune adds an order for factorizations by columns, which starts from the orders that
// finished, unless no order costs less.
func (r *runner) tune() {
	if !r.opt.Tune || !r.subject.pattern.Square() || r.ctx.Err() != nil {
		return
	}
	r.parallel([]task{{Tuned, nil, tunedWork, r.addTuned}})
}

// addTuned finds the tuned order and analyses it.
func (r *runner) addTuned() {
	s := r.subject
	blocks := s.prefers()
	g, starts := s.graph(), r.starts(blocks)
	if blocks {
		g = s.blocks().Graph
	}
	if len(starts) == 0 {
		return
	}
	times, _ := r.opt.repeats()
	p, stats := ordering.Tune(g, starts, ordering.TuneOptions{Times: times, Workers: r.opt.Workers, Stop: func() bool { return r.ctx.Err() != nil }})
	if p == nil || stats.Cost >= stats.Before {
		return
	}
	ord := symbolic.Order{Method: Tuned, Tree: symbolic.SymmetricTree, Cols: p}
	if blocks {
		f := s.form()
		p = byBlock(p, f.BlockPtr)
		ord = symbolic.Order{Method: named.BlocksPrefix + Tuned, Tree: symbolic.SymmetricTree, Rows: f.RowPerm.Compose(p), Cols: f.ColPerm.Compose(p), BlockPtr: f.BlockPtr}
	}
	m := &candidate{method: method{Method: named.Method{Name: ord.Method, Graph: true}, blocks: blocks}}
	r.settle(m, ord, nil)
	r.candidates = append(r.candidates, m)
}

// starts returns the orders that finished, as orders of the graph of A+Aᵀ, or inside the
// diagonal blocks.
func (r *runner) starts(blocks bool) (list []sparsity.Perm) {
	var at []int32 // place of each column in the graph of the blocks
	if blocks {
		at = r.subject.form().ColPerm.Inverse()
	}
	for _, m := range r.candidates {
		if m.ordering == nil || m.ordering.Tree != symbolic.SymmetricTree || m.ending != "" || m.role == named.Baseline {
			continue
		}
		o := m.ordering.Order
		switch {
		case blocks:
			p := make(sparsity.Perm, len(o.Cols))
			for k, j := range o.Cols {
				p[k] = at[j]
			}
			list = append(list, p)
		case o.BlockPtr == nil && (o.Rows == nil || slices.Equal(o.Rows, o.Cols)):
			list = append(list, o.Cols)
		}
	}
	return list
}
