package hlo_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/schemagen"
	"github.com/nrkit/nrkit/xla/hlo"
)

// Each code of a warning has an input that leads to it.
func TestCodes(t *testing.T) {
	codes, err := schemagen.Codes(".")
	if err != nil {
		t.Fatal(err)
	}
	var deep strings.Builder
	deep.WriteString("HloModule m, is_scheduled=true\nc0 { ROOT r = f32[] negate(q) }\n")
	const depth = 10010
	for k := range depth {
		fmt.Fprintf(&deep, "c%d { ROOT r = f32[] call(q), to_apply=c%d }\n", k+1, k)
	}
	fmt.Fprintf(&deep, "ENTRY e { ROOT x = f32[] call(p), to_apply=c%d }", depth)
	inputs := map[string]string{
		"no-entry":              "HloModule m\nf { ROOT r = f32[] negate(q) }",
		"duplicate-computation": "HloModule m\nf { ROOT r = f32[] negate(q) }\nf { ROOT r = f32[] copy(q) }\nENTRY e { ROOT x = f32[] call(p), to_apply=f }",
		"missing-computation":   "HloModule m\nENTRY e { ROOT x = f32[] call(p), to_apply=nowhere }",
		"recursion":             "HloModule m, is_scheduled=true\nENTRY e { x = f32[] copy(a)\n y = f32[] call(x), to_apply=e }",
		"too-deep":              deep.String(),
	}
	for _, c := range codes {
		if m := one(t, inputs[c.Value], ""); !slices.ContainsFunc(m.Warnings, func(w hlo.Warning) bool { return w.Code == c.Value }) {
			t.Errorf("%s: got %v", c.Value, m.Warnings)
		}
	}
}
