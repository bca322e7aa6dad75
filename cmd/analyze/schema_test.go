package main

import (
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/schemagen"
	"github.com/nrkit/nrkit/internal/schemagen/schematest"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/prediction/parallel"
	"github.com/nrkit/nrkit/symbolic"
)

// documents are what analyze writes.
var documents = []schemagen.Document{
	{Name: analysis.Schema, Command: "analyze --json", Type: reflect.TypeFor[analysis.Document](), Page: "formats.md"},
	{Name: analysis.ComparisonSchema, Command: "analyze compare --json", Type: reflect.TypeFor[analysis.Comparison](), Page: "formats.md"},
	{Name: analysis.ContrastSchema, Command: "analyze compare --orderings --json", Type: reflect.TypeFor[analysis.Contrast](), Page: "formats.md"},
	{Name: orderSchema, Command: "analyze order -o NAME.json", Type: reflect.TypeFor[orderDocument](), Page: "formats.md"},
	{Name: prediction.MachineSchema, Command: "analyze calibrate --json", Type: reflect.TypeFor[prediction.Machine](), Page: "machine.md"},
}

// methodNames are all values of a key method.
func methodNames() []string {
	names := analysis.Methods()
	for _, name := range analysis.Methods() {
		for _, ending := range analysis.Endings() {
			if analysis.Known(name + ending) { // endings are for A+Aᵀ
				names = append(names, name+ending)
			}
		}
	}
	return names
}

// generator makes the schemas of the documents of analyze.
func generator(t *testing.T) *schemagen.Generator {
	g := &schemagen.Generator{
		Root: filepath.Join("..", ".."), Module: "github.com/nrkit/nrkit", Complete: []string{"formats.md", "machine.md"},
		Types: map[reflect.Type]*jsonschema.Schema{
			reflect.TypeFor[assembly.Number](): {Types: []string{"number", "null"}},
		},
		Names:  map[string]string{"analysis.Winners": "best", "analysis.WinnerOn": "bestOn", "analysis.PortfolioCandidate": "contender"},
		Absent: map[string]bool{"structure.Symmetry": true, "structure.Diagonal": true},
	}
	formats, err := g.Prefixed("sparsity/sparseio", "Format")
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, pkg := range []string{"sparsity/sparseio", "assembly", "analysis"} {
		list, err := schemagen.Codes(filepath.Join(g.Root, pkg))
		if err != nil {
			t.Fatal(err)
		}
		codes = append(codes, schemagen.Values(list)...)
	}
	methods, trees := methodNames(), []string{symbolic.SymmetricTree, symbolic.ColumnTree}
	g.Values = map[string][]string{
		"analysis.Input.format":              append(formats, assembly.Format, "circuit"),
		"analysis.Input.field":               {"real", "integer", "complex", "pattern"},
		"analysis.Input.symmetry":            {"general", "symmetric", "skew-symmetric", "hermitian"},
		"analysis.Matching.kind":             {analysis.MatchingStructural, analysis.MatchingProduct},
		"analysis.Warning.code":              codes,
		"analysis.PortfolioCandidate.state":  {analysis.Finished, analysis.Stopped, analysis.Unfinished, analysis.NotStarted},
		"analysis.PortfolioCandidate.won":    goals(),
		"analysis.PortfolioCandidate.method": methods,
		"analysis.Portfolio.references":      methods,
		"analysis.Winners.fill":              methods,
		"analysis.Winners.flops":             methods,
		"analysis.Winners.parallel":          methods,
		"analysis.Winners.recommended":       methods,
		"analysis.Winners.matching":          {analysis.MatchingNone, analysis.MatchingStructural, analysis.MatchingProduct},
		"analysis.Winners.criterion":         {analysis.CriterionExact, analysis.CriterionPredicted},
		"analysis.Candidate.method":          methods,
		"analysis.Candidate.matching":        {analysis.MatchingNone, analysis.MatchingStructural, analysis.MatchingProduct},
		"analysis.Candidate.state":           {analysis.Factored, analysis.Beaten, analysis.Bounded, analysis.Failed, analysis.Untried},
		"analysis.Setting.solver":            solverNames(),
		"analysis.Setting.method":            append(slices.Clone(methods), analysis.OwnMethod),
		"analysis.Threads.method":            methods,
		"analysis.Threads.matching":          {analysis.MatchingNone, analysis.MatchingStructural, analysis.MatchingProduct},
		"analysis.GPU.method":                append(slices.Clone(methods), analysis.OwnMethod),
		"analysis.GPU.matching":              {analysis.MatchingNone, analysis.MatchingStructural, analysis.MatchingProduct},
		"analysis.GPU.solver":                {string(parallel.CuDSS)},
		"analysis.Setting.matching":          {analysis.MatchingNone, analysis.MatchingStructural, analysis.MatchingProduct},
		"analysis.Setting.counts":            {analysis.CountsExact, analysis.CountsPredicted, analysis.CountsAtMost, analysis.CountsAtLeast, analysis.CountsSimilar},
		"analysis.WinnerOn.method":           methods,
		"analysis.Exact.method":              methods,
		"analysis.Equivalent.of":             methods,
		"analysis.Side.tree":                 trees,
		"symbolic.Analysis.method":           methods,
		"symbolic.Analysis.tree":             trees,
		"prediction.Machine.origin":          {prediction.Calibrated, prediction.Measured, prediction.Derived, prediction.Unknown},
		"series.Difference.kind":             {"entry", "shape"},
		"assembly.Strategy.name":             {"atomics", "colours", "segmented_sum"},
	}
	return g
}

// Each command that writes JSON prints its schema, and nothing else.
func TestJSONSchema(t *testing.T) {
	for _, args := range [][]string{
		{"--json-schema", analysis.Schema}, {"--series", "--json-schema", analysis.Schema}, {"compare", "--json-schema", analysis.ComparisonSchema},
		{"compare", "--orderings", "amd,nd", "--json-schema", analysis.ContrastSchema}, {"order", "--json-schema", orderSchema},
		{"calibrate", "--json-schema", prediction.MachineSchema},
	} {
		last := len(args) - 1
		schematest.Printed(t, run, args[:last:last], args[last])
	}
}

// TestSchemas compares the schemas in docs/schema with the types; with -update it
// writes them.
func TestSchemas(t *testing.T) { generator(t).Compare(t, documents) }

// No command prints JSON without a schema of its own.
func TestEveryJSONHasASchema(t *testing.T) {
	root := newRootCmd(&program{Program: &cli.Program{Name: "analyze"}})
	for _, cmd := range append(root.Commands(), root) {
		if fl := cmd.Flags(); fl.Lookup("json") != nil && fl.Lookup("json-schema") == nil {
			t.Errorf("%s has --json and no --json-schema", cmd.CommandPath())
		}
	}
}

// The schemas hold for whatever the types can hold.
func TestSchemasFitTypes(t *testing.T) {
	for _, d := range documents {
		schematest.Law(t, d.Name, d.Type, nil)
	}
}
