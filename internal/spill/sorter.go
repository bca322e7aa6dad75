package spill

import "slices"

// A Sorter takes records in any order. Of equal ones the first that was added
// comes first.
//
// Method: runs of as many records as there is room for are sorted and written;
// a reader merges those that overlap. Runs that follow one another are read one
// after the other.
type Sorter[T any] struct {
	space *Space
	size  int
	cmp   func(a, b T) int
	buf   []T // the last run
	mixed bool
	runs  []run[T]
	n     int64
}

// A run is records in order.
type run[T any] struct {
	chunk[T]
	first, last T
}

// NewSorter returns an empty Sorter.
func NewSorter[T any](s *Space, cmp func(a, b T) int) *Sorter[T] {
	return &Sorter[T]{space: s, size: sizeOf[T](), cmp: cmp}
}

// Len returns the number of records.
func (s *Sorter[T]) Len() int64 { return s.n }

// Add adds a record.
func (s *Sorter[T]) Add(x T) {
	k := len(s.buf)
	if k == cap(s.buf) {
		s.grow()
		k = len(s.buf)
	}
	if k > 0 && !s.mixed && s.cmp(s.buf[k-1], x) > 0 {
		s.mixed = true
	}
	s.buf = append(s.buf, x)
	s.n++
}

// grow makes room for twice as many records.
func (s *Sorter[T]) grow() {
	n := max(2*cap(s.buf), 64)
	more := (n - cap(s.buf)) * s.size
	s.space.take(s, more) // may unload the records there are
	if s.buf == nil {
		s.space.give(more)
		n = 64
		s.space.take(s, n*s.size)
	}
	buf := make([]T, len(s.buf), n)
	copy(buf, s.buf)
	s.buf = buf
}

// sort puts the last run in order.
func (s *Sorter[T]) sort() {
	if s.mixed {
		slices.SortStableFunc(s.buf, s.cmp)
		s.mixed = false
	}
}

// unload writes the last run to the file.
func (s *Sorter[T]) unload() {
	delete(s.space.held, s)
	n := len(s.buf)
	s.space.give(cap(s.buf) * s.size)
	if n > 0 {
		s.sort()
		r := run[T]{chunk: chunk[T]{at: s.space.write(bytesOf(s.buf)), n: n}, first: s.buf[0], last: s.buf[n-1]}
		if k := len(s.runs) - 1; k >= 0 && s.runs[k].at+int64(s.runs[k].n*s.size) == r.at && s.cmp(s.runs[k].last, r.first) <= 0 {
			s.runs[k].n += n
			s.runs[k].last = r.last
		} else {
			s.runs = append(s.runs, r)
		}
	}
	s.buf = nil
}

// Free gives the memory of the sorter back. Its records are gone.
func (s *Sorter[T]) Free() {
	delete(s.space.held, s)
	s.space.give(cap(s.buf) * s.size)
	s.buf, s.runs, s.n, s.mixed = nil, nil, 0, false
}

// mergeBytes is how much memory the runs of a merge have to be read into.
const mergeBytes = 8 << 20

// Read returns a reader of the records there are now, in order. No record may
// be added while it is used.
func (s *Sorter[T]) Read() *Reader[T] {
	s.sort()
	runs := slices.Clone(s.runs)
	if n := len(s.buf); n > 0 {
		runs = append(runs, run[T]{chunk[T]{mem: s.buf, n: n}, s.buf[0], s.buf[n-1]})
	}
	r := &Reader[T]{space: s.space, size: s.size, bytes: chunkBytes}
	for k := range runs {
		r.chunks = append(r.chunks, runs[k].chunk)
		if k > 0 && s.cmp(runs[k-1].last, runs[k].first) > 0 && r.merge == nil {
			r.merge = newMerger(s, runs)
		}
	}
	return r
}

// All yields the records in order.
func (s *Sorter[T]) All() func(yield func(*T) bool) { return s.Read().All() }

// A merger reads runs that overlap.
type merger[T any] struct {
	cmp     func(a, b T) int
	space   *Space
	size    int
	bytes   int
	waiting []numbered[T] // runs not begun, by their first record
	heap    []*cursor[T]  // those begun, the one with the next record first
	last    *cursor[T]    // whose record was given
}

type numbered[T any] struct {
	run[T]
	number int
}

// A cursor is a run that is read.
type cursor[T any] struct {
	Reader[T]
	number int
	head   *T
}

func newMerger[T any](s *Sorter[T], runs []run[T]) *merger[T] {
	m := &merger[T]{cmp: s.cmp, space: s.space, size: s.size, bytes: max(min(mergeBytes/len(runs), chunkBytes), 2<<10)}
	for k, r := range runs {
		m.waiting = append(m.waiting, numbered[T]{r, k})
	}
	slices.SortStableFunc(m.waiting, func(a, b numbered[T]) int { return s.cmp(a.first, b.first) })
	return m
}

// next returns the next record of all runs.
func (m *merger[T]) next() *T {
	if c := m.last; c != nil {
		m.last = nil
		if c.head = c.Next(); c.head == nil {
			k := len(m.heap) - 1
			m.heap[0] = m.heap[k]
			m.heap = m.heap[:k]
		}
		m.down()
	}
	for len(m.waiting) > 0 && (len(m.heap) == 0 || m.cmp(m.waiting[0].first, *m.heap[0].head) <= 0) {
		m.begin()
	}
	if len(m.heap) == 0 {
		return nil
	}
	m.last = m.heap[0]
	return m.last.head
}

// begin begins the run that waits first.
func (m *merger[T]) begin() {
	w := m.waiting[0]
	m.waiting = m.waiting[1:]
	c := &cursor[T]{Reader: Reader[T]{space: m.space, size: m.size, bytes: m.bytes, chunks: []chunk[T]{w.chunk}}, number: w.number}
	if c.head = c.Next(); c.head == nil {
		return // after an error
	}
	m.heap = append(m.heap, c)
	for k := len(m.heap) - 1; k > 0 && m.less(k, (k-1)/2); k = (k - 1) / 2 {
		m.heap[k], m.heap[(k-1)/2] = m.heap[(k-1)/2], m.heap[k]
	}
}

// less says whether the record of one cursor comes before that of another.
func (m *merger[T]) less(i, j int) bool {
	a, b := m.heap[i], m.heap[j]
	c := m.cmp(*a.head, *b.head)
	return c < 0 || c == 0 && a.number < b.number
}

// down moves the first cursor to its place.
func (m *merger[T]) down() {
	for k := 0; ; {
		least := k
		for _, kid := range [...]int{2*k + 1, 2*k + 2} {
			if kid < len(m.heap) && m.less(kid, least) {
				least = kid
			}
		}
		if least == k {
			return
		}
		m.heap[k], m.heap[least] = m.heap[least], m.heap[k]
		k = least
	}
}
