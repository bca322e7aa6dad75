package lu

import "unsafe"

// A smallStep is an element k of the solution, the number of products that are subtracted
// from it, and the place in w of what it is multiplied by then.
type smallStep[I index] struct{ k, subtract, at I }

// A product is w[a]·y[b].
type product[I index] struct{ a, b I }

// solveInto is [Solver.SolveInto].
func (m *small[I]) solveInto(dst, b []float64) {
	y, w, recip := &m.y, &m.w, &m.recip
	in := m.in[:len(b)]
	for i, v := range b {
		*at(y, in[i]) = v * *at(recip, in[i])
	}
	next := unsafe.Pointer(&m.subtract) // an index of a list with its check takes half of the time
	steps := unsafe.Pointer(unsafe.SliceData(m.steps))
	for range m.steps {
		step := (*smallStep[I])(steps)
		steps = unsafe.Add(steps, unsafe.Sizeof(*step))
		sum := *at(y, step.k)
		left := int(step.subtract)
		for ; left > 3; left -= 4 {
			s := (*[4]product[I])(next)
			sum -= *at(w, s[0].a) * *at(y, s[0].b)
			sum -= *at(w, s[1].a) * *at(y, s[1].b)
			sum -= *at(w, s[2].a) * *at(y, s[2].b)
			sum -= *at(w, s[3].a) * *at(y, s[3].b)
			next = unsafe.Add(next, unsafe.Sizeof(*s))
		}
		if left&2 != 0 {
			s := (*[2]product[I])(next)
			sum -= *at(w, s[0].a) * *at(y, s[0].b)
			sum -= *at(w, s[1].a) * *at(y, s[1].b)
			next = unsafe.Add(next, unsafe.Sizeof(*s))
		}
		if left&1 != 0 {
			s := (*product[I])(next)
			sum -= *at(w, s.a) * *at(y, s.b)
			next = unsafe.Add(next, unsafe.Sizeof(*s))
		}
		*at(y, step.k) = sum * *at(w, step.at)
	}
	out := m.out[:len(dst)]
	for j := range dst {
		dst[j] = *at(y, out[j])
	}
}
