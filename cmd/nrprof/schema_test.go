package main

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/doctor"
	"github.com/nrkit/nrkit/internal/golden"
	"github.com/nrkit/nrkit/internal/nsys/keys"
	"github.com/nrkit/nrkit/internal/phasetable"
	"github.com/nrkit/nrkit/internal/profile"
	"github.com/nrkit/nrkit/internal/schemagen"
	"github.com/nrkit/nrkit/internal/schemagen/schematest"
	"github.com/nrkit/nrkit/internal/slurm"
	"github.com/nrkit/nrkit/internal/solvers/matrices"
	"github.com/nrkit/nrkit/newton/simulate"
	"github.com/nrkit/nrkit/nsys/stats"
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/startup"
	"github.com/nrkit/nrkit/sweep"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/xla/hlo"
	"github.com/nrkit/nrkit/xla/log"
)

// documents are what nrprof writes.
var documents = []schemagen.Document{
	{Name: compare.Schema, Command: "nrprof compare --json", Type: reflect.TypeFor[compare.Result](), Page: "compare.md"},
	{Name: "diagnose/v1", Command: "nrprof diagnose --json", Type: reflect.TypeFor[diagnose.Result](), Page: "diagnose.md"},
	{Name: diagnose.RulesSchema, Command: "nrprof diagnose --rules --json", Type: reflect.TypeFor[diagnose.RuleList](), Page: "diagnose.md"},
	{Name: doctor.Schema, Command: "nrprof doctor --json", Type: reflect.TypeFor[doctor.Document](), Page: "formats.md"},
	{Name: hlo.Schema, Command: "nrprof hlo --json", Type: reflect.TypeFor[hlo.Document](), Page: "hlo.md"},
	{Name: "key/v1", Command: "nrprof key --json", Type: reflect.TypeFor[runkey.Document](), Page: "key.md"},
	{Name: runkey.ExplanationSchema, Command: "nrprof key explain --json", Type: reflect.TypeFor[runkey.Explanation](), Page: "key.md"},
	{Name: keys.Schema, Command: "nrprof nsys", Type: reflect.TypeFor[keys.Document](), Page: "nsys-run.md"},
	{Name: matrices.Schema, Command: "nrprof record --solvers", Type: reflect.TypeFor[matrices.Index](), Page: "formats.md"},
	{Name: phasetable.Schema, Command: "nrprof phases --json", Type: reflect.TypeFor[phasetable.Document](), Page: "formats.md"},
	{Name: "run/v1", Command: "nrprof run --json", Type: reflect.TypeFor[profile.Document](), Page: "formats.md"},
	{Name: slurm.MergedSchema, Command: "nrprof slurm", Type: reflect.TypeFor[slurm.Merged](), Page: "formats-slurm.md"},
	{Name: slurm.PartSchema, Command: "nrprof slurm", Type: reflect.TypeFor[slurm.Part](), Page: "formats-slurm.md"},
	{Name: slurm.PlanSchema, Command: "nrprof slurm", Type: reflect.TypeFor[slurm.Plan](), Page: "formats-slurm.md"},
	{Name: startup.Schema, Command: "nrprof startup --json", Type: reflect.TypeFor[startup.Result](), Page: "startup.md"},
	{Name: startup.ComparisonSchema, Command: "nrprof startup compare --json", Type: reflect.TypeFor[startup.Comparison](), Page: "startup.md"},
	{Name: sweep.Schema, Command: "nrprof sweep --json", Type: reflect.TypeFor[sweep.Result](), Page: "sweep.md"},
	{Name: log.Schema, Command: "nrprof xla-log --json", Type: reflect.TypeFor[log.Document](), Page: "xla-log.md"},
}

// A partValue stands for the value of a part of a key, whose type is that of its
// kind.
type partValue struct{}

