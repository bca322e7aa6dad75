package lu

import (
	"context"

	"github.com/nrkit/nrkit/sparsity"
)

// none is the place of a row that is not a pivot yet, and a mark that no
// column has.
const none = -1

// A rowState is what the search knows of a row.
type rowState struct {
	mark int32 // last column whose search met the row
	pos  int32 // its place among the pivots, or none
}

// A header describes a column of L.
type header struct {
	start  int64 // of its entries in the arrays of L
	len    int32
	scan   int32 // entries the search has to look at: the first of them
	row    int32 // pivot row
	pruned bool  // scan is final
}

// A frame is a column whose entries are being searched.
type frame struct {
	col  int32
	next int32 // entry of the column to look at next
}

// state is a factorisation in progress.
//
// Rows have labels: their place in Plan.Row. The columns of L of the block at
// work hold labels, because the pivot order of their rows is not known yet;
// finishing a block turns them into places among the pivots. Off holds labels
// of blocks that may not be finished and is turned at the end. Columns of U
// hold places from the start.
type state[T Scalar] struct {
	a      *sparsity.Pattern
	values []T
	plan   Plan
	inv    sparsity.Inverse // row of A → label
	scale  []T              // by row of A, or nil
	kind   kind[T]
	tol    float64

	l, u, off growing[T]
	diag      []T

	rows []rowState // by label
	cols []header   // columns of L that are done
	x    []T        // the column at work by label; zero between columns

	first, last int32 // columns of the block at work: first ≤ k < last

	// The column at work.
	cand  []int32 // labels of the rows below the diagonal; cand[:ncand]
	ncand int
	topo  []int32 // topo[top:]: the columns of L it depends on, in an order in which they can be applied
	top   int
	stack []frame
	flops int64 // that it takes

	// prefer[k] is the label of the row that is the diagonal of column k, and
	// columnOf[r] the column whose diagonal is label r. Among what is not done
	// yet they are inverse to each other.
	prefer, columnOf []int32

	// length estimates the rows of the block, see measure; measured is the column
	// for which it does, below first where the block has none yet. counted marks
	// the rows of a column that were met.
	length, counted []int32
	measured        int32

	mem  meter
	work work

	stats Stats
}

// newState returns a state that has nothing allocated yet but the plan.
func newState[T Scalar](ctx context.Context, a *sparsity.Pattern, values []T, plan Plan, opt Options) *state[T] {
	s := &state[T]{a: a, values: values, kind: kindOf[T](), tol: opt.Threshold, measured: none}
	s.stats.N = a.Cols
	s.mem.limit = opt.MaxBytes
	s.work = newWork(ctx, opt.MaxFlops)
	s.plan, s.inv = plan.resolve(a.Cols)
	return s
}

// allocate makes the work arrays, as far as the memory budget allows.
func (s *state[T]) allocate(expect int64) error {
	n := s.a.Cols
	if !s.mem.take(int64(n) * (100 + 3*scalarBytes[T]())) {
		return s.exhausted(&BudgetError{Budget: Bytes})
	}
	s.rows = make([]rowState, n)
	for r := range s.rows {
		s.rows[r] = rowState{none, none}
	}
	s.cols = make([]header, n)
	s.x, s.diag = make([]T, n), make([]T, n)
	s.l.ptr, s.u.ptr, s.off.ptr = make([]int64, n+1), make([]int64, n+1), make([]int64, n+1)
	s.cand, s.topo, s.stack = make([]int32, n), make([]int32, n), make([]frame, n)
	s.prefer, s.columnOf = make([]int32, n), make([]int32, n)
	for k := range s.prefer {
		s.prefer[k], s.columnOf[k] = int32(k), int32(k)
	}
	if !s.reserve(expect) {
		return s.exhausted(&BudgetError{Budget: Bytes})
	}
	return nil
}

// reserve makes the first arrays of the factors: as large as expected, or as
// the matrix with a diagonal, and Off for three eighths of the matrix
// where there are blocks; but never more than a quarter of the memory budget each.
func (s *state[T]) reserve(expect int64) bool {
	n, nnz := int64(s.a.Cols), int64(s.a.NNZ())
	size, above := expect-n, int64(0)
	if expect == 0 {
		size = nnz + n
	}
	if len(s.plan.BlockPtr) > 2 {
		above = nnz / 8 * 3
	}
	if s.mem.limit > 0 {
		most := s.mem.limit / 4 / entryBytes[T]()
		size, above = min(size, most), min(above, most)
	}
	size = max(size, 16)
	return s.l.room(size, &s.mem) && s.u.room(size, &s.mem) && s.off.room(above, &s.mem)
}

// factors hands out the finished factors.
func (s *state[T]) factors() *Factors[T] {
	n := s.a.Cols
	for p := range s.off.idx[:s.off.used] {
		s.off.idx[p] = s.rows[s.off.idx[p]].pos
	}
	row := make(sparsity.Perm, n)
	for label, i := range s.plan.Row {
		row[s.rows[label].pos] = i
	}
	return &Factors[T]{
		L: s.l.finish(n), U: s.u.finish(n), Diag: s.diag, Off: s.off.finish(n),
		Row: row, Col: s.plan.Col, BlockPtr: s.plan.BlockPtr, Scale: s.scale,
		Stats: s.snapshot(),
	}
}

// snapshot returns the statistics of the columns that are done.
func (s *state[T]) snapshot() Stats {
	st := s.stats
	st.Bytes = s.mem.peak
	if done := st.Columns; done > 0 {
		st.L, st.U = s.l.ptr[done]+int64(done), s.u.ptr[done]+int64(done)
		st.Off = s.off.ptr[done]
	}
	return st
}
