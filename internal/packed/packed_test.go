package packed

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

type inner struct {
	Name  string  `json:"name"`
	Count int64   `json:"count"`
	Share float64 `json:"share"`
	CPU   *int64  `json:"cpu,omitempty"`
}

type outer struct {
	*inner
	Yes     bool               `json:"yes"`
	Small   uint8              `json:"small"`
	Large   uint64             `json:"large"`
	Rows    []inner            `json:"rows"`
	Lists   [][]int64          `json:"lists"`
	Regimes [3]inner           `json:"regimes"`
	Labels  map[string]string  `json:"labels"`
	Numbers map[string][]inner `json:"numbers"`
	Raw     []byte             `json:"raw"`
	Skipped func()             `json:"-"`
}

// generated draws a value.
func generated(t *rapid.T) *outer {
	text := rapid.SampledFrom([]string{"", "solve", "nr_iteration", "\x00\xff", "ä\n", "0123456789012345678901234567890123456789"})
	one := rapid.Custom(func(t *rapid.T) inner {
		x := inner{text.Draw(t, "name"), rapid.Int64().Draw(t, "count"), rapid.Float64().Draw(t, "share"), nil}
		if rapid.Bool().Draw(t, "cpu") {
			n := rapid.Int64Range(0, 3).Draw(t, "ns")
			x.CPU = &n
		}
		return x
	})
	o := &outer{Yes: rapid.Bool().Draw(t, "yes"), Small: rapid.Uint8().Draw(t, "small"), Large: rapid.Uint64().Draw(t, "large"),
		Rows: rapid.SliceOfN(one, 0, 80).Draw(t, "rows"), Lists: rapid.SliceOf(rapid.SliceOf(rapid.Int64())).Draw(t, "lists"),
		Labels: rapid.MapOf(text, text).Draw(t, "labels"), Numbers: rapid.MapOf(text, rapid.SliceOf(one)).Draw(t, "numbers"),
		Raw: rapid.SliceOf(rapid.Byte()).Draw(t, "raw")}
	if rapid.Bool().Draw(t, "embedded") {
		x := one.Draw(t, "inner")
		o.inner = &x
	}
	return o
}

// What was written is read, and written again as the same bytes.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := generated(t)
		in.inner = nil // an embedded struct of an unexported type has no place
		b := Marshal(in)
		var out outer
		if err := Unmarshal(b, &out); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(in, &out, cmpopts.IgnoreUnexported(outer{})); d != "" {
			t.Fatalf("-in +out\n%s", d)
		}
		if again := Marshal(&out); !bytes.Equal(again, b) {
			t.Fatal("the bytes of what was read differ")
		}
	})
}

// Fields that a reader does not know are skipped, and fields that are missing are zero.
func TestOtherFields(t *testing.T) {
	b := Marshal(&outer{Yes: true, Rows: []inner{{"a", 1, 0.5, nil}}, Numbers: map[string][]inner{"k": {{Name: "x"}}}, Raw: []byte("r"), Small: 7, Lists: [][]int64{{1}, nil}, Labels: map[string]string{"a": "b"}})
	var part struct {
		Small int64  `json:"small"`
		More  string `json:"more"`
	}
	if err := Unmarshal(b, &part); err != nil || part.Small != 7 || part.More != "" {
		t.Errorf("got %+v, %v", part, err)
	}
	var other struct {
		Small string `json:"small"`
	}
	if err := Unmarshal(b, &other); err == nil {
		t.Error("a number is no text")
	}
}

// Numbers that do not fit, lengths beyond the end and deep values are errors.
func TestMistakes(t *testing.T) {
	b := Marshal(&struct {
		Small int64 `json:"small"`
	}{300})
	if err := Unmarshal(b, &outer{}); err == nil {
		t.Error("300 fits into 8 bits")
	}
	var o outer
	for n := range len(b) {
		if err := Unmarshal(b[:n], &o); err == nil {
			t.Errorf("%d bytes of %d are read", n, len(b))
		}
	}
	if err := Unmarshal(append(bytes.Clone(b), 0), &o); err == nil {
		t.Error("a byte after the end is read")
	}
	type nest struct {
		In *nest `json:"in"`
	}
	x := &nest{}
	for range 100 {
		x = &nest{x}
	}
	x.In.In = &nest{In: x.In.In}
	var got nest
	if err := Unmarshal(Marshal(x), &got); err == nil {
		t.Error("100 values in one another are read")
	}
}

// A float has its bits, whatever they are.
func TestFloats(t *testing.T) {
	for _, x := range []float64{math.Inf(1), math.SmallestNonzeroFloat64, -1, math.MaxFloat64} {
		var got inner
		if err := Unmarshal(Marshal(&inner{Share: x}), &got); err != nil || got.Share != x {
			t.Errorf("got %v, %v", got.Share, err)
		}
	}
}

// FuzzUnmarshal reads any bytes: it returns a value, which survives a round trip, or a
// positioned error. It does not show that every mistake is found.
func FuzzUnmarshal(f *testing.F) {
	n := int64(3)
	f.Add(Marshal(&outer{Yes: true, Rows: []inner{{"a", 1, 0.5, &n}, {Name: "a"}}, Labels: map[string]string{"a": "b"}, Regimes: [3]inner{1: {Count: 1}}}))
	f.Fuzz(func(t *testing.T, b []byte) {
		var v outer
		err := Unmarshal(b, &v)
		var syntax *SyntaxError
		if err != nil {
			if !errors.As(err, &syntax) || syntax.Offset < 0 || syntax.Offset > len(b) {
				t.Fatalf("got %v", err)
			}
			return
		}
		var again outer
		if err := Unmarshal(Marshal(&v), &again); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(Marshal(&again), Marshal(&v)) {
			t.Fatal(reflect.ValueOf(again), v)
		}
	})
}
