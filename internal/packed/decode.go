package packed

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
)

// maxDepth is how many values may lie in one another.
const maxDepth = 32

// A SyntaxError is a mistake in the bytes.
type SyntaxError struct {
	Offset int
	Msg    string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("offset %d: %s", e.Offset, e.Msg) }

// Unmarshal reads the bytes into the struct that v points to. Byte slices of the result
// are parts of b. Memory is bounded by a multiple of the length of b: each element of a
// list has a byte at least, and a length that exceeds the rest of the bytes is an error.
//
// Its errors are of type *SyntaxError.
func Unmarshal(b []byte, v any) error {
	d := decoder{in: b}
	d.structure(reflect.ValueOf(v).Elem(), 0)
	if d.err == nil && d.at < len(b) {
		d.fail("got %d more bytes, want the end", len(b)-d.at)
	}
	if d.err != nil {
		return d.err
	}
	return nil
}

// A decoder reads until its first error; from then on everything is 0.
type decoder struct {
	in     []byte
	at     int
	texts  []string
	shapes [][]member
	err    *SyntaxError
}

// A member is a field of a shape.
type member struct {
	name string
	kind byte
}

// fail notes the first error and ends the reading.
func (d *decoder) fail(format string, args ...any) {
	if d.err == nil {
		d.err = &SyntaxError{d.at, fmt.Sprintf(format, args...)}
	}
	d.at = len(d.in)
}

func (d *decoder) uint() uint64 {
	n, k := binary.Uvarint(d.in[d.at:])
	if k <= 0 {
		d.fail("got no integer")
		return 0
	}
	d.at += k
	return n
}

func (d *decoder) int() int64 {
	n, k := binary.Varint(d.in[d.at:])
	if k <= 0 {
		d.fail("got no integer")
		return 0
	}
	d.at += k
	return n
}

// length reads how many elements follow, each of at least one byte.
func (d *decoder) length() int {
	n := d.uint()
	if n > uint64(len(d.in)-d.at) {
		d.fail("got length %d, want at most the %d bytes that are left", n, len(d.in)-d.at)
		return 0
	}
	return int(n)
}

func (d *decoder) bytes(n int) []byte {
	b := d.in[d.at : d.at+n : d.at+n]
	d.at += n
	return b
}

func (d *decoder) byte() byte {
	if d.at == len(d.in) {
		d.fail("got the end, want a kind")
		return 0
	}
	d.at++
	return d.in[d.at-1]
}

func (d *decoder) text() string {
	if k := d.uint(); k > 0 {
		if k > uint64(len(d.texts)) {
			d.fail("got string %d of %d", k, len(d.texts))
			return ""
		}
		return d.texts[k-1]
	}
	s := string(d.bytes(d.length()))
	d.texts = append(d.texts, s)
	return s
}

// shape reads which fields follow.
func (d *decoder) shape() []member {
	if k := d.uint(); k > 0 {
		if k > uint64(len(d.shapes)) {
			d.fail("got shape %d of %d", k, len(d.shapes))
			return nil
		}
		return d.shapes[k-1]
	}
	end := d.length()
	end += d.at
	var list []member
	for d.at < end && d.err == nil {
		n := d.length()
		if n >= end-d.at {
			d.fail("got a name of %d bytes, want a name within its shape", n)
			return nil
		}
		list = append(list, member{string(d.bytes(n)), d.byte()})
	}
	d.shapes = append(d.shapes, list)
	return list
}

// structure reads a struct; an invalid v skips it.
func (d *decoder) structure(v reflect.Value, depth int) {
	if depth > maxDepth {
		d.fail("values are nested more than %d deep", maxDepth)
		return
	}
	shape := d.shape()
	for _, m := range shape {
		if d.err != nil {
			return
		}
		var x reflect.Value
		if v.IsValid() {
			x = d.member(v, m)
		}
		d.value(m.kind, x, depth)
	}
}

// member returns the field of a struct for a member of a shape; an invalid one if the
// struct has none.
func (d *decoder) member(v reflect.Value, m member) reflect.Value {
	for _, f := range fieldsOf(v.Type()) {
		if f.name != m.name {
			continue
		}
		if f.kind != m.kind {
			d.fail("field %q: got kind %d, want %d", m.name, m.kind, f.kind)
			return reflect.Value{}
		}
		return v.FieldByIndex(f.at)
	}
	return reflect.Value{}
}

