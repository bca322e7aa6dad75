package decimal

import (
	"encoding/binary"
	"math"
	"math/bits"
)

//go:generate go run gen.go

// Parse returns the float64 nearest to the number that b begins with, ties to
// even, and the number of bytes that number takes; n is 0 when b begins with
// no number. What follows the number is the caller's to judge.
//
// The form is [+-] digits [. digits] [exponent], where digits may be missing
// on one side of the point, and the exponent is one of e E d D and an integer,
// or an integer with its sign; or [+-] inf, infinity or nan in any case. A
// number too large for a float64 is ±Inf, one too small ±0.
//
// Method: eight digits at a time in one 64-bit word, then one floating point
// operation where that is exact [1], else a product with a 128-bit power of
// five [2, 3]. Numbers of more than 19 digits are enclosed between two of 19;
// where these differ, strconv decides.
//
// Cost: O(n), some 10 ns for 17 digits.
//
// [1] W. D. Clinger, How to read floating point numbers accurately, PLDI 1990.
// [2] D. Lemire, Number parsing at a gigabyte per second, Software: Practice
// and Experience 51(8):1700–1727, 2021.
// [3] N. Mushtak and D. Lemire, Fast number parsing without fallback,
// Software: Practice and Experience 53(7):1467–1471, 2023.
func Parse(b []byte) (v float64, n int) {
	if len(b) < window {
		return parseAny(b)
	}
	negative := (uint64(b[0]^'-') - 1) >> 63 // 1 or 0; a branch on random signs is costly
	i := int(negative)
	w := word(b, i)
	whole := bits.TrailingZeros64(notDigits(w^asciiZeros)) / 8
	exponent := 0
	var m uint64
	count := whole
	if whole < 8 && b[i+whole] == '.' {
		// Without the point there are up to seven digits in the first word. A
		// word counts only behind a full one. Whether it does is hard to
		// predict, so words are parsed before that is known.
		before := uint64(1)<<(8*whole) - 1
		v1, n1 := Leading(w&before | w>>8&^before)
		v2, n2 := Leading(word(b, i+8))
		full := (n1 + 1) / 8 // of seven digits
		n2 &= -full
		m = v1*powersOfTen[n2&15] + v2&-uint64(full)
		count = n1 + n2
		if n2 == 8 {
			v3, n3 := Leading(word(b, i+16))
			m = m*powersOfTen[n3&15] + v3
			count += n3
		}
		exponent = whole - count
		i++
	} else {
		m, _ = Leading(w)
	}
	i += count
	if b[i] > ' ' {
		sign := b[i+1]
		e, width := Leading(word(b, i+2))
		if b[i]|0x20 != 'e' || sign != '-' && sign != '+' || width == 0 || width == 8 {
			return parseAny(b)
		}
		i += 2 + width
		less := (int(sign^'-') - 1) >> 31 // -1 or 0
		exponent += int(e) ^ less - less
	}
	if count == 0 || count > maxDigits && count-leadingZeros(b[negative:]) > maxDigits {
		return parseAny(b)
	}
	if count <= exactDigits {
		v = toFloat(m, exponent)
	} else {
		v = scale(m, exponent)
	}
	return math.Float64frombits(math.Float64bits(v) | negative<<63), i
}

// window is how many bytes Parse may look at without asking for more: a sign,
// three words, and an exponent of 10 bytes.
const window = 1 + 24 + 10

// leadingZeros returns how many zeros come before the first other digit.
func leadingZeros(b []byte) (n int) {
	for _, c := range b {
		switch c {
		case '0':
			n++
		case '.':
		default:
			return n
		}
	}
	return n
}

// parseAny is Parse for every form.
func parseAny(b []byte) (v float64, n int) {
	var d parts
	i := 0
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		d.negative = b[0] == '-'
		i = 1
	}
	start := i
	d.mantissa, i = digits(b, i, 0)
	count := i - start
	if i < len(b) && b[i] == '.' {
		point := i + 1
		d.mantissa, i = digits(b, point, d.mantissa)
		d.exponent = point - i
		count += i - point
	}
	if count == 0 {
		return special(b)
	}
	if i < len(b) && b[i] > ' ' {
		i = d.parseExponent(b, i)
	}
	if count > maxDigits {
		return d.long(b[start:i], b[:i])
	}
	return d.float(), i
}

// maxDigits is how many digits a uint64 holds whatever they are.
const maxDigits = 19

// parts is a number mantissa·10^exponent.
type parts struct {
	mantissa uint64
	exponent int
	negative bool
}

// digits appends the decimal digits of b from index i on to m and returns the
// index behind them. The result wraps around when it has too many digits.
func digits(b []byte, i int, m uint64) (uint64, int) {
	for len(b)-i >= 8 {
		v, n := Leading(word(b, i))
		if n < 8 {
			return m*powersOfTen[n&15] + v, i + n
		}
		m = m*1e8 + v
		i += 8
	}
	for i < len(b) && b[i]-'0' <= 9 {
		m = 10*m + uint64(b[i]-'0')
		i++
	}
	return m, i
}

