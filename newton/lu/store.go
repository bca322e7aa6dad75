package lu

import (
	"slices"
	"sync"

	"github.com/nrkit/nrkit/sparsity"
)

// A store is the memory of factors: arrays at least as long as they need.
type store[T Scalar] struct {
	patterns [3]sparsity.Pattern

	plan Plan             // the last one, whose slices are parts of ints
	inv  sparsity.Inverse // row of A → label, by this plan

	ints        []int32 // of the plan and the rows in pivot order
	ptr         []int64 // of the columns
	l, u, off   growing[T]
	diag, scale []T
}

// stores keeps memory that Release gave away, for other factors. The garbage collector
// empties it.
var stores sync.Pool // of *store

// An owner is the store that factors are in, which is nil after Release. All copies of the
// factors have the same owner. After [FactorInto], those with an older turn own nothing.
type owner[T Scalar] struct {
	store *store[T]
	turn  int
}

// takeStore returns memory for factors of order n and at most limit bytes, where 0 means
// no limit. It is empty if none that fits was given away.
func takeStore[T Scalar](n int, limit int64) *store[T] {
	s, ok := stores.Get().(*store[T])
	if !ok || wasteful(cap(s.ptr), 3*(n+1)) || limit > 0 && s.bytes() > limit {
		return new(store[T])
	}
	return s
}

// wasteful reports whether an array of that capacity is too large to hold so many elements.
func wasteful(capacity, need int) bool { return capacity > max(4*need, fewEntries) }

// bytes returns the memory of s.
func (s *store[T]) bytes() int64 {
	size := int64(cap(s.ints)+cap(s.inv))*4 + int64(cap(s.ptr))*8 + int64(cap(s.diag)+cap(s.scale))*scalarBytes[T]()
	for _, g := range [...]*growing[T]{&s.l, &s.u, &s.off} {
		size += int64(cap(g.idx))*4 + int64(cap(g.val))*scalarBytes[T]()
	}
	return size
}

// resolve returns plan for order n with nothing nil. A plan like the last one, as in loops
// of Newton, is compared instead of checked and inverted again.
func (s *store[T]) resolve(plan Plan, n int) Plan {
	last := &s.plan
	if n > 0 && len(last.Col) == n && slices.Equal(plan.Col, last.Col) && slices.Equal(plan.Row, last.Row) && slices.Equal(plan.BlockPtr, last.BlockPtr) {
		return *last
	}
	s.plan = Plan{}
	s.ints, s.inv = resized(s.ints, 3*n+max(len(plan.BlockPtr), 2)), resized(s.inv, n)
	ints := s.ints[n:]
	s.plan = plan.resolve(n, &ints, s.inv)
	return s.plan
}

// fewEntries is the number of entries up to which the arrays of all factors are parts
// of one: each allocation takes as long as the arithmetic of several columns.
const fewEntries = 1 << 13

// reserve makes room for n columns, size entries of L and of U and above entries of Off.
// Scales are zero.
func (s *store[T]) reserve(n, size, above int) {
	s.ptr = resized(s.ptr, 3*(n+1))
	if s.diag != nil || 2*size+above > fewEntries {
		s.diag, s.scale = resized(s.diag, n), resized(s.scale, n)
		clear(s.scale)
		s.l.resize(size)
		s.u.resize(size)
		s.off.resize(above)
		return
	}
	idx, val := make([]int32, 2*size+above), make([]T, 2*(size+n)+above)
	for _, g := range [...]*growing[T]{&s.l, &s.u} {
		g.idx, g.val = cut(&idx, size), cut(&val, size)
	}
	s.off.idx, s.off.val = cut(&idx, above), cut(&val, above)
	s.diag, s.scale = cut(&val, n), cut(&val, n)
}

// resize makes the arrays as long as size.
func (g *growing[T]) resize(size int) {
	g.idx, g.val = resized(g.idx, size), resized(g.val, size)
}

// trim moves the entries to arrays of the size that the budget of memory counts, if the
// arrays of factors that were released are much larger.
func (g *growing[T]) trim() {
	if size := len(g.idx); wasteful(cap(g.idx), size) {
		idx, val := make([]int32, size), make([]T, size)
		copy(idx, g.idx[:g.used])
		copy(val, g.val[:g.used])
		g.idx, g.val = idx, val
	}
}

// Release gives the memory of f to factorisations to come, as klu_free_numeric does. A
// program that factorises again and again then allocates little but the Factors itself, and
// with [FactorInto] nothing. Without Release, the garbage collector takes the memory back.
//
// Release leaves f empty. Do not use copies and slices of f, a [Solver] made of f, or
// factors of this Solver afterwards. Only the first Release of f and its copies gives the
// memory away, and Release of factors that [Solver.Factors] returned gives nothing.
//
// Later factors may hold four times the memory that they need, or up to 700 kB, which
// their Stats.Bytes does not count.
func (f *Factors[T]) Release() {
	o := f.owner
	owns := o != nil && o.store != nil && o.turn == f.turn
	*f = Factors[T]{}
	if owns {
		stores.Put(o.store)
		o.store = nil
	}
}
