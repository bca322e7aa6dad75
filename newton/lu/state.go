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
	arrays[T]
	problem[T]
}

// arrays are what a state keeps for other factorisations.
type arrays[T Scalar] struct {
	kind kind[T]
	rows []rowState // by label
	cols []header   // columns of L that are done
	x    []T        // the column at work by label; zero between columns

	cand  []int32 // labels of the rows below the diagonal; cand[:ncand]
	topo  []int32 // topo[top:]: the columns of L it depends on, in an order in which they can be applied
	stack []frame

	// prefer[k] is the label of the row that is the diagonal of column k, and
	// columnOf[r] the column whose diagonal is label r. Among what is not done
	// yet they are inverse to each other.
	prefer, columnOf []int32

	// length estimates the rows of the block, see measure. counted marks the rows of a
	// column that were met.
	length, counted []int32
}

// problem is what a state knows of one factorisation.
type problem[T Scalar] struct {
	a      *sparsity.Pattern
	values []T
	plan   Plan
	inv    sparsity.Inverse // row of A → label
	scale  []T              // by row of A, or nil
	tol    float64

	store     *store[T]
	l, u, off growing[T]
	diag      []T

	first, last int32 // columns of the block at work: first ≤ k < last

	// The column at work.
	ncand, top int
	flops      int64 // that it takes

	// measured is the column for which length holds, below first where the block has no
	// lengths yet, and none at the beginning.
	measured int32

	mem  meter
	work work
	fill fillLimit

	stats Stats
}

// newState returns a state that has nothing allocated yet but the plan.
func newState[T Scalar](ctx context.Context, a *sparsity.Pattern, values []T, plan Plan, opt Options) *state[T] {
	n := a.Cols
	s := takeSpare[T](n)
	s.a, s.values, s.tol, s.measured = a, values, opt.Threshold, none
	s.stats.N = n
	s.mem.limit = opt.MaxBytes
	s.work = newWork(ctx, opt.MaxFlops)
	s.store = takeStore[T](n, opt.MaxBytes)
	s.plan = s.store.resolve(plan, n)
	s.inv = s.store.inv
	s.fill = newFillLimit(a, opt.MaxEntries)
	return s
}

// allocate makes the work arrays, as far as the memory budget allows.
func (s *state[T]) allocate(expect int64) error {
	n := s.a.Cols
	if !s.mem.take(int64(n) * (100 + 3*scalarBytes[T]())) {
		return s.exhausted(&BudgetError{Budget: Bytes})
	}
	s.rows, s.cols, s.x = resized(s.rows, n), resized(s.cols, n), resized(s.x, n)
	s.cand, s.topo, s.stack = resized(s.cand, n), resized(s.topo, n), resized(s.stack, n)
	s.prefer, s.columnOf = resized(s.prefer, n), resized(s.columnOf, n)
	if !s.reserve(expect) {
		return s.exhausted(&BudgetError{Budget: Bytes})
	}
	return nil
}

// within returns the entries of the columns of blocks of order 2 and more, and one more
// for each column.
func (s *state[T]) within() (size int64) {
	for b := 1; b < len(s.plan.BlockPtr); b++ {
		first, last := s.plan.BlockPtr[b-1], s.plan.BlockPtr[b]
		if last <= first+1 {
			continue
		}
		for _, j := range s.plan.Col[first:last] {
			size += s.a.ColPtr[j+1] - s.a.ColPtr[j] + 1
		}
	}
	return size
}

// reserve makes the first arrays of the factors: as large as expected,
// or for the entries of blocks of order 2 and more, plus one for each column;
// and Off for three eighths of the matrix where there are blocks;
// but never more than a quarter of the memory budget each.
func (s *state[T]) reserve(expect int64) bool {
	n, nnz := int64(s.a.Cols), int64(s.a.NNZ())
	size, above := expect-n, int64(0)
	if expect == 0 {
		size = s.within()
	}
	if len(s.plan.BlockPtr) > 2 {
		above = nnz / 8 * 3
	}
	if s.mem.limit > 0 {
		most := s.mem.limit / 4 / entryBytes[T]()
		size, above = min(size, most), min(above, most)
	}
	size = max(size, 16)
	if !s.mem.take((2*size + above) * entryBytes[T]()) {
		return false
	}
	s.store.reserve(int(n), int(size), int(above))
	s.l, s.u, s.off = s.store.l, s.store.u, s.store.off
	s.diag, s.scale = s.store.diag, s.store.scale
	ptr := s.store.ptr
	for _, g := range [...]*growing[T]{&s.l, &s.u, &s.off} {
		g.ptr, g.used = cut(&ptr, int(n)+1), 0
		g.ptr[0] = 0
	}
	return true
}

// handOut gives the finished factors to f, whose owner is o.
func (s *state[T]) handOut(f *Factors[T], o *owner[T]) {
	n := s.a.Cols
	row := sparsity.Perm(s.store.ints[:n:n])
	if s.stats.OffDiagonal == 0 { // the labels are the places
		copy(row, s.plan.Row)
	} else {
		s.finishRows(row)
	}
	s.l.trim()
	s.u.trim()
	s.off.trim()
	s.store.l, s.store.u, s.store.off = s.l, s.u, s.off
	p := &s.store.patterns
	f.L, f.U, f.Off = s.l.finish(n, &p[0]), s.u.finish(n, &p[1]), s.off.finish(n, &p[2])
	f.Diag, f.Scale = s.diag, s.scale
	f.Row, f.Col, f.BlockPtr = row, s.plan.Col, s.plan.BlockPtr
	f.Stats = s.snapshot()
	o.store = s.store
	o.turn++
	f.owner, f.turn = o, o.turn
	s.release()
}

// finishRows turns the labels in Off into places and sets row to the rows in pivot order.
func (s *state[T]) finishRows(row sparsity.Perm) {
	s.placeUnits()
	for p, label := range s.off.idx[:s.off.used] {
		s.off.idx[p] = s.rows[label].pos
	}
	for label, i := range s.plan.Row {
		row[s.rows[label].pos] = i
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
