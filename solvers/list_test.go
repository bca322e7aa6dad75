package solvers

import (
	"fmt"
	"strings"
	"testing"
)

func TestSelect(t *testing.T) {
	all, err := Select("auto")
	if err != nil || len(all) == 0 {
		t.Fatalf("%d functions, %v", len(all), err)
	}
	for _, names := range [][]string{{"klu"}, {"klu,klu"}, {" klu ", "klu"}} {
		functions, err := Select(names...)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range functions {
			if f.Library != "klu" {
				t.Errorf("%q selects %s of %s", names, f.Symbol, f.Library)
			}
		}
	}
	for _, bad := range []string{"", "klux", "klu,"} {
		if _, err := Select(bad); err == nil || !strings.Contains(err.Error(), "want auto or some of ") {
			t.Errorf("%q: error %v", bad, err)
		}
	}
}

func TestWrap(t *testing.T) {
	f, err := Wrap("_ZN3SIM8lu_decompEv=factor")
	if err != nil || f.Symbol != "_ZN3SIM8lu_decompEv" || f.Phase != PhaseFactor || f.check() != nil || !f.Matches("anything") {
		t.Errorf("%+v, %v", f, err)
	}
	if f, err := Wrap("operator==other"); err != nil || f.Symbol != "operator=" || f.Phase != PhaseOther {
		t.Errorf("%+v, %v", f, err)
	}
	for _, bad := range []string{"", "f", "f=", "=solve", "f=build", "f g=solve"} {
		if _, err := Wrap(bad); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		soname, file string
		want         bool
	}{
		{"", "libklu.so.1", true}, {"libklu.so.1*", "libklu.so.1", true}, {"libklu.so.1*", "libklu.so.1.3.9", true},
		{"libklu.so.1*", "libklu.so", false}, {"libklu.so", "libklu.so.1", false}, {"libklu.so", "libklu.so", true},
	} {
		if got := (Function{Soname: c.soname}).Matches(c.file); got != c.want {
			t.Errorf("%q matches %q: %v", c.soname, c.file, got)
		}
	}
}

func TestPhase(t *testing.T) {
	for _, name := range PhaseNames() {
		p, err := ParsePhase(name)
		if err != nil || strings.ReplaceAll(p.String(), " ", "-") != name {
			t.Errorf("%s: %v, %v", name, p, err)
		}
		if !p.Does(p) {
			t.Errorf("%v does not do itself", p)
		}
	}
	for _, c := range []struct {
		p, q Phase
		want bool
	}{
		{PhaseAnalyzeFactorSolve, PhaseAnalyze, true}, {PhaseAnalyzeFactorSolve, PhaseSolve, true},
		{PhaseAnalyzeFactor, PhaseSolve, false}, {PhaseFactorSolve, PhaseSolve, true}, {PhaseFactorSolve, PhaseAnalyze, false},
		{PhaseFactor, PhaseRefactor, false},
	} {
		if got := c.p.Does(c.q); got != c.want {
			t.Errorf("%v does %v: %v", c.p, c.q, got)
		}
	}
}

func ExampleSelect() {
	functions, err := Select("klu")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range functions {
		if f.Symbol == "klu_factor" && f.Matches("libklu.so.1.3.9") {
			fmt.Println(f.Library, f.Symbol, f.Phase, f.Layout, f.Index, f.Value, f.Expressions[FieldAx])
			break
		}
	}
	// Output: klu klu_factor factor compressed i32 f64 a2
}
