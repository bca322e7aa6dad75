package lu

import "sync"

// spares keeps the work arrays of factorisations that succeeded, for others: new memory
// takes long to allocate where the matrix is small, and long to touch for the first time where
// it is large. The garbage collector empties it.
var spares sync.Pool // of *state

// spareRows is the order up to which work arrays are kept by factorisations of any order.
const spareRows = 1 << 15

// takeSpare returns a state for order n, with such arrays if there are any that are not
// much too large.
func takeSpare[T Scalar](n int) *state[T] {
	if s, ok := spares.Get().(*state[T]); ok && cap(s.rows) <= max(4*n, spareRows) {
		return s
	}
	s := new(state[T])
	s.kind = kindOf[T]()
	return s
}

// release gives the work arrays away. The factors hold none of them, and x is zero.
func (s *state[T]) release() {
	s.problem = problem[T]{}
	spares.Put(s)
}

// resized returns n elements: of s, with their old values, if it has room, otherwise zeros.
func resized[E any](s []E, n int) []E {
	if n <= cap(s) {
		return s[:n]
	}
	return make([]E, n)
}
