package lu

import (
	"slices"
	"unsafe"

	"github.com/nrkit/nrkit/sparsity"
)

const (
	maxSmall = 1024 // elements that the array of a small program has
	maxBytes = 256  // elements that bytes can address

	// maxSmallSteps is the most updates of a program with bytes, and maxSmallShare with
	// larger indices the most for each entry of L and U: in dense matrices, columns take
	// less time than lists.
	maxSmallSteps = 4096
	maxSmallShare = 3
)

// A program is a small of either size.
type program interface {
	refactor(values []float64, rescale bool, tol float64) (bad int, pivot, largest float64)
	solveInto(dst, b []float64)
	hold(f *Factors[float64])
	copyTo(f *Factors[float64])
	scales() []float64
	spread()
	grown() growth
}

// An index is a place in the arrays of a small.
type index interface{ uint8 | uint16 }

// place returns an index of an array with maxSmall elements. Bytes are such indices, and
// others are masked.
func place[I index](i I) int {
	if ^I(0) == maxBytes-1 {
		return int(i)
	}
	return int(i) & (maxSmall - 1)
}

// at returns the number with index i, which is below maxSmall. In loops over lists, this takes
// one instruction less for each index than place.
func at[I index](w *[maxSmall]float64, i I) *float64 {
	return (*float64)(unsafe.Add(unsafe.Pointer(w), uintptr(i)*unsafe.Sizeof(w[0])))
}

// A small is a Solver's work for a matrix so small that the beginnings and ends
// of loops over columns would take longer than the arithmetic: all values lie
// in one array, and elimination and substitution are lists of what to subtract
// from what. No index can be out of range, so that none is checked: see place and at.
//
// Rows and columns are numbered in pivot order. Column k of w has the pivot,
// or its reciprocal when it is factorised, and then the entries of L; U and Off
// lie behind all columns. The entries of all three are in the order of the
// factors they were taken from.
type small[I index] struct {
	w       [maxSmall]float64
	y       [maxSmall]float64 // solution
	recip   [maxSmall]float64 // reciprocals of the row scales
	scale   [maxSmall]float64 // the same for each entry of the matrix
	largest [maxSmall]uint64  // bits of the size of the largest entry of each row

	one I // place of the number 1 in w, the last that an index can have

	n, used, u, off int        // order; entries of w; where U and Off start
	to, row         []I        // of each entry of the matrix: its place in w and its row
	again           []again[I] // entries that are not the first in their place
	fill            []I        // places in w that no entry goes to
	alone           []smallAlone[I]
	columns         []smallColumn[I] // the other columns in the order of elimination
	updates         []update[I]      // of all columns, one after the other
	empty           []empty[I]

	in    []I // of each row, its number
	out   []I // of each column, its number
	steps []smallStep[I]

	// The products of all steps, one after the other. There are fewer than places, because
	// solveInto ends with a pointer behind the last.
	subtract [maxSmall]product[I]
}

// An again is an entry of the matrix that is not the first in its place in w.
type again[I index] struct{ entry, to, row I }

// An update is w[to] -= w[a]·w[b].
type update[I index] struct{ to, a, b I }

// A smallColumn is a column with updates or with entries of L: how many updates come before
// it is divided, its pivot, and its entries of L, which are part of w.
type smallColumn[I index] struct {
	l        []float64
	updates  int32
	pivot, k I
}

// A smallAlone is another column.
type smallAlone[I index] struct{ pivot, k I }

// An empty is an entry of U in a row whose column of L has no entries, and the
// column it is in.
type empty[I index] struct{ at, col I }

