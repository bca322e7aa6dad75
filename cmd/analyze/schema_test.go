package main

import (
	"path/filepath"
	"reflect"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/internal/golden"
	"github.com/nrkit/nrkit/internal/schemagen"
)

// documents are what analyze writes.
var documents = []schemagen.Document{
	{Name: analysis.Schema, Command: "analyze --json", Type: reflect.TypeFor[analysis.Document](), Page: "formats.md"},
	{Name: analysis.ComparisonSchema, Command: "analyze compare --json", Type: reflect.TypeFor[analysis.Comparison](), Page: "formats.md"},
	{Name: analysis.ContrastSchema, Command: "analyze compare --orderings --json", Type: reflect.TypeFor[analysis.Contrast](), Page: "formats.md"},
	{Name: orderSchema, Command: "analyze order -o NAME.json", Type: reflect.TypeFor[orderDocument](), Page: "formats.md"},
}

// generator makes the schemas of the documents of analyze.
func generator() *schemagen.Generator {
	return &schemagen.Generator{
		Root: filepath.Join("..", ".."), Module: "github.com/nrkit/nrkit",
		Types: map[reflect.Type]*jsonschema.Schema{
			reflect.TypeFor[assembly.Number](): {Types: []string{"number", "null"}},
		},
		Absent: map[string]bool{"structure.Symmetry": true, "structure.Diagonal": true},
	}
}

// TestSchemas compares the schemas in docs/schema with the types; with -update it
// writes them.
func TestSchemas(t *testing.T) {
	g := generator()
	for _, d := range documents {
		text, err := g.Generate(d)
		if err != nil {
			t.Error(err)
			continue
		}
		golden.File(t, filepath.Join("..", "..", "docs", "schema", schemagen.File(d.Name)), text)
	}
	for _, line := range g.Unused() {
		t.Errorf("%s: no document has it", line)
	}
}