// generator makes the schemas of the documents of nrprof.
func generator(t *testing.T) *schemagen.Generator {
	key := reflect.TypeFor[*runkey.Document]()
	g := &schemagen.Generator{
		Root: filepath.Join("..", ".."), Module: "github.com/nrkit/nrkit", Complete: []string{"formats.md", "formats-slurm.md"},
		Types: map[reflect.Type]*jsonschema.Schema{
			reflect.TypeFor[diagnose.Severity](): {Type: "string", Enum: []any{"info", "warning", "error"}},
			reflect.TypeFor[runkey.Purpose]():    {Type: "string", Enum: []any{"code", "timing", "results"}},
			reflect.TypeFor[partValue]():         {AnyOf: []*jsonschema.Schema{{Type: "string"}, {Type: "integer"}, {Type: "array", Items: &jsonschema.Schema{Type: "string"}}}},
		},
		Fields: map[string]reflect.Type{
			"phasetable.Document.key": key, "phasetable.Document.end_key": key, "profile.Document.key": key, "profile.Document.end_key": key,
			"startup.Result.key": key, "startup.Result.end_key": key, "keys.Document.key": key, "keys.Document.end_key": key,
			"runkey.DocumentPart.value": reflect.TypeFor[partValue](),
		},
		Embedded: map[string]schemagen.Document{},
		Open:     map[string]bool{"compare.Metric": true}, // of benchmarks the metric is what stands before ns/op
		Empty:    map[string]bool{"startup.Result.source": true, "jaxlog.Compilation.class": true},
	}
	for _, d := range documents {
		switch d.Name {
		case "key/v1":
			g.Embedded["runkey.Document"] = d
		case "phases/v1":
			d.Type = reflect.TypeFor[trace.Summary]()
			g.Embedded["trace.Summary"] = d
		}
	}
	codes, err := schemagen.Codes(filepath.Join(g.Root, "xla", "hlo"))
	if err != nil {
		t.Fatal(err)
	}
	var rules []string
	for _, r := range diagnose.Rules() {
		rules = append(rules, r.ID)
	}
	sorts, sides := []string{"kernel", "memcpy", "memset", "graph"}, []string{"old", "new"}
	reasons := []string{"unsupported", "disabled", "filtered", "too_small", "inconvertible", "split"}
	g.Values = map[string][]string{
		"hlo.Warning.code":         schemagen.Values(codes),
		"hlo.Module.format":        {"hlo", "stablehlo"},
		"hlo.Computation.kind":     {"entry", "body", "condition", "branch", "called", "fusion", "applied", "region", "unused"},
		"vlog.Reason.reason":       reasons,
		"vlog.Blocker.reason":      reasons,
		"vlog.Control.kind":        {"while", "conditional", "control"},
		"diagnose.Finding.rule":    rules,
		"diagnose.Clearance.rule":  rules,
		"diagnose.Abstention.rule": rules,
		"diagnose.RuleDocument.id": rules,
		"doctor.Check.state":       {doctor.OK, doctor.Missing, doctor.Limited},
		"runkey.DocumentPart.kind": {"text", "number", "list", "set", "digest"},
		"simulate.Report.stop":     {simulate.StopEnd, simulate.StopSteps, simulate.StopInterrupted, simulate.StopFailed},
		"simulate.Analysis.kind":   {"tran", "dc", "op"},
		"simulate.Analysis.method": {"trap", "gear", "be"},
		"trace.WorkTotal.sort":     sorts,
		"calls.Listed.end":         {"open", "left"},
		"steps.Listed.within":      {"operating_point", "gmin_step", "source_step"},
		"steps.Listed.rejected":    {"truncation error", "no convergence"},
		"compare.Identity.known":   {"both", "old", "new", "none"},
		"compare.Difference.where": {"sides", "old", "new"},
		"compare.Row.regime":       {compare.Cold, compare.WarmUp, compare.Steady, compare.Outside, compare.First, compare.Later, compare.Whole},
		"compare.CountRow.kind":    {"count", "calls", "launches", "histogram"},
		"compare.CountRow.verdict": {compare.CountsEqual, compare.CountsDiffer, compare.CountsVary},
		"compare.TotalRow.sort":    append(sorts, "sync"),
		"compare.TotalRow.only":    sides,
		"compare.DeviceRow.only":   sides,
		"sweep.Metric.unit":        {"ns", "B"},
	}
	return g
}

// TestSchemas compares the schemas in docs/schema with the types; with -update it
// writes them.
func TestSchemas(t *testing.T) {
	g := generator(t)
	g.Compare(t, documents)
	text, err := schemagen.Document{Name: statsSchema, Command: "nrprof stats --format json", Page: "nsys.md"}.Text(statsDocument())
	if err != nil {
		t.Fatal(err)
	}
	golden.File(t, filepath.Join(g.Root, "docs", "schema", schemagen.File(statsSchema)), text)
}

// statsDocument is the schema of reports of Nsight Systems: one, or several by
// name.
func statsDocument() *jsonschema.Schema {
	var names []any
	for _, name := range stats.Names() {
		names = append(names, name)
	}
	row := &jsonschema.Schema{Type: "object", Description: "a member for each column, as nsys names it; a cell without a value is a text",
		AdditionalProperties: &jsonschema.Schema{Types: []string{"string", "number"}}}
	report := &jsonschema.Schema{Type: "array", Items: row, Description: "a report"}
	several := &jsonschema.Schema{Type: "object", Description: "several reports, by name",
		PropertyNames: &jsonschema.Schema{Enum: names}, AdditionalProperties: report}
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{report, several}}
}

// Each command with --json or --format prints a schema, of the document that it
// writes, and nothing else.
func TestJSONSchema(t *testing.T) {
	for _, args := range []string{
		"compare compare/v1", "diagnose diagnose/v1", "diagnose --rules diagnose-rules/v1", "doctor doctor/v1", "hlo hlo/v1", "key key/v1",
		"key explain key-explain/v1", "phases phases/v1", "run run/v1", "startup startup/v1", "startup compare startup-compare/v1",
		"stats stats", "sweep sweep/v1", "xla-log xlalog/v1",
	} {
		k := strings.LastIndexByte(args, ' ')
		schematest.Printed(t, run, append(strings.Fields(args[:k]), "--json-schema"), args[k+1:])
	}
}

// No command prints JSON without a schema of its own.
func TestEveryJSONHasASchema(t *testing.T) {
	tree := commands(nil)(&cli.Program{Name: "nrprof"})
	found := 0
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		if fl := cmd.Flags(); fl.Lookup("json") != nil {
			found++
			if fl.Lookup("json-schema") == nil {
				t.Errorf("%s has --json and no --json-schema", cmd.CommandPath())
			}
		}
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	visit(tree)
	if found < 12 {
		t.Errorf("found %d commands with --json", found)
	}
}

// The schemas hold for whatever the types can hold.
func TestSchemasFitTypes(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	raw := func(owner reflect.Type) string {
		if owner == reflect.TypeFor[runkey.DocumentPart]() {
			return `["a"]`
		}
		return `{"schema":"key/v1","hash":"0","hashes":{},"known":[],"parts":[]}`
	}
	for _, d := range documents {
		schematest.Law(t, d.Name, d.Type, raw)
	}
}
