package lu

import "github.com/nrkit/nrkit/sparsity"

// growing is a matrix whose columns are appended one after the other. idx and
// val are as long as their capacity; the first used elements count.
type growing[T Scalar] struct {
	ptr  []int64
	idx  []int32
	val  []T
	used int64
}

// finish returns the matrix of n columns without the spare capacity, with its pattern
// in p.
func (g *growing[T]) finish(n int, p *sparsity.Pattern) Columns[T] {
	*p = sparsity.Pattern{Rows: n, Cols: n, ColPtr: g.ptr, RowIdx: g.idx[:g.used:g.used]}
	return Columns[T]{p, g.val[:g.used:g.used]}
}

// meter counts the memory that is held.
type meter struct {
	held, peak int64
	limit      int64 // 0: none
}

// take adds n bytes and reports whether the limit allows it; if not, nothing
// changes.
func (m *meter) take(n int64) bool {
	if m.limit > 0 && n > m.limit-m.held {
		return false
	}
	m.held += n
	m.peak = max(m.peak, m.held)
	return true
}

// free takes n bytes off.
func (m *meter) free(n int64) { m.held -= n }

// room makes space for more entries behind those in use and reports whether
// the memory budget allows it.
func (g *growing[T]) room(more int64, m *meter) bool {
	return g.used+more <= int64(len(g.idx)) || g.grow(g.used+more, m)
}

// grow moves the entries to arrays that are larger by half, or as large as
// needed where the budget does not allow half. It reports whether the budget
// allows that.
func (g *growing[T]) grow(need int64, m *meter) bool {
	have := int64(len(g.idx))
	size := max(need, have+have/2)
	if !m.take(size * entryBytes[T]()) {
		size = need
		if !m.take(size * entryBytes[T]()) {
			return false
		}
	}
	if int64(min(cap(g.idx), cap(g.val))) >= size { // of factors that were released
		g.idx, g.val = g.idx[:size], g.val[:size]
		m.free(have * entryBytes[T]())
		return true
	}
	idx, val := make([]int32, size), make([]T, size)
	copy(idx, g.idx[:g.used])
	copy(val, g.val[:g.used])
	g.idx, g.val = idx, val
	m.free(have * entryBytes[T]())
	return true
}

// entryBytes returns the bytes of an entry with its row.
func entryBytes[T Scalar]() int64 { return 4 + scalarBytes[T]() }

// scalarBytes returns the bytes of a value.
func scalarBytes[T Scalar]() int64 {
	var v T
	if _, ok := any(v).(complex128); ok {
		return 16
	}
	return 8
}
