package newton

import "math"

// history is the past of all charges and the formula that continues it.
type history struct {
	method  Method
	order   int
	q       [4][]float64 // charges of this step and the three before
	i       [2][]float64 // their derivatives, of this step and the one before
	past    []float64    // what the formula takes from the past: i = a0·q + past
	a0      float64
	delta   [4]float64 // this step and the three before
	checked int
}

func newHistory(charges, checked int, method Method) *history {
	h := &history{method: method, order: 1, checked: checked}
	for k := range h.q {
		h.q[k] = make([]float64, charges)
	}
	for k := range h.i {
		h.i[k] = make([]float64, charges)
	}
	h.past = make([]float64, charges)
	return h
}

// maxOrder is the highest order of the method.
func (h *history) maxOrder() int {
	if h.method == BackwardEuler {
		return 1
	}
	return 2
}

// still makes the formula that of an operating point: no charge moves.
func (h *history) still() {
	h.a0 = 0
	clear(h.past)
}

// rotate makes room for the next step: this one becomes the one before.
func (h *history) rotate() {
	h.q[0], h.q[1], h.q[2], h.q[3] = h.q[3], h.q[0], h.q[1], h.q[2]
	h.i[0], h.i[1] = h.i[1], h.i[0]
	h.delta[1], h.delta[2], h.delta[3] = h.delta[0], h.delta[1], h.delta[2]
}

// formula prepares a step of length dt with the current order.
//
//	order 1      i = (q0-q1)/h
//	trapezoidal  i = 2(q0-q1)/h - i1
//	Gear         backward difference of q0, q1, q2 on steps h and h1
func (h *history) formula(dt float64) {
	h.delta[0] = dt
	q1, q2, i1, past := h.q[1], h.q[2], h.i[1], h.past
	switch {
	case h.order == 1:
		h.a0 = 1 / dt
		for k, q := range q1 {
			past[k] = -h.a0 * q
		}
	case h.method == Trapezoidal:
		h.a0 = 2 / dt
		for k, q := range q1 {
			past[k] = -h.a0*q - i1[k]
		}
	default:
		r := dt / h.delta[1]
		h.a0 = (1 + 2*r) / (1 + r) / dt
		a1, a2 := -(1+r)/dt, r*r/(1+r)/dt
		for k, q := range q1 {
			past[k] = a1*q + a2*q2[k]
		}
	}
}

// differentiate computes the derivatives of the charges at this step.
func (h *history) differentiate() {
	past, i0 := h.past, h.i[0]
	for k, q := range h.q[0] {
		i0[k] = h.a0*q + past[k]
	}
}

// limit returns the longest step, of the current order, whose truncation error
// is within the tolerances: SPICE's estimate by divided differences of the
// charges [1, §4.3].
//
// The estimate is the least of all charges, and the root is monotonic, so that
// fractions are compared crosswise and one root is taken at the end.
//
// [1] L. W. Nagel, SPICE2, ERL-M520, Univ. of California, Berkeley, 1975.
func (h *history) limit(o *Options) float64 {
	c := h.differences()
	q0 := h.q[0][:h.checked]
	q1, q2, q3 := h.q[1][:len(q0)], h.q[2][:len(q0)], h.q[3][:len(q0)]
	i0, i1 := h.i[0][:len(q0)], h.i[1][:len(q0)]
	num, den := math.Inf(1), 1.0
	scale := o.RelTol / h.delta[0]
	factor := h.factor()
	abstol, reltol, chgtol := o.AbsTol, o.RelTol, o.ChgTol
	for k, q := range q0 {
		tol := abstol + reltol*larger(math.Abs(i0[k]), math.Abs(i1[k]))
		tol = larger(tol, scale*larger(larger(math.Abs(q), math.Abs(q1[k])), chgtol))
		d := larger(abstol, factor*math.Abs(c[0]*q+c[1]*q1[k]+c[2]*q2[k]+c[3]*q3[k]))
		if tol*den < num*d {
			num, den = tol, d
		}
	}
	limit := o.TrTol * num / den
	if h.order == 2 {
		limit = math.Sqrt(limit)
	}
	return limit
}

// larger is max for numbers that are not negative and not NaN. The bits of such numbers
// have their order, and the larger of two integers takes no branch.
func larger(a, b float64) float64 {
	return math.Float64frombits(max(math.Float64bits(a), math.Float64bits(b)))
}

// factor is the error constant of the formula.
func (h *history) factor() float64 {
	switch {
	case h.order == 1:
		return 0.5
	case h.method == Trapezoidal:
		return 1.0 / 12
	default:
		return 2.0 / 9
	}
}

// differences returns the weights of the charges in their divided difference of
// order one above that of the formula.
func (h *history) differences() (c [4]float64) {
	points := h.order + 2
	var t [4]float64
	for k := 1; k < points; k++ {
		t[k] = t[k-1] - h.delta[k-1]
	}
	for k := range points {
		c[k] = 1
		for j := range points {
			if j != k {
				c[k] /= t[k] - t[j]
			}
		}
	}
	return c
}

// fill makes the past of all charges what they are now: the start of a transient.
func (h *history) fill() {
	for k := 1; k < len(h.q); k++ {
		copy(h.q[k], h.q[0])
	}
	clear(h.i[0])
	clear(h.i[1])
}
