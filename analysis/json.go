package analysis

import (
	"bytes"
	"encoding/json"
	"io"
)

// WriteJSON writes v as indented JSON with a newline at its end. Arrays of
// numbers and strings short of objects stand on one line each.
func WriteJSON(w io.Writer, v any) error {
	compact, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(indentJSON(compact))
	return err
}

// indentJSON lays out compact JSON: one line per member of an object and per
// element of an array that holds objects, arrays or strings; numbers of an
// array share a line.
func indentJSON(src []byte) []byte {
	dst := bytes.NewBuffer(make([]byte, 0, len(src)+len(src)/4+64))
	var broken []bool // per open bracket: its elements stand on lines of their own
	newline := func() {
		dst.WriteByte('\n')
		for range broken {
			dst.WriteString("  ")
		}
	}
	for k := 0; k < len(src); k++ {
		switch c := src[k]; c {
		case '"':
			end := stringEnd(src, k)
			dst.Write(src[k:end])
			k = end - 1
		case '{', '[':
			dst.WriteByte(c)
			if next := src[k+1]; next == '}' || next == ']' {
				dst.WriteByte(next)
				k++
				continue
			}
			broken = append(broken, c == '{' || breaksLines(src[k+1]))
			if broken[len(broken)-1] {
				newline()
			}
		case '}', ']':
			last := broken[len(broken)-1]
			broken = broken[:len(broken)-1]
			if last {
				newline()
			}
			dst.WriteByte(c)
		case ',':
			dst.WriteByte(c)
			if broken[len(broken)-1] {
				newline()
			} else {
				dst.WriteByte(' ')
			}
		case ':':
			dst.WriteString(": ")
		default:
			dst.WriteByte(c)
		}
	}
	dst.WriteByte('\n')
	return dst.Bytes()
}

// breaksLines reports whether an array whose first element starts with c has
// one element per line.
func breaksLines(c byte) bool { return c == '{' || c == '[' || c == '"' }

// stringEnd returns the index behind the string that starts at src[k].
func stringEnd(src []byte, k int) int {
	for k++; src[k] != '"'; k++ {
		if src[k] == '\\' {
			k++
		}
	}
	return k + 1
}
