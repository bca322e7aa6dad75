package solvers

import (
	"strings"
	"testing"
)

// Every row of every list can be reached, has what its phase needs, and is whole.
func TestListsAreWhole(t *testing.T) {
	for _, l := range Lists() {
		if len(l.Functions) == 0 {
			t.Errorf("%s has no function", l.Name)
		}
		rows := map[string][]Function{}
		for _, f := range l.Functions {
			for _, earlier := range rows[f.Symbol] {
				if covers(earlier.Soname, f.Soname) {
					t.Errorf("%s: %s: the row for %q is never reached: an earlier one is for %q", l.Name, f.Symbol, f.Soname, earlier.Soname)
				}
			}
			rows[f.Symbol] = append(rows[f.Symbol], f)
			for _, s := range incomplete(f) {
				t.Errorf("%s: %s (%s): %s", l.Name, f.Symbol, f.Soname, s)
			}
		}
	}
}

// covers reports whether all files that fit b fit a.
func covers(a, b string) bool {
	if prefix, ok := strings.CutSuffix(a, "*"); ok {
		return strings.HasPrefix(strings.TrimSuffix(b, "*"), prefix) && b != ""
	}
	return a == "" || a == b
}

// incomplete returns what a row lacks.
func incomplete(f Function) []string {
	has := func(fields ...Field) bool {
		for _, field := range fields {
			if _, ok := f.Expressions[field]; ok {
				return true
			}
		}
		return false
	}
	need := map[string]bool{}
	if f.Layout == LayoutCompressed || f.Layout == LayoutBeginEnd {
		need["ap and ai for its layout"] = has(FieldAp) && has(FieldAi)
		need["n or rows for its layout"] = has(FieldN, FieldRows)
		need["the type of indices"] = f.Index != 0 || has(FieldIndex)
	}
	if f.Layout == LayoutBeginEnd {
		need["aend for its layout"] = has(FieldAend)
	}
	if has(FieldAx) || has(FieldB) && f.Layout != LayoutPETSc {
		need["the type of values"] = f.Value != ValueNone || has(FieldValue)
	}
	if has(FieldAx) {
		need["a layout for its values"] = f.Layout != LayoutNone || has(FieldLayout)
	}
	if has(FieldB) && f.Layout != LayoutPETSc {
		need["x or overwrites for its right-hand side"] = has(FieldX) || f.Flags&FlagOverwrites != 0
		need["n or rows for its right-hand side"] = has(FieldN, FieldRows)
	}
	switch f.Phase {
	case PhaseRefactor:
		need["uses-factor, context or matrix of a refactorisation"] = has(FieldUsesFactor, FieldContext, FieldMatrix)
	case PhaseFree:
		need["frees"] = has(FieldFrees)
	}
	var lacks []string
	for what, ok := range need {
		if !ok {
			lacks = append(lacks, "lacks "+what)
		}
	}
	return lacks
}
