package legible

import (
	"strconv"
	"unicode/utf8"
)

// Text returns s as one line without anything that cannot be printed. A text
// that is legible is returned as it is, without an allocation.
func Text(s string) string {
	if k := first(s); k < len(s) {
		return string(appendText(make([]byte, 0, len(s)+16), s, k))
	}
	return s
}

// Bytes is Text for bytes: it returns b itself where that is legible.
func Bytes(b []byte) []byte {
	if k := first(b); k < len(b) {
		return appendText(make([]byte, 0, len(b)+16), string(b), k)
	}
	return b
}

// appendText appends s, of which the first k bytes are legible.
func appendText(b []byte, s string, k int) []byte {
	b = append(b, s[:k]...)
	for k < len(s) {
		r, n := utf8.DecodeRuneInString(s[k:])
		b = appendRune(b, r, s[k:k+n])
		k += n
	}
	return b
}

// first returns the index of the first byte of s that is not printed as it is,
// len(s) where there is none.
func first[T string | []byte](s T) int {
	for k := 0; k < len(s); {
		if c := s[k]; c < utf8.RuneSelf {
			if c < ' ' || c == 0x7f {
				return k
			}
			k++
			continue
		}
		r, n := utf8.DecodeRuneInString(string(s[k:min(len(s), k+utf8.UTFMax)]))
		if !Printed(r) || r == utf8.RuneError && n == 1 {
			return k
		}
		k += n
	}
	return len(s)
}

// Printed reports whether Text leaves r as it is.
func Printed(r rune) bool { return strconv.IsPrint(r) }

// appendRune appends r, which s encodes.
func appendRune(b []byte, r rune, s string) []byte {
	switch {
	case r == utf8.RuneError && len(s) == 1:
		const digits = "0123456789abcdef"
		return append(b, '\\', 'x', digits[s[0]>>4], digits[s[0]&15])
	case Printed(r):
		return append(b, s...)
	}
	quoted := strconv.QuoteRuneToASCII(r)
	return append(b, quoted[1:len(quoted)-1]...)
}

// JSON returns a JSON document with what cannot be printed as \u escapes,
// which mean the same there: only strings contain such characters. Line feeds
// between the values stay.
func JSON(doc []byte) []byte {
	k := firstInJSON(doc)
	if k == len(doc) {
		return doc
	}
	b := make([]byte, k, len(doc)+64)
	copy(b, doc)
	for k < len(doc) {
		r, n := utf8.DecodeRune(doc[k:])
		if r == '\n' || Printed(r) && (r != utf8.RuneError || n > 1) {
			b = append(b, doc[k:k+n]...)
		} else {
			b = appendUnits(b, r)
		}
		k += n
	}
	return b
}

// firstInJSON returns the index of the first byte of doc that is not printed.
func firstInJSON(doc []byte) int {
	for k := 0; k < len(doc); {
		r, n := rune(doc[k]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(doc[k:])
		}
		if r != '\n' && !Printed(r) || r == utf8.RuneError && n == 1 {
			return k
		}
		k += n
	}
	return len(doc)
}

// appendUnits appends r as one or two UTF-16 units.
func appendUnits(b []byte, r rune) []byte {
	units := []rune{r}
	if r > 0xffff {
		r -= 0x10000
		units = []rune{0xd800 + r>>10, 0xdc00 + r&0x3ff}
	}
	for _, u := range units {
		hex := strconv.FormatInt(int64(u), 16)
		b = append(append(append(b, `\u`...), "0000"[len(hex):]...), hex...)
	}
	return b
}
