package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/sweep"
)

// Every key of the documents of a sweep is in docs/sweep.md, and no other is.
func TestSweepFormats(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "sweep.md"))
	if err != nil {
		t.Fatal(err)
	}
	for section, doc := range map[string]reflect.Type{
		"## sweep/v1": reflect.TypeFor[sweep.Result](), "### run": reflect.TypeFor[sweep.Record](),
		"### regime": reflect.TypeFor[sweep.Regime](),
	} {
		documented := documentedKeys(t, string(text), section)
		eachKey(doc, "", func(key string) {
			if strings.HasPrefix(key, "configurations[].cold.") || strings.HasPrefix(key, "configurations[].warm.") {
				return // are those of a regime
			}
			if !documented[key] {
				t.Errorf("%s: %s is not documented", section, key)
			}
			delete(documented, key)
		})
		for key := range documented {
			t.Errorf("%s: there is no key %s", section, key)
		}
	}
}

// The sweeps of testdata can be run, and no two of their configurations are the
// same.
func TestSweepExamples(t *testing.T) {
	for file, want := range map[string][]string{
		"xla-flags.yaml": {"baseline", "autotune2", "autotune4", "command_buffer", "double_buffer", "pgle", "combined_safe", "combined_aggressive"},
		"orderings.yaml": {"amd trap", "amd gear", "btf+amd trap", "btf+amd gear", "colamd trap", "colamd gear", "btf+colamd trap", "btf+colamd gear"},
	} {
		text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "sweep", file))
		if err != nil {
			t.Fatal(err)
		}
		d, err := sweep.Parse(file, text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := sweep.NewPlan(d, []string{"program", "{capture}"}); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		var names []string
		for i, c := range d.Configurations {
			names = append(names, c.Name)
			for _, other := range d.Configurations[:i] {
				if reflect.DeepEqual(c.Settings, other.Settings) && reflect.DeepEqual(c.Values, other.Values) {
					t.Errorf("%s: %s is the same as %s", file, c.Name, other.Name)
				}
			}
		}
		if !reflect.DeepEqual(names, want) {
			t.Errorf("%s: got %q, want %q", file, names, want)
		}
	}
}