// Leading returns the number that the digits at the begin of eight bytes of
// text make, and how many digits they are. The first byte of the text is the
// lowest of w.
func Leading(w uint64) (v uint64, n int) {
	w ^= asciiZeros
	n = 8
	if other := notDigits(w); other != 0 {
		t := bits.TrailingZeros64(other)
		n = t / 8
		w = w << (t ^ 63) << 8 // makes the missing digits leading zeros
	}
	w = w*10 + w>>8 // pairs, in the even bytes
	return (w&0x000000ff000000ff*(100+1000000<<32) + w>>16&0x000000ff000000ff*(1+10000<<32)) >> 32, n
}

// word returns the eight bytes of b from i on.
func word(b []byte, i int) uint64 {
	return binary.LittleEndian.Uint64(b[i : i+8 : i+8])
}

// notDigits returns a word with the high bit set in the first byte of w that
// is more than 9, and in none before.
func notDigits(w uint64) uint64 { return ((w + toHighBit) | w) & highBits }

// Constants for eight bytes at a time.
const (
	asciiZeros = 0x3030303030303030
	highBits   = 0x8080808080808080
	toHighBit  = 0x7676767676767676 // 0x80 - 10 in each byte: moves 10 and more to the high bit
)

// powersOfTen holds 10^n for the digits of one word; its length is that of the
// mask which keeps its index in range.
var powersOfTen = [16]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8}

// parseExponent adds the exponent at b[i:] to d, if there is one, and returns
// the index behind it.
func (d *parts) parseExponent(b []byte, i int) int {
	j := i
	letter := b[j] | 0x20
	if letter == 'e' || letter == 'd' {
		j++
	}
	if j == len(b) {
		return i
	}
	negative := b[j] == '-'
	if negative || b[j] == '+' {
		j++
	} else if j == i {
		return i
	}
	first, e := j, 0
	for ; j < len(b) && b[j]-'0' <= 9; j++ {
		if e < 1e6 { // far beyond any float64, and far from overflow
			e = 10*e + int(b[j]-'0')
		}
	}
	if j == first {
		return i
	}
	if negative {
		e = -e
	}
	d.exponent += e
	return j
}

// exactTens holds the powers of ten that a float64 represents exactly.
var exactTens = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10,
	1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// float returns the float64 nearest to d.
func (d *parts) float() float64 {
	v := toFloat(d.mantissa, d.exponent)
	if d.negative {
		return -v
	}
	return v
}

// exactDigits is how many digits a float64 holds whatever they are.
const exactDigits = 15

// toFloat returns the float64 nearest to m·10^e.
func toFloat(m uint64, e int) float64 {
	switch {
	case m>>53 != 0 || e < -22 || e > 22:
		return scale(m, e)
	case e < 0:
		return float64(m) / exactTens[-e]
	default:
		return float64(m) * exactTens[e]
	}
}

// Layout of a float64.
const (
	mantissaBits = 52
	exponentBias = 1023
	infExponent  = 0x7ff
)

// scale returns the float64 nearest to m·10^q.
//
// The product of m, shifted so that its high bit is set, and the leading bits
// of 5^q has enough correct bits to round correctly for every m and q [3];
// the low half of the power matters only where the bits below those that are
// kept are all ones.
func scale(m uint64, q int) float64 {
	if m == 0 || q < minExp10 {
		return 0
	}
	if q > maxExp10 {
		return math.Inf(1)
	}
	power := &powersOfFive[q-minExp10]
	shift := bits.LeadingZeros64(m)
	m <<= shift
	hi, lo := bits.Mul64(m, power[0])
	if const9 := uint64(1)<<9 - 1; hi&const9 == const9 {
		low, _ := bits.Mul64(m, power[1])
		var carry uint64
		lo, carry = bits.Add64(lo, low, 0)
		hi += carry
	}
	top := int(hi >> 63)
	// 54 bits: the result's 53 and one to round.
	mantissa := hi >> (top + 64 - mantissaBits - 3)
	// 217706/2^16 is log2(10); it gives ⌊log2 10^q⌋ exactly in this range.
	exponent := (217706*q)>>16 + 63 + top - shift + exponentBias
	if exponent <= 0 {
		return subnormal(mantissa, exponent)
	}
	// Half-way cases occur only where 5^q or 5^-q divides something of 64 bits.
	if lo <= 1 && q >= -4 && q <= 23 && mantissa&3 == 1 && mantissa<<(top+64-mantissaBits-3) == hi {
		mantissa &^= 1 // exactly between two, and the lower one is even
	}
	mantissa = (mantissa + mantissa&1) >> 1
	if mantissa == 2<<mantissaBits {
		mantissa = 1 << mantissaBits
		exponent++
	}
	if exponent >= infExponent {
		return math.Inf(1)
	}
	return math.Float64frombits(mantissa&^(1<<mantissaBits) | uint64(exponent)<<mantissaBits)
}

// subnormal rounds a mantissa of 54 bits whose exponent is not positive. There
// are no half-way cases: 5^q is far from the range in which they occur.
func subnormal(mantissa uint64, exponent int) float64 {
	mantissa >>= 1 - exponent
	mantissa = (mantissa + mantissa&1) >> 1
	return math.Float64frombits(mantissa) // a carry into the exponent is right
}
