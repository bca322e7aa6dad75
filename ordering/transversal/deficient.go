package transversal

import (
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
)

// solve returns the cheapest matching of the largest size, with duals u of the
// columns and v of the rows such that u + v is at most the cost of each entry,
// and is the cost of matched ones.
func solve(p *problem) *solver {
	if p.Rows >= p.Cols {
		if s := newSolver(p, p.Rows == p.Cols); s.complete() {
			return s
		}
	}
	return solveParts(p)
}

// solveParts solves a problem in which not every row and column can be matched.
//
// Every matching of the largest size stays within the coarse parts of the
// decomposition of Dulmage and Mendelsohn, and matches all columns of two of
// them and all rows of the other. So each part is a problem for itself. The
// entries between parts are in rows of earlier and columns of later ones; the
// duals of a part are shifted until these entries are worth their cost.
func solveParts(p *problem) *solver {
	d := btf.DulmageMendelsohn(p.Pattern)
	all := &solver{problem: p, u: make([]float64, p.Cols), v: make([]float64, p.Rows)}
	all.RowOf, all.ColOf = none(p.Cols), none(p.Rows)
	r, c := d.RowStart, d.ColStart
	parts := []part{
		{d.RowPerm[:r[1]], d.ColPerm[:c[2]], true},
		{d.RowPerm[r[1]:r[2]], d.ColPerm[c[2]:c[3]], false},
		{d.RowPerm[r[2]:], d.ColPerm[c[3]:], false},
	}
	rowPart := make([]int8, p.Rows)
	for k, part := range parts {
		for _, i := range part.rows {
			rowPart[i] = int8(k)
		}
	}
	for k := len(parts) - 1; k >= 0; k-- {
		all.add(parts[k])
		var later []int32
		for _, q := range parts[k+1:] {
			later = append(later, q.cols...)
		}
		all.shift(parts[k], all.excess(later, func(i int32) bool { return rowPart[i] == int8(k) }))
	}
	all.resetEmpty()
	return all
}

// resetEmpty sets the duals of empty rows and columns, which shifts may have
// moved, to 0.
func (s *solver) resetEmpty() {
	used := make([]bool, s.Rows)
	for _, i := range s.RowIdx {
		used[i] = true
	}
	for i, x := range used {
		if !x {
			s.v[i] = 0
		}
	}
	for j := range s.u {
		if s.ColPtr[j] == s.ColPtr[j+1] {
			s.u[j] = 0
		}
	}
}

// none returns n times -1.
func none(n int) []int32 {
	x := make([]int32, n)
	for k := range x {
		x[k] = -1
	}
	return x
}

// A part is some rows and columns of a problem. All its columns can be matched
// within it or, when it is wide, all its rows.
type part struct {
	rows, cols []int32
	wide       bool
}

// add solves part q and adds its pairs and duals to s.
func (s *solver) add(q part) {
	sub := s.problem.restrict(q)
	if q.wide {
		sub = sub.absolute(q.cols, s.base).transpose()
	}
	t := newSolver(sub, sub.Rows == sub.Cols)
	if !t.complete() {
		panic("internal error: transversal: a part without a full matching")
	}
	u, v, rowOf := t.u, t.v, t.RowOf
	if q.wide {
		u, v, rowOf = t.v, t.u, t.ColOf
	}
	for j, i := range rowOf {
		s.u[q.cols[j]] = u[j]
		if q.wide {
			s.u[q.cols[j]] += s.base[q.cols[j]]
		}
		if i >= 0 {
			s.RowOf[q.cols[j]], s.ColOf[q.rows[i]] = q.rows[i], q.cols[j]
			s.Size++
		}
	}
	for i, x := range v {
		s.v[q.rows[i]] = x
	}
}

// excess returns the most by which duals exceed the cost of an entry in the
// columns and in rows for which member is true; 0 when none do.
func (s *solver) excess(columns []int32, member func(i int32) bool) float64 {
	most := 0.0
	for _, j := range columns {
		for k := s.ColPtr[j]; k < s.ColPtr[j+1]; k++ {
			if i := s.RowIdx[k]; member(i) {
				most = max(most, s.u[j]+s.v[i]-s.cost[k])
			}
		}
	}
	return most
}

// shift lowers the duals of the rows of q by x and raises those of its columns.
func (s *solver) shift(q part, x float64) {
	for _, i := range q.rows {
		s.v[i] -= x
	}
	for _, j := range q.cols {
		s.u[j] += x
	}
}

// restrict returns the problem of the rows and columns of q alone.
func (p *problem) restrict(q part) *problem {
	place := none(p.Rows)
	for k, i := range q.rows {
		place[i] = int32(k)
	}
	b := &problem{Pattern: sparsity.NewPattern(len(q.rows), len(q.cols))}
	for c, j := range q.cols {
		for k := p.ColPtr[j]; k < p.ColPtr[j+1]; k++ {
			if i := place[p.RowIdx[k]]; i >= 0 {
				b.RowIdx, b.cost = append(b.RowIdx, i), append(b.cost, p.cost[k])
			}
		}
		b.ColPtr[c+1] = int64(len(b.RowIdx))
	}
	return b
}

// absolute returns p with the costs counted from the same number in all
// columns, which matters where some stay free. Column c of p is column cols[c]
// of the problem that has the base.
func (p *problem) absolute(cols []int32, base []float64) *problem {
	for c, j := range cols {
		for k := p.ColPtr[c]; k < p.ColPtr[c+1]; k++ {
			p.cost[k] -= base[j]
		}
	}
	return p
}

// transpose returns the problem with rows and columns exchanged.
func (p *problem) transpose() *problem {
	m := sparsity.Matrix{Pattern: p.Pattern, Values: p.cost}
	t := m.Transpose()
	return &problem{Pattern: t.Pattern, cost: t.Values}
}
