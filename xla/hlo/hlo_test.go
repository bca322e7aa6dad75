package hlo_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/nrkit/nrkit/xla/hlo"
)

// open reads the one module of a file.
func open(t testing.TB, path string) *hlo.Module {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return one(t, string(text), filepath.Base(path))
}

func one(t testing.TB, text, name string) *hlo.Module {
	t.Helper()
	list, err := hlo.Read(strings.NewReader(text), hlo.Options{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 1 {
		t.Fatalf("%d modules, want 1", len(list))
	}
	return list[0]
}

// counts writes counts as text.
func counts(list []hlo.OpCount) string {
	var words []string
	for _, c := range list {
		words = append(words, fmt.Sprint(c.Op, " ", c.Count))
	}
	return strings.Join(words, ", ")
}

// TestOptimized has figures that follow from the text by hand. A time step is a
// copy, a fusion and one of two branches, the first of one copy, the second of
// a copy and a fusion; around it is a loop of 100. In it is the Newton loop, of
// which one iteration is four fusions and the solver, and each evaluation of
// the condition is a fusion.
func TestOptimized(t *testing.T) {
	m := open(t, "testdata/nr_optimized.hlo")
	n := func(x int64) *int64 { return &x }
	want := &hlo.Launches{AtLeast: 1 + 100*(3+5+2), Fusions: 100 * (1 + 4 + 2), CustomCalls: 100, Copies: 1 + 100*2}
	if diff := cmp.Diff(want, m.Launches); diff != "" {
		t.Errorf("launches: -want +got\n%s", diff)
	}
	wantLoops := []hlo.While{
		{
			Name: "while.steps", Computation: "main.99", Line: 139, Condition: "step_cond", Body: "step_body", TripCount: n(100),
			Reachable: true, Executions: 1, BodyOps: 16, BodyLaunches: n(10), CustomCalls: []string{"baspacho_solve_ffi"},
			Source: hlo.Source{OpName: "jit(transient)/while", File: "transient.py", Line: 31},
		},
		{
			Name: "while.nr", Computation: "step_body", Line: 123, Condition: "nr_cond", Body: "nr_body",
			Reachable: true, Depth: 1, Outer: "while.steps", Executions: 100, BodyOps: 13, BodyLaunches: n(6),
			CustomCalls: []string{"baspacho_solve_ffi"}, Syncs: true,
			Source: hlo.Source{OpName: "jit(transient)/while/body/nr_iteration/while", File: "newton.py", Line: 12, Phase: "nr_iteration"},
		},
	}
	if diff := cmp.Diff(wantLoops, m.Whiles, cmpopts.IgnoreFields(hlo.While{}, "BodyOpCounts")); diff != "" {
		t.Errorf("loops: -want +got\n%s", diff)
	}
	if got, want := counts(m.Whiles[1].BodyOpCounts), "get-tuple-element 6, fusion 4, custom-call 1, parameter 1, tuple 1"; got != want {
		t.Errorf("body: %s, want %s", got, want)
	}
	wantChoice := []hlo.Conditional{{
		Name: "dt1", Computation: "step_body", Line: 127, Branches: []string{"accept", "halve"}, Reachable: true, Outer: "while.steps", Executions: 100,
		Source: hlo.Source{OpName: "jit(transient)/while/body/lte/cond", File: "transient.py", Line: 31, Phase: "lte"},
	}}
	if diff := cmp.Diff(wantChoice, m.Conditionals); diff != "" {
		t.Errorf("conditionals: -want +got\n%s", diff)
	}
	wantPhases := []hlo.Phase{ // of what is in fusions and outside
		{Phase: "build_system", Ops: 4, Launches: n(100)}, {Phase: "convergence", Ops: 4, Launches: n(200)}, {Phase: "lte", Ops: 3, Launches: n(0)},
		{Phase: "linear_solve", Ops: 1, Launches: n(100)}, {Phase: "nr_iteration", Ops: 1, Launches: n(0)},
	}
	if diff := cmp.Diff(wantPhases, m.Phases); diff != "" {
		t.Errorf("phases: -want +got\n%s", diff)
	}
	if m.NoPhase+13 != m.Ops {
		t.Errorf("%d of %d operations without phase, want all but 13", m.NoPhase, m.Ops)
	}
	if diff := cmp.Diff([]hlo.CustomCall{{Target: "baspacho_solve_ffi", Count: 1, InLoops: 1, InUnknownLoops: 1}}, m.CustomCalls); diff != "" {
		t.Errorf("custom calls: -want +got\n%s", diff)
	}
	if m.Parameters != 3 || m.ParameterBytes != 8*(9+81+1) || m.Constants != 10 || m.ConstantBytes != 5*8+5*4 {
		t.Errorf("parameters %d of %d bytes, constants %d of %d", m.Parameters, m.ParameterBytes, m.Constants, m.ConstantBytes)
	}
}

// TestKnownInnerLoop is the same with a trip count for the inner loop: then the
// condition is not evaluated, and there is a bound.
func TestKnownInnerLoop(t *testing.T) {
	text, err := os.ReadFile("testdata/nr_optimized.hlo")
	if err != nil {
		t.Fatal(err)
	}
	for _, config := range []string{
		`backend_config={"known_trip_count":{"n":"7"}}`,
		`backend_config="{\"known_trip_count\":{\"n\":\"7\"}}"`,
		`backend_config={"a":"},{","known_trip_count":{"n":7}}`,
		`known_trip_count={n=7}`,
		`trip_count=7`,
	} {
		s := strings.Replace(string(text), "body=%nr_body,", "body=%nr_body, "+config+",", 1)
		m := one(t, s, "")
		most := int64(1 + 100*(4+7*5))
		want := &hlo.Launches{AtLeast: 1 + 100*(3+7*5), AtMost: &most, Fusions: 100 * (1 + 7*4), CustomCalls: 700, Copies: 1 + 100*2}
		if diff := cmp.Diff(want, m.Launches); diff != "" {
			t.Errorf("%s: -want +got\n%s", config, diff)
		}
		if l := m.Whiles[1]; l.Syncs || l.TripCount == nil || *l.TripCount != 7 || *l.BodyLaunches != 5 {
			t.Errorf("%s: %+v", config, l)
		}
	}
	for _, config := range []string{`backend_config={"known_trip_count":{"n":"x"}}`, `backend_config={"known_trip_count"`, `backend_config="no"`} {
		s := strings.Replace(string(text), "body=%nr_body,", "body=%nr_body, "+config+strings.Repeat("}", strings.Count(config, "{")-strings.Count(config, "}"))+",", 1)
		if l := one(t, s, "").Whiles[1]; !l.Syncs || l.TripCount != nil {
			t.Errorf("%s: %+v", config, l)
		}
	}
}

// TestFormsAgree has the same module with and without % and signatures, and the
// same program as StableHLO in both forms: everything agrees but names and lines.
func TestFormsAgree(t *testing.T) {
	same := []cmp.Option{
		cmpopts.IgnoreFields(hlo.Module{}, "File", "Line"), cmpopts.IgnoreUnexported(hlo.Module{}),
		cmpopts.IgnoreFields(hlo.Computation{}, "Name", "Line"), cmpopts.IgnoreFields(hlo.While{}, "Name", "Computation", "Line", "Condition", "Body", "Outer"),
		cmpopts.IgnoreFields(hlo.Conditional{}, "Name", "Computation", "Line", "Branches", "Outer"),
	}
	for _, pair := range [][2]string{{"nr_optimized.hlo", "nr_optimized_plain.hlo"}, {"nr_lowered.mlir", "nr_lowered_generic.mlir"}} {
		a, b := open(t, "testdata/"+pair[0]), open(t, "testdata/"+pair[1])
		if a.Skipped+int64(len(a.Warnings)) != 0 {
			t.Errorf("%s: %d lines skipped, warnings %v", pair[0], a.Skipped, a.Warnings)
		}
		if diff := cmp.Diff(a, b, same...); diff != "" {
			t.Errorf("-%s +%s\n%s", pair[0], pair[1], diff)
		}
	}
}

// TestLoweredAgrees compares the counts of StableHLO with those of the HLO it
// becomes, which has parameters and tuples besides.
func TestLoweredAgrees(t *testing.T) {
	get := func(name string) map[string]int64 {
		out := map[string]int64{}
		for _, c := range open(t, "testdata/"+name).OpCounts {
			op := strings.ReplaceAll(c.Op[strings.IndexByte(c.Op, '.')+1:], "_", "-")
			if op == "case" {
				op = "conditional"
			}
			out[op] += c.Count
		}
		return out
	}
	want, got := get("nr_lowered.hlo"), get("nr_lowered.mlir")
	for _, op := range []string{"parameter", "tuple", "get-tuple-element"} {
		if want[op] == 0 {
			t.Errorf("no %s", op)
		}
		delete(want, op)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-HLO +StableHLO\n%s", diff)
	}
	h, s := open(t, "testdata/nr_lowered.hlo"), open(t, "testdata/nr_lowered.mlir")
	if h.ConstantBytes != s.ConstantBytes || h.ParameterBytes != s.ParameterBytes || h.Optimized || s.Optimized || h.Launches != nil || s.Launches != nil {
		t.Errorf("HLO %d %d, StableHLO %d %d bytes; launches %v, %v", h.ConstantBytes, h.ParameterBytes, s.ConstantBytes, s.ParameterBytes, h.Launches, s.Launches)
	}
	if len(h.Whiles) != 2 || h.Whiles[1].Body != "nr_body" || h.Whiles[0].Syncs {
		t.Errorf("%+v", h.Whiles)
	}
}

// TestOneByteReader reads byte by byte what is read at once.
func TestOneByteReader(t *testing.T) {
	files, err := filepath.Glob("testdata/*.*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := hlo.Read(iotest.OneByteReader(strings.NewReader(string(text))), hlo.Options{Name: filepath.Base(name)})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]*hlo.Module{open(t, name)}, got, cmpopts.IgnoreUnexported(hlo.Module{})); diff != "" {
			t.Errorf("%s: -at once +by bytes\n%s", name, diff)
		}
		_, err = hlo.Read(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(string(text)))), hlo.Options{Name: "x"})
		if !errors.Is(err, iotest.ErrTimeout) || !strings.HasPrefix(err.Error(), "x:1:") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
