package packed

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// Kinds of values. A list is followed by the kind of its elements.
const (
	kindInteger = iota + 1 // zigzag varint; a bool is 0 or 1
	kindFloat              // 8 bytes, little-endian
	kindText               // reference to a string
	kindBytes              // length and bytes
	kindList               // length, kind of the elements, elements
	kindStruct             // reference to a shape, then its fields
	kindMap                // length, kind of the values, then references to keys and values, sorted by key
)

// Marshal returns the bytes of a struct or of a pointer to one. Fields that are zero
// are left out, except empty slices that are not nil.
//
// It panics if the value has another type than the package documents.
func Marshal(v any) []byte { return Append(nil, v) }

// Append is [Marshal], and appends the bytes to b.
func Append(b []byte, v any) []byte {
	e := encoder{out: b, texts: map[string]int{}, shapes: map[string]int{}}
	x := reflect.ValueOf(v)
	if x.Kind() == reflect.Pointer {
		x = x.Elem()
	}
	e.value(x)
	return e.out
}

type encoder struct {
	out    []byte
	texts  map[string]int
	shapes map[string]int
	shape  []byte // scratch
}

// A field is one of a struct.
type field struct {
	name string
	kind byte
	at   []int
}

var fields sync.Map // of reflect.Type: []field; a cache, which no result depends on

// fieldsOf returns the fields of a type that have a place in the bytes, also the fields
// of embedded structs.
func fieldsOf(t reflect.Type) []field {
	if list, ok := fields.Load(t); ok {
		return list.([]field)
	}
	var list []field
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case !f.IsExported() || name == "-":
			continue
		case name == "":
			name = f.Name
		}
		list = append(list, field{name, kindOf(f.Type), f.Index})
	}
	fields.Store(t, list)
	return list
}

// kindOf returns the kind of the values of a type. For a pointer, it is the kind of the
// value that the pointer points to.
func kindOf(t reflect.Type) byte {
	switch t.Kind() {
	case reflect.Pointer:
		return kindOf(t.Elem())
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return kindInteger
	case reflect.Float64:
		return kindFloat
	case reflect.String:
		return kindText
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return kindBytes
		}
		return kindList
	case reflect.Array:
		return kindList
	case reflect.Struct:
		return kindStruct
	case reflect.Map:
		return kindMap
	}
	panic(fmt.Sprintf("packed: no bytes for a value of type %v", t))
}

func (e *encoder) uint(n uint64)  { e.out = binary.AppendUvarint(e.out, n) }
func (e *encoder) len(n int)      { e.uint(uint64(n)) }
func (e *encoder) text(s string)  { e.refer(e.texts, s, s) }
func (e *encoder) bytes(b []byte) { e.len(len(b)); e.out = append(e.out, b...) }

// refer writes the number of a text that was written before, or 0 and the text.
func (e *encoder) refer(known map[string]int, key, text string) {
	if k := known[key]; k > 0 {
		e.len(k)
		return
	}
	known[key] = len(known) + 1
	e.len(0)
	e.len(len(text))
	e.out = append(e.out, text...)
}

// value writes a value without its kind.
func (e *encoder) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		e.value(v.Elem())
	case reflect.Bool:
		n := int64(0)
		if v.Bool() {
			n = 1
		}
		e.out = binary.AppendVarint(e.out, n)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		e.out = binary.AppendVarint(e.out, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		e.out = binary.AppendVarint(e.out, int64(v.Uint()))
	case reflect.Float64:
		e.out = binary.LittleEndian.AppendUint64(e.out, math.Float64bits(v.Float()))
	case reflect.String:
		e.text(v.String())
	case reflect.Slice, reflect.Array:
		e.list(v)
	case reflect.Struct:
		e.structure(v)
	case reflect.Map:
		e.object(v)
	default:
		kindOf(v.Type()) // panics
	}
}

func (e *encoder) list(v reflect.Value) {
	if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
		e.bytes(v.Bytes())
		return
	}
	e.len(v.Len())
	e.out = append(e.out, kindOf(v.Type().Elem()))
	for i := range v.Len() {
		e.value(v.Index(i))
	}
}

func (e *encoder) object(v reflect.Value) {
	e.len(v.Len())
	e.out = append(e.out, kindOf(v.Type().Elem()))
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(a.String(), b.String()) })
	for _, k := range keys {
		e.text(k.String())
		e.value(v.MapIndex(k))
	}
}

// structure writes the shape of a struct, which is the list of its fields that are not
// zero, and these fields.
func (e *encoder) structure(v reflect.Value) {
	list := fieldsOf(v.Type())
	e.shape = e.shape[:0]
	for _, f := range list {
		if !v.FieldByIndex(f.at).IsZero() {
			e.shape = binary.AppendUvarint(e.shape, uint64(len(f.name)))
			e.shape = append(e.shape, f.name...)
			e.shape = append(e.shape, f.kind)
		}
	}
	shape := string(e.shape)
	e.refer(e.shapes, shape, shape)
	for _, f := range list {
		if x := v.FieldByIndex(f.at); !x.IsZero() {
			e.value(x)
		}
	}
}
