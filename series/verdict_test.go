package series

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/sparsity"
)

// diag returns an n×n diagonal matrix with the given values.
func diag(v ...float64) *sparsity.Matrix {
	p := sparsity.NewPattern(len(v), len(v))
	for k := range v {
		p.RowIdx = append(p.RowIdx, int32(k))
		p.ColPtr[k+1] = int64(k + 1)
	}
	return &sparsity.Matrix{Pattern: p, Values: v}
}

func TestShapes(t *testing.T) {
	r := Compare([]Input{{"a", diag(1, 2)}, {"b", diag(1, 2, 3)}, {"c", diag(1, 2, 4)}, {"d", diag(1, 2)}})
	f := r.Pattern.First
	if *r.Pattern.Fixed || f.Kind != KindShape || f.Row != -1 || f.Col != -1 || f.Text != "a is 2×2, b is 3×3" {
		t.Errorf("got %+v", f)
	}
	if r.Pattern.UnionNNZ != nil || r.Values != nil || r.ValuesAbsent != "shapes differ" || r.Reuse != ReuseEach {
		t.Errorf("got %+v", r)
	}
	if s := r.Pattern.Steps; !s[0].ShapeChanged || s[0].Added != nil || s[1].ShapeChanged || *s[1].Added != 0 || !s[2].ShapeChanged {
		t.Errorf("got steps %+v", s)
	}
	if want := "shapes differ (a is 2×2, b is 3×3): symbolic analysis must be done again for each shape"; r.Verdict != want {
		t.Errorf("got %q", r.Verdict)
	}
	// The pattern changes first, the shape later.
	r = Compare([]Input{{"a", diag(1, 2)}, {"b", &sparsity.Matrix{Pattern: sparsity.NewPattern(2, 2)}}, {"c", diag(1)}})
	if r.Pattern.First.Kind != KindEntry || !strings.Contains(r.Verdict, "b is 2×2, c is 1×1") {
		t.Errorf("got %+v, %q", r.Pattern.First, r.Verdict)
	}
}

func TestWithoutValues(t *testing.T) {
	bare := diag(0, 2)
	bare.Values = nil
	r := Compare([]Input{{"a", diag(1, 0)}, {"b", bare}, {"c", diag(1, 2)}})
	if r.Reuse != ReuseOnce || r.Values != nil || r.ValuesAbsent != "b has no values" || r.Nonzero != nil {
		t.Errorf("got %+v", r)
	}
}

// TestVerdicts checks every sentence.
func TestVerdicts(t *testing.T) {
	off := diag(1, 2, 3, 4, 5)
	off.Pattern.RowIdx[4] = 0
	cases := []struct {
		in    []Input
		reuse Reuse
		want  string
	}{
		{nil, ReuseUnverified, "no matrices: whether symbolic analysis can be reused is unverified"},
		{[]Input{{"a", diag(1)}}, ReuseUnverified, "one matrix: whether symbolic analysis can be reused is unverified"},
		{[]Input{{"a", diag(1)}, {"b", diag(2)}}, ReuseOnce,
			"the 2 matrices have one fixed pattern of 1 entries: symbolic analysis can be done once"},
		{[]Input{{"a", diag(1, 0)}, {"b", diag(2, 3)}}, ReuseOnce,
			"the 2 matrices have one fixed pattern of 2 entries: symbolic analysis can be done once; " +
				"the pattern includes stored zeros, and without them it would change (row 2, column 2 has an entry in b but not in a)"},
		{[]Input{{"a", diag(1, 2, 3, 4, 5)}, {"b", off}}, ReuseUnion,
			"the pattern changes (row 1, column 5 has an entry in b but not in a); the union of the 2 patterns has 6 entries, " +
				"1.2 times as many as the largest pattern: symbolic analysis can be done once, on the union"},
		{[]Input{{"a", diag(1)}, {"b", &sparsity.Matrix{Pattern: sparsity.NewPattern(1, 1)}}, {"c", diag(1)}}, ReuseUnion,
			"the pattern changes (row 1, column 1 has an entry in a but not in b); the union of the 3 patterns has 1 entries, " +
				"1 times as many as the largest pattern: symbolic analysis can be done once, on the union"},
		{[]Input{{"a", column(3, 0)}, {"b", column(3, 1)}}, ReuseEach,
			"the pattern changes (row 1, column 1 has an entry in a but not in b); the union of the 2 patterns has 2 entries, " +
				"2 times as many as the largest pattern: symbolic analysis must be done again for each change"},
	}
	for _, c := range cases {
		if r := Compare(c.in); r.Reuse != c.reuse || r.Verdict != c.want {
			t.Errorf("want %s, %q\ngot %s, %q", c.reuse, c.want, r.Reuse, r.Verdict)
		}
	}
}

// column returns an n×1 matrix with one entry, in row i.
func column(n int, i int32) *sparsity.Matrix {
	return &sparsity.Matrix{
		Pattern: &sparsity.Pattern{Rows: n, Cols: 1, ColPtr: []int64{0, 1}, RowIdx: []int32{i}},
		Values:  []float64{1},
	}
}

// TestJSON pins the keys.
func TestJSON(t *testing.T) {
	got, err := json.MarshalIndent(Compare([]Input{{"a", column(3, 0)}, {"b", column(3, 1)}}), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	want := `{
 "files": [
  {
   "name": "a",
   "rows": 3,
   "cols": 1,
   "nnz": 1,
   "explicit_zeros": 0,
   "has_values": true,
   "complex": false
  },
  {
   "name": "b",
   "rows": 3,
   "cols": 1,
   "nnz": 1,
   "explicit_zeros": 0,
   "has_values": true,
   "complex": false
  }
 ],
 "pattern": {
  "fixed": false,
  "first_difference": {
   "kind": "entry",
   "from": 0,
   "to": 1,
   "row": 0,
   "col": 0,
   "present_in": "a",
   "absent_in": "b",
   "text": "row 1, column 1 has an entry in a but not in b"
  },
  "steps": [
   {
    "from": 0,
    "to": 1,
    "added": 1,
    "removed": 1
   }
  ],
  "union_nnz": 2,
  "common_nnz": 0
 },
 "values": {
  "entries": 2,
  "unchanged": 0,
  "unchanged_share": 0,
  "non_finite": 0,
  "variation": {
   "min": 1,
   "median": 1,
   "mean": 1,
   "p90": 1,
   "max": 1
  }
 },
 "symbolic_analysis": "each",
 "verdict": "the pattern changes (row 1, column 1 has an entry in a but not in b); the union of the 2 patterns has 2 entries, 2 times as many as the largest pattern: symbolic analysis must be done again for each change"
}`
	if string(got) != want {
		t.Errorf("got\n%s", got)
	}
	single, err := json.Marshal(Compare([]Input{{"a", column(3, 0)}}))
	if err != nil || !strings.Contains(string(single), `"pattern":{"fixed":null,"steps":[],"union_nnz":1,"common_nnz":1}`) {
		t.Errorf("got %s, error %v", single, err)
	}
}
