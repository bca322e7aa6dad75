package lu

import "sync"

// spares keeps the work arrays of factorisations that succeeded, for others of small
// matrices, which take longer to allocate than to fill. The garbage collector empties it.
var spares sync.Pool // of *state

// spareRows is the order up to which work arrays are kept.
const spareRows = 1 << 15

// takeSpare returns a state for order n, with such arrays if there are any.
func takeSpare[T Scalar](n int) *state[T] {
	if n <= spareRows {
		if s, ok := spares.Get().(*state[T]); ok {
			return s
		}
	}
	return &state[T]{kind: kindOf[T]()}
}

// release gives the work arrays away. The factors hold none of them, and x is zero.
func (s *state[T]) release() {
	if len(s.rows) > spareRows {
		return
	}
	*s = state[T]{kind: s.kind, inv: s.inv, rows: s.rows, cols: s.cols, x: s.x,
		cand: s.cand, topo: s.topo, stack: s.stack, prefer: s.prefer, columnOf: s.columnOf}
	spares.Put(s)
}

// resized returns n elements, those of s if it has as many. New elements are zero.
func resized[E any](s []E, n int) []E {
	if n <= cap(s) {
		return s[:n]
	}
	return make([]E, n)
}
