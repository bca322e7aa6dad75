package decimal

import (
	"math"
	"strconv"
)

// long returns the value of a number with more digits than a uint64 holds.
// Body is its text without the sign, text with it.
func (d *parts) long(body, text []byte) (float64, int) {
	exponent := d.exponent // of the last digit
	mantissa, kept, dropped := uint64(0), 0, 0
	exact := true
	for _, c := range body {
		if c == '.' {
			continue
		}
		if c -= '0'; c > 9 {
			break
		}
		switch {
		case kept == maxDigits:
			dropped++
			exact = exact && c == 0
		case kept > 0 || c > 0:
			mantissa = 10*mantissa + uint64(c)
			kept++
		}
	}
	low := parts{mantissa, exponent + dropped, d.negative}
	v := low.float()
	if exact {
		return v, len(text)
	}
	high := parts{mantissa + 1, exponent + dropped, d.negative}
	if v != high.float() {
		v = viaStrconv(text)
	}
	return v, len(text)
}

// viaStrconv parses a number whose form is known to be right.
func viaStrconv(text []byte) float64 {
	b := make([]byte, 0, len(text)+1)
	for i, c := range text {
		switch {
		case c|0x20 == 'e' || c|0x20 == 'd':
			c = 'e'
		case i > 0 && (c == '+' || c == '-') && b[len(b)-1] != 'e':
			b = append(b, 'e')
		}
		b = append(b, c)
	}
	v, _ := strconv.ParseFloat(string(b), 64) // out of range: the ±Inf wanted
	return v
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
