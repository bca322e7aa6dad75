package lu

import (
	"math"
	"slices"

	"github.com/nrkit/nrkit/sparsity"
)

// maxSmall is the elements that the array of a small program has; one is not used.
const maxSmall = 256

// maxSmallSteps is the most updates it has.
const maxSmallSteps = 4096

// A small is a Solver's work for a matrix so small that the beginnings and ends
// of loops over columns would take longer than the arithmetic: all values lie
// in one array, and elimination and substitution are lists of what to subtract
// from what. Indices are bytes and arrays have 256 elements, so that no index can be out of
// range and none is checked.
//
// Rows and columns are numbered in pivot order. Column k of w has the pivot,
// or its reciprocal when it is factorised, and then the entries of L; U and Off
// lie behind all columns. The entries of all three are in the order of the
// factors they were taken from.
type small struct {
	w       [maxSmall]float64
	y       [maxSmall]float64 // solution
	recip   [maxSmall]float64 // reciprocals of the row scales
	largest [maxSmall]uint64  // bits of the size of the largest entry of each row

	n, used, u, off int        // order; entries of w; where U and Off start
	loads           []byteMove // of each entry of the matrix
	again           []again    // entries that are not the first in their place
	fill            []uint8    // places in w that no entry goes to
	columns         []smallColumn
	updates         []update // w[to] -= w[a]·w[b]
	empty           []empty

	row, col []uint8
	steps    []smallStep
	subtract []product
}

// A byteMove is where an entry of the matrix goes in w, and its row.
type byteMove struct{ to, row uint8 }

// An again is an entry of the matrix that is not the first in its place in w.
type again struct{ entry, to, row uint8 }

type update struct{ to, a, b uint8 }

// A smallColumn is the number of updates before the column is divided, the place of its pivot,
// and the number of entries of L, which follow it.
type smallColumn struct {
	updates int16
	at, len uint8
}

// An empty is an entry of U in a row whose column of L has no entries, and the
// column it is in.
type empty struct{ at, col uint8 }

// A smallStep is an element k of the solution, the number of products that are
// subtracted from it, and the place in w of what it is multiplied by then.
type smallStep struct{ k, subtract, at uint8 }

// A product is w[a]·y[b].
type product struct{ a, b uint8 }

// one is the place of the number 1 in w.
const one = maxSmall - 1

// newSmall returns the program for the structure of f and matrices with pattern a, or nil
// where it would be too large.
func newSmall(f *Factors[float64], a *sparsity.Pattern) *small {
	n, l, u, off := f.N(), f.L.Pattern.NNZ(), f.U.Pattern.NNZ(), f.Off.Pattern.NNZ()
	if n+l+u+off >= one || a.NNZ() > maxSmall || f.Stats.Flops > 2*maxSmallSteps {
		return nil
	}
	m := &small{n: n, u: n + l, off: n + l + u, used: n + l + u + off}
	m.w[one] = 1
	m.loads = make([]byteMove, a.NNZ())
	b := &smallBuilder{small: m, f: f, a: a, inv: f.Row.Inverse()}
	for k := range n {
		b.column(k)
	}
	for at := range m.used {
		if !b.met[at] {
			m.fill = append(m.fill, uint8(at))
		}
	}
	for k, j := range f.Col {
		m.row, m.col = append(m.row, uint8(f.Row[k])), append(m.col, uint8(j))
	}
	for i := len(f.BlockPtr) - 1; i > 0; i-- {
		b.substitution(int(f.BlockPtr[i-1]), int(f.BlockPtr[i]))
	}
	return m
}

// smallBuilder makes a small.
type smallBuilder struct {
	*small
	f   *Factors[float64]
	a   *sparsity.Pattern
	inv sparsity.Inverse

	place [maxSmall]int // of each row of the column at work in w, or the column's number below 0
	met   [maxSmall]bool
}

// start returns where column k is in w.
func (b *smallBuilder) start(k int) int { return k + int(b.f.L.Pattern.ColPtr[k]) }

// column adds column k: its loads, its updates and its division.
func (b *smallBuilder) column(k int) {
	l, u := b.f.L.Pattern, b.f.U.Pattern
	for i := range b.place {
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
	before := len(b.updates)
	for _, j := range u.Col(k) {
		from := b.start(int(j)) + 1
		for p, i := range l.Col(int(j)) {
			if b.place[i] < 0 {
				panic(errOther)
			}
			b.updates = append(b.updates, update{uint8(b.place[i]), uint8(from + p), uint8(b.place[j])})
		}
		if len(l.Col(int(j))) == 0 {
			b.empty = append(b.empty, empty{uint8(b.place[j]), uint8(k)})
		}
	}
	b.columns = append(b.columns, smallColumn{int16(len(b.updates) - before), uint8(at), uint8(len(l.Col(k)))})
}

// load adds the entries of the matrix in column k.
func (b *smallBuilder) load(k int) {
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
			b.again = append(b.again, again{uint8(q), uint8(to), uint8(i)})
			to = b.used
		}
		b.met[to] = true
		b.loads[q] = byteMove{uint8(to), uint8(i)}
	}
	if above != b.off+int(b.f.Off.Pattern.ColPtr[k+1]) {
		panic(errOther)
	}
}

