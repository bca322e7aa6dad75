package log

import (
	"encoding"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// Each key of the document is in docs/xla-log.md.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "xla-log.md"))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for key := range keys(reflect.TypeFor[Document](), map[string]bool{}) {
		found++
		if !strings.Contains(string(text), "`"+key+"`") {
			t.Errorf("%s is not described", key)
		}
	}
	if found < 90 {
		t.Errorf("found %d keys", found)
	}
}

// keys adds the keys of a type, and of those in it, to set.
func keys(typ reflect.Type, set map[string]bool) map[string]bool {
	switch typ.Kind() {
	case reflect.Pointer, reflect.Slice:
		keys(typ.Elem(), set)
	case reflect.Struct:
		if typ.Implements(reflect.TypeFor[encoding.TextMarshaler]()) {
			return set
		}
		for k := range typ.NumField() {
			f := typ.Field(k)
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
				set[name] = true
			} else if !f.Anonymous {
				continue
			}
			keys(f.Type, set)
		}
	}
	return set
}
