package netlist

import (
	"slices"
	"strconv"
	"strings"
)

// number reads a number as SPICE does: digits with an optional exponent (e or
// d), then an optional scale, then letters that name a unit and mean nothing:
// 1k, 1.5megohm, 10pF, 3mil. The micro sign is the scale u, and an ohm sign is a
// letter: 10µF, 1kΩ. It says whether all of s is such a number.
//
// A digit behind the letters, as in 2k7, makes s no number: ngspice reads 2000
// there, and no one means that.
func number(s string) (float64, bool) {
	n := mantissa(s)
	if n == 0 {
		return 0, false
	}
	for i := n; i < len(s); {
		k := unitLetter(s[i:])
		if k == 0 {
			return 0, false
		}
		i += k
	}
	return scaled(s[:n], s[n:])
}

// micro are the micro sign in UTF-8 and in Latin-1, and ohm are the signs of the unit.
// ngspice 39 reads the Greek letter of micro as no scale, so it is not among them.
var micro, ohm = []string{"\u00b5", "\xb5"}, []string{"\u03a9", "\u2126"}

// unitLetter returns the length of the letter that s starts with, 0 for none.
func unitLetter(s string) int {
	if c := s[0] | 0x20; 'a' <= c && c <= 'z' {
		return 1
	}
	for _, list := range [][]string{micro, ohm} {
		for _, sign := range list {
			if strings.HasPrefix(s, sign) {
				return len(sign)
			}
		}
	}
	return 0
}

// mantissa returns the length of the sign, digits and exponent in front of s,
// 0 if s does not start with a number.
func mantissa(s string) int {
	i := 0
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	n, digits := i, 0
	for ; n < len(s) && (isDigit(s[n]) || s[n] == '.'); n++ {
		if s[n] != '.' {
			digits++
		} else if dotIn(s[i:n]) {
			break
		}
	}
	if digits == 0 {
		return 0
	}
	if n < len(s) && (s[n]|0x20 == 'e' || s[n]|0x20 == 'd') {
		e := n + 1
		if e < len(s) && (s[e] == '+' || s[e] == '-') {
			e++
		}
		if e < len(s) && isDigit(s[e]) {
			for e < len(s) && isDigit(s[e]) {
				e++
			}
			return e
		}
	}
	return n
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func dotIn(s string) bool {
	for i := range len(s) {
		if s[i] == '.' {
			return true
		}
	}
	return false
}

// mil is a thousandth of an inch in metres.
const mil = 25.4e-6

// scaled returns the number of the given digits times the scale that letters
// start with. It is rounded once, unless digits has an exponent of its own.
func scaled(digits, letters string) (float64, bool) {
	exp, factor := scale(letters)
	b := make([]byte, 0, 32)
	own := false
	for i := range len(digits) {
		c := digits[i]
		if c|0x20 == 'd' || c|0x20 == 'e' {
			c, own = 'e', true
		}
		b = append(b, c)
	}
	if exp != 0 && !own {
		b = append(b, 'e')
		b = strconv.AppendInt(b, int64(exp), 10)
		exp = 0
	}
	f, err := strconv.ParseFloat(string(b), 64)
	if err != nil {
		return 0, false
	}
	if exp != 0 {
		e, err := strconv.ParseFloat("1e"+strconv.Itoa(exp), 64)
		if err != nil {
			return 0, false
		}
		f *= e
	}
	f *= factor
	return f, finite(f)
}

// scale returns the power of ten that the letters behind a number stand for,
// and a factor besides, which is 1 but for mil.
func scale(letters string) (exp int, factor float64) {
	if letters == "" {
		return 0, 1
	}
	if len(letters) >= 3 {
		switch lower(letters[:3]) {
		case "meg":
			return 6, 1
		case "mil":
			return 0, mil
		}
	}
	if slices.ContainsFunc(micro, func(sign string) bool { return strings.HasPrefix(letters, sign) }) {
		return -6, 1
	}
	switch letters[0] | 0x20 {
	case 't':
		return 12, 1
	case 'g':
		return 9, 1
	case 'k':
		return 3, 1
	case 'm':
		return -3, 1
	case 'u':
		return -6, 1
	case 'n':
		return -9, 1
	case 'p':
		return -12, 1
	case 'f':
		return -15, 1
	}
	return 0, 1
}

// finite says whether f is neither infinite nor NaN.
func finite(f float64) bool { return f-f == 0 }

// lower returns s with the letters A to Z made small. It does not allocate
// where there are none.
func lower(s string) string {
	for i := range len(s) {
		if 'A' <= s[i] && s[i] <= 'Z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				if 'A' <= b[i] && b[i] <= 'Z' {
					b[i] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}
