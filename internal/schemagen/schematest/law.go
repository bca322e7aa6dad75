package schematest

import (
	"bytes"
	"encoding"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/nrkit/nrkit/docs/schema"
)

// Law checks the schema of the document name, made of the Go type typ, against
// what encoding/json does with random values of it: each value fits, and does not
// without a key that is never left out, or with a key more. Values of
// enumerations are random texts here, so the schema is taken without these.
//
// Raw returns the JSON of a field of type json.RawMessage in a struct.
func Law(t *testing.T, name string, typ reflect.Type, raw func(owner reflect.Type) string) {
	t.Helper()
	s := relaxed(t, name)
	valid := func(text []byte) error {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			return err
		}
		return s.Validate(v)
	}
	for seed := range uint64(30) {
		f := filler{rand.New(rand.NewPCG(seed, 0)), raw}
		v := reflect.New(typ).Elem()
		f.fill(v, 0)
		text, err := json.Marshal(v.Interface())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := valid(text); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		for key := range always(typ) {
			if less, err := Without(text, key); err != nil || valid(less) == nil {
				t.Errorf("%s: fits without %s, %v", name, key, err)
			}
		}
		more := append([]byte(`{"no_such_key":1,`), text[1:]...)
		if valid(more) == nil {
			t.Errorf("%s: fits with a key that it does not have", name)
		}
	}
}

// always returns the keys that are in the JSON of every value.
func always(typ reflect.Type) map[string]bool {
	keys := map[string]bool{}
	for i := range typ.NumField() {
		f := typ.Field(i)
		key, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && key == "":
			inner := f.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			for k := range always(inner) {
				keys[k] = true
			}
		case f.IsExported() && key != "-" && options == "":
			keys[key] = true
		}
	}
	return keys
}

// relaxed returns the schema of a document without enumerations and constants,
// closed.
func relaxed(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	text, ok := schema.Text(name)
	if !ok {
		t.Fatalf("no schema of %s", name)
	}
	var v map[string]any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	unlisted(v)
	open, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	s, err := compiled(name, open)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// unlisted takes enumerations and constants out of what may be a schema.
func unlisted(v any) {
	switch v := v.(type) {
	case map[string]any:
		if _, ok := v["enum"].([]any); ok {
			delete(v, "enum")
		}
		if _, ok := v["const"].(string); ok {
			delete(v, "const")
		}
		for _, x := range v {
			unlisted(x)
		}
	case []any:
		for _, x := range v {
			unlisted(x)
		}
	}
}

// A filler makes random values.
type filler struct {
	*rand.Rand
	raw func(owner reflect.Type) string
}

// deepest is how deep values nest before slices stay empty.
const deepest = 6

// fill sets v to a random value, in which no slice and no pointer is nil whose JSON
// would be null.
func (f filler) fill(v reflect.Value, depth int) {
	switch v.Interface().(type) {
	case time.Time:
		v.Set(reflect.ValueOf(time.Unix(f.Int64N(1e9), 0).UTC()))
		return
	case encoding.TextMarshaler:
		if v.Kind() == reflect.Int { // severities, purposes
			v.SetInt(f.Int64N(3))
		}
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		f.fillStruct(v, depth)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem(), depth)
	case reflect.Slice:
		n := 0
		if depth < deepest {
			n = f.IntN(3)
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			f.fill(v.Index(i), depth+1)
		}
	case reflect.Array:
		for i := range v.Len() {
			f.fill(v.Index(i), depth+1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		x := reflect.New(v.Type().Elem()).Elem()
		f.fill(x, depth+1)
		v.SetMapIndex(reflect.ValueOf("key").Convert(v.Type().Key()), x)
	case reflect.String:
		v.SetString([]string{"", "a", "é\n"}[f.IntN(3)])
	case reflect.Bool:
		v.SetBool(f.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(f.IntN(200) - 100))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(f.IntN(100)))
	case reflect.Float32, reflect.Float64:
		v.SetFloat([]float64{0, f.NormFloat64(), 1e300}[f.IntN(3)])
	}
}

// fillStruct fills the exported fields of a struct; those that JSON may leave out
// stay empty now and then.
func (f filler) fillStruct(v reflect.Value, depth int) {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		_, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case !field.IsExported() || field.Tag.Get("json") == "-":
		case options != "" && (depth >= deepest || f.IntN(3) == 0):
		case field.Type == reflect.TypeFor[json.RawMessage]():
			v.Field(i).SetBytes([]byte(f.raw(v.Type())))
		case v.Field(i).CanSet():
			f.fill(v.Field(i), depth+1)
		}
	}
}
