package circuit

import "math"

// Device equations take most of their time in exponentials. The functions here have
// tables, so that their chains of operations are about half as long as in package math;
// several in a row overlap in the processor.

const (
	expBits  = 7 // 2^expBits parts of a power of two
	expParts = 1 << expBits
	expSafe  = 700     // up to this size, all powers of two are normal numbers
	rounder  = 3 << 51 // numbers added to it lose their fraction, to the nearest integer

	// ln 2 over expParts; the first has so few bits that multiples are exact.
	ln2High = 0x1.62e42fefa0000p-8
	ln2Low  = 0x1.cf79abc9e3b39p-47
)

// expTable has the bits of 2^(i/expParts), less what the integer i adds to the exponent.
var expTable = func() (t [expParts]uint64) {
	for i := range t {
		t[i] = math.Float64bits(math.Exp2(float64(i)/expParts)) - uint64(i)<<(52-expBits)
	}
	return t
}()

// exp returns eˣ with an error of at most 2 ulps.
//
// Method: x = k·ln2/128 + r with an integer k, and a polynomial for e^r [1].
//
// [1] P. T. P. Tang, ACM TOMS 15(2):144–157, 1989.
func exp(x float64) float64 {
	if !(math.Abs(x) < expSafe) {
		return math.Exp(x)
	}
	shifted := x*(expParts/math.Ln2) + rounder
	bits := math.Float64bits(shifted)
	k := shifted - rounder
	r := (x - k*ln2High) - k*ln2Low
	r2 := r * r
	p := r + r2*((0.5+r*(1.0/6))+r2*(1.0/24+r*(1.0/120)))
	s := math.Float64frombits(expTable[bits%expParts] + bits<<(52-expBits))
	return s + s*p
}

const (
	logBits  = 7
	logParts = 1 << logBits
)

// A logPart is an interval of numbers between 1 and 2: the reciprocal of a number near its
// middle, and the logarithm of that number.
type logPart struct{ inverse, log float64 }

var logTable = func() (t [logParts]logPart) {
	for i := range t {
		inverse := 1 / (1 + (float64(i)+0.5)/logParts)
		t[i] = logPart{inverse, -math.Log(inverse)}
	}
	return t
}()

// logarithm returns ln x with an error of a few units of 2⁻⁵³ in ln x or in 1, whichever is
// larger: enough for an exponential of it, not for numbers near 1 by themselves.
//
// Method: x = 2^k·c·(1+r), where c is the middle of one of 128 intervals.
func logarithm(x float64) float64 {
	bits := math.Float64bits(x)
	if bits-1<<52 >= 0x7fe<<52 { // not a positive normal number
		return math.Log(x)
	}
	t := &logTable[bits>>(52-logBits)%logParts]
	k := float64(int(bits>>52) - 1023)
	r := math.Float64frombits(bits&(1<<52-1)|1023<<52)*t.inverse - 1
	r2 := r * r
	return k*math.Ln2 + (t.log + (r + r2*((-0.5+r*(1.0/3))+r2*((-0.25+r*0.2)+r2*(-1.0/6)))))
}

// A powerPart is a [logPart] whose logarithm is to the base 2, times expParts.
type powerPart struct{ inverse, log float64 }

var powerTable = func() (t [logParts]powerPart) {
	for i, p := range logTable {
		t[i] = powerPart{p.inverse, p.log * (expParts / math.Ln2)}
	}
	return t
}()

// power returns x^y with a relative error of a few units of 2⁻⁵³, times |y| and |ln x^y| where
// these are above 1.
//
// Method: the logarithm as in [logarithm], in units of which [exp] needs an integer and a
// fraction.
func power(x, y float64) float64 {
	bits := math.Float64bits(x)
	if bits-1<<52 >= 0x7fe<<52 { // not a positive normal number
		return math.Pow(x, y)
	}
	t := &powerTable[bits>>(52-logBits)%logParts]
	k := float64((int(bits>>52) - 1023) * expParts)
	r := math.Float64frombits(bits&(1<<52-1)|1023<<52)*t.inverse - 1
	r2 := r * r
	const unit = expParts / math.Ln2
	z := y * (k + (t.log + (r*unit + r2*((-unit/2+r*(unit/3))+r2*((-unit/4+r*(unit/5))+r2*(-unit/6))))))
	if !(math.Abs(z) < expSafe*unit) {
		return math.Pow(x, y)
	}
	shifted := z + rounder
	r = (z - (shifted - rounder)) * (1 / unit)
	r2 = r * r
	p := r + r2*((0.5+r*(1.0/6))+r2*(1.0/24+r*(1.0/120)))
	bits = math.Float64bits(shifted)
	s := math.Float64frombits(expTable[bits%expParts] + bits<<(52-expBits))
	return s + s*p
}
