package lu

import (
	"math"
	"slices"

	"github.com/nrkit/nrkit/sparsity"
)

// DefaultTolerance is the pivot tolerance of a [Solver] that names none.
const DefaultTolerance = 1e-6

// A Solver factorises real matrices of one pattern again and again, with the
// pivots and the structure of a first factorisation, and solves with them: the
// inner loop of a Newton iteration.
//
//	f, err := lu.Factor(ctx, pattern, values, plan, lu.Options{})
//	s, err := lu.NewSolver(f, pattern)
//	for … {
//		if err := s.Refactor(values); err != nil {
//			… // the pivots are no longer good: Factor and NewSolver anew
//		}
//		s.Solve(x)
//	}
//
// Refactor and Solve allocate nothing. A Solver must not be used by two
// goroutines at a time.
type Solver struct {
	// Tolerance is the share of the largest entry of its column, of those on
	// and below the diagonal, that a pivot must have for Refactor to succeed.
	// 0 means DefaultTolerance.
	Tolerance float64

	// KeepScale makes Refactor keep the row scales that it has. They have no
	// influence on the solution but by rounding, and on which pivots are
	// found too small.
	KeepScale bool

	plan  solverPlan
	ready bool // the values below are of factors

	// Rows and columns are numbered in pivot order.
	recip []float64 // reciprocal of the scale of each row
	diag  []float64 // reciprocal of each pivot
	l, u  []float64 // values of L and U
	off   []float64 // values above the blocks

	largest []uint64  // work: twice the bits of the size of the largest entry of each row
	x       []float64 // work: the column, zero between columns
	y       []float64 // work: the solution
}

// NewSolver returns a Solver for matrices with pattern a, which f is the
// factorisation of one of. It holds the factors f.
//
// Shapes: a is that which Factor was given. a and f are not modified and must
// not be modified later; the Solver shares the permutations of f.
// Cost: time proportional to the entries of A, L and U; memory of 12 bytes for
// each entry of L and U and up to 20 for each segment of U, a run of entries in columns of L of
// one structure, of which U has at most as many as entries.
//
// It fails with [ErrTooLarge]. It panics if the factors are not those of a
// matrix with the pattern a.
func NewSolver(f *Factors[float64], a *sparsity.Pattern) (*Solver, error) {
	n := f.N()
	if a.Rows != n || a.Cols != n {
		panic(errOther)
	}
	if max(a.NNZ(), f.L.Pattern.NNZ(), f.U.Pattern.NNZ()) >= math.MaxInt32 {
		return nil, ErrTooLarge
	}
	s := &Solver{
		recip: make([]float64, n), diag: make([]float64, n), x: make([]float64, n), y: make([]float64, n),
		l: make([]float64, f.L.Pattern.NNZ()), u: make([]float64, f.U.Pattern.NNZ()),
		off: make([]float64, f.Off.Pattern.NNZ()), ready: true,
	}
	if f.Scale != nil {
		s.largest = make([]uint64, n)
	}
	s.plan.build(f, a)
	s.take(f)
	return s, nil
}

// take copies the values of f.
func (s *Solver) take(f *Factors[float64]) {
	p := &s.plan
	for k, i := range f.Row {
		s.recip[k] = 1
		if f.Scale != nil {
			s.recip[k] = 1 / f.Scale[i]
		}
		s.diag[k] = 1 / f.Diag[k]
	}
	copy(s.off, f.Off.Values)
	for k := range f.N() {
		h, next := p.heads[k], p.heads[k+1]
		takeColumn(s.x, &f.L, k, p.lRow[h.l:next.l], s.l[h.l:next.l])
		from, to := f.U.Pattern.ColPtr[k], f.U.Pattern.ColPtr[k+1]
		for q, i := range f.U.Pattern.RowIdx[from:to] {
			at, _ := slices.BinarySearch(p.uCol[p.uPtr[i]:p.uPtr[i+1]], int32(k))
			s.u[int(p.uPtr[i])+at] = f.U.Values[from:to][q]
		}
	}
}

// takeColumn copies column k of c to values in the order of rows. x is zero
// before and after.
func takeColumn(x []float64, c *Columns[float64], k int, rows []int32, values []float64) {
	from, to := c.Pattern.ColPtr[k], c.Pattern.ColPtr[k+1]
	for p, i := range c.Pattern.RowIdx[from:to] {
		x[i] = c.Values[from:to][p]
	}
	for p, i := range rows {
		values[p], x[i] = x[i], 0
	}
}

// N returns the order of the matrix.
func (s *Solver) N() int { return len(s.diag) }

// Factors returns a copy of the factors that s holds. It panics if the last
// Refactor failed. The rows of each column of L and U ascend.
func (s *Solver) Factors() *Factors[float64] {
	s.mustBeReady()
	n, p := s.N(), &s.plan
	f := &Factors[float64]{Row: slices.Clone(p.row), Col: slices.Clone(p.col), BlockPtr: slices.Clone(p.blockPtr),
		Diag: make([]float64, n), Stats: p.stats}
	f.L, f.U, f.Off = newColumns(n, p.lRow, s.l), s.columnsOfU(), newColumns(n, p.offRow, s.off)
	for k, h := range p.heads {
		f.L.Pattern.ColPtr[k], f.Off.Pattern.ColPtr[k] = int64(h.l), int64(h.off)
	}
	for k, d := range s.diag {
		f.Diag[k] = 1 / d
	}
	if s.largest != nil {
		f.Scale = make([]float64, n)
		for k, i := range p.row {
			f.Scale[i] = 1 / s.recip[k]
		}
	}
	return f
}

// columnsOfU returns a copy of U.
func (s *Solver) columnsOfU() Columns[float64] {
	p, n := &s.plan, s.N()
	c := newColumns(n, p.uPos, s.u)
	for i := range n {
		for q := p.uPtr[i]; q < p.uPtr[i+1]; q++ {
			k := p.uCol[q]
			h := &p.heads[k]
			at := int64(h.u) + c.Pattern.ColPtr[k] // which counts first
			c.Pattern.RowIdx[at], c.Values[at] = int32(i), s.u[q]
			c.Pattern.ColPtr[k]++
		}
	}
	for k, h := range p.heads {
		c.Pattern.ColPtr[k] = int64(h.u)
	}
	return c
}

// newColumns returns a copy of rows and values; the column pointers are zero.
func newColumns(n int, rows []int32, values []float64) Columns[float64] {
	p := &sparsity.Pattern{Rows: n, Cols: n, ColPtr: make([]int64, n+1), RowIdx: append([]int32{}, rows...)}
	return Columns[float64]{p, append([]float64{}, values...)}
}

func (s *Solver) mustBeReady() {
	if !s.ready {
		panic(errNotReady)
	}
}
