package lu

import (
	"sync"

	"github.com/nrkit/nrkit/sparsity"
)

// A store is the memory of factors: arrays at least as long as they need.
type store[T Scalar] struct {
	factors  Factors[T]
	patterns [3]sparsity.Pattern

	ints        []int32 // of the plan and the rows in pivot order
	ptr         []int64 // of the columns
	l, u, off   growing[T]
	diag, scale []T
}

// stores keeps memory that Release gave away, for other factors. The garbage collector
// empties it.
var stores sync.Pool // of *store

// takeStore returns memory for factors, which is empty if none was given away.
func takeStore[T Scalar]() *store[T] {
	if s, ok := stores.Get().(*store[T]); ok {
		return s
	}
	return new(store[T])
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

// Release gives the memory of f to factorisations to come, as klu_free_numeric does. A
// program that factorises again and again then allocates next to nothing. Without
// Release, the garbage collector takes the memory back.
//
// Release leaves f empty. Do not use slices of f, a [Solver] made of f, or factors of
// this Solver afterwards. Call Release once only: later factors may be in the place of
// f. Release of factors that [Solver.Factors] returned gives nothing away.
func (f *Factors[T]) Release() {
	s := f.store
	*f = Factors[T]{}
	if s != nil {
		stores.Put(s)
	}
}