// substitution adds the block first ≤ k < last to what solves: by rows, so that
// a row is one sum, L with what is above the blocks and then U.
func (b *smallBuilder) substitution(first, last int) {
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
			b.step(k, list, one)
		}
	}
	for k := last - 1; k >= first; k-- {
		b.step(k, above[k-first], b.start(k))
	}
}

// reverse puts the products of elements that are computed last at the end of each row: then
// the others are subtracted before these elements are there.
func reverse(rows [][]product) {
	for _, list := range rows {
		slices.Reverse(list)
	}
}

// rows returns the entries of p in the rows first ≤ i < last and the columns from ≤ k < to.
// Entry q of column k is in place shift(k)+q of w.
func (b *smallBuilder) rows(first, last int, p *sparsity.Pattern, shift func(k int) int, from, to int) [][]product {
	lists := make([][]product, last-first)
	for k := from; k < to; k++ {
		for q := p.ColPtr[k]; q < p.ColPtr[k+1]; q++ {
			if i := int(p.RowIdx[q]); i >= first && i < last {
				lists[i-first] = append(lists[i-first], product{uint8(shift(k) + int(q)), uint8(k)})
			}
		}
	}
	return lists
}

// step adds a step for element k.
func (b *smallBuilder) step(k int, list []product, at int) {
	b.steps = append(b.steps, smallStep{uint8(k), uint8(len(list)), uint8(at)})
	b.subtract = append(b.subtract, list...)
}

// hold copies the values of f to w.
func (m *small) hold(f *Factors[float64]) {
	copy(m.w[m.u:], f.U.Values)
	copy(m.w[m.off:], f.Off.Values)
	for k, c := range m.columns {
		m.w[c.at] = 1 / f.Diag[k]
		copy(m.w[int(c.at)+1:][:c.len], f.L.Values[f.L.Pattern.ColPtr[k]:])
	}
}

// copyTo copies the values in w, and the pivots, to f.
func (m *small) copyTo(f *Factors[float64]) {
	copy(f.U.Values, m.w[m.u:])
	copy(f.Off.Values, m.w[m.off:])
	for k, c := range m.columns {
		f.Diag[k] = 1 / m.w[c.at]
		copy(f.L.Values[f.L.Pattern.ColPtr[k]:], m.w[int(c.at)+1:][:c.len])
	}
}

// refactor is [Solver.Refactor]. It returns the first column whose pivot does not do,
// that pivot and the largest entry in its column on or below it; or none.
func (m *small) refactor(values []float64, rescale bool, tol float64) (bad int, pivot, largest float64) {
	loads := m.loads[:len(values)]
	if rescale && !m.rescale(values) {
		return 0, math.NaN(), 0
	}
	w := &m.w
	for _, at := range m.fill {
		w[at] = 0
	}
	for q, v := range values {
		to := loads[q]
		w[to.to] = v * m.recip[to.row]
	}
	for _, e := range m.again {
		w[e.to] += values[e.entry] * m.recip[e.row]
	}
	updates := m.updates
	for k := range m.columns {
		c := &m.columns[k]
		n := int(c.updates)
		for _, s := range updates[:n] {
			w[s.to] -= w[s.a] * w[s.b]
		}
		updates = updates[n:]
		pivot = w[c.at]
		inv := 1 / pivot
		w[c.at] = inv
		most := math.Float64bits(pivot) &^ signBit
		for p := range c.len {
			v := &w[c.at+1+p]
			most = max(most, math.Float64bits(*v)&^signBit)
			*v *= inv
		}
		largest = math.Float64frombits(most)
		if !(math.Abs(pivot) >= tol*largest) || most >= infinity || nonFinite(inv) != 0 {
			return k, pivot, largest
		}
	}
	return m.unseen(rescale)
}

// unseen looks for values that are not finite where no column shows them.
func (m *small) unseen(rescaled bool) (bad int, pivot, largest float64) {
	for _, e := range m.empty {
		if v := m.w[e.at]; nonFinite(v) != 0 {
			return int(e.col), v, 0
		}
	}
	if !rescaled {
		for _, v := range m.w[m.off:m.used] {
			if nonFinite(v) != 0 {
				return 0, v, 0
			}
		}
	}
	return none, 0, 0
}

// rescale finds the scale of each row. It reports whether all values are finite.
func (m *small) rescale(values []float64) bool {
	largest := &m.largest
	clear(largest[:m.n])
	loads := m.loads[:len(values)]
	for q, v := range values {
		size, i := math.Float64bits(v)&^signBit, loads[q].row
		if size > largest[i] {
			largest[i] = size
		}
	}
	for k, size := range largest[:m.n] {
		if size >= infinity {
			return false
		}
		r := 1.0
		if size != 0 {
			r = 1 / math.Float64frombits(size)
		}
		m.recip[k] = r
	}
	return true
}

// solveInto is [Solver.SolveInto].
func (m *small) solveInto(dst, b []float64) {
	y, w := &m.y, &m.w
	for k, i := range m.row {
		y[k&(maxSmall-1)] = b[i] * m.recip[k&(maxSmall-1)]
	}
	list := m.subtract
	for _, step := range m.steps {
		n, sum := int(step.subtract), y[step.k]
		for _, s := range list[:n] {
			sum -= w[s.a] * y[s.b]
		}
		list = list[n:]
		if step.at != one {
			sum *= w[step.at]
		}
		y[step.k] = sum
	}
	for k, j := range m.col {
		dst[j] = y[k&(maxSmall-1)]
	}
}
