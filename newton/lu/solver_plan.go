package lu

import (
	"slices"

	"github.com/nrkit/nrkit/sparsity"
)

// solverPlan is what a Solver knows of the structure. Rows and columns are
// numbered in pivot order.
type solverPlan struct {
	a        *sparsity.Pattern
	row, col sparsity.Perm
	blockPtr []int32
	stats    Stats

	rowOf []int32 // row of each entry of the matrix

	heads []head  // n+1: where the parts of each column start
	lRow  []int32 // by column, ascending
	uCol  []int32 // by row, ascending
	uPtr  []int32 // n+1: where the rows of U start
	uPos  []int32 // by column, rows ascending: where the entry of U is in its row
	segs  []segment

	lGroups []segment // all columns of L in blocks of order 2 and more
	uGroups []segment // all rows of U in them

	loads  []move // entries in blocks of order 2 and more, by column
	units  []move // entries in blocks of order 1
	above  []move // entries above the blocks, in the order of offRow
	offRow []int32
	blocks []span // those of order 2 and more
}

// A head is where the parts of a column start in the arrays of a plan.
type head struct{ l, u, off, seg, load int32 }

// A move is an entry of the matrix and the row it goes to.
type move struct{ from, to int32 }

// A span is a block: the columns first ≤ k < last, and where its groups start
// and end.
type span struct{ first, last, l, lEnd, u, uEnd int32 }

// A segment is part of a column of U: the entries in width adjacent rows, 1 to
// maxWidth, whose columns of L have the same structure: each has the rows of
// those that follow it in the segment, and then the rows of the last one.
// Those are len entries of L from start, and the entries in the same rows of the columns
// before it end where the next column starts.
//
// A group is the same of adjacent columns of L, or rows of U, for solving.
type segment struct{ first, width, start, len int32 }

// maxWidth is the most columns of L that are applied at a time.
const maxWidth = 4

// build makes the plan for matrices with pattern a and the structure of f.
func (p *solverPlan) build(f *Factors[float64], a *sparsity.Pattern) {
	n := f.N()
	p.a = a
	p.row, p.col, p.blockPtr, p.stats = f.Row, f.Col, f.BlockPtr, f.Stats
	p.heads = make([]head, n+1)
	p.lRow = slices.Clone(f.L.Pattern.RowIdx)
	uRow := slices.Clone(f.U.Pattern.RowIdx)
	for k := range p.heads {
		h := &p.heads[k]
		h.l, h.u, h.off = int32(f.L.Pattern.ColPtr[k]), int32(f.U.Pattern.ColPtr[k]), int32(f.Off.Pattern.ColPtr[k])
	}
	for k := range n {
		slices.Sort(p.lRow[p.heads[k].l:p.heads[k+1].l])
		slices.Sort(uRow[p.heads[k].u:p.heads[k+1].u])
	}
	lPtr := make([]int32, n+1)
	for k, h := range p.heads {
		lPtr[k] = h.l
	}
	lJoined := joined(lPtr, p.lRow)
	p.segment(uRow, lPtr, lJoined)
	p.byRow(uRow)
	uJoined := joined(p.uPtr, p.uCol)
	p.route(a, uRow)
	for b := range p.blocks {
		s := &p.blocks[b]
		s.l, s.u = int32(len(p.lGroups)), int32(len(p.uGroups))
		p.lGroups = group(p.lGroups, s.first, s.last, lPtr, lJoined)
		p.uGroups = group(p.uGroups, s.first, s.last, p.uPtr, uJoined)
		s.lEnd, s.uEnd = int32(len(p.lGroups)), int32(len(p.uGroups))
	}
}

// joined reports for each column j of the triangle with pointers ptr, or row, whether
// the next one has the same structure but for its own row.
func joined(ptr, idx []int32) []bool {
	is := make([]bool, len(ptr)-1)
	for j := range len(is) - 1 {
		list, next := idx[ptr[j]:ptr[j+1]], idx[ptr[j+1]:ptr[j+2]]
		is[j] = len(list) == len(next)+1 && int(list[0]) == j+1 && slices.Equal(list[1:], next)
	}
	return is
}

