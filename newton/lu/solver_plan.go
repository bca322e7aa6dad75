package lu

import (
	"slices"

	"github.com/nrkit/nrkit/sparsity"
)

// solverPlan is what a Solver knows of the structure. Rows and columns are
// numbered in pivot order.
type solverPlan struct {
	a *sparsity.Pattern
	f *Factors[float64] // its structure

	rowOf []int32 // row of each entry of the matrix

	heads []head   // n+1: where the parts of each column start
	l     triangle // by column, padded
	u     triangle // by row, padded
	uPos  []int32  // by column, rows ascending: where the entry of U is in u
	segs  []segment

	lGroups []segment // all columns of L in blocks of order 2 and more
	uGroups []segment // all rows of U in them

	loads    []move  // entries in blocks of order 2 and more, by column
	units    []move  // entries in blocks of order 1
	above    []move  // entries above the blocks: by column above blocks of order 1, by row above others
	offAt    []int32 // row of each entry of above, or column above blocks of order 2 and more
	offOf    []int32 // column of each entry of above, for blocks of order 1
	offLines []offLine
	blocks   []span // those of order 2 and more
}

// A head is where the parts of a column start in the arrays of a plan; u is
// that in uPos.
type head struct{ l, u, off, seg, load int32 }

// A move is an entry of the matrix and the row it goes to.
type move struct{ from, to int32 }

// A span is a block: the columns first ≤ k < last, and where its groups and the rows
// above it start and end.
type span struct{ first, last, l, lEnd, u, uEnd, off, offEnd int32 }

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

// build makes the plan for matrices with the pattern a and the structure of f.
func (p *solverPlan) build() {
	f, n := p.f, p.f.N()
	columns := ordered(f.U.Pattern.ColPtr, f.U.Pattern.RowIdx)
	var lJoined, uJoined []bool
	p.l, lJoined = ordered(f.L.Pattern.ColPtr, f.L.Pattern.RowIdx).pad()
	p.u, uJoined = columns.transposed().pad()
	p.heads = make([]head, n+1)
	for k := range p.heads {
		p.heads[k] = head{l: p.l.ptr[k], u: columns.ptr[k], off: int32(f.Off.Pattern.ColPtr[k])}
	}
	p.segment(columns, lJoined)
	p.route(columns)
	for b := range p.blocks {
		s := &p.blocks[b]
		s.l, s.u = int32(len(p.lGroups)), int32(len(p.uGroups))
		p.lGroups = group(p.lGroups, s.first, s.last, p.l.ptr, lJoined)
		p.uGroups = group(p.uGroups, s.first, s.last, p.u.ptr, uJoined)
		s.lEnd, s.uEnd = int32(len(p.lGroups)), int32(len(p.uGroups))
	}
	p.check()
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

// segment splits the columns of U into segments and finds where their entries are.
func (p *solverPlan) segment(columns triangle, joined []bool) {
	p.uPos = make([]int32, len(columns.idx))
	next := slices.Clone(p.u.ptr) // the last place found in each row
	for k := range int32(len(p.heads) - 1) {
		rows := columns.line(k)
		for q, i := range rows {
			for p.u.idx[next[i]] != k {
				next[i]++
			}
			p.uPos[int(columns.ptr[k])+q] = next[i]
		}
		for len(rows) > 0 {
			w := 1
			for w < len(rows) && w < maxWidth && rows[w] == rows[w-1]+1 && joined[rows[w-1]] {
				w++
			}
			ptr := p.l.ptr[rows[w-1]:]
			p.segs = append(p.segs, segment{rows[0], int32(w), ptr[0], ptr[1] - ptr[0]})
			rows = rows[w:]
		}
		p.heads[k+1].seg = int32(len(p.segs))
	}
	p.segs = slices.Clip(p.segs)
}

// route finds where each entry of the matrix goes.
func (p *solverPlan) route(columns triangle) {
	a, n := p.a, len(p.heads)-1
	p.rowOf = make([]int32, a.NNZ())
	inv := p.f.Row.Inverse()
	for q, i := range a.RowIdx {
		p.rowOf[q] = inv[i]
	}
	in := make([]int32, n) // last column that has the row, plus 1
	var above []offEntry
	for b := 1; b < len(p.f.BlockPtr); b++ {
		first, last := p.f.BlockPtr[b-1], p.f.BlockPtr[b]
		if last > first+1 {
			p.blocks = append(p.blocks, span{first: first, last: last})
		}
		for k := first; k < last; k++ {
			for _, rows := range [][]int32{p.f.L.Pattern.Col(int(k)), columns.line(k), {k}} {
				for _, i := range rows {
					in[i] = k + 1
				}
			}
			above = p.routeColumn(k, first, last, in, above)
		}
		if last > first+1 {
			p.placeBlock(&p.blocks[len(p.blocks)-1], above)
		} else {
			p.placeUnit(above)
		}
		above = above[:0]
		if len(p.above) != int(p.heads[last].off) {
			panic(errOther)
		}
	}
}

// routeColumn finds where the entries of column k go, of the block first ≤ k <
// last. in is k+1 for the rows of column k of L+U. It returns above with the entries
// above the block appended.
func (p *solverPlan) routeColumn(k, first, last int32, in []int32, above []offEntry) []offEntry {
	j := p.f.Col[k]
	for q := p.a.ColPtr[j]; q < p.a.ColPtr[j+1]; q++ {
		m := move{int32(q), p.rowOf[q]}
		switch {
		case m.to < first:
			above = append(above, offEntry{m.from, m.to, k})
		case in[m.to] != k+1:
			panic(errOther)
		case last == first+1:
			p.units = append(p.units, m)
		default:
			p.loads = append(p.loads, m)
		}
	}
	p.heads[k+1].load = int32(len(p.loads))
	return above
}
