package lu

import (
	"cmp"
	"slices"
)

// An offLine is a row above a block with the entries of the columns of this block:
// their places in Solver.off and in solverPlan.offAt, which has their columns.
type offLine struct{ row, start, end int32 }

// offEntry is an entry above a block of order 2 or more before it has its place.
type offEntry struct{ from, row, col int32 }

// placeUnit appends the entries above column k, a block of order 1, in the order of
// their rows.
func (p *solverPlan) placeUnit(list []offEntry) {
	slices.SortStableFunc(list, func(a, b offEntry) int { return cmp.Compare(a.row, b.row) })
	for _, e := range list {
		p.above = append(p.above, move{e.from, e.row})
		p.offAt, p.offOf = append(p.offAt, e.row), append(p.offOf, e.col)
	}
}

// placeBlock appends the entries above a block by rows. The list has them by
// columns. Substitution then sums up a row, which may be as long as the block is
// wide, where it would otherwise add to the same element again and again.
func (p *solverPlan) placeBlock(b *span, list []offEntry) {
	b.off = int32(len(p.offLines))
	for _, e := range byRow(list, int(b.first)) {
		at := int32(len(p.above))
		if last := len(p.offLines) - 1; last >= int(b.off) && p.offLines[last].row == e.row {
			p.offLines[last].end = at + 1
		} else {
			p.offLines = append(p.offLines, offLine{e.row, at, at + 1})
		}
		p.above = append(p.above, move{e.from, e.row})
		p.offAt, p.offOf = append(p.offAt, e.col), append(p.offOf, e.col)
	}
	b.offEnd = int32(len(p.offLines))
}

// byRow sorts a list by rows, which are less than n, and keeps the order in each.
func byRow(list []offEntry, n int) []offEntry {
	if len(list) < n/4 {
		slices.SortStableFunc(list, func(a, b offEntry) int { return cmp.Compare(a.row, b.row) })
		return list
	}
	next := make([]int32, n+1)
	for _, e := range list {
		next[e.row+1]++
	}
	for i := range n {
		next[i+1] += next[i]
	}
	sorted := make([]offEntry, len(list))
	for _, e := range list {
		sorted[next[e.row]] = e
		next[e.row]++
	}
	return sorted
}

// offOrder returns, for each entry of Off in the order of the factors that
// the plan was made of, its place in above.
func (p *solverPlan) offOrder() []int32 {
	place := make([]int32, p.a.NNZ()) // of each entry of the matrix, plus 1
	for at, m := range p.above {
		place[m.from] = int32(at) + 1
	}
	order := make([]int32, 0, len(p.above))
	for _, j := range p.f.Col {
		for q := p.a.ColPtr[j]; q < p.a.ColPtr[j+1]; q++ {
			if place[q] > 0 {
				order = append(order, place[q]-1)
			}
		}
	}
	return order
}

// takeOff takes what is above a block off the rows of the blocks before.
func (s *Solver) takeOff(y []float64, lines []offLine) {
	cols, vals, all := indicesOf(s.plan.offAt), numbersOf(s.off), numbersOf(y)
	for i := range lines {
		g := &lines[i]
		y[g.row] -= dot(vals, cols, all, int(g.start), int(g.end))
	}
}

// dot returns the product of the values p ≤ k < end and the elements of y, in four sums: one
// would wait for each addition before the next.
func dot(vals numbers, at indices, y numbers, p, end int) float64 {
	var a, b, c, d float64
	for ; p+4 <= end; p += 4 {
		a += *vals.at(p) * *y.at(at.at(p))
		b += *vals.at(p + 1) * *y.at(at.at(p + 1))
		c += *vals.at(p + 2) * *y.at(at.at(p + 2))
		d += *vals.at(p + 3) * *y.at(at.at(p + 3))
	}
	for ; p < end; p++ {
		a += *vals.at(p) * *y.at(at.at(p))
	}
	return (a + b) + (c + d)
}
