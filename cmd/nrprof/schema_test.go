package main

import (
	"path/filepath"
	"reflect"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/golden"
	"github.com/nrkit/nrkit/internal/schemagen"
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/startup"
	"github.com/nrkit/nrkit/sweep"
	"github.com/nrkit/nrkit/xla/xlalog"
)

// documents are what nrprof writes.
var documents = []schemagen.Document{
	{Name: compare.Schema, Command: "nrprof compare --json", Type: reflect.TypeFor[compare.Result](), Page: "compare.md"},
	{Name: "diagnose/v1", Command: "nrprof diagnose --json", Type: reflect.TypeFor[diagnose.Result](), Page: "diagnose.md"},
	{Name: "diagnose-rules/v1", Command: "nrprof diagnose --rules --json", Type: reflect.TypeFor[ruleList](), Page: "diagnose.md"},
	{Name: "doctor/v1", Command: "nrprof doctor --json", Type: reflect.TypeFor[doctorDocument](), Page: "formats.md"},
	{Name: "hlo/v1", Command: "nrprof hlo --json", Type: reflect.TypeFor[hloDocument](), Page: "hlo.md"},
	{Name: "key/v1", Command: "nrprof key --json", Type: reflect.TypeFor[runkey.Document](), Page: "key.md"},
	{Name: "key-explain/v1", Command: "nrprof key explain --json", Type: reflect.TypeFor[explainDocument](), Page: "key.md"},
	{Name: nsysKeysSchema, Command: "nrprof nsys", Type: reflect.TypeFor[nsysKeys](), Page: "nsys-run.md"},
	{Name: "phases/v1", Command: "nrprof phases --json", Type: reflect.TypeFor[phasesDocument](), Page: "formats.md"},
	{Name: "run/v1", Command: "nrprof run --json", Type: reflect.TypeFor[runDocument](), Page: "formats.md"},
	{Name: startup.Schema, Command: "nrprof startup --json", Type: reflect.TypeFor[startup.Result](), Page: "startup.md"},
	{Name: startup.ComparisonSchema, Command: "nrprof startup compare --json", Type: reflect.TypeFor[startup.Comparison](), Page: "startup.md"},
	{Name: sweep.Schema, Command: "nrprof sweep --json", Type: reflect.TypeFor[sweep.Result](), Page: "sweep.md"},
	{Name: xlalog.Schema, Command: "nrprof xla-log --json", Type: reflect.TypeFor[xlalog.Document](), Page: "xla-log.md"},
}

// A partValue stands for the value of a part of a key, whose type is that of its
// kind.
type partValue struct{}

// generator makes the schemas of the documents of nrprof.
func generator() *schemagen.Generator {
	key := reflect.TypeFor[*runkey.Document]()
	return &schemagen.Generator{
		Root: filepath.Join("..", ".."), Module: "github.com/nrkit/nrkit",
		Types: map[reflect.Type]*jsonschema.Schema{
			reflect.TypeFor[diagnose.Severity](): {Type: "string", Enum: []any{"info", "warning", "error"}},
			reflect.TypeFor[runkey.Purpose]():    {Type: "string", Enum: []any{"code", "timing", "results"}},
			reflect.TypeFor[partValue]():         {AnyOf: []*jsonschema.Schema{{Type: "string"}, {Type: "integer"}, {Type: "array", Items: &jsonschema.Schema{Type: "string"}}}},
		},
		Fields: map[string]reflect.Type{
			"nrprof.phasesDocument.key": key, "nrprof.phasesDocument.end_key": key, "nrprof.runDocument.key": key, "nrprof.runDocument.end_key": key,
			"startup.Result.key": key, "startup.Result.end_key": key, "nrprof.nsysKeys.key": key, "nrprof.nsysKeys.end_key": key,
			"runkey.DocumentPart.value": reflect.TypeFor[partValue](),
		},
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
