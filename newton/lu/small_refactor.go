package lu

import (
	"math"
	"unsafe"
)

// refactor is [Solver.Refactor]. It returns the first column whose pivot does not do,
// that pivot and the largest entry in its column on or below it; or none.
func (m *small[I]) refactor(values []float64, rescale bool, tol float64) (bad int, pivot, largest float64) {
	if rescale && !m.rescale(values) {
		return 0, math.NaN(), 0
	}
	m.take(values)
	limit := math.Float64bits(1 / tol) // size of an entry of L at most
	if m.eliminate() > limit {
		m.take(values)
		if bad, pivot, largest = m.search(limit); bad >= 0 {
			return bad, pivot, largest
		}
	}
	return m.unseen(rescale)
}

// eliminate computes L and U, and returns the bits of the size of the largest entry of L; or
// the largest number there is, if a pivot is not [invertible]. It tests the sizes at the end,
// without a branch for each.
func (m *small[I]) eliminate() (most uint64) {
	w := &m.w
	worst := uint64(0) // largest of what invertible compares
	for _, c := range m.alone {
		pivot := at(w, c.pivot)
		inv := 1 / *pivot
		*pivot = inv
		worst = max(worst, math.Float64bits(inv)&^signBit-1)
	}
	next := unsafe.Pointer(unsafe.SliceData(m.updates))
	columns := m.columns
	for i := range columns {
		c := &columns[i]
		left := int(c.updates)
		for ; left > 3; left -= 4 {
			u := (*[4]update[I])(next)
			*at(w, u[0].to) -= *at(w, u[0].a) * *at(w, u[0].b)
			*at(w, u[1].to) -= *at(w, u[1].a) * *at(w, u[1].b)
			*at(w, u[2].to) -= *at(w, u[2].a) * *at(w, u[2].b)
			*at(w, u[3].to) -= *at(w, u[3].a) * *at(w, u[3].b)
			next = unsafe.Add(next, unsafe.Sizeof(*u))
		}
		if left&2 != 0 {
			u := (*[2]update[I])(next)
			*at(w, u[0].to) -= *at(w, u[0].a) * *at(w, u[0].b)
			*at(w, u[1].to) -= *at(w, u[1].a) * *at(w, u[1].b)
			next = unsafe.Add(next, unsafe.Sizeof(*u))
		}
		if left&1 != 0 {
			u := (*update[I])(next)
			*at(w, u.to) -= *at(w, u.a) * *at(w, u.b)
			next = unsafe.Add(next, unsafe.Sizeof(*u))
		}
		pivot := at(w, c.pivot)
		inv := 1 / *pivot
		*pivot = inv
		worst = max(worst, math.Float64bits(inv)&^signBit-1)
		l, left := unsafe.Pointer(unsafe.SliceData(c.l)), len(c.l)
		for ; left > 1; left -= 2 {
			v := (*[2]float64)(l)
			x, y := v[0]*inv, v[1]*inv
			v[0], v[1] = x, y
			most = max(most, math.Float64bits(x)&^signBit, math.Float64bits(y)&^signBit)
			l = unsafe.Add(l, unsafe.Sizeof(*v))
		}
		if left > 0 {
			v := (*float64)(l)
			x := *v * inv
			*v = x
			most = max(most, math.Float64bits(x)&^signBit)
		}
	}
	if worst >= infinity-1 {
		return math.MaxUint64
	}
	return most
}

// search is eliminate with a test of each pivot and entry. As refactor, it returns the first
// column, by its number, whose pivot does not do. Columns that such a column spoils have larger
// numbers.
func (m *small[I]) search(limit uint64) (bad int, pivot, largest float64) {
	w, updates := &m.w, m.updates
	bad, pivot = m.invertAlone()
	for i := range m.columns {
		c := &m.columns[i]
		for _, u := range updates[:c.updates] {
			w[place(u.to)] -= w[place(u.a)] * w[place(u.b)]
		}
		updates = updates[c.updates:]
		v := w[place(c.pivot)]
		inv := 1 / v
		w[place(c.pivot)] = inv
		good := invertible(inv)
		for _, x := range c.l {
			good = good && math.Float64bits(x*inv)&^signBit <= limit
		}
		if !good && (bad < 0 || int(c.k) < bad) {
			bad, pivot, largest = int(c.k), v, largestOf(c.l)
		}
		for p, x := range c.l {
			c.l[p] = x * inv
		}
	}
	return bad, pivot, largest
}

// invertible says whether inv is the reciprocal of a finite pivot, and finite itself.
func invertible(inv float64) bool { return math.Float64bits(inv)&^signBit-1 < infinity-1 }

// take copies the entries of the matrix to w.
func (m *small[I]) take(values []float64) {
	w, to := &m.w, m.to[:len(values)]
	for _, k := range m.fill {
		*at(w, k) = 0
	}
	four := len(values) &^ 3
	from, places := unsafe.Pointer(unsafe.SliceData(values)), unsafe.Pointer(unsafe.SliceData(to))
	for q := uintptr(0); q < uintptr(four); q += 4 { // without checks of indices
		v, k := (*[4]float64)(unsafe.Add(from, q*unsafe.Sizeof(values[0]))), (*[4]I)(unsafe.Add(places, q*unsafe.Sizeof(to[0])))
		s := (*[4]float64)(unsafe.Pointer(&m.scale[q&(maxSmall-1)]))
		*at(w, k[0]) = v[0] * s[0]
		*at(w, k[1]) = v[1] * s[1]
		*at(w, k[2]) = v[2] * s[2]
		*at(w, k[3]) = v[3] * s[3]
	}
	for q := four; q < len(values); q++ {
		*at(w, to[q]) = values[q] * m.scale[q]
	}
	for _, e := range m.again {
		*at(w, e.to) += values[e.entry] * *at(&m.recip, e.row)
	}
}

// spread gives each entry of the matrix the scale of its row.
func (m *small[I]) spread() {
	for q, k := range m.row {
		m.scale[q] = *at(&m.recip, k)
	}
}

// invertAlone inverts the pivots of columns without updates and entries of L. It returns the
// first that does not do, with its column; or none.
func (m *small[I]) invertAlone() (bad int, pivot float64) {
	for _, c := range m.alone {
		v := m.w[place(c.pivot)]
		inv := 1 / v
		m.w[place(c.pivot)] = inv
		if !invertible(inv) {
			return int(c.k), v
		}
	}
	return none, 0
}

// unseen looks for values that are not finite where no column shows them.
func (m *small[I]) unseen(rescaled bool) (bad int, pivot, largest float64) {
	most, w := uint64(0), &m.w // of the bits of sizes
	for _, e := range m.empty {
		most = max(most, math.Float64bits(*at(w, e.at))&^signBit)
	}
	if !rescaled {
		for _, v := range w[m.off:m.used] {
			most = max(most, math.Float64bits(v)&^signBit)
		}
	}
	if most < infinity {
		return none, 0, 0
	}
	for _, e := range m.empty {
		if v := w[place(e.at)]; nonFinite(v) != 0 {
			return int(e.col), v, 0
		}
	}
	return 0, math.NaN(), 0
}

// rescale finds the scale of each row. It reports whether all values are finite.
func (m *small[I]) rescale(values []float64) bool {
	largest := &m.largest
	clear(largest[:m.n])
	row := m.row[:len(values)]
	for q, v := range values {
		i := place(row[q])
		largest[i] = max(largest[i], math.Float64bits(v)&^signBit) // no branch, which the processor would guess wrong
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
	m.spread()
	return true
}
