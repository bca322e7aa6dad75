package logline

import "strings"

// escape starts a sequence for terminals (ECMA-48).
const escape = 0x1b

// plain returns text without sequences for terminals: control sequences
// (ESC [ … letter), strings (ESC ] … BEL or ESC \), and ESC with one character.
// A sequence that the text does not end takes what is left of it.
func plain(text string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, string(rune(escape)))
		b.WriteString(before)
		if !found {
			return b.String()
		}
		text = after[sequence(after):]
	}
}

// sequence returns the length of the sequence whose ESC stands before text.
func sequence(text string) int {
	if text == "" {
		return 0
	}
	switch text[0] {
	case '[':
		for k := 1; k < len(text); k++ {
			if text[k] >= 0x40 && text[k] <= 0x7e {
				return k + 1
			}
		}
		return len(text)
	case ']', 'P', 'X', '^', '_':
		for k := 1; k < len(text); k++ {
			if text[k] == 0x07 {
				return k + 1
			}
			if text[k] == escape {
				return min(k+2, len(text))
			}
		}
		return len(text)
	}
	return 1
}
