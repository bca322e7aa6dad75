package chrome

import "math"

// A stamp is a time: ns nanoseconds and ps picoseconds, 0 ≤ ps < 1000.
type stamp struct {
	ns int64
	ps int32
}

// round returns the nearest nanosecond.
func (s stamp) round() int64 {
	if s.ps >= 500 && s.ns < math.MaxInt64 {
		return s.ns + 1
	}
	return s.ns
}

// plus returns s+d; ok is false on overflow.
func (s stamp) plus(d stamp) (sum stamp, ok bool) {
	ps := s.ps + d.ps
	carry := int64(ps / 1000)
	ns := s.ns + d.ns
	if (ns > s.ns) != (d.ns > 0) && d.ns != 0 || carry > 0 && ns == math.MaxInt64 {
		return stamp{}, false
	}
	return stamp{ns + carry, ps % 1000}, true
}

// micros returns the time that the decimal text of a JSON number of
// microseconds says. Digits below a picosecond are dropped. ok is false when b
// is no number or the time is out of range.
func micros(b []byte) (s stamp, ok bool) {
	negative := false
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		negative = b[0] == '-'
		b = b[1:]
	}
	var room [40]byte
	digits, point, exponent, ok := split(room[:0], b)
	if !ok {
		return stamp{}, false
	}
	// The value is 0.digits × 10^point µs. A time in ns has 19 digits before
	// its point at most.
	point += exponent
	ns, whole := integer(digits, point+3)
	rest, _ := integer(digits, point+6)
	if !whole {
		return stamp{}, false
	}
	// The last three digits of the picoseconds are right whatever overflowed:
	// rest is kept modulo 1000.
	s = stamp{ns, int32(rest % 1000)}
	if !negative {
		return s, true
	}
	if s.ps == 0 {
		return stamp{-s.ns, 0}, true
	}
	return stamp{-s.ns - 1, 1000 - s.ps}, true
}

// split appends to digits those of a decimal number without its point, and
// returns how many are before the point, and its exponent, kept within ±10⁶.
func split(digits, b []byte) (_ []byte, point, exponent int, ok bool) {
	i, seen := 0, false
	for ; i < len(b); i++ {
		switch c := b[i]; {
		case c >= '0' && c <= '9':
			digits = append(digits, c-'0')
			if !seen {
				point++
			}
		case c == '.' && !seen:
			seen = true
		case c == 'e' || c == 'E':
			exponent, ok = power(b[i+1:])
			return digits, point, exponent, ok && len(digits) > 0
		default:
			return nil, 0, 0, false
		}
	}
	return digits, point, 0, len(digits) > 0
}

// power returns the exponent that b says.
func power(b []byte) (e int, ok bool) {
	sign := 1
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		if b[0] == '-' {
			sign = -1
		}
		b = b[1:]
	}
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
		e = min(e*10+int(c-'0'), 1_000_000)
	}
	return sign * e, len(b) > 0
}

// integer returns the first n of the digits as a number, as if zeros followed
// them; fits is false when it is beyond an int64, and v then only right in its
// last three digits.
func integer(digits []byte, n int) (v int64, fits bool) {
	fits = true
	lead := 0
	for lead < len(digits) && digits[lead] == 0 {
		lead++
	}
	if lead == len(digits) || n <= lead {
		return 0, true
	}
	if n-lead > 1000 {
		return 0, false
	}
	for i := lead; i < n; i++ {
		d := int64(0)
		if i < len(digits) {
			d = int64(digits[i])
		}
		if v > (math.MaxInt64-9)/10 {
			fits = false
			v %= 1000
		}
		v = v*10 + d
	}
	return v, fits
}