// value reads a value of a kind; an invalid v skips it.
func (d *decoder) value(kind byte, v reflect.Value, depth int) {
	if d.err != nil {
		return
	}
	for v.IsValid() && v.Kind() == reflect.Pointer {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		v = v.Elem()
	}
	switch kind {
	case kindInteger:
		d.integer(v)
	case kindFloat:
		d.float(v)
	case kindText:
		if s := d.text(); v.IsValid() {
			v.SetString(s)
		}
	case kindBytes:
		if b := d.bytes(d.length()); v.IsValid() {
			v.SetBytes(b)
		}
	case kindList:
		d.list(v, depth+1)
	case kindStruct:
		d.structure(v, depth+1)
	case kindMap:
		d.object(v, depth+1)
	default:
		d.fail("got kind %d, want 1 to %d", kind, kindMap)
	}
}

func (d *decoder) integer(v reflect.Value) {
	n := d.int()
	if !v.IsValid() || d.err != nil {
		return
	}
	fits := true
	switch {
	case v.Kind() == reflect.Bool:
		fits = n == 0 || n == 1
		v.SetBool(n == 1)
	case v.CanInt():
		if fits = !v.OverflowInt(n); fits {
			v.SetInt(n)
		}
	default:
		if fits = !v.OverflowUint(uint64(n)); fits {
			v.SetUint(uint64(n))
		}
	}
	if !fits {
		d.fail("got %d, which does not fit", n)
	}
}

func (d *decoder) float(v reflect.Value) {
	if len(d.in)-d.at < 8 {
		d.fail("got the end, want 8 bytes")
		return
	}
	x := math.Float64frombits(binary.LittleEndian.Uint64(d.bytes(8)))
	if v.IsValid() {
		v.SetFloat(x)
	}
}

// elements reads the length of a list or a map and the kind of its values, which must
// be the kind of values of type t, where there is one.
func (d *decoder) elements(v reflect.Value) (n int, kind byte) {
	n, kind = d.length(), d.byte()
	if n > len(d.in)-d.at {
		d.fail("got %d elements, want at most the %d bytes that are left", n, len(d.in)-d.at)
		return 0, kind
	}
	if v.IsValid() && d.err == nil {
		if want := kindOf(v.Type().Elem()); kind != want {
			d.fail("got elements of kind %d, want %d", kind, want)
			return 0, kind
		}
	}
	return n, kind
}

func (d *decoder) list(v reflect.Value, depth int) {
	if depth > maxDepth {
		d.fail("values are nested more than %d deep", maxDepth)
		return
	}
	n, kind := d.elements(v)
	switch {
	case !v.IsValid():
	case v.Kind() == reflect.Array && n > v.Len():
		d.fail("got %d elements, want at most %d", n, v.Len())
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 0, min(n, 64))) // and grows as elements come
	}
	for i := 0; i < n && d.err == nil; i++ {
		switch {
		case !v.IsValid():
			d.value(kind, v, depth)
		case v.Kind() == reflect.Array:
			d.value(kind, v.Index(i), depth)
		default:
			if i == v.Cap() {
				v.Grow(1)
			}
			v.SetLen(i + 1)
			v.Index(i).SetZero()
			d.value(kind, v.Index(i), depth)
		}
	}
}

func (d *decoder) object(v reflect.Value, depth int) {
	if depth > maxDepth {
		d.fail("values are nested more than %d deep", maxDepth)
		return
	}
	n, kind := d.elements(v)
	if v.IsValid() && d.err == nil {
		v.Set(reflect.MakeMap(v.Type()))
	}
	last := ""
	for i := 0; i < n && d.err == nil; i++ {
		key := d.text()
		if i > 0 && key <= last {
			d.fail("got key %q after %q, want keys in order", key, last)
			return
		}
		last = key
		if !v.IsValid() {
			d.value(kind, v, depth)
			continue
		}
		x := reflect.New(v.Type().Elem()).Elem()
		d.value(kind, x, depth)
		v.SetMapIndex(reflect.ValueOf(key).Convert(v.Type().Key()), x)
	}
}
