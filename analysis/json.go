package analysis

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// WriteJSON writes v as indented JSON with a newline at its end.
func WriteJSON(w io.Writer, v any) error {
	compact, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(indentJSON(compact))
	return err
}

// shortObject is the length up to which an object of plain values stands on
// one line.
const shortObject = 100

// indentJSON lays out compact JSON: one line per member of an object and per
// element of an array that holds objects, arrays or strings. The numbers of an
// array share a line, and so do the members of an object that is short and
// holds neither objects nor arrays.
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

// ReadJSON returns the document that [WriteJSON] wrote, without what its JSON
// form leaves out. It fails when text is no JSON, or JSON of another schema.
func ReadJSON(text []byte) (*Document, error) {
	var head struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, fmt.Errorf("not a document of schema %s: %w", Schema, err)
	}
	if head.Schema != Schema {
		return nil, fmt.Errorf("want a document of schema %s, got %q", Schema, head.Schema)
	}
	d := &Document{}
	if err := json.Unmarshal(text, d); err != nil {
		return nil, fmt.Errorf("not a document of schema %s: %w", Schema, err)
	}
	return d, d.check()
}

// check returns an error when parts that others refer to are missing.
func (d *Document) check() error {
	if d.Structure == nil {
		return errors.New("the document has no structure")
	}
	if a := d.Assembly; a != nil && (a.Result == nil || a.All == nil) {
		return errors.New("the assembly of the document is empty")
	}
	for _, o := range d.Orderings {
		if o == nil || o.Analysis == nil {
			return errors.New("an ordering of the document is empty")
		}
	}
	if b := d.Best; b != nil {
		for _, name := range []string{b.Fill, b.Flops, b.Parallel, b.Recommended} {
			if d.Ordering(name) == nil {
				return fmt.Errorf("the best ordering %q is not among the orderings", name)
			}
		}
	}
	return nil
}
