package jsontext

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/nrkit/nrkit/internal/legible"
)

// Write writes v as indented JSON with a newline at its end. Characters that
// cannot be printed are escapes, so that a document may go to a terminal.
func Write(w io.Writer, v any) error {
	compact, err := json.Marshal(v)
	if err != nil {
		return err
	}
	text := legible.JSON(indent(compact))
	if check := check.Load(); check != nil {
		if err := (*check)(text); err != nil {
			return fmt.Errorf("internal error: the document does not fit its schema: %w", err)
		}
	}
	_, err = w.Write(text)
	return err
}

// check is what [CheckWith] was given. It is state of the process because all
// documents pass here, whichever test or program of a test writes them: so no
// document can escape.
var check atomic.Pointer[func([]byte) error]

// CheckWith makes [Write] ask f about each document, and fail with its error
// before anything is written. Tests alone call it; programs link no check.
func CheckWith(f func([]byte) error) { check.Store(&f) }

// shortObject is the length up to which an object of plain values stands on
// one line.
const shortObject = 100

// indent lays out compact JSON: one line per member of an object and per
// element of an array that holds objects, arrays or strings. The numbers of an
// array share a line, and so do the members of an object that is short and
// holds neither objects nor arrays.
func indent(src []byte) []byte {
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
			broken = append(broken, c == '{' && !short(src[k:]) || c == '[' && breaksLines(src[k+1]))
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

// short reports whether the object at the start of src fits on one line.
func short(src []byte) bool {
	for k := 1; k < min(len(src), shortObject); k++ {
		switch src[k] {
		case '"':
			k = stringEnd(src, k) - 1
		case '{', '[':
			return false
		case '}':
			return true
		}
	}
	return false
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