// newSmall returns the program for the structure of f and matrices with pattern a, or nil
// where it would be too large.
func newSmall(f *Factors[float64], a *sparsity.Pattern) program {
	lu := f.L.Pattern.NNZ() + f.U.Pattern.NNZ()
	used := f.N() + lu + f.Off.Pattern.NNZ()
	switch updates := f.Stats.Flops / 2; {
	case used < maxBytes-1 && a.NNZ() <= maxBytes && updates <= maxSmallSteps:
		return buildSmall[uint8](f, a, maxBytes-1)
	case used < maxSmall-1 && a.NNZ() <= maxSmall && updates <= maxSmallShare*float64(lu):
		return buildSmall[uint16](f, a, maxSmall-1)
	}
	return nil
}

// buildSmall makes a program with the number 1 in place one.
func buildSmall[I index](f *Factors[float64], a *sparsity.Pattern, one I) *small[I] {
	n, l, u, off := f.N(), f.L.Pattern.NNZ(), f.U.Pattern.NNZ(), f.Off.Pattern.NNZ()
	m := &small[I]{n: n, u: n + l, off: n + l + u, used: n + l + u + off, one: one}
	m.w[one] = 1
	m.to, m.row = make([]I, a.NNZ()), make([]I, a.NNZ())
	b := &smallBuilder[I]{small: m, f: f, a: a, inv: f.Row.Inverse()}
	for k := range n {
		b.column(k)
	}
	for at := range m.used {
		if !b.met[at] {
			m.fill = append(m.fill, I(at))
		}
	}
	m.in, m.out = make([]I, n), make([]I, n)
	for k, j := range f.Col {
		m.in[f.Row[k]], m.out[j] = I(k), I(k)
	}
	for i := len(f.BlockPtr) - 1; i > 0; i-- {
		b.substitution(int(f.BlockPtr[i-1]), int(f.BlockPtr[i]))
	}
	b.queueColumns()
	b.queueSteps()
	// Loops end with pointers behind the last update and the last step, which stay inside the arrays.
	m.updates = append(m.updates, update[I]{})[:len(m.updates)]
	m.steps = append(m.steps, smallStep[I]{})[:len(m.steps)]
	return m
}

// smallBuilder makes a small.
type smallBuilder[I index] struct {
	*small[I]
	f   *Factors[float64]
	a   *sparsity.Pattern
	inv sparsity.Inverse

	place [maxSmall]int // of each row of the column at work in w, or the column's number below 0
	met   [maxSmall]bool
	queue []queued[I]
	tasks []task[I]
}

// start returns where column k is in w.
func (b *smallBuilder[I]) start(k int) int { return k + int(b.f.L.Pattern.ColPtr[k]) }

// column adds column k: its loads, its updates and its division.
func (b *smallBuilder[I]) column(k int) {
	l, u := b.f.L.Pattern, b.f.U.Pattern
	for i := range b.place[:b.n] {
		b.place[i] = none
	}
	at := b.start(k)
	b.place[k] = at
	for p, i := range l.Col(k) {
		b.place[i] = at + 1 + p
	}
	for p, i := range u.Col(k) {
		b.place[i] = b.u + int(u.ColPtr[k]) + p
	}
	b.load(k)
	var c queued[I]
	for _, j := range u.Col(k) {
		from := b.start(int(j)) + 1
		for p, i := range l.Col(int(j)) {
			if b.place[i] < 0 {
				panic(errOther)
			}
			c.list = append(c.list, update[I]{I(b.place[i]), I(from + p), I(b.place[j])})
		}
		if len(l.Col(int(j))) == 0 {
			b.empty = append(b.empty, empty[I]{I(b.place[j]), I(k)})
		}
	}
	c.l, c.pivot, c.k = b.w[at+1:][:len(l.Col(k))], I(at), I(k)
	if c.updates = int32(len(c.list)); len(c.list)+len(c.l) > 0 {
		b.queue = append(b.queue, c)
	} else {
		b.alone = append(b.alone, smallAlone[I]{I(at), I(k)})
	}
}

