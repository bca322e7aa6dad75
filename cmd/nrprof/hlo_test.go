package main

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/xla/hlo"
)

// members returns the keys of the JSON form of a struct, without those of the
// objects in it.
func members(t reflect.Type) []string {
	var list []string
	for i := range t.NumField() {
		f := t.Field(i)
		switch key, _, _ := strings.Cut(f.Tag.Get("json"), ","); {
		case f.Anonymous:
			list = append(list, members(f.Type)...)
		case f.IsExported():
			list = append(list, key)
		}
	}
	return list
}

// Every key of hlo/v1 is in docs/hlo.md, and no other is.
func TestHLOFormat(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "hlo.md"))
	if err != nil {
		t.Fatal(err)
	}
	word := regexp.MustCompile("`([a-z_]+)`")
	for section, doc := range map[string]reflect.Type{
		"## hlo/v1": reflect.TypeFor[hlo.Document](), "### module": reflect.TypeFor[hlo.Module](), "### computation": reflect.TypeFor[hlo.Computation](),
		"### count": reflect.TypeFor[hlo.OpCount](), "### launches": reflect.TypeFor[hlo.Launches](), "### while": reflect.TypeFor[hlo.While](),
		"### conditional": reflect.TypeFor[hlo.Conditional](), "### custom call": reflect.TypeFor[hlo.CustomCall](), "### phase": reflect.TypeFor[hlo.Phase](),
		"### type": reflect.TypeFor[hlo.DType](), "### warning": reflect.TypeFor[hlo.Warning](),
	} {
		_, part, ok := strings.Cut(string(text), "\n"+section+"\n")
		if !ok {
			t.Errorf("no section %q", section)
			continue
		}
		part, _, _ = strings.Cut(part, "\n##")
		documented := map[string]bool{}
		for line := range strings.Lines(part) {
			if !strings.HasPrefix(line, "| `") {
				continue
			}
			cell, _, _ := strings.Cut(line[1:], "|")
			for _, m := range word.FindAllStringSubmatch(cell, -1) {
				documented[m[1]] = true
			}
		}
		for _, key := range members(doc) {
			if !documented[key] {
				t.Errorf("%s: %s is not documented", section, key)
			}
			delete(documented, key)
		}
		for key := range documented {
			t.Errorf("%s: there is no key %s", section, key)
		}
	}
}
