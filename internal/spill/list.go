package spill

import "slices"

// chunkBytes is the size of a part of a List, and of what is read at a time.
const chunkBytes = 32 << 10

// A chunk is consecutive records, in memory or in the file.
type chunk[T any] struct {
	mem []T   // nil when they are in the file
	at  int64 // where they are in the file
	n   int   // how many are there
}

// A List is a sequence of records.
type List[T any] struct {
	space  *Space
	size   int // bytes of a record
	chunks []chunk[T]
	first  int // chunk in memory; those before are in the file
	n      int64
}

// NewList returns an empty List.
func NewList[T any](s *Space) *List[T] { return &List[T]{space: s, size: sizeOf[T]()} }

// Len returns the number of records.
func (l *List[T]) Len() int64 { return l.n }

// Append adds a record at the end.
func (l *List[T]) Append(x T) {
	k := len(l.chunks) - 1
	if k < l.first || len(l.chunks[k].mem) == cap(l.chunks[k].mem) {
		k = l.grow()
	}
	c := &l.chunks[k]
	c.mem = append(c.mem, x)
	l.n++
}

// grow adds a chunk and returns its number. The first ones are small: there may
// be many lists.
func (l *List[T]) grow() int {
	n := 16
	if k := len(l.chunks) - 1; k >= l.first {
		n = 4 * cap(l.chunks[k].mem)
	} else if k >= 0 {
		n = l.chunks[k].n
	}
	n = max(min(n, chunkBytes/l.size), 1)
	l.space.take(l, n*l.size) // may unload what there is
	l.chunks = append(l.chunks, chunk[T]{mem: make([]T, 0, n)})
	return len(l.chunks) - 1
}

// unload writes the chunks in memory to the file.
func (l *List[T]) unload() {
	kept := l.chunks[:l.first]
	for _, c := range l.chunks[l.first:] {
		l.space.give(cap(c.mem) * l.size)
		at := l.space.write(bytesOf(c.mem))
		if k := len(kept) - 1; k >= 0 && kept[k].at+int64(kept[k].n*l.size) == at {
			kept[k].n += len(c.mem)
			continue
		}
		kept = append(kept, chunk[T]{at: at, n: len(c.mem)})
	}
	clear(l.chunks[len(kept):])
	l.chunks, l.first = kept, len(kept)
	delete(l.space.held, l)
}

// Free gives the memory of the list back. Its records are gone.
func (l *List[T]) Free() {
	for _, c := range l.chunks[l.first:] {
		l.space.give(cap(c.mem) * l.size)
	}
	delete(l.space.held, l)
	l.chunks, l.first, l.n = nil, 0, 0
}

// Read returns a reader of the records there are now, from the first.
func (l *List[T]) Read() *Reader[T] {
	return &Reader[T]{space: l.space, size: l.size, chunks: slices.Clone(l.chunks), bytes: chunkBytes}
}

// All yields the records.
func (l *List[T]) All() func(yield func(*T) bool) { return l.Read().All() }

// A Reader reads records one after the other.
type Reader[T any] struct {
	space  *Space
	size   int
	bytes  int // that are read at a time
	chunks []chunk[T]
	part   []T // of the first chunk, that was read
	i      int // next of part
	buf    []T

	merge *merger[T] // of a Sorter; nil for one run
}

// Next returns the next record, nil at the end. It is valid until the next call.
func (r *Reader[T]) Next() *T {
	if r.i < len(r.part) {
		x := &r.part[r.i]
		r.i++
		return x
	}
	if r.merge != nil {
		return r.merge.next()
	}
	return r.fill()
}

// fill reads more records and returns the first.
func (r *Reader[T]) fill() *T {
	for len(r.chunks) > 0 {
		c := &r.chunks[0]
		if c.n == 0 && len(c.mem) == 0 {
			r.chunks = r.chunks[1:]
			continue
		}
		if c.mem != nil {
			r.part, r.i = c.mem, 1
			c.mem, c.n = nil, 0
			return &r.part[0]
		}
		n := max(min(r.bytes/r.size, c.n), 1)
		if cap(r.buf) < n {
			r.buf = make([]T, n)
		}
		r.part = r.buf[:n]
		if !r.space.read(bytesOf(r.part), c.at) {
			break
		}
		c.at += int64(n * r.size)
		c.n -= n
		r.i = 1
		return &r.part[0]
	}
	r.part, r.i, r.chunks = nil, 0, nil
	return nil
}

// All yields the records that are left.
func (r *Reader[T]) All() func(yield func(*T) bool) {
	return func(yield func(*T) bool) {
		for x := r.Next(); x != nil && yield(x); x = r.Next() {
		}
	}
}
