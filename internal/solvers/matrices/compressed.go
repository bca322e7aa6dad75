package matrices

import (
	"sort"

	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// A line is a column, or a row of a matrix that is stored by rows: indices from 0
// and values.
type line struct {
	index  []int64
	re, im []float64 // nil while only indices are read
}

// Len, Less and Swap sort by index.
func (l *line) Len() int           { return len(l.index) }
func (l *line) Less(a, b int) bool { return l.index[a] < l.index[b] }
func (l *line) Swap(a, b int) {
	l.index[a], l.index[b] = l.index[b], l.index[a]
	if l.re != nil {
		l.re[a], l.re[b] = l.re[b], l.re[a]
		l.im[a], l.im[b] = l.im[b], l.im[a]
	}
}

// A walk goes through a compressed matrix line by line.
type walk struct {
	m       *raw
	ap, ai  integers
	values  *values // nil: indices alone
	k, from int64   // next line, and its first entry
	line    line
	ignored int64 // entries outside of the triangle that counts
	summed  int64 // entries at a position that was listed before
}

// walk begins to go through m.
func (m *raw) walk(withValues bool) (*walk, error) {
	w := &walk{m: m, ap: m.integers(sectionAP), ai: m.integers(sectionAI)}
	if withValues {
		w.values = m.values()
		w.line.re, w.line.im = []float64{}, []float64{}
	}
	first, err := w.ap.next()
	if err == nil && first != m.base {
		err = fault(m.at[sectionAP], "want %d as the first pointer, got %d", m.base, first)
	}
	return w, err
}

// next reads the next line into w.line: sorted, without duplicates, and only what is
// in the triangle that counts.
func (w *walk) next() error {
	m, at := w.m, w.ap.offset()
	to, err := w.ap.next()
	if err != nil {
		return err
	}
	to -= m.base
	if to < w.from || to > m.NNZ {
		return fault(at, "want a pointer from %d to %d, got %d", w.from+m.base, m.NNZ+m.base, to+m.base)
	}
	if w.k++; w.k == m.major() && to != m.NNZ {
		return fault(at, "want %d as the last pointer, got %d", m.NNZ+m.base, to+m.base)
	}
	ascending := true
	l := &w.line
	l.index, l.re, l.im = l.index[:0], l.re[:0], l.im[:0]
	for ; w.from < to; w.from++ {
		if err := w.entry(); err != nil {
			return err
		}
		if n := len(l.index); n > 1 && l.index[n-2] >= l.index[n-1] {
			ascending = false
		}
	}
	if !ascending {
		sort.Stable(l)
		w.sum()
	}
	return nil
}

// entry reads an entry.
func (w *walk) entry() error {
	m, at := w.m, w.ai.offset()
	i, err := w.ai.next()
	if err != nil {
		return err
	}
	if i -= m.base; i < 0 || i >= m.minor() {
		return fault(at, "want an index from %d to %d, got %d", m.base, m.minor()-1+m.base, i+m.base)
	}
	var re, im float64
	if w.values != nil {
		if re, im, err = w.values.next(); err != nil {
			return err
		}
	}
	if row, col := m.position(w.k-1, i); m.outside(row, col) {
		w.ignored++
		return nil
	}
	w.line.index = append(w.line.index, i)
	if w.values != nil {
		w.line.re, w.line.im = append(w.line.re, re), append(w.line.im, im)
	}
	return nil
}

// sum adds up the entries at the same position, in the order of the file.
func (w *walk) sum() {
	l, n := &w.line, 0
	for k := range l.index {
		switch {
		case n > 0 && l.index[n-1] == l.index[k]:
			w.summed++
			if w.values != nil {
				l.re[n-1] += l.re[k]
				l.im[n-1] += l.im[k]
			}
			continue
		case w.values != nil:
			l.re[n], l.im[n] = l.re[k], l.im[k]
		}
		l.index[n] = l.index[k]
		n++
	}
	l.index = l.index[:n]
	if w.values != nil {
		l.re, l.im = l.re[:n], l.im[:n]
	}
}

// position returns row and column of index i in line k.
func (m *raw) position(k, i int64) (row, col int64) {
	if m.rows {
		return k, i
	}
	return i, k
}

// outside reports whether the solver does not look at a position.
func (m *raw) outside(row, col int64) bool {
	switch m.symmetry {
	case lowerOnly, hermitLower:
		return row < col
	case upperOnly, hermitUpper:
		return row > col
	}
	return false
}

// symmetryWord returns the symmetry of the Matrix Market file.
func (m *raw) symmetryWord() string {
	switch m.symmetry {
	case lowerOnly, upperOnly, eitherOne:
		return "symmetric"
	case hermitLower, hermitUpper:
		if m.complex() {
			return "hermitian"
		}
		return "symmetric"
	}
	return "general"
}

// put writes an entry, below the diagonal where the file has one triangle.
func (m *raw) put(out *sparseio.MarketWriter, row, col int64, re, im float64) {
	if row < col && m.symmetryWord() != "general" {
		row, col = col, row
		if m.symmetryWord() == "hermitian" {
			im = -im
		}
	}
	out.Entry(row, col, re, im)
}

// compressed writes a matrix in compressed storage. It reads the file twice: the
// head of a Matrix Market file has the number of entries.
func (m *raw) compressed(begin beginner) (counts, error) {
	first, err := m.walk(false)
	var entries int64
	for k := int64(0); k < m.major() && err == nil; k++ {
		if err = first.next(); err == nil {
			entries += int64(len(first.line.index))
		}
	}
	if err != nil {
		return counts{}, err
	}
	if m.major() == 0 && m.NNZ > 0 {
		return counts{}, fault(8*14, "want no entries in a matrix without columns, got %d", m.NNZ)
	}
	n := counts{entries: entries, summed: first.summed, ignored: first.ignored}
	out := begin(n)
	second, err := m.walk(true)
	for k := int64(0); k < m.major() && err == nil; k++ {
		if err = second.next(); err != nil {
			break
		}
		l := &second.line
		for e, i := range l.index {
			row, col := m.position(k, i)
			m.put(out, row, col, l.re[e], l.im[e])
		}
	}
	if err != nil {
		return n, err
	}
	return n, out.Close()
}
