package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/balance"
	"github.com/nrkit/nrkit/internal/phasetable"
	"github.com/nrkit/nrkit/internal/profile"
	"github.com/nrkit/nrkit/internal/solvers/calls"
	"github.com/nrkit/nrkit/internal/steps"
	"github.com/nrkit/nrkit/trace"
)

// eachKey calls found with the key of every field of the JSON form of a type,
// preceded by those of the objects it lies in.
func eachKey(t reflect.Type, prefix string, found func(string)) {
	switch t.Kind() {
	case reflect.Pointer:
		eachKey(t.Elem(), prefix, found)
	case reflect.Slice:
		eachKey(t.Elem(), prefix+"[]", found)
	case reflect.Map:
		if t.Elem().Kind() == reflect.Slice {
			eachKey(t.Elem(), prefix+".*", found)
		}
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if !f.IsExported() {
				continue
			}
			key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if f.Anonymous {
				eachKey(f.Type, prefix, found)
				continue
			}
			key = strings.TrimPrefix(prefix+"."+key, ".")
			found(key)
			if f.Type != reflect.TypeFor[*trace.Unit]() && f.Type != reflect.TypeFor[trace.Regime]() && f.Type != reflect.TypeFor[*trace.Regime]() &&
				f.Type != reflect.TypeFor[[]trace.Phase]() && f.Type != reflect.TypeFor[balance.Spread]() && f.Type != reflect.TypeFor[*trace.Summary]() &&
				f.Type != reflect.TypeFor[*steps.Table]() && f.Type != reflect.TypeFor[[]steps.Listed]() &&
				f.Type != reflect.TypeFor[*phasetable.Solver]() && f.Type != reflect.TypeFor[[]calls.Listed]() {
				eachKey(f.Type, key, found)
			}
		}
	}
}

// documentedKeys returns the keys of the table in a section of a document.
func documentedKeys(t *testing.T, text, section string) map[string]bool {
	t.Helper()
	_, part, ok := strings.Cut(text, "\n"+section+"\n")
	if !ok {
		t.Fatalf("no section %q", section)
	}
	part, _, _ = strings.Cut(part, "\n##")
	keys := map[string]bool{}
	for line := range strings.Lines(part) {
		if rest, ok := strings.CutPrefix(line, "| `"); ok {
			key, _, _ := strings.Cut(rest, "`")
			keys[key] = true
		}
	}
	return keys
}

// Every key of the documents is in docs/formats.md, and no other is.
func TestFormats(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "formats.md"))
	if err != nil {
		t.Fatal(err)
	}
	for section, doc := range map[string]reflect.Type{
		"## run/v1": reflect.TypeFor[profile.Document](), "## phases/v1": reflect.TypeFor[phasetable.Document](),
		"### phase": reflect.TypeFor[trace.Phase](), "### unit": reflect.TypeFor[trace.Unit](), "### regime": reflect.TypeFor[trace.Regime](),
		"### balance": reflect.TypeFor[balance.Spread](), "### solver": reflect.TypeFor[phasetable.Solver](), "### call": reflect.TypeFor[calls.Listed](), "### rows": reflect.TypeFor[steps.Table](), "### row": reflect.TypeFor[steps.Listed](),
	} {
		documented := documentedKeys(t, string(text), section)
		eachKey(doc, "", func(key string) {
			if !documented[key] {
				t.Errorf("%s: %s is not documented", section, key)
			}
			delete(documented, key)
		})
		for key := range documented {
			if strings.HasPrefix(key, "counts.") && section == "## phases/v1" {
				continue // names of maps
			}
			t.Errorf("%s: there is no key %s", section, key)
		}
	}
}
