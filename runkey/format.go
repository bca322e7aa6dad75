package runkey

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// appendBytes appends the bytes of a register, lowest first.
func appendBytes(b []byte, r uint32) []byte {
	return append(b, byte(r), byte(r>>8), byte(r>>16), byte(r>>24))
}

// clean returns the text up to the first zero byte, with single spaces.
func clean(b []byte) string {
	s, _, _ := strings.Cut(string(b), "\x00")
	s = strings.Join(strings.Fields(s), " ")
	if !utf8.ValidString(s) {
		return ""
	}
	return s
}

// slashed returns family, model and stepping as people write them.
func slashed(family, model, stepping uint32) string {
	return fmt.Sprintf("%d/%d/%d", family, model, stepping)
}
