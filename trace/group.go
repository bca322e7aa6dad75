package trace

import "strings"

// GroupNumbers returns a name with # for each run of digits, and for hexadecimal
// numbers that start with 0x. [Rename] takes it, so that ranges whose names differ
// in numbers alone have one name.
func GroupNumbers(name string) string {
	if strings.IndexFunc(name, isDigit) < 0 {
		return name
	}
	var b strings.Builder
	for len(name) > 0 {
		k := strings.IndexFunc(name, isDigit)
		if k < 0 {
			k = len(name)
		}
		b.WriteString(name[:k])
		if name = name[k:]; name == "" {
			break
		}
		rest := strings.TrimLeftFunc(name, isDigit)
		if hex, ok := strings.CutPrefix(name, "0x"); ok && strings.TrimLeft(hex, hexDigits) != hex {
			rest = strings.TrimLeft(hex, hexDigits)
		}
		b.WriteByte('#')
		name = rest
	}
	return b.String()
}

const hexDigits = "0123456789abcdefABCDEF"

func isDigit(c rune) bool { return c >= '0' && c <= '9' }