// load adds the entries of the matrix in column k.
func (b *smallBuilder[I]) load(k int) {
	j, above := b.f.Col[k], b.off+int(b.f.Off.Pattern.ColPtr[k])
	first := b.f.BlockPtr[b.f.blockOf(k)]
	for q := b.a.ColPtr[j]; q < b.a.ColPtr[j+1]; q++ {
		i := b.inv[b.a.RowIdx[q]]
		to := b.place[i]
		if i < first {
			to = above
			above++
		}
		if to < 0 {
			panic(errOther)
		}
		if b.met[to] { // the load goes to a place that is not used, and what adds to the first follows
			b.again = append(b.again, again[I]{I(q), I(to), I(i)})
			to = b.used
		}
		b.met[to] = true
		b.to[q], b.row[q] = I(to), I(i)
	}
	if above != b.off+int(b.f.Off.Pattern.ColPtr[k+1]) {
		panic(errOther)
	}
}

// substitution adds the block first ≤ k < last to what solves: by rows, so that
// a row is one sum, L with what is above the blocks and then U.
func (b *smallBuilder[I]) substitution(first, last int) {
	l, u, off := b.f.L.Pattern, b.f.U.Pattern, b.f.Off.Pattern
	below := b.rows(first, last, off, func(int) int { return b.off }, 0, b.n)
	reverse(below)
	for i, list := range b.rows(first, last, l, func(k int) int { return k + 1 }, first, last) {
		below[i] = append(below[i], list...)
	}
	above := b.rows(first, last, u, func(int) int { return b.u }, first, last)
	reverse(above)
	if last == first+1 {
		b.step(first, below[0], b.start(first))
		return
	}
	for k := first; k < last; k++ {
		if list := below[k-first]; len(list) > 0 {
			b.step(k, list, int(b.one))
		}
	}
	for k := last - 1; k >= first; k-- {
		b.step(k, above[k-first], b.start(k))
	}
}

// reverse puts the products of elements that are computed last at the end of each row: then
// the others are subtracted before these elements are there.
func reverse[T any](rows [][]T) {
	for _, list := range rows {
		slices.Reverse(list)
	}
}

// rows returns the entries of p in the rows first ≤ i < last and the columns from ≤ k < to.
// Entry q of column k is in place shift(k)+q of w.
func (b *smallBuilder[I]) rows(first, last int, p *sparsity.Pattern, shift func(k int) int, from, to int) [][]product[I] {
	lists := make([][]product[I], last-first)
	for k := from; k < to; k++ {
		for q := p.ColPtr[k]; q < p.ColPtr[k+1]; q++ {
			if i := int(p.RowIdx[q]); i >= first && i < last {
				lists[i-first] = append(lists[i-first], product[I]{I(shift(k) + int(q)), I(k)})
			}
		}
	}
	return lists
}

// scales returns the reciprocals of the row scales.
func (m *small[I]) scales() []float64 { return m.recip[:m.n] }

// hold copies the values of f to w.
func (m *small[I]) hold(f *Factors[float64]) {
	copy(m.w[m.u:], f.U.Values)
	copy(m.w[m.off:], f.Off.Values)
	for _, c := range m.alone {
		m.w[c.pivot] = 1 / f.Diag[c.k]
	}
	for _, c := range m.columns {
		m.w[c.pivot] = 1 / f.Diag[c.k]
		copy(c.l, f.L.Values[f.L.Pattern.ColPtr[c.k]:])
	}
}

// copyTo copies the values in w, and the pivots, to f.
func (m *small[I]) copyTo(f *Factors[float64]) {
	copy(f.U.Values, m.w[m.u:])
	copy(f.Off.Values, m.w[m.off:])
	for _, c := range m.alone {
		f.Diag[c.k] = 1 / m.w[c.pivot]
	}
	for _, c := range m.columns {
		f.Diag[c.k] = 1 / m.w[c.pivot]
		copy(f.L.Values[f.L.Pattern.ColPtr[c.k]:], c.l)
	}
}
