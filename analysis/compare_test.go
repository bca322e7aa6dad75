package analysis

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
)

// changeOf returns the change of key in list.
func changeOf(t *testing.T, list []Change, key string) Change {
	t.Helper()
	for _, c := range list {
		if c.Key == key {
			return c
		}
	}
	t.Fatalf("no change of %s", key)
	return Change{}
}

func TestCompare(t *testing.T) {
	a := analyzed(t, zoo()["grid"], Options{Orderings: []string{"natural", "amd"}})
	b := analyzed(t, zoo()["grid"], Options{Orderings: []string{"natural", "rcm"}})
	same := Compare(a, a)
	if same.Worst != 0 || len(same.OnlyA)+len(same.OnlyB) != 0 {
		t.Errorf("a document differs from itself: %+v", same)
	}
	for _, c := range same.Structure {
		if c.A != c.B || c.Change == nil || *c.Change != 0 {
			t.Errorf("%s differs from itself: %+v", c.Key, c)
		}
	}
	c := Compare(a, b)
	var text bytes.Buffer
	if err := WriteJSON(&text, c); err != nil {
		t.Fatal(err)
	}
	checkDocument(t, ComparisonSchema, text.Bytes())
	if len(c.Orderings) != 1 || strings.Join(c.OnlyA, " ") != "amd" || strings.Join(c.OnlyB, " ") != "rcm" {
		t.Errorf("want natural in both, amd and rcm in one, got %+v", c)
	}
	fill := changeOf(t, c.Winners, "fill")
	if want := fill.B/fill.A - 1; want <= 0 || math.Abs(*fill.Change-want) > 1e-15 || c.Worst < want {
		t.Errorf("want fill to grow by %g, got %+v, worst %g", want, fill, c.Worst)
	}
	if back := Compare(b, a); back.Worst < 0 || *changeOf(t, back.Winners, "fill").Change >= 0 {
		t.Errorf("want less fill the other way, got %+v", back)
	}
}

// Where a numeric LU decided in both, what it found is compared, and otherwise the
// predictions: an ordering that one of them has because it won, or another matching,
// makes no difference.
func TestCompareDecided(t *testing.T) {
	m := weak(matgen.Grid2D(20, 20), 1)
	a, b := analyzed(t, m, Options{}), analyzed(t, m, Options{Matching: MatchingNone})
	if a.Winners.Matching == b.Winners.Matching {
		t.Fatal("want two matchings")
	}
	c := Compare(a, b)
	fill, flops := changeOf(t, c.Winners, "fill"), changeOf(t, c.Winners, "flops")
	if x, y := a.decided(), b.decided(); fill.A != float64(x.NNZTotal) || fill.B != float64(y.NNZTotal) || flops.A != x.Flops || flops.B != y.Flops || len(c.Winners) != 2 {
		t.Errorf("want what the numeric LUs found, got %+v", c.Winners)
	}
	a = analyzed(t, zoo()["grid"], Options{})
	b = analyzed(t, zoo()["grid"], Options{Exact: []string{"none"}})
	if len(a.Orderings) == len(b.Orderings) {
		t.Fatal("want an ordering that won the numeric LU")
	}
	if a.Winners.Added != a.Winners.Recommended || b.Winners.Added != "" {
		t.Errorf("want the winner as what was added, got %q and %q", a.Winners.Added, b.Winners.Added)
	}
	if c := Compare(a, b); c.Worst != 0 || changeOf(t, c.Winners, "fill").A != float64(CostOf(b.Ordering(b.Winners.Fill)).NNZ) {
		t.Errorf("want no difference, got %+v", c.Winners)
	}
}

func TestCompareFromNothing(t *testing.T) {
	a := analyzed(t, zoo()["diagonal"], Options{Orderings: []string{"natural"}})
	b := analyzed(t, zoo()["grid"], Options{Orderings: []string{"natural"}})
	c := Compare(a, b)
	if f := changeOf(t, c.Winners, "flops"); f.A != 0 || f.Change != nil || c.Worst < 1 {
		t.Errorf("want flops from nothing without a relative change, got %+v, worst %g", f, c.Worst)
	}
	empty := analyzed(t, zoo()["0x0"], Options{})
	if c := Compare(empty, b); len(c.Winners) != 0 || len(c.OnlyB) != 1 {
		t.Errorf("want nothing to compare with an empty matrix, got %+v", c)
	}
	tall := analyzed(t, zoo()["tall"], Options{})
	Compare(tall, b)
	Compare(b, tall)
}

func TestReadJSONErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "not a document",
		"[1]":                               "not a document",
		`{"schema":"compare/v1"}`:           `got "compare/v1"`,
		`{}`:                                `got ""`,
		`{"schema":"analyze/v1"}`:           "no structure",
		`{"schema":"analyze/v1","input":7}`: "not a document",
		`{"schema":"analyze/v1","structure":{"rows":1},"orderings":[null]}`:                                           "empty",
		`{"schema":"analyze/v1","structure":{"rows":1},"exact":[null]}`:                                               "exact fill of the document is empty",
		`{"schema":"analyze/v1","structure":{"rows":1},"candidates":[null]}`:                                          "candidate of the document is empty",
		`{"schema":"analyze/v1","structure":{"rows":1},"orderings":[{}]}`:                                             "empty",
		`{"schema":"analyze/v1","structure":{"rows":1},"best":{"fill":"amd","flops":"amd","parallel":"amd"}}`:         `"amd" is not among`,
		`{"schema":"analyze/v1","structure":{"rows":1},"orderings":[{"method":"a"}],"best":{"fill":"a","flops":"b"}}`: `"b" is not among`,
	} {
		if _, err := ReadJSON([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: want an error with %q, got %v", text, want, err)
		}
	}
}

func FuzzReadJSON(f *testing.F) {
	f.Add([]byte(`{"schema":"analyze/v1","structure":{"rows":1},"orderings":[{"method":"a"}],"best":{"fill":"a","flops":"a","parallel":"a","recommended":"a"}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := ReadJSON(text)
		if err != nil {
			return
		}
		Compare(d, d) // must not panic
	})
}