// group appends the columns first ≤ k < last as groups to list.
func group(list []segment, first, last int32, ptr []int32, joined []bool) []segment {
	for k := first; k < last; {
		w := int32(1)
		for w < maxWidth && k+w < last && joined[k+w-1] {
			w++
		}
		end := k + w
		list = append(list, segment{k, w, ptr[end-1], ptr[end] - ptr[end-1]})
		k = end
	}
	return list
}

// byRow lays U out by rows, of which uRow has those of each column.
func (p *solverPlan) byRow(uRow []int32) {
	n := len(p.heads) - 1
	p.uPtr = make([]int32, n+1)
	for _, i := range uRow {
		p.uPtr[i+1]++
	}
	for i := range n {
		p.uPtr[i+1] += p.uPtr[i]
	}
	next := slices.Clone(p.uPtr)
	p.uCol, p.uPos = make([]int32, len(uRow)), make([]int32, len(uRow))
	for k := range n {
		for q := p.heads[k].u; q < p.heads[k+1].u; q++ {
			i := uRow[q]
			p.uCol[next[i]], p.uPos[q] = int32(k), next[i]
			next[i]++
		}
	}
}

// segment splits the columns of U into segments.
func (p *solverPlan) segment(uRow, lPtr []int32, joined []bool) {
	for k := range len(p.heads) - 1 {
		rows := uRow[p.heads[k].u:p.heads[k+1].u]
		for len(rows) > 0 {
			w := 1
			for w < len(rows) && w < maxWidth && rows[w] == rows[w-1]+1 && joined[rows[w-1]] {
				w++
			}
			last := lPtr[rows[w-1]:]
			p.segs = append(p.segs, segment{rows[0], int32(w), last[0], last[1] - last[0]})
			rows = rows[w:]
		}
		p.heads[k+1].seg = int32(len(p.segs))
	}
	p.segs = slices.Clip(p.segs)
}

// route finds where each entry of the matrix goes.
func (p *solverPlan) route(a *sparsity.Pattern, uRow []int32) {
	n := len(p.heads) - 1
	p.rowOf = make([]int32, a.NNZ())
	inv := p.row.Inverse()
	for q, i := range a.RowIdx {
		p.rowOf[q] = inv[i]
	}
	in := make([]int32, n) // last column that has the row, plus 1
	for b := 1; b < len(p.blockPtr); b++ {
		first, last := p.blockPtr[b-1], p.blockPtr[b]
		if last > first+1 {
			p.blocks = append(p.blocks, span{first: first, last: last})
		}
		for k := first; k < last; k++ {
			p.mark(in, uRow, k)
			p.routeColumn(a, k, first, last, in)
		}
	}
	if len(p.above) != int(p.heads[n].off) {
		panic(errOther)
	}
	p.offRow = make([]int32, len(p.above))
	for q, m := range p.above {
		p.offRow[q] = m.to
	}
}

// mark sets in[i] to k+1 for the rows of column k of L+U.
func (p *solverPlan) mark(in, uRow []int32, k int32) {
	h, next := p.heads[k], p.heads[k+1]
	for _, rows := range [2][]int32{p.lRow[h.l:next.l], uRow[h.u:next.u]} {
		for _, i := range rows {
			in[i] = k + 1
		}
	}
	in[k] = k + 1
}

// routeColumn finds where the entries of column k go, of the block first ≤ k < last.
func (p *solverPlan) routeColumn(a *sparsity.Pattern, k, first, last int32, in []int32) {
	j := p.col[k]
	for q := a.ColPtr[j]; q < a.ColPtr[j+1]; q++ {
		m := move{int32(q), p.rowOf[q]}
		switch {
		case m.to < first:
			p.above = append(p.above, m)
		case in[m.to] != k+1:
			panic(errOther)
		case last == first+1:
			p.units = append(p.units, m)
		default:
			p.loads = append(p.loads, m)
		}
	}
	if len(p.above) != int(p.heads[k+1].off) {
		panic(errOther)
	}
	p.heads[k+1].load = int32(len(p.loads))
}
