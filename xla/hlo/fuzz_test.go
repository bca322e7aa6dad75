package hlo_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/nrkit/nrkit/xla/hlo"
)

// FuzzRead checks that any text gives modules whose figures agree with each
// other, or an error with a position, and the same when it comes byte by byte.
// It does not check that what is counted is what XLA's own parser would see.
func FuzzRead(f *testing.F) {
	optimized, lowered, generic := read(f, "testdata/nr_optimized.hlo"), read(f, "testdata/nr_lowered.mlir"), read(f, "testdata/nr_lowered_generic.mlir")
	for _, seed := range []string{
		optimized[:strings.Index(optimized, "%fused_build")],
		optimized[strings.Index(optimized, "ENTRY"):],
		"HloModule m\n" + optimized[strings.Index(optimized, "%nr_cond"):strings.Index(optimized, "%nr_body")],
		"module {\n" + lowered[strings.Index(lowered, "  func.func private"):],
		"module {\n" + strings.Replace(lowered[strings.Index(lowered, "  func.func public"):strings.Index(lowered, "do {")], ") -> ", "", 1) + "} } }",
		generic[strings.Index(generic, "\"func.func\"() <{function"):strings.LastIndex(generic, "\"func.return\"")] + "})",
	} {
		f.Add([]byte(seed))
	}
	f.Add([]byte("HloModule m, is_scheduled=true\nENTRY e {\n ROOT %w = (s32[], /*index=1*/f64[<=2]) while(%t), condition=c, body=e, backend_config={\"known_trip_count\":{\"n\":\"3\"}}\n}\n"))
	f.Add([]byte("#loc1 = loc(callsite(#loc1 at \"a\"(\"f.py\":1:2)))\nmodule @m {\nfunc.func @main(%a: tensor<?x2xcomplex<f32>>) {\n%0:2 = \"mhlo.if\"(%a) ({ }, { %1 = call @main(%a) : () -> () }) : (i1) -> tensor<i1> loc(#loc1)\n}\n}"))
	f.Add([]byte("\"builtin.module\"() <{sym_name = \"\\C3\"}> ({ \"func.func\"() ({ ^bb0(%x: !t): \"func.return\"() : () -> () }) {sym_name = \"main\"} : () -> () }) : () -> ()"))
	f.Fuzz(func(t *testing.T, text []byte) {
		list, err := hlo.Read(bytes.NewReader(text), hlo.Options{Name: "f"})
		again, err2 := hlo.Read(iotest.OneByteReader(bytes.NewReader(text)), hlo.Options{Name: "f"})
		if err != nil {
			var at *hlo.SyntaxError
			if !errors.As(err, &at) || at.Line < 1 || at.Line > 1+bytes.Count(text, []byte{'\n'}) || at.Col < 1 || at.Col > len(text)+1 {
				t.Fatalf("%v", err)
			}
			// Whether there are zeros is looked for in what is read at first.
			if err2 == nil || err.Error() != err2.Error() && !strings.Contains(err.Error(), "a binary file") {
				t.Fatalf("%v, by bytes %v", err, err2)
			}
			return
		}
		if err2 != nil || len(list) == 0 || len(again) != len(list) {
			t.Fatalf("%d modules, by bytes %d, %v", len(list), len(again), err2)
		}
		for k, m := range list {
			a, b := check(t, m), check(t, again[k])
			if !bytes.Equal(a, b) {
				t.Fatalf("%s\nby bytes\n%s", a, b)
			}
		}
	})
}

// check checks that a module agrees with itself, and returns it as JSON.
func check(t *testing.T, m *hlo.Module) []byte {
	total, attributed := int64(0), m.NoPhase
	for _, c := range m.Computations {
		n := sum(c.OpCounts)
		if n != c.Ops || c.Kind == "" {
			t.Fatalf("%+v", c)
		}
		total += n
	}
	for _, p := range m.Phases {
		attributed += p.Ops
	}
	if total != m.Ops || sum(m.OpCounts) != total || attributed != total {
		t.Fatalf("%d operations, %d of computations, %d counted, %d attributed", m.Ops, total, sum(m.OpCounts), attributed)
	}
	if l := m.Launches; l != nil && l.AtLeast < math.MaxInt64 {
		if l.Fusions+l.CustomCalls+l.Copies+l.Collectives+l.Other != l.AtLeast || l.AtMost != nil && *l.AtMost < l.AtLeast {
			t.Fatalf("%+v", l)
		}
	}
	for _, w := range m.Whiles {
		if m.Computation(w.Computation) == nil || w.Executions < 0 || w.Syncs && w.TripCount != nil {
			t.Fatalf("%+v", w)
		}
	}
	text, err := json.Marshal(m)
	if err != nil || !utf8.Valid(text) {
		t.Fatal(err)
	}
	return text
}

func sum(list []hlo.OpCount) int64 {
	n := int64(0)
	for _, c := range list {
		n += c.Count
	}
	return n
}
