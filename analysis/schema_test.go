package analysis

import (
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

var (
	keyLine  = regexp.MustCompile("^\\| `([^`]+)` \\| ([^|]+) \\|")
	typeLink = regexp.MustCompile(`^(array of )?\[(\w+)\]\(#\w+\)$`)
)

// documented returns the keys that docs/formats.md lists in the section of a
// schema, with their types. A type that links to a section of its own stands
// for the keys there.
func documented(t *testing.T, schema string) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string]map[string]string{} // by heading
	heading := ""
	for line := range strings.Lines(string(text)) {
		if h := strings.TrimLeft(line, "#"); h != line {
			heading = strings.TrimSpace(h)
			sections[heading] = map[string]string{}
		}
		if m := keyLine.FindStringSubmatch(line); m != nil {
			if sections[heading][m[1]] != "" {
				t.Errorf("%s: %s is documented twice", heading, m[1])
			}
			sections[heading][m[1]] = strings.TrimSpace(m[2])
		}
	}
	keys := map[string]string{}
	expand(t, keys, "", sections, schema)
	return keys
}

// expand adds the keys of a section below path.
func expand(t *testing.T, keys map[string]string, path string, sections map[string]map[string]string, heading string) {
	t.Helper()
	if len(sections[heading]) == 0 {
		t.Fatalf("docs/formats.md has no keys in section %s", heading)
	}
	for key, typ := range sections[heading] {
		key = strings.TrimPrefix(path+"."+key, ".")
		keys[key] = typ
		if m := typeLink.FindStringSubmatch(typ); m != nil {
			keys[key] = "object"
			if m[1] != "" {
				keys[key] = "array of objects"
				key += "[]"
			}
			expand(t, keys, key, sections, m[2])
		}
	}
}

// structKeys adds the JSON keys of type typ below path, with their types.
func structKeys(keys map[string]string, path string, typ reflect.Type) {
	switch typ.Kind() {
	case reflect.Pointer:
		structKeys(keys, path, typ.Elem())
	case reflect.Slice, reflect.Array:
		keys[path] = "array of " + elementName(typ.Elem())
		structKeys(keys, path+"[]", typ.Elem())
	case reflect.Struct:
		if path != "" && !strings.HasSuffix(path, "[]") {
			keys[path] = "object"
		}
		for k := range typ.NumField() {
			f := typ.Field(k)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			switch {
			case f.Anonymous && name == "":
				structKeys(keys, path, f.Type)
			case f.IsExported() && name != "-":
				structKeys(keys, strings.TrimPrefix(path+"."+name, "."), f.Type)
			}
		}
	case reflect.Map:
		keys[path] = "object of " + elementName(typ.Elem())
	default:
		if !strings.HasSuffix(path, "[]") {
			keys[path] = elementName(typ)
		}
	}
}

// elementName returns the JSON type of values of typ.
func elementName(typ reflect.Type) string {
	switch typ.Kind() {
	case reflect.Pointer:
		return elementName(typ.Elem())
	case reflect.Struct:
		return "objects"
	case reflect.Slice:
		return "array"
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Float32, reflect.Float64:
		return "number"
	}
	return "integer"
}

// plural element names: an array of integers, of strings.
func sameType(doc, typ string) bool {
	doc = strings.TrimSuffix(doc, " or null")
	return strings.TrimSuffix(doc, "s") == strings.TrimSuffix(typ, "s")
}

// TestFormats compares what docs/formats.md says with the structs.
func TestFormats(t *testing.T) {
	for schema, typ := range map[string]reflect.Type{
		Schema: reflect.TypeFor[Document](), ComparisonSchema: reflect.TypeFor[Comparison](), ContrastSchema: reflect.TypeFor[Contrast](),
	} {
		doc := documented(t, schema)
		keys := map[string]string{}
		structKeys(keys, "", typ)
		for key, want := range keys {
			if got, ok := doc[key]; !ok {
				t.Errorf("%s: %s (%s) is not documented", schema, key, want)
			} else if !sameType(got, want) {
				t.Errorf("%s: %s is %s, documented as %s", schema, key, want, got)
			}
		}
		for key := range doc {
			if _, ok := keys[key]; !ok {
				t.Errorf("%s: %s is documented and does not exist", schema, key)
			}
		}
	}
}

// checkDocument fails the test where a document in JSON has a key, or a type
// of value, that docs/formats.md does not list.
func checkDocument(t *testing.T, schema string, text []byte) {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	checkValue(t, documented(t, schema), "", v)
}

// checkValue checks v, which stands at path.
func checkValue(t *testing.T, doc map[string]string, path string, v any) {
	t.Helper()
	want, nullable := strings.CutSuffix(doc[path], " or null")
	ok := true
	switch x := v.(type) {
	case map[string]any:
		if strings.HasPrefix(want, "object of ") {
			return // keys of its own
		}
		ok = want == "object" || strings.HasSuffix(path, "[]") || path == ""
		for key, value := range x {
			checkValue(t, doc, strings.TrimPrefix(path+"."+key, "."), value)
		}
	case []any:
		ok = strings.HasPrefix(want, "array") || strings.HasSuffix(path, "[]")
		for _, value := range x {
			checkValue(t, doc, path+"[]", value)
		}
	case string:
		ok = want == "string" || doc[strings.TrimSuffix(path, "[]")] == "array of strings"
	case bool:
		ok = want == "boolean"
	case float64:
		ok = want == "number" || want == "integer" && x == float64(int64(x)) ||
			strings.HasPrefix(doc[strings.TrimSuffix(path, "[]")], "array")
	case nil:
		ok = nullable // what is not known is absent
	}
	if !ok {
		t.Errorf("%s: %T, documented as %q", path, v, want)
	}
}
