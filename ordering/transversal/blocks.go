package transversal

import (
	"math"

	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
)

// completeByBlocks matches every column that is free within the diagonal blocks
// of the block triangular form, and reports whether that is possible.
//
// Every matching of all rows and columns stays within these blocks, so that no
// path needs an entry outside of them; pairs made there before are undone by the
// paths on the way. In the end the duals of a block are shifted until the
// entries beside it are worth their cost.
//
// Method: duals stay those of the whole, and searches run on a copy of the
// problem without the entries outside of the blocks. Once these too have read
// several times as many entries as there are, many columns are matched at a time.
func (s *solver) completeByBlocks() bool {
	form := btf.BlockTriangular(s.Pattern)
	if form.Matched < s.Cols {
		return false
	}
	block := blocksOf(form)
	whole := s.problem
	s.problem = whole.inside(block)
	s.read = 0
	const patience = 4
	if !s.augmentEach(form.ColPerm, patience*int64(s.NNZ())) {
		s.grow()
		s.augmentEach(form.ColPerm, math.MaxInt64)
	}
	s.problem = whole
	s.shiftBlocks(form, block)
	return true
}

// augmentEach matches those of columns that are free one by one, and reports
// whether it came to the end before searches had read most entries.
func (s *solver) augmentEach(columns []int32, most int64) bool {
	for _, j := range columns {
		if s.read > most {
			return false
		}
		if s.RowOf[j] < 0 && !s.augment(j) {
			panic("internal error: transversal: a block without a full matching")
		}
	}
	return true
}

// blocks are the numbers of the diagonal blocks of rows and columns.
type blocks struct {
	ofRow, ofCol []int32
}

// blocksOf returns the blocks of a form.
func blocksOf(f btf.Form) blocks {
	b := blocks{make([]int32, len(f.RowPerm)), make([]int32, len(f.ColPerm))}
	for q := range f.Blocks() {
		for k := f.BlockPtr[q]; k < f.BlockPtr[q+1]; k++ {
			b.ofRow[f.RowPerm[k]], b.ofCol[f.ColPerm[k]] = int32(q), int32(q)
		}
	}
	return b
}

// inside returns p without the entries outside of the diagonal blocks.
func (p *problem) inside(b blocks) *problem {
	in := &problem{Pattern: sparsity.NewPattern(p.Rows, p.Cols), base: p.base}
	for j := range p.Cols {
		for k := p.ColPtr[j]; k < p.ColPtr[j+1]; k++ {
			if i := p.RowIdx[k]; b.ofRow[i] == b.ofCol[j] {
				in.RowIdx, in.cost = append(in.RowIdx, i), append(in.cost, p.cost[k])
			}
		}
		in.ColPtr[j+1] = int64(len(in.RowIdx))
	}
	return in
}

// shiftBlocks lowers the duals of the rows of each block and raises those of its
// columns, by the least that leaves no dual outside of the blocks above the cost.
//
// The entries outside are in rows of earlier and columns of later blocks, so
// that what the last block needs is known first.
func (s *solver) shiftBlocks(f btf.Form, b blocks) {
	shift := make([]float64, f.Blocks())
	for q := f.Blocks() - 1; q >= 0; q-- {
		x := shift[q]
		for c := f.BlockPtr[q]; c < f.BlockPtr[q+1]; c++ {
			j := f.ColPerm[c]
			s.u[j] += x
			s.v[f.RowPerm[c]] -= x
			for k := s.ColPtr[j]; k < s.ColPtr[j+1]; k++ {
				i := s.RowIdx[k]
				if p := b.ofRow[i]; int(p) != q {
					shift[p] = max(shift[p], s.u[j]+s.v[i]-s.cost[k])
				}
			}
		}
	}
}
