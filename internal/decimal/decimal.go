package decimal

import (
	"math"
	"strconv"
)

// Parse returns the float64 nearest to the number that b begins with, ties to
// even, and the number of bytes that number takes; n is 0 when b begins with
// no number. What follows the number is the caller's to judge.
//
// The form is [+-] digits [. digits] [exponent], where digits may be missing
// on one side of the point, and the exponent is one of e E d D and an integer,
// or an integer with its sign; or [+-] inf, infinity or nan in any case. A
// number too large for a float64 is ±Inf, one too small ±0.
func Parse(b []byte) (v float64, n int) {
	return parseSlow(b)
}

// parseSlow is Parse by way of strconv, for every legal form.
func parseSlow(b []byte) (v float64, n int) {
	mant, exp := scan(b)
	if mant == 0 {
		return special(b)
	}
	text := append([]byte(nil), b[:mant]...)
	if exp > mant {
		e := b[mant:exp]
		if c := e[0] | 0x20; c == 'e' || c == 'd' {
			e = e[1:]
		}
		text = append(append(text, 'e'), e...)
	}
	v, _ = strconv.ParseFloat(string(text), 64) // out of range: the ±Inf wanted
	return v, exp
}

// scan returns the ends of the mantissa and of the exponent of the number
// that b begins with; mant is 0 when there is no number, and exp is mant when
// there is no exponent.
func scan(b []byte) (mant, exp int) {
	i := 0
	if i < len(b) && (b[i] == '+' || b[i] == '-') {
		i++
	}
	whole := digits(b[i:])
	i += whole
	fraction := 0
	if i < len(b) && b[i] == '.' {
		fraction = digits(b[i+1:])
		if whole+fraction > 0 {
			i += 1 + fraction
		}
	}
	if whole+fraction == 0 {
		return 0, 0
	}
	j := i
	if j < len(b) && (b[j]|0x20 == 'e' || b[j]|0x20 == 'd') {
		j++
	}
	signed := j < len(b) && (b[j] == '+' || b[j] == '-')
	if signed {
		j++
	} else if j == i {
		return i, i
	}
	d := digits(b[j:])
	if d == 0 {
		return i, i
	}
	return i, j + d
}

// digits returns how many digits b begins with.
func digits(b []byte) int {
	for i, c := range b {
		if c < '0' || c > '9' {
			return i
		}
	}
	return len(b)
}

// special parses infinities and NaN.
func special(b []byte) (v float64, n int) {
	i, sign := 0, 1
	if len(b) > 0 && (b[0] == '+' || b[0] == '-') {
		i = 1
		if b[0] == '-' {
			sign = -1
		}
	}
	switch {
	case fold(b[i:], "infinity"):
		return math.Inf(sign), i + len("infinity")
	case fold(b[i:], "inf"):
		return math.Inf(sign), i + len("inf")
	case fold(b[i:], "nan"):
		return math.NaN(), i + len("nan")
	}
	return 0, 0
}

// fold reports whether b begins with the lower-case word, in any case.
func fold(b []byte, word string) bool {
	if len(b) < len(word) {
		return false
	}
	for i := range len(word) {
		if b[i]|0x20 != word[i] {
			return false
		}
	}
	return true
}
