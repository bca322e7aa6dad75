package lu

import (
	"math"
	"slices"
)

// kind holds what differs between real and complex arithmetic beyond the
// operators. It is chosen once, so that inner loops do not ask for the type.
type kind[T Scalar] struct {
	wide   bool // the size of a finite value may overflow
	abs    func(v T) float64
	search func(v []T, at int) (best int, largest, size float64)
	divide func(v []T, d T)
	maxRow func(v []T, rows []int32, largest []T) (bad int)
}

// kindOf returns the functions for T.
func kindOf[T Scalar]() kind[T] {
	var k any
	var v T
	switch any(v).(type) {
	case float64:
		k = kind[float64]{false, math.Abs, searchReal, divideReal, maxRowReal}
	case complex128:
		k = kind[complex128]{true, modulus, searchComplex, divideComplex, maxRowComplex}
	}
	return k.(kind[T])
}

// modulus returns the absolute value of v without overflow or underflow on the way.
func modulus(v complex128) float64 { return math.Hypot(real(v), imag(v)) }

// searchReal returns the place and the size of the largest element of v, the
// first where several are equal, and the size of element at, which is 0 if at is the constant none. A
// NaN is larger than all.
func searchReal(v []float64, at int) (best int, largest, size float64) {
	best, largest = none, -1
	for p, x := range v {
		x = math.Abs(x)
		if !(x <= largest) {
			if x != x {
				return p, x, x
			}
			best, largest = p, x
		}
	}
	if at >= 0 {
		size = math.Abs(v[at])
	}
	return best, largest, size
}

// searchComplex is searchReal for complex values.
func searchComplex(v []complex128, at int) (best int, largest, size float64) {
	best, largest = none, -1
	for p, x := range v {
		x := modulus(x)
		if !(x <= largest) {
			if x != x {
				return p, x, x
			}
			best, largest = p, x
		}
	}
	if at >= 0 {
		size = modulus(v[at])
	}
	return best, largest, size
}

// divideReal divides each element of v by d.
func divideReal(v []float64, d float64) {
	for p := range v {
		v[p] /= d
	}
}

// divideComplex divides each element of v by d, by the formula of R. L. Smith,
// CACM 5(8):435, 1962, what depends on d alone computed once.
func divideComplex(v []complex128, d complex128) {
	re, im := real(d), imag(d)
	if max(math.Abs(re), math.Abs(im)) > 0x1p960 { // sums of two would overflow
		re, im = re*0x1p-64, im*0x1p-64
		for p := range v {
			v[p] *= 0x1p-64
		}
	}
	if math.Abs(re) >= math.Abs(im) {
		ratio := im / re
		scale := re + im*ratio
		for p, x := range v {
			v[p] = complex((real(x)+imag(x)*ratio)/scale, (imag(x)-real(x)*ratio)/scale)
		}
		return
	}
	ratio := re / im
	scale := re*ratio + im
	for p, x := range v {
		v[p] = complex((real(x)*ratio+imag(x))/scale, (imag(x)*ratio-real(x))/scale)
	}
}

// maxRowReal raises largest[rows[p]] to the size of v[p] for all p, when
// largest is not nil. It returns the first p whose value is not finite, or
// none.
func maxRowReal(v []float64, rows []int32, largest []float64) (bad int) {
	var most uint64 // of the bits of all sizes
	if largest == nil {
		for _, x := range v {
			most = max(most, math.Float64bits(x)&^signBit)
		}
	} else {
		for p, i := range rows[:len(v)] {
			x := math.Abs(v[p])
			most = max(most, math.Float64bits(x))
			largest[i] = max(largest[i], x)
		}
	}
	if most < infinity {
		return none
	}
	return slices.IndexFunc(v, func(x float64) bool { return x-x != 0 })
}

// maxRowComplex is maxRowReal for complex values. A value whose modulus
// overflows counts as not finite.
func maxRowComplex(v []complex128, rows []int32, largest []complex128) (bad int) {
	for p, z := range v {
		x := modulus(z)
		if !(x <= math.MaxFloat64) {
			return p
		}
		if largest != nil && x > real(largest[rows[p]]) {
			largest[rows[p]] = complex(x, 0)
		}
	}
	return none
}
