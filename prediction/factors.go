package prediction

import (
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// addFactors counts L and U of the diagonal blocks, exactly where it may.
func (f *Features) addFactors(inside *sparsity.Pattern, x *symbolic.Analysis, o Options) {
	graph := sparsity.Symmetrize(inside)
	f.Graph = int64(graph.NNZ()) - diagonal(graph)
	symmetric := int64(inside.NNZ())-diagonal(inside) == f.Graph
	f.Symmetric = symmetric && f.OffBlock == 0
	limit := o.Entries
	if limit == 0 {
		limit = DefaultEntries
	}
	if !symmetric && limit > 0 {
		if s, err := symbolic.StructureOf(inside, limit, o.Stop); err == nil {
			f.addStructure(s)
			return
		}
	}
	f.Bound = !symmetric
	for _, c := range x.Counts {
		f.addStep(int64(c), int64(c))
	}
}

// addWhole counts L and U of the whole matrix, where blocks make a difference. If the
// structure has too many entries, the counts of the blocks stand for it.
func (f *Features) addWhole(whole *sparsity.Pattern, o Options) {
	f.Whole = Whole{f.L, f.U + f.OffBlock, f.Flops, f.Updates}
	if f.OffBlock == 0 || f.Bound || o.Entries < 0 {
		return
	}
	limit := o.Entries
	if limit == 0 {
		limit = DefaultEntries
	}
	s, err := symbolic.StructureOf(whole, limit, o.Stop)
	if err != nil {
		return
	}
	var g Features
	g.addStructure(s)
	f.Whole = Whole{g.L, g.U, g.Flops, g.Updates}
}

// addStructure counts the steps of an exact structure.
func (f *Features) addStructure(s *symbolic.LUStructure) {
	rows := make([]int64, s.U.Rows)
	for _, i := range s.U.RowIdx {
		rows[i]++
	}
	for j := range s.L.Cols {
		f.addStep(s.L.ColPtr[j+1]-s.L.ColPtr[j]+1, rows[j]+1)
	}
}

// addStep counts a pivot whose column of L has l entries and whose row of U has u, both
// with the diagonal.
func (f *Features) addStep(l, u int64) {
	f.L += l
	f.U += u
	f.Flops += 2*float64(l-1)*float64(u-1) + float64(l-1)
	f.LongestColumn = max(f.LongestColumn, l)
	if l > 1 {
		f.Eliminations++
		f.Updates += u - 1
	}
}

// diagonal counts the entries on the diagonal.
func diagonal(a *sparsity.Pattern) int64 {
	n := int64(0)
	for j := range a.Cols {
		for _, i := range a.RowIdx[a.ColPtr[j]:a.ColPtr[j+1]] {
			if int(i) == j {
				n++
			}
		}
	}
	return n
}
