package prediction

import "math"

// The functions below use only operations that every processor rounds alike, so that a
// prediction has the same digits everywhere. Those of package math have assembly on
// some processors, whose last bit differs. A conversion to float64 keeps a product from
// being fused with the sum around it.

// logarithm returns the natural logarithm of a positive finite x, to a few units of the
// last place. It is the series of the inverse hyperbolic tangent [1, 4.6.22], whose
// argument is at most 0.172: the next term is below 1e-19.
//
// [1] NIST Digital Library of Mathematical Functions
func logarithm(x float64) float64 {
	f, e := math.Frexp(x)
	if f < math.Sqrt2/2 {
		f, e = 2*f, e-1
	}
	s := (f - 1) / (f + 1)
	z := s * s
	sum := 0.0
	for k := 23.0; k >= 1; k -= 2 {
		sum = float64(sum*z) + 1/k
	}
	return float64(2*s*sum) + float64(float64(e)*math.Ln2)
}

// exponential returns e to the power of x, whose absolute value is at most 700, to a
// few units of the last place. It is the exponential series of what multiples of ln 2
// leave, at most 0.35: the next term is below 1e-19.
func exponential(x float64) float64 {
	n := math.Round(x / math.Ln2)
	r := x - float64(n*math.Ln2)
	sum := 1.0
	for k := 15.0; k >= 1; k-- {
		sum = float64(sum*r)/k + 1
	}
	return math.Ldexp(sum, int(n))
}
